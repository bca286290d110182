"""How many turns a player of Ambition still needs to the goal."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from bot.engine import Action
from bot.engine.match import GAMES
from bot.games.ambition.rules import Ambition
from bot.games.ambition.state import State, Stop
from bot.mind import alone
from bot.mind.alone import steady
from bot.mind.ambition.turn import Between, TurnRules
from bot.mind.evaluator import Advice, GameOver, NoEvaluator, Strength, Unit
from bot.mind.store import KeepValues
from bot.mind.throws import Values

_STEP = 50
"""All points are multiples of this."""


class AmbitionTurns:
    """Evaluates the positions of Ambition, by the turns that a player needs who is alone.

    Others change nothing, so it does not know that who is far behind must dare more. Of a match it is the present game.
    """

    def __init__(self, game: Ambition, keep: KeepValues) -> None:
        """Work the turns from every total out, and keep them by ``keep``.

        Raises NoEvaluator for house rules that a player alone cannot stand for: the Power die, partners who must all
        qualify.
        """
        if game.house_rules["power"]:
            raise NoEvaluator(f"no evaluator for {game.key} with the Power die")
        if game.sides and game.house_rules["everyone_qualifies"]:
            raise NoEvaluator(f"no evaluator for {game.key} where every partner must qualify")
        self._game = game
        solo = game.alone
        self._rules = TurnRules(replace(solo, house_rules=solo.house_rules.without(GAMES)))
        self._turn = lru_cache(alone.TURNS)(self._rules.turn)
        self._now = lru_cache(alone.TURNS)(
            lambda before: self._places(before, float(self._values[self._number(before)]))
        )
        self._values: Values = np.zeros(game.goal // _STEP + 1)
        self._values = keep(self._work_out)

    def _work_out(self) -> Values:
        """Return the turns still needed from each total in steps of 50; the last: of who has not qualified."""
        before = [Between(total, True) for total in range(self._game.goal - _STEP, -1, -_STEP)]
        guess = 1.0
        for at in (*before, Between(0, False)):
            guess = steady(lambda turns, at=at: self._places(at, turns)[-1], guess)  # type: ignore[misc]
            self._values[self._number(at)] = guess
        return self._values

    def _number(self, at: Between) -> int:
        return at.total // _STEP if at.qualified else -1

    def _places(self, before: Between, turns: float) -> list[float]:
        """Return the turns still needed at each place of a turn, that turn included.

        ``turns`` are those needed after one that brings nothing.
        """
        turn = self._turn(before)
        return [1.0 + later for later in turn.worth([self._later(before, end, turns) for end in turn.ends])]

    def _later(self, before: Between, after: Between, turns: float) -> float:
        if after.over:
            return 0.0
        return turns if after == before else float(self._values[self._number(after)])

    def advise(self, state: State) -> Advice:
        """Return the turns that the seat to act still needs, this one included. Raises GameOver after the end."""
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        strength = Strength.ESTIMATE if self._game.length.several else Strength.EXACT
        before = Between(self._game.total(state, state.turn), state.qualified[state.turn])
        turns = float(self._values[self._number(before)])
        rolled = self._now(before)[self._turn(before).places[self._rules.place(state, state.turn)]]
        found: list[tuple[Action, float]] = []
        for action in self._game.legal_actions(state):
            if isinstance(action, Stop):
                after = self._rules.after_points(before.total + self._game.stopped(state))
                found.append((action, 1.0 + self._later(before, after, turns)))
            else:
                found.append((action, rolled))
        found.sort(key=lambda one: one[1])
        return Advice(Unit.TURNS, strength, found[0][1], tuple(found))
