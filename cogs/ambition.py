"""``/ambition``: three special dice and a goal reached exactly."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.games.ambition import LISTING
from bot.ui.discord.reply import Interaction
from cogs.start.simple_start import open_simple, simple_options


@app_commands.guild_only()
class Ambition(
    commands.GroupCog,
    group_name=_s("ambition"),
    group_description=_s("Ambition: three special dice, and a goal reached exactly"),
):
    """Starts games of Ambition."""

    def __init__(self, client: Gobelet) -> None:
        """Open tables with ``client``."""
        self._client = client
        super().__init__()

    @app_commands.command(name=_s("start"), description=_s("Put the dice on the table: open a game others can join"))
    @simple_options(LISTING.key)
    async def start(
        self,
        interaction: Interaction,
        rules: str = "",
        seats: app_commands.Range[int, 2, 8] | None = None,
        thread: bool = False,
    ) -> None:
        """Open a lobby in this channel; the host is seated."""
        await open_simple(interaction, self._client, LISTING.key, rules, seats, thread)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(Ambition(client))
