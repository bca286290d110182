"""Tables kept: locked, loaded, checked, saved. What every way of changing a table goes through.

A change is on disk before its caller hears of it. Nothing is read from the storage for a press on a table that was
used lately; a refusal, though, is never told from memory alone, since another process may have gone on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NoReturn, TypeVar

from bot.engine.errors import GameError
from bot.engine.play import Entry
from bot.engine.types import Event, Seat
from bot.tables.core import journal
from bot.tables.core.errors import (
    BrokenTable,
    ChannelTaken,
    NotSaved,
    OldPress,
    Played,
    TableError,
)
from bot.tables.core.loading import Loader
from bot.tables.core.memory import Locks, Recent
from bot.tables.core.model import Table, TableId, code
from bot.tables.core.moves import Moved
from bot.tables.core.press import Count, Press, refusal, storage
from bot.tables.core.rows import Make, journal_rows, packed, result_rows
from bot.tables.core.store import (
    ChannelBusy,
    JournalRow,
    ResultRow,
    SaveConflict,
    SaveFailed,
    SaveUnknown,
    StoreError,
    TableStore,
)
from bot.tables.daily.seals import NotKept, Seals
from bot.tables.records import facts
from bot.tables.records.counting import counted

T = TypeVar("T")

log = logging.getLogger(__name__)

REMEMBERED = 4096
"""Tables and selections kept in memory; a table is about 5 KB."""

TRIES = 3
"""How often ids are drawn, and how often a change goes on after another process moved the board."""


@dataclass(frozen=True, slots=True)
class Change:
    """A decision that is saved. ``before`` is None for a new table and equals ``after`` when nothing had to change."""

    before: Table | None
    after: Table
    events: tuple[Event, ...] = ()
    actor: Seat | None = None


class Keeper:
    """One change at a time per table."""

    def __init__(
        self, store: TableStore, clock: Callable[[], int], make: Make | None, seals: Seals | None = None
    ) -> None:
        """Keep tables in ``store``; ``seals`` tell whose dice are secret, by the clock alone unless given."""
        self._store = store
        self._clock = clock
        self.seals = seals or Seals(NotKept(), clock)
        self._loader = Loader(store, make)
        self._tables: Recent[TableId, Table] = Recent(REMEMBERED)
        self._locks = Locks()
        self._count = Count()
        self._listeners: list[Callable[[Table], None]] = []
        self._watchers: list[Callable[[Table], None]] = []

    def on_finish(self, tell: Callable[[Table], None]) -> None:
        """Call ``tell`` with every table whose results have just been stored; it must not wait."""
        self._listeners.append(tell)

    def on_save(self, tell: Callable[[Table], None]) -> None:
        """Call ``tell`` with every table just stored at another step, or owing another call; it must not wait."""
        self._watchers.append(tell)

    async def get(self, id: TableId) -> Table:
        """Return the table as it is now. Raises NoTable or BrokenTable."""
        return self._tables.get(id) or await self._load(id)

    async def at(self, guild: int, channel: int) -> Table | None:
        """Return the live table of the channel."""
        with storage():
            id = await self._store.live_at(guild, channel)
        return None if id is None else await self.get(id)

    def forget(self, user: int) -> None:
        """Read all tables with ``user`` at them afresh when they are next asked for."""
        self._tables.drop_where(lambda table: user in table.known)

    def forget_guild(self, guild: int) -> None:
        """Remember no table of ``guild`` any longer: they were deleted."""
        self._tables.drop_where(lambda table: table.guild == guild)

    async def close(self) -> None:
        """Refuse new presses (NotSaved) and wait for those under way."""
        await self._count.close()

    def _press(self) -> Press:
        """Return what counts a press under way while inside, so that :meth:`close` waits for it."""
        return Press(self._count, None)

    def _alone(self, id: TableId) -> Press:
        """Return what makes a press the only one on the table while inside."""
        return Press(self._count, self._locks.of(id))

    def _also(self, id: TableId) -> Press:
        """Return what does so for a press under way, which has another table already."""
        return Press(None, self._locks.of(id))

    async def _load(self, id: TableId) -> Table:
        """Read the table afresh; one that cannot be read is marked BROKEN, once."""
        self._tables.drop(id)
        return await self._read(self._loader.load(id))

    async def _read(self, reading: Awaitable[Table]) -> Table:
        """Return what is read, or what is known to be newer, and remember it."""
        try:
            with storage():
                table = await reading
        except BrokenTable as error:
            if error.stored is not None:
                await self._loader.keep_broken(error.stored, self._clock())
            raise
        known = self._tables.get(table.id)
        if known is not None and known.version > table.version:
            return known  # A press was saved while this was being read.
        self._tables.put(table.id, table)
        return table

    async def _checked(self, id: TableId, check: Callable[[Table], T]) -> tuple[Table, T]:
        """Return the table and ``check(table)``; a refusal from memory is checked again against the storage."""
        known = self._tables.get(id)
        if known is None:
            fresh = await self._load(id)
            return fresh, check(fresh)
        try:
            return known, check(known)
        except (TableError, GameError):
            fresh = await self._load(id)
            if fresh.version == known.version:
                raise
        return fresh, check(fresh)

    async def _change(self, id: TableId, move: Callable[[Table], Moved], step: int | None = None) -> Change:
        """Make a move and save it. After a conflict it is made again, unless it belongs to a ``step`` that is over."""
        async with self._alone(id):
            for _ in range(TRIES):
                before, moved = await self._checked(id, move)
                if moved.table is before:
                    return Change(before, before)
                try:
                    return await self._save(before, moved)
                except SaveConflict:
                    fresh = await self._load(id)
                    if step is not None and fresh.step != step:
                        raise OldPress(fresh) from None
            raise NotSaved

    async def _check_free(self, guild: int, channel: int) -> None:
        taken = await self.at(guild, channel)
        if taken is not None:
            raise ChannelTaken(taken)

    async def _save(self, before: Table | None, moved: Moved) -> Change:
        """Store a decision, then remember it. Until the storage has answered, nothing in memory is worth anything."""
        after = moved.table
        rows = [] if before is None else journal_rows(before, moved.entries, after.changed)
        changed = [after, *moved.also]
        ending = changed if before is not None and not before.over else []
        results = [row for table in ending for row in await self._results(table, rows)]
        for table in changed:
            self._tables.drop(table.id)
        stored = [packed(table) for table in changed]
        finished = {row.table for row in results}
        same = before is not None and (before.step, before.owed) == (after.step, after.owed)
        to_show = moved.also if same else changed
        try:
            await self._store.save(stored[0], rows, results, also=stored[1:], lobby=moved.lobby)
        except ChannelBusy:
            await self._taken(after)
        except SaveUnknown as error:
            error.settled.add_done_callback(partial(self._settled, changed, to_show, finished))
            raise refusal(error, after.id) from error
        except SaveFailed as error:
            raise refusal(error, after.id) from error
        self._saved(changed, to_show, finished)
        return Change(before, after, moved.events, moved.actor)

    def _saved(self, changed: Sequence[Table], to_show: Iterable[Table], finished: Collection[TableId]) -> None:
        """Remember what is stored now, and tell of what is ``to_show`` and of the tables that have ``finished``."""
        for table in changed:
            self._tables.put(table.id, table)
        for watch in self._watchers:
            for table in to_show:
                watch(table)
        for tell in self._listeners:
            for table in changed:
                if table.id in finished:
                    tell(table)

    def _settled(
        self,
        changed: Sequence[Table],
        to_show: Iterable[Table],
        finished: Collection[TableId],
        settled: asyncio.Future[bool],
    ) -> None:
        """Go on where the answer of the storage has come late: what was read of the tables meanwhile may be old."""
        if not settled.cancelled() and settled.result():
            self._saved(changed, to_show, finished)

    async def _results(self, table: Table, rows: Sequence[JournalRow]) -> list[ResultRow]:
        """Return how a table that is over came out, counted; ``rows`` are lines that are about to be saved."""
        found = result_rows(table)
        if not found:
            return []
        try:
            told = await self._facts(table, rows)
        except StoreError:
            raise
        except Exception:  # A result counts in leaderboards, whatever its statistics may lack.
            log.exception("table %s: its game was not counted for statistics", code(table.id))
            return found
        return [replace(row, details=facts.written(told[row.seat])) for row in found]

    async def _facts(self, table: Table, rows: Sequence[JournalRow]) -> Sequence[facts.Facts]:
        """Return what each seat did in a game that is over."""
        return await counted(table.game, len(table.players), await self._entries(table.id, rows))

    async def _entries(self, id: TableId, rows: Sequence[JournalRow]) -> tuple[Entry, ...]:
        """Return the standing lines of a journal, with those of ``rows`` that belong to it."""
        stored = await self._store.journal(id)
        return journal.standing([*stored, *(row for row in rows if row.table == id)])

    async def _taken(self, wanted: Table) -> NoReturn:
        if wanted.private:
            raise Played
        taken = await self.at(wanted.guild, wanted.channel)
        raise NotSaved if taken is None else ChannelTaken(taken)
