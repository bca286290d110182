"""What dice show, in the words of rules.md §0.3, and which of them a player may keep. Faces may lie in any order."""

from collections import Counter
from functools import lru_cache
from itertools import combinations

from bot.engine.dice import Faces
from bot.engine.types import Keep


def count(faces: Faces, face: int) -> int:
    """Return the number of dice that show ``face``: ``count(f)``."""
    return faces.count(face)


def most(faces: Faces) -> int:
    """Return the largest number of dice with one face: ``max``; 0 without dice."""
    return max(map(faces.count, set(faces)), default=0)


def with_at_least(faces: Faces, number: int) -> tuple[int, ...]:
    """Return the faces that at least ``number`` dice show, highest first."""
    return tuple(sorted((face for face, shown in Counter(faces).items() if shown >= number), reverse=True))


def pattern(faces: Faces) -> tuple[int, ...]:
    """Return the counts of the different faces, largest first: a full house is ``(3, 2)``."""
    return tuple(sorted(Counter(faces).values(), reverse=True))


def run(faces: Faces, length: int) -> bool:
    """Whether the faces hold ``length`` consecutive numbers: ``run(k)``."""
    shown = set(faces)
    return any(shown.issuperset(range(low, low + length)) for low in shown)


def holds(faces: Faces, wanted: Faces) -> bool:
    """Whether the dice show every face of ``wanted``: LOW5 is ``holds(d, (1, 2, 3, 4, 5))``."""
    return set(faces).issuperset(wanted)


def full_house(faces: Faces) -> bool:
    """FH: three of one face and two of another; five equal dice are not."""
    return pattern(faces) == (3, 2)


def all_equal(faces: Faces) -> bool:
    """Whether there are dice and all show one face."""
    return len(set(faces)) == 1


def some_kept(faces: Faces) -> tuple[Keep, ...]:
    """Return every distinct choice of dice to keep, none included, but not all: the player throws at least one die."""
    return power_keeps(tuple(sorted(faces)), False, False)


def _held(faces: Faces) -> tuple[Faces, ...]:
    """Return every distinct choice among ``faces`` (ascending): fewest dice first, none and all included."""
    return tuple(dict.fromkeys(kept for many in range(len(faces) + 1) for kept in combinations(faces, many)))


@lru_cache(maxsize=1024)
def power_keeps(faces: Faces, loose: bool, fixed: bool) -> tuple[Keep, ...]:
    """Return the keeps that throw the Power die again (``loose``), keep it too (``fixed``), or either.

    ``faces`` ascend. With neither there is no Power die, and at least one die is thrown.
    """
    held = _held(faces)
    if not (loose or fixed):
        return tuple(map(Keep, held[:-1]))
    again = tuple(map(Keep, held)) if loose else ()
    kept_too = tuple(Keep(kept, power=True) for kept in held[:-1]) if fixed else ()
    return (*again, *kept_too)
