"""What all queries share, and facts that the program remembers about itself (``bot.tables.model.store.Meta``)."""

from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, CursorResult, Executable, Select, case, delete, literal_column, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.model.processes import SHARD_BITS, Shards
from bot.tables.model.store import Row
from db import schema
from db.connection.reading import fetch, reader
from db.schema import AnyColumn, Found
from db.writing import statements
from db.writing.writer import Writer

# -- What all subjects share: reading with the engine for readers, and writing through the one writer ----------------

T = TypeVar("T")


class DatabaseReads:
    """Reads the database. Every method raises StoreError where storage does not answer."""

    def __init__(self, readers: AsyncEngine) -> None:
        """Read by the connections of ``readers``."""
        self._readers = readers

    async def _rows(self, query: Executable, values: Row | None = None) -> Sequence[Found]:
        """Return all rows of ``query``, which may take ``values``."""
        return await fetch(self._readers, query, values)

    async def _row(self, query: Executable) -> Found | None:
        """Return the only row of ``query``; None if there is none."""
        async with reader(self._readers) as connection:
            return (await connection.execute(query)).one_or_none()

    async def _values(self, query: Select[T]) -> list[T]:
        """Return the first column of all rows of ``query``."""
        return [row[0] for row in await self._rows(query)]

    async def _value(self, query: Select[T], values: Row | None = None) -> T | None:
        """Return the first column of the first row of ``query``, which may take ``values``; None if there is none."""
        async with reader(self._readers) as connection:
            value: T | None = await connection.scalar(query, values)
        return value


class DatabaseStore(DatabaseReads):
    """Reads the database, and writes to it."""

    def __init__(self, readers: AsyncEngine, writer: Writer) -> None:
        """Read by the connections of ``readers``; every change goes through ``writer``."""
        super().__init__(readers)
        self._writer = writer

    async def _change_if_there(self, change: Executable, *rest: Executable) -> bool:
        """Make a change, and with it the rest if it changes a row; return whether it did. Raises SaveFailed."""

        async def work(connection: AsyncConnection) -> bool:
            result: CursorResult[Any] = await connection.execute(change)
            for statement in rest if result.rowcount else ():
                await connection.execute(statement)
            return result.rowcount > 0

        return await self._writer.run_in_transaction(work)


# -- The part of a query that concerns this process: rows of servers whose shards it holds ---------------------------

S = TypeVar("S", bound=Select[*tuple[object, ...]])

_BITS: ColumnElement[int] = literal_column(str(SHARD_BITS))
"""PostgreSQL shifts a BIGINT by an INTEGER only, and a parameter would be another BIGINT."""


def of_shards(query: S, guild: AnyColumn, shards: Shards) -> S:
    """Return ``query`` for the places of ``shards``, by the column ``guild``; as it is if these are all shards.

    What is in no server belongs to the first, as :meth:`bot.tables.model.processes.Shards.of` says.
    """
    if shards.all:
        return query
    count: ColumnElement[int] = literal_column(str(shards.count))
    shard = case((guild > literal_column("0"), guild.bitwise_rshift(_BITS) % count), else_=literal_column("0"))
    return query.where(shard.in_(sorted(shards.held)))


# -- Rounds of tournaments: until theirs is over, nobody else is told of them ------------------------------------------

_results = schema.results.c
_round, _tournament = schema.tables.alias(), schema.tournaments.alias()

GOES_ON = (
    select(_round.c.id)
    .join(_tournament, _tournament.c.id == _round.c.tournament)
    .where(_round.c.id == _results.table_id, _tournament.c.status.in_(("open", "playing")))
    .correlate(schema.results)
    .exists()
)
"""Whether a result is of a tournament that goes on."""


# -- People who want to be left out: nobody but themselves sees them there -------------------------------------------

_preferences = schema.preferences.c


def is_listed(user: ColumnElement[int], reader: int) -> ColumnElement[bool]:
    """Whether boards show ``user`` to ``reader``."""
    return or_(user.not_in(select(_preferences.user_id).where(schema.UNLISTED)), user == reader)


def is_reviewed(user: ColumnElement[int], reader: int) -> ColumnElement[bool]:
    """Whether ``reader`` may see what the decisions of ``user`` cost."""
    return or_(user.not_in(select(_preferences.user_id).where(schema.UNREVIEWED)), user == reader)


# -- A few facts the program remembers about itself (``bot.tables.model.store.Meta``) ---------------------------------


class DatabaseMeta(DatabaseStore):
    """Texts by key, such as the hash of the commands that the bot last sent."""

    async def get(self, key: str) -> str | None:
        """Return the text of ``key``."""
        return await self._value(select(schema.meta.c.value).where(schema.meta.c.key == key))

    async def set(self, key: str, value: str) -> None:
        """Remember. Raises SaveFailed."""
        values = {"key": key, "value": value}
        await self._writer.execute(statements.upsert(self._readers.dialect.name, schema.meta, "key", values))

    async def drop(self, key: str) -> None:
        """Forget. Raises SaveFailed."""
        await self._writer.execute(delete(schema.meta).where(schema.meta.c.key == key))
