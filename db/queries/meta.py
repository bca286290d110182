"""A few facts the program remembers about itself (``bot.tables.core.store.Meta``)."""

from sqlalchemy import delete, select

from db import schema
from db.queries.base import DatabaseStore
from db.writing import statements


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
