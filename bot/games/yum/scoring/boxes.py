"""A sheet as it lies before the players, house rules applied: boxes, columns, dice and bonus."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, Protocol, TypeAlias

from bot.games.yum.scoring.formulas import Formula

# -- What is written on a sheet: cells, columns, and the sheet of a seat ---------------------------------------------


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


# -- What a box is. Each stands once: in :mod:`bot.games.yum.scoring.standard_boxes` or in its sheet -----------------


class Section(StrEnum):
    """The part of the sheet a box stands in; only ``UPPER`` boxes count for the bonus."""

    UPPER = "upper"
    LOWER = "lower"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A box of a sheet, alike in every column.

    Words are English (:func:`bot.engine.types.N_`); ``short`` fits a narrow table; ``condition`` says when the box
    scores and how much, with ``{points}`` for :attr:`maximum`.
    """

    key: str
    label: str
    short: str
    condition: str
    points: Formula
    """The worth of the dice alone; :mod:`.scoring` knows the order among boxes and the joker."""
    maximum: int
    """The printed maximum."""
    section: Section = Section.LOWER
    face: int = 0
    """The face an upper box counts, else 0."""
    joker: Formula | None = None
    """The points of five equal dice as a joker, if they differ from their usual points."""
    equal_dice: Formula | None = None
    """The points under the house rule ``of_a_kind = matching``, for the boxes it touches."""
    equal_words: str = ""
    """The condition then."""
    after: tuple[str, ...] = ()
    """Boxes of the column that must hold something before this one scores."""
    after_scored: bool = False
    """The boxes of ``after`` must hold points, a 0 is not enough."""
    below: str | None = None
    """The box of the column whose points, if it holds any, this one must stay under."""
    above: str | None = None
    """The box of the column whose points, if it holds any, this one must pass."""
    waits_for: str | None = None
    """The box of the column that must hold something before anybody may fill this one."""
    yum: bool = False
    """Whether this is a box for equal dice: they decide about the joker, and count for ``most_yums``."""


# -- The bonus of the upper section ----------------------------------------------------------------------------------


class Bonus(Protocol):
    """Points added to the upper section of a column."""

    def __hash__(self) -> int: ...

    def points(self, subtotal: int) -> int:
        """Return the bonus for an upper section that adds up to ``subtotal``."""

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """Return (subtotal needed, points) in ascending order, as far as a sheet prints them."""

    @property
    def beyond(self) -> str:
        """The further bonus beyond the last step, in English; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Tiers:
    """Fixed points from a subtotal on; only the best tier counts. No tiers, no bonus."""

    steps: tuple[tuple[int, int], ...] = ()
    beyond: str = ""

    def points(self, subtotal: int) -> int:
        """Return the points of the best tier reached."""
        return max((points for needed, points in self.steps if subtotal >= needed), default=0)


NO_BONUS = Tiers()
ONE_TIER = Tiers(((63, 35),))
THREE_TIERS = Tiers(((63, 35), (71, 55), (78, 75)))


# -- The sheet: boxes, columns, dice and bonus -----------------------------------------------------------------------

Award: TypeAlias = Callable[[Mapping[str, tuple[int, ...]]], int]
"""Grand total out of the points in the filled cells of each box."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A sheet under its house rules."""

    boxes: tuple[Box, ...]
    bonus: Bonus = NO_BONUS
    dice: int = 5
    multipliers: tuple[int, ...] = (1,)
    """The multiplier of each column's total; as many as there are columns."""
    stacked: bool = False
    """The columns are one column of boxes with several cells, filled from the first."""
    award: Award | None = None
    """Computes the grand total from the cells, if it is not their sum."""
    prime: bool = False
    """French calls the bonus a prime."""

    @property
    def columns(self) -> int:
        """The number of columns that a seat fills."""
        return len(self.multipliers)

    @property
    def named_columns(self) -> bool:
        """Whether an action says which column it fills."""
        return self.columns > 1 and not self.stacked

    def box(self, key: str) -> Box:
        """Return the box with that key; raises KeyError."""
        for box in self.boxes:
            if box.key == key:
                return box
        raise KeyError(key)

    def index(self, key: str) -> int:
        """Return the place of a box among the cells of a column; raises KeyError."""
        return self.boxes.index(self.box(key))

    def with_boxes(self, change: Callable[[Box], Box]) -> "Layout":
        """Return this layout with ``change`` applied to every box."""
        return replace(self, boxes=tuple(map(change, self.boxes)))

    def with_box(self, key: str, *instead: Box) -> "Layout":
        """Return this layout with ``instead`` in the place of the box ``key``."""
        place = self.index(key)
        return replace(self, boxes=(*self.boxes[:place], *instead, *self.boxes[place + 1 :]))
