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
from bot.games.yum.rules import THROWS, State, Strike, Yum, earns_bonus, further_yum
from bot.games.yum.scoring.boxes import Cell

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
    """What is best in a turn: by throw, a keep after the first, the second and with a token the third, and a box."""

    keeps: list[Rows]
    alike: list[NDArray[np.bool_]]
    """Which keeps after the second and the third throw are worth what the best one is (:attr:`_AllThrows.held`)."""
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
        after = turn = self._after(*self._ended(state, action, dice))
        while any(None in cells for cells in after.sheets[_seat(state)]):
            after = self._after(*self._played_on(after, self._thrown((), dice), 1, dice))
        return turn, replace(after, turn=None)

    def ends(self, state: State, action: Action) -> Iterator[TurnEnd]:
        """Yield all ways in which the turn may end after ``action``."""
        for then, falls in self._last_throws(state, action):
            ends = dict[tuple[Fill, int, bool], list[tuple[Faces, float]]]()
            for row in np.flatnonzero(falls).tolist():
                faces = list(self._throws.throws[row])
                fill = self._fill(self._best(then), faces) if isinstance(action, Keep) else self._filled(action)
                alike = fill, self._points(state, fill, faces), len(set(faces)) == 1
                ends.setdefault(alike, []).append((self._throws.throws[row], float(falls[row])))
            for (fill, _, _), dice in ends.items():
                yield TurnEnd(sum(chance for _, chance in dice), dice, self._after(then, fill, list(dice[0][0])))

    def _last_throws(self, state: State, action: Action) -> Iterator[tuple[State, NDArray[np.float64]]]:
        """Yield the moment before a box is filled, without a token or with one, and how often throws come to it."""
        throws = self._throws
        if not isinstance(action, Keep):
            yield state, np.eye(len(throws.throws))[throws.row(sorted(state.dice))]
            return
        best, falls = self._best(state), throws.falls[throws.index[action.faces]]
        if state.throws == 1:
            falls = np.bincount(best.keeps[1], falls, len(throws.keeps)) @ throws.falls
        if state.throws == THROWS:
            yield _paid(state), falls
        elif len(best.keeps) < THROWS:
            yield state, falls
        else:
            again = np.where(best.keeps[-1] < throws.first, falls, 0.0)
            yield state, falls - again
            yield _paid(state), np.bincount(best.keeps[-1], again, len(throws.keeps)) @ throws.falls

    def often(self, state: State, action: Action, wanted: Faces) -> tuple[float, float]:
        """Return at least and at most how often the turn ends with dice ``wanted`` among its own, after ``action``.

        Where several keeps are worth the same, it is all one which of them somebody takes; but the dice differ.
        """
        throws, sought = self._throws, Counter(wanted)
        if not isinstance(action, Keep):
            return (float(not sought - Counter(state.dice)),) * 2
        least = most = np.array([not sought - Counter(faces) for faces in throws.throws], float)
        for alike in reversed(self._best(state).alike[state.throws - 1 :]):
            least, most = (
                np.where(alike, (throws.falls @ least)[throws.held], 2).min(axis=0),
                np.where(alike, (throws.falls @ most)[throws.held], -1).max(axis=0),
            )
        falls = throws.falls[throws.index[action.faces]]
        return float(falls @ least), float(falls @ most)

    def _ended(self, state: State, action: Action, dice: FairDice) -> tuple[State, Fill, list[int]]:
        """Return the moment before a box is filled, the box and the dice with which the turn ends."""
        if not isinstance(action, Keep):
            return state, self._filled(action), sorted(state.dice)
        then = _paid(state) if state.throws == THROWS else state
        return self._played_on(then, self._thrown(action.faces, dice), state.throws + 1, dice)

    def _played_on(self, state: State, faces: list[int], thrown: int, dice: FairDice) -> tuple[State, Fill, list[int]]:
        """Return the same, once ``faces`` have fallen as the throw of that number."""
        for nth, keeps in enumerate(self._best(state).keeps[thrown - 1 :], thrown):
            kept = self._throws.keeps[keeps[self._throws.row(faces)]]
            if nth == THROWS and self._throws_left(kept):
                state = _paid(state)
            faces = self._thrown(kept, dice)
        return state, self._fill(self._best(state), faces), faces

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

    def _best(self, state: State) -> _Best:
        sheet, tokens = self._evaluator.held(state)
        key = tuple(map(self._alike, sheet)), tokens
        if key not in self._known:
            if len(self._known) >= _MOST:
                self._known.clear()
            turn, throws = self._evaluator._turn((sheet, tokens)), self._throws
            worths = np.array([turn.boxes(row) for row in range(len(throws.throws))])
            fills = np.full(worths.shape, -np.inf)
            fills[:, :, turn.open_cells] = worths[:, :, turn.open_cells]
            fills = fills.reshape(len(fills), -1)
            keeps = [turn.keeps.first, turn.keeps.second]
            if tokens:
                keeps.append(np.concatenate([turn.kept_after(THROWS)[: throws.first], fills.max(axis=1)]))
            alike = [worth[throws.held] > worth[throws.held].max(axis=0) - _ALL_ONE for worth in keeps[1:]]
            best = fills.argmax(axis=1).astype(np.int16)
            self._known[key] = _Best([self._keeps(worth) for worth in keeps], alike, best)
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


def _paid(state: State) -> State:
    """Return the moment after a token has bought a throw."""
    return replace(state, spare=_put(state.spare, _seat(state), state.spare[_seat(state)] - 1))


def _put(some: Any, place: int, one: Any) -> Any:
    return (*some[:place], one, *some[place + 1 :])
