"""Estimates for score sheets that nothing evaluates better: the points written, and the pars of the boxes still open.

A turn is worked out over all its throws; what is estimated is what comes after it. Towards the end of the sheet the
par of a box moves to what a turn for it alone brings. A box that looks at others (Low and High Score, the Yums) counts
as much less as its own turn brings less for what the others hold.
"""

from dataclasses import replace
from functools import lru_cache
from math import fsum

import numpy as np
from numpy.typing import NDArray

from bot.engine import DOUBLE, Faces, Keep, Seat, acting, multiplier
from bot.engine.dice import FairDice
from bot.engine.play import play
from bot.engine.types import text
from bot.games.yum.actions import Done, Mark, Strike, YumAction
from bot.games.yum.extra_yum import earns_bonus, further_yum
from bot.games.yum.rules import Yum
from bot.games.yum.scoring.totals import EXTRA_YUM
from bot.games.yum.state import Cell, Sheet, State
from bot.games.yum.turns import THROWS
from bot.mind.evaluator import Advice, GameOver, Strength, Unit
from bot.mind.sheets.offers import further_yums, offers
from bot.mind.sheets.par_columns import ParColumns
from bot.mind.sheets.pars import Pars
from bot.mind.sheets.throwing import TurnPlan, plan
from bot.mind.throws import FACES, Values, throws_of

_NEVER = -1e6
_TURNS = 4
"""Turns to remember: every throw of a turn asks for the same."""
_GAMES = 6
"""Games that the levels come from."""


class SheetEstimate:
    """Evaluates the positions of any sheet whose grand total is the sum of its boxes."""

    def __init__(self, game: Yum, pars: Pars) -> None:
        """Evaluate ``game`` by its pars; where the grand total is no sum of boxes, its total score."""
        self._game = game
        self._pars = pars
        self._throws = throws_of(game.layout.dice)
        self._columns = ParColumns(game, pars)
        self._planned = lru_cache(maxsize=_TURNS)(self._plan)
        self._empty: Sheet = ((None,) * len(game.layout.boxes),) * game.layout.columns

    def advise(self, state: State) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end."""
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        legal = self._game.legal_actions(state)
        throwing = not all(isinstance(action, Mark | Strike | Done) for action in legal)
        turn = self._turn(state, state.turn) if throwing else None
        besides = self._besides(state, state.turn)
        valued = [(action, besides + self._worth(state, state.turn, action, turn)) for action in legal]
        valued.sort(key=lambda one: -one[1])
        return Advice(Unit.POINTS, Strength.ESTIMATE, valued[0][1], tuple(valued))

    def before(self, state: State) -> float:
        """Return what ``state`` is worth before a turn, without looking ahead."""
        seat = acting(state)
        return self._besides(state, seat) + self._sheet(state.sheets[seat])

    def _besides(self, state: State, seat: Seat) -> float:
        """Return the points of other games of the match, of further Yums, and the worth of throws to spare."""
        earlier = sum(game[seat].total for game in state.earlier)
        extra = EXTRA_YUM * sum(map(int.__mul__, state.extra_yums[seat], self._game.layout.multipliers))
        left = self._game.ending.games - len(state.earlier) - 1
        later = left * self._sheet(self._empty) if left else 0.0
        return earlier + extra + later + state.spare[seat] * self._pars.throw

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

    def _turn(self, state: State, seat: Seat) -> TurnPlan:
        """Return the best way through a turn that begins with the sheet of ``seat``."""
        return self._planned(state.sheets[seat], state.spare[seat] + max(0, _number(state) - THROWS))

    def _plan(self, sheet: Sheet, spare: int) -> TurnPlan:
        return plan(self._throws, self._game.throwing, self._ends(sheet), spare, self._pars.throw)

    def _ends(self, sheet: Sheet) -> Values:
        """Return what the best boxes make of each throw (row) with each face of the Power die (column)."""
        faces = list(FACES) if self._game.throwing.power else [None]
        left, level = self.left(sheet) - 1, self._pars.level
        base = self._base(sheet, left)
        raw, open_to = offers(self._game, sheet, self._throws)
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
        return float(self._pars.level[left]) + fsum(columns)

    def _gains(self, sheet: Sheet, raw: NDArray[np.int64], open_to: NDArray[np.bool_], times: int) -> Values:
        """Return what each throw (row) brings in each cell, with points multiplied so often."""
        left = self.left(sheet) - 1
        found = np.full(raw.shape, _NEVER)
        for number, cells in enumerate(sheet):
            for place, cell in enumerate(cells):
                if cell is None:
                    points = raw[:, number, place]
                    found[:, number, place] = self._columns.gains(number, cells, left, place, points, times)
        found[~open_to] = _NEVER
        return (found + further_yums(self._game, sheet, raw, self._throws)).reshape(len(raw), -1)

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
            extra = EXTRA_YUM * layout.multipliers[column] * earns_bonus(layout, cell)
        again = self._second(after, faces) if first and state.power == DOUBLE and self.left(after) else 0.0
        return extra + self._sheet(after) + again

    def _second(self, sheet: Sheet, faces: Faces) -> float:
        """Return what a second box for the same dice brings."""
        found, now = [] if self._game.house_rules["double_mandatory"] else [0.0], self._sheet(sheet)
        raw, places = self._game.scorer.offers(sheet, faces)
        for column, place in places:
            points = raw[column][place]
            found.append(self._sheet(with_cell(sheet, column, place, Cell(points, points))) - now)
        return max(found, default=0.0)

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
        while state.turn is not None and not state.earlier:
            advice = estimate.advise(state)
            if not state.throws:
                surplus[estimate.left(state.sheets[0])].append(advice.value - estimate.before(state))
            state = play(alone, state, state.turn, text(advice.actions[0][0]), dice).state
    means = [fsum(found) / len(found) if found else 0.0 for found in surplus]
    return replace(pars, level=np.cumsum(means))


def with_cell(sheet: Sheet, column: int, place: int, cell: Cell) -> Sheet:
    """Return ``sheet`` with ``cell`` in an open box."""
    cells = (*sheet[column][:place], cell, *sheet[column][place + 1 :])
    return (*sheet[:column], cells, *sheet[column + 1 :])


def _number(state: State) -> int:
    """Return how many throws the turn has had, with all beyond the third, saved or by the Power die, as one."""
    return min(state.throws, THROWS + 1)
