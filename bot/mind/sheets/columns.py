"""A score sheet of several columns, each an automaton of its own; a net knows nearly what all of them are worth.

The columns are alike but for how often they count. They meet in two rules: a joker wants its boxes filled in every
column, and so does the bonus for a further Yum. Everything else of a column is what :mod:`.compiled` says of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from bot.engine import Keep, Roll
from bot.games.yum.actions import Mark, Strike, YumAction
from bot.games.yum.rules import Yum
from bot.games.yum.state import Cell, Column, Sheet, State
from bot.mind.evaluator import Advice, GameOver, NoEvaluator, Strength, Unit
from bot.mind.sheets.compiled import OPEN, CompiledSheet, compiled_column
from bot.mind.sheets.exact import written
from bot.mind.sheets.net import SheetNet
from bot.mind.sheets.offers import further_yums, offers
from bot.mind.sheets.solver import Numbers
from bot.mind.throws import Turn, Values

_NEVER = -1e6


class _Prices(NamedTuple):
    """What boxes are worth, all that follows included."""

    marks: Values
    """By throw, column and box; NEVER where the throw may not fill the box."""
    strikes: Values
    """By column and box."""


@dataclass(frozen=True)
class CompiledColumns:
    """The automaton of one column, and how often each column counts."""

    column: CompiledSheet
    times: tuple[int, ...]

    @property
    def game(self) -> Yum:
        """The game that this is the sheet of."""
        return self.column.game

    @cached_property
    def digest(self) -> str:
        """Return a hash of all that decides about values."""
        return sha256(repr((self.column.digest, self.times)).encode()).hexdigest()

    def ready(self, labels: tuple[int, ...]) -> bool:
        """Whether a column in this state of the links has the Yum boxes filled that a joker needs."""
        joker = self.game.scorer.joker
        if joker is None:
            return False
        filled = {link.place for link, label in zip(self.column.links, labels, strict=True) if label != OPEN}
        return filled.issuperset(joker.needed(self.game.layout))

    def states_of(self, sheet: Sheet) -> Numbers:
        """Return the numbers of the links, of the filled free boxes and of the upper class of each column (row)."""
        return np.array([self.column.state_of(cells) for cells in sheet])


def compiled_columns(game: Yum) -> CompiledColumns:
    """Return the automaton of ``game``. Raises NoEvaluator for rules that it cannot hold."""
    joker = game.scorer.joker
    if game.layout.stacked or (joker is not None and (not joker.everywhere or joker.kind == "forced")):
        raise NoEvaluator(f"no evaluator for {game.key} by these rules: the columns are no sheets of their own")
    return CompiledColumns(compiled_column(game), game.layout.multipliers)


class NetColumns:
    """Evaluates the positions of a sheet of several columns by a net; the last turn exactly."""

    def __init__(self, sheet: CompiledColumns, net: SheetNet) -> None:
        self._sheet = sheet
        self._net = net
        self._game = sheet.game
        self._throws = sheet.column.throws
        self._priced = lru_cache(maxsize=8)(self._prices)

    def advise(self, state: State) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end."""
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        sheet, prices = state.sheets[state.turn], self._priced(state.sheets[state.turn])
        best = np.maximum(prices.marks, np.where(prices.marks > _NEVER, prices.strikes, _NEVER))
        turn = self._throws.turn(best.reshape(len(best), -1).max(axis=1, keepdims=True))
        so_far = written(self._game, state, state.turn, self._net_of_empty)
        valued = [
            (action, so_far + self._worth(state, action, turn, prices)) for action in self._game.legal_actions(state)
        ]
        valued.sort(key=lambda one: -one[1])
        exact = _left(sheet) == 1 and self._game.ending.games == 1
        strength = Strength.EXACT if exact else Strength.NET
        return Advice(Unit.POINTS, strength, valued[0][1], tuple(valued))

    def _worth(self, state: State, action: YumAction, turn: Turn, prices: _Prices) -> float:
        """Return the points that come with ``action`` and after it."""
        if isinstance(action, Roll):
            return float(turn.value[0])
        if isinstance(action, Keep):
            keeps = turn.first if state.throws == 1 else turn.second
            return float(keeps[self._throws.index[action.faces], 0])
        if not isinstance(action, Mark | Strike):
            raise TypeError(action)
        cell = action.column - 1, self._game.layout.index(action.box)
        if isinstance(action, Strike):
            return float(prices.strikes[cell])
        row = self._throws.index[tuple(sorted(state.dice))] - self._throws.first_throw
        return float(prices.marks[(row, *cell)])

    def _prices(self, sheet: Sheet) -> _Prices:
        points, allowed = offers(self._game, sheet, self._throws)
        after: dict[tuple[int, int, int], int] = {}
        states: list[Numbers] = []
        now = self._sheet.states_of(sheet)
        for number, place in _open_cells(sheet):
            for some in {0, *points[:, number, place].tolist()}:
                then = now.copy()
                then[number] = self._sheet.column.state_of(_filled(sheet[number], place, some))
                after[number, place, some] = len(states)
                states.append(then)
        worth = self._finished(np.array(states)) if _left(sheet) == 1 else self._net.worth(np.array(states))
        marks = np.full(points.shape, _NEVER)
        strikes = np.full(points.shape[1:], _NEVER)
        for number, place in _open_cells(sheet):
            some = points[:, number, place]
            later = worth[[after[number, place, one] for one in some.tolist()]]
            marks[:, number, place] = some * self._sheet.times[number] + later
            strikes[number, place] = worth[after[number, place, 0]]
        marks += further_yums(self._game, sheet, points, self._throws)
        return _Prices(np.where(allowed, marks, _NEVER), strikes)

    def _finished(self, states: Numbers) -> Values:
        """Return the bonuses of sheets without an open box."""
        found: Values = self._sheet.column.upper.bonus[states[:, :, 2]] @ np.array(self._sheet.times, dtype=float)
        return found

    def _net_of_empty(self) -> float:
        empty: Sheet = ((None,) * self._sheet.column.boxes,) * len(self._sheet.times)
        return float(self._net.worth(self._sheet.states_of(empty)[None])[0])


def _open_cells(sheet: Sheet) -> Iterator[tuple[int, int]]:
    """Yield column and place of each open cell."""
    for number, cells in enumerate(sheet):
        yield from ((number, place) for place, cell in enumerate(cells) if cell is None)


def _left(sheet: Sheet) -> int:
    return sum(cell is None for cells in sheet for cell in cells)


def _filled(cells: Column, place: int, points: int) -> Column:
    return (*cells[:place], Cell(points, points), *cells[place + 1 :])
