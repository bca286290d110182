"""Everything the bot keeps about a person or a server (``bot.tables.people``), by the marks of the schema.

A column marked :data:`db.schema.ONE` or :data:`db.schema.MANY` holds ids of people. Export and erasure reach a new
table with people in it as soon as its columns have marks.
"""

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    ColumnElement,
    Executable,
    LargeBinary,
    RowMapping,
    Table,
    and_,
    delete,
    exists,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.hand import EVERYBODY, veiled
from bot.tables.model.place import own_place
from bot.tables.model.processes import EVERY_SHARD, Notice, Shards
from bot.tables.model.store import Row, SaveFailed
from bot.tables.model.table import TableId, code
from bot.tables.people import Held
from db import schema
from db.connection.listening import notify
from db.connection.reading import reader
from db.queries.archive import packed_lines
from db.queries.base import DatabaseStore, of_shards
from db.queries.hand import blocks_changed
from db.queries.settings import DatabasePreferences, DatabaseSettings
from db.schema import AnyColumn
from db.writing.writer import Writer

_SHARED = (
    *(schema.tables, schema.lobby, schema.results, schema.tournaments, schema.entries, schema.leagues),
    *(schema.blocks, schema.deeds),
)
"""Rows that belong to everybody who was there: they stay, without the person."""

_SAVED_MEANWHILE = (schema.tables, schema.tournaments, schema.entries, schema.leagues)
"""Those that people at other tables may change at the same time."""

_AT_ONCE = 100
"""Rows that one transaction changes, so that presses get in between."""

_GAMES_AT_ONCE = 10
"""Games whose moves are read together: some 2,000, which hold up nobody."""

_TRIES = 5

_settings = schema.settings.c

T = TypeVar("T")


