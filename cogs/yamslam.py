"""``/yamslam``: Yamslam."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.games import CATALOGUE, make
from bot.ui.discord.reply import Interaction, where
from cogs.start.opening import open_table
from cogs.start.start_options import presets_of

GAME = "yamslam"
SEATS = 8

_MATCHES: dict[str, int | str] = {"5": 5, "10": 10, "to_1000": "to_1000"}


@app_commands.guild_only()
class Yamslam(commands.GroupCog, group_name=_s("yamslam"), group_description=_s("Yamslam: dice in two colours, chips")):
    """Starts games of Yamslam."""

    def __init__(self, client: Gobelet) -> None:
        """Open tables with ``client``."""
        self._client = client
        super().__init__()

    @app_commands.command(name=_s("start"), description=_s("Put the dice on the table: open a game others can join"))
    @app_commands.rename(
        rules=_s("rules"), match=_s("match"), teams=_s("teams"), seats=_s("seats"), thread=_s("thread")
    )
    @app_commands.describe(
        rules=_s("House rules (the usual ones here if you choose none); more under Options in the lobby"),
        match=_s("Several games whose points are added (one game if you choose none)"),
        teams=_s("Four players in two teams that pool their chips"),
        seats=_s("How many may play, 1 to 8 (8 if you choose none)"),
        thread=_s("Open a thread for this game"),
    )
    @app_commands.choices(
        rules=presets_of([GAME]),
        match=[
            app_commands.Choice(name=_s("5 games"), value="5"),
            app_commands.Choice(name=_s("10 games"), value="10"),
            app_commands.Choice(name=_s("Until somebody has 1000"), value="to_1000"),
        ],
    )
    async def start(
        self,
        interaction: Interaction,
        rules: str = "",
        match: str | None = None,
        teams: bool = False,
        seats: app_commands.Range[int, 1, SEATS] | None = None,
        thread: bool = False,
    ) -> None:
        """Open a lobby in this channel; the host is seated."""
        presets = {preset.key: preset for preset in CATALOGUE[GAME].presets}
        choices = await self._client.services.settings.of(where(interaction)[0])
        rules = rules or choices.presets.get(GAME, "")
        options = dict(presets[rules].options) if rules in presets else {}
        if match in _MATCHES:
            options["games_in_match"] = _MATCHES[match]
        if teams:
            options["teams"] = True
        await open_table(interaction, self._client, make(GAME, options), None if teams else seats, thread=thread)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(Yamslam(client))
