"""The values of the positions of a score sheet: the seat's own final score under perfect play, whatever others do.

They are exact where a table holds all states of the sheet. Else a net says them, and a cone in the last turns.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np

from bot.engine import Keep, Roll, Seat
from bot.games.yum.actions import Mark, Strike, YumAction
from bot.games.yum.rules import Yum
from bot.games.yum.scoring.totals import EXTRA_YUM
from bot.games.yum.state import Cell, Column, State
from bot.mind.evaluator import Advice, GameOver, Strength, Unit
from bot.mind.sheets.compiled import CompiledSheet
from bot.mind.sheets.cone import cone
from bot.mind.sheets.net import SheetNet
from bot.mind.sheets.solver import LinkTurns, LookUp, Numbers, Table
from bot.mind.throws import Turn, Values

MOST_STATES = 1_500_000
"""Sheets with more states take too long to work out and too much memory."""
_CONES = 64
_TURNS = 4
"""Turns to remember: every throw of a turn asks for the same."""


class Known(NamedTuple):
    """What values stand on."""

    look_up: LookUp
    strength: Strength


class SheetEvaluator:
    """Evaluates the positions of one sheet."""

    def __init__(self, sheet: CompiledSheet) -> None:
        self._sheet = sheet
        self._game: Yum = sheet.game
        self._turn = lru_cache(maxsize=_TURNS)(self._plan)

    def _known(self, column: Column) -> Known:
        """Return what is known of all that follows from ``column``, itself included."""
        raise NotImplementedError

    def advise(self, state: State) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end."""
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        column = state.sheets[state.turn][0]
        so_far = written(self._game, state, state.turn, self._of_empty)
        look_up, strength = self._known(column)
        if not state.throws:
            value = so_far + self._to_come(look_up, column)
            return Advice(Unit.POINTS, strength, value, ((Roll(), value),))
        turn = None if state.throws >= 3 else self._turn(column)
        valued = [
            (action, so_far + self._worth(look_up, state, column, action, turn))
            for action in self._game.legal_actions(state)
        ]
        valued.sort(key=lambda one: -one[1])
        return Advice(Unit.POINTS, strength, valued[0][1], tuple(valued))

    def _worth(self, look_up: LookUp, state: State, column: Column, action: YumAction, turn: Turn | None) -> float:
        """Return the points that come with ``action`` and after it."""
        if isinstance(action, Keep) and turn is not None:
            keeps = turn.first if state.throws == 1 else turn.second
            return float(keeps[self._sheet.throws.index[action.faces], 0])
        if not isinstance(action, Mark | Strike):
            raise TypeError(action)
        points = 0 if isinstance(action, Strike) else self._game.preview(state, action) or 0
        place = self._game.layout.index(action.box)
        filled = (*column[:place], Cell(points, points), *column[place + 1 :])
        extra = EXTRA_YUM * (len(set(state.dice)) == 1 and self._sheet.earns_extra(self._sheet.labels_of(column)))
        return points + extra + self._to_come(look_up, filled)

    def _plan(self, column: Column) -> Turn:
        """Return what keeping dice is worth in a turn that begins with ``column``."""
        look_up, _ = self._known(column)
        number, free, upper = self._sheet.state_of(column)
        final = LinkTurns(self._sheet, look_up, number).final(np.array([free]), np.array([upper]))
        return self._sheet.throws.turn(final)

    def _to_come(self, look_up: LookUp, column: Column) -> float:
        """Return the points that a turn that begins with ``column`` and all later ones bring."""
        number, free, upper = self._sheet.state_of(column)
        return float(look_up(number, np.array([free]), np.array([upper]))[0])

    def _of_empty(self) -> float:
        empty: Column = (None,) * self._sheet.boxes
        return self._to_come(self._known(empty).look_up, empty)


def written(game: Yum, state: State, seat: Seat, of_empty: Callable[[], float]) -> float:
    """Return what the seat's final score holds already, bonuses apart, and what further games of a match are worth.

    ``of_empty`` says what one of them is.
    """
    columns = game.totals(state, seat).columns
    earlier = sum(one[seat].total for one in state.earlier)
    left = game.ending.games - len(state.earlier) - 1
    further = left * of_empty() if left else 0.0
    return earlier + further + sum(one.multiplier * (one.upper + one.lower + one.yum_bonus) for one in columns)


class ExactSheet(SheetEvaluator):
    """Evaluates by the worked out values of all states."""

    def __init__(self, sheet: CompiledSheet, values: Values) -> None:
        """Answer by ``values``, as :func:`bot.mind.sheets.solver.solve` returns them."""
        super().__init__(sheet)
        self._exact = Known(partial(_look_up, values), Strength.EXACT)

    def _known(self, column: Column) -> Known:
        return self._exact


def _look_up(values: Values, number: int, free: Numbers, classes: Numbers) -> Values:
    found: Values = values[number, free, classes]
    return found


class NetSheet(SheetEvaluator):
    """Evaluates by a net, and exactly once little can follow."""

    def __init__(self, sheet: CompiledSheet, net: SheetNet) -> None:
        super().__init__(sheet)
        self._net = Known(net, Strength.NET)
        self._cones: dict[tuple[int, int, int], Table | None] = {}

    def _known(self, column: Column) -> Known:
        found = self._cone(self._sheet.state_of(column))
        return self._net if found is None else Known(found, Strength.EXACT)

    def _cone(self, position: tuple[int, int, int]) -> Table | None:
        """Return the cone of a position; the last few are kept, since every throw of a turn asks for the same."""
        if position not in self._cones:
            if len(self._cones) >= _CONES:
                del self._cones[next(iter(self._cones))]
            self._cones[position] = cone(self._sheet, *position)
        return self._cones[position]
