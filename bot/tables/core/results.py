"""The results of a table that is over: a row for each seat, with its statistics."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.engine.play import JournalEntry
from bot.tables.core import journal
from bot.tables.core.memory import LruCache
from bot.tables.core.model import Table, TableId, code
from bot.tables.core.rows import result_rows
from bot.tables.core.store import JournalRow, ResultRow, StoreError, TableStore
from bot.tables.people.choices import GuildChoices, GuildSettings
from bot.tables.play.simultaneous_moves import OwnTables
from bot.tables.records import game_stats, periods
from bot.tables.records.collect_stats import collect_stats

log = logging.getLogger(__name__)

_KEPT = 4096
"""Statistics of players' own tables to keep in memory until the public table ends; each takes about 1 KB."""


class Results:
    """The results of tables; after a simultaneous game, the journals of the players' own tables count."""

    def __init__(
        self,
        store: TableStore,
        own_tables: Callable[[Table], Awaitable[OwnTables]],
        settings: GuildSettings | None = None,
    ) -> None:
        """Read journals from ``store``; ``own_tables`` finds the players' own tables below a public one.

        ``settings`` know the time zones of servers, and what counts there.
        """
        self._store = store
        self._settings = settings
        self._own_tables = own_tables
        self._counted: LruCache[tuple[TableId, int], game_stats.GameStats] = LruCache(_KEPT)

    async def of(self, table: Table, rows: Sequence[JournalRow]) -> list[ResultRow]:
        """Return the results of ``table``, if it is over; ``rows`` are its unsaved lines.

        A player's own table has none. Its statistics are counted when it ends, and kept for the end of the public one:
        else the last press of 25 people would have to play all their games again.
        """
        found = result_rows(table)
        if not found and table.parent is None:
            return []
        found = await self._as_server_counts(table, found)
        try:
            told = [await self._own_stats(table, rows)] if not found else await self._game_stats(table, rows)
        except StoreError:
            raise
        except Exception:  # A result counts in leaderboards, even if its statistics are missing.
            log.exception("table %s: its game was not counted for statistics", code(table.id))
            return found
        return [replace(row, details=game_stats.to_json(told[row.seat])) for row in found]

    async def _as_server_counts(self, table: Table, found: Sequence[ResultRow]) -> list[ResultRow]:
        """Return the results with their day, and of the kind that the server wants of games with computers."""
        choices = GuildChoices() if self._settings is None else await self._settings.of(table.guild)
        day = periods.server_day(choices, table.changed) if table.settings.daily is None else table.settings.daily
        if choices.count_computers and not table.hinted and any(row.kind == "computer" for row in found):
            # A rating needs several people.
            return [replace(row, day=day, kind="together", to_rate=len(found) > 1) for row in found]
        return [replace(row, day=day) for row in found]

    async def _game_stats(self, table: Table, rows: Sequence[JournalRow]) -> Sequence[game_stats.GameStats]:
        """Return the statistics of each seat of a game that is over."""
        if not table.has_own_tables:
            return await collect_stats(table.game, len(table.players), await self._entries(table.id, rows))
        own_tables = await self._own_tables(table)
        nothing = game_stats.GameStats(version=game_stats.VERSION)
        return [
            await self._own_stats(own_tables[user], rows) if user in own_tables else nothing for user in table.players
        ]

    async def _own_stats(self, own_table: Table, rows: Sequence[JournalRow]) -> game_stats.GameStats:
        """Return the statistics of one player's own table; ``rows`` may hold lines that it does not count yet."""
        unsaved = sum(row.table == own_table.id and row.number >= own_table.entries for row in rows)
        key = own_table.id, own_table.entries + unsaved
        known = self._counted.get(key)
        if known is None:
            (known,) = await collect_stats(own_table.game, 1, await self._entries(own_table.id, rows))
            self._counted.put(key, known)
        return known

    async def _entries(self, id: TableId, rows: Sequence[JournalRow]) -> tuple[JournalEntry, ...]:
        """Return the standing lines of a journal, with those of ``rows`` that belong to it."""
        stored = await self._store.journal(id)
        return journal.effective_entries([*stored, *(row for row in rows if row.table == id)])
