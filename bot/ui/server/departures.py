"""Servers that the bot has left, and what memory forgets because another process has changed it."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

import discord

from bot.pictures import PictureRenderer
from bot.tables.model.errors import TableError
from bot.tables.model.place import is_server
from bot.tables.model.processes import HeldShards, Notice, Notices, Shards
from bot.tables.model.store import Meta, StoreError
from bot.tables.model.table import TableId
from bot.tables.people import KEPT_AFTER_LEAVING, PrivacyStore
from bot.tables.service.service import TableService
from bot.ui.delivery.presenter import Presenter
from bot.ui.discord.names import DisplayNames
from bot.ui.server.tournaments import TournamentMessages

# -- What this process has in memory and other processes may change: when to forget it, so that the rows count again --


class ProcessMemory:
    """Forgets servers that come from or go to another process, and what notices of others speak of."""

    def __init__(
        self,
        client: discord.Client,
        tables: TableService,
        presenter: Presenter,
        names: DisplayNames,
        renderer: PictureRenderer,
        tournaments: TournamentMessages,
    ) -> None:
        """Make these forget; ``client`` knows when boards can be drawn."""
        self._client = client
        self._tables = tables
        self._presenter = presenter
        self._names = names
        self._renderer = renderer
        self._tournaments = tournaments
        self._shards = tables.repository.shards.now

    def follow(self, shards: HeldShards, notices: Notices) -> None:
        """Act on every change of ``shards``, and on ``notices``."""
        shards.on_change(self._on_shards)
        notices.on(Notice.ERASED, self._on_erased)
        notices.on(Notice.PURGED, self.forget_guild)
        notices.on(Notice.BOARD, self._on_board)
        notices.on_doubt(self._on_doubt)

    def forget_person(self, user: int) -> None:
        """Forget a person who was erased."""
        self._tables.repository.forget(user)
        self._tables.presence.forget(user)
        self._presenter.renderer.forget_person(user)
        self._presenter.own_sheets.forget_person(user)
        self._presenter.words.forget_person(user)
        self._tournaments.forget_person(user)
        self._names.drop_keys(lambda key: key[1] == user)
        self._renderer.forget()

    def forget_guild(self, guild: int) -> None:
        """Forget a place of which everything was deleted or has changed."""
        self._tables.forget_guilds(lambda gone: gone == guild)

    def _on_shards(self, now: Shards) -> None:
        """Forget the servers that begin or cease to be ours: meanwhile the other process has gone on there."""
        before, self._shards = self._shards, now
        self._tables.forget_guilds(lambda guild: not (before.owns(guild) and now.owns(guild)))
        self._presenter.sheets.forget_pictures()
        self._presenter.renderer.reigning.clear()
        if now.count != before.count or now.held - before.held:
            self._tables.presence.begin_anew()

    def _on_erased(self, user: int) -> None:
        """Forget the person. They have left tables of ours too, whose boards nobody else draws."""
        self.forget_person(user)
        if self._client.is_ready():
            self._presenter.run_later(self._presenter.reconciler.look_up(), "draw boards without somebody erased")

    def _on_board(self, table: int) -> None:
        """Draw a board again that another process may have drawn late."""
        self._presenter.run_later(self._draw_again(TableId(table)), "draw a board that another process has drawn")

    async def _draw_again(self, id: TableId) -> None:
        with suppress(TableError):
            if self._tables.repository.is_ours((await self._tables.get(id)).guild):
                self._presenter.reconciler.maybe_copied(id)
                self._presenter.reconciler.doubt(id)

    def _on_doubt(self) -> None:
        """Forget what an unheard notice may have spoken of: choices of people and servers do so by themselves."""
        self._tables.repository.forget_all()
        self._names.clear()
        self._presenter.renderer.reigning.clear()
        self._renderer.forget()


# -- Servers that the bot has left: their data waits 30 days for an invitation, and then goes ------------------------

log = logging.getLogger(__name__)


_SEEN = "servers seen until"
"""The key in ``meta`` of the moment until which every server that came is known, in Unix seconds."""


class Departures:
    """Knows which servers have left, and deletes their data in time; tells the log who came or left meanwhile."""

    def __init__(
        self,
        client: discord.Client,
        data: PrivacyStore,
        meta: Meta,
        tables: TableService,
        clock: Callable[[], int],
    ) -> None:
        """Compare ``data`` with the servers of ``client``; ``clock`` tells Unix seconds."""
        self._client = client
        self._data = data
        self._meta = meta
        self._tables = tables
        self._clock = clock
        self._shards = tables.repository.shards
        self._looking = asyncio.Lock()
        self._known = set[int]()
        """The servers of which the log tells."""
        self._until: int | None = None
        """Until when servers came that are known; None before the first look."""

    async def left(self, guild: int) -> None:
        """Note that a server has removed the bot."""
        self._known.discard(guild)
        await self._data.departed([guild], self._clock())

    async def back(self, guild: int) -> None:
        """Note that a server has invited the bot, for the first time or again."""
        self._known.add(guild)
        self._forget(await self._data.returned([guild]))
        if self._until is not None:
            await self._note(self._now())

    def _forget(self, visited: Sequence[int]) -> None:
        """Read the tables of these servers anew: the bot is no guest there any more."""
        self._tables.forget_guilds(lambda guild: guild in visited)

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
        async with self._looking:
            known = set(filter(is_server, await self._data.guilds())) - await self._data.visited()
            shards, present = self._shards.now, {guild.id for guild in self._client.guilds}
            for guild in await self._data.departed({one for one in known - present if shards.owns(one)}, self._clock()):
                log.info("left server %s meanwhile; servers now: %d", guild, len(present))
            self._forget(await self._data.returned(present))
            await self._tell_who_came()

    async def _tell_who_came(self) -> None:
        """Log the servers that came while the bot was away. Of several processes one is always there."""
        if not self._shards.now.all:
            return
        until = self._until if self._until is not None else int(await self._meta.get(_SEEN) or 0)
        guilds = self._client.guilds
        for guild in guilds:
            if guild.id not in self._known and 0 < until < _joined(guild):
                log.info("joined server %s meanwhile; servers now: %d", guild.id, len(guilds))
        self._known, self._until = {guild.id for guild in guilds}, self._now()
        await self._note(self._until)

    async def _note(self, until: int) -> None:
        """Keep until when servers came that are known; without it, a server has a line too many in the log."""
        with suppress(StoreError):
            await self._meta.set(_SEEN, str(until))

    def _now(self) -> int:
        """Return a moment after all present servers came: Discord's clock may be ahead of ours."""
        return max([self._clock(), *map(_joined, self._client.guilds)])


def _joined(guild: discord.Guild) -> int:
    """Return when the bot came to ``guild``, in Unix seconds; 0 where Discord does not say."""
    joined = getattr(guild.me, "joined_at", None)  # Of a server that is down, nothing is known.
    return int(joined.timestamp()) if joined else 0
