"""The chance to win 5000 against one other, at every moment of a game.

Who is behind must dare more, and who is ahead less. A turn that counts nothing leaves both totals as they are, so the
chances of a pair of totals hang together, those of either to act; all others follow from higher totals.
"""

from collections.abc import Iterator
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from bot.engine import Roll, Seat
from bot.games.five_thousand.rules import FiveThousand
from bot.games.five_thousand.state import State
from bot.mind import alone
from bot.mind.evaluator import Advice, GameOver, NoEvaluator, Strength, Unit, among
from bot.mind.five_thousand.turn import STEP, TurnRules, after_turn, check_rules
from bot.mind.store import KeepValues
from bot.mind.throws import Values

MOST_GOAL = 5000
"""Farther goals take minutes to work out."""
_STEADY = 1e-11
"""A change of a chance that counts as none."""
_NUDGE = 1e-7
"""Chances are straight lines between kinks; this far away a line shows how steep it is."""

_FOR_TWO = 2
"""Tells these values from those of a player alone."""

Totals = NDArray[np.int64]
"""In steps of 50."""


class FiveThousandDuel:
    """Evaluates the positions of 5000 by the chance to win.

    Exact between two seats or sides. Among more it is an estimate: the seat to act plays against the leader alone, and
    its chance against each other one is taken to be the same. Of a match it is the present game, and an estimate.
    """

    def __init__(self, game: FiveThousand, keep: KeepValues) -> None:
        """Work the chances out, and keep them by ``keep``. Raises NoEvaluator for rules that it does not know."""
        check_rules(game)
        if game.goal > MOST_GOAL:
            raise NoEvaluator(f"no chances for {game.key} with a goal of {game.goal}")
        self._game = game
        self._rules = {opened: TurnRules(game.alone, opened=opened) for opened in (False, True)}
        self._now = lru_cache(alone.TURNS)(self._places)
        self._after = cache(self._totals_after)
        self._values: Values = np.zeros((0, 0))
        self._values = keep(self._work_out, _FOR_TWO)

    @property
    def values(self) -> Values:
        """By the total of who is to act and that of the other, in steps of 50: the chance to win."""
        return self._values

    def advise(self, state: State) -> Advice:
        """Return the chance to win of the seat to act. Raises GameOver after the end."""
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        game, side = self._game, self._game.side(state.turn)
        others = {game.side(seat): seat for seat in range(state.seats) if seat not in state.gone}
        others.pop(side, None)
        mine = game.total(state, state.turn)
        theirs = max((game.total(state, Seat(seat)) for seat in others.values()), default=0)
        exact = len(others) == 1 and not state.gone and not game.length.several
        strength = Strength.EXACT if exact else Strength.ESTIMATE
        many = max(1, len(others))  # Who is left alone plays on as against somebody without points.
        if not state.dice:
            value = among(many, float(self._values[mine // STEP, theirs // STEP]))
            return Advice(Unit.WIN, strength, value, ((Roll(), value),))
        opened = state.opened[side]
        places = self._now(mine, theirs, opened)
        lost = self._rules[opened].actions(game, state, lambda end: self.lost(mine, theirs, end), places)
        found = tuple((action, among(many, 1.0 - chance)) for action, chance in lost)
        return Advice(Unit.WIN, strength, found[0][1], found)

    def _places(self, mine: int, theirs: int, opened: bool) -> list[float]:
        """Return the chance to lose at each place of a turn."""
        return self._rules[opened].places(lambda end: self.lost(mine, theirs, end))

    def lost(self, mine: int, theirs: int, end: int) -> float:
        """Return the chance to lose after a turn that ends so."""
        after = after_turn(self._game, mine, end)
        return 0.0 if after >= self._game.goal else float(self._values[theirs // STEP, after // STEP])

    # -- all positions -------------------------------------------------------------------------------------------------

    def _work_out(self) -> Values:
        """Return the chances of all pairs of totals, the highest first."""
        many = self._game.goal // STEP
        self._values = np.full((many, many), 0.5)
        for mine, theirs in self._pairs():
            self._solve(mine, theirs)
        return self._values

    def _pairs(self) -> Iterator[tuple[Totals, Totals]]:
        """Yield all totals of two players that add up to as much, each pair both ways; the highest sums first."""
        least = self._game.opening // STEP
        totals = [0, *range(max(1, least), self._game.goal // STEP)]
        for together in range(2 * totals[-1], -1, -1):
            mine = [total for total in totals if together - total in totals]
            if mine:
                yield np.array(mine), together - np.array(mine)

    def _solve(self, mine: Totals, theirs: Totals) -> None:
        """Work out totals whose chances hang together by turns that count nothing: Newton's way along their lines."""
        values, change = self._values, 1.0
        while change > _STEADY:
            before = values[mine, theirs]
            nothing = values[theirs, mine]
            lost = self._turn(mine, theirs, nothing)
            steep = (self._turn(mine, theirs, nothing + _NUDGE) - lost) / _NUDGE
            base = lost - steep * nothing
            # chance = 1 - base - steep * chance of the other; the other stands in the mirrored place.
            chance = (1 - base - steep * (1 - base[::-1])) / (1 - steep * steep[::-1])
            values[mine, theirs] = chance
            change = float(np.abs(chance - before).max())

    def _turn(self, mine: Totals, theirs: Totals, nothing: Values) -> Values:
        """Return the chances to lose before a turn; ``nothing`` are those after one that counts nothing."""
        found = np.empty(len(mine))
        opened = (mine > 0) | (not self._game.opening)
        for which in (False, True):
            if (opened == which).any():
                at = np.flatnonzero(opened == which)
                turn = self._rules[which].turn
                ends = [self._ends(mine[at], theirs[at], nothing[at], end) for end in turn.ends]
                found[at] = turn.worths(np.array(ends))
        return found

    def _ends(self, mine: Totals, theirs: Totals, nothing: Values, end: int) -> Values:
        """Return the chances to lose after turns that end so."""
        after = self._after(end)[mine]
        won = after >= self._game.goal // STEP
        later = self._values[theirs, np.where(won, 0, after)]
        return np.where(won, 0.0, np.where(after == mine, nothing, later))

    def _totals_after(self, end: int) -> Totals:
        """Return the total after a turn from each total that ends so."""
        totals = range(0, self._game.goal, STEP)
        return np.array([after_turn(self._game, total, end) for total in totals]) // STEP
