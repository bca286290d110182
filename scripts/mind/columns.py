"""Games of a sheet of several columns in machine code: whole games, and what a net says one turn ahead.

A position is link state, filled free boxes and upper class of each column. Nobody can work all of them out, so a net
learns from itself: what it says of a turn, worked out over all throws, is better than what it says of its beginning.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from players import NEVER, Rules, fall, pick, rules_of, whole_turn
from tables import Array, Tables, tables_of

from bot.games.yum.mind.exact import CompiledColumns

BY_NET, GREEDILY = range(2)
"""Players: by a net, or for the most points now."""


class ColumnsNet(NamedTuple):
    """The weights of a net in float32: a row of the first layer for each input of each column."""

    upper: Array
    links: Array
    free: Array
    hidden: Array
    hidden_bias: Array
    out: Array
    upper_linear: Array
    links_linear: Array
    free_linear: Array
    linear: Array
    """One number, for all."""


class ColumnRules(NamedTuple):
    """What a game needs to know beside the rules of one column."""

    worth: Array
    """Points by sort of way and row, in float32; NEVER where a throw may not go that way."""
    sorts: Array
    """The sort of each way by state of the links: few sorts fit into a processor's cache, all ways do not."""
    ready: Array
    """By state of the links: whether the Yum boxes that a joker needs are filled."""
    holds: Array
    """By state of the links: whether every Yum box holds points, which a further Yum needs for its bonus."""
    extra: float
    """That bonus."""
    times: Array
    """The times that each column counts."""
    open_links: Array
    """The number of linked boxes open in each state."""
    free: int
    """The numbers of free boxes in a column and in its upper section."""
    upper: int
    uppers: Array
    """Box and place among its possible points, for the ways that are upper boxes; they follow the free boxes."""
    targets: Array
    """By state and place: the state that one of the last ways leads to; -1 for no more ways."""


def rules_for(sheet: CompiledColumns) -> tuple[Tables, Rules, ColumnRules]:
    """Return the arrays of ``sheet``."""
    column = sheet.column
    tables = tables_of(column)
    rules = rules_of(tables, column.state_of((None,) * column.boxes))
    worth = np.where(rules.points < 0, np.float32(NEVER), rules.points).astype(np.float32)
    sorts, sort_of = np.unique(worth.reshape(-1, worth.shape[2]), axis=0, return_inverse=True)
    own = ColumnRules(
        sorts,
        sort_of.reshape(worth.shape[:2]),
        np.array([sheet.ready(labels) for labels in column.link_states]),
        np.array([column.earns_extra(labels) for labels in column.link_states]),
        float(tables.choices.extra.max()),
        np.array(sheet.times, dtype=np.float32),
        tables.open_boxes[0],
        tables.choices.free,
        len(column.upper_places),
        tables.choices.uppers,
        tables.choices.targets,
    )
    return tables, rules, own


@njit(fastmath=True)
def _value(net: ColumnsNet, h: Array, linear: float) -> float:
    """Return what a net says; ``h`` is its first layer, and what is below 0 there becomes 0."""
    for j in range(h.shape[0]):
        h[j] = np.float32(0.5) * (h[j] + abs(h[j]))
    value = np.float32(linear)
    for k in range(net.out.shape[0]):
        a = net.hidden_bias[k]
        for j in range(h.shape[0]):
            a += h[j] * net.hidden[k, j]
        if a > 0:
            value += a * net.out[k]
    return value


@njit(fastmath=True)
def _change(out: Array, h: Array, old: Array, new: Array) -> None:
    for j in range(h.shape[0]):
        out[j] = h[j] - old[j] + new[j]


@njit
def _open_boxes(state: Array, rules: Rules, own: ColumnRules) -> int:
    many = 0
    for c in range(state.shape[0]):
        many += own.open_links[state[c, 0]]
        for bit in range(own.free):
            many += 1 - (state[c, 1] >> bit & 1)
        for bit in range(own.upper):
            many += 1 - (rules.masks[state[c, 2]] >> bit & 1)
    return many


