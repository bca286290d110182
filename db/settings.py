"""What guilds have chosen (``bot.tables.store.GuildSettings``)."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.memory import Recent
from db import schema, statements
from db.tables import reader
from db.writer import Writer

_REMEMBERED = 10_000


class _Chosen(NamedTuple):
    """A guild's row; None where it has not chosen."""

    language: str | None = None
    count_real_dice: bool | None = None


class DatabaseSettings:
    """Settings of guilds, remembered after the first look: every lobby and command asks for the language."""

    def __init__(self, readers: AsyncEngine, writer: Writer) -> None:
        self._readers = readers
        self._writer = writer
        self._known: Recent[int, _Chosen] = Recent(_REMEMBERED)

    async def language(self, guild: int) -> str | None:
        """Return the language chosen; None if the guild's own is to be used."""
        return (await self._chosen(guild)).language

    async def set_language(self, guild: int, language: str | None) -> None:
        """Choose a language, or none. Raises SaveFailed."""
        await self._put(guild, language=language)

    async def count_real_dice(self, guild: int) -> bool:
        """Return whether games with dice of the players' own count in leaderboards; they do not unless allowed."""
        return bool((await self._chosen(guild)).count_real_dice)

    async def set_count_real_dice(self, guild: int, count: bool) -> None:
        """Allow it, or not. Raises SaveFailed."""
        await self._put(guild, count_real_dice=count)

    async def _chosen(self, guild: int) -> _Chosen:
        known = self._known.get(guild)
        if known is None:
            columns = schema.settings.c
            query = select(columns.language, columns.count_real_dice).where(columns.guild == guild)
            async with reader(self._readers) as connection:
                row = (await connection.execute(query)).one_or_none()
            known = _Chosen() if row is None else _Chosen(row.language, row.count_real_dice)
            self._known.put(guild, known)
        return known

    async def _put(self, guild: int, **values: Any) -> None:
        """Store these columns; the others stay. What is remembered is read again, whichever save came last."""
        dialect = self._readers.dialect.name
        self._known.drop(guild)
        try:
            await self._writer.execute(statements.put(dialect, schema.settings, "guild", {"guild": guild, **values}))
        finally:
            self._known.drop(guild)
