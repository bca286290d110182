"""Score sheets as narrow lines of at most 28 columns: on a board, one seat's alone, and everybody's side by side."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import groupby, pairwise
from typing import TypeAlias

from bot.engine import N_, Seat
from bot.games.yum.rules import Marked, State, Yum
from bot.games.yum.scoring import Box, Section
from bot.games.yum.scoring.boxes import Column, Layout, Sheet
from bot.games.yum.scoring.points import SheetTotals, sheet_totals
from bot.locales import Words, in_context
from bot.screens.kit import CROWN, RenderContext, code_block, named_in_play
from bot.screens.kit.board import SheetReader
from bot.screens.kit.sides import OPEN, SheetEntry, columns, two_panels
from bot.screens.kit.values import TABLE_WIDTH
from bot.tables.model.table import Table

# -- The words for the bonus of the upper section: in French, Yams calls it a prime ----------------------------------

_PRIMES = {
    N_("Bonus"): in_context("Yams", "Bonus"),
    N_("upper boxes for the bonus: {progress}"): in_context("Yams", "upper boxes for the bonus: {progress}"),
    N_("+{n} → {upper} of {needed} for the bonus"): in_context("Yams", "+{n} → {upper} of {needed} for the bonus"),
    N_("+{n} → {upper}: a bonus of {bonus}"): in_context("Yams", "+{n} → {upper}: a bonus of {bonus}"),
    N_("Bonus! {points} points more for {player}."): in_context("Yams", "Bonus! {points} points more for {player}."),
    N_("{player} has the bonus: +{points}!"): in_context("Yams", "{player} has the bonus: +{points}!"),
    N_("Well earned, {player}: bonus, +{points}!"): in_context("Yams", "Well earned, {player}: bonus, +{points}!"),
    N_("{player} almost had the bonus: {upper} of {needed}"): in_context(
        "Yams", "{player} almost had the bonus: {upper} of {needed}"
    ),
    N_("Bonus of the upper section"): in_context("Yams", "Bonus of the upper section"),
    N_("Multiplied points count for the bonus too."): in_context("Yams", "Multiplied points count for the bonus too."),
    N_("Upper bonus: {steps}"): in_context("Yams", "Upper bonus: {steps}"),
    N_("Upper bonus: {n} of {chances} ({share})."): in_context("Yams", "Upper bonus: {n} of {chances} ({share})."),
    N_("Then you are {best} for the upper bonus ({n} of each is par); {other}."): in_context(
        "Yams", "Then you are {best} for the upper bonus ({n} of each is par); {other}."
    ),
    N_("The upper bonus: {best} ({n} of each is par); {other}."): in_context(
        "Yams", "The upper bonus: {best} ({n} of each is par); {other}."
    ),
    N_("The upper bonus comes in {best} of 100 games; {other}."): in_context(
        "Yams", "The upper bonus comes in {best} of 100 games; {other}."
    ),
    N_("The upper bonus brings {best} on average; {other}."): in_context(
        "Yams", "The upper bonus brings {best} on average; {other}."
    ),
    N_("Think of the upper bonus: how likely does each answer leave it?"): in_context(
        "Yams", "Think of the upper bonus: how likely does each answer leave it?"
    ),
}


def bonus_term(layout: Layout | None, sentence: str) -> str:
    """Return ``sentence``, which is English and speaks of the bonus, as the sheet ``layout`` says it."""
    return _PRIMES[sentence] if layout and layout.prime else sentence


# -- The boxes of every sheet as boards list them: names of at most six letters, and sections that no column divides --

LONGEST = 6
"""Letters of a name."""


class Group(IntEnum):
    """The sections of a board's sheet, in their order."""

    NUMBERS = 0
    EQUAL = 1
    """Pairs and dice of a kind."""
    HOUSES = 2
    ROWS = 3
    SUMS = 4
    YUMS = 5


_GROUPS = {
    Group.EQUAL: {
        *("one_pair", "two_pair", "two_pairs", "three_pairs", "two_pair_color", "double_paire"),
        *("three_kind", "four_kind", "five_kind", "brelan", "carre"),
    },
    Group.HOUSES: {"full_house", "full_house2", "full_house3", "full_house_color", "full", "villa", "tower"},
    Group.ROWS: {
        *("short_straight", "long_straight", "low_straight", "high_straight", "small_straight", "large_straight"),
        *("full_straight", "straight", "suite", "flush"),
    },
}


