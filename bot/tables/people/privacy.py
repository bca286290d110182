"""What is kept about a person, and about a server, and how it goes away (docs/privacy.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from bot.engine.errors import GameError
from bot.tables.core.errors import TableError
from bot.tables.core.model import TableId
from bot.tables.core.press import storage
from bot.tables.play.service import Change, TableService

HOUR = 3600
DAY = 24 * HOUR

KEPT_AFTER_LEAVING = 30 * DAY
"""Seconds for which a server's data waits for the bot to be invited again."""


class PrivateData(Protocol):
    """Everything that is stored, by whom it is about."""

    async def export(self, user: int) -> dict[str, Any]:
        """Return what is kept about ``user`` as JSON values, by kind. Secrets of dice are not in it."""

    async def seated(self, user: int) -> list[TableId]:
        """Return the live tables with ``user`` at them; players' own tables below another are not among them."""

    async def erase(self, user: int) -> None:
        """Let no row hold ``user`` any more: what is theirs alone goes, elsewhere a nameless id takes their place.

        The nameless id is negative, the same within a game and another in the next. Raises SaveFailed.
        """

    async def guilds(self) -> set[int]:
        """Return the servers something is kept of."""

    async def departed(self, guilds: Iterable[int], at: int) -> None:
        """Remember that the bot was removed from these servers; one that is known to have gone keeps its day."""

    async def returned(self, guilds: Iterable[int]) -> None:
        """The bot is in these servers, now or again."""

    async def purge(self, before: int) -> list[int]:
        """Delete all of the servers the bot left before that time, and return them."""


class Erasure:
    """Erasing a person: they leave the tables they sit at, then their id goes from every row and from memory."""

    def __init__(self, tables: TableService, data: PrivateData) -> None:
        """Change ``tables`` and ``data``."""
        self._tables = tables
        self._data = data

    async def erase(self, user: int) -> list[Change]:
        """Return what changed at live tables, for their boards. Raises NotSaved, and nothing but seats has changed."""
        changes: list[Change] = []
        with storage():
            seated = await self._data.seated(user)
        for id in seated:
            try:
                changes.append(await self._tables.leave(id, user))
            except (TableError, GameError):
                continue  # Their seat was left before, or their sheet is full: it stays, without their name.
        with storage():
            await self._data.erase(user)
        self._tables.forget(user)
        return changes
