"""The distance of points still to come from their mean, if a sheet is played for points.

Of standard sheets the bot brings that for every state, as a deviation; of sheets with few open boxes it works out how
likely each number of points is. A chance to win asks for it (:mod:`.winning`).
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.yum.mind.compiled import CompiledSheet
from bot.games.yum.mind.course import SheetCourse, looked_up
from bot.games.yum.mind.exact import AT_ONCE, ExactSheet, backwards
from bot.games.yum.mind.why import course_of
from bot.games.yum.scoring.points import EXTRA_YUM
from bot.mind.throws import Numbers, Values

LAST = 4
"""Open boxes up to which each number of points is known."""
_MOST_KEPT = 2_000
"""Sheets of which that is remembered: some kilobytes each."""
_PER_POINT = 2
"""Deviations are rounded to such parts of a point."""
_OF_SELDOM = 400
"""Chances of a further Yum are rounded to such parts."""
_SELDOM = 1 / _OF_SELDOM
"""What is less likely does not count."""
_CHOICES = 2
"""Of a turn, before the one among boxes."""

# -- What comes with the bot: a byte or four for each state ------------------------------------------------------------


def spread_file(sheet: CompiledSheet) -> Path:
    """Return where the deviations of ``sheet`` come with the bot, if they do."""
    return Path(__file__).with_name(f"spread-{sheet.digest[:32]}.npz")


def moments(sheet: CompiledSheet, values: Values) -> list[Values]:
    """Return how far what still comes strays, by state, given its mean: the ``values`` of all. It takes some minutes.

    That is the mean square of the distance. A further Yum comes seldom and brings much, so it counts apart: how likely
    it does not come and, those that it comes to counted as 0, the mean of the points and that of their square.
    """
    course = SheetCourse(sheet, lambda number, free, classes: values[number, free, classes])
    apart, throws = bool(sheet.game.house_rules.get("yum_bonus")), sheet.throws
    found = [np.zeros(values.shape) for _ in range(4 if apart else 1)]
    for number, free, classes, left in backwards(sheet, sheet.boxes):
        here, bonus = (number, free, classes), sheet.upper.bonus[classes]
        if not left:
            none, once = np.zeros(len(bonus)), np.ones(len(bonus))
            for part, worth in zip(found, (none, once, bonus, np.square(bonus)), strict=False):
                part[here] = worth
            continue
        ends = course.best_ends(number, free, classes)
        square, *more = (
            np.take_along_axis(
                np.array([part[way.number, way.free, way.classes] for way in ends.ways]), ends.which, axis=0
            )
            for part in found
        )
        last = [square + np.square(ends.worth - values[here])]
        if apart:
            none, points, squares = more
            brought, usual = np.array([way.points for way in ends.ways])[ends.which], ends.extra == 0
            last.append(usual * none)
            last.append(usual * (brought * none + points))
            last.append(usual * (np.square(brought) * none + 2 * brought * points + squares))
        keeps = throws.keeping(ends.worth)
        for _ in range(_CHOICES):
            worth, which = throws.chosen(keeps)
            last = [np.take_along_axis(throws.keeping(part), which, axis=0) for part in last]
            keeps = throws.keeping(worth)
        for part, rows in zip(found, last, strict=True):
            part[here] = throws.keeping(rows)[0]
    return found


def write(sheet: CompiledSheet, values: Values, file: Path) -> None:
    """Write to ``file`` what is shipped of ``sheet``, given the ``values`` of all states."""
    square, *more = moments(sheet, values)
    planes = [np.sqrt(square) * _PER_POINT]
    if more:
        none, points, squares = more
        without, often = np.maximum(none, _SELDOM), np.maximum(1 - none, _SELDOM)
        usual, then = points / without, (values - points) / often
        strays = squares / without - np.square(usual), (square + np.square(values) - squares) / often - np.square(then)
        deviations = [np.sqrt(np.maximum(part, 0.0)) * _PER_POINT for part in strays]
        comes = 1 - none > _SELDOM
        beyond = np.clip(then - values, 0, np.iinfo(np.uint8).max)
        planes = [deviations[0], (1 - none) * _OF_SELDOM, np.where(comes, beyond, 0), np.where(comes, deviations[1], 0)]
    parts = np.rint(np.stack(planes))
    if parts.max() > np.iinfo(np.uint8).max:
        raise ValueError(f"how points of {sheet.game.key} stray does not fit a byte")
    np.savez_compressed(file, planes=_apart(parts.astype(np.uint8)))


def _apart(parts: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return by how much each state differs from the one where one more free box is open: that packs better."""
    free = np.arange(parts.shape[2])
    return parts - np.where((free > 0)[:, None], parts[:, :, free & free - 1], 0).astype(np.uint8)


def _together(apart: NDArray[np.uint8]) -> NDArray[np.uint8]:
    parts = apart.copy()
    for free in range(1, parts.shape[2]):
        parts[:, :, free] += parts[:, :, free & free - 1]
    return parts


# -- What is known of a sheet -----------------------------------------------------------------------------------------


class Bell(NamedTuple):
    """Points that stray along a bell curve, for some sheets."""

    often: Values
    """The part of them along this one."""
    mean: Values
    deviation: Values


