"""What each box of a sheet is worth on average: its par, worked out from the rules alone.

Suppose that a game fills each box once *on average*, and never closes one. Then the best that a turn can do is to
write the most points beyond the price of the box, and one set of prices makes all boxes equally sought after. These
prices are the pars. With them a turn brings nothing on average, so their sum is what a game brings.
"""

import zlib
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import DOUBLE, multiplier
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import Bonus, Section
from bot.mind.sheets.bell import normal
from bot.mind.sheets.throwing import TurnPlan, plan
from bot.mind.throws import FACES, Values, throws_of

ROUNDS = 900
"""Rounds of the search: then boxes are filled equally often, give or take a tenth."""
VERSION = 3
"""Of the search: pars that an earlier one found are not used."""
_GENTLE = 0.98
_GENTLY = {"maxi_yum", "yum_classic", "yum_extra", "triple_yum"}
"""Sheets whose bonus is followed gently: a bonus worth playing for only while others do would come and go.

In games, pars found so bring 22, 2 and 6 points more on the first three, but 2 to 6 less on most other sheets, such as
Yum Plus. In Triple Yum the search would not settle: a change of a last digit moved a price from 56 to 78.
"""
_MOST_UPPER = 400
_STEP = 3.0
SPREAD = np.linspace(-2.6, 2.6, 27)
_FURTHER = range(3, 43, 4)
"""How many points more of an upper section may be worth the effort: the bonus comes in steps."""
NORMAL = normal(SPREAD) / normal(SPREAD).sum()
"""A normal distribution in 27 points."""


@dataclass(frozen=True)
class Pars:
    """The pars of a sheet: a row a column of the sheet, a column a box."""

    prices: Values
    """What each box brings at the beginning, its part of the bonus left out."""
    single: Values
    """What each box is worth in a turn for it alone."""
    upper: Values
    """The points that each box brings on average for the bonus to look at; 0 below the upper section."""
    spread: Values
    """The variance of these."""
    throw: float
    """What one throw beyond the third is worth."""
    level: Values
    """By the number of open cells: what all of them together bring more, or less, than their pars say."""

    def at(self, column: int, box: int, left: int) -> float:
        """Return what an open box brings while ``left`` cells of the sheet are open."""
        early = (left - 1) / max(1, self.prices.size - 1)
        return float(self.single[column, box] + (self.prices[column, box] - self.single[column, box]) * early)

    def flat(self) -> Values:
        """Return all as one row, to be kept."""
        tables = (self.prices, self.single, self.upper, self.spread)
        return np.concatenate([*(table.ravel() for table in tables), [self.throw], self.level])

    @classmethod
    def of_flat(cls, row: Values, columns: int, boxes: int) -> "Pars":
        """Return the pars of so many columns and boxes that :meth:`flat` made a row of."""
        cells = columns * boxes
        tables = row[: 4 * cells].reshape(4, columns, boxes)
        return cls(tables[0], tables[1], tables[2], tables[3], float(row[4 * cells]), row[4 * cells + 1 :])


def pars_of(game: Yum, rounds: int = ROUNDS) -> Pars:
    """Work out the pars of ``game``, with levels of 0: some seconds, with the Power die half a minute."""
    return _Search(game).found(rounds)


def no_pars(game: Yum) -> Pars:
    """Return pars of 0: by them, somebody sees only what a turn writes."""
    cells = np.zeros((game.layout.columns, len(game.layout.boxes)))
    return Pars(cells, cells, cells, cells, 0.0, np.zeros(cells.size + 1))


def rules_in_numbers(game: Yum) -> int:
    """Return a number that changes with what boxes write, with the bonus and with the columns."""
    layout = game.layout
    points = [[box.points(faces) for box in layout.boxes] for faces in throws_of(layout.dice).throws]
    bonus = [layout.bonus.points(total) for total in range(_MOST_UPPER)]
    return zlib.crc32(repr((points, bonus, layout.multipliers)).encode())


def expected_bonus(bonus: Bonus, mean: float, variance: float) -> float:
    """Return the bonus of an upper section that adds up to about ``mean``."""
    totals = np.rint(mean + np.sqrt(max(variance, 0)) * SPREAD).astype(int)
    return fsum(weight * bonus.points(total) for weight, total in zip(NORMAL.tolist(), totals.tolist(), strict=True))


class _Round(NamedTuple):
    """The best turn by some prices, and what it does to each cell of the sheet."""

    turn: TurnPlan
    paid: float
    """The throws that it takes from those to spare."""
    rates: Values
    """How often it fills each cell."""
    mean: Values
    """The points for the bonus that a cell gets when it is filled."""
    square: Values
    """Their squares."""


