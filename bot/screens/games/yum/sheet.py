"""Score sheets as narrow lines: one seat's alone, and everybody's side by side, as far as 28 columns go."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from bot.engine import Seat
from bot.games.yum.layout import Layout
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import Section
from bot.games.yum.scoring.totals import SheetTotals, sheet_totals
from bot.games.yum.state import Sheet, State
from bot.locales import Words
from bot.screens.games.yum.board_sheet import head
from bot.screens.games.yum.bonus_terms import bonus_term
from bot.screens.games.yum.labels import in_sections, two_columns
from bot.screens.kit import RenderContext, code_block, mention, own_total
from bot.screens.kit.board_view import SheetReader
from bot.screens.kit.sheet_table import OPEN, SheetEntry, columns, two_panels
from bot.screens.kit.values import TABLE_WIDTH
from bot.tables.core.model import Table

_LABEL, _WIDTH = 10, 4
"""Columns of a box's name, and of each player's points."""

_PLAYERS = (TABLE_WIDTH - _LABEL) // _WIDTH


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
        (t(bonus_term(layout, "Bonus")), [column.bonus for column in totals.columns]),
    ]


def heads(layout: Layout) -> list[str]:
    """The words above the columns: their multipliers, or their numbers if all count once."""
    if layout.stacked:
        return []
    if len(set(layout.multipliers)) > 1:
        return [f"×{multiplier}" for multiplier in layout.multipliers]
    return [str(number) for number in range(1, layout.columns + 1)]


# -- everybody's, for one reader ---------------------------------------------------------------------------------


def sheets_parts(context: RenderContext, table: Table, game: Yum, state: State, reader: SheetReader) -> list[str]:
    """Return tables of up to four players, the reader in each; of sheets with several columns, one player each."""
    seats = [Seat(seat) for seat in range(len(table.players))]
    own = [seat for seat in seats if seat == reader.seat]
    others = [seat for seat in seats if seat != reader.seat]
    if game.layout.columns > 1:
        return [_alone(context, table, game, state, seat) for seat in (*own, *others)]
    room = _PLAYERS - len(own)
    groups = [others[first : first + room] for first in range(0, len(others), room)] or [[]]
    return [_together(context, table, game, state, (*own, *group), reader.names) for group in groups]


def _alone(context: RenderContext, table: Table, game: Yum, state: State, seat: Seat) -> str:
    return f"{_headline(context, table, seat)}\n{code_block(sheet_lines(context, game, state, seat))}"


def _headline(context: RenderContext, table: Table, seat: Seat) -> str:
    return f"{mention(table.players[seat])} **{context.t.number(own_total(table, seat))}**"


def _together(
    context: RenderContext, table: Table, game: Yum, state: State, seats: Sequence[Seat], names: Sequence[str]
) -> str:
    heads = [head(names, seat, seats) for seat in seats] if len(seats) > 1 else []
    scores = " · ".join(_headline(context, table, seat) for seat in seats)
    above = [_table_line("", heads)] if heads else []
    return f"{scores}\n{code_block([*above, *_table_rows(context, game, state, seats)])}"


def _table_rows(context: RenderContext, game: Yum, state: State, seats: Sequence[Seat]) -> Iterator[str]:
    """The boxes section by section, the bonus below the upper one, the totals last; an empty line between sections."""
    t, layout = context.t, game.layout
    totals = [sheet_totals(layout, state.sheets[seat], state.extra_yums[seat], game.ending.raw_bonus) for seat in seats]
    sections = in_sections(layout)
    for section, following in pairwise([*sections, ()]):
        for place in section:
            cells = [state.sheets[seat][0][place] for seat in seats]
            yield _table_line(
                t(layout.boxes[place].short), [OPEN if cell is None else str(cell.written) for cell in cells]
            )
        if layout.bonus.steps and layout.boxes[section[0]].section is Section.UPPER:
            yield _table_line(t("Upper"), [str(one.columns[0].upper) for one in totals])
            yield _table_line(t(bonus_term(layout, "Bonus")), [str(one.columns[0].bonus) for one in totals])
        if following:
            yield ""
    yield ""
    yield _table_line(t("Total"), [str(one.total) for one in totals])


def _table_line(label: str, values: Sequence[str]) -> str:
    return f"{label:<{_LABEL}}" + "".join(f"{value:>{_WIDTH}}" for value in values)
