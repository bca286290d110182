"""The moments of 421: a 4-2-1, a nénette, the pot empty."""

from bot.engine import N_, Event, Rolled
from bot.games.four_two_one.rules import FourTwoOne
from bot.games.four_two_one.state import PotEmpty, State
from bot.screens.kit.board.moment import Moment

_BEST, _NENETTE = [1, 2, 4], [1, 2, 2]


def moment(game: FourTwoOne, before: State, after: State, events: tuple[Event, ...]) -> Moment | None:
    """Return the greatest moment of ``events``."""
    seat = game.turn(before)
    if seat is None:
        return None
    if any(isinstance(event, PotEmpty) for event in events):
        return Moment(N_("The discharge begins!"), seat, great=True)
    if any(isinstance(event, Rolled) for event in events):
        return Moment(N_("4-2-1!"), seat, great=True) if sorted(after.dice) == _BEST else None
    stood = sorted(before.dice) == _NENETTE and not after.dice
    return Moment(N_("Nénette! {player} stops at 2-2-1."), seat) if stood else None
