"""The two ways to play: in turns at one table, or everybody at once at tables of their own below the public one."""

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from bot.tables.model.errors import NotSaved, OldPress, translated_errors
from bot.tables.model.store import SaveConflict
from bot.tables.model.table import AbsencePolicy, Status, Table, TableId, is_person
from bot.tables.moves import lobbies, playing, simultaneous, votes, waiting
from bot.tables.moves.playing import MoveResult
from bot.tables.storage import journal
from bot.tables.storage.repository import TRIES, Change, TableRepository
from bot.tables.storage.seals import Seals

# -- Games in turns: what people do with a whole game, as far as a table's mode makes a difference -------------------


class Play(Protocol):
    """What each mode of a table does in its own way. Every method raises TableError for a refusal."""

    async def start(self, table: Table, user: int | None, interaction: int) -> Change:
        """Start the game of a lobby, and draw the order of play; without ``user`` if its countdown is over."""

    async def leave(self, table: Table, user: int) -> Change:
        """Let ``user`` leave the game."""

    async def remove(self, table: Table, user: int) -> Change:
        """Take the seat of ``user`` away, by the rule for absent players (:func:`bot.tables.moves.playing.remove`)."""

    async def end(self, table: Table, user: int, manager: bool) -> Change:
        """End the game before its end; no result counts."""

    async def give_up(self, table: Table) -> Change:
        """Do what the table chose for absent players, if patience has ended; else change nothing."""

    async def records(self, table: Table, user: int) -> list[dict[str, Any]]:
        """Return the games that ``user`` may have as notation.md writes them."""

    async def verify(self, table: Table) -> bool:
        """Whether the secret gives every throw, the order of play, and the state that people saw.

        Raises IndexError for a torn journal.
        """


class TurnPlay:
    """Play at one table; also a lobby, and the game of a day."""

    def __init__(self, repository: TableRepository, seals: Seals) -> None:
        """Change tables through ``repository``; ``seals`` say whose dice are secret."""
        self._repository = repository
        self._seals = seals

    async def start(self, table: Table, user: int | None, interaction: int) -> Change:
        """Start the game."""
        now = self._repository.now
        return await self._repository.transact(table.id, lambda table: lobbies.start(table, user, interaction, now()))

    async def leave(self, table: Table, user: int) -> Change:
        """Stand up from the lobby, or drop the seat."""
        return await self._repository.transact(
            table.id, lambda table: lobbies.leave(table, user, self._repository.now())
        )

    async def remove(self, table: Table, user: int) -> Change:
        """Have ``user`` stand up, or take their seat away."""
        return await self._repository.transact(
            table.id, lambda table: lobbies.remove(table, user, self._repository.now())
        )

    async def end(self, table: Table, user: int, manager: bool) -> Change:
        """Close the lobby, or end the game."""
        now = self._repository.now
        return await self._repository.transact(table.id, lambda table: playing.end(table, user, manager, now()))

    async def give_up(self, table: Table) -> Change:
        """Close a lobby that nobody starts, and the game of a day with public dice; else look at the seat to act."""
        with translated_errors():
            revealed = await self._seals.is_revealed_at(table)
        return await self._repository.transact(
            table.id, lambda table: _give_up(table, self._repository.now(), revealed)
        )

    async def records(self, table: Table, user: int) -> list[dict[str, Any]]:
        """Return the one record there is, with the secret only if it is public."""
        entries = journal.effective_entries(await self._repository.store.journal(table.id))
        return [journal.record(table, entries, sealed=await self._seals.hides_secret(table))]

    async def verify(self, table: Table) -> bool:
        """Whether the journal follows from the secret."""
        rows = await self._repository.store.journal(table.id)
        return journal.is_whole(table, rows) and await journal.verify(table, journal.effective_entries(rows))


def _give_up(table: Table, now: int, revealed: bool) -> MoveResult:
    if revealed and table.status is Status.PLAYING:
        return playing.close(table, now)
    if not waiting.patience_is_over(table, now):
        return MoveResult(table)
    if table.mode.duplicate:
        return playing.close(table, now)
    if table.status is Status.LOBBY:
        return lobbies.expire(table, now)
    late = waiting.effective_policy(table)
    if late is AbsencePolicy.SKIP:
        return playing.skip_turn(table, now)
    if late is AbsencePolicy.COMPUTER:
        return playing.keep_warm(table, now)
    if late is AbsencePolicy.DROP and table.turn_player is not None:
        return playing.drop_player(table, table.turn_player, now)
    return votes.start_vote(table) if late is AbsencePolicy.VOTE else MoveResult(table)


# -- Simultaneous games: the one way to change a public table together with the players' own tables below it ---------
# simultaneous_moves.py has the pure moves.


