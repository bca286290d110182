"""What the end of a round between two players leads to: the game itself is asked.

Seat 0 throws first. A position is a moment between rounds.
"""

from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.engine import Faces, Seat
from bot.engine.dice import ScriptedDice
from bot.engine.match import GAMES
from bot.games.four_two_one.hands import HANDS, NENETTE, hand, place, value
from bot.games.four_two_one.rules import FourTwoOne
from bot.games.four_two_one.state import Stand, State
from bot.mind.throws import throws_of

FIRST, SECOND = Seat(0), Seat(1)

_TIE_THROWS = ((HANDS[0], NENETTE), (NENETTE, HANDS[0]))
"""How a tie may be decided, both equally likely: a throw that ties again changes nothing."""


class Position(NamedTuple):
    """Where the tokens are before a round. The pot is empty in the discharge, and only there."""

    pot: int
    first: int
    """The tokens of the player who throws first."""
    second: int


class Ending(NamedTuple):
    """What a round may lead to: the end of the game, or another round."""

    won: float | None
    """The share of seat 0 in the victory; None while the game goes on."""
    position: Position
    swapped: bool
    """Whether the one who threw second throws first in that round."""


Endings: TypeAlias = tuple[Ending, ...]
"""What a round may lead to, each as likely as the others."""


class Rounds:
    """The rounds of a game between two."""

    def __init__(self, game: FourTwoOne) -> None:
        """Ask ``game``; of a match, its present game."""
        self.game = replace(game, house_rules=game.house_rules.without(GAMES))
        self.throws = throws_of(3)

    @cached_property
    def kinds(self) -> NDArray[np.int64]:
        """For each hand of the second (row) and of the first (column), the number of its pair in :attr:`examples`."""
        known = {self._kind(*pair): number for number, pair in enumerate(self.examples)}
        hands = self.throws.throws
        return np.array([[known[self._kind(first, second)] for first in hands] for second in hands])

    @cached_property
    def examples(self) -> list[tuple[Faces, Faces]]:
        """A pair of hands, the first player's first, for every way in which a round may end."""
        hands = self.throws.throws
        return list({self._kind(first, second): (first, second) for first, second in product(hands, hands)}.values())

    def _kind(self, first: Faces, second: Faces) -> tuple[object, ...]:
        """Return all that matters of two hands: which is the better one, what it costs, and who has a nénette."""
        order = (place(first) > place(second)) - (place(first) < place(second))
        cost = value(min(first, second, key=place), int(self.game.house_rules["value_421"]))
        return order, cost, hand(first) == NENETTE, hand(second) == NENETTE

    def start(self, at: Position) -> State:
        """Return the beginning of a round."""
        return State(at.pot, (at.first, at.second), ((), ()), FIRST, FIRST, discharge=not at.pot)

    def endings(self, at: Position, first: Faces, second: Faces) -> Endings:
        """Return what a round leads to that ends with these hands."""
        limit = self.game.most_throws(self.start(at))
        state = replace(
            self.start(at), hands=(first, ()), turn=SECOND, limit=limit, throws=limit, dice=second, stood=FIRST
        )
        found = []
        for faces in _TIE_THROWS:
            dice = ScriptedDice(faces * 2)  # A tie for the round, then one between players without a token.
            found.append(_ending(self.game.apply(state, Stand(), dice).state))
            if dice.left == len(faces) * 2:
                return tuple(found)
        return tuple(found)

    def may_stand(self, at: Position, limit: int, throws: int) -> bool:
        """Whether who must throw ``limit`` times may stand after ``throws``."""
        state = replace(self.start(at), limit=limit, throws=throws, dice=HANDS[0])
        return Stand() in self.game.legal_actions(state)


def _ending(state: State) -> Ending:
    first = state.first
    at = Position(state.pot, state.tokens[first], state.tokens[1 - first])
    won = (FIRST in state.winners) / len(state.winners) if state.turn is None else None
    return Ending(won, at, first != FIRST)
