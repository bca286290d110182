"""Plays sheets on by the advice, in a hundredth of the time that the game takes for it.

What is best in a turn is looked up once for all games that meet a sheet like it. What dice write, and where, the game's
own scorer says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import Action, Faces, Keep, Seat
from bot.engine.dice import FairDice
from bot.games.yum.mind.exact import SheetEvaluator
from bot.games.yum.rules import State, Strike, Yum, earns_bonus, further_yum
from bot.games.yum.scoring.boxes import Cell, Sheet

_FACES = range(1, 7)
_MOST = 100_000
"""Turns to remember: each takes a kilobyte or two."""

_ALL_ONE = 1e-9
"""Points by which keeps may differ that are worth the same."""

Rows = NDArray[np.int16]


class Fill(NamedTuple):
    """A box that is filled."""

    column: int
    box: int
    struck: bool


class _Best(NamedTuple):
    """What is best in a turn: by throw, a keep after the first and after the second one, and a box after the last."""

    keeps: tuple[Rows, Rows]
    alike: NDArray[np.bool_]
    """Which keeps after the second throw are worth what the best one is, in the order of :attr:`_AllThrows.held`."""
    fills: Rows


class TurnEnd(NamedTuple):
    chance: float
    dice: list[tuple[Faces, float]]
    """All throws that end the turn so."""
    after: State


class _AllThrows:
    """All throws and keeps of some dice, and how often each throw falls once dice are kept."""

    def __init__(self, dice: int) -> None:
        self.keeps = [faces for many in range(dice + 1) for faces in combinations_with_replacement(_FACES, many)]
        self.index = {faces: number for number, faces in enumerate(self.keeps)}
        self.throws = [faces for faces in self.keeps if len(faces) == dice]
        self.first = self.index[self.throws[0]]
        held = [[self.index[kept] for kept in _kept(faces)] for faces in self.throws]
        most = max(map(len, held))
        self.held = np.array([some + some[-1:] * (most - len(some)) for some in held]).T
        """The keeps of each throw (column), those of the most dice first: of equal ones, people keep what they have."""
        self.falls = np.zeros((len(self.keeps), len(self.throws)))
        for number, kept in enumerate(self.keeps):
            left = dice - len(kept)
            for fallen in combinations_with_replacement(_FACES, left):
                ways = factorial(left) / prod(factorial(fallen.count(face)) for face in _FACES)
                self.falls[number, self.row(sorted((*kept, *fallen)))] += ways / 6**left

    def row(self, faces: list[int]) -> int:
        return self.index[tuple(faces)] - self.first


@cache
def _all_throws(dice: int) -> _AllThrows:
    return _AllThrows(dice)


def _kept(faces: Faces) -> list[Faces]:
    return list(dict.fromkeys(kept for many in range(len(faces), -1, -1) for kept in combinations(faces, many)))


class QuickSheets:
    """Plays sheets of one game on."""

    def __init__(self, game: Yum, evaluator: SheetEvaluator) -> None:
        self._game, self._evaluator = game, evaluator
        self._throws = _all_throws(game.layout.dice)
        self._width = len(game.layout.boxes)
        self._known: dict[Any, _Best] = {}

    def play(self, state: State, action: Action, dice: FairDice) -> tuple[State, State]:
        """Return the moments after the turn in which ``action`` is done, and at the end of that seat's sheet."""
        after = turn = self._after(state, *self._ended(state, action, dice))
        while any(None in cells for cells in after.sheets[_seat(state)]):
            best = self._best(after.sheets[_seat(state)])
            faces = self._thrown((), dice)
            for keeps in best.keeps:
                faces = self._thrown(self._throws.keeps[keeps[self._throws.row(faces)]], dice)
            after = self._after(after, self._fill(best, faces), faces)
        return turn, replace(after, turn=None)

    def ends(self, state: State, action: Action) -> Iterator[TurnEnd]:
        """Yield all ways in which the turn may end after ``action``."""
        throws, ends = self._throws, dict[tuple[Fill, int, bool], list[tuple[Faces, float]]]()
        if isinstance(action, Keep):
            best, falls = self._best(state.sheets[_seat(state)]), throws.falls[throws.index[action.faces]]
            if state.throws == 1:
                falls = np.bincount(best.keeps[1], falls, len(throws.keeps)) @ throws.falls
            rows = [(self._fill(best, list(throws.throws[row])), row) for row in np.flatnonzero(falls).tolist()]
        else:
            faces = sorted(state.dice)
            rows, falls = [(self._filled(action), throws.row(faces))], np.ones(len(throws.throws))
        for fill, row in rows:
            faces = list(throws.throws[row])
            alike = fill, self._points(state, fill, faces), len(set(faces)) == 1
            ends.setdefault(alike, []).append((throws.throws[row], float(falls[row])))
        for (fill, _, _), dice in ends.items():
            yield TurnEnd(sum(chance for _, chance in dice), dice, self._after(state, fill, list(dice[0][0])))

    def often(self, state: State, action: Action, wanted: Faces) -> tuple[float, float]:
        """Return at least and at most how often the turn ends with dice ``wanted`` among its own, after ``action``.

        Where several keeps are worth the same, it is all one which of them somebody takes; but the dice differ.
        """
        throws, sought = self._throws, Counter(wanted)
        found = np.array([not sought - Counter(faces) for faces in throws.throws], float)
        if not isinstance(action, Keep):
            return (float(not sought - Counter(state.dice)),) * 2
        falls, least, most = throws.falls[throws.index[action.faces]], found, found
        if state.throws == 1:
            alike, chances = self._best(state.sheets[_seat(state)]).alike, (throws.falls @ found)[throws.held]
            least, most = (np.where(alike, chances, 2).min(axis=0), np.where(alike, chances, -1).max(axis=0))
        return float(falls @ least), float(falls @ most)

    def _ended(self, state: State, action: Action, dice: FairDice) -> tuple[Fill, list[int]]:
        """Return the box and the dice with which the turn ends."""
        if not isinstance(action, Keep):
            return self._filled(action), sorted(state.dice)
        best, faces = self._best(state.sheets[_seat(state)]), self._thrown(action.faces, dice)
        for keeps in best.keeps[state.throws :]:
            faces = self._thrown(self._throws.keeps[keeps[self._throws.row(faces)]], dice)
        return self._fill(best, faces), faces

    def _thrown(self, kept: Faces, dice: FairDice) -> list[int]:
        left = self._throws_left(kept)
        return sorted((*kept, *dice.roll(left))) if left else list(kept)

    def _throws_left(self, kept: Faces) -> int:
        return self._game.layout.dice - len(kept)

    def _filled(self, action: Any) -> Fill:
        return Fill(max(action.column - 1, 0), self._game.layout.index(action.box), isinstance(action, Strike))

    def _fill(self, best: _Best, faces: list[int]) -> Fill:
        struck, place = divmod(int(best.fills[self._throws.row(faces)]), self._width * self._game.layout.columns)
        return Fill(*divmod(place, self._width), bool(struck))

    def _points(self, state: State, fill: Fill, faces: list[int]) -> int:
        points = self._game.scorer.raw(state.sheets[_seat(state)], fill.column, tuple(faces))
        return 0 if fill.struck else points[fill.box]

    def _after(self, state: State, fill: Fill, faces: list[int]) -> State:
        """Return the moment after a box is filled; the seat has the next turn, too."""
        seat, layout = _seat(state), self._game.layout
        sheet, points = state.sheets[seat], self._points(state, fill, faces)
        cell, column = Cell(points, points), list(sheet[fill.column])
        column[fill.box] = cell
        earned = further_yum(layout, sheet, tuple(faces)) and earns_bonus(layout, cell)
        extra = list(state.extra_yums[seat])
        extra[fill.column] += bool(earned and self._game.house_rules.get("yum_bonus"))
        return replace(
            state,
            sheets=_put(state.sheets, seat, _put(sheet, fill.column, tuple(column))),
            extra_yums=_put(state.extra_yums, seat, tuple(extra)),
        )

    def _best(self, sheet: Sheet) -> _Best:
        key = tuple(map(self._alike, sheet))
        if key not in self._known:
            if len(self._known) >= _MOST:
                self._known.clear()
            turn = self._evaluator._turn(sheet)
            worths = turn.every_box()
            fills = np.full(worths.shape, -np.inf)
            fills[:, :, turn.open_cells] = worths[:, :, turn.open_cells]
            best = fills.reshape(len(fills), -1).argmax(axis=1).astype(np.int16)
            second = turn.keeps.second[self._throws.held]
            alike = second > second.max(axis=0) - _ALL_ONE
            self._known[key] = _Best((self._keeps(turn.keeps.first), self._keeps(turn.keeps.second)), alike, best)
        return self._known[key]

    def _keeps(self, worth: NDArray[np.float64]) -> Rows:
        held = self._throws.held
        best: Rows = held[worth[held].argmax(axis=0), np.arange(held.shape[1])].astype(np.int16)
        return best

    def _alike(self, column: Any) -> Any:
        """Return what two columns have in common in which everything goes on alike: all that values know of them."""
        sheet = self._evaluator.column
        return tuple(cell is None for cell in column), sheet.state_of(column), sheet.labels_of(column)


def _seat(state: State) -> Seat:
    assert state.turn is not None
    return state.turn


def _put(some: Any, place: int, one: Any) -> Any:
    return (*some[:place], one, *some[place + 1 :])
