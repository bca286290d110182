"""The results of a table that is over: a row for each seat, with its statistics."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.engine.play import Entry
from bot.tables.core import journal
from bot.tables.core.model import Table, TableId, code
from bot.tables.core.rows import result_rows
from bot.tables.core.store import JournalRow, ResultRow, StoreError, TableStore
from bot.tables.play.parallel import Family
from bot.tables.records import facts
from bot.tables.records.counting import counted

log = logging.getLogger(__name__)


class Results:
    """The results of tables; after a simultaneous game, the journals of the players' own tables count."""

    def __init__(self, store: TableStore, family: Callable[[Table], Awaitable[Family]]) -> None:
        """Read journals from ``store``; ``family`` finds the players' own tables below a public one."""
        self._store = store
        self._family = family

    async def of(self, table: Table, rows: Sequence[JournalRow]) -> list[ResultRow]:
        """Return the results of ``table``, if it is over; ``rows`` are its unsaved lines."""
        found = result_rows(table)
        if not found:
            return []
        try:
            told = await self._facts(table, rows)
        except StoreError:
            raise
        except Exception:  # A result counts in leaderboards, even if its statistics are missing.
            log.exception("table %s: its game was not counted for statistics", code(table.id))
            return found
        return [replace(row, details=facts.written(told[row.seat])) for row in found]

    async def _facts(self, table: Table, rows: Sequence[JournalRow]) -> Sequence[facts.Facts]:
        """Return the statistics of each seat of a game that is over."""
        if not table.apart:
            return await counted(table.game, len(table.players), await self._entries(table.id, rows))
        family = await self._family(table)
        nothing = facts.Facts(version=facts.VERSION)
        return [
            (await counted(table.game, 1, await self._entries(family[user].id, rows)))[0] if user in family else nothing
            for user in table.players
        ]

    async def _entries(self, id: TableId, rows: Sequence[JournalRow]) -> tuple[Entry, ...]:
        """Return the standing lines of a journal, with those of ``rows`` that belong to it."""
        stored = await self._store.journal(id)
        return journal.standing([*stored, *(row for row in rows if row.table == id)])
