"""A turn of Can't Stop, throw by throw and position by position, by the game's own rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product

from bot.engine import Roll, ScriptedDice, acting
from bot.games.cant_stop.mind import ClimbProgress, worth_of_step
from bot.games.cant_stop.rules import CantStop, Heights, Move, State, StopClimbing, height, pairings

THROWS = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=4))
ALIKE = Counter[tuple[tuple[int, ...], tuple[tuple[int, int], ...]]]()
"""One throw for all with the same pairings, and how often these come."""
for _dice, _often in THROWS.items():
    ALIKE[min(one for one in THROWS if pairings(one) == pairings(_dice)), pairings(_dice)] += _often


class SlowClimb:
    """Works out one turn for the seat to act."""

    def __init__(self, game: CantStop, state: State) -> None:
        self.game = game
        self.state = replace(state, dice=(), moved=False, runners=())
        self.progress = ClimbProgress(game, state)
        self.worth = cache(self._worth)
        self.again = cache(self._again)

    def _at(self, runners: Heights) -> State:
        return replace(self.state, runners=runners, dice=(1, 1, 1, 1), moved=True)

    def stopping(self, runners: Heights) -> float:
        """The turns once the cones stand there."""
        before = self.state.cones[acting(self.state)]
        after = self.game.apply(self._at(runners), StopClimbing(), ScriptedDice(())).state
        if after.turn is None:
            return 1
        gain = sum(worth_of_step(at, step) - worth_of_step(at, height(before, at)) for at, step in runners)
        return self.progress.turns(min(gain, self.progress.most))

    def _worth(self, runners: Heights) -> float:
        """The turns by the best of stopping and throwing again."""
        may = StopClimbing() in self.game.legal_actions(self._at(runners))
        return min(self.again(runners), self.stopping(runners) if may else 1000)

    def _again(self, runners: Heights) -> float:
        """The turns by throwing again."""
        total = 0.0
        for (dice, _), often in ALIKE.items():
            now = replace(self.state, runners=runners, dice=dice)
            moves = [action for action in self.game.legal_actions(now) if isinstance(action, Move)]
            after = [self.worth(self.game.climbed(now, move).runners) for move in moves]
            total += often * min(after, default=self.progress.turns(0))
        return total / 6**4

    def of(self, state: State, action: Roll | Move | StopClimbing) -> float:
        """The turns by ``action``."""
        if isinstance(action, Move):
            return self.worth(self.game.climbed(state, action).runners)
        return self.again(state.runners) if isinstance(action, Roll) else self.stopping(state.runners)
