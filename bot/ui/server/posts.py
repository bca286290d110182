"""Sends what the bot posts by itself: nobody is notified, each post is one request, and none comes twice."""

import logging

import discord

from bot.pictures.renderer import PictureRenderer
from bot.screens.server.posts import STEPS, morning_podium, morning_screen
from bot.tables.hand import EVERYBODY, Hand
from bot.tables.model.choices import GuildSettings
from bot.tables.model.errors import TableError
from bot.tables.model.processes import HeldShards
from bot.tables.posts import Morning, Posts
from bot.ui.delivery.pictures import PicturePlaces
from bot.ui.delivery.presenter import Presenter
from bot.ui.discord.adapter import Rendered, render
from bot.ui.discord.names import DisplayNames
from bot.ui.discord.pictures import Picture, podium_picture, with_picture
from bot.ui.pace.budget import LOST, REFUSED, Priority, nonce, priority
from bot.ui.server.seasons import guild_language

log = logging.getLogger(__name__)

_PICTURE_SECONDS = 10.0


class PostMessages:
    """Looks which posts are due in this process's servers, and sends them when nothing else is to be sent."""

    def __init__(
        self,
        client: discord.Client,
        presenter: Presenter,
        posts: Posts,
        settings: GuildSettings,
        names: DisplayNames,
        renderer: PictureRenderer,
        places: PicturePlaces,
        shards: HeldShards,
        hand: Hand,
    ) -> None:
        """Send by ``client`` in the servers of ``shards`` what ``presenter`` renders; ``hand`` knows who is blocked."""
        self._client = client
        self._presenter = presenter
        self._posts = posts
        self._settings = settings
        self._names = names
        self._renderer = renderer
        self._places = places
        self._shards = shards
        self._hand = hand

    async def look(self, now: int) -> None:
        """Take the servers whose morning has come, and send theirs beside all else."""
        if not self._client.is_ready():
            return
        try:
            for guild, at in await self._posts.take(self._shards.now):
                self._presenter.run_later(self._send(guild, at), "post what a day brings")
        except TableError as error:
            log.warning("the posts of the morning have to wait: %r", error)

    async def _send(self, guild: int, at: int) -> None:
        try:
            channel = (await self._settings.of(guild)).post_channel
            if channel is None or self._hand.block_of(guild, EVERYBODY, manages=False) is not None:
                return
            morning = await self._posts.morning(guild)
            message = with_picture(*await self.drawn(guild, morning))
            with priority(Priority.REMINDER):
                place = self._client.get_partial_messageable(channel, guild_id=guild)
                await place.send(**message, silent=True, nonce=nonce("morning", guild, morning.day))
        except LOST as error:
            log.info("server %s: its morning comes later: %r", guild, error)
            await self._posts.give_back(guild, at)
        except REFUSED as error:
            log.info("server %s: no post in its channel: %r", guild, error)

    async def drawn(self, guild: int, morning: Morning) -> tuple[Rendered, Picture | None]:
        """Return a morning in the language of the server's boards, and the picture of yesterday's best, if any."""
        choices, yesterday = await self._settings.of(guild), morning.yesterday
        context = self._presenter.renderer.context(guild_language(self._client, guild, choices))
        message = render(morning_screen(context, morning), context.glyphs)
        if yesterday is None or not await self._places.take_in(guild, choices.post_channel):
            return message, None
        names = await self._names.of(guild, [line.user for line in yesterday.best[:STEPS]])
        shown = morning_podium(context, morning, yesterday, names)
        picture = None if shown is None else await podium_picture(context.t, self._renderer, shown, _PICTURE_SECONDS)
        return message, picture
