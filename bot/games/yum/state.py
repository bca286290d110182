"""A moment of a score-sheet game. :mod:`bot.games.yum.scoring.totals` computes its totals from the cells."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from bot.engine import Faces, Seat
from bot.engine.match import Throw
from bot.games.yum.actions import Marked
from bot.games.yum.standing import Standing


class Cell(NamedTuple):
    """A filled box of a column."""

    written: int
    """The points on the sheet, multiplied by the Power die if there is one."""
    raw: int
    """The points of the dice alone: what Low and High Score compare."""


Column: TypeAlias = tuple[Cell | None, ...]
"""A cell per box, in the order of the boxes; None while the box is open."""

Sheet: TypeAlias = tuple[Column, ...]
"""The columns of one seat."""


@dataclass(frozen=True, slots=True)
class Last:
    """The latest turn that filled a box: its dice and what they became. Boards show it until the next throw."""

    dice: Faces
    """As they lay on the table; nothing where a fine filled the box."""
    power: int | None
    marked: tuple[Marked, ...]
    """One box, or two by the Power die."""
    extra_yum: int = 0
    """The bonus for a Yum beyond its box."""
    fined: tuple[Seat, ...] = ()
    """Who writes a 0 instead of the next turn because of these dice."""


@dataclass(frozen=True)
class State:
    """Whose turn it is, what lies on the table, and every sheet. Without slots, like a table: each step copies it."""

    sheets: tuple[Sheet, ...]
    """One per seat."""
    turn: Seat | None
    """None once the game is over."""
    round: int = 1
    """Of the present game: it grows when the turn comes round to the first seats again."""
    throws: int = 0
    """How often the seat to act has thrown this turn."""
    dice: Faces = ()
    """As they lie on the table: those kept first, in ascending order, then the others in the order they fell."""
    kept: int = 0
    """How many of ``dice``, from the first, the seat kept in the last throw."""
    power: int | None = None
    """The face of the Power die, if there is one and the seat has thrown it this turn."""
    power_kept: bool = False
    """Whether the seat kept the Power die in the last throw."""
    second: bool = False
    """One box is filled and the Power die allows a second one."""
    spare: tuple[int, ...] = ()
    """Throws each seat may still add to its turns: tokens, or throws it saved."""
    extra_yums: tuple[tuple[int, ...], ...] = ()
    """For each seat and column, the Yums beyond the box that earned a bonus."""
    penalties: tuple[int, ...] = ()
    """For each seat, the turns in which it only writes a 0."""
    gone: tuple[Seat, ...] = ()
    """Seats that left, in the order they did."""
    roll_off: tuple[tuple[Throw, ...], ...] = ()
    """The throws that decided a tie for the first place, round by round."""
    earlier: tuple[tuple[Standing, ...], ...] = ()
    """The result of each seat in the match's earlier games."""
    last: Last | None = None
    """None before the first box of all."""