@njit(fastmath=True)
def future(net: ColumnsNet, state: Array, rules: Rules, own: ColumnRules, greedy: bool, h: Array, some: Array,
           out: Array) -> None:  # fmt: skip
    """Set what a net says of each way of each column, points apart; NEVER where it is closed."""
    nothing = np.zeros(h.shape[0], np.float32)
    linear, left = net.linear[0], _open_boxes(state, rules, own)
    h[:] = 0
    for c in range(state.shape[0]):
        link, free, upper = state[c, 0], state[c, 1], state[c, 2]
        _change(h, h, nothing, net.upper[c, upper])
        _change(h, h, nothing, net.links[c, link])
        linear += net.upper_linear[c, upper] + net.links_linear[c, link]
        for bit in range(own.free):
            if not free >> bit & 1:
                _change(h, h, nothing, net.free[c, bit])
                linear += net.free_linear[c, bit]
    many, more, ways = own.free, own.free + own.uppers.shape[0], out.shape[1]
    for c in range(state.shape[0]):
        link, free, upper = state[c, 0], state[c, 1], state[c, 2]
        for way in range(ways):
            then = upper
            out[c, way] = NEVER
            if way < many:
                if free >> way & 1:
                    continue
                _change(some, h, net.free[c, way], nothing)
                straight = linear - net.free_linear[c, way]
            elif way < more:
                then = rules.after[upper, own.uppers[way - many, 0], own.uppers[way - many, 1]]
                if then < 0:
                    continue
                _change(some, h, net.upper[c, upper], net.upper[c, then])
                straight = linear - net.upper_linear[c, upper] + net.upper_linear[c, then]
            else:
                target = own.targets[link, way - more]
                if target < 0:
                    continue
                _change(some, h, net.links[c, link], net.links[c, target])
                straight = linear - net.links_linear[c, link] + net.links_linear[c, target]
            if greedy:
                out[c, way] = 0.0
            elif left == 1:
                out[c, way] = 0.0
                for other in range(state.shape[0]):
                    out[c, way] += own.times[other] * rules.bonus[then if other == c else state[other, 2]]
            else:
                out[c, way] = _value(net, some, straight)


@njit
def _row(state: Array, throw: int, rules: Rules, own: ColumnRules) -> int:
    """Return the row of a throw: that of a joker if every column is ready for it."""
    face = rules.own[throw]
    joker = face >= 0
    for c in range(state.shape[0]):
        joker = joker and own.ready[state[c, 0]] and rules.masks[state[c, 2]] >> face & 1
    return rules.row_of[1 if joker else 0, throw]


@njit
def _extra(state: Array, throw: int, points: float, rules: Rules, own: ColumnRules) -> float:
    """Return the bonus for a further Yum that writes ``points``, for a column that counts once."""
    if points <= 0 or rules.row_of[1, throw] == throw:
        return 0.0
    for c in range(state.shape[0]):
        if not own.holds[state[c, 0]]:
            return 0.0
    return own.extra


@njit
def _best_way(state: Array, future: Array, throw: int, rules: Rules, own: ColumnRules) -> tuple[float, int, int]:
    """Return what the best way of a last throw is worth, its column and its number."""
    row, best, column, number = _row(state, throw, rules, own), np.float32(-1e18), -1, -1
    for c in range(future.shape[0]):
        for way in range(future.shape[1]):
            points = own.worth[own.sorts[state[c, 0], way], row]
            if future[c, way] > NEVER and points >= 0:
                value = future[c, way] + own.times[c] * (points + _extra(state, throw, points, rules, own))
                if value > best:
                    best, column, number = value, c, way
    return best, column, number


@njit(fastmath=True)
def _raise(out: Array, base: float, times: float, points: Array) -> None:
    """Raise what each last throw is worth to what one way brings."""
    for throw in range(out.shape[0]):
        value, earlier = base + times * points[throw], out[throw]
        more = np.float32(value > earlier)  # As a product, the compiler works out eight throws at a time.
        out[throw] = value * more + earlier * (np.float32(1) - more)


@njit(fastmath=True)
def _last_throws(state: Array, future: Array, rules: Rules, own: ColumnRules, dice: Array, out: Array) -> None:
    """Set what each last throw is worth."""
    throws = out.shape[0]
    for throw in range(throws):
        out[throw] = np.float32(-1e18)
    for c in range(future.shape[0]):
        times = own.times[c]
        for way in range(future.shape[1]):
            base = future[c, way]
            if base > NEVER:
                _raise(out, base, times, own.worth[own.sorts[state[c, 0], way]])
    further = own.extra > 0
    for c in range(state.shape[0]):
        further = further and own.holds[state[c, 0]]
    for throw in range(throws):
        if (further and rules.row_of[1, throw] != throw) or _row(state, throw, rules, own) != rules.row_of[0, throw]:
            out[throw] = _best_way(state, future, throw, rules, own)[0]


