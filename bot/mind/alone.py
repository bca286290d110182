"""Games of risk played alone: in how few turns the goal can be reached.

A turn is a tree of places, each just before a throw. A throw leads to choices: ends of the turn, or further places.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P", bound=tuple[int, ...])
E = TypeVar("E", bound=Hashable)

_STEADY = 1e-10
"""A change that counts as none."""


class Thrown(NamedTuple, Generic[P, E]):
    """What throws of one sort lead to: the ends and the places between which a player may choose."""

    chance: float
    ends: frozenset[E]
    places: frozenset[P]


class Turn(Generic[P, E]):
    """All places of a turn, and what each is worth once it is known what the ends are worth."""

    def __init__(self, start: P, throws: Callable[[P], Iterable[Thrown[P, E]]]) -> None:
        """Visit every place from ``start`` on; the chances of the throws of a place add up to 1."""
        self.ends: dict[E, int] = {}
        self.places: dict[P, int] = {}
        """Every place after all that it leads to, loops apart."""
        self._throws = throws
        self._under_way: set[P] = set()
        self._loop_heads: set[P] = set()
        self._choices: list[list[tuple[float, list[int], list[P]]]] = []
        self._visit(start)
        self._numbered = [
            [(chance, ends, [self.places[place] for place in places]) for chance, ends, places in choices]
            for choices in self._choices
        ]
        self._looping = max((self.places[place] + 1 for place in self._loop_heads), default=0)

    def _visit(self, place: P) -> None:
        self._under_way.add(place)
        choices = []
        for (ends, places), chance in _merged(self._throws(place)).items():
            for following in sorted(places - self.places.keys()):
                if following in self._under_way:
                    self._loop_heads.add(following)
                elif following not in self.places:
                    self._visit(following)
            choices.append((chance, [self.ends.setdefault(end, len(self.ends)) for end in ends], list(places)))
        self._under_way.remove(place)
        self.places[place] = len(self.places)
        self._choices.append(choices)

    def worth(self, ends: Sequence[float]) -> list[float]:
        """Return what each place is worth, given what each of :attr:`ends` is: less is better."""
        found = [max(ends)] * len(self._numbered)
        change = float(bool(self._looping))
        while change > _STEADY:
            before = found[: self._looping]
            self._work_out(range(self._looping), ends, found)
            change = max(abs(one - other) for one, other in zip(before, found, strict=False))
        self._work_out(range(self._looping, len(found)), ends, found)
        return found

    def _work_out(self, places: range, ends: Sequence[float], found: list[float]) -> None:
        for number in places:
            worth = 0.0
            for chance, stops, goes_on in self._numbered[number]:
                best = min([ends[end] for end in stops] + [found[place] for place in goes_on])
                worth += chance * best
            found[number] = worth


def _merged(throws: Iterable[Thrown[P, E]]) -> dict[tuple[frozenset[E], frozenset[P]], float]:
    """Return the chance of each set of choices."""
    found: dict[tuple[frozenset[E], frozenset[P]], float] = {}
    for chance, ends, places in throws:
        found[ends, places] = found.get((ends, places), 0.0) + chance
    return found


def steady(after: Callable[[float], float], guess: float) -> float:
    """Return the number of turns that is itself ``after(turns)``: a turn that brings nothing leads back to it.

    ``after`` consists of straight lines less steep than 1, so a few steps along its lines end there.
    """
    last, last_after = guess, after(guess)
    turns = last_after
    while abs(turns - last) > _STEADY:
        now = after(turns)
        slope = (now - last_after) / (turns - last)
        last, last_after = turns, now
        turns = (now - slope * turns) / (1.0 - slope)
    return turns
