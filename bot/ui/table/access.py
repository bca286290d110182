"""Where the bot may not play any more: the tables there pause until it may again.

What it may do is known from the gateway, and changes there are told at once. Of a thread that is not listed nothing is
known: it is archived, or a private one the bot was put out of; there, what Discord refuses tells.
"""

from __future__ import annotations

import logging
from enum import Enum

import discord

from bot.tables.core.errors import TableError
from bot.tables.core.model import Table, TableId, code
from bot.tables.play import clock
from bot.tables.play.service import TableService
from bot.ui.discord.rights import needed_in
from bot.ui.pace.lost import LOST, REFUSED
from bot.ui.table.gone import heed_refusal
from bot.ui.table.presenter import Presenter

log = logging.getLogger(__name__)

_AGAIN = 3600
"""Seconds after which a table that pauses is looked at, should nobody have told that it may go on."""

_SOON = 300
"""Seconds after which the tables of a server that is out of order are looked at."""


class Access(Enum):
    """What is known of a table's channel."""

    OPEN = "open"
    SHUT = "shut"
    """The bot may not see it or write in it, or is no longer in the server."""
    UNLISTED = "unlisted"
    """A thread that is archived, or that the bot does not see."""
    UNKNOWN = "unknown"
    """The server is out of order."""


def access(client: discord.Client, guild: int, channel: int) -> Access:
    """Return what the gateway has told of a channel or thread. The client must be ready."""
    server = client.get_guild(guild)
    if server is None:
        return Access.SHUT
    if server.unavailable:
        return Access.UNKNOWN
    place = server.get_channel_or_thread(channel)
    if place is None:
        return Access.UNLISTED
    return Access.OPEN if may_play(place) else Access.SHUT


def may_play(place: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Whether the bot may see a channel or thread and write in it."""
    try:
        have = place.permissions_for(place.guild.me)
    except discord.ClientException:  # A thread whose channel is not listed.
        return True
    return all(getattr(have, name) for name in needed_in(place) if name != "embed_links")


class Pauses:
    """Lets tables pause and go on, once the bot is connected: before that nothing is known."""

    def __init__(self, client: discord.Client, tables: TableService, presenter: Presenter) -> None:
        """Know of ``client`` what the bot may do; change ``tables``, show by ``presenter``."""
        self._client = client
        self._tables = tables
        self._presenter = presenter

    async def stands_still(self, table: Table) -> bool:
        """Whether the clock must leave ``table`` alone, which is due; then it was put off, or has just gone on.

        The game of a day is bound to no channel: its day ends wherever the bot may play.
        """
        if table.manner.daily is not None:
            return False
        now = self._tables.now()
        match access(self._client, table.guild, table.channel):
            case Access.SHUT:
                await self._tables.paused(table, now + _AGAIN)
            case Access.UNKNOWN:
                await self._tables.postponed(table, now + _SOON)
            case Access.UNLISTED if clock.pauses(table):
                await self._tables.paused(table, now + _AGAIN)
                self._presenter.later(self._ask(table.id), "ask whether a thread can be played in again")
            case Access.OPEN if clock.pauses(table):
                await self._go_on(table)
            case _:
                return False
        return True

    async def recheck(self, guild: int) -> None:
        """Let the tables of a server pause or go on whose rights in it may have changed."""
        for id in await self._tables.live(guild):
            try:
                table = await self._tables.get(id)
                place = access(self._client, guild, table.channel)
                if place is Access.SHUT and not clock.pauses(table):
                    await self._tables.paused(table, self._tables.now() + _AGAIN)
                elif place is Access.OPEN and clock.pauses(table):
                    await self._go_on(table)
                elif place is Access.UNLISTED and clock.pauses(table):
                    await self._ask(id)
            except TableError as error:  # Its clock sees it, when it is due.
                log.warning("table %s: could not pause or go on: %r", code(id), error)

    async def _go_on(self, table: Table) -> None:
        """The board tells new times; where it cannot be drawn even so, the table pauses again."""
        await self._tables.resumed(table)
        self._presenter.paced.ask(("show", table.id), self._redraw, table.id)

    async def _redraw(self, id: TableId) -> None:
        await self._presenter.refresh(await self._tables.get(id))

    async def _ask(self, id: TableId) -> None:
        """Ask Discord for a thread that is not listed, and go on there if the bot may."""
        table = await self._tables.get(id)
        try:
            place = await self._client.fetch_channel(table.channel)
        except (*LOST, *REFUSED) as error:
            if not await heed_refusal(self._client, self._tables, table, error):
                log.info("table %s: still pauses: %s", code(id), error)
            return
        if isinstance(place, discord.Thread | discord.abc.GuildChannel) and may_play(place):
            await self._tables.resumed(table)
