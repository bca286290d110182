"""Games of a sheet in machine code by simple players: for the most points now or by pars, with slips or without.

They choose as :class:`bot.mind.players.EvaluatorPlayer` does by a :class:`bot.games.yum.mind.estimate.SheetEstimate`,
ties included. A sheet here is what a turn looks at: the labels of its links, its open cells, its upper sums.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from players import fall, keeping, rules_of, whole_turn
from tables import Array, Dice, tables_of

from bot.engine.hands import power_keeps
from bot.games.yum.mind import MOST_POINTS, POINTS
from bot.games.yum.mind.compiled import OPEN, UpperSection
from bot.games.yum.mind.estimate import NORMAL, SPREAD, ParColumns, Pars, no_pars
from bot.games.yum.mind.exact import CompiledColumns
from bot.games.yum.mind.overlooked import BOXES
from bot.games.yum.scoring import Section
from bot.games.yum.scoring.points import EXTRA_YUM
from bot.mind.players import ALIKE_POINTS, SLIP_AMONG

_NEVER = -1e6
_ABSURD = -1e18
_ALIKE = 1e-9
_MOST_UPPER = 400
ANYHOW = -1.0
BOX, BONUS, FURTHER, GREED, FEAR, STRIKE, NOTHING = range(7)
"""What somebody overlooks (:mod:`bot.games.yum.mind.overlooked`); then nothing of this."""
_VIEWS = (*(BOX,) * BOXES, BONUS, FURTHER, GREED, FEAR, STRIKE)


class Boxes(NamedTuple):
    """What the boxes of a column do. A *combination* is one of labels of the linked boxes."""

    points: Array
    """By combination, row (:class:`players.Rules`) and box."""
    allowed: Array
    share: Array
    """By combination and box: how much of its own turn a box still brings."""
    linked: Array
    """By box: its place among the linked ones, or -1."""
    label: Array
    """By linked box and points."""
    then: Array
    """By combination, linked box and label: the combination that follows."""
    upper: Array
    """By box: its bit among the upper ones, or -1."""
    ready: Array
    """By combination: whether the Yum boxes that a joker needs are filled."""
    holds: Array
    """By combination: whether every Yum box holds points."""
    extra: float
    """The bonus for a further Yum."""
    bonus: Array
    """By the sum of the upper section."""
    times: Array
    """The times that each column counts."""
    empty: int
    """The combination of an empty column."""
    tokens: int
    """The number of fourth throws that a player may buy in a game, one a turn."""
    numbers: Array
    """By combination: the number of its state of the links."""
    free: Array
    """By box: its bit among the free ones, or -1."""
    classes: Array
    """The upper class, by the filled upper boxes and their sum."""
    full: Array
    """By box: the most that it can hold."""


class Prices(NamedTuple):
    """The pars of the cells, by column and box."""

    early: Array
    single: Array
    upper: Array
    spread: Array
    steps: Array
    """Of a normal distribution, and how likely each is."""
    weights: Array
    token: float


class Turning(NamedTuple):
    """The throws of a turn."""

    row_of: Array
    own: Array
    subs: Array
    """The keeps of each throw, fewest dice first and all of them last, from ``sub_starts`` on."""
    sub_starts: Array
    sizes: Array
    alike: Array
    """By throw: whether all dice are alike."""


def boxes_of(sheet: CompiledColumns, tokens: int = 0) -> tuple[Boxes, Turning, Dice]:
    """Return the arrays of ``sheet``, and its dice."""
    column, game = sheet.column, sheet.game
    tables = tables_of(column)
    rules = rules_of(tables, column.state_of((None,) * column.boxes))
    states = column.combinations
    worths = [(column.worth(labels), *column.yum_worth(labels)) for labels in states]
    points = np.array([np.concatenate([worth.points for worth in some]) for some in worths])
    shares = ParColumns(game, no_pars(game))
    number = {labels: place for place, labels in enumerate(states)}
    most = int(points.max()) + 1
    label = np.zeros((len(column.links) + 1, most), np.int64)
    then = np.zeros((len(states), len(column.links) + 1, most), np.int64)
    for linked, link in enumerate(column.links):
        may = {0, *np.unique(points[:, :, link.place]).tolist()}
        for some in may:
            label[linked, some] = link.label(some)
        for place, labels in enumerate(states):
            if labels[linked] == OPEN:
                for some in may:
                    then[place, linked, link.label(some)] = number[column.filled(labels, linked, some)]
    boxes = Boxes(
        points.astype(np.int32),
        np.array([np.concatenate([worth.allowed for worth in some]) for some in worths]),
        np.array([[shares.share(box, column.cells(labels)) for box in range(column.boxes)] for labels in states]),
        _places(column.boxes, [link.place for link in column.links]),
        label,
        then,
        _places(column.boxes, column.upper_places),
        np.array([sheet.ready(labels) for labels in states]),
        np.array([column.earns_extra(labels) for labels in states]),
        float(EXTRA_YUM),
        np.array([game.layout.bonus.points(total) for total in range(_MOST_UPPER)], dtype=float),
        np.array(sheet.times, dtype=float),
        number[(OPEN,) * len(column.links)],
        tokens,
        np.array([column.link_number(labels) for labels in states]),
        _places(column.boxes, column.free_places),
        _classes(column.upper),
        np.array([box.maximum for box in game.layout.boxes]),
    )
    subs, starts = _subs(column.throws.throws, column.throws.index)
    alike = np.array([len(set(faces)) == 1 for faces in column.throws.throws])
    return boxes, Turning(rules.row_of, rules.own, subs, starts, rules.sizes, alike), tables.dice


def _places(many: int, places: tuple[int, ...] | list[int]) -> Array:
    numbers = np.full(many, -1)
    numbers[list(places)] = np.arange(len(places))
    return numbers


def _classes(upper: UpperSection) -> Array:
    classes = np.zeros((upper.masks.max() + 1, _MOST_UPPER), np.int64)
    for (mask, total), number in upper.numbers.items():
        classes[mask, total : _MOST_UPPER if total == upper.most else total + 1] = number
    return classes


def _subs(throws: list[tuple[int, ...]], index: dict[tuple[int, ...], int]) -> tuple[Array, Array]:
    subs: list[int] = []
    starts = [0]
    for faces in throws:
        subs += [index[keep.faces] for keep in power_keeps(faces, False, False)] + [index[faces]]
        starts.append(len(subs))
    return np.array(subs), np.array(starts)


def prices_of(sheet: CompiledColumns, pars: Pars) -> Prices:
    """Return ``pars`` as arrays."""
    upper = np.array([box.section is Section.UPPER for box in sheet.game.layout.boxes])
    tables = (pars.prices, pars.single, pars.upper * upper, pars.spread * upper)
    return Prices(*(np.array(table, dtype=float) for table in tables), SPREAD, NORMAL, float(pars.throw))


@njit
def _paid(total: float, variance: float, boxes: Boxes, prices: Prices) -> float:
    """Return the bonus of an upper section that adds up to about ``total``."""
    total, variance = round(total, 1), round(variance, 1)
    paid, wide = 0.0, np.sqrt(max(variance, 0.0))
    for n in range(prices.steps.shape[0]):
        at = int(np.rint(total + wide * prices.steps[n]))
        paid += prices.weights[n] * boxes.bonus[max(0, at)]
    return paid


@njit
def _at(column: int, box: int, left: int, prices: Prices) -> float:
    early = (left - 1) / max(1, prices.early.size - 1)
    return prices.single[column, box] + (prices.early[column, box] - prices.single[column, box]) * early


@njit
def _gain(state: Array, is_open: Array, sums: Array, column: int, box: int, points: int, left: int, known: float,
          overlooked: int, boxes: Boxes, prices: Prices) -> float:  # fmt: skip
    """Return what so many ``points`` in a cell bring, for what the others are worth then too.

    ``known`` is what the bonus of the column is worth before.
    """
    link, times = state[column], boxes.times[column]
    gain = times * points - _at(column, box, left, prices) * boxes.share[link, box]
    linked = boxes.linked[box]
    if boxes.upper[box] >= 0 and overlooked != BONUS:
        total, variance = _outlook(is_open, sums, column, boxes, prices)
        total += points - prices.upper[column, box]
        gain += times * (_paid(total, variance - prices.spread[column, box], boxes, prices) - known)
    if linked >= 0:
        then = boxes.then[link, linked, boxes.label[linked, points]]
        for other in range(is_open.shape[1]):
            if other != box and is_open[column, other]:
                more = boxes.share[then, other] - boxes.share[link, other]
                gain += more * _at(column, other, left, prices)
    return gain


@njit
def _outlook(is_open: Array, sums: Array, column: int, boxes: Boxes, prices: Prices) -> tuple[float, float]:
    """Return what the upper section of a column will add up to, and the variance of that."""
    total, variance = float(sums[column]), 0.0
    for box in range(is_open.shape[1]):
        if boxes.upper[box] >= 0 and is_open[column, box]:
            total += prices.upper[column, box]
            variance += prices.spread[column, box]
    return total, variance


@njit
def row_of(state: Array, is_open: Array, throw: int, boxes: Boxes, turning: Turning) -> int:
    """Return the row of a throw: another one where it is a joker."""
    face = turning.own[throw]
    if face < 0:
        return turning.row_of[0, throw]
    for column in range(is_open.shape[0]):
        for box in range(is_open.shape[1]):
            if boxes.upper[box] == face and is_open[column, box]:
                return turning.row_of[0, throw]
        if is_open.shape[0] > 1 and not boxes.ready[state[column]]:
            return turning.row_of[0, throw]
    return turning.row_of[1, throw]


@njit
def _extra(state: Array, throw: int, column: int, points: int, boxes: Boxes, turning: Turning) -> float:
    """Return the bonus for a further Yum that writes ``points``."""
    if turning.row_of[1, throw] == throw or (points == 0 and state.shape[0] > 1):
        return 0.0
    for other in range(state.shape[0]):
        if not boxes.holds[state[other]]:
            return 0.0
    return boxes.extra * boxes.times[column]


@njit
def gains(state: Array, is_open: Array, sums: Array, boxes: Boxes, prices: Prices, turning: Turning, marks: Array,
          strikes: Array, rows: Array, overlooked: int = NOTHING) -> None:  # fmt: skip
    """Set what each last throw brings in each cell, written and struck; _NEVER where it may not go."""
    left = is_open.sum() - 1
    columns, many = is_open.shape
    known = np.zeros(boxes.label.shape[1])
    for throw in range(marks.shape[0]):
        rows[throw] = row_of(state, is_open, throw, boxes, turning)
    marks[:] = _NEVER
    strikes[:] = _NEVER
    for column in range(columns):
        link = state[column]
        total, variance = _outlook(is_open, sums, column, boxes, prices)
        bonus = _paid(total, variance, boxes, prices)
        for box in range(many):
            if not is_open[column, box]:
                continue
            known[:] = np.nan
            known[0] = _gain(state, is_open, sums, column, box, 0, left, bonus, overlooked, boxes, prices)
            for throw in range(marks.shape[0]):
                row = rows[throw]
                if not boxes.allowed[link, row, box]:
                    continue
                points = boxes.points[link, row, box]
                if np.isnan(known[points]):
                    known[points] = _gain(
                        state, is_open, sums, column, box, points, left, bonus, overlooked, boxes, prices
                    )
                cell = column * many + box
                counts = overlooked != FURTHER
                marks[throw, cell] = known[points] + counts * _extra(state, throw, column, points, boxes, turning)
                if points > 0:
                    strikes[throw, cell] = known[0] + counts * _extra(state, throw, column, 0, boxes, turning)


class Outlook(NamedTuple):
    """What a turn seems worth: its cells by last throw, written and struck, and its keeps by the throw before."""

    marks: Array
    strikes: Array
    rows: Array
    third: Array
    second: Array
    first: Array
    best: Array


class Flawed(NamedTuple):
    """What a turn seems worth to somebody who overlooks something: a box, or what stays the same in the turn."""

    outlooks: tuple[Outlook, Outlook, Outlook]
    known: Array
    """Whether that has been worked out in this turn."""


@njit
def _no_outlook(throws: int, cells: int, keeps: int) -> Outlook:
    """Return room for one."""
    return Outlook(
        np.zeros((throws, cells)), np.zeros((throws, cells)), np.zeros(throws, np.int64),
        np.zeros(keeps), np.zeros(keeps), np.zeros(keeps), np.zeros(keeps),
    )  # fmt: skip


@njit
def _look(out: Outlook, overlooked: int, state: Array, is_open: Array, sums: Array, tokens: int, boxes: Boxes,
          prices: Prices, turning: Turning, dice: Dice) -> None:  # fmt: skip
    """Set what a turn seems worth to somebody who overlooks something else than a box."""
    gains(state, is_open, sums, boxes, prices, turning, out.marks, out.strikes, out.rows, overlooked)
    _look_ahead(out, tokens, prices, turning, dice)


@njit
def _look_past(seen: Outlook, unseen: int, many: int, out: Outlook, tokens: int, prices: Prices, turning: Turning,
               dice: Dice) -> None:  # fmt: skip
    """Set what a turn seems worth to somebody who overlooks one of so ``many`` boxes of a column."""
    out.marks[:], out.strikes[:] = seen.marks, seen.strikes
    out.marks[:, unseen::many] = _NEVER
    out.strikes[:, unseen::many] = _NEVER
    _look_ahead(out, tokens, prices, turning, dice)


@njit
def _look_ahead(out: Outlook, tokens: int, prices: Prices, turning: Turning, dice: Dice) -> None:
    throws, low = out.rows.shape[0], out.second.shape[0] - out.rows.shape[0]
    for throw in range(throws):
        out.second[low + throw] = max(out.marks[throw].max(), out.strikes[throw].max())
    if tokens:
        out.third[low:] = out.second[low:]
        keeping(out.third, dice)
        for throw in range(throws):
            for n in range(turning.sub_starts[throw], turning.sub_starts[throw + 1] - 1):
                worth = out.third[turning.subs[n]] - prices.token
                out.second[low + throw] = max(out.second[low + throw], worth)
    whole_turn(out.second, out.first, out.best, dice)


@njit
def _written(choice: int, state: Array, row: int, boxes: Boxes) -> int:
    """Return the points that a choice of :func:`_choose` writes; -1 if it is a keep."""
    if choice >= 0:
        return -1
    cell, many = (-1 - choice) // 2, boxes.points.shape[2]
    return 0 if choice % 2 == 0 else boxes.points[state[cell // many], row, cell % many]


@njit
def _seems(choice: int, throw: int, nth: int, price: float, seen: Outlook) -> float:
    """Return what a choice of :func:`_choose` seems worth after the ``nth`` throw, from 0."""
    if choice >= 0:
        return (seen.first if nth == 0 else seen.second if nth == 1 else seen.third)[choice] - price
    cell = (-1 - choice) // 2
    return seen.marks[throw, cell] if choice % 2 else seen.strikes[throw, cell]


@njit
def _choose(seen: Outlook, nth: int, price: float, throw: int, throws_on: bool, slips: float, most: float,
            views: bool, flawed: Flawed, turning: Turning, dice: Dice, offers: Array, which: Array, state: Array,
            is_open: Array, sums: Array, tokens: int, boxes: Boxes, prices: Prices, bold: int) -> int:  # fmt: skip
    """Return the keep that a player chooses after ``throw``, or below 0 the cell: -1 - 2 * cell, and 1 less struck."""
    many, row = 0, seen.rows[throw]
    if throws_on:
        for n in range(turning.sub_starts[throw], turning.sub_starts[throw + 1] - 1):
            which[many] = turning.subs[n]
            many += 1
    for cell in range(seen.marks.shape[1]):
        if seen.marks[throw, cell] > _NEVER:
            which[many] = -1 - 2 * cell
            many += 1
    for cell in range(seen.marks.shape[1]):
        if seen.strikes[throw, cell] > _NEVER:
            which[many] = -2 - 2 * cell
            many += 1
    for n in range(many):
        offers[n] = _seems(which[n], throw, nth, price, seen)
    if slips < 0:
        return which[np.random.randint(many)]
    best = offers[:many].argmax()
    slip = slips > 0 and np.random.random() < slips
    if (slip or bold != 0) and not turning.alike[throw]:
        worth, chosen, near = offers[best], which[best], 0
        written = _written(chosen, state, row, boxes)
        if written > 0 and written >= boxes.full[(-1 - chosen) // 2 % boxes.full.shape[0]]:
            return chosen
        most = most if slip else most * ALIKE_POINTS
        for n in range(many):
            absurd = which[n] < 0 and which[n] % 2 == 0
            absurd = absurd or (written != 0 and _written(which[n], state, row, boxes) == 0)
            if n == best or absurd or worth - offers[n] > most:
                offers[n] = _ABSURD
            else:
                near += 1
        if not slip:
            offers[best] = worth
            return _tempered(offers, which, many, bold, best, turning)
        if near == 0:
            return chosen
        if views:
            offers[best] = worth
            more = state, is_open, sums, tokens, boxes, prices, turning, dice
            return which[_overlooking(offers[:many], which, best, throw, nth, price, row, seen, flawed, *more)]
        for _ in range(int(min(SLIP_AMONG, near) * (1 - np.random.random() ** 0.5))):
            offers[offers[:many].argmax()] = _ABSURD
        best = offers[:many].argmax()
    return which[best]


@njit
def _overlooking(offers: Array, which: Array, best: int, throw: int, nth: int, price: float, row: int, seen: Outlook,
                 flawed: Flawed, state: Array, is_open: Array, sums: Array, tokens: int, boxes: Boxes, prices: Prices,
                 turning: Turning, dice: Dice) -> int:  # fmt: skip
    """Return which offer seems best to somebody who overlooks the first thing of a drawn order that matters."""
    order, many = np.array(_VIEWS), is_open.shape[1]
    for left in range(order.shape[0], 0, -1):
        drawn = int(left * np.random.random())
        view, unseen, found, top = order[drawn], -1, best, _ABSURD
        order[drawn : left - 1] = order[drawn + 1 : left]
        if view >= GREED:
            written = _written(which[best], state, row, boxes)
            if (written < 0) != (view == FEAR) or (view == STRIKE and written):
                continue
            for n in range(offers.shape[0]):
                if which[n] < 0 and offers[n] > _ABSURD:
                    worth = float(_written(which[n], state, row, boxes))
                    full = boxes.full[(-1 - which[n]) // 2 % many]
                    if view == FEAR:
                        worth = offers[n] if 2 * worth >= full else _ABSURD
                    elif view == STRIKE:
                        worth = full if worth == 0 else _ABSURD
                    if worth > top or (worth == top > _ABSURD and offers[n] > offers[found]):
                        found, top = n, worth
        else:
            out = flawed.outlooks[view]
            if view == BOX:
                unseen = _some_box(is_open)
                if unseen < 0:
                    continue
                _look_past(seen, unseen, many, out, tokens, prices, turning, dice)
            elif not flawed.known[view]:
                _look(out, view, state, is_open, sums, tokens, boxes, prices, turning, dice)
                flawed.known[view] = True
            for n in range(offers.shape[0]):
                if offers[n] > _ABSURD:
                    worth = _seems(which[n], throw, nth, price, out)
                    if worth > top + _ALIKE or (worth >= top - _ALIKE and offers[n] > offers[found]):
                        found, top = n, worth
        if found != best:
            return found
    return best


@njit
def _some_box(is_open: Array) -> int:
    """Return one of the open boxes, all alike; -1 where one is open at most."""
    many, chosen = 0, -1
    for box in range(is_open.shape[1]):
        if is_open[:, box].any():
            many += 1
    at = int(many * np.random.random())
    for box in range(is_open.shape[1]):
        if is_open[:, box].any():
            if at == 0:
                chosen = box
            at -= 1
    return chosen if many > 1 else -1


@njit
def _tempered(offers: Array, which: Array, many: int, bold: int, best: int, turning: Turning) -> int:
    """Return which of the offers left throws the most dice (``bold`` is 1) or the fewest (-1); of equal, the best."""
    for n in range(many):
        if offers[n] > _ABSURD:
            more = bold * (_thrown(which[n], turning) - _thrown(which[best], turning))
            if more > 0 or (more == 0 and offers[n] > offers[best]):
                best = n
    return which[best]


@njit
def _thrown(choice: int, turning: Turning) -> int:
    return 1 - turning.sizes[choice] if choice >= 0 else -100


@njit
def numbers(state: Array, is_open: Array, sums: Array, boxes: Boxes, out: Array) -> None:
    """Set link state, filled free boxes and upper class of each column."""
    for column in range(is_open.shape[0]):
        free, mask = 0, 0
        for box in range(is_open.shape[1]):
            if not is_open[column, box]:
                free |= 1 << boxes.free[box] if boxes.free[box] >= 0 else 0
                mask |= 1 << boxes.upper[box] if boxes.upper[box] >= 0 else 0
        out[column, 0], out[column, 1] = boxes.numbers[state[column]], free
        out[column, 2] = boxes.classes[mask, sums[column]]


@njit
def play(seed: int, games: int, slips: float, boxes: Boxes, prices: Prices, turning: Turning,
         dice: Array, bold: int = 0, views: bool = False) -> tuple[Array, Array]:  # fmt: skip
    """Play games alone; return the points of each, and its positions before every turn.

    A position has link state, filled free boxes and upper class of each column. ``slips`` is how often one of the next
    best actions is taken, where that is not absurd, or with ``views`` something is overlooked; :data:`ANYHOW` takes all
    legal actions alike. ``bold`` is 1 for somebody bold, -1 for somebody careful.
    """
    columns, many = boxes.times.shape[0], boxes.points.shape[2]
    begin = np.full(columns, boxes.empty), np.ones((columns, many), np.bool_), np.zeros(columns, np.int64)
    scores, seen, _ = play_on(seed, games, slips, begin, boxes, prices, turning, dice, bold, views)
    return scores, seen


@njit
def play_on(seed: int, games: int, slips: float, begin: tuple[Array, Array, Array], boxes: Boxes, prices: Prices,
            turning: Turning, dice: Array, bold: int = 0,
            views: bool = False) -> tuple[Array, Array, Array]:  # fmt: skip
    """Play games on from a position: the combination of each column, its open boxes, its upper sum.

    Return the points from there on, as :func:`play` the positions, and the points written before each.
    """
    np.random.seed(seed)
    columns, many = boxes.times.shape[0], boxes.points.shape[2]
    most = min(POINTS * boxes.times.max(), MOST_POINTS)
    keeps, throws = dice.starts[-1], dice.chances.shape[0]
    low = keeps - throws
    room = throws, columns * many, keeps
    out = _no_outlook(*room)
    outlooks = _no_outlook(*room), _no_outlook(*room), _no_outlook(*room)
    flawed = Flawed(outlooks, np.zeros(len(outlooks), np.bool_))
    offers, which = np.zeros(200 + 2 * columns * many), np.zeros(200 + 2 * columns * many, np.int64)
    turns = begin[1].sum()
    scores, seen, had = np.zeros(games), np.zeros((games, turns, columns, 3), np.int64), np.zeros((games, turns))
    for game in range(games):
        state, is_open, sums, tokens = begin[0].copy(), begin[1].copy(), begin[2].copy(), boxes.tokens
        for number in range(turns):
            numbers(state, is_open, sums, boxes, seen[game, number])
            had[game, number] = scores[game]
            rows = out.rows
            _look(out, NOTHING, state, is_open, sums, tokens, boxes, prices, turning, dice)
            flawed.known[:] = False
            chosen, nth = 0, 0
            while chosen >= 0:
                throw = fall(chosen, turning, dice) - low
                tokens -= nth == 3
                price = prices.token if nth == 2 else 0.0
                again = nth < 2 or (nth == 2 and tokens > 0)
                more = state, is_open, sums, tokens, boxes, prices, bold
                chosen = _choose(
                    out, nth, price, throw, again, slips, most, views, flawed, turning, dice, offers, which, *more
                )
                nth += 1
            cell, struck = (-1 - chosen) // 2, (-1 - chosen) % 2
            column, box = cell // many, cell % many
            points = 0 if struck else boxes.points[state[column], rows[throw], box]
            scores[game] += boxes.times[column] * points + _extra(state, throw, column, points, boxes, turning)
            is_open[column, box] = False
            if boxes.upper[box] >= 0:
                sums[column] += points
            if boxes.linked[box] >= 0:
                linked = boxes.linked[box]
                state[column] = boxes.then[state[column], linked, boxes.label[linked, points]]
        for column in range(columns):
            scores[game] += boxes.times[column] * boxes.bonus[sums[column]]
    return scores, seen, had
