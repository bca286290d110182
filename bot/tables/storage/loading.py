"""Reads a table from the storage, also when the code or the rules have changed since it was written.

It reads the snapshot. If its shape is older than the code, it rebuilds the state from the journal, and the next change
saves the new shape. If even that fails, the table becomes BROKEN, and people read so.

A game goes on, and replays, by the version of the rules it began with; one that has not begun, by the newest.
"""

import logging
from collections.abc import Mapping
from typing import Any

from bot import games
from bot.engine import FIRST_RULES_VERSION, RULES_VERSION, VERSION_KEY, AnyGame, OldShape, OptionValue, gate
from bot.tables.model.errors import BrokenTable, NoTable
from bot.tables.model.store import Row, StoreError, TableStore
from bot.tables.model.table import Make, Occupant, Status, Table, TableId, code
from bot.tables.moves import simultaneous
from bot.tables.storage import journal
from bot.tables.storage.rows import from_row, read, seed_of

log = logging.getLogger(__name__)


class Loader:
    """Tables from rows."""

    def __init__(self, store: TableStore, make: Make | None) -> None:
        """Read from ``store``; games come from ``make``, or the catalogue."""
        self._store = store
        self._make = make or games.make

    async def load(self, id: TableId) -> Table:
        """Return the table. Raises NoTable, or BrokenTable with the row."""
        row = await self._store.load(id)
        if row is None:
            raise NoTable(code(id))
        return await self.of(row)

    async def of(self, row: Row) -> Table:
        """Return the table of ``row``. Raises BrokenTable with the row."""
        if read(row, "status") is Status.BROKEN:
            raise BrokenTable(row)
        try:
            game = self._make(row["game"], _options(row))
            return from_row(row, game, await self._state(row, game))
        except StoreError:
            raise
        except Exception as error:  # Whatever the fault is, this version cannot go on with the table.
            log.exception("table %s: %s %s cannot be read", code(row["id"]), row["game"], row["options"])
            raise BrokenTable(row) from error

    async def _state(self, row: Row, game: AnyGame) -> Any | None:
        if row["state"] is None:
            return None
        try:
            return gate.decode(game.state_type, row["state"])
        except OldShape as error:
            log.info("table %s: rebuilding from its journal: %s", code(row["id"]), error)
        if row["parallel"]:
            return await self._gathered(row, game)
        entries = journal.effective_entries(await self._store.journal(row["id"]))
        return journal.replay_state(game, len(read(row, "players")), entries)

    async def _gathered(self, row: Row, game: AnyGame) -> Any:
        """Return the sheets of a public table from the players' own tables below it."""
        own_tables: dict[Occupant, Table] = {}
        for child in await self._store.child_rows(row["id"]):
            own_table = await self.of(child)
            own_tables[own_table.players[0]] = own_table
        state = simultaneous.merged_state(game, read(row, "players"), read(row, "gone"), own_tables)
        finished = read(row, "status") is Status.FINISHED
        return simultaneous.settled(game, state, seed_of(row))[0] if finished else state

    async def keep_broken(self, row: Row, now: int) -> None:
        """Mark the table BROKEN, which frees its channel; everything else of it stays for inspection."""
        if read(row, "status") is Status.BROKEN:
            return
        try:
            broken = {
                "status": Status.BROKEN.value,
                "version": row["version"] + 1,
                "changed": now,
                "due": None,
                "call_due": None,
            }
            await self._store.save({**row, **broken})
        except StoreError as error:
            log.error("table %s: not marked as broken: %s", code(row["id"]), error)


def _options(row: Row) -> Mapping[str, OptionValue]:
    """Return the options of ``row`` with the version of its rules."""
    if read(row, "status") is Status.LOBBY:
        return {**read(row, "options"), VERSION_KEY: RULES_VERSION}
    return {VERSION_KEY: FIRST_RULES_VERSION, **read(row, "options")}
