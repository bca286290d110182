"""The totals of a sheet, computed from its cells whenever they are asked for."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from bot.games.yum.scoring.boxes import Bonus, Column, Layout, Section, Sheet

EXTRA_YUM = 100
"""The bonus for a Yum beyond its box."""


@dataclass(frozen=True, slots=True)
class ColumnTotals:
    """What a column adds up to."""

    upper: int
    """The upper boxes, without the bonus."""
    tested: int
    """What the bonus looks at: the upper boxes, under a house rule before the Power die."""
    bonus: int
    lower: int
    """All boxes below the bonus."""
    yum_bonus: int
    multiplier: int

    @property
    def combined(self) -> int:
        """The whole column at face value."""
        return self.upper + self.bonus + self.lower + self.yum_bonus

    @property
    def total(self) -> int:
        """What the column adds to the grand total."""
        return self.combined * self.multiplier


@dataclass(frozen=True)
class SheetTotals:
    """What the sheet of a seat adds up to. It is remembered (:func:`sheet_totals`), and its sum with it."""

    columns: tuple[ColumnTotals, ...]
    awarded: int | None = None
    """The grand total where it is not the sum of the columns."""

    @cached_property
    def score(self) -> int:
        """The sum of the columns."""
        return sum(column.total for column in self.columns)

    @property
    def total(self) -> int:
        """The grand total."""
        return self.score if self.awarded is None else self.awarded

    @property
    def upper(self) -> int:
        """The upper sections with their bonuses, as they count for the grand total."""
        return sum((column.upper + column.bonus) * column.multiplier for column in self.columns)


def column_totals(layout: Layout, cells: Column, multiplier: int, extra_yums: int, raw_bonus: bool) -> ColumnTotals:
    """Return the totals of a column; ``raw_bonus`` tests the bonus on the points before the Power die."""
    upper = lower = tested = 0
    for box, cell in zip(layout.boxes, cells, strict=True):
        if cell is None:
            continue
        if box.section is Section.UPPER:
            upper += cell.written
            tested += cell.raw if raw_bonus else cell.written
        else:
            lower += cell.written
    return ColumnTotals(upper, tested, layout.bonus.points(tested), lower, EXTRA_YUM * extra_yums, multiplier)


def next_step(bonus: Bonus, subtotal: int) -> int | None:
    """Return the subtotal that the next step of ``bonus`` needs; None if there is none."""
    return next((needed for needed, _ in bonus.steps if needed > subtotal), None)


@lru_cache(maxsize=1024)  # Each holds a sheet, some KB.
def sheet_totals(layout: Layout, sheet: Sheet, extra_yums: tuple[int, ...], raw_bonus: bool = False) -> SheetTotals:
    """Return the totals of a seat's sheet; ``extra_yums`` are counted per column.

    The totals are remembered, since a sheet changes once a turn and every press asks for them.
    """
    columns = tuple(
        column_totals(layout, cells, multiplier, extra, raw_bonus)
        for cells, multiplier, extra in zip(sheet, layout.multipliers, extra_yums, strict=True)
    )
    return SheetTotals(columns, None if layout.award is None else layout.award(_filled(layout, sheet, raw_bonus)))


def _filled(layout: Layout, sheet: Sheet, raw: bool) -> dict[str, tuple[int, ...]]:
    """Return the points in the filled cells of each box, over all columns."""
    cells = {box.key: [column[place] for column in sheet] for place, box in enumerate(layout.boxes)}
    return {
        key: tuple(cell.raw if raw else cell.written for cell in row if cell is not None) for key, row in cells.items()
    }


def yums(layout: Layout, sheet: Sheet, extra_yums: tuple[int, ...]) -> int:
    """Return how many Yums a seat scored, those beyond the box included."""
    places = [place for place, box in enumerate(layout.boxes) if box.yum]
    marked = sum(1 for cells in sheet for place in places if (cell := cells[place]) is not None and cell.raw)
    return marked + sum(extra_yums)
