"""Games of Yamslam between two in machine code: whole games, and what a net says one turn ahead.

A position is, for each kind, the chips of who is to act, of the other player and on the rack, and the moment of the
round. The default rules hold; ``tests/mind/test_training.py`` compares such turns with those of the bot.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from players import Rules, fall, pick, rules_of, whole_turn
from tables import Array, Dice, tables_of

from bot.games import make
from bot.games.yamslam.mind import CHIPS_POINTS, PLACES_OF_CHIPS, RoundMoment
from bot.games.yamslam.rules import ALL_KINDS, CHIPS, DICE, KINDS, LAST, SET, SIX_KINDS, Yamslam
from bot.games.yum.mind.compiled import compiled
from bot.games.yum.rules import Yum
from bot.mind.evaluator import Unit
from bot.mind.net import SheetNet
from bot.mind.players import PLAIN, SLIP_AMONG
from bot.mind.throws import throws_of

BY_NET, GREEDILY, BY_PAR = range(3)
"""Players: by a net, for the dearest chip, by chips and their parts of the bonuses."""
FIRST, FIRST_SAFE, SECOND, SECOND_SAFE = (int(moment) for moment in RoundMoment)
"""Plain numbers, for machine code."""
PLAIN_WIN = PLAIN[Unit.WIN]
_NEVER = -1e6
_MOST_TURNS = 200


class RackNet(NamedTuple):
    """The weights of a net in float32."""

    moments: Array
    chips: Array
    """By kind and place of its chips."""
    hidden: Array
    hidden_bias: Array
    out: Array
    moments_linear: Array
    chips_linear: Array
    linear: Array
    """One number, for all."""


class Begin(NamedTuple):
    """Where games begin."""

    state: Array
    moment: int
    in_turn: bool
    """Whether the other one acts first in every second game."""


class Games(NamedTuple):
    """Games that were played: what the first won of each, and all moments before turns."""

    won: Array
    states: Array
    moments: Array
    worths: Array
    """What the one to act saw in the turn."""
    players: Array
    """The one to act: 0 or 1."""
    games: Array
    """The place of the game among all."""


class RackRules(NamedTuple):
    """What a game needs to know of the rules."""

    fits: Array
    """By throw and kind."""
    yamslam: Array
    points: Array
    place: Array
    """By own chips, the other's and those on the rack."""


def in_machine_code(net: SheetNet) -> RackNet:
    """Return the net as this file reads it."""
    kinds, places, upper = len(KINDS), len(PLACES_OF_CHIPS), len(net.upper)
    # The moment is an input of the first kind; the others have the first moment, always.
    moments, straight = (
        part.astype(np.float32).reshape(kinds, len(RoundMoment), -1) for part in (net.upper, net.linear[:upper])
    )
    parts = (
        moments[0] + moments[1:, 0].sum(axis=0), net.links.reshape(kinds, places, -1), net.hidden, net.hidden_bias,
        net.out, (straight[0] + straight[1:, 0].sum(axis=0))[:, 0], net.linear[upper:-1].reshape(kinds, places),
        net.linear[-1:],
    )  # fmt: skip
    return RackNet(*(np.ascontiguousarray(part, dtype=np.float32) for part in parts))


def rules_for_racks() -> tuple[RackRules, Rules, Dice]:
    """Return the rules of Yamslam, and those of throwing five dice."""
    game, sheet = make("yamslam", {}), make("yum_classic", {})
    assert isinstance(game, Yamslam)  # noqa: S101
    assert isinstance(sheet, Yum)  # noqa: S101
    column = compiled(sheet)
    tables = tables_of(column)
    throws = throws_of(DICE).throws
    place = np.full((CHIPS + 1,) * 3, -1)
    for number, (own, other, rack) in enumerate(PLACES_OF_CHIPS):
        place[own, other, rack] = number
    rack_rules = RackRules(
        np.array([[kind in game.fits(faces) for kind in KINDS] for faces in throws]),
        np.array([len(set(faces)) == 1 for faces in throws]),
        np.array([kind.points for kind in KINDS]),
        place,
    )
    return rack_rules, rules_of(tables, column.state_of((None,) * column.boxes)), tables.dice


