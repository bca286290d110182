"""One short message when the bot joins a server, where it may speak; never a private one to a person."""

import logging
from datetime import datetime

import discord
from discord.ext import commands

from bot.client import Gobelet
from bot.screens.server.help import welcome_screen
from bot.ui.discord.adapter import render
from bot.ui.pace.budget import LOST, REFUSED, Priority, nonce, priority
from cogs.base import ClientCog

log = logging.getLogger(__name__)

_JUST = 600
"""Seconds after which the bot has not "just" joined: whatever Discord announces then is an old server coming back."""


class Welcome(ClientCog):
    """Greets a server once: when the bot has joined it, not when it comes back after a restart or an outage."""

    def __init__(self, client: Gobelet) -> None:
        """Greet by ``client``."""
        super().__init__(client)
        self._greeted: dict[int, datetime | None] = {}

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say hello in ``guild``, in the language of its boards; if the bot may speak nowhere, say nothing."""
        if not self._is_new(guild):
            return
        log.info("joined server %s; servers now: %d", guild.id, len(self._client.guilds))
        channel = _where_to_speak(guild)
        if channel is None:
            log.info("joined server %s and may speak nowhere in it", guild.id)
            return
        chosen = await self._client.services.settings.of(guild.id)
        context = self._client.presenter.renderer.context(chosen.board_language(guild.preferred_locale))
        screen = welcome_screen(context, chosen, self._client.services.clock())
        try:
            with priority(Priority.REMINDER):
                # While a shard passes from one process to another, both hear of the server; Discord takes one of them.
                once = nonce("welcome", guild.id, (int(guild.me.joined_at.timestamp()) if guild.me.joined_at else 0,))
                await channel.send(**render(screen, context.glyphs).kwargs, nonce=once)
        except (*LOST, *REFUSED) as error:
            log.warning("no welcome in server %s channel %s: %s", guild.id, channel.id, error)

    def _is_new(self, guild: discord.Guild) -> bool:
        """Return whether the bot has only just joined and not said hello for it; from now on it has.

        discord.py knows a new server from one that comes back by a mark that Discord sometimes leaves out.
        """
        joined = guild.me.joined_at
        greeted = guild.id in self._greeted and self._greeted[guild.id] == joined
        self._greeted[guild.id] = joined
        return not greeted and (joined is None or self._client.services.clock() - joined.timestamp() < _JUST)


def _where_to_speak(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the channel for the welcome: that of system messages, else the first from the top, special ones last."""
    special = (guild.rules_channel, guild.public_updates_channel)
    others = sorted(guild.text_channels, key=lambda channel: channel in special or channel.is_news())
    first = (guild.system_channel,) if guild.system_channel is not None else ()
    return next(filter(_may_speak, (*first, *others)), None)


def _may_speak(channel: discord.TextChannel) -> bool:
    have = channel.permissions_for(channel.guild.me)
    return have.view_channel and have.send_messages and have.embed_links


setup = Welcome.add
