"""``/season``: the running season and past ones; how to end one, and how to reopen it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.locales import spoken
from bot.screens.server.season import (
    MEDALS,
    NEWS,
    Podium,
    Seen,
    asking_screen,
    final_screen,
    no_season_screen,
    season_screen,
    sorted_by,
)
from bot.tables.core.press import storage
from bot.tables.people.choices import GuildChoices
from bot.tables.records import periods
from bot.tables.records.boards import BOTH, Board, BoardKind
from bot.tables.records.seasons import NOWHERE, Season
from bot.ui.discord.adapter import render
from bot.ui.discord.reply import Interaction, where, whisper_screen
from bot.ui.discord.rights import check_manager, may_manage
from bot.ui.pace.lost import LOST, nonce
from cogs.leaderboard import ranked_rules

log = logging.getLogger(__name__)

_SECONDS = 60
"""How often to look whether a month is over."""

_NOBODY = 0


class Seasons(commands.Cog):
    """Shows seasons, lets managers end and reopen them, and ends them with the month where a server wants that."""

    def __init__(self, client: Gobelet) -> None:
        """Ask the seasons of ``client``; look at the calendar from now on."""
        self._client = client
        self._seasons = client.services.seasons
        self._posting = asyncio.Lock()
        self._posted: dict[Season, tuple[int | None, int]] = {}
        route = client.router.free
        route("season show {number:number}", self._show)
        route("season older {older:number}", self._older)
        route("season ask {what:end|reopen} {number:number}", self._ask)
        route("season {what:end|reopen} {number:number}", self._decide)
        client.rounds.add("seasons", self.look, _SECONDS)

    @app_commands.command(name=_s("season"), description=_s("This season's table, and those of past seasons"))
    @app_commands.guild_only()
    async def season(self, interaction: Interaction) -> None:
        """Show the running season privately."""
        await self._show(interaction, 0)

    # -- what people do ------------------------------------------------------------------------------------------

    async def _show(self, interaction: Interaction, number: int, *, older: int = 0, news: str = "") -> None:
        """Show season ``number``, or the running one."""
        guild, _ = where(interaction)
        seasons = await self._seasons.of(guild)
        desk = self._client.presenter.desk_for(interaction)
        season = next((one for one in seasons if one.number == number), seasons[0] if seasons else None)
        if season is None:
            screen = no_season_screen(desk)
        else:
            seen = await self._seen(season, interaction.user.id)
            seen = replace(seen, seasons=seasons, manager=may_manage(interaction), older=older, news=news)
            screen = season_screen(desk, seen)
        await whisper_screen(interaction, screen, desk.glyphs, replace=True)

    async def _older(self, interaction: Interaction, older: int) -> None:
        """Show the running season, and lead to those before the latest ``older``."""
        await self._show(interaction, 0, older=older)

    async def _ask(self, interaction: Interaction, what: str, number: int) -> None:
        check_manager(interaction)
        guild, _ = where(interaction)
        season = next((one for one in await self._seasons.of(guild) if one.number == number), None)
        if season is None:
            await self._show(interaction, 0)
            return
        desk = self._client.presenter.desk_for(interaction)
        await whisper_screen(interaction, asking_screen(desk, season, what), desk.glyphs, replace=True)

    async def _decide(self, interaction: Interaction, what: str, number: int) -> None:
        """End or reopen season ``number``."""
        check_manager(interaction)
        guild, _ = where(interaction)
        now = self._client.services.clock()
        with storage():
            if what == "end":
                running = await self._seasons.running(guild)
                right = running if running is not None and running.number == number else None
                changed = None if right is None else await self._seasons.end(right, now)
            else:
                changed = await self._seasons.reopen(guild, number, now)
        t = self._client.presenter.desk_for(interaction).t
        news = t(NEWS[what if changed else f"not {what}"], n=number, next=number + 1)
        await self._show(interaction, 0, news=news)
        if changed is not None and what == "end":
            self._client.presenter.later(self._tell_all(), "post a final table")
        elif changed is not None and changed.channel and changed.message:
            taken = self._client.presenter.delete(changed.channel, changed.message)
            self._client.presenter.later(taken, "take a final table away")

    # -- what the calendar does ----------------------------------------------------------------------------------

    async def look(self, now: int) -> None:
        """End the seasons whose month is over, and post missing final tables."""
        for due in await self._seasons.due(now):
            try:
                ended = await self._seasons.end(due.season, due.at)
            except Exception:  # A fault of one server keeps no other from its new season.
                log.exception("server %s: season %s could not be ended", due.season.guild, due.season.number)
                continue
            if ended is not None:
                log.info("server %s: season %s ended with its month", ended.guild, ended.number)
        if self._client.is_ready() and not self._posting.locked() and await self._seasons.untold(now):
            self._client.presenter.later(self._tell_all(), "post final tables")

    async def _tell_all(self) -> None:
        async with self._posting:
            for season in await self._seasons.untold(self._client.services.clock()):
                try:
                    await self._tell(season)
                except (*LOST, discord.RateLimited) as error:
                    log.warning("server %s: final table of season %s later: %s", season.guild, season.number, error)
                except Exception:  # The next look tries again; the other servers need not wait for that.
                    log.exception("server %s: final table of season %s", season.guild, season.number)

    async def _tell(self, season: Season) -> None:
        """Post a final table. While storage cannot note where it is, memory does, so that it comes only once."""
        place = self._posted.get(season) or await self._post(season)
        self._posted[season] = place
        await self._seasons.told(season, *place)
        del self._posted[season]
        channel, message = place
        if channel is not None and not await self._stands(season):
            await self._client.presenter.delete(channel, message)

    async def _stands(self, season: Season) -> bool:
        """Whether ``season`` has not been reopened while its table was on the way."""
        known = {(one.number, one.ended) for one in await self._seasons.of(season.guild)}
        return (season.number, season.ended) in known

    async def _post(self, season: Season) -> tuple[int | None, int]:
        """Post a final table, in the server's chosen channel or where it last played; without pings.

        Returns its channel and message.
        """
        choices = await self._client.services.settings.of(season.guild)
        desk = self._client.presenter.desk(self._language(season.guild, choices))
        message = render(final_screen(desk, await self._seen(season, _NOBODY)), desk.glyphs)
        for channel in (choices.season_channel, await self._seasons.last_channel(season)):
            if channel is None:
                continue
            try:
                sent = await self._client.get_partial_messageable(channel).send(
                    **message.kwargs, nonce=nonce("season", season.guild, (season.number, season.ended, channel))
                )
            except LOST:
                raise  # Discord is not well.
            except discord.HTTPException as error:
                log.info("server %s: no final table in channel %s: %s", season.guild, channel, error)
            else:
                return channel, sent.id
        return None, NOWHERE

    def _language(self, guild: int, choices: GuildChoices) -> str:
        known = self._client.get_guild(guild)
        return choices.language or spoken(str(known.preferred_locale) if known is not None else None)

    # -- what a season holds -------------------------------------------------------------------------------------

    async def _seen(self, season: Season, user: int) -> Seen:
        services = self._client.services
        choices = await services.settings.of(season.guild)
        games = await services.boards.games(season.guild, season.period)
        podiums = [await self._podium(season, game, choices, user) for game in games]
        monthly = season.ended is None and choices.seasons == "monthly"
        return Seen(
            season,
            tuple(podium for podium in podiums if podium is not None),
            unranked=None in podiums,
            ends=periods.next_month(services.clock()) if monthly else None,
        )

    async def _podium(self, season: Season, game: str, choices: GuildChoices, user: int) -> Podium | None:
        """Return the best players of a game: of games together, or, if there are none, alone."""
        rules = ranked_rules(choices)
        together: BoardKind = BOTH if choices.count_real_dice else "together"
        for kind in (together, "solo"):
            board = Board(season.guild, season.period, kind, game, rules, sorted_by(kind))
            page = await self._client.services.boards.page(board, user, 0, len(MEDALS))
            if page.lines:
                return Podium(game, "solo" if kind == "solo" else "together", rules, page.lines, page.total)
        return None


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(Seasons(client))
