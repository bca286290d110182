"""The sheets of a board as a picture: everybody's column, or all columns of the player to act.

It is the same from one filled box to the next, so a turn has one picture; what its dice would write stays in words.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from bot.engine import Seat
from bot.games.yum.rules import State, Yum
from bot.games.yum.scoring import Section
from bot.games.yum.scoring.boxes import Column, Layout
from bot.games.yum.scoring.points import next_step, sheet_totals, yums
from bot.games.yum.sheet_lines import (
    beside_points,
    bonus_term,
    counted,
    heads,
    in_column,
    in_order,
    labels,
    two_columns,
    worth_of,
)
from bot.locales import Words
from bot.screens.kit import Pad, RenderContext
from bot.screens.kit.values import MOST_COLUMNS, MOST_FEET, Burst, CellLook, PadCell, PadColumn, PadFoot, left_note
from bot.tables.model.table import Table

SHOUTED = 3
"""The Yum of one player that is shouted."""
_BETTER = (CellLook.LOST, CellLook.POINTS, CellLook.GOLD)
_OF_MANY = 3
"""At a table that is too large for a column each, so many neighbours have theirs, the player to act among them."""
_MOST_HEAD, _LEAST_HEAD = 8, 3
"""Letters of a longer name above its column."""


def pad_of(
    context: RenderContext, table: Table, game: Yum, state: State, names: Sequence[str], own: Sequence[int]
) -> Pad | None:
    """Return the picture; ``names`` and ``own`` totals by seat. None where the sheet has too many columns for one."""
    if game.layout.columns > MOST_COLUMNS:
        return None
    t, seats = context.t, _shown(state)
    called = [name or t("Player {number}", number=seat + 1) for seat, name in enumerate(names)]
    noted = [name and name + left_note(context, table, seat) for seat, name in enumerate(names)]
    feet = tuple(_foot(t, game, state, seat, noted, own) for seat in seats)
    told = [(seat, "".join(_wrote(t, game, state, Seat(seat))[-1:])) for seat in range(len(own)) if seat not in seats]
    others = [
        f"{called[seat]} {t.number(own[seat])}" + f" ({wrote})" * bool(wrote)
        for seat, wrote in told
        if seat not in table.gone
    ]
    owner: tuple[str, ...] = ()
    if game.layout.columns > 1:
        columns = _of_mover(game.layout, state)
        if len(own) > 1:
            name = called[state.turn or 0]
            owner = t("{name}: {value}", name=t("Sheet"), value=name), name
    else:
        columns = tuple(
            PadColumn(
                _heads(names, seat, seats) if len(seats) > 1 else ("",),
                _cells(game.layout, state.sheets[seat][0], _fresh(game.layout, state, seat, 0)),
                lit=len(seats) > 1 and seat == state.turn,
            )
            for seat in seats
        )
    layout = game.layout
    halves, shout = _halves(t, layout), _shout(t, layout, state)
    burst = fresh_burst(t, layout, state)
    return Pad(halves, columns, feet, _breaks(layout), " · ".join(others), _faces(layout), shout, owner, burst)


def own_pad(
    context: RenderContext, table: Table, game: Yum, state: State, seat: Seat, names: Sequence[str]
) -> Pad | None:
    """Return the sheet of ``seat`` alone, which changes when they write and not when others do; None as above."""
    layout, t, alone = game.layout, context.t, replace(state, last=None, turn=seat)
    if layout.columns > MOST_COLUMNS:
        return None
    columns = _of_mover(layout, alone)
    foot = replace(_foot(t, game, alone, seat, names, table.own_totals), to_act=False, leads=False)
    return Pad(_halves(t, layout), columns, (foot,), _breaks(layout), faces=_faces(layout))


def _fresh_yum(layout: Layout, state: State) -> int:
    """Return which Yum of somebody the latest turn has written, from 1; 0 without one."""
    last = state.last
    for marked in () if last is None else last.marked:
        if (marked.points and layout.box(marked.box).yum) or (last is not None and last.extra_yum):
            return yums(layout, state.sheets[marked.seat], state.extra_yums[marked.seat])
    return 0


def _said_of(t: Words, layout: Layout, number: int) -> tuple[str, ...]:
    """So many Yums, in capitals: the longest form first."""
    name = t(next(box.label for box in layout.boxes if box.yum)).upper()
    more = (t("{n} × {YUM}!", n=number, YUM=name), t("{n} {YUM}!", n=number, YUM=name)) if number > 1 else ()
    return *more, f"{name}!"


def _shout(t: Words, layout: Layout, state: State) -> tuple[str, ...]:
    """What stands above the sheet while somebody's third Yum is fresh."""
    return _said_of(t, layout, SHOUTED) if _fresh_yum(layout, state) == SHOUTED else ()


