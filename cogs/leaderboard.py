"""``/leaderboard``: who wins, plays and scores best in this server."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.engine.errors import IllegalAction
from bot.games import CATALOGUE
from bot.screens.leaderboard import PAGE, SORTS, Asked, leaderboard_screen
from bot.tables.store import By
from bot.ui.reply import Interaction, where, whisper_screen


class Leaderboard(commands.Cog):
    """Shows leaderboards; the pages are turned with buttons."""

    def __init__(self, client: Gobelet) -> None:
        """Ask the statistics of ``client``."""
        self._client = client
        client.router.on_free("leaderboard", self.turn_page)

    @app_commands.command(name=_s("leaderboard"), description=_s("The leaderboard of this server"))
    @app_commands.rename(game=_s("game"), by=_s("by"), period=_s("period"))
    @app_commands.describe(
        game=_s("Which game (Yum Plus if you choose none)"),
        by=_s("What counts (wins if you choose none)"),
        period=_s("Since when (all time if you choose none)"),
    )
    @app_commands.choices(
        game=[app_commands.Choice(name=_s(listing.label), value=key) for key, listing in CATALOGUE.items()],
        by=[app_commands.Choice(name=_s(label), value=key) for key, label in SORTS.items()],
        period=[
            app_commands.Choice(name=_s("All time"), value="all"),
            app_commands.Choice(name=_s("This month"), value="month"),
        ],
    )
    @app_commands.guild_only()
    async def leaderboard(
        self, interaction: Interaction, game: str = "yum_plus", by: str = "wins", period: str = "all"
    ) -> None:
        """Show the first page privately."""
        await self._show(interaction, Asked(game, by, period, 0), replace=False)

    async def turn_page(self, interaction: Interaction, do: str) -> None:
        """A button of a leaderboard: another page, order or period."""
        asked = Asked.read(do)
        if asked is None or asked.game not in CATALOGUE:
            raise IllegalAction(do)
        await self._show(interaction, asked, replace=True)

    async def _show(self, interaction: Interaction, asked: Asked, *, replace: bool) -> None:
        guild, _ = where(interaction)
        stats = self._client.services.stats
        now = datetime.fromtimestamp(self._client.services.clock(), UTC)
        month = now.replace(day=1, hour=0, minute=0, second=0)
        since = int(month.timestamp()) if asked.period == "month" else None
        by = cast("By", asked.by)
        real = (await self._client.services.settings.of(guild)).count_real_dice
        page = await stats.leaderboard(
            guild, asked.game, by, since=since, real_dice=real, offset=asked.page * PAGE, limit=PAGE
        )
        own = await stats.standing(guild, asked.game, interaction.user.id, by, since=since, real_dice=real)
        desk = self._client.presenter.desk_for(interaction)
        screen = leaderboard_screen(desk, asked, page, own, (now.year, now.month))
        await whisper_screen(interaction, screen, desk.glyphs, replace=replace)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(Leaderboard(client))
