"""A moment of Yamslam, a player's decisions besides throwing, and the events that people see."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from bot.engine import Action, Event, Faces, Seat
from bot.games.yamslam.chips import Chips


class Standing(NamedTuple):
    """What a collector had to show in an earlier game of the match."""

    points: int
    kinds: int


class Take(Action, frozen=True):
    """Take a chip of this kind, from the rack, or (``out``) from the removed ones."""

    word: ClassVar[str] = "take"
    kind: str
    out: bool = False

    def arguments(self) -> tuple[str, ...]:
        """The kind, then ``out`` for a removed chip."""
        return (self.kind, "out") if self.out else (self.kind,)


class Pass(Action, frozen=True):
    """End the turn without a chip."""

    word: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Took(Event):
    """``seat`` took a chip; with ``again``, a Yamslam, and plays on."""

    seat: Seat
    kind: str
    out: bool
    yamslam: bool
    again: bool


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """``seat`` ended its turn without a chip."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """A chip of this kind left the rack, because nobody had taken one."""

    kind: str


class Ended(NamedTuple):
    """How a turn, or the part of one before a Yamslam, ended: the dice, and the kinds of the chips they won."""

    seat: Seat
    faces: Faces
    power: int | None
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class State:
    """Whose turn it is, what lies on the table, and where every chip is."""

    rack: Chips
    out: Chips
    """Chips removed: only a Yamslam wins them."""
    taken: tuple[Chips, ...]
    """For each collector."""
    turn: Seat | None
    """None once the game is over."""
    throws: int = 0
    dice: Faces = ()
    """As they lie on the table: those kept first, in ascending order, then the others in the order they fell."""
    kept: int = 0
    """How many of ``dice``, from the first, the seat kept in the last throw."""
    power: int | None = None
    """The face of the Power die, if there is one and the seat has thrown it."""
    power_kept: bool = False
    """Whether the seat kept the Power die in the last throw."""
    second: str | None = None
    """The kind of the chip just taken, while the Power die allows one of another kind."""
    owed: int = 0
    """Chips this Yamslam still gives, after the first."""
    won: bool = False
    """Whether this turn has brought a chip."""
    fruitful: bool = False
    """Whether this round has, before this turn."""
    dry: int = 0
    """Turns in a row without a chip."""
    last: int | None = None
    """The collector who took the last chip in play."""
    gone: tuple[Seat, ...] = ()
    earlier: tuple[tuple[Standing, ...], ...] = ()
    """The match's games before this one, a standing per collector."""
    ended: Ended | None = None
    """The latest of them, whose dice stay in sight until the next throw."""
