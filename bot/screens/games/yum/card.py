"""Everybody's score sheets for the picture of a result."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.engine import N_, Seat
from bot.games.yum.layout import Layout
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import Section
from bot.games.yum.scoring.totals import ColumnTotals, SheetTotals
from bot.games.yum.state import State
from bot.locales import Words
from bot.screens.games.yum.bonus_terms import bonus_term
from bot.screens.games.yum.sheet import heads
from bot.screens.kit import RenderContext, SheetLine, Sheets, Weight
from bot.screens.kit.card_sheets import single, totalled
from bot.tables.core.model import Table


def card_sheets(context: RenderContext, table: Table, game: Yum, state: State) -> Sheets:
    """Return every box, the sums, and what a match brought before; a column of points for each column of the sheet.

    Several sheets of several columns show their sums alone: on a phone nobody could read their boxes. More → Sheets has
    these.
    """
    layout = game.layout
    totals = [game.totals(state, Seat(seat)) for seat in range(len(state.sheets))]
    if layout.named_columns and len(totals) > 1:
        lines = _sums_alone(context, layout, totals)
    else:
        lines = _boxes_and_sums(context, game, state, totals)
    lines += _ends(context, game, state, totals)
    return Sheets(tuple(lines), tuple(heads(layout)) if layout.columns > 1 else ())


def _sums_alone(context: RenderContext, layout: Layout, totals: Sequence[SheetTotals]) -> list[SheetLine]:
    """The sections of each column, of which a bonus only where the sheet has one, and what they add up to."""
    lower = _summed(context.t, N_("Lower"), totals, lambda column: column.lower)
    sections = [replace(line, weight=Weight.BOX) for line in (*_upper_sums(context, layout, totals), lower)]
    return [*sections, *_column_sums(context, totals)]


def _boxes_and_sums(context: RenderContext, game: Yum, state: State, totals: Sequence[SheetTotals]) -> list[SheetLine]:
    layout = game.layout
    boxes = [
        SheetLine(
            context.t(box.label), tuple(tuple(_points(cells[place]) for cells in sheet) for sheet in state.sheets)
        )
        for place, box in enumerate(layout.boxes)
    ]
    upper = sum(box.section is Section.UPPER for box in layout.boxes)
    if layout.stacked:
        between: list[SheetLine] = []
        sums = [single(context.t, N_("Points in the boxes"), [one.score for one in totals], layout.columns)]
    else:
        between = _upper_sums(context, layout, totals) if layout.bonus.steps else []
        sums = _column_sums(context, totals)
    return [*boxes[:upper], *between, *boxes[upper:], *sums]


def _points(cell: tuple[int, int] | None) -> str:
    return "" if cell is None else str(cell[0])


def _upper_sums(context: RenderContext, layout: Layout, totals: Sequence[SheetTotals]) -> list[SheetLine]:
    upper = _summed(context.t, N_("Upper"), totals, lambda column: column.upper)
    bonus = _summed(context.t, bonus_term(layout, "Bonus"), totals, lambda column: column.bonus)
    return [upper, bonus] if layout.bonus.steps else [upper]


def _column_sums(context: RenderContext, totals: Sequence[SheetTotals]) -> list[SheetLine]:
    """The Yums beyond their box, if there are any, and the sums of several columns."""
    every = [column for one in totals for column in one.columns]
    lines = []
    if any(column.yum_bonus for column in every):
        lines.append(_summed(context.t, N_("More Yums"), totals, lambda column: column.yum_bonus))
    if len(totals[0].columns) > 1:
        lines.append(_summed(context.t, N_("Sum"), totals, lambda column: column.combined))
    if any(column.multiplier > 1 for column in every):
        lines.append(_summed(context.t, N_("Multiplied"), totals, lambda column: column.total))
    return lines


def _ends(context: RenderContext, game: Yum, state: State, totals: Sequence[SheetTotals]) -> list[SheetLine]:
    """Return the total; below what this game and those before brought, in a match."""
    games = [game.own_games(state, Seat(seat)) for seat in range(len(totals))]
    before, now = [sum(one[:-1]) for one in games], [one[-1] for one in games]
    return totalled(context, before, now, columns=game.layout.columns, match=len(games[0]) > 1)


def _summed(t: Words, label: str, totals: Sequence[SheetTotals], of: Callable[[ColumnTotals], int]) -> SheetLine:
    """A line with a sum for every column."""
    return SheetLine(
        t(label), tuple(tuple(t.number(of(column)) for column in one.columns) for one in totals), Weight.SUM
    )
