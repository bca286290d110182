"""What guilds have chosen (``bot.tables.store.GuildSettings``)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.memory import Recent
from db import schema, statements
from db.tables import reader
from db.writer import Writer

_REMEMBERED = 10_000


class DatabaseSettings:
    """Settings of guilds, remembered after the first look: every lobby and command asks for the language."""

    def __init__(self, readers: AsyncEngine, writer: Writer) -> None:
        self._readers = readers
        self._writer = writer
        self._languages: Recent[int, tuple[str | None]] = Recent(_REMEMBERED)

    async def language(self, guild: int) -> str | None:
        """Return the language chosen; None if the guild's own is to be used."""
        known = self._languages.get(guild)
        if known is None:
            query = select(schema.settings.c.language).where(schema.settings.c.guild == guild)
            async with reader(self._readers) as connection:
                known = ((await connection.execute(query)).scalar_one_or_none(),)
            self._languages.put(guild, known)
        return known[0]

    async def set_language(self, guild: int, language: str | None) -> None:
        """Choose a language, or none. Raises SaveFailed."""
        values = {"guild": guild, "language": language}
        self._languages.drop(guild)
        await self._writer.execute(statements.put(self._readers.dialect.name, schema.settings, "guild", values))
        self._languages.put(guild, (language,))
