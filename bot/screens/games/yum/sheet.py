"""One seat's score sheet as narrow lines, for every sheet."""

from functools import lru_cache

from bot.engine import Seat
from bot.games.yum.layout import Layout
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import Section
from bot.games.yum.scoring.totals import SheetTotals, sheet_totals
from bot.games.yum.state import Sheet, State
from bot.locales import Words
from bot.screens.games.yum.labels import two_columns
from bot.screens.kit import RenderContext
from bot.screens.kit.sheet_table import SheetEntry, columns, two_panels


def sheet_lines(context: RenderContext, game: Yum, state: State, seat: Seat) -> list[str]:
    """Boxes, upper section and bonus; two boxes a line, or one line with a place for each column."""
    return list(_lines(context.t, game.layout, game.ending.raw_bonus, state.sheets[seat], state.extra_yums[seat]))


@lru_cache(maxsize=2048)
def _lines(t: Words, layout: Layout, raw_bonus: bool, sheet: Sheet, extra_yums: tuple[int, ...]) -> tuple[str, ...]:
    """A sheet changes once a turn and every press draws it, so its lines stay in memory; 2 KB each."""
    totals = sheet_totals(layout, sheet, extra_yums, raw_bonus)
    rows = [(t(box.short), [_points(cells[place]) for cells in sheet]) for place, box in enumerate(layout.boxes)]
    upper = _upper_rows(t, layout, totals)
    if layout.columns == 1:
        left, right = two_columns(layout, tuple(range(len(rows))))
        numbers = sum(box.section is Section.UPPER for box in layout.boxes)
        entries = [[SheetEntry(rows[place][0], rows[place][1][0]) for place in side] for side in (left, right)]
        entries[0][numbers:numbers] = [SheetEntry(label, points[0]) for label, points in upper]
        return tuple(two_panels(*entries))
    first_lower = sum(box.section is Section.UPPER for box in layout.boxes)
    rows[first_lower:first_lower] = upper
    return tuple(columns(heads(layout), rows))


def _points(cell: tuple[int, int] | None) -> int | None:
    return None if cell is None else cell[0]


def _upper_rows(t: Words, layout: Layout, totals: SheetTotals) -> list[tuple[str, list[int | None]]]:
    """The upper section and its bonus, if the sheet has one."""
    if layout.stacked or not layout.bonus.steps:
        return []
    return [
        (t("Upper"), [column.upper for column in totals.columns]),
        (t("Bonus"), [column.bonus for column in totals.columns]),
    ]


def heads(layout: Layout) -> list[str]:
    """The words above the columns: their multipliers, or their numbers if all count once."""
    if layout.stacked:
        return []
    if len(set(layout.multipliers)) > 1:
        return [f"×{multiplier}" for multiplier in layout.multipliers]
    return [str(number) for number in range(1, layout.columns + 1)]
