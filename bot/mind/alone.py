"""Games of risk played alone: in how few turns the goal can be reached.

A turn is a tree of places, each just before a throw. A throw leads to choices: ends of the turn, or further places.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from bot.mind.throws import Values

P = TypeVar("P", bound=tuple[int, ...])
E = TypeVar("E", bound=Hashable)

TURNS = 2
"""Turns to keep worked out: every choice of a turn asks for the same."""
_STEADY = 1e-10
"""A change that counts as none."""


class ThrowSort(NamedTuple, Generic[P, E]):
    """What throws of one sort lead to: the ends and the places between which a player may choose."""

    chance: float
    ends: frozenset[E]
    places: frozenset[P]


class RiskTurn(Generic[P, E]):
    """All places of a turn, and what each is worth once it is known what the ends are worth."""

    def __init__(self, start: P, throws: Callable[[P], Iterable[ThrowSort[P, E]]], others: Iterable[P] = ()) -> None:
        """Visit every place from ``start`` on; the chances of the throws of a place add up to 1.

        ``others`` are places from which a turn may begin too.
        """
        self.ends: dict[E, int] = {}
        self.places: dict[P, int] = {}
        """Every place after all that it leads to, loops apart."""
        self._throws = throws
        self._under_way: set[P] = set()
        self._loop_heads: set[P] = set()
        self._choices: list[list[tuple[float, list[int], list[P]]]] = []
        for place in (*others, start):
            if place not in self.places:
                self._visit(place)
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
        worths = [max(ends)] * len(self._numbered)
        change = float(bool(self._looping))
        while change > _STEADY:
            before = worths[: self._looping]
            self._work_out(range(self._looping), ends, worths)
            change = max(abs(earlier - later) for earlier, later in zip(before, worths, strict=False))
        self._work_out(range(self._looping, len(worths)), ends, worths)
        return worths

    def ending(self, ends: Sequence[float], start: P | None = None) -> dict[E, float]:
        """Return how often a turn ends in each way from ``start`` on, by default its begin, if every choice is best."""
        often, worth = dict.fromkeys(self.ends, 0.0), self.worth(ends)
        names, mass = list(self.ends), [0.0] * len(worth)
        mass[-1 if start is None else self.places[start]] = 1.0
        below = len(worth)
        while below and max(mass[:below]) > _STEADY:
            for number in reversed(range(below)):
                here, mass[number] = mass[number], 0.0
                if not here:
                    continue
                for chance, stops, goes_on in self._numbered[number]:
                    stop = min(stops, key=ends.__getitem__, default=None)
                    on = min(goes_on, key=worth.__getitem__, default=None)
                    if on is not None and (stop is None or worth[on] <= ends[stop]):
                        mass[on] += chance * here
                    elif stop is not None:
                        often[names[stop]] += chance * here
            below = self._looping  # What a loop leads back to; without loops nothing is left.
        return often

    def worths(self, ends: Values) -> Values:
        """Return what the turn is worth in many cases (columns) at once, given what each of :attr:`ends` (row) is."""
        whole: Values = self.all_worths(ends)[-1]
        return whole

    def all_worths(self, ends: Values) -> Values:
        """Return what each place (row) is worth in many cases; see :meth:`worths`."""
        worths = np.concatenate([ends, np.tile(ends.max(axis=0), (len(self._numbered), 1))])
        first, change = len(ends), float(bool(self._looping))
        while change > _STEADY:
            before = worths[first : first + self._looping].copy()
            self._work_out_all(range(self._looping), first, worths)
            change = float(np.abs(before - worths[first : first + self._looping]).max())
        self._work_out_all(range(self._looping, len(self._numbered)), first, worths)
        places: Values = worths[first:]
        return places

    def _work_out_all(self, places: range, first: int, worths: Values) -> None:
        for number in places:
            chances, choices = self._choices_in_rows[number]
            np.add.reduce(chances * worths[choices].min(axis=1), axis=0, out=worths[first + number])

    @cached_property
    def _choices_in_rows(self) -> list[tuple[Values, NDArray[np.int64]]]:
        """For each place its throws: a column of chances, and rows of what each lets choose, ends before places."""
        numbered, first = [], len(self.ends)
        for throws in self._numbered:
            rows = [[*ends, *(first + place for place in places)] for _, ends, places in throws]
            wide = max(map(len, rows))
            choices = np.array([row + row[:1] * (wide - len(row)) for row in rows])
            numbered.append((np.array([[chance] for chance, _, _ in throws]), choices))
        return numbered

    def _work_out(self, places: range, ends: Sequence[float], worths: list[float]) -> None:
        for number in places:
            worth = 0.0
            for chance, stops, goes_on in self._numbered[number]:
                best = min([ends[end] for end in stops] + [worths[place] for place in goes_on])
                worth += chance * best
            worths[number] = worth


def _merged(throws: Iterable[ThrowSort[P, E]]) -> dict[tuple[frozenset[E], frozenset[P]], float]:
    """Return the chance of each set of choices."""
    chances: dict[tuple[frozenset[E], frozenset[P]], float] = {}
    for chance, ends, places in throws:
        chances[ends, places] = chances.get((ends, places), 0.0) + chance
    return chances


def steady(after: Callable[[float], float], guess: float) -> float:
    """Return the number of turns that is itself ``after(turns)``: a turn that brings nothing leads back to it.

    ``after`` consists of straight lines less steep than 1, so a few steps along its lines end there.
    """
    last, last_after = guess, after(guess)
    turns = last_after
    while abs(turns - last) > _STEADY:
        turns_after = after(turns)
        slope = (turns_after - last_after) / (turns - last)
        last, last_after = turns, turns_after
        turns = (turns_after - slope * turns) / (1.0 - slope)
    return turns
