"""Estimates for score sheets that nothing evaluates exactly: pars of their boxes, and numbers of its own for Balut.

A turn is worked out over all its throws; what is estimated is what comes after it.
"""

import zlib
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import fsum, prod, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import DOUBLE, Faces, Keep, Seat, acting, multiplier
from bot.engine.dice import FairDice
from bot.engine.game import put
from bot.engine.gate import play
from bot.engine.types import text
from bot.games.yum.mind.compiled import offers
from bot.games.yum.mind.throwing import TurnPlan, plan
from bot.games.yum.rules import THROWS, Done, Mark, State, Strike, Yum, YumAction, earns_bonus, further_yum
from bot.games.yum.scoring import Bonus, Section
from bot.games.yum.scoring.boxes import Cell, Column, Sheet
from bot.games.yum.scoring.points import EXTRA_YUM
from bot.games.yum.sheets.asian import EACH_BALUT, ENOUGH, EVERY_CELL, points_for_score
from bot.mind.bell import below, normal
from bot.mind.evaluator import Advice, Evaluator, Strength, Unit
from bot.mind.store import digest_of, kept
from bot.mind.throws import FACES, Throws, TurnOfOne, Values, throws_of

# -- What each box of a sheet is worth on average: its par, worked out from the rules alone --------------------------
# Suppose that a game fills each box once *on average*, and never closes one. Then the best that a turn can do is to
# write the most points beyond the price of the box, and one set of prices makes all boxes equally sought after. These
# prices are the pars. With them a turn brings nothing on average, so their sum is what a game brings.

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
"""The numbers of extra upper points that may be worth the effort: the bonus comes in steps."""
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
    """The rate at which it fills each cell."""
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
        self._tested = np.where(game.raw_bonus, self._raw[:, None, :], self._written)

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
        brought: Values = self._throws.turn(self._raw).value * self._columns
        return brought


# -- What a column of a sheet will add up to by the pars of its open boxes -------------------------------------------


