"""Estimates for Balut, whose grand total is no sum: boxes bring points once they add up to enough.

A turn is worked out over all its throws, as for other sheets. What comes after it is taken from games of this estimate
itself: how much a cell of each box brings, how far that varies, and how often it brings anything.
"""

from functools import lru_cache
from math import fsum, prod, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.yum.rules import Yum
from bot.games.yum.sheets.asian import EACH_BALUT, ENOUGH, EVERY_CELL, points_for_score
from bot.games.yum.state import Cell, Sheet
from bot.mind.sheets.bell import below
from bot.mind.sheets.estimate import SheetEstimate, with_cell
from bot.mind.sheets.pars import no_pars
from bot.mind.throws import Values

_NEVER = -1e6
_STEPS = [score for score in range(1, 1_000) if points_for_score(score) > points_for_score(score - 1)]
"""The total scores that bring a point more."""


class _Usual(NamedTuple):
    """What a cell of a box brings."""

    mean: float
    spread: float
    """The standard deviation."""
    scores: float
    """How often it brings anything."""


USUAL = {
    "fours": _Usual(11.5, 4.2, 0.978),
    "fives": _Usual(12.8, 5.6, 0.954),
    "sixes": _Usual(14.7, 6.4, 0.944),
    "straight": _Usual(12.5, 8.4, 0.703),
    "full_house": _Usual(16.6, 8.2, 0.850),
    "choice": _Usual(24.2, 2.7, 1.000),
    "balut": _Usual(6.9, 15.3, 0.168),
}
"""Half way between what a turn for that box alone brings and what games by these numbers bring, twice."""


class BalutEstimate(SheetEstimate):
    """Evaluates the positions of Balut by the points of its grand total."""

    def __init__(self, game: Yum, usual: dict[str, _Usual] = USUAL) -> None:
        super().__init__(game, no_pars(game))
        self._usual = usual
        self._keys = [box.key for box in game.layout.boxes]
        self._boxed = lru_cache(maxsize=1024)(self._box)
        self._whole = lru_cache(maxsize=1024)(self._sheet_of)

    def _base(self, sheet: Sheet, left: int) -> float:
        return self._sheet(sheet)

    def _sheet(self, sheet: Sheet) -> float:
        """Return what the sheet will bring."""
        raw = self._game.ending.raw_bonus
        points = [[None if cell is None else cell.raw if raw else cell.written for cell in cells] for cells in sheet]
        return self._whole(tuple(zip(*points, strict=True)))

    def _sheet_of(self, boxes: tuple[tuple[int | None, ...], ...]) -> float:
        points = score = variance = 0.0
        for key, cells in zip(self._keys, boxes, strict=True):
            written = tuple(sorted(some for some in cells if some is not None))
            left = len(cells) - len(written)
            points += self._boxed(key, written, left)
            score += sum(written) + left * self._usual[key].mean
            variance += left * self._usual[key].spread * self._usual[key].spread
        return points + _expected(score, sqrt(variance))

    def _box(self, key: str, written: tuple[int, ...], left: int) -> float:
        """Return the points that a box will bring with so many cells left."""
        usual, scored = self._usual[key], sum(1 for some in written if some)
        if key == "balut":
            return EACH_BALUT * (scored + left * usual.scores)
        if key in EVERY_CELL:
            return EVERY_CELL[key] * (scored == len(written)) * prod([usual.scores] * left)
        needed, points = ENOUGH[key]
        return points * _at_least(needed, sum(written) + left * usual.mean, usual.spread * sqrt(left))

    def _gains(self, sheet: Sheet, raw: NDArray[np.int64], open_to: NDArray[np.bool_], times: int) -> Values:
        """Return what each throw (row) brings in each cell, or a 0 there, the better."""
        now = self._sheet(sheet)
        found = np.full(raw.shape, _NEVER)
        for number, place in np.argwhere(open_to.any(axis=0)).tolist():
            points = raw[:, number, place].tolist()
            cells = {some: Cell(some * times, some) for some in {0, *points}}
            worth = {some: self._sheet(with_cell(sheet, number, place, cell)) - now for some, cell in cells.items()}
            found[:, number, place] = [max(worth[some], worth[0]) for some in points]
        found[~open_to] = _NEVER
        return found.reshape(len(raw), -1)


def _at_least(needed: int, mean: float, deviation: float) -> float:
    """Return how likely a sum of points reaches ``needed``; half a point lies between neighbours."""
    if not deviation:
        return float(mean >= needed)
    return below((mean - needed + 0.5) / deviation)


def _expected(score: float, deviation: float) -> float:
    """Return the points for a total score of about so much."""
    return points_for_score(0) + fsum(_at_least(needed, score, deviation) for needed in _STEPS)