@lru_cache(maxsize=256)
def labels(t: Words, layout: Layout) -> tuple[str, ...]:
    """Return the short name of each box, in the order of the sheet. A longer one is cut: a plural by its ending."""
    return tuple(_label(t(box.short)) for box in layout.boxes)


def _label(name: str) -> str:
    name = name if len(name) <= LONGEST else name.removesuffix("s").removesuffix("e")
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip(' aeiouyé')}."


def _group(box: Box) -> Group:
    if box.section is Section.UPPER:
        return Group.NUMBERS
    if box.yum:
        return Group.YUMS
    return next((group for group, keys in _GROUPS.items() if box.key in keys), Group.SUMS)


@lru_cache(maxsize=64)
def in_order(layout: Layout) -> tuple[int, ...]:
    """Return the places of all boxes, section by section: in this order they stand wherever people see a sheet."""
    return tuple(sorted(range(len(layout.boxes)), key=lambda place: _group(layout.boxes[place])))


@lru_cache(maxsize=256)
def two_columns(layout: Layout, places: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the boxes at ``places`` in two columns, section by section, as even as no section is divided."""
    groups = {place: _group(layout.boxes[place]) for place in places}
    ordered = [place for place in in_order(layout) if place in groups]
    breaks = [
        number for number in range(1, len(ordered)) if groups[ordered[number - 1]] != groups[ordered[number]]
    ] or [len(ordered)]
    at = min(breaks, key=lambda number: max(number, len(ordered) - number))
    return tuple(ordered[:at]), tuple(ordered[at:])


@lru_cache(maxsize=256)
def in_sections(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Return the places of all boxes in the sections of a sheet; one box alone joins the lower section before it."""
    sections: list[list[int]] = []
    for _, section in groupby(in_order(layout), key=lambda place: _group(layout.boxes[place])):
        boxes = list(section)
        if len(boxes) == 1 and sections and _group(layout.boxes[sections[-1][0]]) is not Group.NUMBERS:
            sections[-1] += boxes
        else:
            sections.append(boxes)
    return tuple(map(tuple, sections))


# -- The sheet on a board, in at most 28 columns: it shows what the dice would write, to help to decide --------------
# Two players stand side by side. Of more, only the one to act has a column: a second one would change its name at
# every turn; their own sheet is under More. A sheet of several columns shows the open boxes of the player to act.

_LEFT, _VALUE, _RIGHT = 9, 4, 6
"""Columns of a name with its points on the left, of points, and of a name on the right."""

_BETWEEN = "│"
"""What parts the halves of a line: names such as "3 par." would else go on where the points on their left end."""

_SIGNS = ("+", "»", "★")
"""What stands before points that the dice would write, or have just written; the last one is for a Yum."""

_HEAD = 3
"""Letters of a player above their points."""

_BESIDE = 2
"""The players whose sheets a board has room for."""

Worth: TypeAlias = Mapping[tuple[int, int], int]
"""Points by column and place of a box; none for 0 points."""


def board_sheet(context: RenderContext, game: Yum, state: State, worth: Worth, names: Sequence[str]) -> list[str]:
    """Return the lines; ``names`` by seat, empty where one is unknown, with a crown behind that of a champion."""
    if game.layout.stacked:
        return _stacked(context, game, state, worth)
    if game.layout.columns > 1:
        return _folded(context, game, state, worth)
    return _side_by_side(context, game, state, worth, names)


def legend(context: RenderContext, game: Yum, *, drawn: bool) -> str:
    """Return what the board's sheet abbreviates, for people who are new to it; empty if nothing.

    Where it is ``drawn``, boxes have their whole names, and several columns are all there.
    """
    return _legend(context.t, game.layout, drawn)


@lru_cache(maxsize=256)
def _legend(t: Words, layout: Layout, drawn: bool) -> str:
    if layout.stacked:
        return ""
    names = [t(box.label) for box in layout.boxes] if drawn else labels(t, layout)
    named = zip(names, layout.boxes, strict=True)
    meanings = [t("{name}: {value}", name=name, value=t(box.gist)) for name, box in named if box.gist]
    if layout.columns > 1 and not drawn:
        several = N_("pts: these dice · {sign}: grids still open")
        if layout.multiplied:
            several = N_("pts: these dice · {sign}: columns still open")
        meanings.append(t(several, sign=_sign(t, layout)))
    return " · ".join(meanings)


def would_write(game: Yum, state: State) -> Worth:
    """Return the points that the dice would write in each open box, where it is any."""
    if state.turn is None or not state.dice:
        return {}
    sheet, faces = state.sheets[state.turn], tuple(sorted(state.dice))
    points, places = game.scorer.offers(sheet, faces)
    times = game.throwing.multiplier(state)
    return {(column, place): points[column][place] * times for column, place in places if points[column][place]}


def _just_written(game: Yum, state: State) -> Iterator[tuple[Seat, int, str]]:
    """The seat and place of each box that the latest dice have filled, until somebody throws; a Yum a turn longer."""
    for marked in () if state.last is None else state.last.marked:
        yum = marked.points and game.layout.box(marked.box).yum
        if yum or not state.dice or state.second:
            yield marked.seat, game.layout.index(marked.box), "★" if yum else "»"


# -- one column of boxes -----------------------------------------------------------------------------------------


def _side_by_side(context: RenderContext, game: Yum, state: State, worth: Worth, names: Sequence[str]) -> list[str]:
    seats = [Seat(seat) for seat in range(len(state.sheets))]
    if len(seats) > _BESIDE:
        seats = [state.turn or Seat(0)]
    points = [list(_in_words(state.sheets[seat][0])) for seat in seats]
    if state.turn in seats:
        own = points[seats.index(state.turn)]
        for (_, place), would in worth.items():
            own[place] = f"+{would}"
    for seat, place, sign in _just_written(game, state):
        if seat in seats and state.sheets[seat][0][place] is not None:
            shown = points[seats.index(seat)]
            shown[place] = f"{sign}{shown[place]}"
    lines = _lines(labels(context.t, game.layout), _halves(game.layout), points)
    return lines if len(state.sheets) == 1 else [_heads([head(names, seat, seats) for seat in seats]), *lines]


@lru_cache(maxsize=1024)
def _in_words(cells: Column) -> tuple[str, ...]:
    """The points in each box; a sheet changes once a turn, and every throw draws it."""
    return tuple(OPEN if cell is None else str(cell.written) for cell in cells)


@lru_cache(maxsize=256)
def _halves(layout: Layout) -> list[tuple[int | None, int | None]]:
    """The places of the boxes in each line, left and right."""
    return _in_pairs(*two_columns(layout, in_order(layout)))


def _lines(
    names: Sequence[str], halves: Sequence[tuple[int | None, int | None]], points: Sequence[Sequence[str]]
) -> list[str]:
    """A line for each pair of places, with the ``points`` of one seat or two."""
    empty = " " * (_LEFT + _VALUE * (len(points) - 1))
    first, *others = points
    second = [f"{own:>{_VALUE}}" for own in others[0]] if others else [""] * len(first)
    lines = []
    for left, right in halves:
        line = empty if left is None else _panel(names[left], first[left], _LEFT) + second[left]
        if right is not None:
            line = f"{line}{_BETWEEN}{_panel(names[right], first[right], _RIGHT + _VALUE)}{second[right]}"
        lines.append(line)
    return lines


def _in_pairs(left: Sequence[int], right: Sequence[int]) -> list[tuple[int | None, int | None]]:
    return [
        (left[number] if number < len(left) else None, right[number] if number < len(right) else None)
        for number in range(max(len(left), len(right)))
    ]


@lru_cache(maxsize=1024)
def _panel(name: str, points: str, width: int) -> str:
    """A name and points in ``width`` columns; every throw draws all boxes.

    A space or more parts them. Where a whole name leaves none, the sign before the points does: ``Threes+12``.
    """
    room = width - len(points)
    space = not (len(name) == room and points[0] in _SIGNS)
    return f"{name[: room - space]:<{room}}{points}"


def _heads(heads: list[str]) -> str:
    first, *others = heads
    more = "".join(f"{other:>{_VALUE}}" for other in others)
    return f"{first:>{_LEFT}}{more}{_BETWEEN}{first:>{_RIGHT + _VALUE}}{more}"


def head(names: Sequence[str], seat: Seat, seats: Sequence[Seat], most: int = _HEAD) -> str:
    """Return the ``most`` first letters of the name of ``seat``, one of the shown ``seats``; else its number."""
    own = _letters(names[seat], most) if seat < len(names) else ""
    same = [other for other in seats if other < len(names) and _letters(names[other], most) == own]
    letters = own if own and len(same) == 1 else f"P{seat + 1}"
    return f"{letters[: most - 1]}{CROWN}" if seat < len(names) and names[seat].endswith(CROWN) else letters


def with_crowns(context: RenderContext, table: Table, names: Sequence[str]) -> tuple[str, ...]:
    """Return ``names`` by seat for the columns of a sheet, with a crown behind that of a champion."""
    if context.plain or not context.crowned:
        return tuple(names)
    return tuple(name + CROWN * (table.players[seat] in context.crowned) for seat, name in enumerate(names))


@lru_cache(maxsize=1024)
def _letters(name: str, most: int) -> str:
    """The letters and digits of a name that are one column wide and do not turn a line around."""
    narrow = [
        letter
        for letter in name
        if letter.isalnum()
        and unicodedata.east_asian_width(letter) not in "WF"
        and unicodedata.bidirectional(letter) in ("L", "EN")
    ]
    return "".join(narrow[:most])


# -- several columns ---------------------------------------------------------------------------------------------


def _sign(t: Words, layout: Layout) -> str:
    """The heading of the columns in which a box is open, as wide as their numbers: grids may be two."""
    return t("col") if layout.multiplied else "#"


def _folded(context: RenderContext, game: Yum, state: State, worth: Worth) -> list[str]:
    """The open boxes of the player to act, what the dice would write there, and in which columns they are open."""
    t = context.t
    layout, sheet = game.layout, state.sheets[state.turn or Seat(0)]
    called = labels(t, layout)
    is_open = tuple(place for place in range(len(layout.boxes)) if any(cells[place] is None for cells in sheet))

    def half(place: int, width: int) -> str:
        best = max((worth.get((column, place), 0) for column in range(layout.columns)), default=0)
        points = f"+{best}" if best else OPEN
        where = "".join(str(number) if cells[place] is None else OPEN for number, cells in enumerate(sheet, 1))
        return f"{_panel(called[place], points, width)} {where}"

    left, right = two_columns(layout, is_open)
    sign = _sign(t, layout)
    opens, points = t("Open"), t("pts")
    heads = [f"{opens:<5}{points:>4} {sign:^{layout.columns}}"]
    if right:
        heads.append(f"{opens:<6}{points:>4} {sign:^{layout.columns}}")
    empty = " " * (_LEFT + 1 + layout.columns)
    lines = [
        _BETWEEN.join(
            (empty if a is None else half(a, _LEFT), *(() if b is None else (half(b, _RIGHT + _VALUE),)))
        ).rstrip()
        for a, b in _in_pairs(left, right)
    ]
    return [_BETWEEN.join(heads).rstrip(), *lines]


def _stacked(context: RenderContext, game: Yum, state: State, worth: Worth) -> list[str]:
    """Each box of the player to act with its cells, filled from the first."""
    sheet = state.sheets[state.turn or Seat(0)]

    def points(column: int, place: int) -> str:
        cell, would = sheet[column][place], worth.get((column, place))
        return str(cell.written) if cell is not None else f"+{would}" if would else OPEN

    return columns(
        [],
        [
            (context.t(game.layout.boxes[place].short), [points(column, place) for column in range(len(sheet))])
            for place in in_order(game.layout)
        ],
    )


# -- The whole sheet: one seat's alone, and everybody's side by side -------------------------------------------------

_LABEL, _WIDTH, _WIDEST = 10, 4, 7
"""Columns of a box's name, and of each player's points: at least, and where few leave room for more of their names."""

_PLAYERS = (TABLE_WIDTH - _LABEL) // _WIDTH


def sheet_lines(context: RenderContext, game: Yum, state: State, seat: Seat) -> list[str]:
    """Return boxes, upper section and bonus; two boxes a line, or one line with a place for each column."""
    return list(_lines_sheet(context.t, game.layout, game.raw_bonus, state.sheets[seat], state.extra_yums[seat]))


@lru_cache(maxsize=256)
def _lines_sheet(
    t: Words, layout: Layout, raw_bonus: bool, sheet: Sheet, extra_yums: tuple[int, ...]
) -> tuple[str, ...]:
    """A sheet changes once a turn, and people look at it more often, so its lines stay in memory; 2 KB each."""
    totals = sheet_totals(layout, sheet, extra_yums, raw_bonus)
    rows = [(t(layout.boxes[place].short), [_points(cells[place]) for cells in sheet]) for place in in_order(layout)]
    lower = sum(box.section is Section.UPPER for box in layout.boxes)
    upper = _upper_rows(t, layout, totals)
    rows[lower:lower] = upper
    if layout.columns > 1:
        return tuple(columns(heads(layout), rows))
    entries = [SheetEntry(label, points[0]) for label, points in rows]
    left = len(upper) + len(two_columns(layout, in_order(layout))[0])
    return tuple(two_panels(entries[:left], entries[left:]))


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
    """Return the words above the columns: their multipliers, or their numbers if all count once."""
    if layout.stacked:
        return []
    if layout.multiplied:
        return [f"×{multiplier}" for multiplier in layout.multipliers]
    return [str(number) for number in range(1, layout.columns + 1)]


def column_name(t: Words, layout: Layout, column: int) -> str:
    """Return the name of a column, from 1: its multiplier, or its number if all count once."""
    if layout.multiplied:
        return t("Column ×{multiplier}", multiplier=layout.multipliers[column - 1])
    return t("Grid {number}", number=column)


def column_label(t: Words, layout: Layout, column: int) -> str:
    """Return the name of a column for a button: three of them fit in one row of a phone."""
    multiplier = layout.multipliers[column - 1]
    return f"×{multiplier}" if layout.multiplied else t("Grid {number}", number=column)


def in_column(t: Words, layout: Layout, box: str, column: int) -> str:
    """Return the name of a ``box`` with that of its column, as in an action: 0 for the only one."""
    if not column:
        return box
    label = column_label(t, layout, column)
    return f"{box} {label}" if layout.multiplied else t("{box}, {column}", box=box, column=label)


def counted(layout: Layout, points: int, column: int) -> str:
    """Return ``points`` as they stand in a box, and what the column makes of them: "25 ×3"."""
    return f"{points} ×{layout.times(column)}" if column and layout.multiplied else str(points)


def beside_points(layout: Layout, column: int) -> int:
    """Return the column that the name of a box goes with; 0 where :func:`counted` has said it beside its points."""
    return 0 if layout.multiplied else column


def worth_of(layout: Layout, marked: Marked) -> int:
    """Return what a filled box adds to the total: the points of a column may count several times."""
    return marked.points * layout.times(marked.column)


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
    names = with_crowns(context, table, reader.names)
    return [_together(context, table, game, state, (*own, *group), names) for group in groups]


def _alone(context: RenderContext, table: Table, game: Yum, state: State, seat: Seat) -> str:
    return f"{_headline(context, table, seat)}\n{code_block(sheet_lines(context, game, state, seat))}"


def _headline(context: RenderContext, table: Table, seat: Seat) -> str:
    points = context.t.number(sum(table.game.own_games(table.state, seat)))
    return f"{named_in_play(context, table.players[seat])} **{points}**"


def _together(
    context: RenderContext, table: Table, game: Yum, state: State, seats: Sequence[Seat], names: Sequence[str]
) -> str:
    width = min((TABLE_WIDTH - _LABEL) // len(seats), _WIDEST)
    heads = [head(names, seat, seats, width - 1) for seat in seats] if len(seats) > 1 else []
    scores = " · ".join(_headline(context, table, seat) for seat in seats)
    rows = [("", heads)] * bool(heads) + [*_table_rows(context, game, state, seats)]
    lines = [f"{label:<{_LABEL}}" + "".join(f"{value:>{width}}" for value in values) for label, values in rows]
    return f"{scores}\n{code_block([line.rstrip() for line in lines])}"


def _table_rows(
    context: RenderContext, game: Yum, state: State, seats: Sequence[Seat]
) -> Iterator[tuple[str, Sequence[str]]]:
    """The boxes section by section, the bonus below the upper one, the totals last; an empty line between sections."""
    t, layout = context.t, game.layout
    totals = [sheet_totals(layout, state.sheets[seat], state.extra_yums[seat], game.raw_bonus) for seat in seats]
    sections = in_sections(layout)
    for section, following in pairwise([*sections, ()]):
        for place in section:
            cells = [state.sheets[seat][0][place] for seat in seats]
            yield t(layout.boxes[place].short), [OPEN if cell is None else str(cell.written) for cell in cells]
        if layout.bonus.steps and layout.boxes[section[0]].section is Section.UPPER:
            yield t("Upper"), [str(sheet.columns[0].upper) for sheet in totals]
            yield t(bonus_term(layout, "Bonus")), [str(sheet.columns[0].bonus) for sheet in totals]
        if following:
            yield "", ()
    yield "", ()
    yield t("Total"), [str(sheet.total) for sheet in totals]