def fresh_burst(t: Words, layout: Layout, state: State) -> Burst | None:
    """Return the burst of the Yum that was just written; None from the next throw on, and once the game is over."""
    if state.throws or state.second or state.turn is None or state.last is None:
        return None
    number = _fresh_yum(layout, state)
    return Burst(state.last.dice, _said_of(t, layout, number), number >= SHOUTED) if number else None


def _wrote(t: Words, game: Yum, state: State, seat: Seat) -> tuple[str, ...]:
    """What ``seat`` has written in the latest turn: by the names of boxes, by their short names, as points."""
    layout, last = game.layout, state.last
    marked = [] if last is None else [one for one in last.marked if one.seat == seat]
    if not marked or last is None:
        return ()
    short = labels(t, layout)
    forms = [
        [
            t(
                "{box}: {points}",
                box=in_column(t, layout, name, beside_points(layout, one.column) if one.points else one.column),
                points=counted(layout, one.points, one.column) if one.points else 0,
            )
            for one in marked
            for name in (t(layout.box(one.box).label) if whole else short[layout.index(one.box)],)
        ]
        for whole in (True, False)
    ]
    total = sum(worth_of(layout, one) for one in marked) + last.extra_yum
    return tuple(dict.fromkeys((*(" · ".join(form) for form in forms), f"+{total}" if total else "0")))


def _earned(game: Yum, state: State, seat: Seat) -> int:
    """What the boxes that ``seat`` has filled in the latest turn have added to the bonuses of its columns."""
    layout, sheet = game.layout, state.sheets[seat]
    filled = set() if state.last is None else {
        (max(one.column - 1, 0), layout.index(one.box)) for one in state.last.marked if one.seat == seat
    }  # fmt: skip
    if layout.stacked or not filled or not layout.bonus.steps:
        return 0
    before = tuple(
        tuple(None if (column, place) in filled else cell for place, cell in enumerate(cells))
        for column, cells in enumerate(sheet)
    )
    then, now = (sheet_totals(layout, one, state.extra_yums[seat], game.raw_bonus) for one in (before, sheet))
    return now.bonuses - then.bonuses


def _of_mover(layout: Layout, state: State) -> tuple[PadColumn, ...]:
    """All columns of the seat to act."""
    mover = state.turn or Seat(0)
    named = (heads(layout) if layout.columns > 1 else []) or [""] * layout.columns
    return tuple(
        PadColumn((name,), _cells(layout, cells, _fresh(layout, state, mover, column)))
        for column, (name, cells) in enumerate(zip(named, state.sheets[mover], strict=True))
    )


def _fresh(layout: Layout, state: State, seat: Seat, column: int) -> frozenset[int]:
    """The boxes of a column that the latest turn has filled; of a box with several cells, the last filled one."""
    fresh = set()
    for marked in () if state.last is None else state.last.marked:
        place = layout.index(marked.box)
        at = max(marked.column - 1, 0)
        if layout.stacked:
            at = sum(cells[place] is not None for cells in state.sheets[seat]) - 1
        if marked.seat == seat and at == column:
            fresh.add(place)
    return frozenset(fresh)


