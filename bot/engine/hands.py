"""What dice show, in the words of rules.md §0.3. Faces may lie in any order."""

from collections import Counter

from bot.engine.dice import Faces


def count(faces: Faces, face: int) -> int:
    """How many dice show ``face``: ``count(f)``."""
    return faces.count(face)


def most(faces: Faces) -> int:
    """The largest number of dice with one face: ``max``; 0 without dice."""
    return max(map(faces.count, set(faces)), default=0)


def with_at_least(faces: Faces, number: int) -> tuple[int, ...]:
    """The faces that at least ``number`` dice show, highest first."""
    return tuple(sorted((face for face, shown in Counter(faces).items() if shown >= number), reverse=True))


def pattern(faces: Faces) -> tuple[int, ...]:
    """The counts of the different faces, largest first: a full house is ``(3, 2)``."""
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
