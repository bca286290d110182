"""``/cantstop``: climb with pairs of dice, and stop in time."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.games.cant_stop import LISTING
from bot.ui.discord.reply import Interaction
from cogs.start.simple_start import open_simple, simple_options


@app_commands.guild_only()
class CantStop(
    commands.GroupCog,
    group_name=_s("cantstop"),
    group_description=_s("Can't Stop: climb with pairs of dice, and stop in time"),
):
    """Starts games of Can't Stop."""

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
        seats: app_commands.Range[int, 1, 4] | None = None,
        thread: bool = False,
    ) -> None:
        """Open a lobby in this channel; the host is seated."""
        await open_simple(interaction, self._client, LISTING.key, rules, seats, thread)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(CantStop(client))
