"""``/yams``: Yams as it is played in France."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.ui.discord.reply import Interaction
from cogs.start.start_options import GAMES, SEATS, Wishes, open_wished, presets_of, start_options

GAME = "yams"


@app_commands.guild_only()
class Yams(commands.GroupCog, group_name=_s("yams"), group_description=_s("Yams, the French score-sheet game")):
    """Starts games of Yams."""

    def __init__(self, client: Gobelet) -> None:
        """Open tables with ``client``."""
        self._client = client
        super().__init__()

    @app_commands.command(name=_s("start"), description=_s("Put the dice on the table: open a game others can join"))
    @start_options(presets_of([GAME]))
    async def start(
        self,
        interaction: Interaction,
        rules: str = "",
        seats: app_commands.Range[int, 1, SEATS] | None = None,
        power: bool = False,
        games: app_commands.Range[int, 1, GAMES] = 1,
        teams: int = 0,
        dice: str = "fair",
        pace: str = "turns",
        totals: str = "live",
        thread: bool = False,
    ) -> None:
        """Open a lobby in this channel; the host is seated."""
        wishes = Wishes(rules, seats, power, games, teams, dice, pace, totals, thread)
        await open_wished(interaction, self._client, GAME, wishes)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(Yams(client))
