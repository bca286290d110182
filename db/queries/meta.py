"""A few facts the program remembers about itself (``bot.tables.core.store.Meta``)."""

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from db import schema
from db.connection.reading import reader
from db.writing import statements
from db.writing.writer import Writer


class DatabaseMeta:
    """Texts by key, such as the hash of the commands that the bot last sent."""

    def __init__(self, readers: AsyncEngine, writer: Writer) -> None:
        self._readers = readers
        self._writer = writer

    async def get(self, key: str) -> str | None:
        """Return the text of ``key``."""
        query = select(schema.meta.c.value).where(schema.meta.c.key == key)
        async with reader(self._readers) as connection:
            value: str | None = (await connection.execute(query)).scalar_one_or_none()
        return value

    async def set(self, key: str, value: str) -> None:
        """Remember. Raises SaveFailed."""
        values = {"key": key, "value": value}
        await self._writer.execute(statements.upsert(self._readers.dialect.name, schema.meta, "key", values))

    async def drop(self, key: str) -> None:
        """Forget. Raises SaveFailed."""
        await self._writer.execute(delete(schema.meta).where(schema.meta.c.key == key))