class ParColumns:
    """The columns of one game. ``left`` always counts the open cells of the whole sheet."""

    def __init__(self, game: Yum, pars: Pars, bonus: Bonus | None = None) -> None:
        """Evaluate by ``pars``, with another ``bonus`` of the upper section than that of the sheet if one is given."""
        self._game = game
        self._pars = pars
        self._boxes = game.layout.boxes
        self._upper = [place for place, box in enumerate(self._boxes) if box.section is Section.UPPER]
        keys = [(*box.after, *(key for key in (box.below, box.above, box.waits_for) if key)) for box in self._boxes]
        self._asked = [[game.layout.index(key) for key in asked_keys] for asked_keys in keys]
        self._needed = [{game.layout.index(key) for key in (*box.after, box.waits_for) if key} for box in self._boxes]
        self._asking = [
            [other for other, asked_places in enumerate(self._asked) if place in asked_places]
            for place in range(len(self._boxes))
        ]
        self._cells = game.layout.columns * len(self._boxes)
        self.worth = lru_cache(maxsize=128)(self._worth)
        self._share = lru_cache(maxsize=1024)(self._share_left)
        self._paid = lru_cache(maxsize=1024)(partial(expected_bonus, game.layout.bonus if bonus is None else bonus))

    def _worth(self, number: int, cells: Column, left: int) -> float:
        """Return what the column ``number`` will add up to in the grand total."""
        times = self._game.layout.multipliers[number]
        written = sum(cell.written for cell in cells if cell is not None)
        pars = fsum(self._par(number, place, cells, left) for place, cell in enumerate(cells) if cell is None)
        return times * (written + self._bonus(number, cells)) + pars

    def gains(self, number: int, cells: Column, left: int, place: int, points: NDArray[np.int64], times: int) -> Values:
        """Return what the column is worth more, for each of ``points`` in the box at ``place`` or a 0, the better."""
        worth = {
            some: self._gain(number, cells, left, place, Cell(some * times, some)) for some in set(points.tolist())
        }
        zero = self._gain(number, cells, left, place, Cell(0, 0))
        return np.array([max(worth[some], zero) for some in points.tolist()])

    def _gain(self, number: int, cells: Column, left: int, place: int, cell: Cell) -> float:
        factor = self._game.layout.multipliers[number]
        after = put(cells, place, cell)
        gain = factor * cell.written - self._par(number, place, cells, left)
        if place in self._upper:
            gain += factor * (self._bonus(number, after) - self._bonus(number, cells))
        for other in self._asking[place]:
            if cells[other] is None:
                gain += self._par(number, other, after, left) - self._par(number, other, cells, left)
        return gain

    def _bonus(self, number: int, cells: Column) -> float:
        """Return the bonus that the upper section of a column will bring on average."""
        raw, pars = self._game.raw_bonus, self._pars
        total = spread = 0.0
        for place in self._upper:
            if (cell := cells[place]) is not None:
                total += cell.raw if raw else cell.written
            else:
                total += pars.upper[number, place]
                spread += pars.spread[number, place]
        return self._paid(round(total, 1), round(spread, 1))

    def _par(self, number: int, place: int, cells: Column, left: int) -> float:
        """Return what an open box will bring, the bonus left out."""
        return self._pars.at(number, place, left) * self.share(place, cells)

    def share(self, place: int, cells: Column) -> float:
        """Return how much of its own turn an open box still brings beside the other ``cells`` of its column."""
        return self._share(place, tuple(cells[other] for other in self._asked[place]))

    def _share_left(self, place: int, held: tuple[Cell | None, ...]) -> float:
        """Return how much of its own turn a box still brings, for what the boxes hold that it asks."""
        if not any(cell is not None for cell in held):
            return 1.0
        cells: list[Cell | None] = [None] * len(self._boxes)
        for other, cell in zip(self._asked[place], held, strict=True):
            maximum = self._boxes[other].maximum
            cells[other] = Cell(maximum, maximum) if cell is None and other in self._needed[place] else cell
        throws, sheet = throws_of(self._game.layout.dice), (tuple(cells),)
        now = [float(self._game.scorer.raw(sheet, 0, faces)[place]) for faces in throws.throws]
        usual = [float(self._boxes[place].points(faces)) for faces in throws.throws]
        return TurnOfOne(throws, np.array(now)).value / max(1e-9, TurnOfOne(throws, np.array(usual)).value)


# -- Estimates of sheets: the points written, and the pars of the boxes still open -----------------------------------
# Towards the end of the sheet the par of a box moves to what a turn for it alone brings. A box that looks at others
# (Low and High Score, the Yums) counts as much less as its own turn brings less for what the others hold.

_NEVER = -1e6
_TURNS = 4
"""Turns to remember: every throw of a turn asks for the same."""
_GAMES = 6
"""Games that the levels come from."""