@njit
def turn(state: Array, future: Array, rules: Rules, own: ColumnRules, dice: Array, second: Array, first: Array,
         best: Array) -> float:  # fmt: skip
    """Set what the keeps of the second and the first throw are worth; return what the turn is."""
    low = dice.starts[dice.starts.shape[0] - 2]
    _last_throws(state, future, rules, own, dice, second[low:])
    return whole_turn(second, first, best, dice)


@njit
def _any_way(state: Array, future: Array, throw: int, rules: Rules, own: ColumnRules) -> tuple[int, int]:
    row, many, column, number = _row(state, throw, rules, own), 0, -1, -1
    for c in range(future.shape[0]):
        for way in range(future.shape[1]):
            if future[c, way] > NEVER and own.worth[own.sorts[state[c, 0], way], row] >= 0:
                many += 1
                if np.random.randint(many) == 0:
                    column, number = c, way
    return column, number


@njit
def play(seed: int, games: int, who: int, anyhow: float, net: ColumnsNet, rules: Rules, own: ColumnRules, dice: Array,
         boxes: int) -> tuple[Array, Array, Array, Array]:  # fmt: skip
    """Play games of so many ``boxes`` in all; ``anyhow`` is the chance that a turn is played at random.

    Return the points of each game, and before every turn the position, what the player thinks that it is worth, and the
    points written by then.
    """
    np.random.seed(seed)
    columns, keeps, ways = own.times.shape[0], dice.starts[-1], own.sorts.shape[1]
    scores = np.zeros(games)
    seen, worths = np.zeros((games, boxes, columns, 3), np.int64), np.zeros((games, boxes), np.float32)
    had = np.zeros((games, boxes))
    h, some = np.zeros(net.hidden.shape[1], np.float32), np.zeros(net.hidden.shape[1], np.float32)
    then = np.zeros((columns, ways), np.float32)
    second, first, best = np.zeros(keeps, np.float32), np.zeros(keeps, np.float32), np.zeros(keeps, np.float32)
    low = keeps - dice.chances.shape[0]
    for game in range(games):
        state = np.zeros((columns, 3), np.int64)
        state[:] = rules.start
        for nth in range(boxes):
            seen[game, nth], had[game, nth] = state, scores[game]
            random = np.random.random() < anyhow
            future(net, state, rules, own, who == GREEDILY, h, some, then)
            worths[game, nth] = turn(state, then, rules, own, dice, second, first, best)
            keep = pick(first, fall(0, rules, dice) - low, rules, random)
            throw = fall(pick(second, fall(keep, rules, dice) - low, rules, random), rules, dice) - low
            if random:
                c, way = _any_way(state, then, throw, rules, own)
            else:
                _, c, way = _best_way(state, then, throw, rules, own)
            points = own.worth[own.sorts[state[c, 0], way], _row(state, throw, rules, own)]
            scores[game] += own.times[c] * (points + _extra(state, throw, points, rules, own))
            more = own.free + own.uppers.shape[0]
            if way < own.free:
                state[c, 1] |= 1 << way
            elif way < more:
                state[c, 2] = rules.after[state[c, 2], own.uppers[way - own.free, 0], own.uppers[way - own.free, 1]]
            else:
                state[c, 0] = own.targets[state[c, 0], way - more]
        for c in range(columns):
            scores[game] += own.times[c] * rules.bonus[state[c, 2]]
    return scores, seen, worths, had


@njit
def a_turn_ahead(states: Array, net: ColumnsNet, rules: Rules, own: ColumnRules, dice: Array) -> Array:
    """Return what each position is worth by its best turn and what the net says of the positions after it."""
    columns, keeps, ways = own.times.shape[0], dice.starts[-1], own.sorts.shape[1]
    h, some = np.zeros(net.hidden.shape[1], np.float32), np.zeros(net.hidden.shape[1], np.float32)
    then = np.zeros((columns, ways), np.float32)
    second, first, best = np.zeros(keeps, np.float32), np.zeros(keeps, np.float32), np.zeros(keeps, np.float32)
    worths = np.zeros(len(states), np.float32)
    for n in range(len(states)):
        if _open_boxes(states[n], rules, own):
            future(net, states[n], rules, own, False, h, some, then)
            worths[n] = turn(states[n], then, rules, own, dice, second, first, best)
        else:
            for c in range(columns):
                worths[n] += own.times[c] * rules.bonus[states[n, c, 2]]
    return worths
