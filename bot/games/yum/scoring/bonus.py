"""The bonus of the upper section."""

from dataclasses import dataclass
from typing import Protocol


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