def _shown(state: State) -> list[Seat]:
    """The seats with a column, as they sit: the same until the turn passes to somebody without one."""
    seats = [Seat(seat) for seat in range(len(state.sheets))]
    if len(seats) <= MOST_FEET:
        return seats
    first = min((state.turn or 0) // _OF_MANY * _OF_MANY, len(seats) - _OF_MANY)
    return seats[first : first + _OF_MANY]


def _foot(t: Words, game: Yum, state: State, seat: Seat, names: Sequence[str], own: Sequence[int]) -> PadFoot:
    layout, way, totals = game.layout, None, game.totals(state, seat)
    further = totals.further_yums
    hidden = layout.columns > 1 and seat != (state.turn or Seat(0))
    earned = _earned(game, state, seat)
    wrote, look = (_wrote(t, game, state, seat) if hidden else ()), CellLook.POINTS
    if earned:
        bonus = t("{name}: {value}", name=t(bonus_term(layout, "Bonus")), value=f"+{earned}")
        wrote, look = (bonus, f"+{earned}"), CellLook.GOLD
    elif wrote:
        look = _look_of_turn(layout, state)
    if layout.columns == 1 and layout.bonus.steps:
        tested = totals.columns[0].tested
        way = (tested, next_step(layout.bonus, tested) or 0)
    return PadFoot(
        names[seat],
        t("Player {number}", number=seat + 1),
        t.number(own[seat]),
        to_act=len(own) > 1 and seat == state.turn,
        leads=own[seat] == max(own) > min(own),
        way=way,
        beyond=t("{name}: {value}", name=t("More Yums"), value=f"+{further}") if further else "",
        wrote=wrote,
        look=look,
    )


def _heads(names: Sequence[str], seat: Seat, seats: Sequence[Seat]) -> tuple[str, ...]:
    """The name of a seat, its first part, fewer and fewer letters with a period, as long as nobody else begins so.

    Then the number of the seat.
    """
    name, others = names[seat], [names[other] for other in seats if other != seat]
    part = re.split(r"[ \-]", name)[0]
    cut = [part, *(name[:length].rstrip(" -.") for length in range(_MOST_HEAD, _LEAST_HEAD - 1, -1))]
    own = [one for one in cut if len(one) >= _LEAST_HEAD and not any(other.startswith(one) for other in others)]
    whole = [name] * bool(name and name not in others)
    return tuple(dict.fromkeys((*whole, *(one if one in (name, part) else f"{one}." for one in own), f"P{seat + 1}")))


@lru_cache(maxsize=256)
def _halves(t: Words, layout: Layout) -> tuple[tuple[tuple[str, ...], ...], ...]:
    short = labels(t, layout)
    names = [(t(box.label), t(box.short), cut) for box, cut in zip(layout.boxes, short, strict=True)]
    halves = two_columns(layout, in_order(layout))
    return tuple(tuple(tuple(dict.fromkeys(names[place])) for place in half) for half in halves)


@lru_cache(maxsize=64)
def _breaks(layout: Layout) -> frozenset[int]:
    """Where the upper section ends."""
    upper = [layout.boxes[place].section is Section.UPPER for place in in_order(layout)]
    return frozenset(number for number, (above, below) in enumerate(pairwise(upper)) if above and not below)


@lru_cache(maxsize=64)
def _faces(layout: Layout) -> tuple[int, ...]:
    """The number that each box asks for, down both halves; 0 where it asks for more than one."""
    return tuple(layout.boxes[place].face for place in in_order(layout))


def _look_of_turn(layout: Layout, state: State) -> CellLook:
    """The look of what the latest turn has written: of two boxes, that of the better one."""
    marked = () if state.last is None else state.last.marked
    return max((_look(layout, layout.index(one.box), one.points) for one in marked), key=_BETTER.index)


def _look(layout: Layout, place: int, points: int) -> CellLook:
    return CellLook.LOST if not points else CellLook.GOLD if layout.boxes[place].yum else CellLook.POINTS


@lru_cache(maxsize=1024)
def _cells(layout: Layout, cells: Column, fresh: frozenset[int]) -> tuple[PadCell, ...]:
    """The cells of a column down both halves; a sheet changes once a turn, and every throw draws it."""
    return tuple(
        PadCell()
        if (cell := cells[place]) is None
        else PadCell(str(cell.written), _look(layout, place, cell.written), place in fresh)
        for place in in_order(layout)
    )
