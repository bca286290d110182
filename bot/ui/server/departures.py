"""Servers that the bot has left: their data waits 30 days for an invitation, and then goes."""

import logging
from collections.abc import Callable

import discord

from bot.tables.people.privacy import KEPT_AFTER_LEAVING, PrivacyStore
from bot.tables.play.service import TableService

log = logging.getLogger(__name__)


class Departures:
    """Knows which servers have left, and deletes their data in time."""

    def __init__(
        self, client: discord.Client, data: PrivacyStore, tables: TableService, clock: Callable[[], int]
    ) -> None:
        """Compare ``data`` with the servers of ``client``; ``clock`` tells Unix seconds."""
        self._client = client
        self._data = data
        self._tables = tables
        self._clock = clock

    async def left(self, guild: int) -> None:
        """Note that a server has removed the bot."""
        await self._data.departed([guild], self._clock())

    async def back(self, guild: int) -> None:
        """Note that a server has invited the bot again."""
        await self._data.returned([guild])

    async def purge(self, now: int) -> None:
        """Delete the data of servers that removed the bot 30 days ago, once the bot knows its present servers."""
        if not self._client.is_ready():
            return
        await self.notice()
        for guild in await self._data.purge(now - KEPT_AFTER_LEAVING):
            self._tables.repository.forget_guild(guild)
            log.info("deleted what was kept of server %s, left 30 days ago", guild)

    async def notice(self) -> None:
        """Compare the known servers with the bot's present ones; this makes up for saves that failed."""
        here = {guild.id for guild in self._client.guilds}
        known = {guild for guild in await self._data.guilds() if self._ours(guild)}
        await self._data.departed(known - here, self._clock())
        await self._data.returned(here)

    def _ours(self, guild: int) -> bool:
        """Whether this process gets events of the server; others belong to another shard."""
        shards, ours = self._client.shard_count or 1, self._client.shard_id or 0
        return (guild >> 22) % shards == ours
