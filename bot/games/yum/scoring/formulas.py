"""The worth of dice in a box, as small functions that boxes consist of.

A formula gets the faces in ascending order and knows nothing of sheets; a condition of rules.md §0.3 is a predicate of
:mod:`bot.engine.hands`.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from bot.engine import Faces, hands

Formula: TypeAlias = Callable[[Faces], int]
Condition: TypeAlias = Callable[[Faces], bool]

MINUS_FROM = 36
"""The Minus box writes this less the sum of the dice."""


def fixed(points: int) -> Formula:
    """Return a formula that gives equal points for any dice."""
    return lambda _faces: points


def total(plus: int = 0) -> Formula:
    """``S``, the sum of all dice, and ``plus`` more."""
    return lambda faces: sum(faces) + plus


def minus(faces: Faces) -> int:
    """36 less the sum of the dice."""
    return MINUS_FROM - sum(faces)


def number(face: int) -> Formula:
    """The sum of the dice that show ``face``."""
    return lambda faces: face * faces.count(face)


def when(condition: Condition, points: Formula) -> Formula:
    """``points`` if the dice fulfil ``condition``, else 0."""
    return lambda faces: points(faces) if condition(faces) else 0


def same(many: int) -> Condition:
    """At least ``many`` dice show one face: ``max ≥ many``."""
    return lambda faces: hands.most(faces) >= many


def matching(many: int, plus: int = 0) -> Formula:
    """``many`` times the best face of at least ``many`` dice, and ``plus`` more; 0 if there is none."""

    def points(faces: Faces) -> int:
        found = hands.with_at_least(faces, many)
        return many * found[0] + plus if found else 0

    return points


def pairs(many: int = 2, quad: bool = False) -> Condition:
    """``many`` different faces form pairs; with ``quad`` four equal dice are two pairs too."""

    def fulfilled(faces: Faces) -> bool:
        return len(hands.with_at_least(faces, 2)) >= many or (quad and many == 2 and hands.most(faces) >= 4)

    return fulfilled


def matching_pairs(quad: bool = False) -> Formula:
    """The four dice of the two best pairs; with ``quad`` four equal dice may be the two pairs."""

    def points(faces: Faces) -> int:
        paired = hands.with_at_least(faces, 2)
        different = 2 * sum(paired[:2]) if len(paired) >= 2 else 0
        equal = 4 * max(hands.with_at_least(faces, 4), default=0) if quad else 0
        return max(different, equal)

    return points


def joker_pairs(faces: Faces) -> int:
    """Four of five equal dice, read as two pairs."""
    return 4 * faces[0]


def row(length: int) -> Condition:
    """``length`` numbers in a row: ``run(length)``."""
    return partial(hands.run, length=length)


def low5(faces: Faces) -> bool:
    """LOW5: 1, 2, 3, 4 and 5 are all there."""
    return hands.holds(faces, (1, 2, 3, 4, 5))


def high5(faces: Faces) -> bool:
    """HIGH5: 2, 3, 4, 5 and 6 are all there."""
    return hands.holds(faces, (2, 3, 4, 5, 6))


def two_straights(faces: Faces) -> int:
    """15 for 1-2-3-4-5, 20 for 2-3-4-5-6."""
    return 20 if high5(faces) else 15 if low5(faces) else 0


def at_least(points: int) -> Condition:
    """The dice add up to ``points`` or more."""
    return lambda faces: sum(faces) >= points


def either(*conditions: Condition) -> Condition:
    """One of ``conditions`` is enough."""
    return lambda faces: any(condition(faces) for condition in conditions)