class SimultaneousPlay:
    """Public tables with the players' own: a :class:`~bot.tables.service.modes.Play`, and what only this one can."""

    def __init__(self, repository: TableRepository, turns: TurnPlay, seals: Seals) -> None:
        """Change tables through ``repository``; a lobby is as with ``turns``; ``seals`` say whose dice are secret."""
        self._repository = repository
        self._turns = turns
        self._seals = seals
        self.own_tables = repository.own_tables

    async def own_table(self, id: TableId, user: int) -> Table:
        """Return the table of ``user`` below the public table ``id``. Raises NotStarted or NotSeated."""
        table = await self._repository.get(id)
        return simultaneous.find_own_table(table, await self.own_tables(table), user)

    async def visible_table(self, table: Table, user: int) -> Table:
        """Return the sheets that ``user`` may see: everybody's, or only their own while the totals stay hidden.

        Raises SecretDay for somebody else's game of the day.
        """
        with translated_errors():
            await self._seals.check_reader(table, user)
        public = table if table.parent is None else await self._repository.get(table.parent)
        if public.mode.in_turns or public.status is not Status.PLAYING:
            return public
        own_tables = await self.own_tables(public)
        if public.settings.hidden_totals:
            return simultaneous.find_own_table(public, own_tables, user)
        return simultaneous.with_current_sheets(public, own_tables)

    async def finish_if_complete(self, id: TableId) -> Table:
        """Return the public table, finished now if everybody is done and nobody has noticed."""
        async with self._repository.locked(id):
            table = await self._repository.load(id)
            own_tables = await self.own_tables(table, fresh=True) if table.status is Status.PLAYING else {}
            if not own_tables or any(not own_table.over for own_table in own_tables.values()):
                return table
            settled = simultaneous.after_player_done(table, own_tables, self._repository.now())
            return (await self._repository.commit(table, MoveResult(settled))).after

    async def start(self, table: Table, user: int | None, interaction: int) -> Change:
        """Start the game: each player gets a table."""
        now = self._repository.now
        ids = [await self._repository.store.new_id() for _ in range(table.capacity)]
        return await self._repository.transact(
            table.id, lambda table: simultaneous.start(table, user, interaction, ids, now())
        )

    async def leave(self, table: Table, user: int) -> Change:
        """Let ``user`` leave; the others play on."""
        if table.status is Status.LOBBY:
            return await self._turns.leave(table, user)
        now = self._repository.now
        return await self._change_all(
            table.id, lambda table, own_tables: simultaneous.leave(table, own_tables, user, now())
        )

    async def remove(self, table: Table, user: int) -> Change:
        """Let ``user`` leave: nobody waits for a turn of theirs."""
        if table.status is Status.LOBBY:
            return await self._turns.remove(table, user)
        now = self._repository.now
        return await self._change_all(
            table.id, lambda table, own_tables: simultaneous.leave(table, own_tables, user, now(), removed=True)
        )

    async def end(self, table: Table, user: int, manager: bool) -> Change:
        """End the game at all tables."""
        now = self._repository.now
        return await self._change_all(
            table.id, lambda table, own_tables: simultaneous.end(table, own_tables, user, manager, now())
        )

    async def give_up(self, table: Table) -> Change:
        """Give everybody up who has done nothing on their own sheet for too long; the last one may stay."""
        if table.status is not Status.PLAYING:
            return await self._turns.give_up(table)
        change = Change(table, table)
        for user, own_table in (await self.own_tables(table)).items():
            if not is_person(user) or not self._is_late(table, own_table):
                continue
            try:
                change = await self._change_all(table.id, partial(self._drop_if_late, user))
            except OldPress:
                continue
        return Change(table, change.after, change.events)

    async def records(self, table: Table, user: int) -> list[dict[str, Any]]:
        """Return the record of every player's own game, or of ``user`` alone while the totals stay hidden."""
        shown = await self.own_tables(table)
        if table.settings.hidden_totals and not table.over:
            shown = {user: simultaneous.find_own_table(table, shown, user)}
        store = self._repository.store
        return [
            journal.record(shown[player], journal.effective_entries(await store.journal(shown[player].id)))
            for player in table.players
            if player in shown
        ]

    async def verify(self, table: Table) -> bool:
        """Whether every own table is honest, and the public one shows what they say."""
        own_tables, store = await self.own_tables(table, fresh=True), self._repository.store
        if not simultaneous.verify(table, own_tables):
            return False
        for own_table in own_tables.values():
            rows = await store.journal(own_table.id)
            if not journal.is_whole(own_table, rows):
                return False
            if not await journal.verify(own_table, journal.effective_entries(rows)):
                return False
        return True

    def _drop_if_late(self, user: int, table: Table, own_tables: simultaneous.OwnTables) -> MoveResult:
        own_table = simultaneous.find_own_table(table, own_tables, user)
        late = self._is_late(table, own_table)
        if table.over or not late or waiting.effective_policy(table) is not AbsencePolicy.DROP:
            raise OldPress(own_table)
        return simultaneous.leave(table, own_tables, user, self._repository.now())

    def _is_late(self, table: Table, own_table: Table) -> bool:
        """Whether the player of ``own_table`` has done nothing for too long."""
        now = self._repository.now()
        return not own_table.over and waiting.waiting_since(table, own_table) + table.settings.patience <= now

    async def _change_all(self, id: TableId, move: Callable[[Table, simultaneous.OwnTables], MoveResult]) -> Change:
        """Make a move of the public table ``id`` and its family; presses on own tables meanwhile go first."""
        async with self._repository.locked(id):
            for _ in range(TRIES):
                table = await self._repository.load(id)
                own_tables = await self.own_tables(table, fresh=True)
                moved = move(table, own_tables)
                first = table if moved.table.id == id else own_tables[moved.table.players[0]]
                try:
                    await self._repository.commit(first, moved)
                except SaveConflict:
                    continue
                return Change(table, await self._repository.get(id), moved.events if first is table else ())
            raise NotSaved
