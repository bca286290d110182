"""Games of a sheet in machine code: whole games by several sorts of players, and what their choices cost."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from tables import Array, Choices, Dice, Tables

NEVER = -1e6
EXACT, NET, GREEDY, PAR, RANDOM = range(5)
"""Players: by the exact table, by a net, for the most points now, for points above the price of a box, anyhow."""


class Net(NamedTuple):
    """The weights of a net, in float32, as :class:`bot.mind.net.SheetNet` has them."""

    upper: Array
    links: Array
    free: Array
    hidden: Array
    hidden_bias: Array
    out: Array
    linear: Array
    """For the upper classes, then the states of the links, then the open free boxes, then for all."""


class Rules(NamedTuple):
    """What a game needs to know of a sheet."""

    points: Array
    """By state of the links, way and row; -1 where a throw may not go that way."""
    row_of: Array
    """The row of each throw, once its own upper box is open, once it is filled."""
    own: Array
    """The bit of the upper box that decides between these; -1 for none."""
    subs: Array
    """The keeps of each throw, from ``sub_starts`` on."""
    sub_starts: Array
    sizes: Array
    after: Array
    masks: Array
    bonus: Array
    start: Array
    """The numbers of the empty sheet."""
    open_boxes: tuple[Array, Array, Array]
    """The number of open boxes in each state of the links, with each set of filled free boxes, in each class."""
    last: int
    """With at most so many open boxes, who plays by a net knows the exact table."""


def rules_of(tables: Tables, start: tuple[int, int, int], last: int = 0) -> Rules:
    """Return the rules of a sheet for whole games."""
    choices, dice = tables.choices, tables.dice
    states, ways = choices.always.shape
    throws = len(dice.chances)
    rows = throws + len(choices.yums)
    points = np.full((states, ways, rows), -1, dtype=np.float32)
    points[choices.always] = 0
    for state in range(states):
        for way in range(ways):
            a, b = choices.starts[state, way], choices.starts[state, way + 1]
            points[state, way, choices.rows[a:b]] = choices.points[a:b]
    row_of = np.tile(np.arange(throws), (2, 1))
    row_of[1, choices.yums] = throws + np.arange(len(choices.yums))
    own = np.full(throws, -1)
    own[choices.yums] = choices.own
    subs, starts = _subs(dice)
    sizes = np.searchsorted(dice.starts, np.arange(dice.starts[-1]), side="right") - 1
    return Rules(
        points,
        row_of,
        own,
        subs,
        starts,
        sizes,
        tables.after,
        tables.masks,
        tables.bonus,
        np.array(start, dtype=np.int64),
        tables.open_boxes,
        last,
    )


def _subs(dice: Dice) -> tuple[Array, Array]:
    """Return all keeps of each throw, itself included."""
    subs: list[int] = []
    starts = [0]
    most = len(dice.starts) - 2
    for throw in range(dice.starts[most], dice.starts[most + 1]):
        level, keeps = {throw}, [throw]
        for size in range(most, 0, -1):
            below = dice.starts[size - 1]
            level = {int(below + less) for keep in level for less in dice.fewer[keep, : dice.many_fewer[keep]]}
            keeps += sorted(level)
        subs += keeps
        starts.append(len(subs))
    return np.array(subs), np.array(starts)


@njit
def _net_value(net: Net, h: Array, linear: float) -> float:
    value = linear
    for k in range(net.out.shape[0]):
        a = net.hidden_bias[k]
        for j in range(h.shape[0]):
            a += max(h[j], np.float32(0)) * net.hidden[k, j]
        if a > 0:
            value += a * net.out[k]
    return value


@njit
def net_value(net: Net, link: int, free: int, upper: int, h: Array) -> float:
    """Return what a net says that a position is worth; ``h`` is as wide as its first layer."""
    links, first = net.links.shape[0], net.upper.shape[0]
    linear = net.linear[upper] + net.linear[first + link] + net.linear[-1]
    h[:] = net.upper[upper] + net.links[link]
    for bit in range(net.free.shape[0]):
        if not free >> bit & 1:
            h += net.free[bit]
            linear += net.linear[first + links + bit]
    return _net_value(net, h, linear)


@njit
def _worth(who: int, table: Array, net: Net, rules: Rules, link: int, free: int, upper: int,
           h: Array) -> float:  # fmt: skip
    """Return what a position is worth to a player of that sort: by a table or by a net."""
    links, frees, classes = rules.open_boxes
    left = links[link] + frees[free] + classes[upper]
    if not left:
        return rules.bonus[upper]
    if who == EXACT or left <= rules.last:
        return table[link, free, upper]
    return net_value(net, link, free, upper, h)


@njit
def _future(
    who: int, table: Array, net: Net, rules: Rules, choices: Choices, state: Array, h: Array, out: Array
) -> None:
    """Set what a player of that sort thinks that each way is worth, points apart; NEVER where it is closed."""
    link, free, upper = state[0], state[1], state[2]
    seen_free, seen_upper = free, upper
    knows = who in (EXACT, NET, PAR)
    source = EXACT if who == PAR else who
    if who == PAR:  # As if only this box were filled.
        seen_free, seen_upper = rules.start[1], rules.start[2]
    many, more = choices.free, choices.free + choices.uppers.shape[0]
    for way in range(out.shape[0]):
        then_link, then_free, then_upper = link, seen_free, seen_upper
        if way < many:
            is_open = not free >> way & 1
            then_free |= 1 << way
        elif way < more:
            box, nth = choices.uppers[way - many]
            is_open = rules.after[upper, box, nth] >= 0
            then_upper = rules.after[seen_upper, box, nth]
        else:
            then_link = choices.targets[link, way - more]
            is_open = then_link >= 0
        if not is_open:
            out[way] = NEVER
        elif knows:
            out[way] = _worth(source, table, net, rules, then_link, then_free, then_upper, h)
        else:
            out[way] = 0.0


@njit
def _turn(future: Array, link: int, mask: int, rules: Rules, choices: Choices, dice: Dice, second: Array, first: Array,
          best: Array, way_of: Array) -> float:  # fmt: skip
    """Set what keeps of the second and the first throw are worth, and the best way of each last throw."""
    most = dice.starts.shape[0] - 2
    low = dice.starts[most]
    for throw in range(dice.chances.shape[0]):
        own = rules.own[throw]
        filled = 1 if own >= 0 and mask >> own & 1 else 0
        row, value = rules.row_of[filled, throw], -1e18
        for way in range(future.shape[0]):
            if future[way] > NEVER and rules.points[link, way, row] >= 0:
                some = future[way] + rules.points[link, way, row]
                if some > value:
                    value, way_of[throw] = some, way
        second[low + throw] = value + (choices.extra[link] if rules.row_of[1, throw] != throw else 0.0)
    return whole_turn(second, first, best, dice)


@njit
def whole_turn(second: Array, first: Array, best: Array, dice: Dice) -> float:
    """Set what the keeps of the second and the first throw are worth; return what the turn is.

    ``second`` holds what each last throw is worth, in its last places.
    """
    low = dice.starts[dice.starts.shape[0] - 2]
    keeping(second, dice)
    choosing(second, best, dice)
    first[low:] = best[low:]
    keeping(first, dice)
    choosing(first, best, dice)
    total = 0.0
    for throw in range(dice.chances.shape[0]):
        total += dice.chances[throw] * best[low + throw]
    return total


@njit
def keeping(worth: Array, dice: Dice) -> None:
    """Set what each keep is worth, given what each throw is."""
    for size in range(dice.starts.shape[0] - 3, -1, -1):
        above = dice.starts[size + 1]
        for keep in range(dice.starts[size], above):
            total = 0.0
            for face in range(6):
                total += worth[above + dice.more[keep, face]]
            worth[keep] = total / 6


@njit
def choosing(worth: Array, best: Array, dice: Dice) -> None:
    """Set what each keep is worth to a player who may keep any of its dice."""
    best[0] = worth[0]
    for size in range(1, dice.starts.shape[0] - 1):
        below = dice.starts[size - 1]
        for keep in range(dice.starts[size], dice.starts[size + 1]):
            value = worth[keep]
            for n in range(dice.many_fewer[keep]):
                value = max(value, best[below + dice.fewer[keep, n]])
            best[keep] = value


@njit
def fall(keep: int, rules: Rules, dice: Dice) -> int:
    """Throw the other dice."""
    while rules.sizes[keep] < dice.starts.shape[0] - 2:
        keep = dice.starts[rules.sizes[keep] + 1] + dice.more[keep, np.random.randint(6)]
    return keep


@njit
def pick(worth: Array, throw: int, rules: Rules, anyhow: bool) -> int:
    """Return the best keep of a throw, or any."""
    a, b = rules.sub_starts[throw], rules.sub_starts[throw + 1]
    if anyhow:
        return rules.subs[np.random.randint(a, b)]
    best = rules.subs[a]
    for n in range(a, b):
        if worth[rules.subs[n]] > worth[best]:
            best = rules.subs[n]
    return best


@njit
def _any_way(future: Array, link: int, row: int, rules: Rules) -> int:
    many = 0
    chosen = -1
    for way in range(future.shape[0]):
        if future[way] > NEVER and rules.points[link, way, row] >= 0:
            many += 1
            if np.random.randint(many) == 0:
                chosen = way
    return chosen


@njit
def play(seed: int, games: int, who: int, anyhow: float, judge: int, table: Array, net: Net, rules: Rules,
         choices: Choices, dice: Dice, boxes: int) -> tuple[Array, Array, Array, Array]:  # fmt: skip
    """Play games; ``anyhow`` is the chance that a turn is played at random.

    Return for each game its points and what its choices cost as the ``judge`` (EXACT or NET) sees it, and the position
    before every turn with the points written by then.
    """
    np.random.seed(seed)
    scores, lost = np.zeros(games), np.zeros(games)
    seen, had = np.zeros((games, boxes, 3), np.int64), np.zeros((games, boxes))
    keeps, throws = dice.starts[-1], dice.chances.shape[0]
    low = keeps - throws
    ways = rules.points.shape[1]
    h = np.zeros(net.upper.shape[1], np.float32)
    future, judged = np.zeros(ways), np.zeros(ways)
    second, first, best, way_of = np.zeros(keeps), np.zeros(keeps), np.zeros(keeps), np.zeros(throws, np.int64)
    second2, first2, best2, way_of2 = np.zeros(keeps), np.zeros(keeps), np.zeros(keeps), np.zeros(throws, np.int64)
    for game in range(games):
        state = rules.start.copy()
        for turn in range(boxes):
            seen[game, turn], had[game, turn] = state, scores[game]
            link, mask = state[0], rules.masks[state[2]]
            random = who == RANDOM or np.random.random() < anyhow
            _future(who, table, net, rules, choices, state, h, future)
            _turn(future, link, mask, rules, choices, dice, second, first, best, way_of)
            if judge >= 0:
                _future(judge, table, net, rules, choices, state, h, judged)
                _turn(judged, link, mask, rules, choices, dice, second2, first2, best2, way_of2)
            keep = fall(0, rules, dice)
            for nth in range(2):
                throw = keep - low
                chosen = pick(first if nth == 0 else second, throw, rules, random)
                if judge >= 0:
                    worth = first2 if nth == 0 else second2
                    lost[game] += worth[pick(worth, throw, rules, False)] - worth[chosen]
                keep = fall(chosen, rules, dice)
            throw = keep - low
            own = rules.own[throw]
            row = rules.row_of[1 if own >= 0 and mask >> own & 1 else 0, throw]
            way = _any_way(future, link, row, rules) if random else way_of[throw]
            extra = choices.extra[link] if rules.row_of[1, throw] != throw else 0.0
            if judge >= 0:
                lost[game] += second2[low + throw] - judged[way] - rules.points[link, way, row] - extra
            scores[game] += rules.points[link, way, row] + extra
            many = choices.free
            if way < many:
                state[1] |= 1 << way
            elif way < many + choices.uppers.shape[0]:
                box, nth = choices.uppers[way - many]
                state[2] = rules.after[state[2], box, nth]
            else:
                state[0] = choices.targets[link, way - many - choices.uppers.shape[0]]
        scores[game] += rules.bonus[state[2]]
    return scores, lost, seen, had
