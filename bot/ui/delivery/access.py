"""Pauses tables where the bot may not play any more, or its host has blocked the server, until it may again.

The gateway says what the bot may do, and reports changes at once. It says nothing of a thread that it does not list:
such a thread is archived, or private and without the bot. There, Discord's refusals say it.
"""

import logging
from enum import Enum

import discord

from bot.tables.hand import Hand
from bot.tables.model.errors import TableError
from bot.tables.model.table import Table, TableId, code
from bot.tables.moves import waiting
from bot.tables.service.service import TableService
from bot.ui.delivery.messages import handle_refusal
from bot.ui.delivery.presenter import Presenter
from bot.ui.discord.permissions import needed_in
from bot.ui.pace.budget import LOST, REFUSED, Priority, priority

log = logging.getLogger(__name__)

_AGAIN = 3600
"""Seconds until the bot looks at a paused table by itself."""

_SOON = 300
"""Seconds until it looks at the tables of a server that is out of order."""


class Access(Enum):
    """What the bot knows of a table's channel."""

    OPEN = "open"
    SHUT = "shut"
    """The bot may not see it or write in it, or is no longer in the server."""
    UNLISTED = "unlisted"
    """A thread that is archived, or that the bot does not see."""
    UNKNOWN = "unknown"
    """The server is out of order."""


def access(client: discord.Client, guild: int, channel: int) -> Access:
    """Return what the gateway says of a channel or thread. The client must be ready."""
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
    except discord.ClientException:  # A thread of a channel that the gateway does not list.
        return True
    return all(getattr(have, name) for name in needed_in(place) if name != "embed_links")


class AccessPauses:
    """Pauses tables and lets them go on. Before the bot is connected, nothing is known."""

    def __init__(self, client: discord.Client, tables: TableService, presenter: Presenter, hand: Hand) -> None:
        """Ask ``client`` what the bot may do; change ``tables``, show by ``presenter``; ``hand`` knows blocks."""
        self._hand = hand
        self._client = client
        self._tables = tables
        self._presenter = presenter

    async def stands_still(self, table: Table) -> bool:
        """Whether the clock must leave ``table``, where something is due, alone: it was put off, or has just gone on.

        The client forgets the servers of a shard that goes to another process. That is no reason to pause.
        A game of the day is bound to no channel: its day ends wherever the bot may play. So does the bot as a guest.
        """
        if not self._tables.repository.is_ours(table.guild):
            return True
        if table.mode.duplicate or table.settings.visiting:
            return False
        now = self._tables.now()
        if self._hand.blocks_server(table.guild):
            await self._tables.deadlines.pause(table, now + _AGAIN)
            return True
        match access(self._client, table.guild, table.channel):
            case Access.SHUT:
                await self._tables.deadlines.pause(table, now + _AGAIN)
            case Access.UNKNOWN:
                await self._tables.deadlines.postpone(table, now + _SOON)
            case Access.UNLISTED if waiting.is_paused(table):
                await self._tables.deadlines.pause(table, now + _AGAIN)
                self._presenter.run_later(self._ask(table.id), "ask whether a thread can be played in again")
            case Access.OPEN if waiting.is_paused(table):
                await self._go_on(table)
            case _:
                return False
        return True

    async def recheck(self, guild: int) -> None:
        """Pause or resume the tables of a server whose rights may have changed."""
        if self._hand.blocks_server(guild):
            return
        for id in await self._tables.repository.live(guild):
            if not self._tables.repository.is_ours(guild):
                return
            try:
                table = await self._tables.get(id)
                if table.settings.visiting:
                    continue
                place = access(self._client, guild, table.channel)
                if place is Access.SHUT and not waiting.is_paused(table):
                    await self._tables.deadlines.pause(table, self._tables.now() + _AGAIN)
                elif place is Access.OPEN and waiting.is_paused(table):
                    await self._go_on(table)
                elif place is Access.UNLISTED and waiting.is_paused(table):
                    await self._ask(id)
            except TableError as error:  # The clock looks at it when it is due.
                log.warning("table %s: could not pause or go on: %r", code(id), error)

    async def _go_on(self, table: Table) -> None:
        """Show the new times on the board. If even that fails, the table pauses again."""
        await self._tables.deadlines.resume(table)
        self._presenter.queue.ask(("show", table.id), self._redraw, table.id, of=Priority.REPAIR)

    async def _redraw(self, id: TableId) -> None:
        await self._presenter.refresh(await self._tables.get(id))

    async def _ask(self, id: TableId) -> None:
        """Ask Discord for a thread that the gateway does not list, and go on there if the bot may."""
        table = await self._tables.get(id)
        try:
            with priority(Priority.REPAIR):
                place = await self._client.fetch_channel(table.channel)
        except (*LOST, *REFUSED) as error:
            if not await handle_refusal(self._client, self._tables, table, error):
                log.info("table %s: still pauses: %s", code(id), error)
            return
        if isinstance(place, discord.Thread | discord.abc.GuildChannel) and may_play(place):
            await self._tables.deadlines.resume(table)
