"""How computer players choose among the legal actions of a position."""

from collections.abc import Sequence
from typing import Any, Protocol

from bot.engine import Action, AnyGame, Seat
from bot.engine.race import RaceState
from bot.mind.evaluator import Evaluator

SLIPS = 0.15
"""How often a player who slips does not do what seems best."""
SLIP_AMONG = 4
"""Of how many next best actions they take one then: the better, the likelier. Nobody does what looks absurd."""


class Chance(Protocol):
    """What slips come from, such as ``random.Random`` with a seed of its own; it throws no dice of the game."""

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""


class Player(Protocol):
    """Chooses for a seat. The same position, seat and chance lead to the same action."""

    def choose(self, state: Any, seat: Seat, chance: Chance) -> Action:
        """Return a legal action of ``seat``, which must be the one to act."""


class Anyhow:
    """Somebody who takes all legal actions alike."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def choose(self, state: Any, seat: Seat, chance: Chance) -> Action:
        """Return any legal action."""
        legal: Sequence[Action] = self._game.legal_actions(state)
        return legal[int(chance.random() * len(legal))]


class Thoughtful:
    """Somebody who does what an evaluator says is best; who slips now and then, if told so."""

    def __init__(self, game: AnyGame, evaluator: Evaluator, slips: float = 0.0) -> None:
        """Play ``game`` by ``evaluator``; ``slips`` is how often one of the next best actions is taken instead."""
        self._game = game
        self._evaluator = evaluator
        self._slips = slips

    def choose(self, state: Any, seat: Seat, chance: Chance) -> Action:
        """Return the best action, or one of the next best."""
        legal = self._game.legal_actions(state)
        if len(legal) == 1:
            only: Action = legal[0]
            return only
        ranked = [action for action, _ in self._evaluator.advise(state).actions]
        if not self._slips or chance.random() >= self._slips:
            return ranked[0]
        many = min(SLIP_AMONG, len(ranked) - 1)
        return ranked[1 + int(many * (1 - chance.random() ** 0.5))]


class Absent:
    """Somebody who plays as the table does for an absent seat: for house rules that nothing else understands."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def choose(self, state: Any, seat: Seat, chance: Chance) -> Action:
        """Return the action of an absent seat."""
        found: Action = self._game.autoplay(state)
        return found


class Runner:
    """Somebody in a race, who plays the game of one seat."""

    def __init__(self, alone: Player) -> None:
        self._alone = alone

    def choose(self, state: RaceState[Any], seat: Seat, chance: Chance) -> Action:
        """Return what somebody would do who plays alone."""
        return self._alone.choose(state.runs[seat], Seat(0), chance)
