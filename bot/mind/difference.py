"""What decided a game between two sides: net luck and net decisions.

It imports nothing else of the mind, so screens may ask without loading any of that.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Reviewed(Protocol):
    """The review of a seat, as far as this asks."""

    @property
    def luck(self) -> float:
        """What the dice brought."""

    @property
    def lost(self) -> float:
        """What decisions lost."""


class Net(NamedTuple):
    """What one side had less what the other had, in the unit of the review; more is better, whatever the unit."""

    luck: float
    decisions: float


def net(seats: Sequence[Reviewed | None], sides: int, seat: int) -> Net | None:
    """Return net luck and net decisions of the side of ``seat``; None unless there are two, all of them reviewed.

    What one side wins of a chance to win, the other loses. So ``start + luck + decisions`` is what came out for every
    seat, and what a review calls *others* is the other side's (and a partner's) part of it. In points and turns every
    seat has its own sum; where both begin alike, ``luck + decisions`` is the margin in points.
    """
    if sides != 2:
        return None
    luck = decisions = 0.0
    for other, review in enumerate(seats):
        if review is None:
            return None
        sign = 1 if other % 2 == seat % 2 else -1
        luck += sign * review.luck
        decisions -= sign * review.lost
    return Net(luck, decisions)
