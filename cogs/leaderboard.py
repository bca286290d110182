"""``/leaderboard``: who wins, plays and scores best in this server."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.engine.words import N_
from bot.games import CATALOGUE
from bot.screens.server.leaderboard import MINE, PAGE, PERIODS, SORTS, Around, Asked, leaderboard_screen
from bot.tables.records import periods
from bot.tables.records.boards import EVERY, BoardKind, By, ranked_rules
from bot.ui.discord.reply import Interaction, where, whisper_screen
from bot.ui.server.leaderboards import board_of, rated_by_now, usual

_DEFAULT_GAME = "yum_plus"


class Leaderboard(commands.Cog):
    """Shows leaderboards. Buttons and menus change everything about them, and carry the reader's choices."""

    def __init__(self, client: Gobelet) -> None:
        """Ask the standings of ``client``."""
        self._client = client
        client.router.free(
            "leaderboard {game:game} {by:by} {period:period} {kind:kind} {rules:rules} {page:leaf} {button}", self.press
        )

    @app_commands.command(name=_s("leaderboard"), description=_s("The leaderboard of this server"))
    @app_commands.rename(game=_s("game"), by=_s("by"), period=_s("period"))
    @app_commands.describe(
        game=_s("Which game (the most played if you choose none)"),
        by=_s("What counts (wins if you choose none)"),
        period=_s("Since when (all time if you choose none)"),
    )
    @app_commands.choices(
        game=[
            app_commands.Choice(name=_s(label), value=key)
            for key, label in ((EVERY, N_("All games")), *((key, game.label) for key, game in CATALOGUE.items()))
        ],
        by=[app_commands.Choice(name=_s(label), value=key) for key, label in SORTS.items()],
        period=[app_commands.Choice(name=_s(label), value=key) for key, label in PERIODS.items()],
    )
    @app_commands.guild_only()
    async def leaderboard(
        self, interaction: Interaction, game: str = "", by: str = "wins", period: str = "all"
    ) -> None:
        """Show the first page privately."""
        guild, _ = where(interaction)
        services = self._client.services
        if not game:
            game = next((key for key in await services.boards.games(guild) if key in CATALOGUE), _DEFAULT_GAME)
        rules = ranked_rules(await services.settings.of(guild))
        asked = Asked(game, cast("By", by), period, "together", rules).fitting()
        if asked.by != "rating" and game != EVERY:
            asked = usual(asked, await services.boards.played(guild, game))
        await self._show(interaction, asked)

    async def press(
        self,
        interaction: Interaction,
        game: str,
        by: By,
        period: str,
        kind: BoardKind,
        rules: str,
        page: int,
        button: str,
    ) -> None:
        """A button or a menu of a leaderboard: another page, order, period, game or option set."""
        await self._show(interaction, Asked.of(game, by, period, kind, rules, page))

    async def _show(self, interaction: Interaction, asked: Asked) -> None:
        guild, _ = where(interaction)
        services = self._client.services
        choices = await services.settings.of(guild)
        season = await services.seasons.running(guild)
        if asked.by == "rating":
            await rated_by_now(self._client.presenter, services.ratings, guild)
        now = services.clock()
        board = board_of(asked, guild, choices, season, now)
        offset = None if asked.page == MINE else asked.page * PAGE
        page = await services.boards.page(board, interaction.user.id, offset, PAGE)
        asked = replace(asked, page=page.lines[0].place // PAGE if page.lines else 0)
        around = Around(
            user=interaction.user.id,
            games=list(await services.boards.games(guild)),
            played=[] if asked.game == EVERY else await services.boards.played(guild, asked.game),
            ranked=ranked_rules(choices),
            real_together=choices.count_real_dice,
            month=periods.year_and_month(now),
            season=None if season is None else season.number,
            least=board.least,
        )
        desk = self._client.presenter.desk_for(interaction)
        screen = leaderboard_screen(desk, asked, page, around)
        await whisper_screen(interaction, screen, desk.glyphs, replace=True)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(Leaderboard(client))
