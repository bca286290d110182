"""What positions of Yamslam are worth: the points that a seat ends with, or its chance to win.

A turn is worked out over all its throws; :mod:`bot.mind.yamslam.prospects` or a net says what comes after it. Which
chips may be taken, and what the rack, the bonuses and the turn are then, the game's own rules say.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, lru_cache

import numpy as np

from bot.engine import Action, Keep, Roll, ScriptedDice, Seat, has_power
from bot.games.yamslam.rules import DICE, THROWS, Yamslam
from bot.games.yamslam.state import State
from bot.mind.evaluator import Advice, GameOver, NoEvaluator, Strength, Unit
from bot.mind.throws import Turn, throws_of
from bot.mind.yamslam.prospects import points_to_come

TURNS = 16
"""Turns to keep worked out: every choice of a turn asks for the same."""
_NO_DICE = ScriptedDice(())
"""Taking a chip and passing throw nothing."""


class YamslamEstimate:
    """Evaluates the positions of Yamslam without the Power die, in about 2 ms each.

    Values are the seat's own points, or its team's, when the present game of the match is over, earlier games included.
    """

    unit, strength = Unit.POINTS, Strength.ESTIMATE

    def __init__(self, game: Yamslam, prospects: Callable[[Yamslam, State, Seat], float] = points_to_come) -> None:
        """Answer by the house rules of ``game``. Raises NoEvaluator if the Power die is among them.

        ``prospects`` says what the rest of a game brings to a seat.
        """
        if has_power(game.house_rules):
            raise NoEvaluator("no evaluator for yamslam with the Power die")
        self._game = game
        self._prospects = prospects
        self._turns = lru_cache(TURNS)(self._turn)

    @cached_property
    def _alike(self) -> dict[tuple[str, ...], list[int]]:
        """The throws (their places among all) that fit the same chips."""
        alike: dict[tuple[str, ...], list[int]] = {}
        for place, faces in enumerate(throws_of(DICE).throws):
            alike.setdefault(tuple(kind.key for kind in self._game.fits(faces)), []).append(place)
        return alike

    def advise(self, state: State) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end."""
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        if not state.throws:
            value = float(self._whole(state).value[0])
            return Advice(self.unit, self.strength, value, ((Roll(), value),))
        valued = [
            (action, self._keeping(state, action) if isinstance(action, Keep) else self._ending(state, action))
            for action in self._game.legal_actions(state)
        ]
        valued.sort(key=lambda one: -one[1])
        return Advice(self.unit, self.strength, valued[0][1], tuple(valued))

    def _keeping(self, state: State, action: Keep) -> float:
        turn = self._whole(state)
        worth = turn.first if state.throws == 1 else turn.second
        return float(worth[throws_of(DICE).index[action.faces], 0])

    def _whole(self, state: State) -> Turn:
        return self._turns(replace(state, throws=0, dice=(), kept=0))

    def _turn(self, state: State) -> Turn:
        """Return what keeping dice is worth in the turn that begins with ``state``."""
        throws = throws_of(DICE)
        final = np.empty((len(throws.throws), 1))
        for places in self._alike.values():
            last = replace(state, dice=throws.throws[places[0]], throws=THROWS)
            final[places] = max(self._ending(last, action) for action in self._game.legal_actions(last))
        return throws.turn(final)

    def _ending(self, state: State, action: Action) -> float:
        """Return what taking a chip or passing is worth."""
        after = self._game.apply(state, action, _NO_DICE).state
        if after.owed:
            return max(self._ending(after, second) for second in self._game.legal_actions(after))
        return self._after(state, after)

    def _after(self, before: State, after: State) -> float:
        """Return what it is worth to the seat to act at ``before`` that a chip has been taken or the turn is over."""
        seat = Seat(before.turn or 0)
        points = self._game.scores(after)[seat]
        if after.turn is None or len(after.earlier) > len(before.earlier):
            return float(points)
        return points + self._prospects(self._game, after, seat)