class Rests:
    """The points still to come to the sheets of one game. A state is the three numbers of one, or its place."""

    def __init__(self, evaluator: ExactSheet, kept: int = _MOST_KEPT) -> None:
        """Play as ``evaluator`` does; remember about so many sheets with few open boxes."""
        self.sheet, self._evaluator, self._kept = evaluator.column, evaluator, kept
        self._course = course_of(evaluator)
        sheet = self.sheet
        self.sizes = len(sheet.link_states), 1 << len(sheet.free_places), sheet.upper.count
        self._planes: NDArray[np.uint8] | None = None
        if (file := spread_file(sheet)).exists():
            with np.load(file, allow_pickle=False) as stored:
                self._planes = _together(stored["planes"]).reshape(len(stored["planes"]), -1)
        self._rows = np.full(np.prod(self.sizes), -1, dtype=np.int32)
        self._known = 0
        most_of_boxes = self._most_of_boxes()
        self.most = self._most(most_of_boxes)
        """More points than may still come to any sheet."""
        self._likely = np.zeros((0, self._most(most_of_boxes[-LAST:])), np.float32)

    def _most_of_boxes(self) -> list[int]:
        """Return the most that each box may hold, in order."""
        sheet = self.sheet
        worths = [worth.points.max(axis=0) for number in range(self.sizes[0]) for worth in sheet.worths(number)]
        return sorted(np.max(worths, axis=0).tolist())

    def _most(self, boxes: list[int]) -> int:
        extra = EXTRA_YUM if self.sheet.game.house_rules.get("yum_bonus") else 0
        return 1 + int(self.sheet.upper.bonus.max()) + sum(boxes) + extra * len(boxes)

    def place(self, states: Numbers) -> Numbers:
        """Return the places of these states (rows)."""
        places: Numbers = np.ravel_multi_index(tuple(states.T), self.sizes)
        return places

    def states(self, places: Numbers) -> Numbers:
        """Return the states at these places, a row each."""
        return np.stack(np.unravel_index(places, self.sizes), axis=1)

    def by_number(self, places: Numbers) -> bool:
        """Whether each number of points is known of all these sheets."""
        return bool((self.sheet.left(*self.states(places).T) <= LAST).all())

    @property
    def strays(self) -> bool:
        """Whether it is known of every sheet how far its points stray."""
        return self._planes is not None

    def mean(self, places: Numbers) -> Values:
        """Return the points to be expected."""
        return looked_up(self._evaluator.look_up_states, self.states(places))

    def bells(self, places: Numbers) -> list[Bell]:
        """Return the bell curves along which the points stray."""
        mean = self.mean(places)
        if self._planes is None:
            raise LookupError(f"nobody has worked out how points of {self.sheet.game.key} stray")
        deviation, *more = (plane[places].astype(np.float64) for plane in self._planes)
        if not more:
            return [Bell(np.ones(len(places)), mean, deviation / _PER_POINT)]
        seldom, beyond = more[0] / _OF_SELDOM, more[1]
        usual = mean - seldom * beyond / (1 - seldom)
        return [
            Bell(1 - seldom, usual, deviation / _PER_POINT),
            Bell(seldom, mean + beyond, more[2] / _PER_POINT),
        ]

    def variance(self, places: Numbers) -> Values:
        """Return the mean square by which the points stray from their mean."""
        mean = self.mean(places)
        parts = [bell.often * (np.square(bell.deviation) + np.square(bell.mean - mean)) for bell in self.bells(places)]
        total: Values = np.add.reduce(parts)
        return total

    def likely(self, places: Numbers) -> Values:
        """Return how likely each number of points is, from 0 on, for sheets of which :meth:`by_number` is true."""
        self.prepare(places)
        return self._likely[self._rows[places]].astype(np.float64)

    def prepare(self, places: Numbers) -> None:
        """Work out what :meth:`likely` says of these sheets, where it says anything."""
        if not self.by_number(places) or (self._rows[places] >= 0).all():
            return
        if self._known > self._kept:
            self._rows[:], self._known = -1, 0
        self._work_out(np.unique(places[self._rows[places] < 0]))

    def _work_out(self, places: Numbers) -> None:
        states = self.states(places)
        left = self.sheet.left(*states.T)
        for number, many in sorted(set(zip(states[:, 0].tolist(), left.tolist(), strict=True))):
            some = (states[:, 0] == number) & (left == many)
            for start in range(0, int(some.sum()), AT_ONCE):
                these = slice(start, start + AT_ONCE)
                self._put(places[some][these], self._worked_out(number, states[some][these], many))

    def _worked_out(self, number: int, states: Numbers, left: int) -> Values:
        """Return the same of sheets with so many open boxes, in one state of the links."""
        likely = np.zeros((len(states), self._likely.shape[1]))
        if not left:
            likely[np.arange(len(states)), self.sheet.upper.bonus[states[:, 2]].astype(np.int64)] = 1.0
            return likely
        leads = [
            (there, self.place(after), points, often)
            for there, after, points, often in self._course.ways_to_end(number, states)
        ]
        after = np.unique(np.concatenate([places for _, places, _, _ in leads]))
        missing = after[self._rows[after] < 0]
        if len(missing):
            self._work_out(missing)
        for there, places, points, often in leads:
            rest = self._likely[self._rows[places], : likely.shape[1] - points]
            likely[there, points:] += often[:, None] * rest
        return likely

    def _put(self, places: Numbers, likely: Values) -> None:
        end = self._known + len(places)
        if end > len(self._likely):
            more = np.zeros((end, self._likely.shape[1]), np.float32)
            self._likely = np.concatenate([self._likely, more])
        self._likely[self._known : end] = likely
        self._rows[places] = np.arange(self._known, end)
        self._known = end
