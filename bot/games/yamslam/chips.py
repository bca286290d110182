"""The 28 chips of Yamslam: seven kinds, which dice win them, what they are worth alone and together."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from bot.engine import N_, Faces
from bot.engine.hands import full_house, most, run, with_at_least

CHIPS = 4
"""Chips of each kind."""
ALL_KINDS, SIX_KINDS, SET, LAST = 50, 20, 30, 20
"""The bonuses: all seven kinds, exactly six, four chips of a kind, the last chip in play."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of chip: its word in actions, what it is called, what it is worth, and which dice win it."""

    key: str
    label: str
    short: str
    points: int
    condition: str
    fits: Callable[[Faces], bool]


KINDS: tuple[Kind, ...] = (
    Kind("2p", N_("2 Pairs"), N_("2P"), 5, N_("Two pairs of two different numbers."), lambda d: _pairs(d) >= 2),
    Kind("3k", N_("Three of a Kind"), N_("3K"), 10, N_("Three equal dice."), lambda d: most(d) >= 3),
    Kind("ss", N_("Small Straight"), N_("SS"), 20, N_("Four numbers in a row."), lambda d: run(d, 4)),
    Kind("fl", N_("Flush"), N_("FL"), 25, N_("Five dice of one colour."), lambda d: len({f % 2 for f in d}) == 1),
    Kind("fh", N_("Full House"), N_("FH"), 30, N_("Three of one number and two of another."), full_house),
    Kind("4k", N_("Four of a Kind"), N_("4K"), 40, N_("Four equal dice."), lambda d: most(d) >= 4),
    Kind("ls", N_("Large Straight"), N_("LS"), 50, N_("Five numbers in a row."), lambda d: run(d, 5)),
)
"""From the cheapest to the dearest."""
PLACES = {kind.key: place for place, kind in enumerate(KINDS)}


def _pairs(faces: Faces) -> int:
    return len(with_at_least(faces, 2))


Chips: TypeAlias = tuple[int, ...]
"""How many chips of each kind."""


NONE: Chips = (0,) * len(KINDS)
FULL: Chips = (CHIPS,) * len(KINDS)


def worth(chips: Chips) -> int:
    """Return the points on these chips, without bonuses."""
    return sum(number * kind.points for number, kind in zip(chips, KINDS, strict=True))


class Bonuses(NamedTuple):
    """What chips earn besides their points at the end of a game."""

    kinds: int
    """For all seven kinds, or for six."""
    sets: int
    """For every four chips of a kind."""
    last: int
    """For the last chip in play."""


def bonuses(chips: Chips, last: bool) -> Bonuses:
    """Return what these chips earn; ``last`` says whether the last chip in play is among them."""
    return Bonuses((ALL_KINDS, SIX_KINDS, 0)[min(chips.count(0), 2)], SET * chips.count(CHIPS), LAST * last)
