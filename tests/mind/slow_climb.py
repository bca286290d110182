"""A turn of Can't Stop, and whole games alone, throw by throw and position by position, by the game's own rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product

from bot.engine import Roll, ScriptedDice, Seat, acting
from bot.games.cant_stop.mind.boards import known_boards
from bot.games.cant_stop.rules import HEIGHTS, CantStop, Heights, Move, State, StopClimbing, height, pairings

THROWS = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=4))
ALIKE = Counter[tuple[tuple[int, ...], tuple[tuple[int, int], ...]]]()
"""One throw for all with the same pairings, and how often these come."""
for _dice, _often in THROWS.items():
    ALIKE[min(one for one in THROWS if pairings(one) == pairings(_dice)), pairings(_dice)] += _often


def steps_left(game: CantStop, state: State, seat: Seat) -> list[int]:
    """The steps to the top of each column for that seat; 0 for closed ones."""
    cones = state.cones[seat]
    return [top - height(cones, at) if game.winner(state, at) is None else 0 for at, top in HEIGHTS.items()]


class SlowClimb:
    """Works out one turn for the seat to act; what boards are worth then, the bot says."""

    def __init__(self, game: CantStop, state: State) -> None:
        self.game = game
        self.state = replace(state, dice=(), moved=False, runners=())
        self.seat = acting(state)
        self.worth = cache(self._worth)
        self.again = cache(self._again)
        self.lost = self.turns(self.state)
        left = steps_left(game, state, self.seat)
        while 4 < sum(map(bool, left)) <= 7:  # A lost turn leads to the same turn.
            before, self.lost = self.lost, 1 + self.again(())
            self.worth.cache_clear()
            self.again.cache_clear()
            if abs(self.lost - before) < 1e-9:
                break

    def turns(self, state: State) -> float:
        """The turns that the seat needs after this one if the board is so."""
        left = steps_left(self.game, state, self.seat)
        return 1 + known_boards().turns(left, self.game.goal - len(state.won[self.seat]))

    def _at(self, runners: Heights) -> State:
        return replace(self.state, runners=runners, dice=(1, 1, 1, 1), moved=True)

    def stopping(self, runners: Heights) -> float:
        """The turns once the cones stand there."""
        after = self.game.apply(self._at(runners), StopClimbing(), ScriptedDice(())).state
        return 1 if after.turn is None else self.turns(after)

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
            total += often * min(after, default=self.lost)
        return total / 6**4

    def of(self, state: State, action: Roll | Move | StopClimbing) -> float:
        """The turns by ``action``."""
        if isinstance(action, Move):
            return self.worth(self.game.climbed(state, action).runners)
        return self.again(state.runners) if isinstance(action, Roll) else self.stopping(state.runners)


class SlowGame:
    """Works out whole games of one seat, with nothing that the bot knows: for small boards."""

    def __init__(self, game: CantStop) -> None:
        self.game = game
        self.turns = cache(self._turns)

    def _turns(self, before: State) -> float:
        """The turns from ``before`` on, the next one included, if nobody else ever moves."""
        stops, throws = dict[Heights, float](), dict[Heights, Counter[frozenset[Heights]]]()
        self._visit(before, (), stops, throws)
        low, high = 0.0, 1000.0
        while high - low > 1e-9:
            lost = (low + high) / 2
            worth = dict[Heights, float]()
            for runners, ways in throws.items():  # Each comes after all that it leads to.
                again = sum(often * min((worth[one] for one in some), default=lost) for some, often in ways.items())
                worth[runners] = min(again / 6**4, stops.get(runners, 1000.0))
            low, high = (low, lost) if 1 + worth[()] < lost else (lost, high)
        return high

    def _visit(
        self, before: State, runners: Heights, stops: dict[Heights, float],
        throws: dict[Heights, Counter[frozenset[Heights]]],
    ) -> None:  # fmt: skip
        ways = Counter[frozenset[Heights]]()
        for (dice, _), often in ALIKE.items():
            now = replace(before, runners=runners, dice=dice)
            moves = [action for action in self.game.legal_actions(now) if isinstance(action, Move)]
            ways[frozenset(self.game.climbed(now, move).runners for move in moves)] += often
        for one in {one for some in ways for one in some} - throws.keys():
            if one not in throws:
                self._visit(before, one, stops, throws)
        throws[runners] = ways
        if runners:
            stopped = replace(before, runners=runners, dice=(1, 1, 1, 1), moved=True)
            after = self.game.apply(stopped, StopClimbing(), ScriptedDice(())).state
            over = after.turn is None
            stops[runners] = (
                0.0 if over else self.turns(replace(after, turn=before.turn, turns=before.turns, last=None))
            )
