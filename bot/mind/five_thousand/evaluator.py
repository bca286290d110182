"""How many turns a player of 5000 still needs to the goal."""

from functools import lru_cache

import numpy as np

from bot.engine import Roll
from bot.games.five_thousand.rules import FiveThousand
from bot.games.five_thousand.state import State
from bot.mind import alone
from bot.mind.alone import steady
from bot.mind.evaluator import Advice, GameOver, Strength, Unit
from bot.mind.five_thousand.turn import STEP, TurnRules, after_turn, check_rules
from bot.mind.store import KeepValues
from bot.mind.throws import Values


class FiveThousandTurns:
    """Evaluates the positions of 5000, by the turns that a player needs who is alone.

    Others change nothing, so it does not know that who is far behind must dare more. Of a match it is the present game.
    """

    def __init__(self, game: FiveThousand, keep: KeepValues) -> None:
        """Work the turns from every total out, and keep them by ``keep``.

        Raises NoEvaluator for house rules in which the others matter, and for the Power die.
        """
        check_rules(game)
        self._game = game
        solo = game.alone
        self._rules = {opened: TurnRules(solo, opened=opened) for opened in (False, True)}
        self._now = lru_cache(alone.TURNS)(self._places)
        self._values: Values = np.full(game.goal // STEP + 1, 0.0)
        self._values = keep(self._work_out)

    def _work_out(self) -> Values:
        """Return the turns still needed from each total, in steps of 50; from 0 as the game begins."""
        guess = 1.0
        for total in range(self._game.goal - STEP, -1, -STEP):
            opened = total > 0 or not self._game.opening
            if opened and total < self._game.opening:
                continue
            guess = steady(lambda turns, at=total: self._after(at, turns), guess)  # type: ignore[misc]
            self._values[total // STEP] = guess
        return self._values

    def _after(self, total: int, turns: float) -> float:
        """Return the turns needed from ``total`` if every turn that brings nothing leads to so many more."""
        opened = total > 0 or not self._game.opening
        return self._places(total, opened, turns)[-1]

    def _places(self, total: int, opened: bool, turns: float) -> list[float]:
        """Return the turns still needed at each place of a turn, that turn included."""
        return self._rules[opened].places(lambda end: 1.0 + self._later(total, end, turns))

    def later(self, total: int, end: int) -> float:
        """Return the turns still needed after a turn from ``total`` that ends so."""
        return self._later(total, end, float(self._values[total // STEP]))

    def _later(self, total: int, end: int, turns: float) -> float:
        """Return the turns still needed after a turn that ends so; ``turns`` if it brings nothing."""
        after = after_turn(self._game, total, end)
        if after == total:
            return turns
        return 0.0 if after >= self._game.goal else float(self._values[after // STEP])

    def advise(self, state: State) -> Advice:
        """Return the turns that the seat to act still needs, this one included. Raises GameOver after the end."""
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        strength = Strength.ESTIMATE if self._game.length.several else Strength.EXACT
        total, opened = self._game.total(state, state.turn), state.opened[self._game.side(state.turn)]
        turns = float(self._values[total // STEP])
        if not state.dice:
            return Advice(Unit.TURNS, strength, turns, ((Roll(), turns),))
        places = self._now(total, opened, turns)
        found = self._rules[opened].actions(self._game, state, lambda end: 1.0 + self._later(total, end, turns), places)
        return Advice(Unit.TURNS, strength, found[0][1], found)
