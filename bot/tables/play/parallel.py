"""Simultaneous games: a public table, and below it a table of one seat for each player (``Table.parent``).

A player's own table is an ordinary one: its own journal, its own step, its own dice. This file holds the pure part of
both kinds together. ``family`` always is the players' own tables by user. An unreadable one is missing from it, and
counts as if its player had left.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.engine.dice import seat_key
from bot.engine.types import AnyGame, Seat
from bot.tables.core import lobbies, moves
from bot.tables.core.errors import NotSeated, NotStarted, SheetFull, TableOver
from bot.tables.core.model import Fair, Manner, Owed, Status, Table, TableId
from bot.tables.core.moves import Moved
from bot.tables.play.apart import apart

Family = Mapping[int, Table]


def fair_of(fair: Fair, user: int, seat: int) -> Fair:
    """Return the source of the dice of ``user`` in ``seat``: one seal, and later one secret, for everybody's dice.

    That of recipe 1 came from the user's id.
    """
    if fair.recipe == 1:
        return Fair(hmac.digest(fair.secret, f"seat|{user}".encode(), "sha256"), fair.entropy)
    return Fair(seat_key(fair.secret, fair.entropy, seat), fair.entropy)


def started(table: Table, user: int, interaction: int, ids: Iterable[TableId], now: int) -> Moved:
    """Start the game: the public table has no state of its own until the end; each player gets one of ``ids``."""
    begun = lobbies.started(table, user, interaction, now)
    public = replace(begun.table, state=None)
    seats = enumerate(zip(public.players, ids, strict=False))
    also = tuple(_own(public, player, seat, id, now) for seat, (player, id) in seats)
    return Moved(public, also=also, lobby=begun.lobby)


def gathered(game: AnyGame, players: Iterable[int], gone: Iterable[Seat], family: Family) -> Any:
    """Return everybody's sheets as one state of ``game``."""
    return apart(game).together([family[user].state if user in family else game.new(1) for user in players], gone)


def seen(table: Table, family: Family) -> Table:
    """Return the public table with everybody's current sheets."""
    gone = _gone(table, family)
    return replace(table, state=gathered(table.game, table.players, gone, family), gone=gone)


def settled(table: Table, family: Family, now: int) -> Table:
    """Return the public table after one player has finished or left: over with the last of them."""
    if any(not own.over for own in family.values()):
        return moves.decided(table, now, gone=_gone(table, family))
    complete = _complete(table, family)
    status = Status.ENDED if len(complete.gone) == len(complete.players) else Status.FINISHED
    return moves.decided(complete, now, status=status)


def left(table: Table, family: Family, user: int, now: int) -> Moved:
    """Let ``user`` leave; the others play on. It changes the own table, with the public one in ``also``."""
    if table.over:
        raise TableOver(table)
    own = own_table(table, family, user)
    if own.over:
        raise SheetFull if own.status is Status.FINISHED else NotSeated
    moved = moves.dropped(own, user, now)
    return moved._replace(also=(settled(table, {**family, user: moved.table}, now),))


def ended(table: Table, family: Family, user: int, manager: bool, now: int) -> Moved:
    """Close the lobby, or end everything before its end; no result counts."""
    public = moves.ended(table, user, manager, now)
    if table.status is Status.LOBBY:
        return public
    return Moved(
        _complete(public.table, family),
        also=tuple(moves.decided(own, now, status=Status.ENDED) for own in family.values() if not own.over),
    )


def progress(own: Table) -> tuple[int, int]:
    """Return how far the player of an own table is, and how far they have to go."""
    return apart(own.game).progress(own.state, Seat(0))


def own_table(table: Table, family: Family, user: int) -> Table:
    """Return the table of ``user``, played or over. Raises NotStarted or NotSeated."""
    if table.status is Status.LOBBY:
        raise NotStarted
    if user not in family:
        raise NotSeated
    return family[user]


def honest(table: Table, family: Family) -> bool:
    """Whether the final sheets, the order of play and everybody's secrets follow from the players' tables.

    journal.py checks their journals one by one. After an erasure nobody can repeat what used that person's id.
    """
    players = table.players
    return (
        set(family) == set(players)
        and (min(players) < 0 or lobbies.order(table.fair, players, table.game) == players)
        and all(
            family[user].fair == fair_of(table.fair, user, seat)
            for seat, user in enumerate(players)
            if user > 0 or table.fair.recipe > 1
        )
        and seen(table, family).state == table.state
    )


def _own(public: Table, user: int, seat: int, id: TableId, now: int) -> Table:
    return replace(
        public,
        id=id,
        message=None,
        call=None,
        host=user,
        capacity=1,
        players=(user,),
        state=public.game.new(1),
        step=0,
        fair=fair_of(public.fair, user, seat),
        throws=public.throws[:1],
        stirred=(),
        opened=now,
        manner=Manner(real_dice=public.manner.real_dice),
        parent=public.id,
        due=None,
        version=1,
        since=0,
        owed=Owed.NOTHING,
    )


def _gone(table: Table, family: Family) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, user in enumerate(table.players) if user not in family or family[user].gone)


def _complete(table: Table, family: Family) -> Table:
    """Return ``table`` with what it keeps for good: everybody's sheets and the number of throws."""
    return replace(seen(table, family), thrown=sum(own.thrown for own in family.values()))
