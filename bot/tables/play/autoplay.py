"""Plays a turn for an absent player: legal actions only, through the one gate, in the journal as the seat's own.

It decides nothing that a player would think about: it holds no die on purpose, throws once, and writes the throw where
it costs least.
"""

from dataclasses import dataclass, replace
from typing import cast

from bot.engine import Event, Seat
from bot.engine.types import text
from bot.tables.core.model import Status, Table
from bot.tables.core.moves import MoveResult, apply_action
from bot.tables.core.occupants import Occupant
from bot.tables.play.clock import with_deadline

_MOST_ACTIONS = 100
"""In one turn; if the rules go on, the next patience meets them again."""


@dataclass(frozen=True, slots=True)
class TurnSkipped(Event):
    """The table skipped the turn of ``seat``, which was ``player``'s."""

    seat: Seat
    player: Occupant


def skip_turn(table: Table, now: int, *, alone: bool = True) -> MoveResult:
    """Play the turn of the seat to act; ``alone`` if the clock decided so, else people did.

    Nobody can take it back afterwards: a skipped turn stays skipped.
    """
    seat = cast(Seat, table.turn)
    after = table
    moves: list[MoveResult] = []
    for _ in range(_MOST_ACTIONS):
        moves.append(apply_action(after, seat, text(after.game.autoplay(after.state)), now))
        after = moves[-1].table
        if after.turn != seat or after.state is None or not after.state.dice:
            break
    skips = table.skips + 1 if alone else 0
    over = after.status is not Status.PLAYING
    return MoveResult(
        with_deadline(replace(after, version=table.version + 1, undoable=None, skips=0 if over else skips)),
        tuple(entry for move in moves for entry in move.entries),
        (*(event for move in moves for event in move.events), TurnSkipped(seat, table.players[seat])),
        seat,
    )
