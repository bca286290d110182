"""The slips of each level, its measured strength, and its loss by decisions as a measure for people's play.

``scripts/mind`` measures and writes them. It imports nothing else of the mind, so screens may ask without loading
any of that.
"""

import json
from collections.abc import Mapping
from functools import cache
from statistics import NormalDist
from typing import Any, NamedTuple

from bot.games import folder_of


def measured(key: str, file: str) -> Any:
    """Return what ``file`` in the folder of the game ``key`` says of it; None where nobody has measured it."""
    there = folder_of(key) / file
    return json.loads(there.read_text()).get(key) if there.exists() else None


# -- The slips of each level, chosen so that it wins clearly more than the level below ---------------------------------

SLIPS = "slips.json"
"""The file in the folder of each game."""
_SLIPS = {"beginner": 0.3, "casual": 0.3, "regular": 0.15, "strong": 0.05}
"""Of a game that nobody has measured."""


@cache
def slips(key: str) -> Mapping[str, float]:
    """Return the chance that a level of the game ``key`` does not do what seems best to it; the champion always does.

    All but a beginner see the same, so they slip the less, the stronger they are.
    """
    return measured(key, SLIPS) or _SLIPS


OVERLOOKS = "overlooks.json"
"""The file in the folder of each game whose players overlook things."""


@cache
def overlooks(key: str) -> Mapping[str, float]:
    """Return the chance that a level of the game ``key`` overlooks something, where that is no plain slip.

    It loses about as much so as by its :func:`slips`, which take one of the next best answers. Empty for other games.
    """
    return measured(key, OVERLOOKS) or {}


# -- The measured strength of each level, for people's choice; ``scripts/mind/strengths.py table`` writes it ----------

AVERAGES = "strengths.json"
"""The file in the folder of each game."""


class Average(NamedTuple):
    """What a level brings on average, by the default rules."""

    points: float | None = None
    """On a sheet."""
    beats: float | None = None
    """The part of games of two that it wins against the level below; a tie is half."""


@cache
def averages(key: str) -> Mapping[str, Average]:
    """Return the averages of the game ``key`` by level; empty where nobody has measured them, as of races."""
    return {level: Average(**brought) for level, brought in (measured(key, AVERAGES) or {}).items()}


# -- The loss of each level by its decisions in a game, as a measure for people's play -------------------------------

LOSSES = "losses.json"
"""The file in the folder of each game."""


class Losses(NamedTuple):
    """What levels lose in a game by the default rules, on average. The champion loses nothing."""

    unit: str
    """A word of :class:`bot.mind.evaluator.Unit`."""
    beginner: float
    casual: float
    regular: float
    strong: float
    champion: float
    beginner_each: float
    """In a decision."""
    casual_each: float
    regular_each: float
    strong_each: float
    rough: bool = False
    """Whether so few games were reviewed that a band may be the next one."""
    error: float = 0.0
    """The error of the values of a net or an estimate; 0 where they are exact, or nobody has measured it."""

    def like(self, each: float) -> str:
        """Return the level that loses about ``each`` in a decision: the nearest one."""
        levels = {
            "champion": 0.0,
            "strong": self.strong_each,
            "regular": self.regular_each,
            "casual": self.casual_each,
            "beginner": self.beginner_each,
        }
        return min(levels, key=lambda level: abs(levels[level] - each))

    def place(self, each: float) -> float:
        """Return how far down from the champion (0) over regular (1) to beginner (2) somebody is, and beyond."""
        if each <= self.regular_each:
            return each / self.regular_each
        return 1 + (each - self.regular_each) / (self.beginner_each - self.regular_each)

    def each(self, place: float) -> float:
        """Return what somebody at this :meth:`place` loses in a decision."""
        if place <= 1:
            return place * self.regular_each
        return self.regular_each + (place - 1) * (self.beginner_each - self.regular_each)

    def likely(self, lost: float, made: int) -> float:
        """Return what a decision of somebody is likely to cost who lost so much in so many, nothing else being known.

        Few decisions tell little of how somebody plays: they count beside those of a regular player.
        """
        known_by = _KNOWN_BY[self.unit]
        return (lost + known_by * self.regular_each) / (made + known_by)


_KNOWN_BY = {"points": 12, "turns": 9, "win": 48}
"""Decisions that tell as much of somebody as the levels' own spread does, as ``scripts/mind/unequal.py known`` measures
it: costs of a lead, lost and won again, scatter most."""


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


def error_of_rest(key: str, left: int, turns: int) -> float:
    """Return how far a net may be off with the points that still come after one answer, beside those after another.

    ``left`` of so many ``turns`` are still to be played. The more are behind, the odder a sheet that weak players have
    filled, and in each that is left the net errs the same way. Played on, sheets of three columns were off so by 1 to 3
    points at the start, 17 in the middle and 12 near the end; either number alone by two or three times as much.
    """
    known = losses(key)
    return (known.error if known else 0.0) * left * (turns - left) / turns / 2


# -- Where a level stands between champion and beginner, and the edge of somebody over a regular player ---------------

_BELL = NormalDist()
_SURELY = 0.001
_PLACES = {"champion": 0.0, "strong": 0.5, "regular": 1.0, "casual": 1.5, "beginner": 2.0}
"""On the scale of :meth:`Losses.place`, as long as nobody has measured all of them."""


def level_place(key: str, level: str) -> float:
    """Return where a level stands in the game ``key`` by what it brings, on the scale of :meth:`Losses.place`."""
    brought = {name: average.points for name, average in averages(key).items() if average.points is not None}
    heights = {name: points - brought["regular"] for name, points in brought.items()} or _edges(key)
    if level not in heights:
        return _PLACES[level]
    height = heights[level]
    return 1 - height / heights["champion"] if height >= 0 else 1 + height / heights["beginner"]


def _edges(key: str) -> Mapping[str, float]:
    """Return how much stronger than a regular player each level is; nothing where not all were measured.

    Edges are steps on a bell curve: half of a regular player's games are won, and so many more of a stronger one's.
    """
    height, edges = 0.0, dict[str, float]()
    for level in reversed(_PLACES):
        beats = averages(key).get(level, Average()).beats
        if beats is None and edges:
            return {}
        height += step(beats or 0.5)
        edges[level] = height
    return {level: own - edges["regular"] for level, own in edges.items()}


def edge(key: str, place: float) -> float:
    """Return how much stronger than a regular player somebody is at this :meth:`Losses.place`; 0 where nobody knows."""
    edges = _edges(key)
    if not edges:
        return 0.0
    return edges["champion"] * (1 - place) if place <= 1 else edges["beginner"] * (place - 1)


def shifted(chance: float, edge: float) -> float:
    """Return the ``chance`` to win between equals for somebody who has that edge over the other; 0 and 1 stay."""
    return _BELL.cdf(step(chance) + edge) if _SURELY < chance < 1 - _SURELY and edge else chance


def step(chance: float) -> float:
    """Return where on a bell curve so much lies below; what is nearly sure counts as that."""
    return _BELL.inv_cdf(min(max(chance, _SURELY), 1 - _SURELY))
