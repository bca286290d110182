"""The worth of dice of one throw in 5000, and which of them a player may set aside (rules.md §17)."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType

from bot.engine import Faces
from bot.engine.hands import holds

ALONE: Mapping[int, int] = {1: 100, 5: 50}
"""Faces that score alone."""

STRAIGHT = 1500
STRAIGHTS: tuple[Faces, ...] = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))
_ALL_FACES = (1, 2, 3, 4, 5, 6)
FIVE_FIVES = 5000
THREE = 3
"""Dice that are equal and stay together."""

_FIVE = 5


def three(face: int) -> int:
    """Return the worth of three equal dice."""
    return 1000 if face == 1 else 100 * face


def worth(faces: Faces) -> int | None:
    """Return the points of dice of one throw; None unless every one of them scores."""
    faces = tuple(sorted(faces))
    if faces == _ALL_FACES:
        return STRAIGHT
    for straight in STRAIGHTS:
        if holds(faces, straight):
            rest = worth(_without(faces, straight))
            return None if rest is None else STRAIGHT + rest
    parts = [_equal(face, faces.count(face)) for face in set(faces)]
    return None if None in parts else sum(part or 0 for part in parts)


def _without(faces: Faces, some: Faces) -> Faces:
    left = list(faces)
    for face in some:
        left.remove(face)
    return tuple(left)


def _equal(face: int, number: int) -> int | None:
    """Return the worth of ``number`` dice showing ``face``; None if one of them scores nothing."""
    if face == _FIVE and number >= _FIVE:
        return FIVE_FIVES + (number - _FIVE) * ALONE[face]
    threes, single = divmod(number, THREE)
    if single and face not in ALONE:
        return None
    return threes * three(face) + single * ALONE.get(face, 0)


@lru_cache(maxsize=2048)
def choices(thrown: Faces) -> Mapping[Faces, int]:
    """Return the dice of a throw that a player may set aside, with their points: most points first, then most dice.

    Every die of a choice scores, and three equal dice stay together; the player may take or leave a fourth.
    """
    faces = tuple(sorted(thrown))
    every = dict.fromkeys(some for many in range(1, len(faces) + 1) for some in combinations(faces, many))
    found = {some: points for some in every if _whole(faces, some) and (points := worth(some)) is not None}
    return MappingProxyType(dict(sorted(found.items(), key=lambda item: (-item[1], -len(item[0]), item[0]))))


def _whole(thrown: Faces, some: Faces) -> bool:
    """Whether ``some`` takes no three equal dice of ``thrown`` apart."""
    return all(
        number < THREE or not number - THREE < some.count(face) < THREE
        for face, number in ((face, thrown.count(face)) for face in set(some))
    )


def wins_at_once(thrown: Faces) -> bool:
    """Whether five 1s lie there."""
    return thrown.count(1) >= _FIVE
