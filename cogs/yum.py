"""``/yum``: the score-sheet games."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.games import CATALOGUE
from bot.ui.discord.command_words import joined
from bot.ui.discord.reply import Interaction
from cogs.start.start_options import GAMES, SEATS, Wishes, open_wished, presets_of, start_options

_OWN_COMMAND = ("yams",)
"""Sheets that people know as a game of its own, with a command of that name."""

_SHEETS = {key: listing for key, listing in CATALOGUE.items() if listing.family == "yum" and key not in _OWN_COMMAND}


@app_commands.guild_only()
class Yum(commands.GroupCog, group_name=_s("yum"), group_description=_s("Yum and its family of score sheets")):
    """Starts score-sheet games."""

    def __init__(self, client: Gobelet) -> None:
        """Open tables with ``client``."""
        self._client = client
        super().__init__()

    @app_commands.command(name=_s("start"), description=_s("Put the dice on the table: open a game others can join"))
    @app_commands.rename(sheet=_s("sheet"))
    @app_commands.describe(sheet=_s("Which score sheet (Yum Plus if you choose none)"))
    @app_commands.choices(
        sheet=[
            app_commands.Choice(name=joined(listing.label, listing.about), value=key)
            for key, listing in _SHEETS.items()
        ]
    )
    @start_options(presets_of(_SHEETS))
    async def start(
        self,
        interaction: Interaction,
        sheet: str = "yum_plus",
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
        await open_wished(interaction, self._client, sheet, wishes)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(Yum(client))