@njit
def score(chips: Array, last: bool, rules: RackRules) -> int:
    """Return the points at the end of a game."""
    total, missing = 0, 0
    for kind in range(chips.shape[0]):
        total += chips[kind] * rules.points[kind]
        missing += chips[kind] == 0
        if chips[kind] == CHIPS:
            total += SET
    if missing == 0:
        total += ALL_KINDS
    elif missing == 1:
        total += SIX_KINDS
    return total + LAST * last


@njit
def share(state: Array, last: int, rules: RackRules) -> float:
    """Return what who is to act has won once the rack is empty; ``last`` is who took the last chip, or -1."""
    own, other = score(state[0], last == 0, rules), score(state[1], last == 1, rules)
    return 1.0 if own > other else 0.5 if own == other else 0.0


@njit(fastmath=True)
def _said(net: RackNet, h: Array, linear: float) -> float:
    value = linear
    for k in range(net.out.shape[0]):
        a = net.hidden_bias[k]
        for j in range(h.shape[0]):
            a += max(h[j], np.float32(0)) * net.hidden[k, j]
        if a > 0:
            value += a * net.out[k]
    return min(max(value, 0.0), 1.0)


@njit
def worth(net: RackNet, state: Array, moment: int, rules: RackRules, h: Array) -> float:
    """Return the chance to win of who is to act, as a net sees it."""
    h[:] = net.moments[moment]
    linear = net.linear[0] + net.moments_linear[moment]
    for kind in range(state.shape[1]):
        place = rules.place[state[0, kind], state[1, kind], state[2, kind]]
        h += net.chips[kind, place]
        linear += net.chips_linear[kind, place]
    return _said(net, h, linear)


@njit
def _simply(who: int, state: Array, rules: RackRules) -> float:
    """Return what a simple player sees in own chips."""
    value = 0.0
    for kind in range(state.shape[1]):
        own = state[0, kind]
        value += own * rules.points[kind]
        if who == BY_PAR:
            value += (own > 0) * ALL_KINDS / state.shape[1]
            if own + state[2, kind] == CHIPS:
                value += own * SET / CHIPS
    return value


@njit
def _seen(who: int, net: RackNet, state: Array, moment: int, mine: bool, rules: RackRules, h: Array) -> float:
    """Return what a position after a choice is worth to its chooser, who acts next if it is ``mine``."""
    if who != BY_NET:
        return _simply(who, state, rules)
    if mine:
        return worth(net, state, moment, rules, h)
    return 1.0 - worth(net, _turned(state), moment, rules, h)


@njit
def _turned(state: Array) -> Array:
    turned = np.empty_like(state)
    turned[0], turned[1], turned[2] = state[1], state[0], state[2]
    return turned


@njit
def _over(who: int, state: Array, last: int, rules: RackRules) -> float:
    return share(state, last, rules) if who == BY_NET else float(score(state[0], last == 0, rules))


@njit
def future(who: int, net: RackNet, state: Array, moment: int, rules: RackRules, h: Array, out: Array) -> None:
    """Set what each end of a turn is worth: a row for a chip of the rack, with a Yamslam, of the removed ones, a pass.

    NEVER where there is no such chip.
    """
    out[:] = _NEVER
    began = moment in (FIRST, FIRST_SAFE)
    after, again = (SECOND_SAFE, FIRST_SAFE) if began else (FIRST, SECOND_SAFE)
    for kind in range(state.shape[1]):
        if state[2, kind]:
            state[0, kind] += 1
            state[2, kind] -= 1
            if state[2].sum() == 0:
                out[0, kind] = out[1, kind] = _over(who, state, 0, rules)
            else:
                out[0, kind] = _seen(who, net, state, after, False, rules, h)
                out[1, kind] = _seen(who, net, state, again, True, rules, h)
            state[0, kind] -= 1
            state[2, kind] += 1
        if state[0, kind] + state[1, kind] + state[2, kind] < CHIPS:
            state[0, kind] += 1
            out[2, kind] = _seen(who, net, state, again, True, rules, h)
            state[0, kind] -= 1
    if moment == SECOND:
        dearest = _dearest(state)
        state[2, dearest] -= 1
        if state[2].sum() == 0:
            out[3, 0] = _over(who, state, -1, rules)
        else:
            out[3, 0] = _seen(who, net, state, FIRST, False, rules, h)
        state[2, dearest] += 1
    else:
        following = SECOND if moment == FIRST else SECOND_SAFE if moment == FIRST_SAFE else FIRST
        out[3, 0] = _seen(who, net, state, following, False, rules, h)


