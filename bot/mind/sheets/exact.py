"""Exact values of the positions of a score sheet: the seat's own final score under perfect play, whatever others do."""

import numpy as np

from bot.engine import Keep, Roll, Seat
from bot.games.yum.actions import Mark, Strike, YumAction
from bot.games.yum.rules import Yum
from bot.games.yum.scoring.totals import EXTRA_YUM
from bot.games.yum.state import Cell, Column, State
from bot.mind.evaluator import Advice, GameOver, Strength, Unit
from bot.mind.sheets.compiled import CompiledSheet
from bot.mind.throws import Turn, Values

MOST_STATES = 1_500_000
"""Sheets with more states take too long to work out and too much memory."""


class ExactSheet:
    """Evaluates the positions of one sheet by the worked out values of its states."""

    def __init__(self, sheet: CompiledSheet, values: Values) -> None:
        """Answer by ``values``, as :func:`bot.mind.sheets.solver.solve` returns them."""
        self._sheet = sheet
        self._game: Yum = sheet.game
        self._values = values
        self._open = self._to_come((None,) * sheet.boxes)

    def advise(self, state: State) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end."""
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        written, column = self._written(state, state.turn), state.sheets[state.turn][0]
        if not state.throws:
            value = written + self._to_come(column)
            return Advice(Unit.POINTS, Strength.EXACT, value, ((Roll(), value),))
        turn = None if state.throws >= 3 else self._turn(column)
        valued = [
            (action, written + self._worth(state, column, action, turn)) for action in self._game.legal_actions(state)
        ]
        valued.sort(key=lambda one: -one[1])
        return Advice(Unit.POINTS, Strength.EXACT, valued[0][1], tuple(valued))

    def _worth(self, state: State, column: Column, action: YumAction, turn: Turn | None) -> float:
        """Return the points that come with ``action`` and after it."""
        if isinstance(action, Keep) and turn is not None:
            keeps = turn.first if state.throws == 1 else turn.second
            return float(keeps[self._sheet.throws.index[action.faces], 0])
        if not isinstance(action, Mark | Strike):
            raise TypeError(action)
        points = 0 if isinstance(action, Strike) else self._game.preview(state, action) or 0
        return self._with_box(column, tuple(sorted(state.dice)), self._game.layout.index(action.box), points)

    def _with_box(self, column: Column, faces: tuple[int, ...], place: int, points: int) -> float:
        """Return the points that come with a box filled by ``faces``, the bonus for a further Yum included."""
        filled = (*column[:place], Cell(points, points), *column[place + 1 :])
        extra = EXTRA_YUM * (len(set(faces)) == 1 and self._sheet.earns_extra(self._sheet.labels_of(column)))
        return points + extra + self._to_come(filled)

    def _turn(self, column: Column) -> Turn:
        """Return what keeping dice is worth in a turn that begins with ``column``."""
        scorer, final = self._game.scorer, []
        known: dict[tuple[int, int, bool], float] = {}  # Few differ: what a throw is worth follows from its points.

        def worth(faces: tuple[int, ...], place: int, points: int) -> float:
            key = place, points, len(set(faces)) == 1
            if key not in known:
                known[key] = self._with_box(column, faces, place, points)
            return known[key]

        for faces in self._sheet.throws.throws:
            points = scorer.raw((column,), 0, faces)
            final.append(
                max(
                    worth(faces, place, some)
                    for _, place in scorer.open_places((column,), faces)
                    for some in {points[place], 0}
                )
            )
        return self._sheet.throws.turn(np.array(final)[:, None])

    def _to_come(self, column: Column) -> float:
        """Return the points that a turn that begins with ``column`` and all later ones bring."""
        return float(self._values[self._sheet.state_of(column)])

    def _written(self, state: State, seat: Seat) -> float:
        """Return what the seat's final score holds already, and what further games of a match are worth."""
        totals = self._game.totals(state, seat).columns[0]
        earlier = sum(game[seat].total for game in state.earlier)
        left = self._game.ending.games - len(state.earlier) - 1
        return earlier + totals.upper + totals.lower + totals.yum_bonus + left * self._open
