"""A player's decisions besides throwing, and the events that people see."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

from bot.engine import Action, Event, Keep, Roll, Seat


class _Fill(Action, frozen=True):
    box: str
    column: int = 0
    """From 1 if the sheet has several, else 0 and not part of the text."""

    def arguments(self) -> tuple[str, ...]:
        """The box, then the column if there are several."""
        return (self.box, str(self.column)) if self.column else (self.box,)


class Mark(_Fill, frozen=True):
    """Write the worth of the dice in an open box; 0 if its condition fails."""

    word: ClassVar[str] = "mark"


class Strike(_Fill, frozen=True):
    """Write 0 in an open box."""

    word: ClassVar[str] = "strike"


class Done(Action, frozen=True):
    """Leave it at one box although the Power die shows 5."""

    word: ClassVar[str] = "done"


class Fills(NamedTuple):
    """What a seat may do with its boxes, in the order of the sheet."""

    marks: Sequence[Mark] = ()
    strikes: Sequence[Strike] = ()
    done: bool = False
    """Whether it may leave it at the first of two boxes."""


YumAction: TypeAlias = Roll | Keep | Mark | Strike | Done


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """``seat`` filled a box. ``column`` as in the action; ``joker`` if the dice counted as a joker there."""

    seat: Seat
    box: str
    column: int
    points: int
    struck: bool = False
    joker: bool = False


@dataclass(frozen=True, slots=True)
class ExtraYum(Event):
    """``seat`` threw a Yum beyond its box and gets a bonus of ``points``."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Penalised(Event):
    """``seats`` each write a 0 instead of their next turn."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class NextGame(Event):
    """A game of a match ended with these totals, one per seat; the sheets are empty again."""

    totals: tuple[int, ...]
    bonuses: tuple[tuple[int, ...], ...]
    """For each seat, the bonus of every upper section of that game."""
