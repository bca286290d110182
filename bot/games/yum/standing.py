"""The numbers that rank seats, over the games of a match."""

from collections.abc import Iterable
from typing import NamedTuple


class Standing(NamedTuple):
    """What a seat has to show: of one game, or added up over a match or a team."""

    total: int
    score: int
    """The written points alone, if the total is something else (Balut)."""
    upper: int
    """Upper sections with their bonuses."""
    yums: int


def total_standing(standings: Iterable[Standing]) -> Standing:
    """Return the sum of ``standings``."""
    return Standing(*map(sum, zip(Standing(0, 0, 0, 0), *standings, strict=True)))