@njit
def _dearest(state: Array) -> int:
    for kind in range(state.shape[1] - 1, -1, -1):
        if state[2, kind]:
            return kind
    return -1


@njit
def _best_end(then: Array, throw: int, rules: RackRules) -> tuple[float, int, int]:
    """Return what the best end of a turn with this throw is worth, and which it is."""
    best, row, kind = then[3, 0], 3, 0
    for place in range(rules.points.shape[0]):
        if rules.yamslam[throw]:
            for way in (1, 2):
                if then[way, place] > best:
                    best, row, kind = then[way, place], way, place
        elif rules.fits[throw, place] and then[0, place] > best:
            best, row, kind = then[0, place], 0, place
    return best, row, kind


@njit
def turn(then: Array, rules: RackRules, dice: Dice, second: Array, first: Array, best: Array) -> float:
    """Set what the keeps of the second and the first throw are worth; return what the turn is."""
    low = dice.starts[dice.starts.shape[0] - 2]
    for throw in range(dice.chances.shape[0]):
        second[low + throw] = _best_end(then, throw, rules)[0]
    return whole_turn(second, first, best, dice)


@njit
def _any_end(then: Array, throw: int, rules: RackRules) -> tuple[int, int]:
    many, row, kind = 0, 3, 0
    for place in range(rules.points.shape[0]):
        for way in range(3):
            fits = way > 0 if rules.yamslam[throw] else way == 0 and rules.fits[throw, place]
            if fits and then[way, place] > _NEVER:
                many += 1
                if np.random.randint(many) == 0:
                    row, kind = way, place
    return row, kind


@njit
def _choose(worth: Array, then: Array, throw: int, throws_on: bool, slips: float, most: float, rules: RackRules,
            own: Rules, offers: Array, which: Array) -> int:  # fmt: skip
    """Return the keep that a player chooses after ``throw``, or below 0 the end: -1 - row * kinds - kind.

    With a chance of ``slips`` it is one of the next best, which costs at most so much.
    """
    best, row, kind = _best_end(then, throw, rules)
    kinds, many = rules.points.shape[0], 0
    chosen = -1 - row * kinds - kind
    if throws_on:
        for n in range(own.sub_starts[throw], own.sub_starts[throw + 1]):
            if own.sizes[own.subs[n]] < DICE:
                offers[many], which[many] = worth[own.subs[n]], own.subs[n]
                many += 1
                if offers[many - 1] > best:
                    best, chosen = offers[many - 1], which[many - 1]
    for place in range(kinds):
        for way in range(3):
            fits = way > 0 if rules.yamslam[throw] else way == 0 and rules.fits[throw, place]
            if fits and then[way, place] > _NEVER:
                offers[many], which[many] = then[way, place], -1 - way * kinds - place
                many += 1
    dearest = chosen < 0 and row < 3 and kind == kinds - 1
    if np.random.random() >= slips or rules.yamslam[throw] or dearest:
        return chosen
    near = 0
    for n in range(many):
        if which[n] == chosen or best - offers[n] > most:
            offers[n] = _NEVER
        else:
            near += 1
    if near == 0:
        return chosen
    for _ in range(int(min(SLIP_AMONG, near) * (1 - np.random.random() ** 0.5))):
        offers[offers[:many].argmax()] = _NEVER
    return which[offers[:many].argmax()]


def fresh() -> Begin:
    """Return the beginning of a game: a full rack."""
    return Begin(np.array([(0,) * len(KINDS), (0,) * len(KINDS), (CHIPS,) * len(KINDS)]), FIRST, True)


