"""The turns that a player of Pig still needs, and the ways in which people play it."""

from functools import partial
from pathlib import Path

from bot.engine import Roll, acting
from bot.games.pig.rules import GOAL, Hold, Pig, State
from bot.mind.alone import steady
from bot.mind.evaluator import Advice, Evaluator, Strength, Unit
from bot.mind.levels import Mind
from bot.mind.players import RuleOfThumb


class PigTurns:
    """Evaluates positions by the turns still needed. It does not know that a seat far behind must dare more."""

    def __init__(self, game: Pig) -> None:
        self._game, self._turns = game, [0.0] * (2 * GOAL + 6)
        for total in reversed(range(GOAL)):
            self._turns[total] = steady(partial(self._throw, total), 1.0)

    def _throw(self, total: int, lost: float, risk: int = 0) -> float:
        """Return the turns needed, this one included, before a throw at ``risk``; ``lost`` are those after a 1."""
        worth = [1.0] * (GOAL + 6)
        for at in reversed(range(risk, GOAL)):
            others = (min(1 + self._turns[total + at + face], worth[at + face]) for face in range(2, 7))
            worth[at] = (1 + lost + sum(others)) / 6
        return worth[risk]

    def advise(self, state: State) -> Advice:
        """Return the turns still needed, this one included. Raises GameOver after the end."""
        total, risk = state.totals[acting(state)], min(state.risk, GOAL - 1)
        worth = {Hold: 1 + self._turns[total + risk], Roll: self._throw(total, self._turns[total], risk)}
        actions = sorted(((do, worth[type(do)]) for do in self._game.legal_actions(state)), key=lambda pair: pair[1])
        return Advice(Unit.TURNS, Strength.EXACT, actions[0][1], tuple(actions))


class PigMind(Mind[Pig]):
    """The champion needs the fewest turns, a regular player stops at 15 points, a beginner at 8."""

    def evaluator(self, game: Pig, folder: Path) -> Evaluator:
        """Return the turns still needed."""
        return PigTurns(game)

    def par(self, game: Pig, folder: Path) -> Evaluator:
        """Return who stops with 15 points at risk."""
        return RuleOfThumb(game, lambda state, do: float(isinstance(do, Hold) == (state.risk >= 15)))

    def greedy(self, game: Pig) -> Evaluator:
        """Return who stops early."""
        return RuleOfThumb(game, lambda state, do: float(isinstance(do, Hold) == (state.risk >= 8)))


MIND = PigMind()
