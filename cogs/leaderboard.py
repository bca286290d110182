"""``/leaderboard``: the players of this server who win, play and score best."""

import asyncio
from dataclasses import replace
from typing import cast

from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.games import usual
from bot.screens.kit import RenderContext
from bot.screens.kit.sharing import play_button, shared
from bot.screens.server.leaderboard import (
    ALL_GAMES,
    LEADERBOARD,
    MINE,
    PAGE,
    PERIODS,
    SHARE,
    SORTS,
    LeaderboardContext,
    LeaderboardRequest,
    leaderboard_screen,
    may_be_shared,
    podium,
    podium_lines,
)
from bot.tables.model import days, errors
from bot.tables.model.choices import NOBODY, as_seen
from bot.tables.records.leaderboards import EVERY, LeaderboardKind, LeaderboardPage, SortKey, crowned, ranked_rules
from bot.ui.discord.adapter import render
from bot.ui.discord.permissions import may_attach
from bot.ui.discord.pictures import Picture, podium_picture, with_picture
from bot.ui.discord.reply import Interaction, guild_and_channel
from bot.ui.press.review import may_share
from bot.ui.server.seasons import catch_up_ratings, leaderboard_query, with_usual_rules
from cogs.base import ClientCog, on_press

_NOBODY = 0
"""In place of a reader, on what everybody sees."""

_NAMES_SECONDS, _PICTURE_SECONDS = 0.7, 0.8
"""Seconds that a reader waits for names not in memory, and for the picture; Discord wants an answer within 3."""


