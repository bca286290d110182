"""Plays a turn for an absent player: legal actions only, through the one gate, in the journal as the seat's own.

It decides nothing that a player would think about: it holds no die on purpose, throws once, and writes the throw where
it costs least.

A table may have a computer play for them instead, from then on, until they press anything on the board: the seat stays
theirs, and the journal holds these moves as its own too.
"""

from dataclasses import dataclass, replace
from typing import cast

from bot.engine import Event, Seat
from bot.engine.types import text
from bot.tables.core import moves
from bot.tables.core.errors import NoSuchChoice
from bot.tables.core.model import AbsencePolicy, Status, Table
from bot.tables.core.moves import MoveResult, apply_action
from bot.tables.core.occupants import Occupant
from bot.tables.play.clock import allowed_policies, with_deadline

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


def keep_warm(table: Table, now: int) -> MoveResult:
    """Let a computer play for the seat to act, whose player is absent."""
    turn = table.turn
    if turn is None or turn in table.stand_ins:
        return MoveResult(table)
    return MoveResult(moves.after_decision(_warm(table, turn), now))


def may_step_away(table: Table, user: int) -> bool:
    """Whether a computer may play for ``user``: in turns, with the bot's dice, while somebody else is here."""
    seat = table.seat_of(user)
    playing = table.status is Status.PLAYING and seat is not None and seat not in table.stand_ins
    here = len(table.people_staying) - len(table.stand_ins)
    return playing and here > 1 and AbsencePolicy.COMPUTER in allowed_policies(table.settings)


def step_away(table: Table, user: int, now: int) -> MoveResult:
    """Let a computer play for ``user``, until they press anything on the board. Raises NoSuchChoice."""
    seat = table.seat_of(user)
    if seat is None or not may_step_away(table, user):
        raise NoSuchChoice
    return MoveResult(moves.after_decision(_warm(table, seat), now, actor=user))


def _warm(table: Table, seat: Seat) -> Table:
    return replace(table, stand_ins=(*table.stand_ins, seat), stood_in=True)


def kept_seat(table: Table, user: int) -> Seat | None:
    """Return the seat of ``user`` if a computer plays for them now."""
    seat = table.seat_of(user) if table.stand_ins else None
    return seat if seat in table.stand_ins else None


def take_back(table: Table, user: int, now: int) -> MoveResult:
    """Give ``user`` their seat back, wherever the turn is; no change for whom no computer plays."""
    seat = kept_seat(table, user)
    if seat is None or table.over:
        return MoveResult(table)
    own = replace(table, stand_ins=tuple(one for one in table.stand_ins if one != seat))
    return MoveResult(moves.after_decision(own, now, actor=user))