class DatabasePrivacy(DatabaseStore):
    """Exports and erases by the marks of the schema."""

    def __init__(
        self, readers: AsyncEngine, writer: Writer, settings: DatabaseSettings, preferences: DatabasePreferences
    ) -> None:
        super().__init__(readers, writer)
        self._settings = settings
        self._preferences = preferences

    async def export(self, user: int) -> Row:
        """Return everything kept about ``user`` as JSON values, by kind."""
        export: Row = {"user": str(user)}
        for table in schema.metadata.sorted_tables:
            if _people(table):
                export[table.name] = [_exported(table, row) for row in await self._rows_of(table, user)]
            elif "guild" in table.c:
                own = await self._rows(select(table).where(table.c.guild == own_place(user)))
                export |= {table.name: [_exported(table, row._mapping) for row in own]} if own else {}
        for deed in export[schema.deeds.name]:
            if deed["manager_id"] not in (user, str(user)):
                del deed["why"]  # These are the words of somebody else, which managers alone read.
        export["journal"] = await self._decisions(user)
        return export

    async def seated(self, user: int) -> list[TableId]:
        """Return the live tables with a seat of ``user``, without players' own tables below another."""
        columns = schema.tables.c
        live = and_(columns.status.in_(("lobby", "playing")), columns.parent.is_(None))
        return [TableId(row["id"]) for row in await self._rows_of(schema.tables, user, live)]

    async def erase(self, user: int, held: Held = nullcontext) -> None:
        """Remove ``user`` from every row, and their own place. Without ``held``, nobody may be at its tables."""
        await self._purge(own_place(user), held)
        nameless = _Nameless()
        for _ in range(_TRIES):
            rows = [(table, row) for table in _SAVED_MEANWHILE for row in await self._rows_of(table, user)]
            if not rows:
                break
            await self._change([_without(table, user, row, nameless) for table, row in rows])
        else:
            raise SaveFailed("the tables of a person kept changing")
        lobby = schema.lobby.c
        ids = {row["table_id"] for row in await self._rows_of(schema.lobby, user)}
        await self._change(
            [
                update(schema.lobby)
                .where(lobby.table_id == id, lobby.user_id == user)
                .values(
                    user_id=nameless.of(id),
                    **{column.name: None for column in schema.lobby.columns if column.info == schema.TYPED},
                )
                for id in sorted(ids)
            ]
        )
        results = schema.results.c
        await self._change(
            [
                update(schema.results)
                .where(results.table_id == row["table_id"], results.seat == row["seat"])
                .values(user_id=nameless.of(row["table_id"]))
                for row in await self._rows_of(schema.results, user)
            ]
        )
        await self._erase_from_logs(user, nameless)
        own = [table for table in schema.metadata.sorted_tables if _people(table) and table not in _SHARED]
        erased = notify(self._readers.dialect.name, Notice.ERASED, user)
        await self._change([*(delete(table).where(_holds(table, user)) for table in own), *erased])
        self._preferences.forget(user)

    async def _erase_from_logs(self, user: int, nameless: "_Nameless") -> None:
        """Leave blocks in force, by a number that finds the person again, and what managers did without them."""
        blocks, deeds, changes = schema.blocks.c, schema.deeds.c, list[Executable]()
        for row in await self._rows_of(schema.blocks, user):
            guild, number = row["guild"], veiled(row["guild"], user)
            changes += [
                delete(schema.blocks).where(blocks.guild == guild, blocks.user_id == number),
                update(schema.blocks)
                .where(blocks.guild == guild, blocks.user_id == user)
                .values(user_id=number, why=None),
            ]
        changes += [blocks_changed(self._readers.dialect.name)] if changes else []
        for row in await self._rows_of(schema.deeds, user):
            gone = {name: nameless.of(row["guild"]) for name in ("manager_id", "user_id") if row[name] == user}
            changes.append(update(schema.deeds).where(deeds.number == row["number"]).values(gone | {"why": None}))
        await self._change(changes)

    async def guilds(self) -> set[int]:
        """Return the places of which the database holds anything."""
        query = union(*(select(table.c.guild).distinct() for table in _of_guilds() if table is not schema.blocks))
        async with reader(self._readers) as connection:
            return set((await connection.execute(query)).scalars())

    async def visited(self) -> set[int]:
        """Return the servers with tables from when the bot was a guest there."""
        tables = schema.tables.c
        return set(await self._values(select(tables.guild).where(schema.VISITING, tables.guild > 0).distinct()))

    async def departed(self, guilds: Iterable[int], at: int) -> list[int]:
        """Remember that these servers have removed the bot; return those of which that is new."""
        new = [guild for guild in sorted(guilds) if (await self._settings.of(guild)).left_at is None]
        for guild in new:
            await self._settings.choose(guild, left_at=at)
        return new

    async def returned(self, guilds: Iterable[int]) -> list[int]:
        """Note that the bot is in these servers, now or again; return those where it was a guest."""
        present, tables = set(guilds), schema.tables.c
        gone = await self._values(select(_settings.guild).where(_settings.left_at.is_not(None)))
        for guild in present.intersection(gone):
            await self._settings.choose(guild, left_at=None)
        visited = sorted(present & await self.visited())
        for guild in visited:
            home = update(schema.tables).where(schema.VISITING, tables.guild == guild).values(visiting=False)
            await self._writer.execute(home, *notify(self._readers.dialect.name, Notice.PURGED, guild))
        return visited

    async def purge(self, before: int, shards: Shards = EVERY_SHARD, held: Held = nullcontext) -> list[int]:
        """Delete everything of the servers of ``shards`` that removed the bot before that time.

        Without ``held``, nobody may be at their tables.
        """
        purged, tables = [], schema.tables.c
        since = exists().where(schema.VISITING, tables.guild == _settings.guild, tables.opened >= _settings.left_at)
        gone = select(_settings.guild).where(_settings.left_at < before, ~since)
        for guild in await self._values(of_shards(gone, _settings.guild, shards)):
            if (await self._settings.of(guild)).left_at is not None:  # The bot may be back meanwhile.
                await self._purge(guild, held)
                purged.append(guild)
        return purged

    async def _purge(self, guild: int, held: Held) -> None:
        """Delete a server table by table, its settings last, so that the next time goes on after a break."""
        below = [table for table in schema.metadata.sorted_tables if "table_id" in table.c]
        for id in await self._values(select(schema.tables.c.id).where(schema.tables.c.guild == guild)):
            async with held(TableId(id)):
                await self._writer.execute(
                    *(delete(table).where(table.c.table_id == id) for table in below),
                    delete(schema.tables).where(schema.tables.c.id == id),
                )
        rest = [table for table in _of_guilds() if table not in (schema.settings, schema.blocks)]
        blocks = schema.blocks.c
        await self._writer.execute(
            *(delete(table).where(table.c.guild == guild) for table in rest),
            delete(schema.blocks).where(blocks.guild == guild, blocks.user_id != EVERYBODY),
        )
        purged = notify(self._readers.dialect.name, Notice.PURGED, guild)
        await self._writer.execute(delete(schema.settings).where(schema.settings.c.guild == guild), *purged)
        self._settings.forget(guild)

    async def _rows_of(self, table: Table, user: int, *which: ColumnElement[bool]) -> Sequence[RowMapping]:
        async with reader(self._readers) as connection:
            rows = (await connection.execute(select(table).where(*which, _holds(table, user)))).mappings().all()
        return [row for row in rows if any(user in _ids(row, column) for column in _people(table))]

    async def _decisions(self, user: int) -> list[Row]:
        """Return the actions of ``user`` at their tables."""
        rows = await self._rows_of(schema.tables, user)
        tables = {row["id"]: _ids(row, schema.tables.c.players) for row in rows}
        seats = {id: players for id, players in tables.items() if user in players}
        columns, lines = schema.journal.c, list[Row]()
        for some in _some(list(seats), _GAMES_AT_ONCE):
            query = select(schema.journal).where(columns.table_id.in_(some)).order_by(columns.table_id, columns.number)
            async with reader(self._readers) as connection:
                known: list[Mapping[Any, Any]] = [*(await connection.execute(query)).mappings()]
                known += [line._asdict() for line in await packed_lines(connection, some)]
            own = (row for row in known if seats[row["table_id"]].index(user) == row["seat"])
            lines += [_exported(schema.journal, row) for row in own]
        return lines

    async def _change(self, changes: Sequence[Executable]) -> None:
        for some in _some(changes):
            await self._writer.execute(*some)


