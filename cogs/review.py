"""``/review``: what luck and what decisions brought in a finished game."""

from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.ui.discord.reply import Interaction
from bot.ui.press.review import open_review
from cogs.base import ClientCog
from cogs.tables import CODE, named_table


class ReviewCog(ClientCog):
    """Reviews finished games, privately."""

    @app_commands.command(name=_s("review"), description=_s("Luck and decisions of a finished game, told apart"))
    @app_commands.rename(code=_s("code"))
    @app_commands.describe(code=CODE)
    @app_commands.guild_only()
    async def review(self, interaction: Interaction, code: str = "") -> None:
        """Show the review, with buttons to its costliest decisions."""
        table = await named_table(self._client, interaction, code)
        await open_review(self._client.router.at(interaction, table.id))


setup = ReviewCog.add
