"""Games of risk between two, in which nobody's turn changes what the other has: the chance to win.

A turn leads up or nowhere. One that brings nothing leaves both where they are, so the chances of a pair of standings
hang together, those of either to act; all others follow from higher standings.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.mind.throws import Values

Standings: TypeAlias = NDArray[np.int64]
"""What players have, as numbers that grow."""
ChancesToLose: TypeAlias = Callable[[Standings, Standings, Values], Values]
"""The chances to lose before a turn, by the standings of who acts and of the other, and what turns that bring nothing
lead to."""

_STEADY = 1e-11
"""A change of a chance that counts as none."""
_NUDGE = 1e-7
"""Chances are straight lines between kinks; this far away a line shows how steep it is."""


def fill_chances(values: Values, standings: Sequence[int], turn: ChancesToLose) -> None:
    """Write into ``values`` the chance to win of who acts, by both standings, where ``turn`` finds those above."""
    for mine, theirs in _pairs(standings):
        _solve(values, mine, theirs, turn)


def _pairs(standings: Sequence[int]) -> Iterator[tuple[Standings, Standings]]:
    """Yield all standings of two players that add up to as much, each pair both ways; the highest sums first."""
    for together in range(2 * standings[-1], 2 * standings[0] - 1, -1):
        mine = [standing for standing in standings if together - standing in standings]
        if mine:
            yield np.array(mine), together - np.array(mine)


def _solve(values: Values, mine: Standings, theirs: Standings, turn: ChancesToLose) -> None:
    """Work out standings whose chances hang together by turns that bring nothing: Newton's way along their lines."""
    change = 1.0
    while change > _STEADY:
        before = values[mine, theirs]
        nothing = values[theirs, mine]
        lost = turn(mine, theirs, nothing)
        steep = (turn(mine, theirs, nothing + _NUDGE) - lost) / _NUDGE
        base = lost - steep * nothing
        # chance = 1 - base - steep * chance of the other; the other stands in the mirrored place.
        chance = (1 - base - steep * (1 - base[::-1])) / (1 - steep * steep[::-1])
        values[mine, theirs] = chance
        change = float(np.abs(chance - before).max())
