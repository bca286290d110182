"""What happens to channels while games are played in them."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.client import Gobelet
from bot.ui.gone import channel_deleted


class Channels(commands.Cog):
    """Ends the tables of channels and threads that are deleted."""

    def __init__(self, client: Gobelet) -> None:
        """Change the tables of ``client``."""
        self._client = client
        self._tables = client.services.tables

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone. discord.py tells the same of the threads below it, but for archived ones."""
        self._client.router.count()
        await channel_deleted(self._tables, channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone, archived or not."""
        self._client.router.count()
        await channel_deleted(self._tables, event.guild_id, event.thread_id)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(Channels(client))
