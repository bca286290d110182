"""A score-sheet game in the words of ``python -m bot replay`` (notation.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.types import Report
from bot.games.yum.layout import Layout
from bot.games.yum.state import Column, State
from bot.games.yum.totals import SheetTotals


def report(layout: Layout, state: State, totals: Sequence[SheetTotals]) -> Report:
    """Return the sheets, upper sections, bonuses and totals of all seats."""
    return Report(tuple(_seat(layout, state, seat, total) for seat, total in enumerate(totals)), {})


def _seat(layout: Layout, state: State, seat: int, totals: SheetTotals) -> dict[str, Any]:
    return {
        "sheet": [_column(layout, cells) for cells in state.sheets[seat]],
        "upper": [column.upper for column in totals.columns],
        "bonus": [column.bonus for column in totals.columns],
        "total": totals.total,
    }


def _column(layout: Layout, cells: Column) -> dict[str, int | None]:
    return {box.key: None if cell is None else cell.written for box, cell in zip(layout.boxes, cells, strict=True)}
