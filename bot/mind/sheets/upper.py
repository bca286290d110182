"""The upper section as an automaton: which of its boxes are filled, and what of their sum matters for the bonus.

Two sums are one class where no way to fill the open boxes tells their bonuses apart. So the upper section of 63 and 35
points has 1,618 classes instead of 2,794 pairs of boxes and sums. This is exact.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bot.games.yum.scoring import Bonus


@dataclass(frozen=True)
class UpperSection:
    """All classes of an upper section; numbers run over all sets of filled boxes (``masks``)."""

    masks: NDArray[np.int64]
    """The filled boxes of each class, a bit a box."""
    bonus: NDArray[np.float64]
    """The bonus of each class of which all boxes are filled, else 0."""
    after: NDArray[np.int64]
    """The class after a box (second axis) has got its n-th possible number of points (third axis); -1 if filled."""
    numbers: Mapping[tuple[int, int], int]
    """The class of the filled boxes and their sum, which goes up to ``most`` only."""
    most: int | None
    """The sum from which on nothing changes; None where the bonus has no last step."""

    def number(self, mask: int, total: int) -> int:
        """Return the class of the filled boxes that add up to ``total``. Raises KeyError for a sum they cannot have."""
        return self.numbers[mask, _capped(total, self.most)]

    @property
    def count(self) -> int:
        """How many classes there are."""
        return len(self.masks)


@lru_cache(maxsize=8)  # Most sheets have the same one.
def upper_section(bonus: Bonus, points: tuple[tuple[int, ...], ...]) -> UpperSection:
    """Return the automaton of a section whose n-th box may hold ``points[n]``."""
    boxes = range(len(points))
    most = None if bonus.beyond else max((needed for needed, _ in bonus.steps), default=0)
    full = 2 ** len(points) - 1
    sums = _reachable(points, most)
    numbers: dict[tuple[int, int], int] = {}
    masks: list[int] = []
    paid: list[float] = []
    after: list[tuple[tuple[int, ...], ...]] = []
    for mask in range(full, -1, -1):
        found: dict[tuple[object, ...], int] = {}
        for total in sorted(sums[mask]):
            nexts = tuple(
                ()
                if mask >> box & 1
                else tuple(numbers[mask | 1 << box, _capped(total + more, most)] for more in points[box])
                for box in boxes
            )
            worth = bonus.points(total) if mask == full else 0
            known = found.setdefault((worth, nexts), len(masks))
            if known == len(masks):
                masks.append(mask)
                paid.append(float(worth))
                after.append(nexts)
            numbers[mask, total] = known
    width = max(map(len, points), default=1)
    table = np.full((len(masks), len(points), width), -1, dtype=np.int64)
    for number, nexts in enumerate(after):
        for box, ways in enumerate(nexts):
            table[number, box, : len(ways)] = ways
    return UpperSection(np.array(masks), np.array(paid), table, numbers, most)


def _capped(total: int, most: int | None) -> int:
    return total if most is None else min(total, most)


def _reachable(points: Sequence[Sequence[int]], most: int | None) -> list[set[int]]:
    """Return the sums that each set of filled boxes may have, none beyond the last step of the bonus."""
    sums: list[set[int]] = [set() for _ in range(2 ** len(points))]
    sums[0] = {0}
    for mask, found in enumerate(sums):
        for box, ways in enumerate(points):
            if not mask >> box & 1:
                sums[mask | 1 << box] |= {_capped(total + more, most) for total in found for more in ways}
    return sums
