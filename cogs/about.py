"""``/rules``, ``/help`` and ``/about``."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import PERMISSIONS, Gobelet
from bot.games import CATALOGUE, make
from bot.screens.about import about_screen, help_screen
from bot.screens.rules import rules_screen
from bot.ui.reply import Interaction, reader, whisper_screen


class About(commands.Cog):
    """Explains the games and the bot."""

    def __init__(self, client: Gobelet) -> None:
        """Answer for ``client``."""
        self._client = client

    @app_commands.command(name=_s("rules"), description=_s("The rules of a game"))
    @app_commands.rename(game=_s("game"))
    @app_commands.describe(game=_s("Which game"))
    @app_commands.choices(
        game=[app_commands.Choice(name=_s(listing.label), value=key) for key, listing in CATALOGUE.items()]
    )
    async def rules(self, interaction: Interaction, game: str) -> None:
        """Show the standard rules of ``game`` privately."""
        desk = self._client.presenter.desk(reader(interaction).language)
        await whisper_screen(interaction, rules_screen(desk, make(game, {})), desk.glyphs)

    @app_commands.command(name=_s("help"), description=_s("How to play with Gobelet"))
    async def help(self, interaction: Interaction) -> None:
        """Show what one can do, by task."""
        desk = self._client.presenter.desk(reader(interaction).language)
        await whisper_screen(interaction, help_screen(desk), desk.glyphs)

    @app_commands.command(name=_s("about"), description=_s("What Gobelet is, its version, and how to invite it"))
    async def about(self, interaction: Interaction) -> None:
        """Show version, fairness, privacy and the invite link."""
        desk = self._client.presenter.desk(reader(interaction).language)
        screen = about_screen(desk, self._client.application_id or 0, PERMISSIONS.value)
        await whisper_screen(interaction, screen, desk.glyphs)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(About(client))
