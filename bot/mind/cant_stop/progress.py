"""How far cones have brought a seat in Can't Stop, and an estimate of the turns that it still needs.

A column counts for its spaces, each as much as the column is rare; the upper ones count more, a finished column more
still. The numbers that turn this into turns fit games of
:class:`bot.mind.cant_stop.estimate.CantStopEstimate` alone.
"""

from math import fsum, sqrt

from bot.games.cant_stop.rules import CantStop
from bot.games.cant_stop.state import HEIGHTS, State, height

_FINISHED = 20
_PER_TURN = 24.5
"""What a turn brings on average."""
_WHOLE_WAY = {3: 143.0, 4: 187.0, 5: 231.0}
"""What it takes to win so many columns."""


def worth_of_step(column: int, step: int) -> float:
    """Return what a cone so high in ``column`` counts."""
    top = HEIGHTS[column]
    rare, part = 1 + abs(column - 7), step / top
    # To the power of 1.5, so that half a column is worth less than half of it: who spreads out finishes nothing. A root
    # is the same everywhere to the last digit; a power is not.
    return rare * top * part * sqrt(part) + (_FINISHED if step == top else 0)


class Progress:
    """How far the seat to act is, before its turn."""

    def __init__(self, game: CantStop, state: State) -> None:
        """Look at the cones of the seat to act; there must be one."""
        seat = state.turn or 0
        self._whole = _WHOLE_WAY[game.goal]
        self._now = fsum(worth_of_step(column, height(state.cones[seat], column)) for column in HEIGHTS)
        self.missing = game.goal - len(state.won[seat])
        """Columns."""
        self.open = len(HEIGHTS) - sum(map(len, state.won))
        """Columns that nobody has won."""
        self.to_win = self._whole - self._capped(0)
        """What winning with this turn counts; never less than a turn does."""

    def _capped(self, gain: float) -> float:
        """Return how far the seat is after a turn that does not win: a turn from the end at most."""
        return min(self._now + gain, self._whole - _PER_TURN)

    @property
    def most(self) -> float:
        """The most that a turn can count without winning."""
        return max(0.0, self._whole - _PER_TURN - self._now)

    def turns(self, gain: float) -> float:
        """Return the turns still needed, this one included, if it counts ``gain``."""
        return 1 + (self.to_win - gain) / _PER_TURN
