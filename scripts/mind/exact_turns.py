"""Players of races to a goal, worked out instead of played: how often one wins against another, and what they lose.

A player is known by how their turns end. :mod:`exact_5000` and :mod:`exact_ambition` say it of each level.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import Level

Chances = NDArray[np.float64]
Turns = Callable[[int, int], Chances]
"""How likely each place is after a turn, from the places of who acts and of the other."""


class Ladder(NamedTuple):
    """What players have, as numbers that grow."""

    places: Sequence[int]
    """All of them before a turn, in order; the first is where a game begins."""
    top: int
    """That of the goal."""
    points: Callable[[int], int]


class ExactPlayers(NamedTuple):
    """All ways to play a game, exactly."""

    ladder: Ladder
    values: Chances
    """The chance to win between champions, by the places of who acts and of the other."""
    levels: Mapping[str, Turns]
    """By the words of levels, the champion included, and by other ways to play."""
    alone: Turns
    """Somebody alone who wants the fewest turns."""


def places_of(levels: Mapping[str, Turns]) -> dict[Level, Turns]:
    """Return those of the levels alone."""
    return {level: levels[level.value] for level in Level}


def wins_of(ladder: Ladder, mine: Turns, theirs: Turns) -> float:
    """Return how often ``mine`` wins against ``theirs`` if each begins half of the games."""
    first, second = chances_of(ladder, mine, theirs)
    begin = ladder.places[0]
    return float(first[begin, begin] + second[begin, begin]) / 2


def chances_of(ladder: Ladder, mine: Turns, theirs: Turns) -> tuple[Chances, Chances]:
    """Return the chance to win by both places, if ``mine`` is the next turn, and if the other's is."""
    many = ladder.top + 1
    first, second = np.zeros((many, many)), np.zeros((many, many))
    first[-1] = second[-1] = 1.0
    first[:, -1] = second[:, -1] = 0.0
    for at, to in sorted(product(ladder.places, repeat=2), key=sum, reverse=True):
        turn, answer = mine(at, to), theirs(to, at)
        stays, loses = turn[at], answer[to]
        wins = turn @ second[:, to] - stays * second[at, to]
        answers = answer @ first[at] - loses * first[at, to]
        first[at, to] = (wins + stays * answers) / (1 - stays * loses)
        second[at, to] = answers + loses * first[at, to]
    return first, second


def visits_of(ladder: Ladder, mine: Turns, theirs: Turns) -> Chances:
    """Return how often games come to each pair of places, for both who may act next: either begins half of them."""
    many, begin = ladder.top + 1, ladder.places[0]
    often = np.zeros((2, many, many))
    often[:, begin, begin] = 0.5
    for at, to in sorted(product(ladder.places, repeat=2), key=sum):
        turn, answer = mine(at, to), theirs(to, at)
        first, second = often[:, at, to]
        again = 1 - turn[at] * answer[to]
        first, second = (first + second * answer[to]) / again, (second + first * turn[at]) / again
        often[:, at, to] = first, second
        often[1, :-1, to] += first * np.where(np.arange(many - 1) == at, 0, turn[:-1])
        often[0, at, :-1] += second * np.where(np.arange(many - 1) == to, 0, answer[:-1])
    return often


def lost_of(ladder: Ladder, values: Chances, turns: Turns) -> float:
    """Return what somebody with such ``turns`` loses in a game against their equal, in chances to win.

    In a turn that is what the position was worth before it by ``values``, those of two champions, less what its ends
    are worth, each as often as it comes.
    """
    lost, often = 0.0, visits_of(ladder, turns, turns)[0]
    for at, to in product(ladder.places, repeat=2):
        after = turns(at, to)
        lost += often[at, to] * float(values[at, to] - after[-1] - after[:-1] @ (1.0 - values[to]))
    return lost


def turns_needed(ladder: Ladder, turns: Turns) -> float:
    """Return the turns to the goal, on average, of somebody with such ``turns``."""
    places = list(ladder.places)
    leads = np.array([turns(place, places[0]) for place in places])[:, places]
    return float(np.linalg.solve(np.eye(len(places)) - leads, np.ones(len(places)))[0])


def needed_of(ladder: Ladder, turns: Turns, many: int) -> dict[int, list[int]]:
    """Return by points so ``many`` equally likely numbers of turns to the goal of somebody with such ``turns``.

    Of two places with as many points it is the lower one.
    """
    places, top = list(ladder.places), ladder.top
    matrix = np.zeros((top + 1, top + 1))
    matrix[places] = [turns(place, places[0]) for place in places]
    matrix[top, top] = 1.0
    there = np.zeros(top + 1)
    there[top] = 1.0  # How likely somebody is there by now, from each place.
    needed = {place: [0] * many for place in places}
    shares = (np.arange(many) + 0.5) / many
    while min(there[places]) < shares[-1]:
        for place, own in needed.items():
            missing = int(np.searchsorted(shares, there[place], "right"))
            own[missing:] = [turn + 1 for turn in own[missing:]]
        there = np.add.reduce(matrix * there, axis=1)
    lowest = {ladder.points(place): own for place, own in reversed(needed.items())}
    return dict(sorted(lowest.items()))
