"""The loss of each level by its decisions in a game, as a measure for people's play.

``scripts/mind/reviews.py table`` writes it. It imports nothing else of the mind, so screens may ask without loading
any of that.
"""

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
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


@cache
def losses(key: str) -> Losses | None:
    """Return what levels lose in the game ``key``; None where nobody has measured it."""
    levels = measured(key, LOSSES)
    return None if levels is None else Losses(**levels)
