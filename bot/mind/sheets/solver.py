"""What each state of a compiled sheet is worth: the points still to come, bonus included, if every choice is the best.

Backwards by the number of filled boxes: a turn is worth what its best choices bring, and every box leads to a state
that is worked out already. States that differ only in what is filled go through a turn together.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from bot.games.yum.scoring.totals import EXTRA_YUM
from bot.mind.sheets.compiled import OPEN, CompiledSheet, Worth
from bot.mind.throws import Values

_NEVER = -1e6
"""The worth of what the rules do not allow. It is finite, since a mean with an infinity is none."""
_AT_ONCE = 2_048
"""Positions of one turn's computation; more need more memory and are not quicker."""

Numbers = NDArray[np.int64]
After = Callable[[int], Values]
"""What each position is worth after a box has got so many points."""


def solve(sheet: CompiledSheet) -> Values:
    """Return the value of every state: ``[links, filled free boxes as bits, upper class]``."""
    upper, links = sheet.upper, sheet.link_states
    values = np.full((len(links), 2 ** len(sheet.free_places), upper.count), _NEVER)
    frees = _by_count(np.arange(2 ** len(sheet.free_places)), len(sheet.free_places))
    uppers = _by_count(upper.masks, len(sheet.upper_places))
    for number in sorted(range(len(links)), key=lambda number: links[number].count(OPEN)):
        solver = _LinkSolver(sheet, values, number)
        for free, classes in product(reversed(frees), reversed(uppers)):
            solver.solve(*(axis.ravel() for axis in np.meshgrid(free, classes, indexing="ij")))
    return values


def _by_count(masks: Numbers, boxes: int) -> list[Numbers]:
    """Return the places in ``masks`` with no box filled, with one, and so on."""
    filled = np.array([int(mask).bit_count() for mask in masks])
    return [np.flatnonzero(filled == many) for many in range(boxes + 1)]


class _LinkSolver:
    """Works out the positions of one state of the links."""

    def __init__(self, sheet: CompiledSheet, values: Values, number: int) -> None:
        self._sheet = sheet
        self._values = values
        self._number = number
        self._labels = sheet.link_states[number]
        self._worth = sheet.worth(self._labels)
        yums = list(sheet.yum_worth(self._labels))
        self._yums = Worth(*(np.concatenate([getattr(yum, name) for yum in yums]) for name in ("points", "allowed")))
        self._extra = EXTRA_YUM * sheet.earns_extra(self._labels)

    def solve(self, free: Numbers, classes: Numbers) -> None:
        """Work out these positions, all of which have as many boxes filled."""
        done = 2 ** len(self._sheet.free_places) - 1, 2 ** len(self._sheet.upper_places) - 1
        if OPEN not in self._labels and (free[0], self._sheet.upper.masks[classes[0]]) == done:
            self._values[self._number, free, classes] = self._sheet.upper.bonus[classes]
            return
        for start in range(0, len(free), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            final = self._final(free[part], classes[part])
            self._values[self._number, free[part], classes[part]] = self._sheet.throws.turn(final).value

    def _final(self, free: Numbers, classes: Numbers) -> Values:
        """Return what each last throw (row) is worth in each position (column): its best box."""
        rows = list(self._sheet.yums)
        own = self._own_filled(classes)
        final = np.full((len(self._worth.points), len(free)), _NEVER)
        for place, after, struck in self._open_boxes(free, classes):
            gains = _gains(self._worth, place, after, struck=struck)
            gains[rows] = np.where(own, _gains(self._yums, place, after, struck=struck), gains[rows])
            np.maximum(final, gains, out=final)
        final[rows] += self._extra
        return final

    def _own_filled(self, classes: Numbers) -> NDArray[np.bool_]:
        """Return for each Yum (row) and position whether the upper box of its face is filled."""
        sheet, masks = self._sheet, self._sheet.upper.masks[classes]
        bits = {sheet.game.layout.boxes[place].face: bit for bit, place in enumerate(sheet.upper_places)}
        faces = [sheet.throws.throws[row][0] for row in sheet.yums]
        none = np.zeros(len(masks), dtype=bool)
        return np.array([masks >> bits[face] & 1 == 1 if face in bits else none for face in faces])

    def _open_boxes(self, free: Numbers, classes: Numbers) -> Iterator[tuple[int, After, bool]]:
        """Yield each box, what positions are worth after it, and whether a strike may be better than points."""
        sheet = self._sheet
        for bit, place in enumerate(sheet.free_places):
            filled = free >> bit & 1 == 1
            then = np.where(filled, _NEVER, self._values[self._number, free | 1 << bit, classes])
            yield place, partial(_whatever, then), False
        for box, place in enumerate(sheet.upper_places):
            yield place, partial(self._after_upper, free, classes, box), False
        for one, link in enumerate(sheet.links):
            if self._labels[one] == OPEN:
                yield link.place, partial(self._after_link, free, classes, one), True

    def _after_upper(self, free: Numbers, classes: Numbers, box: int, points: int) -> Values:
        after = self._sheet.upper.after[classes, box, self._sheet.upper_points[box].index(points)]
        return np.where(after < 0, _NEVER, self._values[self._number, free, after])

    def _after_link(self, free: Numbers, classes: Numbers, one: int, points: int) -> Values:
        labels = (*self._labels[:one], self._sheet.links[one].label(points), *self._labels[one + 1 :])
        then: Values = self._values[self._sheet.link_number(labels), free, classes]
        return then


def _whatever(then: Values, _points: int) -> Values:
    """Return ``then``: a free box leads to the same state with any points."""
    return then


def _gains(worth: Worth, place: int, after: After, *, struck: bool) -> Values:
    """Return what each throw (row) brings in the box at ``place``, now and later, in each position (column)."""
    points, allowed = worth.points[:, place], worth.allowed[:, place]
    zero = after(0)
    gains = np.full((len(points), len(zero)), _NEVER)
    for some in np.unique(points[allowed]):
        gains[allowed & (points == some)] = some + after(int(some))
    if struck:
        gains[allowed] = np.maximum(gains[allowed], zero)
    return gains
