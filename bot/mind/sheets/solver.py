"""What each state of a compiled sheet is worth: the points still to come, bonus included, if every choice is the best.

Backwards by the number of filled boxes: a turn is worth what its best choices bring, and every box leads to a state
that is worked out already. States that differ only in what is filled go through a turn together.
"""

from collections.abc import Callable, Iterator, Sequence
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
LookUp = Callable[[int, Numbers, Numbers], Values]
"""What positions are worth: a state of the links, filled free boxes as bits, upper classes."""
After = Callable[[int], Values]
"""What each position is worth after a box has got so many points."""


class Table:
    """What some of the states of a sheet are worth, among them all that follow from any of them."""

    def __init__(self, links: Numbers, frees: Numbers, classes: Numbers, sizes: tuple[int, int, int]) -> None:
        """Make room for all combinations of these numbers, of which a sheet has ``sizes`` many."""
        self.parts = links, frees, classes
        self.values = np.full([len(part) for part in self.parts], _NEVER)
        self._places = [np.full(size, -1) for size in sizes]
        for places, part in zip(self._places, self.parts, strict=True):
            places[part] = np.arange(len(part))

    def _at(self, number: int, free: Numbers, classes: Numbers) -> tuple[np.int64, Numbers, Numbers]:
        links, frees, uppers = self._places
        return links[number], frees[free], uppers[classes]

    def __call__(self, number: int, free: Numbers, classes: Numbers) -> Values:
        """Return what positions are worth (LookUp)."""
        found: Values = self.values[self._at(number, free, classes)]
        return found

    def at(self, states: Numbers) -> Values:
        """Return what positions are worth; each row holds the three numbers of one."""
        links, frees, uppers = self._places
        found: Values = self.values[links[states[:, 0]], frees[states[:, 1]], uppers[states[:, 2]]]
        return found

    def put(self, number: int, free: Numbers, classes: Numbers, values: Values) -> None:
        """Set what positions are worth."""
        self.values[self._at(number, free, classes)] = values


def solve(sheet: CompiledSheet) -> Values:
    """Return the value of every state: ``[links, filled free boxes as bits, upper class]``."""
    sizes = len(sheet.link_states), 1 << len(sheet.free_places), sheet.upper.count
    table = Table(np.arange(sizes[0]), np.arange(sizes[1]), np.arange(sizes[2]), sizes)
    work_out(sheet, table)
    return table.values


def work_out(sheet: CompiledSheet, table: Table) -> None:
    """Work out every state in ``table``."""
    links, frees, classes = table.parts
    full = (1 << len(sheet.free_places)) - 1, (1 << len(sheet.upper_places)) - 1
    free_groups = _by_count(frees, frees)
    class_groups = _by_count(classes, sheet.upper.masks[classes])
    for number in sorted(links.tolist(), key=lambda number: sheet.link_states[number].count(OPEN)):
        turns = LinkTurns(sheet, table, number)
        for free, upper in product(reversed(free_groups), reversed(class_groups)):
            if OPEN not in turns.labels and (free[0], sheet.upper.masks[upper[0]]) == full:
                table.put(number, free, upper, sheet.upper.bonus[upper])
                continue
            every = [axis.ravel() for axis in np.meshgrid(free, upper, indexing="ij")]
            for start in range(0, len(every[0]), _AT_ONCE):
                some = [axis[start : start + _AT_ONCE] for axis in every]
                table.put(number, some[0], some[1], sheet.throws.turn(turns.final(*some)).value)


def _by_count(numbers: Numbers, masks: Numbers) -> Sequence[Numbers]:
    """Return the numbers whose masks have the fewest boxes filled, then those with one more, and so on."""
    filled = np.array([int(mask).bit_count() for mask in masks])
    return [numbers[filled == many] for many in np.unique(filled)]


class LinkTurns:
    """Turns in one state of the links."""

    def __init__(self, sheet: CompiledSheet, look_up: LookUp, number: int) -> None:
        """Ask ``look_up`` what the positions after such a turn are worth."""
        self._sheet = sheet
        self._look_up = look_up
        self._number = number
        self.labels = sheet.link_states[number]
        self._worth, self._yums = sheet.worths(number)
        self._extra = EXTRA_YUM * sheet.earns_extra(self.labels)

    def final(self, free: Numbers, classes: Numbers) -> Values:
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
            if filled.all():
                continue
            then = np.where(filled, _NEVER, self._look_up(self._number, free | 1 << bit, classes))
            yield place, partial(_whatever, then), False
        masks = sheet.upper.masks[classes]
        for box, place in enumerate(sheet.upper_places):
            if (masks >> box & 1).all():
                continue
            yield place, partial(self._after_upper, free, classes, box), False
        for one, link in enumerate(sheet.links):
            if self.labels[one] == OPEN:
                yield link.place, partial(self._after_link, free, classes, one), True

    def _after_upper(self, free: Numbers, classes: Numbers, box: int, points: int) -> Values:
        after = self._sheet.upper.after[classes, box, self._sheet.upper_points[box].index(points)]
        return np.where(after < 0, _NEVER, self._look_up(self._number, free, after))

    def _after_link(self, free: Numbers, classes: Numbers, one: int, points: int) -> Values:
        labels = (*self.labels[:one], self._sheet.links[one].label(points), *self.labels[one + 1 :])
        return self._look_up(self._sheet.link_number(labels), free, classes)


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
