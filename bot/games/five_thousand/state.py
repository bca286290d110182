"""A moment of 5000, how a turn ends, and how a player stops."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeAlias

from bot.engine import Action, Faces, Keep, Roll, Seat
from bot.engine.match import FIRST_GAME, Match


class Bank(Action, frozen=True):
    """Set ``faces`` (ascending) aside, stop and count."""

    word: ClassVar[str] = "bank"
    faces: Faces

    def arguments(self) -> tuple[str, ...]:
        """The faces in ascending order."""
        return tuple(map(str, self.faces))


FiveThousandAction: TypeAlias = Roll | Keep | Bank


class How(StrEnum):
    """How a turn ended."""

    COUNTED = "counted"
    NOTHING = "nothing"
    """Its points cannot be counted so close to the goal."""
    LOST = "lost"
    """A throw without points."""
    SHORT = "short"
    """No throws left, and too little to open."""
    FIVE_ONES = "five_ones"


class Last(NamedTuple):
    """How the latest turn ended: the last throw of it, the points it was about, and who was sent back to 0."""

    seat: Seat
    how: How
    faces: Faces
    points: int
    bumped: tuple[Seat, ...] = ()
    power: int | None = None
    """The Power die, if it counted."""


@dataclass(frozen=True)
class State:
    """Everybody's totals, and the dice of the seat to act."""

    seats: int
    """How many began."""
    totals: tuple[tuple[int, ...], ...]
    """For each side, its total after every turn that counted; 0 where it was sent back."""
    turn: Seat | None
    """None once the game is over."""
    opened: tuple[bool, ...]
    """For each side, whether it has opened."""
    throws: int = 0
    """How often the seat to act has thrown; since the last full hand if the house rules count so."""
    dice: Faces = ()
    """The latest throw, in the order it fell."""
    power: int | None = None
    """The Power die of that throw, if there is one."""
    aside: Faces = ()
    """Dice set aside since the turn began, or since the last full hand."""
    risk: int = 0
    """Points set aside in this turn."""
    gone: tuple[Seat, ...] = ()
    """Seats that left, in the order they did."""
    to_play: tuple[Seat, ...] | None = None
    """The seats with a turn left, once somebody has reached the goal and the others have one more."""
    last: Last | None = None
    match: Match = FIRST_GAME