def _some(all: Sequence[T], many: int = _AT_ONCE) -> Iterator[Sequence[T]]:
    return (all[first : first + many] for first in range(0, len(all), many))


class _Nameless:
    """Ids that stand for an erased person: the same within a game, and nothing links one game to the next."""

    def __init__(self) -> None:
        self._salt = secrets.token_bytes(16)

    def of(self, table: int) -> int:
        """Return the id at ``table``, below zero."""
        return -1 - int.from_bytes(hashlib.sha256(self._salt + table.to_bytes(8)).digest()[:5])


def _people(table: Table) -> list[AnyColumn]:
    return [column for column in table.columns if column.info.get("person")]


def _of_guilds() -> Iterator[Table]:
    return (table for table in schema.metadata.sorted_tables if "guild" in table.c)


def _holds(table: Table, user: int) -> ColumnElement[bool]:
    """Return the condition for rows that may hold ``user``; in lists it also finds longer numbers."""
    return or_(
        *(
            column == user if column.info == schema.ONE else column.contains(str(user), autoescape=True)
            for column in _people(table)
        )
    )


def _ids(row: RowMapping, column: AnyColumn) -> list[int]:
    value = row[column.name]
    if value is None:
        return []
    return [value] if column.info == schema.ONE else msgspec.json.decode(value, type=list[int])


def _without(table: Table, user: int, row: RowMapping, nameless: _Nameless) -> Executable:
    """Return the change of a row of ``table`` with people. One that was saved meanwhile stays as it is."""
    other = nameless.of(next(row[game] for game in ("parent", "id", "tournament") if row.get(game) is not None))
    values: Row = {}
    for column in _people(table):
        ids = [other if id == user else id for id in _ids(row, column)]
        if ids:
            values[column.name] = ids[0] if column.info == schema.ONE else msgspec.json.encode(ids).decode()
    known = [column == row[column.name] for column in table.primary_key]
    if "version" in row:
        known.append(table.c.version == row["version"])
        values["version"] = row["version"] + 1
    return update(table).where(*known).values(values)


def _exported(table: Table, row: Mapping[Any, Any]) -> Row:
    """Return a row as JSON values: ids as text, since JavaScript cannot count so far; no secrets, no states."""
    exported: Row = {"code": code(TableId(row["id"]))} if table is schema.tables else {}
    for column in table.columns:
        if not isinstance(column.type, LargeBinary):
            value = row[column.name]
            exported[column.name] = str(value) if isinstance(value, int) and abs(value) > 2**53 else value
    return exported
