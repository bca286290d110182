"""A turn of 5000 as a tree, by the game's own rules: which dice may be set aside, and when a player may stop.

What points bring depends on the total of the player, but the tree does not.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from bot.engine import Action, Faces, Keep, Seat
from bot.games.five_thousand.points import wins_at_once
from bot.games.five_thousand.rules import FiveThousand
from bot.games.five_thousand.state import Bank, State
from bot.mind.alone import Thrown, Turn
from bot.mind.evaluator import NoEvaluator

STEP = 50
"""All points are multiples of this."""
LOST, WON = -1, -2
"""Ends of a turn besides the points that are counted: none are, and the game is won at once."""


class Place(NamedTuple):
    """A moment before a throw: what of the turn matters for all that follows."""

    throws: int = 0
    """0 where throws are not limited."""
    aside: int = 0
    """How many dice lie aside."""
    risk: int = 0
    """Points beyond the goal are all alike."""


def check_rules(game: FiveThousand) -> None:
    """Raise NoEvaluator for house rules in which the others matter beyond their points, and for the Power die."""
    for rule in ("power", "bump", "last_round"):
        if game.house_rules.get(rule):
            raise NoEvaluator(f"no evaluator for {game.key} with the house rule {rule}")


def after_turn(game: FiveThousand, total: int, end: int) -> int:
    """Return the total after a turn that ends so; the goal for somebody who wins at once."""
    if end == WON:
        return game.goal
    return total if end == LOST else game.counts(total, end)


class TurnRules:
    """What the rules say of the turns of a player who has opened, or who has not."""

    def __init__(self, game: FiveThousand, *, opened: bool) -> None:
        """Ask ``game``."""
        self._game = game
        self._opened = opened
        self._limited = game.throws_left(self._state(Place(), ())) is not None

    @cached_property
    def turn(self) -> Turn[Place, int]:
        """The tree of a turn: its ends are the points that are counted, :data:`LOST` and :data:`WON`."""
        return Turn(Place(), self._throws)

    def places(self, ends: Callable[[int], float]) -> list[float]:
        """Return what each place of a turn is worth, given what its ends are: less is better."""
        return self.turn.worth([ends(end) for end in self.turn.ends])

    def actions(
        self, game: FiveThousand, state: State, ends: Callable[[int], float], places: list[float]
    ) -> tuple[tuple[Action, float], ...]:
        """Return what each legal action of ``game`` after a throw is worth, the least first; it may have sides."""
        found: list[tuple[Action, float]] = []
        for action in game.legal_actions(state):
            if isinstance(action, Keep):
                found.append((action, places[self.turn.places[self.place(state, action.faces)]]))
            elif isinstance(action, Bank):
                found.append((action, ends(game.stopped(state, action.faces))))
            else:
                raise TypeError(action)
        return tuple(sorted(found, key=lambda one: one[1]))

    def place(self, state: State, some: Faces) -> Place:
        """Return where a player is who sets ``some`` of the throw on the table aside."""
        after = self._game.set_aside(state, some)
        risk = min(after.risk, self._game.goal + STEP)
        return Place(after.throws if self._limited else 0, len(after.aside), risk)

    def _state(self, place: Place, fallen: Faces) -> State:
        """Return the moment after a throw."""
        aside = (1,) * place.aside
        throws = place.throws + 1
        return State(1, ((),), Seat(0), (self._opened,), throws, dice=fallen, aside=aside, risk=place.risk)

    def _throws(self, place: Place) -> Iterable[Thrown[Place, int]]:
        for fallen, chance in self._sorts(self._game.dice - place.aside):
            yield self._thrown(self._state(place, fallen), chance)

    def _thrown(self, state: State, chance: float) -> Thrown[Place, int]:
        if wins_at_once(state.dice):
            return Thrown(chance, frozenset({WON}), frozenset())
        legal = self._game.legal_actions(state)
        places = frozenset(self.place(state, do.faces) for do in legal if isinstance(do, Keep))
        points = {self._game.stopped(state, do.faces) for do in legal if isinstance(do, Bank)}
        return Thrown(chance, frozenset(points) if legal else frozenset({LOST}), places)

    @cache  # noqa: B019 - as short-lived as the rules of one game.
    def _sorts(self, dice: int) -> list[tuple[Faces, float]]:
        """Return one throw of each sort, with the chance of its sort: throws of which the same may be set aside."""
        found: dict[object, tuple[Faces, int]] = {}
        ways = Counter(tuple(sorted(thrown)) for thrown in product(range(1, 7), repeat=dice))
        for faces in combinations_with_replacement(range(1, 7), dice):
            allowed = self._game.allowed(self._state(Place(), faces))
            sort = wins_at_once(faces), frozenset((len(some), points) for some, points in allowed.items())
            example, many = found.get(sort, (faces, 0))
            found[sort] = example, many + ways[faces]
        return [(faces, many / 6**dice) for faces, many in found.values()]
