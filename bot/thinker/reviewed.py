"""What the thinker says of a finished game (:mod:`bot.mind.review` works it out), as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

_UNITS = {
    "421": "win",
    "5000": "win",
    "yamslam": "win",
    "5000_race": "turns",
    "ambition": "turns",
    "cant_stop": "turns",
    "cant_stop_race": "turns",
}


def usual_unit(game: str) -> str:
    """Return the unit of most reviews of a game, by its key. 5000 among more than two is reviewed by turns instead."""
    return _UNITS.get(game, "points")


class Mistake(NamedTuple):
    """A decision that cost something."""

    move: int
    """The place of the decision in the journal, lines that were taken back not counted."""
    best: str
    """The text of the best action (notation.md)."""
    lost: float
    """How much more that was worth, in the unit of the review; above 0."""


class Luck(NamedTuple):
    """A throw."""

    move: int
    luck: float
    """What the dice brought beyond what was to be expected; more is better, whatever the unit."""


class Chosen(NamedTuple):
    """All decisions of one kind: those whose texts begin with the same word."""

    decisions: int
    lost: float


class PlayedDay(NamedTuple):
    """How the champion played a game alone."""

    score: int
    expected: float
    """The points to be expected before the first throw."""
    actions: tuple[str, ...]
    """Texts of all its actions (notation.md), throws included."""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """How a game went for one seat; the numbers are those of :class:`bot.mind.review.SeatReview`."""

    start: float
    luck: float
    lost: float
    others: float
    score: float
    kinds: Mapping[str, Chosen]
    """By the first word of the action, such as ``keep``, ``mark`` and ``strike``."""
    mistakes: tuple[Mistake, ...]
    throws: tuple[Luck, ...]


@dataclass(frozen=True, slots=True)
class GameReview:
    """A reviewed game."""

    unit: str
    """A word of :class:`bot.mind.evaluator.Unit`: ``points``, ``win`` or ``turns``."""
    strength: str
    """A word of :class:`bot.mind.evaluator.Strength`: ``exact``, ``net`` or ``estimate``."""
    seats: tuple[SeatReview | None, ...]
    """None for a seat that left, or that never had a turn."""
