"""Positions of Yamslam between two players, as a net reads them.

For each kind counts where its four chips are: with who is to act, with the other player, on the rack or removed. And it
counts what happens if the turn brings no chip.
"""

from enum import IntEnum

from bot.engine import Seat
from bot.games.yamslam.chips import CHIPS
from bot.games.yamslam.state import State

Chips = tuple[int, int, int]
"""How many of four chips are with who is to act, with the other, on the rack; the others are removed."""
PLACES_OF_CHIPS: list[Chips] = [
    (own, other, rack)
    for own in range(CHIPS + 1)
    for other in range(CHIPS + 1 - own)
    for rack in range(CHIPS + 1 - own - other)
]


class Moment(IntEnum):
    """Who began the round, and whether a chip has been taken in it: if none is, the dearest one goes."""

    FIRST = 0
    """Who is to act began it; nobody has a chip yet."""
    FIRST_SAFE = 1
    """The same after a Yamslam."""
    SECOND = 2
    """The other player began it, and got nothing."""
    SECOND_SAFE = 3


def position(state: State) -> tuple[tuple[Chips, ...], Moment]:
    """Return where the chips of each kind are, and the moment, before a turn or after a Yamslam."""
    seat = Seat(state.turn or 0)
    chips = tuple(zip(state.taken[seat], state.taken[1 - seat], state.rack, strict=True))
    return chips, Moment(2 * seat + (state.fruitful or state.won))
