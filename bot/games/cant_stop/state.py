"""A moment of Can't Stop, and a player's decisions besides throwing."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, NamedTuple, TypeAlias

from bot.engine import Action, Faces, Roll, Seat
from bot.engine.match import FIRST_GAME, Match

HEIGHTS: Mapping[int, int] = MappingProxyType({column: 13 - 2 * abs(7 - column) for column in range(2, 13)})
"""How many spaces each column has; the last one is its top."""

Heights: TypeAlias = tuple[tuple[int, int], ...]
"""Columns, ascending, and how high something stands there (from 1)."""


def height(cones: Heights, column: int) -> int:
    """Return how high a cone stands in ``column``; 0 if there is none."""
    return dict(cones).get(column, 0)


class Move(Action, frozen=True):
    """Move runners in these columns (ascending): two, one twice, or one."""

    word: ClassVar[str] = "move"
    columns: tuple[int, ...]

    def arguments(self) -> tuple[str, ...]:
        """The columns in ascending order."""
        return tuple(map(str, self.columns))


class Stop(Action, frozen=True):
    """Put cones where the runners stand."""

    word: ClassVar[str] = "stop"


CantStopAction: TypeAlias = Roll | Move | Stop


class Last(NamedTuple):
    """How the latest turn ended: with cones where ``runners`` stood, or without because ``faces`` moved none."""

    seat: Seat
    stopped: bool
    faces: Faces
    runners: Heights
    won: tuple[int, ...] = ()
    """Columns won by stopping."""
    frozen: bool = False
    """Whether the Power die ended it."""


@dataclass(frozen=True)
class State:
    """The cones and columns of everybody, and the runners of the seat to act."""

    cones: tuple[Heights, ...]
    """One per seat; those of columns it has won stand on top."""
    won: tuple[tuple[int, ...], ...]
    """For each seat, the columns it has won, ascending."""
    turn: Seat | None
    """None once the game is over."""
    turns: tuple[int, ...]
    """For each seat, how many turns it has ended, in all games of a match."""
    dice: Faces = ()
    """The latest throw of this turn, in the order it fell."""
    moved: bool = False
    """Whether that throw has been used."""
    twice: bool = False
    """Whether it may be used once more."""
    power: int | None = None
    """The Power die of that throw, if there is one."""
    runners: Heights = ()
    gone: tuple[Seat, ...] = ()
    """Seats that left, in the order they did."""
    last: Last | None = None
    match: Match = FIRST_GAME
