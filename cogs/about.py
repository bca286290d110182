"""``/rules``, ``/help`` and ``/about``."""

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import PERMISSIONS, Gobelet
from bot.games import CATALOGUE, make
from bot.screens.games.rules import rules_screen
from bot.screens.kit import RenderContext, Screen
from bot.screens.server.about import about_screen
from bot.screens.server.help import FIRST, TOPICS, help_screen
from bot.ui.discord.reply import Interaction, whisper_screen


class About(commands.Cog):
    """Explains the games and the bot. Its buttons stand on public messages too; their answers there are private."""

    def __init__(self, client: Gobelet) -> None:
        """Answer for ``client``."""
        self._client = client
        client.router.free("help", self._help)
        client.router.free("help {topic}", self._help)
        client.router.free("about", self._about)

    @app_commands.command(name=_s("rules"), description=_s("The rules of a game"))
    @app_commands.rename(game=_s("game"))
    @app_commands.describe(game=_s("Which game"))
    @app_commands.choices(
        game=[app_commands.Choice(name=_s(listing.label), value=key) for key, listing in CATALOGUE.items()]
    )
    async def rules(self, interaction: Interaction, game: str) -> None:
        """Show the standard rules of ``game`` privately."""
        context = self._context(interaction)
        await whisper_screen(interaction, rules_screen(context, make(game, {})), context.glyphs)

    @app_commands.command(name=_s("help"), description=_s("How to play with Gobelet, by task"))
    @app_commands.rename(topic=_s("topic"))
    @app_commands.describe(topic=_s("What you would like to do (play a game if you choose none)"))
    @app_commands.choices(topic=[app_commands.Choice(name=_s(label), value=key) for key, (label, _) in TOPICS.items()])
    async def help(self, interaction: Interaction, topic: str = FIRST) -> None:
        """Show the page about ``topic``; a menu below it leads to the others."""
        await self._help(interaction, topic)

    @app_commands.command(name=_s("about"), description=_s("What Gobelet is, its version, and how to invite it"))
    async def about(self, interaction: Interaction) -> None:
        """Show version, permissions, fairness, privacy and the invite link."""
        await self._about(interaction)

    async def _help(self, interaction: Interaction, topic: str = FIRST) -> None:
        await self._show(interaction, help_screen(self._context(interaction), topic))

    async def _about(self, interaction: Interaction) -> None:
        client, context = self._client, self._context(interaction)
        screen = about_screen(context, client.application_id or 0, PERMISSIONS.value, client.services.support)
        await self._show(interaction, screen)

    def _context(self, interaction: Interaction) -> RenderContext:
        return self._client.presenter.context_for(interaction)

    async def _show(self, interaction: Interaction, screen: Screen) -> None:
        """Show ``screen`` to that person alone. A private message that they pressed gives it its place."""
        await whisper_screen(interaction, screen, self._client.presenter.glyphs, replace=True)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(About(client))
