"""``/yum``: the score-sheet games."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.games import CATALOGUE, make
from bot.ui.reply import Interaction
from cogs.opening import open_table

SEATS = 8

_SHEETS = [
    app_commands.Choice(name=_s(listing.label), value=key)
    for key, listing in CATALOGUE.items()
    if listing.family == "yum"
]
_PRESETS = {preset.key: preset for listing in CATALOGUE.values() for preset in listing.presets}


@app_commands.guild_only()
class Yum(commands.GroupCog, group_name=_s("yum"), group_description=_s("Yum and its family of score sheets")):
    """Starts score-sheet games."""

    def __init__(self, client: Gobelet) -> None:
        """Open tables with ``client``."""
        self._client = client
        super().__init__()

    @app_commands.command(name=_s("start"), description=_s("Put the dice on the table: open a game others can join"))
    @app_commands.rename(sheet=_s("sheet"), rules=_s("rules"), seats=_s("seats"), thread=_s("thread"))
    @app_commands.describe(
        sheet=_s("Which score sheet (Yum Plus if you choose none)"),
        rules=_s("House rules (the standard ones if you choose none)"),
        seats=_s("How many may play, 1 to 8 (8 if you choose none)"),
        thread=_s("Open a thread for this game"),
    )
    @app_commands.choices(
        sheet=_SHEETS,
        rules=[app_commands.Choice(name=_s(preset.label), value=key) for key, preset in _PRESETS.items()],
    )
    async def start(
        self,
        interaction: Interaction,
        sheet: str = "yum_plus",
        rules: str = "standard",
        seats: app_commands.Range[int, 1, SEATS] = SEATS,
        thread: bool = False,
    ) -> None:
        """Open a lobby in this channel; the host is seated."""
        presets = {preset.key: preset for preset in CATALOGUE[sheet].presets}
        options = presets[rules].options if rules in presets else {}
        await open_table(interaction, self._client, make(sheet, options), seats, thread=thread)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(Yum(client))
