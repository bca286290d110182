"""Simultaneous games: a public table, and below it a table of one seat for each player (``Table.parent``).

A player's own table is an ordinary one: its own journal, its own step, its own dice. This file holds the pure part of
both kinds together. ``own_tables`` always are the players' own tables by user. An unreadable one is missing from it,
and counts as if its player had left.
"""

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.engine import AnyGame, Progress, Seat, seat_key
from bot.engine.dice import RecordingDice
from bot.tables.model.errors import NotSeated, NotStarted, SheetFull
from bot.tables.model.table import (
    DiceSeed,
    Hints,
    Occupant,
    PendingCall,
    Status,
    Table,
    TableId,
    TableSettings,
    is_person,
)
from bot.tables.moves import lobbies, playing
from bot.tables.moves.lobbies import as_simultaneous
from bot.tables.moves.playing import MoveResult
from bot.tables.moves.waiting import with_deadline

OwnTables = Mapping[Occupant, Table]


def player_seed(seed: DiceSeed, user: Occupant, seat: int) -> DiceSeed:
    """Return the source of the dice of ``user`` in ``seat``: one seal, and later one secret, for everybody's dice.

    That of recipe 1 came from the user's id.
    """
    if seed.recipe == 1:
        return DiceSeed(hmac.digest(seed.secret, f"seat|{user}".encode(), "sha256"), seed.entropy)
    return DiceSeed(seat_key(seed.secret, seed.entropy, seat), seed.entropy)


def start(table: Table, user: int | None, interaction: int, ids: Iterable[TableId], now: int) -> MoveResult:
    """Start the game: the public table has no state of its own until the end; each player gets one of ``ids``."""
    begun = lobbies.start(table, user, interaction, now)
    public = begun.table
    seats = enumerate(zip(public.players, ids, strict=False))
    return MoveResult(
        public,
        other_tables=tuple(_own(public, player, seat, id, now) for seat, (player, id) in seats),
        lobby=begun.lobby,
    )


def merged_state(game: AnyGame, players: Iterable[Occupant], gone: Iterable[Seat], own_tables: OwnTables) -> Any:
    """Return everybody's sheets as one state of ``game``."""
    return as_simultaneous(game).merge(
        [own_tables[user].state if user in own_tables else game.alone.new(1) for user in players], gone
    )


def with_current_sheets(table: Table, own_tables: OwnTables) -> Table:
    """Return the public table with everybody's current sheets."""
    gone = _gone(table, own_tables)
    return replace(table, state=merged_state(table.game, table.players, gone, own_tables), gone=gone)


def after_player_done(table: Table, own_tables: OwnTables, now: int) -> Table:
    """Return the public table after one player has finished or left: over with the last of them."""
    if any(not own_table.over for own_table in own_tables.values()):
        return playing.after_decision(table, now, gone=_gone(table, own_tables))
    complete = _complete(table, own_tables)
    if len(complete.gone) == len(complete.people):
        return playing.after_decision(complete, now, status=Status.ENDED)
    state, throws = settled(table.game, complete.state, table.seed)
    decided = replace(complete, state=state, thrown=complete.thrown + throws)
    return playing.after_decision(decided, now, status=Status.FINISHED)


def leave(table: Table, own_tables: OwnTables, user: int, now: int, *, removed: bool = False) -> MoveResult:
    """Let ``user`` leave; the others play on. It changes the own table, with the public one in ``other_tables``.

    ``removed`` says that a manager wants it: both tables remember that.
    """
    playing.check_not_over(table)
    own_table = find_own_table(table, own_tables, user)
    if own_table.over:
        raise SheetFull if own_table.status is Status.FINISHED else NotSeated
    moved = playing.drop_player(own_table, user, now)
    if removed:
        moved = moved._replace(table=replace(moved.table, removed=(Seat(0),)))
        table = replace(table, removed=(*table.removed, Seat(table.players.index(user))))
    after = {**own_tables, user: moved.table}
    if _is_unplayed(after):
        public = playing.close(_complete(table, after), now).table
        return moved._replace(other_tables=(public, *_closed(after, now)))
    return moved._replace(other_tables=(after_player_done(table, after, now),))


