"""The sheet on a board, in at most 28 columns: it shows what the dice would write, to help to decide.

Two players stand side by side; of more, the one to act and the best of the others. A sheet of several columns
shows the open boxes of the player to act.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from bot.engine import Seat
from bot.games.yum.layout import Layout
from bot.games.yum.rules import Yum
from bot.games.yum.state import Column, State
from bot.screens.games.yum.labels import labels, two_columns
from bot.screens.kit import RenderContext
from bot.screens.kit.sheet_table import OPEN, columns

_LEFT, _VALUE, _RIGHT = 9, 4, 6
"""Columns of a name with its points on the left, of points, and of a name on the right."""

_BETWEEN = "│"
"""What parts the halves of a line: names such as "3 par." would else go on where the points on their left end."""

_SIGNS = ("+", "»")
"""What stands before points that the dice would write, or have just written."""

_HEAD = 3
"""Letters of a player above their points."""

Worth: TypeAlias = Mapping[tuple[int, int], int]
"""Points by column and place of a box; none for 0 points."""


def board_sheet(
    context: RenderContext, game: Yum, state: State, worth: Worth, names: Sequence[str], totals: Sequence[int]
) -> list[str]:
    """Return the lines; ``names`` and ``totals`` by seat, a name is empty where it is unknown."""
    if game.layout.stacked:
        return _stacked(context, game, state, worth)
    if game.layout.columns > 1:
        return _folded(context, game, state, worth)
    return _side_by_side(context, game, state, worth, names, totals)


def would_write(game: Yum, state: State) -> Worth:
    """Return the points that the dice would write in each open box, where it is any."""
    if state.turn is None or not state.dice:
        return {}
    sheet, faces = state.sheets[state.turn], tuple(sorted(state.dice))
    points, places = game.scorer.offers(sheet, faces)
    times = game.throwing.multiplier(state)
    return {(column, place): points[column][place] * times for column, place in places if points[column][place]}


def _just_written(game: Yum, state: State) -> set[tuple[Seat, int, int]]:
    """The seat, column and place of each box that the latest dice have filled, until somebody throws."""
    if state.last is None or (state.dice and not state.second):
        return set()
    return {(marked.seat, max(marked.column - 1, 0), game.layout.index(marked.box)) for marked in state.last.marked}


# -- one column of boxes -----------------------------------------------------------------------------------------


def _side_by_side(
    context: RenderContext, game: Yum, state: State, worth: Worth, names: Sequence[str], totals: Sequence[int]
) -> list[str]:
    seats = _shown(state, totals)
    points = [list(_in_words(state.sheets[seat][0])) for seat in seats]
    if state.turn in seats:
        own = points[seats.index(state.turn)]
        for (_, place), would in worth.items():
            own[place] = f"+{would}"
    for seat, _, place in _just_written(game, state):
        if seat in seats and state.sheets[seat][0][place] is not None:
            shown = points[seats.index(seat)]
            shown[place] = f"»{shown[place]}"
    lines = _lines(labels(context.t, game.layout), _halves(game.layout), points)
    return lines if len(seats) == 1 else [_heads([head(names, seat, seats) for seat in seats]), *lines]


@lru_cache(maxsize=1024)
def _in_words(cells: Column) -> tuple[str, ...]:
    """The points in each box; a sheet changes once a turn, and every throw draws it."""
    return tuple(OPEN if cell is None else str(cell.written) for cell in cells)


@lru_cache(maxsize=256)
def _halves(layout: Layout) -> list[tuple[int | None, int | None]]:
    """The places of the boxes in each line, left and right."""
    return _in_pairs(*two_columns(layout, tuple(range(len(layout.boxes)))))


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


def _shown(state: State, totals: Sequence[int]) -> list[Seat]:
    """One or two seats as they sit; of more, the one to act, then the best of the others."""
    seats = [Seat(seat) for seat in range(len(state.sheets))]
    if len(seats) <= 2:
        return seats
    mover = state.turn or Seat(0)
    others = [seat for seat in seats if seat != mover]
    staying = [seat for seat in others if seat not in state.gone] or others
    return [mover, max(staying, key=lambda seat: totals[seat])]


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


def head(names: Sequence[str], seat: Seat, seats: Sequence[Seat]) -> str:
    """Return the first letters of the name of ``seat``, which is one of the shown ``seats``; else its number."""
    own = _letters(names[seat]) if seat < len(names) else ""
    same = [other for other in seats if other < len(names) and _letters(names[other]) == own]
    return own if own and len(same) == 1 else f"P{seat + 1}"


@lru_cache(maxsize=1024)
def _letters(name: str) -> str:
    """The letters and digits of a name that are one column wide and do not turn a line around."""
    narrow = [
        letter
        for letter in name
        if letter.isalnum()
        and unicodedata.east_asian_width(letter) not in "WF"
        and unicodedata.bidirectional(letter) in ("L", "EN")
    ]
    return "".join(narrow[:_HEAD])


# -- several columns ---------------------------------------------------------------------------------------------


def _folded(context: RenderContext, game: Yum, state: State, worth: Worth) -> list[str]:
    """The open boxes of the player to act, what the dice would write there, and in which columns they are open."""
    layout, sheet = game.layout, state.sheets[state.turn or Seat(0)]
    called = labels(context.t, layout)
    is_open = tuple(place for place in range(len(layout.boxes)) if any(cells[place] is None for cells in sheet))

    def half(place: int, width: int) -> str:
        best = max((worth.get((column, place), 0) for column in range(layout.columns)), default=0)
        points = f"+{best}" if best else OPEN
        where = "".join(str(number) if cells[place] is None else OPEN for number, cells in enumerate(sheet, 1))
        return f"{_panel(called[place], points, width)} {where}"

    left, right = two_columns(layout, is_open)
    sign = "×" if len(set(layout.multipliers)) > 1 else "#"
    opens, points = context.t("Open"), context.t("pts")
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
            (context.t(box.short), [points(column, place) for column in range(len(sheet))])
            for place, box in enumerate(game.layout.boxes)
        ],
    )
