"""What each state of a compiled sheet is worth: the points still to come, bonus included, if every choice is the best.

Backwards by the number of filled boxes: a turn is worth what its best choices bring, and every box leads to a state
that is worked out already. States that differ only in what is filled go through a turn together.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.yum.scoring.totals import EXTRA_YUM
from bot.mind.sheets.compiled import OPEN, CompiledSheet, Worth
from bot.mind.throws import Throws, Values, rows_of

_NEVER = -1e6
"""The worth of what the rules do not allow. It is finite, since a mean with an infinity is none."""
_AT_ONCE = 1_024
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
    room = _Room(sheet.throws, min(_AT_ONCE, len(frees) * len(classes)))
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
                keeps, rows = room.of(len(some[0]))
                turns.final(some[0], some[1], keeps[sheet.throws.first_throw :], rows)
                table.put(number, some[0], some[1], sheet.throws.value_of_turn(keeps, rows))


class _Room:
    """Memory for one turn's computation after another."""

    def __init__(self, throws: Throws, positions: int) -> None:
        """Hold it for so many positions at most."""
        self._keeps = np.empty(len(throws.keeps) * positions)
        self._rows = np.empty(len(throws.throws) * positions)
        self._positions = positions

    def of(self, positions: int) -> tuple[Values, Values]:
        """Return an array of a row a keep and one of a row a throw, for so many positions."""
        return self._some(self._keeps, positions), self._some(self._rows, positions)

    def _some(self, memory: Values, positions: int) -> Values:
        return memory[: len(memory) // self._positions * positions].reshape(-1, positions)


def _by_count(numbers: Numbers, masks: Numbers) -> Sequence[Numbers]:
    """Return the numbers whose masks have the fewest boxes filled, then those with one more, and so on."""
    filled = np.array([int(mask).bit_count() for mask in masks])
    return [numbers[filled == many] for many in np.unique(filled)]


class _Ways(NamedTuple):
    """The ways in which throws may fill a box."""

    points: list[int]
    """What they write there, each number once."""
    of_throws: Numbers
    """The place of each throw's points in that list; one more than the last where it may not fill the box."""


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
        self._known_ways: dict[int, tuple[_Ways, _Ways]] = {}

    def final(self, free: Numbers, classes: Numbers, final: Values, room: Values) -> None:
        """Set in ``final`` what each last throw (row) is worth in each position (column): its best box.

        ``room`` is memory of the same shape.
        """
        final[:] = _NEVER
        yums = np.full((len(self._yums.points), len(free)), _NEVER)
        for place, after, struck in self._open_boxes(free, classes):
            for ways, best in zip(self._ways(place), (final, yums), strict=True):
                np.maximum(best, _gains(ways, after, room, struck=struck), out=best)
        rows = list(self._sheet.yums)
        final[rows] = np.where(self._own_filled(classes), yums, final[rows]) + self._extra

    def _ways(self, place: int) -> tuple[_Ways, _Ways]:
        """Return the ways to fill the box at ``place``; and those for the Yums, their own upper box being filled."""
        if place not in self._known_ways:
            self._known_ways[place] = _ways(self._worth, place), _ways(self._yums, place)
        return self._known_ways[place]

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


def _ways(worth: Worth, place: int) -> _Ways:
    """Return the ways to fill the box at ``place``."""
    points, allowed = worth.points[:, place], worth.allowed[:, place]
    some, which = np.unique(points[allowed], return_inverse=True)
    of_throws = np.full(len(points), len(some))
    of_throws[allowed] = which
    return _Ways(some.tolist(), of_throws)


def _gains(ways: _Ways, after: After, room: Values, *, struck: bool) -> Values:
    """Return what each throw (row) brings in one box, now and later, in each position (column)."""
    zero = after(0)
    gains = np.empty((len(ways.points) + 1, len(zero)))
    for number, points in enumerate(ways.points):
        np.add(points, after(points), out=gains[number])
    gains[-1] = _NEVER
    if struck:
        np.maximum(gains[:-1], zero, out=gains[:-1])
    return rows_of(gains, ways.of_throws, room)
