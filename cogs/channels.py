"""Changes of channels, and of the bot's rights in them, during games."""

import discord
from discord.ext import commands

from bot.ui.delivery.messages import channel_deleted
from cogs.base import ClientCog


class Channels(ClientCog):
    """Ends the tables of deleted channels, and pauses those where the bot may not play any more."""

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone. discord.py reports the threads below it as gone too, except archived ones."""
        await self._deleted(channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone, archived or not."""
        await self._deleted(event.guild_id, event.thread_id)

    async def _deleted(self, guild: int, channel: int) -> None:
        if not self._client.closing:
            self._client.router.count()
            await channel_deleted(self._client.services.tables, guild, channel)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """A channel has changed, perhaps the bot's rights in it."""
        if _rights(before) != _rights(after):
            self._recheck(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """A role has changed."""
        if before.permissions != after.permissions:
            self._recheck(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """A role is gone."""
        self._recheck(role.guild)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """The bot has other roles, or may write nothing for a while."""
        of_rights = (before.roles, before.timed_out_until) != (after.roles, after.timed_out_until)
        if after == after.guild.me and of_rights:
            self._recheck(after.guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is in a server, perhaps again."""
        self._recheck(guild)

    def _recheck(self, guild: discord.Guild) -> None:
        if not self._client.closing:
            self._client.presenter.run_later(self._client.pauses.recheck(guild.id), "see where the bot may play")


def _rights(channel: discord.abc.GuildChannel) -> tuple[bool, ...]:
    """The bot's rights in a channel that matter to the tables there, and in the threads below."""
    have = channel.permissions_for(channel.guild.me)
    return have.view_channel, have.send_messages, have.send_messages_in_threads, have.connect


setup = Channels.add
