"""A turn of Can't Stop, worked out over every place that its runners can reach."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.cant_stop.rules import DICE, HEIGHTS, RUNNERS, pairings
from bot.mind.throws import FACES, Values

# -- The throws: how likely each is, and what it lets three runners do -----------------------------------------------

Indices = NDArray[np.int64]

COLUMNS = tuple(HEIGHTS)
PAIRS = tuple(combinations_with_replacement(range(len(COLUMNS)), 2))
"""The places of two columns, which a pairing of the dice names."""
NO_PAIR = len(PAIRS)
STEPS = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0), (0, 2, 0), (0, 0, 2), (1, 1, 0), (1, 0, 1), (0, 1, 1))
"""The steps that a pairing gives three placed runners."""


class PairThrows(NamedTuple):
    """All throws that differ in their pairings."""

    pairs: Indices
    """A row a throw: the places of its pairings in :data:`PAIRS`, filled up with :data:`NO_PAIR`."""
    chances: Values


@cache
def pair_throws() -> PairThrows:
    """Return all throws; made once."""
    many = Counter(pairings(tuple(sorted(faces))) for faces in product(FACES, repeat=DICE))
    rows = []
    for pairings_of_throw in many:
        places = [PAIRS.index((COLUMNS.index(first), COLUMNS.index(second))) for first, second in pairings_of_throw]
        rows.append(places + [NO_PAIR] * (3 - len(places)))
    return PairThrows(np.array(rows), np.array(list(many.values())) / len(FACES) ** DICE)


class PlacedThrows(NamedTuple):
    """What throws let three placed runners do."""

    choices: tuple[tuple[int, ...], ...]
    """Every choice between steps that some throw gives some runners, as places in :data:`STEPS`."""
    chances: dict[tuple[int, ...], Values]
    """For the columns (places, ascending) of three runners, how likely each choice is; the rest of 1 is a bust."""


@cache
def placed_throws() -> PlacedThrows:
    """Return the choices of all sets of three columns; made once."""
    counted: dict[tuple[int, ...], Counter[tuple[int, ...]]] = {}
    throws = pair_throws()
    for runners in combinations(range(len(COLUMNS)), RUNNERS):
        steps = [tuple(pair.count(column) for column in runners) for pair in PAIRS]
        choice = [STEPS.index(steps_of_pair) if any(steps_of_pair) else None for steps_of_pair in steps] + [None]
        chances = counted[runners] = Counter()
        for pairs, chance in zip(throws.pairs.tolist(), throws.chances.tolist(), strict=True):
            some = sorted({place for pair in pairs if (place := choice[pair]) is not None})
            if some:
                chances[tuple(some)] += chance
    choices = tuple(sorted({choice for chances in counted.values() for choice in chances}))
    by_runners = {runners: np.array([chances[choice] for choice in choices]) for runners, chances in counted.items()}
    return PlacedThrows(choices, by_runners)


# -- A turn, worked out over every place that its runners can reach --------------------------------------------------
# What a turn is worth where its runners stand, in turns still needed, is the better of stopping there and of throwing
# again; a throw that moves none of them leaves the board as it is, which is never better. Steps only ever lead upwards,
# so the places with the fewest steps left come first.

Flags = NDArray[np.bool_]


class ColumnPath(NamedTuple):
    """The spaces of an open column that its runner can reach, the lowest first; the last one is its top.

    Where a runner stands there already, its space is the first.
    """

    placed: bool
    left: Indices
    """The steps left to the top from each space."""
    closed: Sequence[bool]
    """Whether nobody may stop there."""
    climbed: Sequence[int]
    """By how many spaces that is above the cone."""
    share: Sequence[float]
    """The part of what a turn gains that is due to this column, beside what the others say of theirs."""


AfterStop = Callable[[tuple[int, ...], list[Indices]], Values]
"""Says what is still needed after a turn that leaves so many steps in some columns, by their places; combined."""


class ClimbPlan:
    """What a turn is worth, wherever its runners may come to stand."""

    def __init__(
        self, paths: Mapping[int, ColumnPath], after: AfterStop, lost: float, *, both: bool, settles: bool = False
    ) -> None:
        """Work out the turn: 0.1 s of one core while no runner is placed.

        ``paths`` are those of the open columns, by their places; ``lost`` is what a turn is worth that brings nothing;
        with ``both``, moves of both numbers go first. If it ``settles``, ``lost`` is a guess: a turn that brings
        nothing leads to this turn once more.
        """
        self._lengths = np.array([len(paths[at].left) if at in paths else 0 for at in range(len(COLUMNS))])
        self._both = both
        self._lay_out(paths)
        self.lost = lost
        self.stops = self._stops(paths, after)
        self._solve(lost)
        if settles:
            self._settle()
        del self._spaces_of, self._left, self._sets  # Most of its memory; turns are remembered.

    def _solve(self, lost: float) -> None:
        self.lost = lost
        self.again = np.full(self._nowhere + 1, lost)
        """What throwing again is worth, in each place."""
        self.worth = np.full(self._nowhere + 1, lost)
        """What each place is worth; the last one stands for no move at all."""
        self._solve_placed()
        self._solve_others()

    def _settle(self) -> None:
        """Find what the whole turn is worth if a lost one is followed by the same: the line through two guesses."""
        start = self.place_of({})
        guess, found = self.lost - 1, float(self.again[start])
        if found == guess:
            return
        self._solve(1 + found)
        then = float(self.again[start])
        slope = (then - found) / (found - guess)
        self._solve(1 + found + (then - found) / (1 - slope))

    def place_of(self, runners: Mapping[int, int]) -> int:
        """Return the place of these runners: for each column, which space of its path, from 1."""
        mask = sum(1 << column for column in runners)
        return int(self._base[mask] + sum(self._strides[mask, column] * at for column, at in runners.items()))

    def _lay_out(self, paths: Mapping[int, ColumnPath]) -> None:
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
                    space = self._spaces(columns, first)
                    sets.append((columns, first))
                    spaces.append(space)
                    first += space.shape[1]
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
        spaces = np.zeros((len(COLUMNS), stride), np.int64)
        if columns:
            spaces[columns, :] = np.indices(lengths).reshape(len(columns), -1) + 1
        return spaces

    def _stops(self, paths: Mapping[int, ColumnPath], after: AfterStop) -> Values:
        """Return what stopping is worth in each place; infinity where nobody may."""
        stops = np.empty(self._nowhere)
        for columns, first in self._sets:
            worth = after(columns, [paths[column].left for column in columns])
            stops[first : first + len(worth)] = 1 + worth
        closed = (self._spaces_of == 0).all(axis=0)
        for column, path in paths.items():
            closed |= np.array([False, *path.closed])[self._spaces_of[column]]
        return np.where(closed, np.inf, stops)

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
        for places in _levels(left.sum(axis=0)):
            worth = self.worth[after[:, places]]
            steps = moved[:, places] if self._both else moved
            best = np.array([self._best(worth, steps, choice) for choice in throws.choices])
            likely = chances[:, which[places]]
            self.again[places] = (best * likely).sum(axis=0) + self.lost * (1 - likely.sum(axis=0))
            self.worth[places] = np.minimum(self.stops[places], self.again[places])
            self._solved_placed(places, after[:, places], steps, likely)

    def _solved_placed(self, places: Indices, after: Indices, moved: Indices, chances: Values) -> None:
        """Nothing more is to do for ``places`` of three runners, which :data:`STEPS` (row) lead from."""

    def _solved_others(self, places: Indices, after: Indices, moved: Indices) -> None:
        """Nothing more is to do for ``places`` of fewer runners, which pairings lead from, two ways each."""

    def _placed_steps(self, strides: Indices, left: Indices) -> tuple[Indices, Indices]:
        """Return for each of STEPS (row) where it leads from each place, and how many steps that is."""
        rows, after, moved = np.arange(left.shape[1]), [], []
        taken = [(np.minimum(room, 0), np.minimum(room, 1), np.minimum(room, 2)) for room in left]
        for steps in STEPS:
            some = [(taken[runner][many], strides[runner]) for runner, many in enumerate(steps) if many]
            many = sum(step for step, _ in some)
            moved.append(many)
            after.append(np.where(many > 0, rows + sum(step * stride for step, stride in some), self._nowhere))
        return np.array(after), np.array(moved)

    def _best(self, worth: Values, moved: Indices, choice: tuple[int, ...]) -> Values:
        """Return the worth of the best of these steps in each place."""
        if self._both:
            some = list(choice)
            preferred = moved[some] == moved[some].max(axis=0)
            least: Values = np.where(preferred, worth[some], self.lost).min(axis=0)
            return least
        best: Values = worth[choice[0]]
        for other in choice[1:]:
            best = np.minimum(best, worth[other])
        return best

    def _solve_others(self) -> None:
        """Work out the places of fewer runners."""
        if self._first_free == self._nowhere:
            return
        throws = pair_throws()
        after, moved = self._free_steps()
        runners = (self._spaces_of[:, self._first_free :] > 0).sum(axis=0)
        left = self._left[:, self._first_free :].sum(axis=0)
        for rows in _levels(left - 1000 * runners):
            worth = self.worth[after[rows]].min(axis=2)[:, throws.pairs]
            if self._both:
                counts = moved[rows][:, throws.pairs]
                worth = np.where(counts == counts.max(axis=2, keepdims=True), worth, self.lost)
            places = rows + self._first_free
            self.again[places] = (worth.min(axis=2) * throws.chances).sum(axis=1)
            self.worth[places] = np.minimum(self.stops[places], self.again[places])
            self._solved_others(places, after[rows], moved[rows])

    def _free_steps(self) -> tuple[Indices, Indices]:
        """Return where each of PAIRS leads from places with a free runner, two choices each, and how many steps."""
        spaces = self._spaces_of[:, self._first_free :].T
        masks = ((spaces > 0) << np.arange(len(COLUMNS))).sum(axis=1)
        free = RUNNERS - (spaces > 0).sum(axis=1)
        playable = spaces < self._lengths  # Some runner is free, so that a column without one can be begun.
        after = np.full((len(spaces), NO_PAIR + 1, 2), self._nowhere)
        moved = np.zeros((len(spaces), NO_PAIR + 1), np.int64)
        single = [self._moved(spaces, masks, (column,), playable[:, column]) for column in range(len(COLUMNS))]
        for pair, (first, second) in enumerate(PAIRS):
            if first == second:
                again = playable[:, first] & (spaces[:, first] + 2 <= self._lengths[first])
                after[:, pair, 0] = np.where(again, self._moved(spaces, masks, (first, first), again), single[first])
                moved[:, pair] = playable[:, first].astype(np.int64) + again
                continue
            new = (spaces[:, first] == 0).astype(np.int64) + (spaces[:, second] == 0)
            together = playable[:, first] & playable[:, second] & (new <= free)
            after[:, pair, 0] = np.where(together, self._moved(spaces, masks, (first, second), together), single[first])
            after[:, pair, 1] = np.where(together, self._nowhere, single[second])
            moved[:, pair] = np.where(together, 2, playable[:, first] | playable[:, second])
        return after, moved

    def _moved(self, spaces: Indices, masks: Indices, columns: tuple[int, ...], possible: Flags) -> Indices:
        """Return the places once the runners of ``columns`` have moved; nowhere where that is not ``possible``."""
        after = np.full(len(spaces), self._nowhere)
        higher, more = spaces[possible], masks[possible]
        for column in columns:
            higher[:, column] += 1
            more = more | 1 << column
        after[possible] = self._base[more] + (higher * self._strides[more]).sum(axis=1)
        return after


class ClimbCourse(ClimbPlan):
    """A plan that also says how its turn ends, by columns, if it is followed."""

    def _stops(self, paths: Mapping[int, ColumnPath], after: AfterStop) -> Values:
        stops = super()._stops(paths, after)
        self.ending = np.zeros((self._nowhere + 1, 1 + 2 * len(COLUMNS)))
        """By place, how likely the turn is not lost; for each column what it gains, and how far it is climbed."""
        self._stopped = np.zeros((self._nowhere, self.ending.shape[1]))
        self._stopped[:, 0] = 1.0
        shares = self._stopped[:, 1 : 1 + len(COLUMNS)]
        for column, path in paths.items():
            spaces, height = self._spaces_of[column], HEIGHTS[COLUMNS[column]]
            shares[:, column] = np.array([0.0, *path.share])[spaces]
            self._stopped[:, 1 + len(COLUMNS) + column] = np.array([0.0, *path.climbed])[spaces] / height
        gains = np.where(np.isinf(stops), 0.0, self.lost - stops)
        shares *= (gains / np.maximum(shares.sum(axis=1), 1))[:, None]
        return stops

    def stopped(self, place: int) -> Values:
        """Return how the turn ends if the player stops there."""
        ending: Values = self._stopped[place]
        return ending

    def again_ending(self, place: int) -> Values:
        """Return how the turn ends if the player throws from ``place``."""
        ending: Values = self._thrown[place]
        return ending

    def _follow(self, places: Indices, thrown: Values) -> None:
        if not hasattr(self, "_thrown"):
            self._thrown = np.zeros_like(self.ending)
        self._thrown[places] = thrown
        on = self.again[places] < self.stops[places]
        self.ending[places] = np.where(on[:, None], thrown, self._stopped[places])

    def _solved_placed(self, places: Indices, after: Indices, moved: Indices, chances: Values) -> None:
        many, thrown = np.arange(len(places)), np.zeros((len(places), self.ending.shape[1]))
        for choice, chance in zip(placed_throws().choices, chances, strict=True):
            rows = list(choice)
            worth, steps = self.worth[after[rows]], moved[rows] if self._both else None
            if steps is not None:
                worth = np.where(steps == steps.max(axis=0), worth, np.inf)
            thrown += chance[:, None] * self.ending[after[rows][worth.argmin(axis=0), many]]
        self._follow(places, thrown)

    def _solved_others(self, places: Indices, after: Indices, moved: Indices) -> None:
        throws, many = pair_throws(), np.arange(len(places))
        one = self.worth[after].argmin(axis=2)
        leads = np.take_along_axis(after, one[:, :, None], axis=2)[:, :, 0]
        thrown = np.zeros((len(places), self.ending.shape[1]))
        for pairs, chance in zip(throws.pairs, throws.chances, strict=True):
            there = leads[:, pairs]
            worth = self.worth[there]
            if self._both:
                counts = moved[:, pairs]
                worth = np.where(counts == counts.max(axis=1, keepdims=True), worth, np.inf)
            thrown += chance * self.ending[there[many, worth.argmin(axis=1)]]
        self._follow(places, thrown)


def _levels(order: Indices) -> list[Indices]:
    """Return the rows of equal numbers in ``order``, the lowest numbers first."""
    rows = np.argsort(order, kind="stable")
    return np.split(rows, np.nonzero(np.diff(order[rows]))[0] + 1)
