"""What each game knows of its positions, and the levels of computer players (docs/certified/tables.md: their strength).

Each game has a :class:`Mind`, under the name ``MIND`` in the module ``mind`` of its folder; this file knows no game by
name. A game whose house rules an evaluator does not know is played the next simpler way, so every level plays every
game.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from bot.engine import Action, AnyGame, Keep, Level, Roll
from bot.engine.dice import FairDice
from bot.engine.game import Race
from bot.games import FAMILIES
from bot.mind.evaluator import Evaluator, NoEvaluator, RaceEvaluator
from bot.mind.players import EvaluatorPlayer, Player, RacePlayer, RolloutPlayer, Sense, View
from bot.mind.strengths import Losses, overlooks, slips

G = TypeVar("G", bound=AnyGame)


class Mind(Generic[G]):
    """What the games of one family know of their positions; what a game does not know raises NoEvaluator."""

    def evaluator(self, game: G, folder: Path) -> Evaluator:
        """Return the best evaluator of ``game``; values that it works out stay in ``folder``."""
        raise NoEvaluator(f"no evaluator for {game.key} yet")

    def reviewer(self, game: G, seats: int, folder: Path) -> Evaluator:
        """Return what a finished game of so many seats is reviewed by."""
        return self.evaluator(game, folder)

    def champion(self, game: G, evaluator: Evaluator) -> Evaluator:
        """Return the evaluator of a champion: ``evaluator``, the best one, unless another one brings more in games."""
        return evaluator

    def to_win(self, game: G, evaluator: Evaluator) -> Evaluator:
        """Return what tells chances to win among several where ``evaluator`` counts points; by default, itself."""
        return evaluator

    def strong(self, game: G, folder: Path) -> Evaluator:
        """Return the evaluator of a strong player: by default that of a regular one, who slips more."""
        return self.par(game, folder)

    def par(self, game: G, folder: Path) -> Evaluator:
        """Return the evaluator of ``game`` for a player by pars or by a rule of thumb."""
        raise NoEvaluator(f"nobody knows a rule of thumb for {game.key}")

    def greedy(self, game: G) -> Evaluator:
        """Return the evaluator of ``game`` for a player who wants the most now."""
        raise NoEvaluator(f"nobody knows what is greedy in {game.key}")

    def splits(self, game: G, evaluator: Evaluator, state: Any, best: Any, done: Any) -> Iterable[Any]:
        """Yield splits (:mod:`bot.mind.reasons`) of what lies between two legal actions, those that say most first."""
        return ()

    def strays(
        self, game: G, folder: Path, evaluator: Evaluator, state: Any, levels: Losses, each: float
    ) -> Sequence[float] | None:
        """Return how far the final score of the seat to act may stray from the expected one, before its turn.

        They are equally likely distances for somebody who loses ``each`` in a decision; ``folder`` keeps what is worked
        out. None where nobody knows more
        than :func:`bot.mind.chances.strays`.
        """
        return None

    def weak(self, game: G) -> Evaluator:
        """Return the evaluator of a beginner, which needs no preparation: by default a greedy one."""
        return self.greedy(game)

    def views(self, game: G, evaluator: Evaluator) -> Sequence[View]:
        """Return what people overlook who otherwise go by ``evaluator``; nothing where nobody can tell."""
        return ()

    def sense(self, game: G) -> Sense:
        """Return what no slip may be, because it would look absurd: by default, not to win."""
        return Sense(sees=_wins(game))


def _wins(game: AnyGame) -> Callable[[Any, Action], bool]:
    """Return what says whether an action that throws nothing ends the game: nobody fails to see that they have won."""

    def wins(state: Any, action: Action) -> bool:
        if isinstance(action, Keep | Roll):
            return False
        after = game.apply(state, action, FairDice(bytes(32), "a throw for a tie")).state
        return game.turn(after) is None or game.games_before(after) > game.games_before(state)

    return wins


_NO_MIND: Mind[Any] = Mind()


@cache
def _mind_of_family(family: str) -> Mind[Any]:
    name = f"bot.games.{family}.mind"
    try:
        mind: Mind[Any] = import_module(name).MIND
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return _NO_MIND
    return mind


def mind_of(game: AnyGame) -> Mind[Any]:
    """Return what the family of ``game`` knows; nothing for a game outside the catalogue, or one without a mind."""
    family = FAMILIES.get(game.key)
    return _NO_MIND if family is None else _mind_of_family(family)


def evaluator_of(game: AnyGame, folder: Path) -> Evaluator:
    """Return the evaluator of ``game``; values that it works out stay in ``folder``.

    The first call for a game by its house rules may take 20 seconds, with the Power die some minutes. Raises
    NoEvaluator where nothing evaluates the game.
    """
    if isinstance(game, Race):
        return RaceEvaluator(evaluator_of(game.solo, folder))
    return mind_of(game).evaluator(game, folder)


def evaluator_for_review(game: AnyGame, seats: int, folder: Path) -> Evaluator:
    """Return what a game of so many seats is reviewed by. Raises NoEvaluator."""
    if isinstance(game, Race):
        return RaceEvaluator(evaluator_for_review(game.solo, 1, folder))
    return mind_of(game).reviewer(game, seats, folder)


EvaluatorOf: TypeAlias = Callable[[AnyGame, Path], Evaluator]
"""Finds the evaluator of a game, with values that stay in a folder. Raises NoEvaluator."""


class SeatedPlayer(NamedTuple):
    """The player of a game at a level."""

    player: Player
    level: Level
    """Their real strength: below the level that was asked for where nobody knows more by these house rules."""


def player_of(game: AnyGame, level: Level, folder: Path) -> Player:
    """Return the player of ``game`` at that level; values that are worked out stay in ``folder``.

    The first call may take as long as :func:`evaluator_of`; a beginner needs nothing.
    """
    return seated(game, level, folder).player


def slipping(game: AnyGame, level: Level, evaluator: Evaluator) -> EvaluatorPlayer:
    """Return a player of ``game`` by ``evaluator`` who slips as often as a ``level`` does there."""
    mind, often = mind_of(game), overlooks(game.key)
    views = mind.views(game, evaluator) if often else ()
    rate = (often if views else slips(game.key)).get(level, 0.0)
    return EvaluatorPlayer(game, evaluator, rate, mind.sense(game), views)


def seated(game: AnyGame, level: Level, folder: Path, champion_by: EvaluatorOf = evaluator_of) -> SeatedPlayer:
    """Return what :func:`player_of` does, and how well that is; ``champion_by`` finds the evaluator of a champion."""
    if isinstance(game, Race):
        alone = seated(game.solo, level, folder, champion_by)
        return SeatedPlayer(RacePlayer(alone.player), alone.level)
    down = list(reversed(Level))
    for lower in down[down.index(level) :]:
        with suppress(NoEvaluator):
            evaluator = _evaluator_at(game, lower, folder, champion_by)
            player = slipping(game, lower, evaluator) if lower is level else EvaluatorPlayer(game, evaluator)
            return SeatedPlayer(player, lower)
    return SeatedPlayer(RolloutPlayer(game), Level.BEGINNER)


def _evaluator_at(game: AnyGame, level: Level, folder: Path, champion_by: EvaluatorOf) -> Evaluator:
    """Return what somebody of that level goes by, slips apart. Raises NoEvaluator."""
    mind = mind_of(game)
    if level is Level.CHAMPION:
        return mind.champion(game, champion_by(game, folder))
    if level is Level.BEGINNER:
        return mind.weak(game)
    return mind.strong(game, folder) if level is Level.STRONG else mind.par(game, folder)


def beginner(game: AnyGame) -> EvaluatorPlayer:
    """Return a player of ``game`` that wants the most now, and slips. Raises NoEvaluator."""
    return slipping(game, Level.BEGINNER, mind_of(game).weak(game))
