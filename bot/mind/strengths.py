"""The loss of each level by its decisions in a game, as a measure for people's play.

``scripts/mind/reviews.py table`` writes it. It imports nothing else of the mind, so screens may ask without loading
any of that.
"""

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from statistics import NormalDist
from typing import Any, NamedTuple

from bot.games import folder_of


def measured(key: str, file: str) -> Any:
    """Return what ``file`` in the folder of the game ``key`` says of it; None where nobody has measured it."""
    there = folder_of(key) / file
    return json.loads(there.read_text()).get(key) if there.exists() else None


# -- The measured strength of each level, for people's choice; ``scripts/mind/strengths.py table`` writes it ----------

AVERAGES = "strengths.json"
"""The file in the folder of each game."""


class Measure(StrEnum):
    """What an average counts."""

    POINTS = "points"
    """Of a sheet, by the default rules."""
    WINS = "wins"
    """The part of games of two, by the default rules, that the level wins against the regular player; a tie is half."""


class Average(NamedTuple):
    """What a level brings on average."""

    measure: Measure
    value: float


@cache
def averages(key: str) -> Mapping[str, Average]:
    """Return the averages of the game ``key`` by level; empty where nobody has measured them, as of races."""
    levels = measured(key, AVERAGES)
    if levels is None:
        return {}
    measure = Measure(levels.pop("measure"))
    return {level: Average(measure, value) for level, value in levels.items()}


# -- The loss of each level by its decisions in a game, as a measure for people's play -------------------------------

LOSSES = "losses.json"
"""The file in the folder of each game."""


class Losses(NamedTuple):
    """What levels lose in a game by the default rules, on average. The champion loses nothing."""

    unit: str
    """A word of :class:`bot.mind.evaluator.Unit`."""
    beginner: float
    regular: float
    champion: float
    beginner_each: float
    """In a decision."""
    regular_each: float
    rough: bool = False
    """Whether so few games were reviewed that a band may be the next one."""
    error: float = 0.0
    """The error of the values of a net or an estimate; 0 where they are exact, or nobody has measured it."""

    def place(self, each: float) -> float:
        """Return how far down from the champion (0) over regular (1) to beginner (2) somebody is, and beyond."""
        if each <= self.regular_each:
            return each / self.regular_each
        return 1 + (each - self.regular_each) / (self.beginner_each - self.regular_each)


@cache
def losses(key: str) -> Losses | None:
    """Return what levels lose in the game ``key``; None where nobody has measured it."""
    levels = measured(key, LOSSES)
    return None if levels is None else Losses(**levels)


# -- The error of values: nothing within it is a mistake ---------------------------------------------------------------

_LEAST = {"points": 0.05, "turns": 0.05, "win": 0.0005}
"""Less is no number that people read: the least of an exact value too."""
_ROUGHLY = {"points": 2.0, "turns": 0.15, "win": 0.055}
"""Where no file says how far values are off: turns are right within 1.1 %, 0.15 of 14; chances to win off by 0.027.

``scripts/mind`` measures both: of boards solved exactly, and as the drift of ``turning`` turns.
"""
_ERRORS = 2.0
"""A difference of two values is surely more than nothing beyond so many errors of one: 1.4 errors of its own."""


def noise(key: str, unit: str, strength: str) -> float:
    """Return what a decision must cost to be a mistake beyond the error of its evaluator, in that unit.

    ``scripts/mind/reviews.py`` measures how far values of nets and estimates are off.
    """
    if strength == "exact":
        return _LEAST[unit]
    known = losses(key)
    if known is None or known.unit != unit or not known.error:
        return _ROUGHLY[unit]
    return max(_LEAST[unit], _ERRORS * known.error)


# -- The edge of somebody over a regular player, where chances to win are counted -------------------------------------

_BELL = NormalDist()
_SURELY = 0.001


def edge(key: str, place: float) -> float:
    """Return how much stronger than a regular player somebody is at this :meth:`Losses.place`; 0 where nobody knows.

    Edges are steps on a bell curve: half of a regular player's games are won, and so many more of a stronger one's.
    """
    known = averages(key)
    champion, beginner = known.get("champion"), known.get("beginner")
    if champion is None or beginner is None or champion.measure is not Measure.WINS:
        return 0.0
    most, least = (step(average.value) for average in (champion, beginner))
    return most * (1 - place) if place <= 1 else least * (place - 1)


def shifted(chance: float, edge: float) -> float:
    """Return the ``chance`` to win between equals for somebody who has that edge over the other; 0 and 1 stay."""
    return _BELL.cdf(step(chance) + edge) if _SURELY < chance < 1 - _SURELY and edge else chance


def step(chance: float) -> float:
    """Return where on a bell curve so much lies below; what is nearly sure counts as that."""
    return _BELL.inv_cdf(min(max(chance, _SURELY), 1 - _SURELY))
