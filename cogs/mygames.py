"""``/mygames``: where in this server one sits, and who is waited for; leaving and ending tables from anywhere."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.engine.errors import IllegalAction
from bot.screens.kit.values import Screen
from bot.screens.players.leaving import END, LEAVE, SURE, one_table_screen, sure_screen
from bot.screens.players.mygames import Mine, mygames_screen
from bot.tables.core.errors import BrokenTable, NoTable, NotAllowed, NotSeated
from bot.tables.core.model import Status, Table, TableId, table_id
from bot.ui.discord.links import board_link
from bot.ui.discord.reply import Interaction, reader, saved, where, whisper_screen
from bot.ui.discord.rights import may_manage
from bot.ui.presses.parallel_presses import OwnSheets

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
        await self._list(interaction, 0)

    async def pressed(self, interaction: Interaction, do: str) -> None:
        """Turn a page, open one's own sheet, look at a table, leave or end it."""
        match do.split(" ")[1:]:
            case ["page", page, _] if page.isdecimal():
                await self._list(interaction, _page(page))
            case ["own", code]:
                await self._sheets.mine(interaction, _id(code), 0, do)
            case ["table", code, page] if page.isdecimal():
                await self._look(interaction, await self._found(interaction, code), _page(page))
            case [("leave" | "end") as what, code, page, *sure] if page.isdecimal() and sure in ([], [SURE]):
                await self._done(interaction, what, code, _page(page), sure=bool(sure))
            case _:
                raise IllegalAction(do)

    # -- the list ------------------------------------------------------------------------------------------------

    async def _list(self, interaction: Interaction, page: int, *, news: str = "") -> None:
        guild, user = where(interaction)[0], interaction.user.id
        found = [mine for id in await self._tables.seated(guild, user) if (mine := await self._mine(id, user))]
        desk = self._client.presenter.desk_for(interaction)
        screen = mygames_screen(desk, found, user, page, await self._daily(guild, user), news=news)
        await self._show(interaction, screen)

    async def _daily(self, guild: int, user: int) -> Table | None:
        """Return today's game of ``user`` if they have begun it and not finished."""
        dailies = self._client.services.dailies
        try:
            table = await dailies.table(guild, dailies.day, user)
        except BrokenTable:
            return None
        return None if table is None or table.over else table

    async def _mine(self, id: TableId, user: int) -> Mine | None:
        """Return the table of ``user``: where they sit, or whose host they are.

        None where they have nothing to do with it, and where it is over or cannot be read.
        """
        try:
            table = await self._tables.get(id)
        except (NoTable, BrokenTable):
            return None
        if table.over or (table.seat_of(user) is None and table.host != user):
            return None
        return await self._seen(table, user)

    async def _seen(self, table: Table, user: int) -> Mine:
        guild = self._client.get_guild(table.guild)
        place = None if guild is None else guild.get_channel_or_thread(table.channel)
        return Mine(table, board_link(table), await self._own(table, user), "" if place is None else place.name)

    async def _own(self, table: Table, user: int) -> Table | None:
        if not table.manner.parallel or table.status is Status.LOBBY:
            return None
        try:
            return await self._tables.own(table.id, user)
        except NotSeated:  # It cannot be read, or it is for its host that this is seen.
            return None

    # -- one table -----------------------------------------------------------------------------------------------

    async def _found(self, interaction: Interaction, code: str) -> Table:
        """Return the table of this server with that code. Raises NoTable; players' own tables are none of these."""
        table = await self._tables.get(_id(code))
        if table.guild != where(interaction)[0] or table.private:
            raise NoTable(code)
        return table

    async def _look(self, interaction: Interaction, table: Table, page: int) -> None:
        """Show what can be done with ``table``; one that is over meanwhile is no longer in the list."""
        if table.over:
            await self._list(interaction, page)
            return
        desk, user = self._client.presenter.desk_for(interaction), interaction.user.id
        mine = await self._seen(table, user)
        await self._show(interaction, one_table_screen(desk, mine, user, may_manage(interaction), page))

    async def _done(self, interaction: Interaction, what: str, code: str, page: int, *, sure: bool) -> None:
        """Leave or end a table; a game that goes on only by whoever is ``sure``."""
        table, user, manager = await self._found(interaction, code), interaction.user.id, may_manage(interaction)
        if what == LEAVE and not table.over and table.seat_of(user) is None:
            raise NotSeated
        if what == END and not table.over and user != table.host and not manager:
            raise NotAllowed
        if table.status is Status.PLAYING and not sure:
            desk = self._client.presenter.desk_for(interaction)
            await self._show(interaction, sure_screen(desk, await self._seen(table, user), what, page))
            return
        t = reader(interaction)
        if what == LEAVE:
            change, news = await self._tables.leave(table.id, user), t("You have left the table.")
        else:
            change, news = await self._tables.end(table.id, user, manager), t("The table is closed.")
        saved(interaction, change)
        try:
            await self._list(interaction, page, news=news)
        finally:
            self._client.presenter.later(self._client.presenter.changed(change), "show who has left")

    async def _show(self, interaction: Interaction, screen: Screen) -> None:
        await whisper_screen(interaction, screen, self._client.presenter.glyphs, replace=True)


def _id(code: str) -> TableId:
    id = table_id(code)
    if id is None:
        raise NoTable(code)
    return id


def _page(digits: str) -> int:
    return min(int(digits[:4]), _LAST_PAGE)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(MyGames(client))
