"""A turn of Can't Stop, worked out over every place that its runners can reach.

What a turn is worth where its runners stand is the better of stopping there and of throwing again; a throw that moves
none of them is worth 0. Steps only ever lead upwards, so the places with the fewest steps left come first.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.cant_stop.rules import RUNNERS
from bot.mind.cant_stop.pairs import COLUMNS, NO_PAIR, PAIRS, STEPS, Indices, pair_throws, placed_throws
from bot.mind.throws import Values

Flags = NDArray[np.bool_]


class Path(NamedTuple):
    """The spaces of an open column that its runner can reach, the lowest first; the last one is its top.

    Where a runner stands there already, its space is the first.
    """

    placed: bool
    worth: Sequence[float]
    """What stopping on each space counts."""
    closed: Sequence[bool]
    """Whether nobody may stop there."""


class Ends(NamedTuple):
    """What the end of the game counts."""

    finished: int
    """How many columns must be finished now to end it."""
    worth: float
    most: float
    """The most that stopping counts without it."""


class Plan:
    """What a turn is worth, wherever its runners may come to stand."""

    def __init__(self, paths: Mapping[int, Path], ends: Ends, *, both: bool) -> None:
        """Work out the turn: 0.1 s of one core while no runner is placed.

        ``paths`` are those of the open columns, by their places; with ``both``, moves of both numbers go first.
        """
        self._lengths = np.array([len(paths[at].worth) if at in paths else 0 for at in range(len(COLUMNS))])
        self._both = both
        self._lay_out(paths)
        self.stops = self._stops(paths, ends)
        self.again = np.zeros(self._nowhere + 1)
        """What throwing again is worth, in each place."""
        self.worth = np.zeros(self._nowhere + 1)
        """What each place is worth; the last one stands for no move at all."""
        self._solve_placed()
        self._solve_others()
        del self._spaces_of, self._left, self._sets  # Most of its memory; turns are remembered.

    def place_of(self, runners: Mapping[int, int]) -> int:
        """Return the place of these runners: for each column, which space of its path, from 1."""
        mask = sum(1 << column for column in runners)
        return int(self._base[mask] + sum(self._strides[mask, column] * at for column, at in runners.items()))

    def _lay_out(self, paths: Mapping[int, Path]) -> None:
        """Number all places, those of the most runners first."""
        self._base = np.zeros(1 << len(COLUMNS), np.int64)
        self._strides = np.zeros((1 << len(COLUMNS), len(COLUMNS)), np.int64)
        placed = {column for column, path in paths.items() if path.placed}
        spaces, sets, first = [], [], 0
        for many in range(RUNNERS, len(placed) - 1, -1):
            if many == RUNNERS - 1:
                self._first_free = first
            for columns in combinations(sorted(paths), many):
                if placed <= set(columns):
                    found = self._spaces(columns, first)
                    sets.append((columns, first))
                    spaces.append(found)
                    first += found.shape[1]
        if len(placed) == RUNNERS:
            self._first_free = first
        self._nowhere = first
        self._sets = sets
        self._spaces_of = np.concatenate(spaces, axis=1)
        self._left = np.where(self._spaces_of > 0, self._lengths[:, None] - self._spaces_of, 0)

    def _spaces(self, columns: tuple[int, ...], first: int) -> Indices:
        """Return the spaces of all places of runners in ``columns``; number them from ``first``."""
        lengths = [int(self._lengths[column]) for column in columns]
        mask, stride = sum(1 << column for column in columns), 1
        for column, length in zip(reversed(columns), reversed(lengths), strict=True):
            self._strides[mask, column] = stride
            stride *= length
        self._base[mask] = first - self._strides[mask].sum()
        found = np.zeros((len(COLUMNS), stride), np.int64)
        if columns:
            found[columns, :] = np.indices(lengths).reshape(len(columns), -1) + 1
        return found

    def _stops(self, paths: Mapping[int, Path], ends: Ends) -> Values:
        """Return what stopping counts in each place; less than nothing where nobody may."""
        counts, closed = np.zeros(self._nowhere), np.zeros(self._nowhere, np.bool_)
        for column, path in paths.items():
            spaces = self._spaces_of[column]
            counts += np.array([0.0, *path.worth])[spaces]
            closed |= np.array([False, *path.closed])[spaces]
        finished = ((self._spaces_of > 0) & (self._left == 0)).sum(axis=0)
        counts = np.where(finished >= ends.finished, ends.worth, np.minimum(counts, ends.most))
        closed |= (self._spaces_of == 0).all(axis=0)
        return np.where(closed, -1.0, counts)

    def _solve_placed(self) -> None:
        """Work out the places of three runners."""
        throws = placed_throws()
        if not self._first_free:
            return
        sets = [(columns, first) for columns, first in self._sets if len(columns) == RUNNERS]
        many = np.diff([*(first for _, first in sets), self._first_free])
        chances = np.array([throws.chances[columns] for columns, _ in sets]).T
        which = np.repeat(np.arange(len(sets)), many)
        columns = np.array([columns for columns, _ in sets]).T[:, which]
        strides = self._strides[(1 << columns).sum(axis=0), columns]
        left = self._left[columns, np.arange(self._first_free)]
        after, moved = self._placed_steps(strides, left)
        for now in _levels(left.sum(axis=0)):
            worth = self.worth[after[:, now]]
            steps = moved[:, now] if self._both else moved
            best = np.array([self._best(worth, steps, choice) for choice in throws.choices])
            self.again[now] = (best * chances[:, which[now]]).sum(axis=0)
            self.worth[now] = np.maximum(self.stops[now], self.again[now])

    def _placed_steps(self, strides: Indices, left: Indices) -> tuple[Indices, Indices]:
        """Return for each of STEPS (row) where it leads from each place, and how many steps that is."""
        rows, after, moved = np.arange(left.shape[1]), [], []
        taken = [(np.minimum(one, 0), np.minimum(one, 1), np.minimum(one, 2)) for one in left]
        for steps in STEPS:
            some = [(taken[runner][many], strides[runner]) for runner, many in enumerate(steps) if many]
            many = sum(one for one, _ in some)
            moved.append(many)
            after.append(np.where(many > 0, rows + sum(one * stride for one, stride in some), self._nowhere))
        return np.array(after), np.array(moved)

    def _best(self, worth: Values, moved: Indices, choice: tuple[int, ...]) -> Values:
        """Return the worth of the best of these steps in each place."""
        if self._both:
            some = list(choice)
            preferred = moved[some] == moved[some].max(axis=0)
            return np.where(preferred, worth[some], 0).max(axis=0)  # type: ignore[no-any-return]
        best: Values = worth[choice[0]]
        for other in choice[1:]:
            best = np.maximum(best, worth[other])
        return best

    def _solve_others(self) -> None:
        """Work out the places of fewer runners."""
        if self._first_free == self._nowhere:
            return
        throws = pair_throws()
        after, moved = self._free_steps()
        runners = (self._spaces_of[:, self._first_free :] > 0).sum(axis=0)
        left = self._left[:, self._first_free :].sum(axis=0)
        for now in _levels(left - 1000 * runners):
            worth = self.worth[after[now]].max(axis=2)[:, throws.pairs]
            if self._both:
                counts = moved[now][:, throws.pairs]
                worth = np.where(counts == counts.max(axis=2, keepdims=True), worth, 0)
            places = now + self._first_free
            self.again[places] = (worth.max(axis=2) * throws.chances).sum(axis=1)
            self.worth[places] = np.maximum(self.stops[places], self.again[places])

    def _free_steps(self) -> tuple[Indices, Indices]:
        """Return where each of PAIRS leads from places with a free runner, two choices each, and how many steps."""
        spaces = self._spaces_of[:, self._first_free :].T
        masks = ((spaces > 0) << np.arange(len(COLUMNS))).sum(axis=1)
        free = RUNNERS - (spaces > 0).sum(axis=1)
        playable = spaces < self._lengths  # Some runner is free, so that a column without one can be begun.
        after = np.full((len(spaces), NO_PAIR + 1, 2), self._nowhere)
        moved = np.zeros((len(spaces), NO_PAIR + 1), np.int64)
        single = [self._moved(spaces, masks, (column,), playable[:, column]) for column in range(len(COLUMNS))]
        for pair, (one, other) in enumerate(PAIRS):
            if one == other:
                again = playable[:, one] & (spaces[:, one] + 2 <= self._lengths[one])
                after[:, pair, 0] = np.where(again, self._moved(spaces, masks, (one, one), again), single[one])
                moved[:, pair] = playable[:, one].astype(np.int64) + again
                continue
            new = (spaces[:, one] == 0).astype(np.int64) + (spaces[:, other] == 0)
            together = playable[:, one] & playable[:, other] & (new <= free)
            after[:, pair, 0] = np.where(together, self._moved(spaces, masks, (one, other), together), single[one])
            after[:, pair, 1] = np.where(together, self._nowhere, single[other])
            moved[:, pair] = np.where(together, 2, playable[:, one] | playable[:, other])
        return after, moved

    def _moved(self, spaces: Indices, masks: Indices, columns: tuple[int, ...], possible: Flags) -> Indices:
        """Return the places once the runners of ``columns`` have moved; nowhere where that is not ``possible``."""
        found = np.full(len(spaces), self._nowhere)
        higher, more = spaces[possible], masks[possible]
        for column in columns:
            higher[:, column] += 1
            more = more | 1 << column
        found[possible] = self._base[more] + (higher * self._strides[more]).sum(axis=1)
        return found


def _levels(order: Indices) -> list[Indices]:
    """Return the rows of equal numbers in ``order``, the lowest numbers first."""
    rows = np.argsort(order, kind="stable")
    return np.split(rows, np.nonzero(np.diff(order[rows]))[0] + 1)
