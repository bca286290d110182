"""The exact chance to win Yamslam against one other, where few chips are left: every end of the game is worked out."""

from __future__ import annotations

from math import comb, prod
from typing import Any

from bot.games.yamslam.mind import YamslamEstimate, position
from bot.games.yamslam.rules import State, Yamslam
from bot.mind.evaluator import Strength, Unit

MOST = 250
"""Ways in which the chips that nobody has may still be shared out: some seconds for all that follows."""


class LastChips(YamslamEstimate):
    """Evaluates what is near the end of a game; what was worked out once is kept.

    No position comes again: a round without a chip removes one, so the game asks its own rules to the end.
    """

    unit, strength = Unit.WIN, Strength.EXACT

    def __init__(self, game: Yamslam) -> None:
        """Answer by the rules of ``game``."""
        super().__init__(game)
        self._chances: dict[Any, float] = {}

    def knows(self, state: State) -> bool:
        """Whether so little is left that ``state`` can be worked out."""
        return prod(comb(rack + out + 2, 2) for rack, out in zip(state.rack, state.out, strict=True)) <= MOST

    def _after(self, before: State, after: State) -> float:
        outcome = self._game.outcome(after)
        if outcome is not None:
            first = outcome.ranks[0]
            return (before.turn in first) / len(first)
        key = position(after)
        if key not in self._chances:
            self._chances[key] = self._turn(after).value
        chance = self._chances[key]
        return chance if after.turn == before.turn else 1.0 - chance