@njit
def play(seed: int, games: int, seats: tuple[int, int], slips: tuple[float, float], anyhow: float, net: RackNet,
         rules: RackRules, own: Rules, dice: Dice, begin: Begin) -> Games:  # fmt: skip
    """Play games of two sorts of players who slip so often, from ``begin`` on.

    ``anyhow`` is the chance that a turn is at random.
    """
    np.random.seed(seed)
    kinds, keeps = rules.points.shape[0], dice.starts[-1]
    low = keeps - dice.chances.shape[0]
    won = np.zeros(games)
    seen = np.zeros((games * _MOST_TURNS, 3, kinds), np.int64)
    moments, worths, many = np.zeros(games * _MOST_TURNS, np.int64), np.zeros(games * _MOST_TURNS, np.float32), 0
    players, numbers = np.zeros(games * _MOST_TURNS, np.int64), np.zeros(games * _MOST_TURNS, np.int64)
    h, then = np.zeros(net.hidden.shape[1], np.float32), np.zeros((4, kinds))
    second, first, best = np.zeros(keeps), np.zeros(keeps), np.zeros(keeps)
    offers, which = np.zeros(3 * keeps), np.zeros(3 * keeps, np.int64)
    for game in range(games):
        state, moment, player, last = begin.state.copy(), begin.moment, game % 2 if begin.in_turn else 0, -1
        while state[2].sum():
            who, random = seats[player], np.random.random() < anyhow
            future(who, net, state, moment, rules, h, then)
            value = turn(then, rules, dice, second, first, best)
            seen[many], moments[many], worths[many] = state, moment, value
            players[many], numbers[many] = player, game
            many += 1
            if random or not slips[player]:
                keep = pick(first, fall(0, own, dice) - low, own, random)
                throw = fall(pick(second, fall(keep, own, dice) - low, own, random), own, dice) - low
                row, kind = _any_end(then, throw, rules) if random else _best_end(then, throw, rules)[1:]
            else:
                chosen, nth, most = 0, 0, PLAIN_WIN if who == BY_NET else CHIPS_POINTS
                while chosen >= 0:
                    throw = fall(chosen, own, dice) - low
                    keeping = first if nth == 0 else second
                    chosen = _choose(keeping, then, throw, nth < 2, slips[player], most, rules, own, offers, which)
                    nth += 1
                row, kind = (-1 - chosen) // kinds, (-1 - chosen) % kinds
            began = moment in (FIRST, FIRST_SAFE)
            if row == 3:
                if moment == SECOND:
                    state[2, _dearest(state)] -= 1
                moment = SECOND if moment == FIRST else SECOND_SAFE if moment == FIRST_SAFE else FIRST
            else:
                state[0, kind] += 1
                if row < 2:
                    state[2, kind] -= 1
                if state[2].sum() == 0:
                    last = player
                moment = SECOND_SAFE if began else FIRST
                if row > 0:
                    moment = FIRST_SAFE if began else SECOND_SAFE
                    continue
            state = _turned(state)
            player = 1 - player
        taker = -1 if last < 0 else 0 if last == player else 1
        ended = share(state, taker, rules)
        won[game] = ended if player == 0 else 1.0 - ended
    return Games(won, seen[:many], moments[:many], worths[:many], players[:many], numbers[:many])


@njit
def a_turn_ahead(who: int, states: Array, moments: Array, net: RackNet, rules: RackRules, dice: Dice) -> Array:
    """Return what each position is worth to a player of that sort by its best turn and what comes after it."""
    keeps = dice.starts[-1]
    h, then = np.zeros(net.hidden.shape[1], np.float32), np.zeros((4, rules.points.shape[0]))
    second, first, best = np.zeros(keeps), np.zeros(keeps), np.zeros(keeps)
    worths = np.zeros(len(states), np.float32)
    for n in range(len(states)):
        future(who, net, states[n], moments[n], rules, h, then)
        worths[n] = turn(then, rules, dice, second, first, best)
    return worths
