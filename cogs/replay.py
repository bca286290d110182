"""``/replay``: a finished game step by step on its board."""

from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.ui.discord.reply import Interaction
from bot.ui.press.review import open_replay
from cogs.base import ClientCog
from cogs.tables import CODE, named_table


class ReplayCog(ClientCog):
    """Steps through finished games, privately."""

    @app_commands.command(name=_s("replay"), description=_s("Step through a finished game on its board"))
    @app_commands.rename(code=_s("code"))
    @app_commands.describe(code=CODE)
    @app_commands.guild_only()
    async def replay(self, interaction: Interaction, code: str = "") -> None:
        """Show the beginning of the game, with buttons to go on."""
        table = await named_table(self._client, interaction, code)
        await open_replay(self._client.router.at(interaction, table.id))


setup = ReplayCog.add
