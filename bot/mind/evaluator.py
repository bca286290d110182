"""The words of every evaluator: what a position is worth, in which unit, and how sure that is."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from operator import itemgetter
from typing import Any, Protocol

from bot.engine import Action, acting
from bot.engine.errors import GameError
from bot.engine.game import RaceState


class Unit(StrEnum):
    """What values count (notation.md, ``advise``)."""

    POINTS = "points"
    """The seat's own final score."""
    WIN = "win"
    """The chance to win, from 0 to 1."""
    TURNS = "turns"
    """The turns still needed, the present one included: fewer are better."""


_WORTH_TELLING = 0.05
"""Points, turns, or wins out of 100 games."""


def is_mistake(unit: str, lost: float, noise: float = 0.0) -> bool:
    """Whether a decision that ``lost`` so much in this :class:`Unit` is one of the mistakes that people read of.

    ``noise`` is what the error of its evaluator may amount to (:func:`bot.mind.strengths.noise`).
    """
    return lost >= max(noise, _WORTH_TELLING / 100 if unit == Unit.WIN else _WORTH_TELLING)


class Strength(StrEnum):
    """The certainty of values (notation.md, ``advise``)."""

    EXACT = "exact"
    NET = "net"
    ESTIMATE = "estimate"


@dataclass(frozen=True, slots=True)
class Advice:
    """What a position is worth to the seat that is to act, and each of its legal actions, the best first."""

    unit: Unit
    strength: Strength
    value: float
    """Before the choice; before the dice, where the next action throws them."""
    actions: tuple[tuple[Action, float], ...]
    """Each legal action with its value if the seat plays on at full strength."""

    @classmethod
    def of(cls, unit: Unit, strength: Strength, valued: Iterable[tuple[Action, float]]) -> "Advice":
        """Return the advice to do the best of the ``valued`` actions; of equal ones, the first."""
        actions = tuple(sorted(valued, key=itemgetter(1), reverse=unit is not Unit.TURNS))
        return cls(unit, strength, actions[0][1], actions)

    def in_points(self) -> "Advice":
        """Return the same advice in points, where "turns" stand for points below 0."""
        valued = tuple((action, -worth) for action, worth in self.actions)
        return Advice(Unit.POINTS, self.strength, -self.value, valued)


class Evaluator(Protocol):
    """Knows what the positions of one game with its house rules are worth."""

    def advise(self, state: Any) -> Advice:
        """Return what ``state`` is worth. Raises GameOver after the end."""


def win_chance_among(others: int, chance: float) -> float:
    """Return the chance to win among so many others of whom each loses to the seat with this ``chance``."""
    return chance / (chance + others * (1.0 - chance)) if chance else 0.0


class NoEvaluator(GameError):
    """Nothing evaluates this game by these house rules."""


# -- Races: what holds for the game of one seat holds for the race ---------------------------------------------------


class RaceEvaluator:
    """Evaluates the positions of a race."""

    def __init__(self, solo: Evaluator) -> None:
        """Ask ``solo``, the evaluator of the game of one seat."""
        self.solo = solo

    def advise(self, state: RaceState[Any]) -> Advice:
        """Return what the run of the seat to act is worth. Raises GameOver after the end."""
        return self.solo.advise(state.runs[acting(state)])