def end(table: Table, own_tables: OwnTables, user: int, manager: bool, now: int) -> MoveResult:
    """Close the lobby, or end everything before its end; no result counts."""
    public = playing.end(table, user, manager, now)
    if table.status is Status.LOBBY:
        return public
    closed = _closed(own_tables, now)
    return MoveResult(_complete(public.table, own_tables), events=public.events, other_tables=closed)


def _is_unplayed(own_tables: OwnTables) -> bool:
    """Whether at most one player stays, and fewer than two of several have thrown: nobody can win that."""
    staying = sum(not own_table.gone for own_table in own_tables.values())
    thrown = sum(own_table.thrown > 0 for own_table in own_tables.values())
    return len(own_tables) > 1 and staying < 2 and thrown < 2


def _closed(own_tables: OwnTables, now: int) -> tuple[Table, ...]:
    """Return the own tables at which somebody still plays, ended."""
    return tuple(
        playing.after_decision(own_table, now, status=Status.ENDED)
        for own_table in own_tables.values()
        if not own_table.over
    )


def progress(own_table: Table) -> Progress:
    """Return how far the player of an own table is: what the public board shows changes with it."""
    return as_simultaneous(own_table.game).progress(own_table.state, Seat(0))


def find_own_table(table: Table, own_tables: OwnTables, user: int) -> Table:
    """Return the table of ``user``, played or over. Raises NotStarted or NotSeated."""
    if table.status is Status.LOBBY:
        raise NotStarted
    if user not in own_tables:
        raise NotSeated
    return own_tables[user]


def verify(table: Table, own_tables: OwnTables) -> bool:
    """Whether the final sheets, the order of play and everybody's secrets follow from the players' tables.

    journal.py checks their journals one by one. After an erasure nobody can repeat what used that person's id.
    """
    players = table.players
    return (
        set(own_tables) == set(players)
        and lobbies.seats_follow(table)
        and all(
            own_tables[user].seed == player_seed(table.seed, user, seat)
            for seat, user in enumerate(players)
            if not is_person(user) or user > 0 or table.seed.recipe > 1
        )
        and settled(table.game, with_current_sheets(table, own_tables).state, table.seed)[0] == table.state
    )


def settled(game: AnyGame, state: Any, seed: DiceSeed) -> tuple[Any, int]:
    """Return the merged ``state`` with the throws that decide its ties, and how many they are.

    They come from the rows of the seats for ties, under the secret of the public table: sheets read none of these.
    """
    dice = RecordingDice(seed.source().for_seat(0))
    return game.settled(state, dice), len(dice.throws)


def _own(public: Table, user: Occupant, seat: int, id: TableId, now: int) -> Table:
    own = replace(
        public,
        id=id,
        message=None,
        call=None,
        host=user if is_person(user) else public.host,
        capacity=1,
        players=(user,),
        game=public.game.alone,
        state=public.game.alone.new(1),
        step=0,
        seed=player_seed(public.seed, user, seat),
        throws=public.throws[:1],
        stirred=(),
        choosers=(),
        chosen_sides=(),
        follows=None,
        invited=(),
        evening=(),
        evening_wins=(),
        opened=now,
        changed=now,
        settings=TableSettings(
            real_dice=public.settings.real_dice,
            hints=Hints.ON if public.allows_hints else Hints.OFF,
            computer_pace=public.settings.computer_pace,
            computer_temper=public.settings.computer_temper,
        ),
        parent=public.id,
        due=None,
        reminding=None,
        version=1,
        since=0,
        pending_call=PendingCall.NOTHING,
        call_due=None,
    )
    return own if is_person(user) else with_deadline(own)


def _gone(table: Table, own_tables: OwnTables) -> tuple[Seat, ...]:
    return tuple(
        Seat(seat) for seat, user in enumerate(table.players) if user not in own_tables or own_tables[user].gone
    )


def _complete(table: Table, own_tables: OwnTables) -> Table:
    """Return ``table`` with what it keeps for good: all sheets, the players who had hints, and the number of throws."""
    return replace(
        with_current_sheets(table, own_tables),
        thrown=sum(own_table.thrown for own_table in own_tables.values()),
        hinted=tuple(
            Seat(seat) for seat, user in enumerate(table.players) if user in own_tables and own_tables[user].hinted
        ),
    )
