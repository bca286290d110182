"""Strays of the final score of a sheet, for somebody who plays as well as a level does, or between two levels.

A sheet is followed to its end as its player would play: by the best values, by pars or by the points of a turn alone,
and with plain slips that lose as much as what the level overlooks.
"""

from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.engine import Level, acting
from bot.engine.hands import power_keeps
from bot.games.yum.mind.compiled import OPEN, CompiledSheet
from bot.games.yum.mind.course import NEVER, FilledWay, SheetCourse, looked_up, often
from bot.games.yum.mind.estimate import ParColumns, Pars, expected_bonus, no_pars, pars_kept
from bot.games.yum.mind.exact import LookUp, SheetEvaluator
from bot.games.yum.mind.why import course_of
from bot.games.yum.rules import State
from bot.games.yum.scoring.boxes import Column
from bot.mind.chances import still_lost
from bot.mind.players import SLIP_AMONG
from bot.mind.strengths import Losses, level_place, slips
from bot.mind.throws import Numbers, Values

_FOLLOWED = 50
"""Sheets that are followed through a turn to see how far a score strays."""
_FROM = 12
"""Open boxes from which on they are: before, most sheets are alike, and it takes longest."""
_ENDS = 25
"""Equally likely final scores."""


def sheet_strays(
    evaluator: SheetEvaluator, folder: Path, most: float, state: State, levels: Losses, each: float
) -> list[float] | None:
    """Return how far the final score may stray from what perfect play expects, before a turn of the seat to act.

    So strays somebody who loses ``each`` in a decision: as the two levels beside them do, each with its part; beyond a
    beginner by what they still lose more. A slip costs at most ``most`` points, and pars stay in ``folder``. None where
    the sheet is not followed.
    """
    column, *more = state.sheets[acting(state)]
    left, turns, place = column.count(None), len(column), levels.place(each)
    if more or not left or left > min(_FROM, evaluator.most_followed):
        return None
    places = [(level_place(evaluator.column.game.key, level), level) for level in reversed(Level)]
    beside = list(pairwise(places))
    (better, one), (worse, other) = next((pair for pair in beside if place <= pair[1][0]), beside[-1])
    part = min((place - better) / (worse - better), 1.0)
    strays = np.zeros(_ENDS)
    for level, share in ((one, 1 - part), (other, part)):
        if share:
            strays += share * _of_level(evaluator, folder, most, level, state)
    beyond = still_lost(max(place - worse, 0.0) * (levels.beginner - levels.regular), left, turns)
    return list(map(float, strays - beyond))


def _of_level(evaluator: SheetEvaluator, folder: Path, most: float, level: Level, state: State) -> Values:
    (column,) = state.sheets[acting(state)]
    if level is Level.CHAMPION:
        ends, mean = _spread(course_of(evaluator), column)
        return ends - mean
    return _spread(_course_with_slips(evaluator, folder, most, level), column)[0] - evaluator.value_of_turn(state)


@lru_cache(maxsize=16)
def _course_with_slips(evaluator: SheetEvaluator, folder: Path, most: float, level: Level) -> SheetCourse:
    sheet = evaluator.column
    pars = no_pars(sheet.game) if level is Level.BEGINNER else pars_kept(sheet.game, folder)
    wanted = by_pars(sheet, pars, course_of(evaluator).sums)
    return SlippingCourse(sheet, wanted, evaluator.look_up_states, slips(sheet.game.key)[level], most)


def _spread(course: SheetCourse, column: Column) -> tuple[Values, float]:
    """Return equally likely numbers of points that may still come, and their mean."""
    points, weights = course.scores(column, _FOLLOWED)
    order = np.argsort(points, kind="stable")
    reached = np.cumsum(weights[order]) / weights.sum()
    places = np.searchsorted(reached, (np.arange(_ENDS) + 0.5) / _ENDS)
    return points[order][np.minimum(places, len(order) - 1)], float(points @ weights / weights.sum())


def by_pars(sheet: CompiledSheet, pars: Pars, sums: Values) -> LookUp:
    """Return what says what sheets are worth by ``pars``; ``sums`` are about what each upper class adds up to."""
    shares, masks = ParColumns(sheet.game, pars), sheet.upper.masks
    upper = [(place, masks >> bit & 1 == 0) for bit, place in enumerate(sheet.upper_places)]
    open_upper = sum(is_open.astype(np.int64) for _, is_open in upper)
    mean = sums + sum(np.where(is_open, pars.upper[0, place], 0.0) for place, is_open in upper)
    spread = sum(np.where(is_open, pars.spread[0, place], 0.0) for place, is_open in upper)
    outlooks = list(zip(np.round(mean, 1).tolist(), np.round(spread, 1).tolist(), strict=True))
    paid = {outlook: expected_bonus(sheet.game.layout.bonus, *outlook) for outlook in dict.fromkeys(outlooks)}
    bonus = np.array([paid[outlook] for outlook in outlooks])
    share = [[shares.share(place, sheet.cells(labels)) for place in range(sheet.boxes)] for labels in sheet.link_states]

    def look_up(number: int, free: Numbers, classes: Numbers) -> Values:
        labels = zip(sheet.links, sheet.link_states[number], strict=True)
        linked = [link.place for link, label in labels if label == OPEN]
        is_free = [(place, free >> bit & 1 == 0) for bit, place in enumerate(sheet.free_places)]
        left = len(linked) + open_upper[classes] + sum(is_open.astype(np.int64) for _, is_open in is_free)
        early = (left - 1) / max(1, sheet.boxes - 1)
        worth: Values = bonus[classes]
        for place, is_open in (
            *is_free,
            *((place, is_open[classes]) for place, is_open in upper),
            *((place, True) for place in linked),
        ):
            single = pars.single[0, place]
            par = (single + (pars.prices[0, place] - single) * early) * share[number][place]
            worth = worth + np.where(is_open, par, 0.0)
        return worth

    return look_up