class SheetEstimate:
    """Evaluates the positions of any sheet whose grand total is the sum of its boxes."""

    def __init__(self, game: Yum, pars: Pars, bonus: Bonus | None = None, further: int = EXTRA_YUM) -> None:
        """Evaluate ``game`` by its pars; where the grand total is no sum of boxes, its total score.

        Somebody may believe in another ``bonus`` of the upper section than that of the sheet, and in another one for a
        ``further`` Yum.
        """
        self._game = game
        self.pars = pars
        self._further = further
        self._throws = throws_of(game.layout.dice)
        self._columns = ParColumns(game, pars, bonus)
        self._planned = lru_cache(maxsize=_TURNS)(self._plan)
        self._empty: Sheet = ((None,) * len(game.layout.boxes),) * game.layout.columns

    def advise(self, state: State, unseen: int | None = None) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end.

        Somebody who does not think of the box at the place ``unseen`` throws for the others.
        """
        seat = acting(state)
        legal = self._game.legal_actions(state)
        throwing = not all(isinstance(action, Mark | Strike | Done) for action in legal)
        turn = self._turn(state, seat, unseen) if throwing else None
        besides = self._besides(state, seat)
        valued = [(action, besides + self._worth(state, seat, action, turn)) for action in legal]
        return Advice.of(Unit.POINTS, Strength.ESTIMATE, valued)

    def before(self, state: State) -> float:
        """Return what ``state`` is worth before a turn, without looking ahead."""
        seat = acting(state)
        return self._besides(state, seat) + self._sheet(state.sheets[seat])

    def _besides(self, state: State, seat: Seat) -> float:
        """Return the points of other games of the match, of further Yums, and the worth of throws to spare."""
        earlier = sum(game.points[seat] for game in state.match.earlier)
        extra = EXTRA_YUM * sum(map(int.__mul__, state.extra_yums[seat], self._game.layout.multipliers))
        left = self._game.length.games - len(state.match.earlier) - 1
        later = left * self._sheet(self._empty) if left else 0.0
        return earlier + extra + later + state.spare[seat] * self.pars.throw

    def _worth(self, state: State, seat: Seat, action: YumAction, turn: TurnPlan | None) -> float:
        """Return the points of the sheet in the end, if ``seat`` does ``action`` now."""
        if isinstance(action, Mark | Strike):
            return self._filled(state, state.sheets[seat], action)
        if isinstance(action, Done):
            return self._sheet(state.sheets[seat])
        if turn is None:
            raise TypeError(action)
        if not isinstance(action, Keep):
            return turn.value
        stage, row = turn.stages[_number(state) - 1], self._throws.index[action.faces]
        face = 0 if state.power is None else state.power - 1
        value = stage.fixed[row, face] if state.power is None or action.power else stage.loose[row, 0]
        return float(value - stage.cost[0, face])

    # -- a turn ----------------------------------------------------------------------------------------------------

    def _turn(self, state: State, seat: Seat, unseen: int | None) -> TurnPlan:
        """Return the best way through a turn that begins with the sheet of ``seat``."""
        return self._planned(state.sheets[seat], state.spare[seat] + max(0, _number(state) - THROWS), unseen)

    def _plan(self, sheet: Sheet, spare: int, unseen: int | None) -> TurnPlan:
        return plan(self._throws, self._game.throwing, self._ends(sheet, unseen), spare, self.pars.throw)

    def _ends(self, sheet: Sheet, unseen: int | None) -> Values:
        """Return what the best boxes make of each throw (row) with each face of the Power die (column)."""
        faces = list(FACES) if self._game.throwing.power else [None]
        left, level = self.left(sheet) - 1, self.pars.level
        base = self._base(sheet, left)
        raw, open_to = offers(self._game, sheet, self._throws.throws)
        if unseen is not None:
            open_to = open_to.copy()
            open_to[:, :, unseen] = False
        gains = {
            times: np.sort(self._gains(sheet, raw, open_to, times), axis=1) for times in set(map(multiplier, faces))
        }
        ends = []
        for face in faces:
            best = gains[multiplier(face)]
            second = np.maximum(best[:, -2] + level[left - 1] - level[left], 0) if face == DOUBLE and left else 0
            ends.append(base + best[:, -1] + second)
        return np.stack(ends, axis=1)

    def _base(self, sheet: Sheet, left: int) -> float:
        """Return what a sheet will add up to if so many cells are open after this turn, which brings nothing yet."""
        columns = (self._columns.worth(number, cells, left) for number, cells in enumerate(sheet))
        return float(self.pars.level[left]) + fsum(columns)

    def _gains(self, sheet: Sheet, raw: NDArray[np.int64], open_to: NDArray[np.bool_], times: int) -> Values:
        """Return what each throw (row) brings in each cell, with points multiplied so often."""
        left = self.left(sheet) - 1
        gains = np.full(raw.shape, _NEVER)
        for number, cells in enumerate(sheet):
            for place, cell in enumerate(cells):
                if cell is None:
                    points = raw[:, number, place]
                    gains[:, number, place] = self._columns.gains(number, cells, left, place, points, times)
        gains[~open_to] = _NEVER
        further = _further_yums(self._game, sheet, raw, self._throws) if self._further else 0
        return (gains + further).reshape(len(raw), -1)

    # -- a sheet ---------------------------------------------------------------------------------------------------

    def _filled(self, state: State, sheet: Sheet, action: Mark | Strike) -> float:
        """Return the worth of ``sheet`` after ``action``, and of what comes with it."""
        layout, faces = self._game.layout, tuple(sorted(state.dice))
        place = layout.index(action.box)
        column = max(action.column - 1, 0)
        if layout.stacked:
            column = next(number for number, cells in enumerate(sheet) if cells[place] is None)
        points = 0 if isinstance(action, Strike) else self._game.scorer.raw(sheet, column, faces)[place]
        cell = Cell(points * multiplier(state.power), points)
        after, extra = with_cell(sheet, column, place, cell), 0
        first = bool(faces) and not state.second
        if first and self._game.house_rules.get("yum_bonus") and further_yum(layout, sheet, faces):
            extra = self._further * layout.multipliers[column] * earns_bonus(layout, cell)
        again = self._second(after, faces) if first and state.power == DOUBLE and self.left(after) else 0.0
        return extra + self._sheet(after) + again

    def _second(self, sheet: Sheet, faces: Faces) -> float:
        """Return what a second box for the same dice brings."""
        gains, now = [] if self._game.house_rules["double_mandatory"] else [0.0], self._sheet(sheet)
        raw, places = self._game.scorer.offers(sheet, faces)
        for column, place in places:
            points = raw[column][place]
            gains.append(self._sheet(with_cell(sheet, column, place, Cell(points, points))) - now)
        return max(gains, default=0.0)

    def left(self, sheet: Sheet) -> int:
        """Return how many cells of a sheet are open."""
        return sum(cell is None for cells in sheet for cell in cells)

    def _sheet(self, sheet: Sheet) -> float:
        """Return what a sheet will add up to when all its boxes are full."""
        return self._base(sheet, self.left(sheet))


def levelled(game: Yum, pars: Pars) -> Pars:
    """Return ``pars`` with levels by which a position is worth what its best turn and the position after it are.

    They come from games of the estimate alone, the same each time: some seconds, up to a minute for three columns.
    """
    estimate, cells = SheetEstimate(game, pars), pars.prices.size
    alone = game.alone
    surplus: list[list[float]] = [[] for _ in range(cells + 1)]
    for number in range(_GAMES):
        state, dice = alone.new(1), FairDice(number.to_bytes(32, "big"), game.key)
        while state.turn is not None and not state.match.earlier:
            advice = estimate.advise(state)
            if not state.throws:
                surplus[estimate.left(state.sheets[0])].append(advice.value - estimate.before(state))
            state = play(alone, state, state.turn, text(advice.actions[0][0]), dice).state
    means = [fsum(gained) / len(gained) if gained else 0.0 for gained in surplus]
    return replace(pars, level=np.cumsum(means))


def with_cell(sheet: Sheet, column: int, place: int, cell: Cell) -> Sheet:
    """Return ``sheet`` with ``cell`` in an open box."""
    return put(sheet, column, put(sheet[column], place, cell))


def _further_yums(game: Yum, sheet: Sheet, points: NDArray[np.int64], throws: Throws) -> Values:
    """Return the bonus for a further Yum by throw, column and box, as it counts for the grand total."""
    bonuses, alike = np.zeros(points.shape), throws.alike
    if game.house_rules.get("yum_bonus") and further_yum(game.layout, sheet, throws.throws[alike[0]]):
        earned = (points[alike] > 0) | (game.layout.columns == 1)  # Whatever the face.
        bonuses[alike] = EXTRA_YUM * earned * np.array(game.layout.multipliers)[:, None]
    return bonuses


def _number(state: State) -> int:
    """Return how many throws the turn has had, with all beyond the third, saved or by the Power die, as one."""
    return min(state.throws, THROWS + 1)


# -- Balut, whose grand total is no sum: boxes bring points once they add up to enough -------------------------------
# What comes after a turn is taken from games of this estimate itself: how much a cell of each box brings, how far that
# varies, and how often it brings anything.

_STEPS = [score for score in range(1, 1_000) if points_for_score(score) > points_for_score(score - 1)]
"""The total scores that bring a point more."""


class _Usual(NamedTuple):
    """What a cell of a box brings."""

    mean: float
    spread: float
    """The standard deviation."""
    scores: float
    """The rate at which it brings anything."""


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

    def __init__(self, game: Yum) -> None:
        super().__init__(game, no_pars(game))
        self._keys = [box.key for box in game.layout.boxes]
        self._boxed = lru_cache(maxsize=1024)(self._box)
        self._whole = lru_cache(maxsize=1024)(self._sheet_of)

    def _base(self, sheet: Sheet, left: int) -> float:
        return self._sheet(sheet)

    def _sheet(self, sheet: Sheet) -> float:
        """Return what the sheet will bring."""
        raw = self._game.raw_bonus
        points = [[None if cell is None else cell.raw if raw else cell.written for cell in cells] for cells in sheet]
        return self._whole(tuple(zip(*points, strict=True)))

    def _sheet_of(self, boxes: tuple[tuple[int | None, ...], ...]) -> float:
        points = score = variance = 0.0
        for key, cells in zip(self._keys, boxes, strict=True):
            written = tuple(sorted(some for some in cells if some is not None))
            left = len(cells) - len(written)
            points += self._boxed(key, written, left)
            score += sum(written) + left * USUAL[key].mean
            variance += left * USUAL[key].spread * USUAL[key].spread
        return points + _expected(score, sqrt(variance))

    def _box(self, key: str, written: tuple[int, ...], left: int) -> float:
        """Return the points that a box will bring with so many cells left."""
        usual, scored = USUAL[key], sum(1 for some in written if some)
        if key == "balut":
            return EACH_BALUT * (scored + left * usual.scores)
        if key in EVERY_CELL:
            return EVERY_CELL[key] * (scored == len(written)) * prod([usual.scores] * left)
        needed, points = ENOUGH[key]
        return points * _at_least(needed, sum(written) + left * usual.mean, usual.spread * sqrt(left))

    def _gains(self, sheet: Sheet, raw: NDArray[np.int64], open_to: NDArray[np.bool_], times: int) -> Values:
        """Return what each throw (row) brings in each cell, or a 0 there, the better."""
        now = self._sheet(sheet)
        gains = np.full(raw.shape, _NEVER)
        for number, place in np.argwhere(open_to.any(axis=0)).tolist():
            points = raw[:, number, place].tolist()
            cells = {some: Cell(some * times, some) for some in {0, *points}}
            worth = {some: self._sheet(with_cell(sheet, number, place, cell)) - now for some, cell in cells.items()}
            gains[:, number, place] = [max(worth[some], worth[0]) for some in points]
        gains[~open_to] = _NEVER
        return gains.reshape(len(raw), -1)


def _at_least(needed: int, mean: float, deviation: float) -> float:
    """Return how likely a sum of points reaches ``needed``; half a point lies between neighbours."""
    if not deviation:
        return float(mean >= needed)
    return below((mean - needed + 0.5) / deviation)


def _expected(score: float, deviation: float) -> float:
    """Return the points for a total score of about so much."""
    return points_for_score(0) + fsum(_at_least(needed, score, deviation) for needed in _STEPS)


def estimated(game: Yum, folder: Path) -> Evaluator:
    """Return the estimate of any sheet, by pars that stay in ``folder`` where its grand total is a sum."""
    if game.layout.award is not None:
        return BalutEstimate(game)
    return SheetEstimate(game, pars_kept(game, folder))


def pars_kept(game: Yum, folder: Path) -> Pars:
    """Return the pars of ``game``, which stay in ``folder``; those of standard sheets come with the bot."""
    layout = game.layout
    digest = digest_of(game, rules_in_numbers(game), VERSION)
    numbers = kept(folder, "pars", digest, lambda: levelled(game, pars_of(game)).flat(), game.key)
    return Pars.of_flat(numbers, layout.columns, len(layout.boxes))
