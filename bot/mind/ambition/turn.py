"""A turn of Ambition as a tree: the game itself is played, throw by throw."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import product
from typing import NamedTuple

from bot.engine import Faces, Roll, Seat
from bot.engine.dice import ScriptedDice
from bot.games.ambition.points import DICE, STARS, is_trio, qualifies, scoring, worth
from bot.games.ambition.rules import Ambition
from bot.games.ambition.state import State, Stop
from bot.mind.alone import Thrown, Turn


class Between(NamedTuple):
    """A moment before a turn."""

    total: int
    qualified: bool
    over: bool = False
    """Whether the game is over."""


class Place(NamedTuple):
    """A moment before a throw: what of the turn matters for all that follows."""

    throws: int = 0
    """Only of a turn to qualify."""
    aside: int = 0
    """How many dice the throw leaves on the table."""
    risk: int = 0
    pending: int = 0
    """Points of a trio not validated: where no part of a turn can be saved from it, only whether there are any."""


class TurnRules:
    """What the rules say of turns."""

    def __init__(self, game: Ambition) -> None:
        """Ask ``game``."""
        self._game = game
        self._saves = game.house_rules["overshoot"] == "stop_before"

    def turn(self, before: Between) -> Turn[Place, Between]:
        """Return the tree of a turn; its ends are the moments after it."""
        start = State(((before.total,),), (before.qualified,), Seat(0))

        def throws(place: Place) -> Iterable[Thrown[Place, Between]]:
            state = replace(
                start,
                throws=place.throws,
                aside=(1,) * place.aside,
                risk=place.risk,
                pending=place.pending,
            )
            return (self._thrown(state, faces, chance) for faces, chance in _sorts(DICE - place.aside))

        return Turn(Place(), throws)

    def place(self, state: State, seat: Seat) -> Place:
        """Return where ``seat`` is if it throws on."""
        pending = state.pending if self._saves else int(bool(state.pending))
        throws = 0 if state.qualified[seat] else state.throws
        return Place(throws, len(self._game.next_aside(state)), state.risk, pending)

    def after_points(self, total: int) -> Between:
        """Return the moment after a turn that has brought the player to ``total``."""
        return Between(total, qualified=True, over=total == self._game.goal)

    def _thrown(self, state: State, faces: Faces, chance: float) -> Thrown[Place, Between]:
        after = self._game.apply(state, Roll(), ScriptedDice((faces,))).state
        if after.last is not None:
            return Thrown(chance, frozenset({self._between(after)}), frozenset())
        total = self._game.total(after, Seat(0)) + self._game.stopped(after)
        ends = {self.after_points(total) for do in self._game.legal_actions(after) if isinstance(do, Stop)}
        return Thrown(chance, frozenset(ends), frozenset({self.place(after, Seat(0))}))

    def _between(self, state: State) -> Between:
        return Between(self._game.total(state, Seat(0)), state.qualified[0], state.turn is None)


@cache
def _sorts(dice: int) -> list[tuple[Faces, float]]:
    """Return one throw of each sort, with the chance of its sort: throws between which no rule makes a difference."""
    found: dict[object, list[Faces]] = {}
    for faces in product(range(1, 7), repeat=dice):
        stars = any(face in STARS for face in faces)
        sort = worth(faces), is_trio(faces), qualifies(faces), stars, len(scoring(faces))
        found.setdefault(sort, []).append(faces)
    return [(throws[0], len(throws) / 6**dice) for throws in found.values()]
