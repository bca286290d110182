"""One seat's score sheet as narrow lines, whatever sheet of the family it is."""

from __future__ import annotations

from bot.engine.types import Seat
from bot.games.yum.boxes import Section
from bot.games.yum.layout import Layout
from bot.games.yum.rules import Yum
from bot.games.yum.state import State
from bot.games.yum.totals import SheetTotals
from bot.screens.kit import Desk
from bot.screens.sheet_table import Entry, columns, two_panels


def sheet_lines(desk: Desk, game: Yum, state: State, seat: Seat) -> list[str]:
    """Boxes, upper section and bonus; two boxes a line, or one line with a place for each column."""
    layout, totals = game.layout, game.totals(state, seat)
    sheet = state.sheets[seat]
    rows = [
        (desk.t(box.short), [None if cells[place] is None else _points(cells[place]) for cells in sheet])
        for place, box in enumerate(layout.boxes)
    ]
    upper = _upper_rows(desk, layout, totals)
    first_lower = sum(box.section is Section.UPPER for box in layout.boxes)
    rows[first_lower:first_lower] = upper
    if layout.columns == 1:
        return two_panels([Entry(label, points[0]) for label, points in rows])
    return columns(_heads(layout), rows)


def _points(cell: tuple[int, int] | None) -> int | None:
    return None if cell is None else cell[0]


def _upper_rows(desk: Desk, layout: Layout, totals: SheetTotals) -> list[tuple[str, list[int | None]]]:
    """The upper section and its bonus, where the sheet has one."""
    if layout.stacked or not layout.bonus.steps:
        return []
    return [
        (desk.t("Upper"), [column.upper for column in totals.columns]),
        (desk.t("Bonus"), [column.bonus for column in totals.columns]),
    ]


def _heads(layout: Layout) -> list[str]:
    """What stands above the columns: their multipliers, or their numbers where all count once."""
    if layout.stacked:
        return []
    if len(set(layout.multipliers)) > 1:
        return [f"×{multiplier}" for multiplier in layout.multipliers]
    return [str(number) for number in range(1, layout.columns + 1)]
