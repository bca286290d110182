"""How strong each level was measured to be, for those who choose one; ``scripts/mind/strengths.py table`` writes it.

It imports nothing else of the mind, so that screens may ask without loading that.
"""

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parents[1] / "data" / "averages.json"


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
    found = json.loads(FILE.read_text()).get(key)
    if found is None:
        return {}
    measure = Measure(found.pop("measure"))
    return {level: Average(measure, value) for level, value in found.items()}
