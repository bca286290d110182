"""Keeps tables: locks, loads, checks and saves them. Every change of a table goes through here.

A change is on disk before its caller learns of it. A press on a table in recent use reads nothing from the storage. But
memory alone never refuses a press, since another process may have gone on.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import NoReturn, TypeVar

from bot.engine import Event, GameError, Seat
from bot.tables.model.choices import GuildSettings
from bot.tables.model.errors import (
    AlreadyPlayedToday,
    BrokenTable,
    ChannelTaken,
    NotSaved,
    NotYetKnown,
    OldPress,
    TableError,
    as_table_error,
    translated_errors,
)
from bot.tables.model.memory import Locks, LruCache, TableLock
from bot.tables.model.processes import HeldShards, Shards
from bot.tables.model.store import (
    ChannelBusy,
    NotShown,
    Row,
    SaveConflict,
    SaveFailed,
    SaveUnknown,
    StoreError,
    TableStore,
)
from bot.tables.model.table import Make, Occupant, Status, Table, TableId
from bot.tables.moves import simultaneous
from bot.tables.moves.lobbies import without_rematch
from bot.tables.moves.playing import MoveResult
from bot.tables.storage.loading import Loader
from bot.tables.storage.results import Results
from bot.tables.storage.rows import journal_rows, to_row

T = TypeVar("T")

REMEMBERED = 4096
"""The number of tables and selections to keep in memory; a table is about 5 KB."""

OVER_REMEMBERED = 64
"""The number of those that may be over: people look at them for a while."""

TRIES = 3
"""The tries to draw an id, and to go on with a change after another process moved the board."""


# -- A press under way: counted, alone with its table, and with errors of the storage as errors of the table ---------


class InFlight:
    """The number of presses under way."""

    def __init__(self) -> None:
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    async def close(self) -> None:
        """Refuse new presses (NotSaved) and wait for those under way."""
        self._closed = True
        await self._idle.wait()

    def enter(self) -> None:
        """Count one more press under way. Raises NotSaved after :meth:`close`."""
        if self._closed:
            raise NotSaved
        self._busy += 1
        self._idle.clear()

    def exit(self) -> None:
        """Count one less."""
        self._busy -= 1
        if not self._busy:
            self._idle.set()


class CriticalSection:
    """A press under way, alone with a lock if there is one; errors of the storage become NotSaved.

    If nobody knows yet what is stored, it stays under way, and alone, until somebody does: the next press must not act
    on a row that is about to change. The code is written out because every press enters it: nested generator contexts
    cost three times as much.
    """

    __slots__ = ("_in_flight", "_lock")

    def __init__(self, in_flight: InFlight | None, lock: TableLock | None) -> None:
        """Let ``in_flight``, if there is one, count it."""
        self._in_flight = in_flight
        self._lock = lock

    async def __aenter__(self) -> None:
        if self._in_flight is not None:
            self._in_flight.enter()
        if self._lock is not None:
            try:
                await self._lock.claim()
            except BaseException as error:
                if self._in_flight is not None:
                    self._in_flight.exit()
                if isinstance(error, TimeoutError):
                    raise NotSaved from error
                raise

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, NotYetKnown):
            error.settled.add_done_callback(self._leave)
            return
        self._leave()
        if self._in_flight is not None and isinstance(error, StoreError):
            raise as_table_error(error) from error

    def _leave(self, _: object = None) -> None:
        if self._lock is not None:
            self._lock.leave()
        if self._in_flight is not None:
            self._in_flight.exit()


# -- The tables ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """A saved decision. ``before`` is None for a new table and equals ``after`` if nothing had to change."""

    before: Table | None
    after: Table
    events: tuple[Event, ...] = ()
    actor: Seat | None = None


class TableRepository:
    """The tables by their ids, one change at a time for each. Services that change tables hold one of these."""

    def __init__(
        self,
        store: TableStore,
        clock: Callable[[], int],
        make: Make | None = None,
        shards: HeldShards | None = None,
        settings: GuildSettings | None = None,
    ) -> None:
        """Keep tables in ``store``; ``clock`` gives unix seconds, ``make`` the games of rows.

        ``shards`` say whose tables this process looks after; without them, it looks after all. ``settings`` know the
        time zones of servers.
        """
        self.store = store
        self.shards = shards or HeldShards()
        self.now = clock
        self._loader = Loader(store, make)
        self.results = Results(store, self.own_tables, settings)
        self._tables: LruCache[TableId, Table] = LruCache(REMEMBERED)
        self._over: dict[TableId, None] = {}
        """Tables in memory that are over; the one that was looked at longest ago comes first."""
        self._locks = Locks()
        self._in_flight = InFlight()
        self._listeners: list[tuple[Callable[[int], object], Callable[[Table], object]]] = []
        self._watchers: list[Callable[[Table], None]] = []
        self._watchers_of_computers: list[Callable[[Table], None]] = []

    def is_ours(self, guild: int) -> bool:
        """Whether this process looks after the tables of ``guild``; its shard may have just passed on."""
        return self.shards.now.owns(guild) and self.shards.valid()

    def on_finish(self, tell: Callable[[int], object], concerns: Callable[[Table], object] = bool) -> None:
        """Call ``tell`` with the server of every table with newly stored results that it ``concerns``.

        It must not wait.
        """
        self._listeners.append((tell, concerns))

    def on_save(self, tell: Callable[[Table], None]) -> None:
        """Call ``tell`` with every table stored at another step, or with another pending call; it must not wait."""
        self._watchers.append(tell)

    def on_save_with_computers(self, tell: Callable[[Table], None]) -> None:
        """Do the same for tables where computers sit."""
        self._watchers_of_computers.append(tell)

    async def get(self, id: TableId) -> Table:
        """Return the current table. Raises NoTable or BrokenTable."""
        return self._tables.get(id) or await self.load(id)

    async def current(self, id: TableId) -> Table:
        """Return the table as it is stored; memory knows that where no other process can have changed it."""
        return await (self.get if self.store.exclusive else self.load)(id)

    async def live_at(self, guild: int, channel: int) -> Table | None:
        """Return the live table that holds the channel."""
        with translated_errors():
            id = await self.store.live_at(guild, channel)
        return None if id is None else await self.get(id)

    async def live(self, guild: int | None = None, channel: int | None = None) -> list[TableId]:
        """Return all live tables of our shards, of one guild or its ``channel`` if given."""
        with translated_errors():
            return await self.store.live(guild, self.shards.now, channel)

    async def seated(self, guild: int, user: int) -> list[TableId]:
        """Return the live tables of a guild where ``user`` has a seat or had one; no player's own tables."""
        with translated_errors():
            return await self.store.seated(guild, user)

    async def not_shown(self, shards: Shards | None = None) -> dict[TableId, NotShown]:
        """Return our tables whose message misses their last step, or with a pending call.

        With ``shards``, return only theirs.
        """
        with translated_errors():
            return await self.store.not_shown(shards or self.shards.now)

    async def tell_owner(self, id: TableId) -> None:
        """Tell the process that looks after the table that its message may show anything. Raises NotSaved."""
        with translated_errors():
            await self.store.tell_owner(id)

    async def note_shown(self, steps: Mapping[TableId, int]) -> None:
        """Store which step the message of each table shows, or POSTING; no change of the tables."""
        with translated_errors():
            await self.store.note_shown(steps)

    async def reload(self, id: TableId) -> Table:
        """Return the stored table. Raises NoTable or BrokenTable."""
        async with self.locked(id):
            return await self.load(id)

    def _remember(self, table: Table) -> None:
        self._tables.put(table.id, table)
        if table.over:
            self._over.pop(table.id, None)  # It goes to the end, however often it is looked at.
            self._over[table.id] = None
            if len(self._over) > OVER_REMEMBERED:
                oldest = next(iter(self._over))
                del self._over[oldest]
                self._tables.drop(oldest)

    async def own_tables(self, table: Table, *, fresh: bool = False) -> dict[Occupant, Table]:
        """Return the players' own tables below ``table``, by player; none for a game in turns.

        An unreadable one is missing. ``fresh`` reads them from the storage, all at once.
        """
        own_tables: dict[Occupant, Table] = {}
        if not table.has_own_tables:
            return own_tables
        reading: Iterable[Awaitable[Table]] = (
            (self._read(self._loader.of(row)) for row in await self.store.child_rows(table.id))
            if fresh
            else map(self.get, await self.store.children(table.id))
        )
        for read in reading:
            with suppress(BrokenTable):
                own_table = await read
                own_tables[own_table.players[0]] = own_table
        return own_tables

    async def apart(self, id: TableId) -> tuple[Table, dict[Occupant, Table]]:
        """Return a table as it is stored, and the players' own tables below it; memory keeps none of them.

        Raises NoTable, BrokenTable or StoreError.
        """
        table = await self._loader.load(id)
        rows = await self.store.child_rows(id) if table.has_own_tables else ()
        return table, {own.players[0]: own for own in [await self._loader.of(row) for row in rows]}

    @contextmanager
    def passing(self, ids: Sequence[TableId]) -> Iterator[None]:
        """Let memory keep only those of these tables afterwards that it had before."""
        new = [id for id in ids if self._tables.get(id) is None]
        try:
            yield
        finally:
            for id in new:
                self._tables.drop(id)

    @asynccontextmanager
    async def borrowed(self, row: Row) -> AsyncIterator[Table]:
        """Lend the table of a ``row`` that came with others. Raises BrokenTable.

        Memory keeps it only if it had it before: thousands of due tables must not push out those that people play at.
        """
        with self.passing([TableId(row["id"])]):
            yield await self._read(self._loader.of(row))

    def forget(self, user: int) -> None:
        """Forget all tables with ``user`` at them; the next use reads them afresh."""
        self._tables.drop_where(lambda table: user in table.known)

    def forget_guilds(self, gone: Callable[[int], bool]) -> None:
        """Forget the tables of the servers of which ``gone`` is true."""
        self._tables.drop_where(lambda table: gone(table.guild))

    def forget_all(self) -> None:
        """Forget every table."""
        self._tables.clear()

    async def close(self) -> None:
        """Refuse new presses (NotSaved) and wait for those under way."""
        await self._in_flight.close()

    def counted(self) -> CriticalSection:
        """Return a context that counts a press under way, so that :meth:`close` waits for it."""
        return CriticalSection(self._in_flight, None)

    def locked(self, id: TableId) -> CriticalSection:
        """Return a context in which a press is the only one on the table."""
        return CriticalSection(self._in_flight, self._locks.of(id))

    def also_locked(self, id: TableId) -> CriticalSection:
        """Return the same for a press under way that has another table already."""
        return CriticalSection(None, self._locks.of(id))

    @asynccontextmanager
    async def taken_away(self, id: TableId) -> AsyncIterator[None]:
        """Hold a table whose row the caller deletes: no press is under way there, and memory forgets it."""
        async with self.locked(id):
            try:
                yield
            finally:
                self._tables.drop(id)

    async def load(self, id: TableId) -> Table:
        """Read the table afresh, and mark an unreadable one BROKEN, once."""
        self._tables.drop(id)
        return await self._read(self._loader.load(id))

    async def _read(self, reading: Awaitable[Table]) -> Table:
        """Return what is read, or what memory knows to be newer, and remember it."""
        try:
            with translated_errors():
                table = await reading
        except BrokenTable as error:
            if error.stored is not None:
                await self._loader.keep_broken(error.stored, self.now())
            raise
        known = self._tables.get(table.id)
        if known is not None and known.version > table.version:
            return known  # A press saved it while this was reading.
        self._remember(table)
        return table

    async def checked(self, id: TableId, check: Callable[[Table], T]) -> tuple[Table, T]:
        """Return the table and ``check(table)``.

        A refusal from memory is checked again against the storage, where another process may have changed it.
        """
        known = self._tables.get(id)
        if known is None:
            fresh = await self.load(id)
            return fresh, check(fresh)
        try:
            return known, check(known)
        except (TableError, GameError):
            if self.store.exclusive:
                raise
            fresh = await self.load(id)
            if fresh.version == known.version:
                raise
        return fresh, check(fresh)

    async def transact(self, id: TableId, move: Callable[[Table], MoveResult], step: int | None = None) -> Change:
        """Make a move and save it. After a conflict make it again, unless it belongs to a ``step`` that is over."""
        async with self.locked(id):
            for _ in range(TRIES):
                before, moved = await self.checked(id, move)
                if moved.table is before:
                    return Change(before, before)
                try:
                    return await self.save(before, moved)
                except SaveConflict:
                    fresh = await self.load(id)
                    if step is not None and fresh.step != step:
                        raise OldPress(fresh) from None
            raise NotSaved

    async def save(self, before: Table | None, moved: MoveResult) -> Change:
        """Store a decision; one that ends a player's own table settles the public one in the same transaction.

        Likewise one that closes the lobby of a rematch lets the table before it offer another.
        The public table's lock is taken inside the own table's, never the other way round.
        """
        own_table = moved.table
        if own_table.follows is not None and own_table.over and before is not None and before.status is Status.LOBBY:
            return await self._close_rematch(before, moved, own_table.follows)
        if own_table.parent is None or not own_table.over:
            return await self.commit(before, moved)
        async with self.also_locked(own_table.parent):
            public = await self.load(own_table.parent)
            if not public.over:
                own_tables = {**await self.own_tables(public, fresh=True), own_table.players[0]: own_table}
                moved = moved._replace(other_tables=(simultaneous.after_player_done(public, own_tables, self.now()),))
            return await self.commit(before, moved)

    async def _close_rematch(self, before: Table, moved: MoveResult, follows: TableId) -> Change:
        async with self.also_locked(follows):
            with suppress(TableError):  # It may be unreadable; that is no reason to keep the lobby open.
                old = await self.load(follows)
                if old.rematch == moved.table.id:
                    moved = moved._replace(other_tables=(*moved.other_tables, without_rematch(old)))
            return await self.commit(before, moved)

    async def commit(self, before: Table | None, moved: MoveResult) -> Change:
        """Store a decision as it is, then remember it. Memory counts for nothing until the storage has answered."""
        after = moved.table
        rows = [] if before is None else journal_rows(before, moved.entries, after.changed)
        changed = [after, *moved.other_tables]
        ending = [
            table
            for table in changed
            if table.status is Status.FINISHED and before and not before.over and table.id != after.follows
        ]
        results = [row for table in ending for row in await self.results.of(table, rows)]
        for table in changed:
            self._tables.drop(table.id)
        stored = [to_row(table) for table in changed]
        finished = {row.table for row in results}
        same = before is not None and (before.step, before.pending_call) == (after.step, after.pending_call)
        to_show = moved.other_tables if same else changed
        try:
            await self.store.save(stored[0], rows, results, also=stored[1:], lobby=moved.lobby)
        except ChannelBusy:
            await self._taken(after)
        except SaveUnknown as error:
            error.settled.add_done_callback(partial(self._settled, changed, to_show, finished))
            raise as_table_error(error, after.id) from error
        except SaveFailed as error:
            raise as_table_error(error, after.id) from error
        self._saved(changed, to_show, finished)
        return Change(before, after, moved.events, moved.actor)

    def _saved(self, changed: Sequence[Table], to_show: Iterable[Table], finished: Collection[TableId]) -> None:
        """Remember what is stored now, and report what is ``to_show`` and the tables that have ``finished``."""
        for table in changed:
            self._remember(table)
        for watch in self._watchers:
            for table in to_show:
                watch(table)
        for watch in self._watchers_of_computers:
            for table in to_show:
                if table.computers or table.stand_ins:
                    watch(table)
        for tell, concerns in self._listeners:
            for table in changed:
                if table.id in finished and concerns(table):
                    tell(table.guild)

    def _settled(
        self,
        changed: Sequence[Table],
        to_show: Iterable[Table],
        finished: Collection[TableId],
        settled: asyncio.Future[bool],
    ) -> None:
        """Go on after a late answer of the storage: what others have read of the tables meanwhile may be old."""
        if not settled.cancelled() and settled.result():
            self._saved(changed, to_show, finished)

    async def _taken(self, wanted: Table) -> NoReturn:
        if wanted.private:
            raise AlreadyPlayedToday
        taken = await self.live_at(wanted.guild, wanted.channel)
        raise NotSaved if taken is None else ChannelTaken(taken)