class SlippingCourse(SheetCourse):
    """Follows sheets of somebody who does what seems best to them, but for slips (:class:`bot.mind.players.Sense`).

    Of the throws before the last one, a slip keeps other dice.
    """

    def __init__(self, sheet: CompiledSheet, wanted: LookUp, worth: LookUp, slips: float, most: float) -> None:
        """Play by ``wanted``, with so many slips, which cost at most ``most`` points.

        ``worth`` says which sheets are alike.
        """
        super().__init__(sheet, wanted)
        self._worth, self._slips, self._most = worth, slips, most
        index = self._throws.index
        kept = [{index[keep.faces] for keep in power_keeps(faces, False, False)} for faces in self._throws.throws]
        keeps = [sorted(some | {index[faces]}) for some, faces in zip(kept, self._throws.throws, strict=True)]
        wide = max(map(len, keeps))
        self._keeps = np.array([row + [-1] * (wide - len(row)) for row in keeps]).T
        """What may be kept of each throw (column); then -1."""
        self._plain = np.array([[len(set(faces)) == 1] for faces in self._throws.throws])
        among = np.arange(SLIP_AMONG + 1)[:, None]
        better = np.maximum(1 - np.arange(SLIP_AMONG + 1) / np.maximum(among, 1), 0.0) ** 2
        self._parts = np.where(among > 0, better[:, :-1] - better[:, 1:], 0.0)
        """By how many next best answers there are, how often each is taken: the better, the likelier."""

    def _worths(self, states: Numbers) -> Values:
        return looked_up(self._worth, states)

    def _choices(
        self, offers: Values, sees: NDArray[np.bool_], never: NDArray[np.bool_]
    ) -> list[tuple[Numbers, Values]]:
        """Return what is chosen among ``offers`` (first axis), each with how often: the best one first."""
        best = offers.argmax(axis=0)
        near = offers >= np.take_along_axis(offers, best[None], axis=0) - self._most
        near &= ~never & (offers > NEVER / 2)
        np.put_along_axis(near, best[None], False, axis=0)
        many = np.minimum(near.sum(axis=0), SLIP_AMONG)
        slips = np.where(sees | (many == 0), 0.0, self._slips)
        left, chosen = np.where(near, offers, NEVER), [(best, 1 - slips)]
        for nth in range(min(SLIP_AMONG, len(offers))):
            which = left.argmax(axis=0)
            chosen.append((which, slips * self._parts[many, nth]))
            np.put_along_axis(left, which[None], NEVER, axis=0)
        return chosen

    def _kept(self, often: Values, keeps: Values, best: Numbers) -> Values:
        offers = np.where((self._keeps >= 0)[:, :, None], keeps[self._keeps], NEVER)
        kept = np.zeros_like(keeps)
        for which, part in self._choices(offers, self._plain, np.zeros((1, 1, 1), dtype=bool)):
            kept += self._throws.kept(often * part, self._keeps[which, np.arange(len(which))[:, None]])
        return kept

    def _reached(self, number: int, states: Numbers) -> tuple[list[FilledWay], Values, float]:
        ways: list[FilledWay] = []
        turns, boxes = self._turns_in(number), self._sheet.game.layout.boxes
        offered = list(self._offers(turns, number, states[:, 1], states[:, 2], ways))
        offers, numbers = (np.array([each[part] for each in offered]) for part in (1, 2))
        extra = self._extra(turns)
        points = np.array([way.points for way in ways])[numbers]
        best = offers.argmax(axis=0)[None]
        written = np.take_along_axis(points, best, axis=0)[0]
        full = np.array([boxes[place].maximum for place, *_ in offered])[best[0]]
        sees = self._plain | (written > 0) & (written >= full)
        last = self._last_throws(np.take_along_axis(offers, best, axis=0)[0] + extra)
        chances = np.zeros((2 * len(ways), len(states)))
        for which, part in self._choices(offers, sees, (written != 0) & (points == 0)):
            taken = np.take_along_axis(numbers, which[None], axis=0)[0]
            chances += often(len(ways), taken, extra, last * part)
        return ways, chances, float(extra.max())
