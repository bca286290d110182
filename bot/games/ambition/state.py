"""A moment of Ambition, a player's decisions besides throwing, and the end of a turn."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeAlias

from bot.engine import Action, Faces, Roll, Seat
from bot.engine.match import FIRST_GAME, Match


class Stop(Action, frozen=True):
    """Write the points of the turn."""

    word: ClassVar[str] = "stop"


AmbitionAction: TypeAlias = Roll | Stop


class How(StrEnum):
    """How a turn ended."""

    COUNTED = "counted"
    QUALIFIED = "qualified"
    UNQUALIFIED = "unqualified"
    """Three throws without both stars."""
    LOST = "lost"
    """A throw without points."""
    INVALID = "invalid"
    """A trio not validated."""
    OVER = "over"
    """Past the goal: the points are lost."""
    SAVED = "saved"
    """Past the goal: written without the throw that went past it."""


class Last(NamedTuple):
    """How the latest turn ended: the last throw of it, and the points it was about."""

    seat: Seat
    how: How
    faces: Faces
    points: int
    power: int | None = None
    """The Power die, if it counted."""


@dataclass(frozen=True)
class State:
    """Everybody's totals, and the dice of the seat to act."""

    totals: tuple[tuple[int, ...], ...]
    """For each side, its total after every turn with written points."""
    qualified: tuple[bool, ...]
    """For each seat."""
    turn: Seat | None
    """None once the game is over."""
    throws: int = 0
    """How often the seat to act has thrown in this turn."""
    dice: Faces = ()
    """The latest throw, in the order it fell."""
    power: int | None = None
    """The Power die of that throw, if there is one."""
    again: bool = False
    """Whether that throw brought nothing, but the Power die gives another."""
    aside: Faces = ()
    """Dice set aside before the latest throw, under house rules that do so."""
    risk: int = 0
    """Points of this turn."""
    pending: int = 0
    """The part of them that belongs to a trio not validated yet."""
    gone: tuple[Seat, ...] = ()
    """Seats that left, in the order they did."""
    last: Last | None = None
    match: Match = FIRST_GAME
