"""``/mygames``: where in this server one sits, and who is waited for."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.engine.errors import IllegalAction
from bot.screens.mygames import Mine, mygames_screen
from bot.tables.errors import BrokenTable, NoTable, NotSeated
from bot.tables.model import Status, Table, TableId, table_id
from bot.ui.links import board_link
from bot.ui.parallel_presses import OwnSheets
from bot.ui.reply import Interaction, where, whisper_screen

_LAST_PAGE = 99


class MyGames(commands.Cog):
    """Lists the tables of whoever asks; only they see it."""

    def __init__(self, client: Gobelet) -> None:
        """Ask the tables of ``client``."""
        self._client = client
        self._tables = client.services.tables
        self._sheets = OwnSheets(self._tables, client.presenter)
        client.router.on_free("mygames", self.pressed)

    @app_commands.command(
        name=_s("mygames"), description=_s("All your games in this server, those that wait for you first")
    )
    @app_commands.guild_only()
    async def mygames(self, interaction: Interaction) -> None:
        """Show the first page privately."""
        await self._show(interaction, 0)

    async def pressed(self, interaction: Interaction, do: str) -> None:
        """``mygames page <n> …`` turns a page, ``mygames own <code>`` opens one's own sheet."""
        match do.split(" ")[1:]:
            case ["page", page, _] if page.isdecimal():
                await self._show(interaction, min(int(page), _LAST_PAGE))
            case ["own", code]:
                id = table_id(code)
                if id is None:
                    raise NoTable(code)
                await self._sheets.mine(interaction, id, 0, do)
            case _:
                raise IllegalAction(do)

    async def _show(self, interaction: Interaction, page: int) -> None:
        guild, user = where(interaction)[0], interaction.user.id
        found = [mine for id in await self._tables.seated(guild, user) if (mine := await self._mine(id, user))]
        desk = self._client.presenter.desk_for(interaction)
        screen = mygames_screen(desk, found, user, page, await self._daily(guild, user))
        await whisper_screen(interaction, screen, desk.glyphs, replace=True)

    async def _daily(self, guild: int, user: int) -> Table | None:
        """Return today's game of ``user`` if they have begun it and not finished."""
        dailies = self._client.services.dailies
        try:
            table = await dailies.table(guild, dailies.day, user)
        except BrokenTable:
            return None
        return None if table is None or table.over else table

    async def _mine(self, id: TableId, user: int) -> Mine | None:
        """Return the table of ``user``; None where they have left, or where it is over or cannot be read."""
        try:
            table = await self._tables.get(id)
            if table.over or table.seat_of(user) is None:
                return None
            return Mine(table, board_link(table), await self._own(table, user))
        except (NoTable, BrokenTable):
            return None

    async def _own(self, table: Table, user: int) -> Table | None:
        if not table.manner.parallel or table.status is Status.LOBBY:
            return None
        try:
            return await self._tables.own(table.id, user)
        except NotSeated:  # It cannot be read.
            return None


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(MyGames(client))
