"""The levels of computer players, and how each plays each game (docs/mind.md says how strong they are).

A game whose house rules an evaluator does not know is played the next simpler way, so every level plays every game.
"""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from bot.engine import AnyGame
from bot.engine.race import Race
from bot.games.ambition.rules import Ambition
from bot.games.cant_stop.rules import CantStop
from bot.games.five_thousand.rules import FiveThousand
from bot.games.four_two_one.rules import FourTwoOne
from bot.games.yamslam.rules import Yamslam
from bot.games.yum.rules import Yum
from bot.mind.catalogue import estimated, evaluator_of
from bot.mind.evaluator import Evaluator, NoEvaluator
from bot.mind.players import others
from bot.mind.players.player import SLIPS, Absent, Player, Runner, Thoughtful
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


def player_of(game: AnyGame, level: Level, folder: Path) -> Player:
    """Return who plays ``game`` at that level; values that are worked out stay in ``folder``.

    The first call may take as long as :func:`bot.mind.catalogue.evaluator_of`, but for a beginner, who needs nothing.
    """
    if isinstance(game, Race):
        return Runner(player_of(game.solo, level, folder))
    ways = (
        lambda: Thoughtful(game, evaluator_of(game, folder)),
        lambda: Thoughtful(game, par(game, folder)),
        lambda: Thoughtful(game, greedy(game), SLIPS),
    )
    return _first(ways[list(reversed(Level)).index(level) :]) or Absent(game)


def _first(ways: tuple[Callable[[], Player], ...]) -> Player | None:
    for way in ways:
        try:
            return way()
        except NoEvaluator:
            continue
    return None


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
