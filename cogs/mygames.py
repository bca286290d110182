"""``/mygames``: a person's tables in this server, and who is to act; leaving and ending tables from anywhere."""

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.screens.kit import Screen
from bot.screens.players.leaving import END, LEAVE, SURE, confirm_screen, one_table_screen
from bot.screens.players.mygames import MyTable, mygames_screen
from bot.tables.core.errors import BrokenTable, NoTable, NotAllowed, NotSeated
from bot.tables.core.model import Status, Table, TableId
from bot.ui.discord.links import board_link
from bot.ui.discord.permissions import may_manage
from bot.ui.discord.reply import Interaction, guild_and_channel, note_save, reader, whisper_screen
from bot.ui.presses.seating import open_own_sheet


class MyGames(commands.Cog):
    """Lists a person's tables; only they see it."""

    def __init__(self, client: Gobelet) -> None:
        """Ask the tables of ``client``."""
        self._client = client
        self._tables = client.services.tables
        route = client.router.free
        route("mygames page {page:page} {button}", self._turn)
        route("mygames own {table:table}", self._open_own)
        route("mygames table {table:table} {page:page}", self._look)
        route("mygames {what:leave|end} {table:table} {page:page}", self._done)
        route(f"mygames {{what:leave|end}} {{table:table}} {{page:page}} {SURE}", self._surely_done)

    @app_commands.command(
        name=_s("mygames"), description=_s("All your games in this server, those that wait for you first")
    )
    @app_commands.guild_only()
    async def mygames(self, interaction: Interaction) -> None:
        """Show the first page privately."""
        await self._list(interaction, 0)

    async def _open_own(self, interaction: Interaction, table: TableId) -> None:
        await open_own_sheet(self._client.router.at(interaction, table))

    # -- the list ------------------------------------------------------------------------------------------------

    async def _turn(self, interaction: Interaction, page: int, button: str) -> None:
        await self._list(interaction, page)

    async def _list(self, interaction: Interaction, page: int, *, news: str = "") -> None:
        guild, user = guild_and_channel(interaction)[0], interaction.user.id
        found = [one for id in await self._tables.seated(guild, user) if (one := await self._mine(id, user))]
        screen = mygames_screen(
            self._client.presenter.context_for(interaction),
            found,
            user,
            page,
            await self._daily(guild, user),
            news=news,
        )
        await self._show(interaction, screen)

    async def _daily(self, guild: int, user: int) -> Table | None:
        """Return today's game of ``user`` if they have begun it and not finished."""
        dailies = self._client.services.dailies
        try:
            table = await dailies.table(guild, dailies.day, user)
        except BrokenTable:
            return None
        return None if table is None or table.over else table

    async def _mine(self, id: TableId, user: int) -> MyTable | None:
        """Return the table of ``user``: where they sit, or whose host they are.

        None if they have nothing to do with it, or if it is over or unreadable.
        """
        try:
            table = await self._tables.get(id)
        except (NoTable, BrokenTable):
            return None
        if table.over or (table.seat_of(user) is None and table.host != user):
            return None
        return await self._seen(table, user)

    async def _seen(self, table: Table, user: int) -> MyTable:
        guild = self._client.get_guild(table.guild)
        place = None if guild is None else guild.get_channel_or_thread(table.channel)
        return MyTable(table, board_link(table), await self._own(table, user), "" if place is None else place.name)

    async def _own(self, table: Table, user: int) -> Table | None:
        if not table.has_own_tables:
            return None
        try:
            return await self._tables.simultaneous.own_table(table.id, user)
        except NotSeated:  # It is unreadable, or only its host may see this.
            return None

    # -- one table -----------------------------------------------------------------------------------------------

    async def _found(self, interaction: Interaction, id: TableId) -> Table:
        """Return the table of this server. Raises NoTable, also for players' own tables."""
        table = await self._tables.get(id)
        if table.guild != guild_and_channel(interaction)[0] or table.private:
            raise NoTable(table.code)
        return table

    async def _look(self, interaction: Interaction, table: TableId, page: int) -> None:
        """Show what the reader can do with a table; one that is over meanwhile has left the list."""
        found = await self._found(interaction, table)
        if found.over:
            await self._list(interaction, page)
            return
        context, user = self._client.presenter.context_for(interaction), interaction.user.id
        seen = await self._seen(found, user)
        await self._show(interaction, one_table_screen(context, seen, user, may_manage(interaction), page))

    async def _surely_done(self, interaction: Interaction, what: str, table: TableId, page: int) -> None:
        await self._done(interaction, what, table, page, sure=True)

    async def _done(
        self, interaction: Interaction, what: str, table: TableId, page: int, *, sure: bool = False
    ) -> None:
        """Leave or end a table; before a live game ask first, unless they are ``sure``."""
        found, user, manager = await self._found(interaction, table), interaction.user.id, may_manage(interaction)
        if what == LEAVE and not found.over and found.seat_of(user) is None:
            raise NotSeated
        if what == END and not found.over and user != found.host and not manager:
            raise NotAllowed
        if found.status is Status.PLAYING and not sure:
            context = self._client.presenter.context_for(interaction)
            await self._show(interaction, confirm_screen(context, await self._seen(found, user), what, page))
            return
        t = reader(interaction)
        if what == LEAVE:
            change, news = await self._tables.leave(found.id, user), t("You have left the table.")
        else:
            change, news = await self._tables.end(found.id, user, manager), t("The table is closed.")
        note_save(interaction, change)
        try:
            await self._list(interaction, page, news=news)
        finally:
            self._client.presenter.run_later(self._client.presenter.changed(change), "show who has left")

    async def _show(self, interaction: Interaction, screen: Screen) -> None:
        await whisper_screen(interaction, screen, self._client.presenter.glyphs, replace=True)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(MyGames(client))
