"""What each level loses by its decisions in a game, for who wants to know how well somebody played.

``scripts/mind/reviews.py table`` writes it. It imports nothing else of the mind, so screens may ask without loading
any of that.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parents[1] / "data" / "losses.json"


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
    found = json.loads(FILE.read_text()).get(key)
    return None if found is None else Losses(**found)
