"""The chance of every position between two players of 421, if both play as well as can be.

In the discharge tokens go back and forth, so its positions are worked out again and again until nothing changes. In the
charge the pot shrinks, so each amount follows from the smaller ones.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bot.mind.four_two_one.rounds import Endings, Position, Rounds
from bot.mind.throws import Values, throws_of

_NEVER = -1.0
"""Less than any chance: what the rules do not allow."""
_STEADY = 1e-11
"""A change that counts as none."""


class Plan(NamedTuple):
    """What a turn of 421 is worth to the one who throws, for each of several cases (the second axis)."""

    keeps: tuple[Values, ...]
    """After each throw but the last, what each keep is worth; three dice kept means to stand."""
    value: Values
    """Before the first throw."""


def plan(stand: Sequence[Values | None]) -> Plan:
    """Return the best turn, given what standing on each hand (row) is worth after each throw; None: not allowed."""
    throws = throws_of(3)
    now, keeps = stand[-1], []
    if now is None:
        raise ValueError("after the last throw everybody stands")
    for standing in reversed(stand[:-1]):
        kept = throws.keeping(now)
        kept[throws.first_throw :] = _NEVER if standing is None else standing
        keeps.append(kept)
        now = throws.choosing(kept)
    return Plan(tuple(reversed(keeps)), throws.keeping(now)[0])


class Duel:
    """Two players and so many tokens: the chance of who throws first, position by position."""

    def __init__(self, rounds: Rounds, tokens: int, values: Values | None = None) -> None:
        """Answer by ``values``: ``[pot, tokens of the first]``; without them, work them out (seconds)."""
        self.rounds = rounds
        self._tokens = tokens
        self.values = np.full((tokens + 1, tokens + 1), 0.5) if values is None else values
        if values is None:
            self._solve()

    def _solve(self) -> None:
        for pot in range(self._tokens + 1):
            positions = [Position(pot, first, self._tokens - pot - first) for first in range(self._tokens - pot + 1)]
            leads = {at: self._leads(at) for at in positions}
            again = any(end.position.pot == pot for ways in leads.values() for ends in ways for end in ends)
            change = 1.0
            while change > _STEADY:
                change = max(self._work_out(at, ways) for at, ways in leads.items()) if again else self._once(leads)

    def _once(self, leads: dict[Position, list[Endings]]) -> float:
        for at, ways in leads.items():
            self._work_out(at, ways)
        return 0.0

    def _work_out(self, at: Position, leads: list[Endings]) -> float:
        """Work a position out and return how much it has changed."""
        before = self.values[at.pot, at.first]
        self.values[at.pot, at.first] = plan(self.first_stands(at, self._ends(leads)))[1][0]
        return abs(float(self.values[at.pot, at.first] - before))

    def _leads(self, at: Position) -> list[Endings]:
        return [self.rounds.endings(at, *pair) for pair in self.rounds.examples]

    def ends(self, at: Position) -> Values:
        """Return the chance of the first player after a round: hand of the second (row), of the first (column)."""
        return self._ends(self._leads(at))

    def _ends(self, leads: list[Endings]) -> Values:
        return np.array([self._mean(endings) for endings in leads])[self.rounds.kinds]

    def _mean(self, endings: Endings) -> float:
        """Return the chance of the first player, given what the round may lead to."""
        found = 0.0
        for won, at, swapped in endings:
            if won is not None:
                found += won
            else:
                chance = float(self.values[at.pot, at.first])
                found += 1.0 - chance if swapped else chance
        return found / len(endings)

    def first_stands(self, at: Position, ends: Values, limit: int = 0) -> list[Values | None]:
        """Return what standing is worth to the first player after each throw; ``limit`` as in the state of a game."""
        most = limit or self.rounds.game.most_throws(self.rounds.start(at))
        found: list[Values | None] = []
        for throws in range(1, most + 1):
            allowed = self.rounds.may_stand(at, limit, throws)
            worth = plan(self.second_stands(at, 1.0 - ends, limit or throws)).value if allowed else None
            found.append(None if worth is None else 1.0 - worth[:, None])
        return found

    def second_stands(self, at: Position, worth: Values, limit: int) -> list[Values | None]:
        """Return what standing is worth to the second after each of ``limit`` throws, given the ``worth`` of hands."""
        return [worth if self.rounds.may_stand(at, limit, throws) else None for throws in range(1, limit + 1)]
