"""A score-sheet game in the words of ``python -m bot replay`` (notation.md)."""

from collections.abc import Mapping, Sequence

from bot.engine import Report
from bot.games.yum.layout import Layout
from bot.games.yum.scoring.totals import SheetTotals
from bot.games.yum.state import Column, Sheet, State


def report(layout: Layout, state: State, totals: Sequence[SheetTotals]) -> Report:
    """Return the sheets, upper sections, bonuses and totals of all seats."""
    return Report(tuple(_seat(layout, state, seat, total) for seat, total in enumerate(totals)), {})


def _seat(layout: Layout, state: State, seat: int, totals: SheetTotals) -> dict[str, object]:
    # Cells of one column are not columns: nothing stands in their upper section.
    shown = totals.columns[:1] if layout.stacked else totals.columns
    return {
        "sheet": _sheet(layout, state.sheets[seat]),
        "upper": [column.upper for column in shown],
        "bonus": [column.bonus for column in shown],
        "total": totals.total,
        **({} if totals.awarded is None else {"score": totals.score}),
        **({"yum_bonus": [column.yum_bonus for column in totals.columns]} if any(state.extra_yums[seat]) else {}),
        **({"spare_throws": state.spare[seat]} if state.spare[seat] else {}),
        **({"earlier": [game[seat].total for game in state.earlier]} if state.earlier else {}),
    }


def _sheet(layout: Layout, sheet: Sheet) -> Sequence[Mapping[str, object]]:
    columns = [_column(layout, cells) for cells in sheet]
    if not layout.stacked:
        return columns
    return [{box.key: [column[box.key] for column in columns] for box in layout.boxes}]


def _column(layout: Layout, cells: Column) -> dict[str, int | None]:
    return {box.key: None if cell is None else cell.written for box, cell in zip(layout.boxes, cells, strict=True)}
