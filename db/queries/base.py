"""What all subjects share: reading with the engine for readers, and writing through the one writer."""

from collections.abc import Sequence
from typing import TypeVar

from sqlalchemy import Executable, Select
from sqlalchemy.ext.asyncio import AsyncEngine

from db.connection.reading import fetch, reader
from db.sql import Found
from db.writing.writer import Writer

T = TypeVar("T")


class DatabaseReads:
    """Reads the database. Every method raises StoreError where storage does not answer."""

    def __init__(self, readers: AsyncEngine) -> None:
        """Read by the connections of ``readers``."""
        self._readers = readers

    async def _rows(self, query: Executable) -> Sequence[Found]:
        """Return all rows of ``query``."""
        return await fetch(self._readers, query)

    async def _row(self, query: Executable) -> Found | None:
        """Return the only row of ``query``; None if there is none."""
        async with reader(self._readers) as connection:
            return (await connection.execute(query)).one_or_none()

    async def _values(self, query: Select[T]) -> list[T]:
        """Return the first column of all rows of ``query``."""
        return [row[0] for row in await self._rows(query)]

    async def _value(self, query: Select[T]) -> T | None:
        """Return the first column of the first row of ``query``; None if there is none."""
        async with reader(self._readers) as connection:
            found: T | None = await connection.scalar(query)
        return found


class DatabaseStore(DatabaseReads):
    """Reads the database, and writes to it."""

    def __init__(self, readers: AsyncEngine, writer: Writer) -> None:
        """Read by the connections of ``readers``; every change goes through ``writer``."""
        super().__init__(readers)
        self._writer = writer
