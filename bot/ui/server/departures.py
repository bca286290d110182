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
        self,
        client: discord.Client,
        data: PrivacyStore,
        tables: TableService,
        clock: Callable[[], int],
    ) -> None:
        """Compare ``data`` with the servers of ``client``; ``clock`` tells Unix seconds."""
        self._client = client
        self._data = data
        self._tables = tables
        self._clock = clock
        self._shards = tables.repository.shards

    async def left(self, guild: int) -> None:
        """Note that a server has removed the bot."""
        await self._data.departed([guild], self._clock())

    async def back(self, guild: int) -> None:
        """Note that a server has invited the bot again."""
        await self._data.returned([guild])

    async def purge(self, now: int) -> None:
        """Delete the data of servers of our shards that removed the bot 30 days ago.

        Only who holds a server's shard knows whether the bot is back there.
        """
        if not self._client.is_ready():
            return
        await self.notice()
        taken_away = self._tables.repository.taken_away
        purged = await self._data.purge(now - KEPT_AFTER_LEAVING, self._shards.now, taken_away)
        self._tables.forget_guilds(lambda guild: guild in purged)
        for guild in purged:
            log.info("deleted what was kept of server %s, left 30 days ago", guild)

    async def notice(self) -> None:
        """Compare the known servers of our shards with the bot's present ones; this makes up for saves that failed.

        Only the process that holds a server's shard hears that the server has removed the bot.
        """
        known = await self._data.guilds()
        shards, here = self._shards.now, {guild.id for guild in self._client.guilds}
        await self._data.departed({guild for guild in known - here if shards.owns(guild)}, self._clock())
        await self._data.returned(here)
