"""Sends what the bot posts by itself: nobody is notified, each post is one request, and none comes twice."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord

from bot.pictures.renderer import PictureRenderer
from bot.screens.daily import share_screen
from bot.screens.kit import PodiumPicture, RenderContext, Screen
from bot.screens.server.posts import (
    INVENTED,
    STEPS,
    example_moment,
    moment_screen,
    morning_podium,
    morning_screen,
    preview_of,
    voided_moment_screen,
    week_podium,
    week_screen,
    week_winners,
)
from bot.tables.daily import DailyResult
from bot.tables.hand import Hand
from bot.tables.model import days
from bot.tables.model.choices import GuildSettings
from bot.tables.model.errors import TableError, translated_errors
from bot.tables.model.processes import HeldShards
from bot.tables.model.table import Table
from bot.tables.posts import MORNING, WEEK, Morning, Posted, Posts, RareMoment, Taken, Week, moment_of
from bot.tables.records.profiles import BestGame, Series
from bot.ui.delivery.pictures import PicturePlaces
from bot.ui.delivery.presenter import Presenter
from bot.ui.discord.adapter import Rendered, render
from bot.ui.discord.names import DisplayNames
from bot.ui.discord.pictures import Picture, edit_with_picture, podium_picture, with_picture
from bot.ui.pace.budget import DOUBT_SECONDS, LOST, REFUSED, Priority, may_come_later, never_sent, nonce, priority
from bot.ui.pace.turns import PostTurns
from bot.ui.server.seasons import FinalTables, guild_language

log = logging.getLogger(__name__)

_PICTURE_SECONDS = 10.0

_AT_ONCE = 40
"""Posts that are under way at a time: as the bot looks each five seconds, eight a second. A kill loses no more."""


class PostMessages:
    """Looks which posts are due in this process's servers, and sends them when nothing else is to be sent."""

    def __init__(
        self,
        client: discord.Client,
        presenter: Presenter,
        posts: Posts,
        seasons: FinalTables,
        settings: GuildSettings,
        names: DisplayNames,
        renderer: PictureRenderer,
        places: PicturePlaces,
        shards: HeldShards,
        hand: Hand,
        turns: PostTurns,
    ) -> None:
        """Send by ``client`` in the servers of ``shards`` what ``presenter`` renders; ``hand`` knows who is blocked."""
        self._client = client
        self._presenter = presenter
        self._posts = posts
        self._seasons = seasons
        self._settings = settings
        self._names = names
        self._renderer = renderer
        self._places = places
        self._shards = shards
        self._hand = hand
        self._turns = turns
        self._reading = asyncio.Lock()
        """Held while a post is read together: presses read too."""
        self._under_way = 0
        self._doubted = set[Taken]()
        """Posts whose fate is unknown. They stay noted, so that no other process sends one of them again."""

    async def look(self, now: int) -> None:
        """Take the posts whose hour has come, and send them beside all else."""
        if not self._client.is_ready():
            return
        doubted, self._doubted = self._doubted, set()
        for post in doubted:
            if now - post.at < DOUBT_SECONDS:
                self._begin(post, again=True)
        try:
            for post in await self._posts.take(self._shards.now, max(0, _AT_ONCE - self._under_way)):
                self._begin(post)
        except TableError as error:
            log.warning("what is to be posted has to wait: %r", error)

    def _begin(self, post: Taken, *, again: bool = False) -> None:
        self._under_way += 1
        self._presenter.run_later(self._send(post, again=again), "post what a day or a week brings")

    async def _send(self, post: Taken, *, again: bool) -> None:
        """Send a post; ``again`` if Discord may have it already, which then knows it by its nonce."""
        try:
            await self._post(post)
        except (*LOST, TableError, *REFUSED) as error:
            log.info("server %s: no post of the %s now: %r", post.guild, post.kind, error)
            if not isinstance(error, TableError) and not may_come_later(error):
                return
            if again or not (isinstance(error, TableError) or never_sent(error)):
                self._doubted.add(post)
                return
            with suppress(TableError):  # It is noted to be given back.
                await self._posts.give_back(post)
        finally:
            self._under_way -= 1

    async def _post(self, post: Taken) -> None:
        with translated_errors():
            channel = (await self._settings.of(post.guild)).post_channel
            async with self._reading:
                told = await self.told(post.guild, post.kind)
            if channel is None or not told.worth_it or self._hand.blocks_server(post.guild):
                return
            await self._turns.wait(await self._asks(post.guild, channel, told))
            message = with_picture(*await self.drawn(post.guild, told))
        await self._turns.wait(1)
        with priority(Priority.REMINDER):
            place = self._client.get_partial_messageable(channel, guild_id=post.guild)
            sent = await place.send(**message, silent=True, nonce=nonce(post.kind, post.guild, told.day))
        await self._note(Posted(*post, channel, sent.id))

    async def _asks(self, guild: int, channel: int, told: Morning | Week) -> int:
        """Return how many names Discord is asked for to draw a post."""
        pictured = await self._places.take_in(guild, channel)
        return len(self._names.unknown(guild, _best(told))) if pictured else 0

    async def _note(self, post: Posted) -> None:
        """Remember where a post is; without that, it stays as it is whatever managers void."""
        try:
            await self._posts.posted(post)
        except TableError as error:
            log.warning("server %s: nobody knows where its post of the %s is: %r", post.guild, post.kind, error)

    def noticed(self, table: Table, series: Series, best: BestGame | None) -> None:
        """Post a finished game as a moment, if it is one by what was played before it."""
        moment = moment_of(table, series, best)
        if moment is not None:
            self._presenter.run_later(self._post_moment(moment), "post a moment")

    async def _post_moment(self, found: RareMoment) -> None:
        """Post a moment once; what Discord does not take now does not come, and takes no other's place in the week."""
        moment: RareMoment | None = None
        try:
            if self._hand.blocks_server(found.guild):
                return
            channel = (await self._settings.of(found.guild)).post_channel
            moment = await self._posts.take_moment(found)
            if moment is None or channel is None:
                return
            context = await self._context(found.guild)
            message = render(moment_screen(context, moment), context.glyphs)
            with priority(Priority.REMINDER):
                place = self._client.get_partial_messageable(channel, guild_id=found.guild)
                once = nonce("moment", found.guild, found.at)
                sent = await place.send(**message.kwargs, silent=True, nonce=once)
            await self._note(Posted(found.guild, moment.kind, moment.at, channel, sent.id, moment.table))
        except (*LOST, TableError, *REFUSED) as error:
            log.info("server %s: a moment was not posted: %r", found.guild, error)
            if moment is not None and never_sent(error):
                with suppress(TableError):  # It is noted to be given back.
                    await self._posts.give_back(Taken(found.guild, moment.kind, moment.at))

    async def judged(self, table: Table, moment: RareMoment | None, *, voided: bool) -> None:
        """Draw the posts anew that tell of a game whose result was voided or counts again.

        ``moment`` is what makes it one by what was played before it. Raises TableError. A post that Discord does not
        change, as one that somebody has deleted, keeps no other from following.
        """
        if self._hand.blocks_server(table.guild):
            return
        for post in await self._posts.places(table.guild):
            try:
                await self._judged(post, table, moment, voided=voided)
            except (*LOST, *REFUSED) as error:
                log.info("server %s: its post of the %s is not drawn anew: %r", post.guild, post.kind, error)

    async def _judged(self, post: Posted, table: Table, moment: RareMoment | None, *, voided: bool) -> None:
        """Draw one post anew, if it tells of that game."""
        daily = table.settings.daily
        if post.table == table.id:
            context = await self._context(table.guild)
            if voided:
                screen = voided_moment_screen(context, table.game.key)
            elif moment is not None:
                unnamed = await self._posts.unnamed(moment.people)
                screen = moment_screen(context, replace(moment, unnamed=unnamed))
            else:
                return
            await self._redraw(post, render(screen, context.glyphs).edited)
        elif post.kind == WEEK and table.changed <= post.at:
            told = await self._posts.week(table.guild, post.at)
            begins = days.server_day_begins(await self._settings.of(table.guild), told.monday)
            # The daily of the Sunday before is in it too.
            if begins <= table.changed or (daily is not None and days.week_before(told.day) <= daily < told.day):
                await self._redraw(post, edit_with_picture(*await self.drawn(table.guild, told)))
        elif post.kind == MORNING and daily is not None:
            morning = await self._posts.morning(table.guild, post.at)
            if days.day_before(morning.day) == daily:
                await self._redraw(post, edit_with_picture(*await self.drawn(table.guild, morning)))

    async def draw_shared(self, table: Table, result: DailyResult | None) -> None:
        """Draw the ``result`` of a day anew where somebody has shared it: managers have judged it.

        Raises TableError, and errors of Discord.
        """
        if table.message is not None and not self._hand.blocks_server(table.guild):
            context = await self._context(table.guild)
            shown = render(share_screen(context, table, result), context.glyphs)
            await self._redraw(Posted(table.guild, "daily", table.changed, table.channel, table.message), shown.edited)

    async def _redraw(self, post: Posted, message: dict[str, Any]) -> None:
        place = self._client.get_partial_messageable(post.channel, guild_id=post.guild)
        with priority(Priority.REPAIR):
            await place.get_partial_message(post.message).edit(**message)

    async def preview(self, guild: int, kind: str) -> tuple[Rendered, Picture | None]:
        """Return what a post of this kind says today; an example where that is nothing, and of moments."""
        with translated_errors():
            context = await self._context(guild)
            if kind == "moment":
                return render(example_moment(context), context.glyphs), None
            if kind == "season":
                return await self._seasons.preview(guild)
            told, screen, example = preview_of(context, await self.told(guild, kind), await self._settings.of(guild))
        return await self._pictured(context, guild, told, screen, example=example)

    async def _context(self, guild: int) -> RenderContext:
        """Return what screens for everybody in a server need."""
        choices = await self._settings.of(guild)
        return self._presenter.renderer.context(guild_language(self._client, guild, choices))

    async def told(self, guild: int, kind: str) -> Morning | Week:
        """Return what a post of this kind tells a server now."""
        return await (self._posts.week(guild) if kind == WEEK else self._posts.morning(guild))

    async def drawn(self, guild: int, told: Morning | Week) -> tuple[Rendered, Picture | None]:
        """Return a post in the language of the server's boards, and the picture of the best, if any."""
        context = await self._context(guild)
        screen = week_screen(context, told) if isinstance(told, Week) else morning_screen(context, told)
        return await self._pictured(context, guild, told, screen)

    async def _pictured(
        self, context: RenderContext, guild: int, told: Morning | Week, screen: Screen, *, example: bool = False
    ) -> tuple[Rendered, Picture | None]:
        """Return ``screen`` with the picture of the best; those of an ``example`` are invented."""
        message, channel = render(screen, context.glyphs), (await self._settings.of(guild)).post_channel
        if not await self._places.take_in(guild, channel):
            return message, None
        best = _best(told)
        names = [INVENTED[user] for user in best] if example else await self._names.of(guild, best)
        shown = _podium(context, told, names)
        picture = None if shown is None else await podium_picture(context.t, self._renderer, shown, _PICTURE_SECONDS)
        return message, picture


def _podium(context: RenderContext, told: Morning | Week, names: Sequence[str]) -> PodiumPicture | None:
    if isinstance(told, Week):
        return week_podium(context, told, names)
    return None if told.yesterday is None else morning_podium(context, told, told.yesterday, names)


def _best(told: Morning | Week) -> list[int]:
    """Return the people on the podium of a post, best first."""
    if isinstance(told, Week):
        return week_winners(told)
    return [] if told.yesterday is None else [line.user for line in told.yesterday.best[:STEPS]]