class Leaderboard(ClientCog):
    """Shows leaderboards. Buttons and menus change everything about them, and carry the reader's choices."""

    @app_commands.command(name=_s("leaderboard"), description=_s("The leaderboard of this server or group"))
    @app_commands.rename(game=_s("game"), by=_s("by"), period=_s("period"))
    @app_commands.describe(
        game=_s("Which game (all games together if you choose none)"),
        by=_s("What the leaderboard goes by (wins if you choose nothing)"),
        period=_s("The period (all time if you choose nothing)"),
    )
    @app_commands.choices(
        by=[app_commands.Choice(name=_s(label), value=key) for key, label in SORTS.items()],
        period=[app_commands.Choice(name=_s(label), value=key) for key, label in PERIODS.items()],
    )
    async def leaderboard(
        self, interaction: Interaction, game: str = "", by: str = "wins", period: str = "all"
    ) -> None:
        """Show the first page privately."""
        guild, _ = guild_and_channel(interaction)
        services, game = self._client.services, self._named_game(interaction, game, EVERY)
        named = game not in ("", EVERY) or by in ALL_GAMES
        if not named:  # Points and ratings are those of one game.
            game = usual(await services.leaderboards.games(guild))
        rules = ranked_rules(await services.settings.of(guild))
        request = LeaderboardRequest(game or EVERY, cast("SortKey", by), period, "together", rules).fitting()
        if request.by != "rating":
            request = with_usual_rules(request, await services.leaderboards.played(guild, request.game))
        await self._show(interaction, request, named=named)

    @leaderboard.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the games with a finished one that counts here."""
        guild, _ = guild_and_channel(interaction)
        return await self._offer_played(interaction, typed, self._client.services.leaderboards.games(guild))

    @on_press(LEADERBOARD)
    async def press(
        self,
        interaction: Interaction,
        game: str,
        by: SortKey,
        period: str,
        kind: LeaderboardKind,
        rules: str,
        page: int,
        button: str,
    ) -> None:
        """A button or a menu of a leaderboard: another page, order, period, game or option set."""
        request = LeaderboardRequest.of(game, by, period, kind, rules, page)
        await (self._share(interaction, request) if button == SHARE else self._show(interaction, request))

    async def _show(self, interaction: Interaction, request: LeaderboardRequest, *, named: bool = True) -> None:
        context = self._context(interaction)
        request, page, around = await self._read(interaction, request, interaction.user.id, named=named)
        rendered = render(leaderboard_screen(context, request, page, around), context.glyphs)
        picture = None if context.plain else await self._picture(interaction, context, request, page, around)
        await self._whisper_pictured(interaction, rendered, picture)

    async def _share(self, interaction: Interaction, request: LeaderboardRequest) -> None:
        """Post a page for everybody, in the language of the server's boards, as nobody in particular sees it."""
        services = self._client.services
        guild, _ = guild_and_channel(interaction)
        request, page, around = await self._read(interaction, request, _NOBODY)
        if not may_be_shared(request, page):
            raise errors.DecisionsOfAnother
        if not await may_share(interaction, await services.settings.of(guild)):
            return
        context = self._client.presenter.renderer.context(await self._client.opening.language(interaction))
        screen = leaderboard_screen(context, request, page, around)
        posted = render(
            shared(context, screen, interaction.user.id, play_button(context, request.game)), context.glyphs
        )
        attaches = may_attach(interaction)
        picture = await self._picture(interaction, context, request, page, around) if attaches else None
        await interaction.response.send_message(**with_picture(posted, picture))

    async def _read(
        self, interaction: Interaction, request: LeaderboardRequest, user: int, *, named: bool = True
    ) -> tuple[LeaderboardRequest, LeaderboardPage, LeaderboardContext]:
        """Return the page that ``request`` means now, as ``user`` may see it, and what stands around it."""
        guild, _ = guild_and_channel(interaction)
        services = self._client.services
        choices = await services.settings.of(guild)
        seasons = await services.seasons.of(guild)
        season = next((candidate for candidate in seasons if candidate.ended is None), None)
        if request.by == "rating":
            await catch_up_ratings(self._client.presenter, services.ratings, guild)
        now = services.clock()
        board = leaderboard_query(request, guild, choices, season, now)
        offset = None if request.page == MINE else request.page * PAGE
        with errors.translated_errors():
            page = await as_seen(
                services.preferences, await services.leaderboards.page(board, user, offset, PAGE), user
            )
        today = days.server_day(choices, now)
        request = replace(request, page=page.lines[0].place // PAGE if page.lines else 0)
        around = LeaderboardContext(
            user=user,
            games=await services.leaderboards.games(guild),
            played=[] if request.game == EVERY else await services.leaderboards.played(guild, request.game),
            ranked=ranked_rules(choices),
            real_together=choices.count_real_dice,
            computers=choices.count_computers,
            month=days.year_and_month(today),
            seasons=seasons,
            least=board.least,
            crowned=crowned(await services.seasons.champions(guild), seasons),
            named=named,
            dailies=None if page.total or not await self._has_dailies(guild, request.game) else today,
        )
        return request, page, around

    async def _has_dailies(self, guild: int, game: str) -> bool:
        """Whether anybody has finished a daily of a game there, or of any."""
        return any(ways.kind == "daily" for ways in await self._client.services.leaderboards.played(guild, game))

    async def _picture(
        self,
        interaction: Interaction,
        context: RenderContext,
        request: LeaderboardRequest,
        page: LeaderboardPage,
        around: LeaderboardContext,
    ) -> Picture | None:
        """Return the picture of the first three, where the server wants pictures."""
        guild, _ = guild_and_channel(interaction)
        if not (await self._client.services.settings.of(guild)).pictures:
            return None
        return await self._podium(context, guild, request, page, around)

    async def _podium(
        self,
        context: RenderContext,
        guild: int,
        request: LeaderboardRequest,
        page: LeaderboardPage,
        around: LeaderboardContext,
    ) -> Picture | None:
        """Return the picture of the first three; None if a name or the picture does not come in time."""
        lines = podium_lines(request, page)
        users, names = [line.user for line in lines if line.user != NOBODY], self._client.names
        if not lines:
            return None
        if not all(names.known(guild, user) for user in users):
            asking = self._client.presenter.run_later(names.of(guild, users), "ask for the names on a podium")
            await asyncio.wait((asking,), timeout=_NAMES_SECONDS)
            if not asking.done():
                return None
        known = ["" if line.user == NOBODY else names.known(guild, line.user) for line in lines]
        shown = podium(context, request, lines, known, around, page)
        return await podium_picture(context.t, self._client.renderer, shown, _PICTURE_SECONDS)


setup = Leaderboard.add
