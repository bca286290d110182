"""Everybody's sheets for the picture of a result: all that adds up to the total, a line each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

from bot.engine.types import Seat
from bot.games.yamslam.chips import CHIPS, KINDS, LAST, SET, bonus, worth
from bot.games.yamslam.rules import Yamslam
from bot.games.yamslam.state import State as ChipState
from bot.games.yum.rules import Yum
from bot.games.yum.scoring.boxes import Section
from bot.games.yum.scoring.totals import ColumnTotals, SheetTotals
from bot.games.yum.state import State
from bot.screens.games.yum.sheet import heads, seat_totals
from bot.screens.kit.pictured import SheetLine, Weight
from bot.screens.kit.sides import games_of
from bot.screens.kit.values import Desk
from bot.tables.core.model import Table


class Sheets(NamedTuple):
    """The lines, and what stands above the columns of each sheet."""

    lines: tuple[SheetLine, ...] = ()
    heads: tuple[str, ...] = ()


NO_SHEETS = Sheets()


def points_sheets(desk: Desk, table: Table) -> Sheets:
    """Every box, the sums, and what a match brought before; a column of points for each column of the sheet."""
    game, state = cast(Yum, table.game), cast(State, table.state)
    layout = game.layout
    boxes = [
        SheetLine(desk.t(box.label), tuple(tuple(_points(cells[place]) for cells in sheet) for sheet in state.sheets))
        for place, box in enumerate(layout.boxes)
    ]
    upper = sum(box.section is Section.UPPER for box in layout.boxes)
    totals = [seat_totals(game, state, Seat(seat)) for seat in range(len(state.sheets))]
    if layout.stacked:
        between: list[SheetLine] = []
        sums = [_single(desk.t("Points in the boxes"), [one.score for one in totals], layout.columns)]
    else:
        between = _upper_sums(desk, totals) if layout.bonus.steps else []
        sums = _column_sums(desk, totals)
    lines = [*boxes[:upper], *between, *boxes[upper:], *sums, *_ends(desk, table, layout.columns, totals)]
    return Sheets(tuple(lines), tuple(heads(layout)) if layout.columns > 1 else ())


def _points(cell: tuple[int, int] | None) -> str:
    return "" if cell is None else str(cell[0])


def _upper_sums(desk: Desk, totals: Sequence[SheetTotals]) -> list[SheetLine]:
    return [
        _summed(desk.t("Upper"), totals, lambda column: column.upper),
        _summed(desk.t("Bonus"), totals, lambda column: column.bonus),
    ]


def _column_sums(desk: Desk, totals: Sequence[SheetTotals]) -> list[SheetLine]:
    """The Yums beyond their box where there are any, and the sums of several columns."""
    t = desk.t
    every = [column for one in totals for column in one.columns]
    lines = []
    if any(column.yum_bonus for column in every):
        lines.append(_summed(t("More Yums"), totals, lambda column: column.yum_bonus))
    if len(totals[0].columns) > 1:
        lines.append(_summed(t("Sum"), totals, lambda column: column.combined))
    if any(column.multiplier > 1 for column in every):
        lines.append(_summed(t("Multiplied"), totals, lambda column: column.total))
    return lines


def _ends(desk: Desk, table: Table, columns: int, totals: Sequence[SheetTotals]) -> list[SheetLine]:
    """The total; below what this game and those before brought, in a match."""
    games = [games_of(table, Seat(seat)) for seat in range(len(totals))]
    return _totalled(desk, [sum(one[:-1]) for one in games], [one[-1] for one in games], columns, len(games[0]) > 1)


def _totalled(desk: Desk, before: Sequence[int], now: Sequence[int], columns: int, match: bool) -> list[SheetLine]:
    t = desk.t
    total = [sum(both) for both in zip(before, now, strict=True)]
    lines = [_single(t("Total"), total, columns, Weight.TOTAL)]
    if match:
        lines = [_single(t("This game"), now, columns), _single(t("Earlier games"), before, columns), *lines]
    return lines


def _summed(label: str, totals: Sequence[SheetTotals], of: Callable[[ColumnTotals], int]) -> SheetLine:
    """A line with a sum for every column."""
    return SheetLine(label, tuple(tuple(str(of(column)) for column in one.columns) for one in totals), Weight.SUM)


def _single(label: str, values: Sequence[int], columns: int, weight: Weight = Weight.SUM) -> SheetLine:
    """A line with one number for all columns of a seat: below the last one."""
    return SheetLine(label, tuple(("",) * (columns - 1) + (str(value),) for value in values), weight)


# -- chips -------------------------------------------------------------------------------------------------------


def chip_sheets(desk: Desk, table: Table) -> Sheets:
    """The points on everybody's chips of each kind, and the bonuses; partners have theirs together."""
    t = desk.t
    game, state = cast(Yamslam, table.game), cast(ChipState, table.state)
    whose = [game.collector(seat) for seat in range(len(table.players))]
    taken = [state.taken[collector] for collector in whose]
    lines = [
        SheetLine(
            t("{kind} ({points})", kind=t(kind.label), points=kind.points),
            tuple((str(chips[place] * kind.points),) for chips in taken),
        )
        for place, kind in enumerate(KINDS)
    ]
    sets = [SET * chips.count(CHIPS) for chips in taken]
    last = [LAST * (state.last == collector) for collector in whose]
    every = [bonus(chips, state.last == collector) for chips, collector in zip(taken, whose, strict=True)]
    kinds = [every[seat] - sets[seat] - last[seat] for seat in range(len(whose))]
    lines += [
        _single(t("Chips"), [worth(chips) for chips in taken], 1),
        _single(t("Different kinds"), kinds, 1, Weight.BOX),
        _single(t("Complete sets"), sets, 1, Weight.BOX),
        _single(t("Last chip"), last, 1, Weight.BOX),
    ]
    before = [sum(earlier[collector].points for earlier in state.earlier) for collector in whose]
    now = [worth(chips) + extra for chips, extra in zip(taken, every, strict=True)]
    return Sheets((*lines, *_totalled(desk, before, now, 1, bool(state.earlier))))
