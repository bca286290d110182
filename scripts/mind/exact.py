"""Exact values of a whole sheet in machine code, two thousand times as fast as they are worked out in Python.

The values lie in a file of float32: ``[links, filled free boxes as bits, upper class]``, as the solver of the bot has
them. All states with as many open linked and free boxes are a *layer*; each needs only the layers with fewer. After
each layer the file is complete so far, and a note beside it says so: a run that ends early goes on from there.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit, prange
from numba.core.cpu import CPUTargetOptions
from numba.core.options import TargetOptions
from tables import Array, Choices, Dice, Tables, tables_of

from bot.games.yum.mind.compiled import CompiledSheet


class Upper(NamedTuple):
    """The classes of the upper section, in batches that go through a turn together."""

    masks: Array
    bonus: Array
    batches: Array
    """The classes of each batch, all with as many boxes filled; the last class may stand there more than once."""
    after: Array
    """By batch, way and class: the class that an upper box with so many points leads to; -1 if it is filled."""
    is_open: Array
    """By batch and way: whether any of the classes may go that way."""


CPUTargetOptions.noalias = TargetOptions.Mapping("noalias")
"""Lets functions promise that their arrays do not overlap, for which numba has a flag but no word."""
WIDE = 32
"""Upper classes that go through a turn together."""
NEVER = np.float32(-1e6)
_SIX = np.float32(6.0)
_NO_NAN = {"nnan", "ninf", "nsz"}
"""What the compiler may assume. Not that a division may become a product: a sixth, rounded, drifts over the turns."""


@njit(inline="always", fastmath=_NO_NAN)
def _more(value: float, other: float) -> float:
    return value if value > other else other


@njit(noalias=True, fastmath=_NO_NAN)
def _means(out: Array, of: Array, level: int, dice: Dice) -> None:
    """Set what each keep of a level is worth: the mean over the six keeps with a die more."""
    more, above = dice.more, dice.starts[level + 1]
    for keep in range(dice.starts[level], above):
        a, b, c = above + more[keep, 0], above + more[keep, 1], above + more[keep, 2]
        d, e, f = above + more[keep, 3], above + more[keep, 4], above + more[keep, 5]
        for j in range(WIDE):
            out[keep, j] = (of[a, j] + of[b, j] + of[c, j] + of[d, j] + of[e, j] + of[f, j]) / _SIX


@njit(noalias=True, fastmath=_NO_NAN)
def _bests(out: Array, of: Array, level: int, dice: Dice) -> None:
    """Raise what each keep of a level is worth to the best of those with a die less."""
    fewer, below = dice.fewer, dice.starts[level - 1]
    for keep in range(dice.starts[level], dice.starts[level + 1]):
        a, b, c = below + fewer[keep, 0], below + fewer[keep, 1], below + fewer[keep, 2]
        for j in range(WIDE):
            out[keep, j] = _more(_more(out[keep, j], of[a, j]), _more(of[b, j], of[c, j]))
        if dice.many_fewer[keep] > 3:
            d, e, f = below + fewer[keep, 3], below + fewer[keep, 4], below + fewer[keep, 5]
            for j in range(WIDE):
                out[keep, j] = _more(_more(out[keep, j], of[d, j]), _more(of[e, j], of[f, j]))


@njit(noalias=True, fastmath=_NO_NAN)
def _raise(worth: Array, first: int, ways: Array, way: int, link: int, choices: Choices) -> None:
    """Raise what last throws are worth to what they bring one way."""
    for n in range(choices.starts[link, way], choices.starts[link, way + 1]):
        row, some = first + choices.rows[n], choices.points[n]
        for j in range(
            worth.shape[1]
        ):  # A bound that the compiler does not know: else it unrolls, and adds one by one.
            worth[row, j] = _more(worth[row, j], ways[way, j] + some)


@njit(fastmath=_NO_NAN)
def _turn(worth: Array, value: Array, dice: Dice) -> None:
    """Set the value of a turn whose last throws are worth what stands in the last rows of ``worth``."""
    most = dice.starts.shape[0] - 2
    for _ in range(2):
        for size in range(most - 1, -1, -1):
            _means(worth, worth, size, dice)
        for size in range(1, most + 1):
            _bests(worth, worth, size, dice)
    value[:] = 0.0
    for row in range(dice.chances.shape[0]):
        chance = dice.chances[row]
        for j in range(worth.shape[1]):
            value[j] += chance * worth[dice.starts[most] + row, j]


@njit(noalias=True, fastmath=_NO_NAN)
def _look_up(ways: Array, is_open: Array, values: Array, link: int, free: int, batch: int, upper: Upper,
             choices: Choices) -> None:  # fmt: skip
    """Set what the positions of a batch are worth after each way, and which ways are open to any of them."""
    many = choices.free
    for bit in range(many):
        is_open[bit] = not free >> bit & 1
        if is_open[bit]:
            for j in range(WIDE):
                ways[bit, j] = values[link, free | 1 << bit, upper.batches[batch, j]]
    for way in range(choices.uppers.shape[0]):
        is_open[many + way] = upper.is_open[batch, way]
        if is_open[many + way]:
            for j in range(WIDE):
                then = upper.after[batch, way, j]
                ways[many + way, j] = values[link, free, then] if then >= 0 else NEVER
    many += choices.uppers.shape[0]
    for way in range(many, is_open.shape[0]):
        target = choices.targets[link, way - many]
        is_open[way] = target >= 0
        if target >= 0:
            for j in range(WIDE):
                ways[way, j] = values[target, free, upper.batches[batch, j]]


@njit(fastmath=_NO_NAN)
def _last_throws(worth: Array, first: int, link: int, batch: int, upper: Upper, choices: Choices, ways: Array,
                 is_open: Array, base: Array) -> None:  # fmt: skip
    """Set what last throws are worth: the best way of each."""
    base[:] = NEVER
    for way in range(is_open.shape[0]):
        if is_open[way] and choices.always[link, way]:
            for j in range(WIDE):
                base[j] = _more(base[j], ways[way, j])
    for row in range(first, worth.shape[0]):
        for j in range(worth.shape[1]):
            worth[row, j] = base[j]
    for way in range(is_open.shape[0]):
        if is_open[way]:
            _raise(worth, first, ways, way, link, choices)
    again = worth.shape[0] - choices.yums.shape[0]
    for n in range(choices.yums.shape[0]):
        row, own = first + choices.yums[n], choices.own[n]
        for j in range(WIDE):
            if own >= 0 and upper.masks[upper.batches[batch, j]] >> own & 1:
                worth[row, j] = worth[again + n, j]
            worth[row, j] += choices.extra[link]


@njit(parallel=True, fastmath=_NO_NAN)
def _layer(values: Array, items: Array, dice: Dice, upper: Upper, choices: Choices) -> None:
    """Work out every upper class of the states of links and free boxes in ``items``."""
    full = upper.masks.max()
    ways_many = choices.always.shape[1]
    first = dice.starts[dice.starts.shape[0] - 2]
    rows = dice.starts[dice.starts.shape[0] - 1] + choices.yums.shape[0]
    for n in prange(items.shape[0]):
        link, free = items[n, 0], items[n, 1]
        worth = np.empty((rows, WIDE), np.float32)
        ways = np.empty((ways_many, WIDE), np.float32)
        is_open = np.empty(ways_many, np.bool_)
        base = np.empty(WIDE, np.float32)
        value = np.empty(WIDE, np.float64)
        for batch in range(upper.batches.shape[0]):
            if items[n, 2] == 0 and upper.masks[upper.batches[batch, 0]] == full:
                for j in range(WIDE):
                    values[link, free, upper.batches[batch, j]] = upper.bonus[upper.batches[batch, j]]
                continue
            _look_up(ways, is_open, values, link, free, batch, upper, choices)
            _last_throws(worth, first, link, batch, upper, choices, ways, is_open, base)
            _turn(worth, value, dice)
            for j in range(WIDE):
                values[link, free, upper.batches[batch, j]] = value[j]


def upper_of(tables: Tables) -> Upper:
    """Return the upper classes in batches of as many filled boxes, most filled first."""
    filled = np.array([int(mask).bit_count() for mask in tables.masks])
    parts = []
    for many in range(filled.max(), -1, -1):
        classes = np.flatnonzero(filled == many)
        missing = -len(classes) % WIDE
        parts.append(np.concatenate([classes, np.full(missing, classes[-1])]).reshape(-1, WIDE))
    batches = np.concatenate(parts)
    boxes, places = tables.choices.uppers.T
    after = tables.after[batches[:, None, :], boxes[None, :, None], places[None, :, None]]
    return Upper(tables.masks, tables.bonus, batches, after, (after >= 0).any(axis=2))


def _items(tables: Tables, is_open: int) -> Array:
    """Return link state, filled free boxes and number of open boxes of the states of one layer."""
    open_links, open_free, _ = tables.open_boxes
    links, frees = np.nonzero(open_links[:, None] + open_free == is_open)
    return np.stack([links, frees, np.full(len(links), is_open)], axis=1)


def solve(sheet: CompiledSheet, file: Path, say: Callable[[str], None] = print, most: float = np.inf) -> Array:
    """Return the values of every state of ``sheet``, kept in ``file``; stop after ``most`` seconds between layers."""
    tables = tables_of(sheet)
    shape = (len(sheet.link_states), 1 << len(sheet.free_places), sheet.upper.count)
    note = file.with_suffix(".json")
    progress = json.loads(note.read_text()) if note.exists() else {}
    if progress.get("digest") != sheet.digest:
        progress = {"digest": sheet.digest, "layers": 0, "seconds": 0.0}
    values = np.lib.format.open_memmap(file, "r+" if progress["layers"] else "w+", np.float32, shape)
    upper, began = upper_of(tables), time.monotonic()
    for layer in range(progress["layers"], len(sheet.free_places) + len(sheet.links) + 1):
        start, used = time.monotonic(), time.process_time()
        items = _items(tables, layer)
        _layer(values, items, tables.dice, upper, tables.choices)
        values.flush()
        seconds, used = time.monotonic() - start, time.process_time() - used
        progress = {**progress, "layers": layer + 1, "seconds": progress["seconds"] + used}
        note.write_text(json.dumps(progress))
        states = len(items) * shape[2]
        say(
            f"{layer:2} boxes open beside the upper: {states:11,} states, {seconds:6.1f} s, {used:6.1f} s of processors"
        )
        if time.monotonic() - began > most:
            raise TimeoutError(f"stopped after {layer + 1} layers; run again to go on")
    return values
