"""A turn of one sheet in few calls of numpy: each takes longer than the few numbers that it is about.

All that depends on the linked boxes of a column alone is worked out once: its *ways*, each a box and the points that it
may get. So a turn asks what follows each way, and what each throw brings is looked up among them.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from bot.games.yum.mind.compiled import OPEN, CompiledSheet
from bot.games.yum.scoring.boxes import Column
from bot.games.yum.scoring.points import EXTRA_YUM
from bot.mind.evaluator import Strength
from bot.mind.throws import Numbers, Throws, TurnOfOne, Values

NEVER = -1e6
"""The worth of what the rules do not allow. It is finite, since a mean with an infinity is none."""


class ColumnWays(NamedTuple):
    """The ways to fill a column in one state of its links; those of its filled boxes say nothing."""

    of_throws: Numbers
    """By box: the way of each throw, then of each Yum whose own upper box is filled. The last way is not allowed."""
    points: Values
    """What each way adds to the grand total."""
    extra: Values
    """What it adds besides where the dice are a further Yum."""
    strikes: Numbers
    """The way to strike the same box."""
    ends: Numbers
    """The end of each way: a box and points, but for free boxes, whose points change nothing later."""
    boxes: Numbers
    """The box of each end."""
    links: Numbers
    """The state of the links after it."""
    bits: Numbers
    """The free box that is filled then, as a bit."""
    nexts: Numbers
    """The place of its upper class in :attr:`bot.games.yum.mind.compiled.UpperSection.nexts`."""
    places: Numbers
    """Its place in a table of all states, but for what is filled already and for its upper class."""
    further: bool
    """Whether the column holds all that a further Yum needs."""

    @property
    def nbytes(self) -> int:
        """The bytes that all of that takes."""
        return sum(part.nbytes for part in self if isinstance(part, np.ndarray))

    def in_open_boxes(self, cells: Column) -> Numbers:
        """Return the numbers of the ends that are in open boxes."""
        return np.flatnonzero(np.array([cell is None for cell in cells])[self.boxes])

    def after(self, sheet: CompiledSheet, free: int, upper: int) -> Numbers:
        """Return the states (row) of a column after each end, given what is filled."""
        return np.stack([self.links, self.bits | free, sheet.upper.nexts[upper].take(self.nexts)], axis=1)


class WaysOfSheet:
    """Finds the ways of the columns of one sheet."""

    def __init__(self, sheet: CompiledSheet, several: bool) -> None:
        """Take ``sheet`` for one of ``several`` columns, or for all there is."""
        self._sheet, self._several = sheet, several
        self._known_links: dict[tuple[tuple[int, ...], int, int], int] = {}

    def __call__(self, key: tuple[tuple[int, ...], int]) -> ColumnWays:
        """Return the ways of a column with these labels of its links that counts so many times."""
        sheet, (labels, times) = self._sheet, key
        worth, yums = sheet.worths_with(labels)
        points, allowed = (np.concatenate(parts) for parts in zip(worth, yums, strict=True))
        most = int(points.max()) + 1
        first = np.arange(sheet.boxes) * most  # Slots are a box and points; the first of each box are none.
        slots = points + first
        seen = np.bincount(slots[allowed], minlength=sheet.boxes * most)
        seen[first] = 1
        found = np.flatnonzero(seen)
        numbers = np.zeros(len(seen), dtype=np.int64)
        numbers[found] = np.arange(len(found))
        boxes, some = np.divmod(found, most)
        is_end = (some == 0) | (self._bits[boxes] == 0)  # The points of a free box come after its strike.
        at, brought = boxes[is_end], some[is_end]
        now = sheet.link_number(labels)
        links = [self._linked(labels, now, *way) for way in zip(at.tolist(), brought.tolist(), strict=True)]
        return ColumnWays(
            np.where(allowed, numbers[slots], len(found)).T.copy(),
            np.append(some * times, 0.0),
            np.append(EXTRA_YUM * times * ((some > 0) | (not self._several)), 0.0),
            np.append(numbers[first][boxes], len(found)),
            np.append(np.cumsum(is_end) - 1, 0),
            at,
            np.array(links),
            self._bits[at],
            self._nexts(at, sheet.counted(brought, times)),
            (np.array(links) * (1 << len(sheet.free_places)) + self._bits[at]) * sheet.upper.count,
            sheet.earns_extra(labels),
        )

    @cached_property
    def _bits(self) -> Numbers:
        """The bit of each free box, else 0."""
        bits = np.zeros(self._sheet.boxes, dtype=np.int64)
        bits[list(self._sheet.free_places)] = 1 << np.arange(len(self._sheet.free_places))
        return bits

    @cached_property
    def _link_of(self) -> dict[int, int]:
        """The number of the link of each linked box."""
        return {link.place: number for number, link in enumerate(self._sheet.links)}

    def _linked(self, labels: tuple[int, ...], now: int, box: int, points: int) -> int:
        """Return the state of the links, which is ``now``, once a box holds these points."""
        link = self._link_of.get(box)
        if link is None or labels[link] != OPEN:
            return now
        key = labels, link, points
        if key not in self._known_links:
            self._known_links[key] = self._sheet.link_number(self._sheet.filled(*key))
        return self._known_links[key]

    def _nexts(self, boxes: Numbers, points: Numbers) -> Numbers:
        """Return the places of the upper classes after these boxes have got these points."""
        upper, width = self._sheet.upper.after.shape[1:]
        nexts = np.full(len(boxes), upper * width)
        for number, place in enumerate(self._sheet.upper_places):
            here = np.flatnonzero(boxes == place)
            nexts[here] = number * width + np.searchsorted(self._sheet.upper_points[number], points[here])
        return nexts


class ColumnWorths(NamedTuple):
    """What the ways of one column are worth in a turn, all that follows included."""

    ways: ColumnWays
    open: list[int]
    """The open boxes."""
    worths: Values
    of_yums: Values
    """Those for a Yum, which may be a further one."""

    @classmethod
    def of(cls, ways: ColumnWays, cells: Column, later: Values, further: bool) -> "ColumnWorths":
        """Return what the ways of ``cells`` are worth, whose ends are worth ``later``."""
        worths = ways.points + later.take(ways.ends)
        of_yums = worths + ways.extra if further else worths
        worths[-1] = of_yums[-1] = NEVER
        return cls(ways, [place for place, cell in enumerate(cells) if cell is None], worths, of_yums)

    def best(self, rows: Numbers, yums: Sequence[int]) -> Values:
        """Return what the best box makes of each throw, which ``rows`` say is one of :attr:`ColumnWays.of_throws`.

        ``yums`` are the throws of equal dice.
        """
        offered = self.ways.of_throws.take(self.open, 0)
        best = self._best(self.worths, offered).take(rows)
        if self.of_yums is not self.worths:
            best[yums] = self._best(self.of_yums, offered[:, rows[yums]])
        return best

    def _best(self, worths: Values, offered: Numbers) -> Values:
        either = np.maximum(worths, worths.take(self.ways.strikes))
        best: Values = np.maximum.reduce(either.take(offered), 0, initial=NEVER)  # A column may be full.
        return best


class SheetTurn:
    """A turn of a sheet worked out: what boxes are worth, all that follows included, and what keeping dice is.

    Boxes are numbered through all columns. Nobody may ask what a filled one is worth.
    """

    def __init__(self, throws: Throws, columns: Sequence[ColumnWorths], rows: Numbers, strength: Strength) -> None:
        """Take what ``columns`` are worth; ``rows`` say where each throw stands in :attr:`ColumnWays.of_throws`."""
        self._columns, self._rows, self._yums, self.strength = columns, rows, throws.alike, strength
        final = columns[0].best(rows, throws.alike)
        for other in columns[1:]:
            np.maximum(final, other.best(rows, throws.alike), out=final)
        self.keeps = TurnOfOne(throws, final)

    @property
    def nbytes(self) -> int:
        """The bytes that it holds, once everything has been asked for."""
        return 2 * self.keeps.second.nbytes + sum(2 * column.worths.nbytes for column in self._columns)

    def boxes(self, throw: int) -> tuple[list[float], list[float]]:
        """Return what it is worth to mark, and to strike, each box with a throw."""
        row, is_yum, marks, strikes = self._rows[throw], throw in self._yums, list[float](), list[float]()
        for ways, _, worths, of_yums in self._columns:
            some, places = of_yums if is_yum else worths, ways.of_throws[:, row]
            marks += some.take(places).tolist()
            strikes += some.take(ways.strikes.take(places)).tolist()
        return marks, strikes

    def every_box(self) -> Values:
        """Return :meth:`boxes` of every throw: throws × (mark, strike) × boxes."""
        parts = []
        for ways, _, worths, of_yums in self._columns:
            places = ways.of_throws.take(self._rows, 1).T
            both = np.stack((places, ways.strikes.take(places)), 1)
            part = worths.take(both)
            part[self._yums] = of_yums.take(both[self._yums])
            parts.append(part)
        return np.concatenate(parts, 2)

    def brings(self, throw: int, cell: int, *, struck: bool) -> float:
        """Return the points that a throw brings at once in a box."""
        column, box = divmod(cell, self._wide)
        ways, _, worths, of_yums = self._columns[column]
        way = ways.of_throws[box, self._rows[throw]]
        if struck:
            way = ways.strikes[way]
        further = throw in self._yums and of_yums is not worths
        return float(ways.points[way] + further * ways.extra[way])

    @cached_property
    def open_cells(self) -> list[int]:
        """The numbers of the open boxes."""
        return [number * self._wide + box for number, column in enumerate(self._columns) for box in column.open]

    @property
    def _wide(self) -> int:
        return len(self._columns[0].ways.of_throws)