class _Search:
    """Moves the prices until each box is filled as often as every other."""

    def __init__(self, game: Yum) -> None:
        self._game, layout = game, game.layout
        self._throws = throws_of(layout.dice)
        self._gentle = _GENTLE if game.key in _GENTLY else 0.0
        self._spare = bool(game.throwing.tokens) or game.throwing.saves
        self._columns = np.array(layout.multipliers, dtype=float)[:, None]
        self._upper = np.array([box.section is Section.UPPER for box in layout.boxes])
        self._raw = np.array(
            [[box.points(faces) for box in layout.boxes] for faces in self._throws.throws], dtype=float
        )
        faces = list(FACES) if game.throwing.power else [None]
        self._double = np.array([face == DOUBLE for face in faces])
        self._written = np.array([multiplier(face) for face in faces])[None, :, None] * self._raw[:, None, :]
        self._tested = np.where(game.ending.raw_bonus, self._raw[:, None, :], self._written)

    def found(self, rounds: int) -> Pars:
        """Return the pars after so many rounds, by the method called Adam, with steps that become smaller."""
        prices = self._raw.max(axis=0) * self._columns / 2
        slope = price = 0.0
        mean, square, first, second = np.zeros((4, *prices.shape))
        for number in range(1, rounds + 1):
            now = self._round(prices, slope, price)
            step = 1 / (1 + number / 60)
            missing = 1 / prices.size - now.rates / now.rates.sum()
            first = 0.9 * first + 0.1 * missing
            second = 0.999 * second + 0.001 * missing * missing
            prices = prices + now.turn.value / now.rates.sum() - _STEP * step * first / (np.sqrt(second) + 1e-9)
            keep = min(0.98, 1 - 1 / number)
            mean, square = keep * mean + (1 - keep) * now.mean, keep * square + (1 - keep) * now.square
            kept = min(self._gentle, 1 - 1 / number)
            slope = kept * slope + (1 - kept) * self._slope(mean, square)
            if self._spare:
                turns = prices.size / now.rates.sum()
                price = max(0.0, price + 4 * step * (now.paid - self._game.throwing.tokens / turns))
        now = self._round(prices, slope, price)
        upper, spread = np.where(self._upper, mean, 0), np.where(self._upper, np.maximum(square - mean * mean, 0), 0)
        prices = prices + now.turn.value / now.rates.sum() - self._columns * slope * upper
        return Pars(prices, self._single(), upper, spread, price, np.zeros(prices.size + 1))

    def _round(self, prices: Values, slope: float, price: float) -> _Round:
        points = self._written + slope * np.where(self._upper, self._tested, 0)
        gains = points[:, :, None, :] * self._columns - prices
        flat = gains.reshape(*points.shape[:2], -1)
        best = flat.argmax(axis=2)
        final, second = flat.max(axis=2), np.zeros_like(best)
        twice = np.zeros(best.shape, dtype=bool)
        if self._double.any():
            others = flat.copy()
            np.put_along_axis(others, best[:, :, None], -np.inf, axis=2)
            second, more = others.argmax(axis=2), others.max(axis=2)
            twice = self._double & (more > 0)
            final = np.where(twice, final + more, final)
        # A seat with tokens may use one in a turn; of saved throws one more is looked at.
        turn = plan(self._throws, self._game.throwing, final, int(self._spare), price)
        mass, paid = turn.stops()
        rates = self._by_cell(best, mass) + self._by_cell(second, np.where(twice, mass, 0))
        tested = np.take_along_axis(self._tested, best[:, :, None] % prices.shape[1], axis=2)[:, :, 0]
        often = np.maximum(self._by_cell(best, mass), 1e-9)
        mean, square = (self._by_cell(best, mass * power) / often for power in (tested, tested * tested))
        return _Round(turn, paid, rates, mean, square)

    def _by_cell(self, cells: NDArray[np.int64], often: Values) -> Values:
        """Return the sum of ``often`` for each cell of the sheet."""
        shape = len(self._columns), len(self._upper)
        return np.bincount(cells.ravel(), often.ravel(), shape[0] * shape[1]).astype(float).reshape(shape)

    def _slope(self, mean: Values, square: Values) -> float:
        """Return what one more point in the upper section brings of the bonus, at best."""
        spread = float(np.where(self._upper, np.maximum(square - mean * mean, 0), 0).sum(axis=1).mean())
        total = float(np.where(self._upper, mean, 0).sum(axis=1).mean())
        bonus = self._game.layout.bonus
        now = expected_bonus(bonus, total, spread)
        return max((expected_bonus(bonus, total + more, spread) - now) / more for more in _FURTHER)

    def _single(self) -> Values:
        """Return what each box brings in a turn for it alone, the Power die left out."""
        found: Values = self._throws.turn(self._raw).value * self._columns
        return found
