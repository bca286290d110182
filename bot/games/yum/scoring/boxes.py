"""A sheet as it lies before the players, house rules applied: boxes, what dice are worth in them, columns and bonus."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import NamedTuple, Protocol, TypeAlias

from bot.engine import Faces, hands

# -- The worth of dice in a box, as small functions that boxes consist of --------------------------------------------
# A formula gets the faces in ascending order and knows nothing of sheets; a condition of rules.md §0.3 is a predicate
# of :mod:`bot.engine.hands`.

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
        equal = hands.with_at_least(faces, many)
        return many * equal[0] + plus if equal else 0

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


# -- What is written on a sheet: cells, columns, and the sheet of a seat ---------------------------------------------


class Cell(NamedTuple):
    """A filled box of a column."""

    written: int
    """The points on the sheet, multiplied by the Power die if there is one."""
    raw: int
    """The points of the dice alone: what Low and High Score compare."""


Column: TypeAlias = tuple[Cell | None, ...]
"""A cell per box, in the order of the boxes; None while the box is open."""

Sheet: TypeAlias = tuple[Column, ...]
"""The columns of one seat."""


# -- What a box is. Each stands once: in :mod:`bot.games.yum.scoring.standard_boxes` or in its sheet -----------------


class Section(StrEnum):
    """The part of the sheet a box stands in; only ``UPPER`` boxes count for the bonus."""

    UPPER = "upper"
    LOWER = "lower"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A box of a sheet, alike in every column.

    Words are English (:func:`bot.engine.types.N_`); ``short`` fits a narrow table; ``condition`` says when the box
    scores and how much, with ``{points}`` for :attr:`maximum`.
    """

    key: str
    label: str
    short: str
    condition: str
    points: Formula
    """The worth of the dice alone; :mod:`.scoring` knows the order among boxes and the joker."""
    maximum: int
    """The printed maximum."""
    section: Section = Section.LOWER
    face: int = 0
    """The face an upper box counts, else 0."""
    joker: Formula | None = None
    """The points of five equal dice as a joker, if they differ from their usual points."""
    equal_dice: Formula | None = None
    """The points under the house rule ``of_a_kind = matching``, for the boxes it touches."""
    equal_words: str = ""
    """The condition then."""
    after: tuple[str, ...] = ()
    """Boxes of the column that must hold something before this one scores."""
    after_scored: bool = False
    """The boxes of ``after`` must hold points, a 0 is not enough."""
    below: str | None = None
    """The box of the column whose points, if it holds any, this one must stay under."""
    above: str | None = None
    """The box of the column whose points, if it holds any, this one must pass."""
    waits_for: str | None = None
    """The box of the column that must hold something before anybody may fill this one."""
    gist: str = ""
    """What it asks for in a word or two, where its name on a board does not tell."""
    yum: bool = False
    """Whether this is a box for equal dice: they decide about the joker, and count for ``most_yums``."""


class Aim(StrEnum):
    """What a player goes for."""

    UPPER = "upper"
    STRAIGHT = "straight"
    SET = "set"
    OTHER = "other"


_ROWS: tuple[Faces, ...] = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6))
_NO_ROWS: tuple[Faces, ...] = ((1, 1, 3, 3, 6), (4, 4, 5, 6, 6), (1,) * 5)
_GROUPS: tuple[Faces, ...] = ((2, 2, 2, 3, 3), (2, 2, 3, 3, 4), (2, 2, 2, 3, 3, 3), (1, 2, 2, 2, 2))
_UNLIKE: Faces = (1, 2, 3, 4, 6)
_SPAN = 5
_FEW = 3
"""So many different dice, none further from another than a straight is long, are held for a straight."""


def aim_of(box: Box) -> Aim:
    """Return what ``box`` asks for, by the dice that score in it."""
    if box.section is Section.UPPER:
        return Aim.UPPER
    if any(map(box.points, _ROWS)) and not any(map(box.points, _NO_ROWS)):
        return Aim.STRAIGHT
    return Aim.SET if (box.yum or any(map(box.points, _GROUPS))) and not box.points(_UNLIKE) else Aim.OTHER


def aim_of_held(faces: Faces) -> Aim:
    """Return what a player goes for who holds ``faces``, as far as that is plain."""
    different = len(set(faces))
    if different == len(faces) >= _FEW and max(faces) - min(faces) < _SPAN:
        return Aim.STRAIGHT
    return Aim.SET if faces and different <= len(faces) / 2 else Aim.OTHER


# -- The bonus of the upper section ----------------------------------------------------------------------------------


class Bonus(Protocol):
    """Points added to the upper section of a column."""

    def __hash__(self) -> int: ...

    def points(self, subtotal: int) -> int:
        """Return the bonus for an upper section that adds up to ``subtotal``."""

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """Return (subtotal needed, points) in ascending order, as far as a sheet prints them."""

    @property
    def beyond(self) -> str:
        """The further bonus beyond the last step, in English; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Tiers:
    """Fixed points from a subtotal on; only the best tier counts. No tiers, no bonus."""

    steps: tuple[tuple[int, int], ...] = ()
    beyond: str = ""

    def points(self, subtotal: int) -> int:
        """Return the points of the best tier reached."""
        return max((points for needed, points in self.steps if subtotal >= needed), default=0)


NO_BONUS = Tiers()
ONE_TIER = Tiers(((63, 35),))
THREE_TIERS = Tiers(((63, 35), (71, 55), (78, 75)))


# -- The sheet: boxes, columns, dice and bonus -----------------------------------------------------------------------

Award: TypeAlias = Callable[[Mapping[str, tuple[int, ...]]], int]
"""Grand total out of the points in the filled cells of each box."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A sheet under its house rules."""

    boxes: tuple[Box, ...]
    bonus: Bonus = NO_BONUS
    dice: int = 5
    multipliers: tuple[int, ...] = (1,)
    """The multiplier of each column's total; as many as there are columns."""
    stacked: bool = False
    """The columns are one column of boxes with several cells, filled from the first."""
    award: Award | None = None
    """Computes the grand total from the cells, if it is not their sum."""
    prime: bool = False
    """French calls the bonus a prime."""

    @property
    def columns(self) -> int:
        """The number of columns that a seat fills."""
        return len(self.multipliers)

    @property
    def named_columns(self) -> bool:
        """Whether an action says which column it fills."""
        return self.columns > 1 and not self.stacked

    @property
    def multiplied(self) -> bool:
        """Whether columns count differently."""
        return len(set(self.multipliers)) > 1

    def times(self, column: int) -> int:
        """Return how often the points of ``column`` count, which is as in an action: 0 for the only one."""
        return self.multipliers[column - 1] if column else 1

    def box(self, key: str) -> Box:
        """Return the box with that key; raises KeyError."""
        for box in self.boxes:
            if box.key == key:
                return box
        raise KeyError(key)

    def index(self, key: str) -> int:
        """Return the place of a box among the cells of a column; raises KeyError."""
        return self.boxes.index(self.box(key))

    def with_boxes(self, change: Callable[[Box], Box]) -> "Layout":
        """Return this layout with ``change`` applied to every box."""
        return replace(self, boxes=tuple(map(change, self.boxes)))

    def with_box(self, key: str, *instead: Box) -> "Layout":
        """Return this layout with ``instead`` in the place of the box ``key``."""
        place = self.index(key)
        return replace(self, boxes=(*self.boxes[:place], *instead, *self.boxes[place + 1 :]))
