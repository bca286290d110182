"""The values of the positions of a score sheet: the seat's own final score under perfect play, whatever others do.

They are exact where a table holds all states of the sheet. Else a net says them, and a cone in the last turns.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import Keep, Roll, Seat
from bot.games.yum.actions import Mark, Strike, YumAction
from bot.games.yum.rules import Yum
from bot.games.yum.state import Cell, Column, Sheet, State
from bot.mind.evaluator import Advice, GameOver, Strength, Unit
from bot.mind.remembered import Remembered
from bot.mind.sheets.columns import CompiledColumns
from bot.mind.sheets.compiled import CompiledSheet
from bot.mind.sheets.cone import cone
from bot.mind.sheets.net import SheetNet
from bot.mind.sheets.offers import further_yums
from bot.mind.sheets.solver import Numbers
from bot.mind.throws import Turn, Values

MOST_STATES = 1_500_000
"""Sheets with more states take too long to work out and too much memory."""
_NEVER = -1e6


class Known(NamedTuple):
    """What values stand on."""

    worth: Callable[[Numbers], Values]
    """What positions are worth; a position is link state, filled free boxes and upper class of each column."""
    strength: Strength


class _Turn(NamedTuple):
    """A turn worked out: what boxes are worth, all that follows included, and what keeping dice is."""

    marks: Values
    """By throw, column and box."""
    strikes: Values
    """Likewise."""
    keeps: Turn
    strength: Strength


_KEY_BYTES = 4_096
"""What a sheet takes besides the values of its turn, roughly: a cell for each box."""


def _size(turn: _Turn) -> int:
    return _KEY_BYTES + sum(part.nbytes for part in (turn.marks, turn.strikes, *turn.keeps))


class SheetEvaluator:
    """Evaluates the positions of one sheet."""

    def __init__(self, sheet: CompiledColumns) -> None:
        self._sheet = sheet
        self._column = sheet.column
        self._game: Yum = sheet.game
        self._turn = Remembered(self._work_out, _size)

    def _known(self, sheet: Sheet, now: Numbers) -> Known:
        """Return what is known of all that can follow from ``sheet``, whose columns have the numbers ``now``."""
        raise NotImplementedError

    def advise(self, state: State) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end."""
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        turn = self._turn(state.sheets[state.turn])
        so_far = self._so_far(state, state.turn)
        valued = [(action, so_far + self._worth(state, action, turn)) for action in self._game.legal_actions(state)]
        valued.sort(key=lambda one: -one[1])
        return Advice(Unit.POINTS, turn.strength, valued[0][1], tuple(valued))

    def _worth(self, state: State, action: YumAction, turn: _Turn) -> float:
        """Return the points that come with ``action`` and after it."""
        throws = self._column.throws
        if isinstance(action, Roll):
            return float(turn.keeps.value[0])
        if isinstance(action, Keep):
            keeps = turn.keeps.first if state.throws == 1 else turn.keeps.second
            return float(keeps[throws.index[action.faces], 0])
        if not isinstance(action, Mark | Strike):
            raise TypeError(action)
        row = throws.index[tuple(sorted(state.dice))] - throws.first_throw
        prices = turn.marks if isinstance(action, Mark) else turn.strikes
        return float(prices[row, max(action.column - 1, 0), self._game.layout.index(action.box)])

    def _so_far(self, state: State, seat: Seat) -> float:
        """Return what the seat's final score holds already, and what further games of a match are worth."""
        earlier = sum(one[seat].total for one in state.earlier)
        left = self._game.ending.games - len(state.earlier) - 1
        empty: Sheet = ((None,) * self._column.boxes,) * len(self._sheet.times)
        further = left * float(self._turn(empty).keeps.value[0]) if left else 0.0
        return earlier + further + written(self._game, state, seat)

    # -- a turn ----------------------------------------------------------------------------------------------------

    def _work_out(self, sheet: Sheet) -> _Turn:
        """Return the best way through a turn that begins with ``sheet``."""
        now, throws = self._sheet.states_of(sheet), self._column.throws
        worth, strength = self._known(sheet, now)
        points, allowed = self._offers(sheet, now)
        ways = list(self._ways(sheet, points))
        states = np.repeat(now[None], len(ways), axis=0)
        for place, (number, box, some) in enumerate(ways):
            states[place, number] = self._column.state_of(_filled(sheet[number], box, some))
        last = len({way[:2] for way in ways}) == 1
        later = self._finished(states) if last else worth(states)
        marks, strikes = np.full(points.shape, _NEVER), np.full(points.shape, _NEVER)
        for place, (number, box, some) in enumerate(ways):
            if box in self._column.free_places:
                marks[:, number, box] = points[:, number, box] * self._sheet.times[number] + later[place]
            else:
                rows = points[:, number, box] == some
                marks[rows, number, box] = some * self._sheet.times[number] + later[place]
            if not some:
                strikes[:, number, box] = later[place]
        marks += further_yums(self._game, sheet, points, throws)
        strikes += further_yums(self._game, sheet, np.zeros_like(points), throws)
        marks[~allowed], strikes[~allowed] = _NEVER, _NEVER
        final = np.maximum(marks, strikes).reshape(len(marks), -1).max(axis=1, keepdims=True)
        return _Turn(marks, strikes, throws.turn(final), Strength.EXACT if last else strength)

    def _offers(self, sheet: Sheet, now: Numbers) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the points of each throw in each column and box, and whether it may fill the box."""
        column = self._column
        worths = [column.worths_of(cells) for cells in sheet]
        points = np.stack([worth.points for worth, _ in worths], axis=1)
        allowed = np.stack([worth.allowed for worth, _ in worths], axis=1)
        for nth, row in enumerate(column.yums):
            if self._sheet.own_filled(sheet, now, column.throws.throws[row][0]):
                points[row] = [yums.points[nth] for _, yums in worths]
                allowed[row] = [yums.allowed[nth] for _, yums in worths]
        return points, allowed & [[cell is None for cell in cells] for cells in sheet]

    def _ways(self, sheet: Sheet, points: NDArray[np.int64]) -> Iterator[tuple[int, int, int]]:
        """Yield column and box of each open cell with all that matters of the points it may get: 0 and others."""
        for number, cells in enumerate(sheet):
            for box, cell in enumerate(cells):
                if cell is None and box in self._column.free_places:
                    yield number, box, 0
                elif cell is None:
                    yield from ((number, box, some) for some in {0, *points[:, number, box].tolist()})

    def _finished(self, states: Numbers) -> Values:
        """Return the bonuses of sheets without an open box."""
        found: Values = (self._column.upper.bonus[states[:, :, 2]] * np.array(self._sheet.times)).sum(axis=1)
        return found


def written(game: Yum, state: State, seat: Seat) -> int:
    """Return the points on the sheet of ``seat``, without the bonuses of its upper sections."""
    return sum(one.multiplier * (one.upper + one.lower + one.yum_bonus) for one in game.totals(state, seat).columns)


def _filled(cells: Column, place: int, points: int) -> Column:
    return (*cells[:place], Cell(points, points), *cells[place + 1 :])


class ExactSheet(SheetEvaluator):
    """Evaluates a sheet of one column by the worked out values of all its states."""

    def __init__(self, sheet: CompiledSheet, values: Values) -> None:
        """Answer by ``values``, as :func:`bot.mind.sheets.solver.solve` returns them."""
        super().__init__(CompiledColumns(sheet, (1,)))
        self.values = values

    def _known(self, sheet: Sheet, now: Numbers) -> Known:
        return Known(self._look_up, Strength.EXACT)

    def _look_up(self, states: Numbers) -> Values:
        found: Values = self.values[tuple(states[:, 0].T)]
        return found


class NetSheet(SheetEvaluator):
    """Evaluates by a net; exactly the last turn, and of one column as many turns as a small cone holds."""

    def __init__(self, sheet: CompiledColumns, net: SheetNet) -> None:
        super().__init__(sheet)
        self._net = net

    def _known(self, sheet: Sheet, now: Numbers) -> Known:
        table = cone(self._column, *now[0].tolist()) if len(now) == 1 else None
        if table is None:
            return Known(self._net.worth, Strength.NET)
        return Known(lambda states: table.at(states[:, 0]), Strength.EXACT)
