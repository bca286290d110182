"""The 56 hands of 421: which beats which, and how many tokens each sets (rules.md §18). Faces may lie in any order."""

from itertools import combinations_with_replacement

from bot.engine import Faces

DICE = 3

_NAMED = "421 111 611 666 511 555 411 444 311 333 211 222 654 543 432 321"
NENETTE: Faces = (2, 2, 1)


def _every() -> tuple[Faces, ...]:
    named = [tuple(map(int, hand)) for hand in _NAMED.split()]
    plain = {tuple(reversed(faces)) for faces in combinations_with_replacement(range(1, 7), DICE)} - {*named, NENETTE}
    return (*named, *sorted(plain, reverse=True), NENETTE)


HANDS: tuple[Faces, ...] = _every()
"""Every hand, the best first, faces descending; plain hands by their highest die, and the nénette last."""
_PLACES = {hand: place for place, hand in enumerate(HANDS)}
NAMED_HANDS = len(_NAMED.split())
"""How many of the best hands have names: the others are plain."""


def hand(faces: Faces) -> Faces:
    """Return the hand of these dice: descending."""
    return tuple(sorted(faces, reverse=True))


def place(faces: Faces) -> int:
    """Return the place of a hand among all, 0 for the best."""
    return _PLACES[hand(faces)]


def value(faces: Faces, value_421: int = 10) -> int:
    """Return how many tokens the hand sets when it is the best of a round."""
    high, middle, low = hand(faces)
    if (high, middle, low) == (4, 2, 1):
        return value_421
    if middle == low == 1:
        return 7 if high == 1 else high
    if high == low:
        return high
    return 2 if (high - middle, middle - low) == (1, 1) else 1
