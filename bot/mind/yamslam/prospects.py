"""An estimate of the points that the rest of a game of Yamslam brings to a seat.

Each chip on the rack is taken to be won by somebody with the chance below, and by everybody who still plays as likely
as by anybody else.
"""

from math import fsum, prod

from bot.engine import Seat
from bot.games.yamslam.chips import ALL_KINDS, CHIPS, KINDS, LAST, SET, SIX_KINDS, Chips
from bot.games.yamslam.rules import Yamslam
from bot.games.yamslam.state import State

_WON_ALONE = (1.0, 1.0, 0.96, 0.86, 0.8, 0.84, 0.72)
"""The part of the chips of each kind that somebody wins and that is not removed, alone.

As :class:`bot.mind.yamslam.estimate.YamslamEstimate` did against itself, here and below.
"""
_WON = (1.0, 1.0, 1.0, 1.0, 0.97, 0.95, 0.91)
"""The same for several players."""
_LAST_WON = 0.6
"""How often somebody wins the last chip."""
_AGAIN = 12.0
"""What another turn at once is worth among several players."""


def points_to_come(game: Yamslam, state: State, seat: Seat) -> float:
    """Return an estimate of the points that ``seat`` gets in the rest of a game that is not over."""
    staying = [other for other in range(game.players(state)) if other not in state.gone]
    share = sum(game.side(other) == game.side(seat) for other in staying) / len(staying)
    chances = [share * won for won in (_WON_ALONE if share == 1 else _WON)]
    chips = fsum(chance * left * kind.points for chance, left, kind in zip(chances, state.rack, KINDS, strict=True))
    last = LAST * share * _LAST_WON
    again = _AGAIN if state.turn == seat and share < 1 else 0
    return chips + last + again + _bonuses_to_come(state.taken[game.side(seat)], state.rack, chances)


def _bonuses_to_come(own: Chips, rack: Chips, chances: list[float]) -> float:
    """Return what the bonuses for different kinds and for four of a kind bring on average."""
    every = list(zip(own, rack, chances, strict=True))
    kinds = [1.0 if mine else 1 - _times(1 - chance, left) for mine, left, chance in every]
    all_kinds = prod(kinds)
    six_kinds = fsum((1 - one) * prod(kinds[:place] + kinds[place + 1 :]) for place, one in enumerate(kinds))
    sets = fsum(_times(chance, left) for mine, left, chance in every if mine + left == CHIPS)
    return ALL_KINDS * all_kinds + SIX_KINDS * six_kinds + SET * sets


def _times(chance: float, times: int) -> float:
    """Return the chance that something happens so many times in a row; a power is not the same on every processor."""
    return prod([chance] * times)
