"""The levels of computer players, and how each plays each game (docs/certified/tables.md says how strong they are).

A game whose house rules an evaluator does not know is played the next simpler way, so every level plays every game.
"""

from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from bot.engine import Action, AnyGame, Keep, Roll
from bot.engine.dice import FairDice
from bot.engine.race import Race
from bot.games.ambition.rules import Ambition
from bot.games.cant_stop.rules import CantStop
from bot.games.cant_stop.state import Move
from bot.games.five_thousand.rules import FiveThousand
from bot.games.four_two_one.hands import HANDS, hand
from bot.games.four_two_one.rules import FourTwoOne
from bot.games.yamslam.rules import Yamslam
from bot.games.yum.rules import Yum
from bot.mind.catalogue import estimated, evaluator_of
from bot.mind.evaluator import Evaluator, NoEvaluator
from bot.mind.players import others
from bot.mind.players.player import SLIPS, Imagining, Player, Runner, Sense, Thoughtful
from bot.mind.sheets.estimate import SheetEstimate
from bot.mind.sheets.pars import no_pars


class Level(StrEnum):
    """How well a computer player plays (notation.md, ``advise --level``)."""

    BEGINNER = "beginner"
    """Greedy, and slips."""
    REGULAR = "regular"
    """By pars, or by a rule of thumb that people use."""
    CHAMPION = "champion"
    """The best we have."""


EvaluatorOf = Callable[[AnyGame, Path], Evaluator]
"""Finds the evaluator of a game, with values that stay in a folder. Raises NoEvaluator."""


class Found(NamedTuple):
    """Who plays a game at a level."""

    player: Player
    level: Level
    """How well they really play: below the level that was asked for where nobody knows more by these house rules."""


def player_of(game: AnyGame, level: Level, folder: Path) -> Player:
    """Return who plays ``game`` at that level; values that are worked out stay in ``folder``.

    The first call may take as long as :func:`bot.mind.catalogue.evaluator_of`, but for a beginner, who needs nothing.
    """
    return found(game, level, folder).player


def found(game: AnyGame, level: Level, folder: Path, champion_by: EvaluatorOf = evaluator_of) -> Found:
    """Return what :func:`player_of` does, and how well that is; ``champion_by`` finds the evaluator of a champion."""
    if isinstance(game, Race):
        alone = found(game.solo, level, folder, champion_by)
        return Found(Runner(alone.player), alone.level)
    with suppress(NoEvaluator):
        if level is Level.CHAMPION:
            return _champion(game, champion_by(game, folder))
    with suppress(NoEvaluator):
        if level is not Level.BEGINNER:
            return Found(Thoughtful(game, par(game, folder)), Level.REGULAR)
    try:
        player: Player = beginner(game) if level is Level.BEGINNER else Thoughtful(game, greedy(game))
    except NoEvaluator:
        player = Imagining(game)
    return Found(player, Level.BEGINNER)


def _champion(game: AnyGame, evaluator: Evaluator) -> Found:
    by_pars = isinstance(evaluator, SheetEstimate)
    return Found(Thoughtful(game, evaluator), Level.REGULAR if by_pars else Level.CHAMPION)


def beginner(game: AnyGame) -> Thoughtful:
    """Return who plays ``game`` greedily, and slips. Raises NoEvaluator."""
    return Thoughtful(game, greedy(game), SLIPS, sense(game))


def sense(game: AnyGame) -> Sense:
    """Return what no slip may be in ``game``, because it would look absurd."""
    match game:
        case Yum():
            return Sense(POINTS * max(game.layout.multipliers), lambda state, _: _all_alike(state))
        case Yamslam():
            return Sense(CHIPS_POINTS, lambda state, _: _all_alike(state))
        case FourTwoOne():
            return Sense(HANDS_WORSE, lambda state, _: hand(state.dice) == HANDS[0])
    return Sense(sees=_wins(game))


POINTS = 10.0
"""A slip costs at most so many points of a turn; a column that counts more makes it dearer."""
CHIPS_POINTS = 20.0
"""At Yamslam, where a chip counts up to 50."""
HANDS_WORSE = 40.0
"""At 421 a slip is beaten by so many more of 100 throws at most."""


def _all_alike(state: Any) -> bool:
    return len(set(state.dice)) == 1


def _wins(game: AnyGame) -> Callable[[Any, Action], bool]:
    """Return what says whether an action that throws nothing ends the game: nobody fails to see that they have won."""

    def wins(state: Any, action: Action) -> bool:
        if isinstance(action, Keep | Roll | Move):
            return False
        return game.turn(game.apply(state, action, FairDice(bytes(32), "a throw for a tie")).state) is None

    return wins


def greedy(game: AnyGame) -> Evaluator:
    """Return how somebody sees ``game`` who wants the most now. Raises NoEvaluator."""
    match game:
        case Yum():
            return SheetEstimate(game, no_pars(game))
        case FourTwoOne():
            return others.BestHand(game, ahead=1)
        case FiveThousand():
            return others.greedy_5000(game)
        case Ambition():
            return others.greedy_ambition(game)
        case CantStop():
            return others.greedy_climb(game)
        case Yamslam():
            return others.greedy_yamslam(game)
    raise NoEvaluator(f"nobody knows what is greedy in {game.key}")


def par(game: AnyGame, folder: Path) -> Evaluator:
    """Return how somebody sees ``game`` who plays by pars or by a rule of thumb. Raises NoEvaluator."""
    match game:
        case Yum():
            return estimated(game, folder)
        case FourTwoOne():
            return others.BestHand(game)
        case FiveThousand():
            return others.MostPoints5000(game)
        case Ambition():
            return others.MostPointsAmbition(game)
        case CantStop():
            return others.rule_of_28(game)
        case Yamslam():
            return others.par_yamslam(game)
    raise NoEvaluator(f"nobody knows a rule of thumb for {game.key}")
