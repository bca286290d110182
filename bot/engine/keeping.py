"""Which dice a player may keep."""

from functools import lru_cache
from itertools import combinations

from bot.engine.dice import Faces
from bot.engine.types import Keep


@lru_cache(maxsize=512)
def some_kept(faces: Faces) -> tuple[Keep, ...]:
    """Return every distinct choice of dice to keep, none included, but not all: the player throws at least one die."""
    ordered = tuple(sorted(faces))
    return tuple(map(Keep, dict.fromkeys(kept for many in range(len(faces)) for kept in combinations(ordered, many))))
