"""``/table``: a person's tables in this server and the one in this channel: show, leave and end them from anywhere."""

import asyncio

from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.client import Gobelet
from bot.screens.players.tables import (
    END,
    LEAVE,
    LEAVE_OR_END,
    LIST,
    ONE_TABLE,
    OWN_SHEET,
    SHOW,
    STEP_AWAY,
    SURELY,
    MyTable,
    confirm_screen,
    one_table_screen,
    tables_screen,
)
from bot.screens.table.leaving import may_end, now_kept_warm
from bot.tables.model.errors import BrokenTable, NoTable, NotAllowed, NotSeated
from bot.tables.model.table import Table, TableId
from bot.tables.service.service import Change
from bot.ui.delivery.opening import REMATCH_IN_THREAD
from bot.ui.discord.adapter import board_link
from bot.ui.discord.errors import MovedBoard
from bot.ui.discord.permissions import lacks_permissions
from bot.ui.discord.reply import (
    CHANGE,
    Interaction,
    guild_and_channel,
    personal_place,
    places_of,
    reader,
)
from bot.ui.press.lobby import open_own_sheet, rematch_in_thread
from cogs.base import ClientCog, on_press

_AT_ONCE_SECONDS = 1.0
"""Seconds that a press waits for the board that it brings, so that the list leads to it."""


class Tables(ClientCog):
    """Lists a person's tables and that of the channel; only they see the list."""

    def __init__(self, client: Gobelet) -> None:
        """Ask the tables of ``client``."""
        super().__init__(client)
        self._tables = client.services.tables

    @app_commands.command(
        name=_s("table"), description=_s("The table here and all of yours: show the board again, leave, end")
    )
    async def table(self, interaction: Interaction) -> None:
        """Show the first page privately."""
        await self._list(interaction, 0)

    @on_press(OWN_SHEET)
    async def _open_own(self, interaction: Interaction, table: TableId) -> None:
        await open_own_sheet(self._client.router.at(interaction, table))

    @on_press(REMATCH_IN_THREAD)
    async def _rematch_in_thread(self, interaction: Interaction, table: TableId) -> None:
        await rematch_in_thread(self._client.router.at(interaction, table), self._client.opening)

    # -- the list ------------------------------------------------------------------------------------------------

    @on_press(LIST)
    async def _turn(self, interaction: Interaction, page: int, button: str) -> None:
        await self._list(interaction, page)

    async def _list(self, interaction: Interaction, page: int, *, news: str = "") -> None:
        (guild, channel), user = guild_and_channel(interaction), interaction.user.id
        table = await self._tables.repository.live_at(guild, channel)
        places, seated = dict.fromkeys(places_of(interaction)), self._tables.repository.seated
        my_tables = [
            my_table for place in places for id in await seated(place, user) if (my_table := await self._mine(id, user))
        ]
        table_here = None if table is None else await self._seen(table, user)
        daily, manager = await self._daily(personal_place(interaction), user), await self._helps(interaction)
        context = self._context(interaction)
        await self._whisper(
            interaction,
            tables_screen(
                context,
                my_tables,
                table_here,
                user,
                manager,
                page,
                daily,
                await self._client.services.tournaments.on(guild),
                news=news,
            ),
        )

    async def _daily(self, guild: int, user: int) -> Table | None:
        """Return today's game of ``user`` if they have begun it and not finished."""
        dailies = self._client.services.dailies
        try:
            table = await dailies.table(guild, await dailies.day(guild), user)
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
        """Return the table of this place. Raises NoTable, also for players' own tables."""
        table = await self._tables.get(id)
        if table.guild not in places_of(interaction) or table.private:
            raise NoTable(table.code)
        return table

    @on_press(ONE_TABLE)
    async def _look(self, interaction: Interaction, table: TableId, page: int) -> None:
        """Show what the reader can do with a table; one that is over meanwhile has left the list."""
        listed = await self._found(interaction, table)
        if listed.over:
            await self._list(interaction, page)
            return
        context, user = self._context(interaction), interaction.user.id
        seen = await self._seen(listed, user)
        await self._whisper(interaction, one_table_screen(context, seen, user, await self._helps(interaction), page))

    @on_press(SHOW)
    async def _show(self, interaction: Interaction, table: TableId, page: int) -> None:
        """Post the board again where the table is, and remove the old one.

        Raises NotAllowed in another channel for somebody who has nothing to do with the table.
        """
        listed, user, news = await self._found(interaction, table), interaction.user.id, ""
        if not listed.over and listed.settings.visiting:
            await self._show_as_guest(interaction, listed)
            return
        if not listed.over:
            if listed.channel == guild_and_channel(interaction)[1]:
                if await lacks_permissions(interaction):
                    return
            elif listed.seat_of(user) is None and listed.host != user and not await self._helps(interaction):
                raise NotAllowed
            posting = self._client.presenter.run_later(self._post(listed), "post a board again")
            await asyncio.wait((posting,), timeout=_AT_ONCE_SECONDS)
            news = reader(interaction)("I post the board again in {channel}.", channel=f"<#{listed.channel}>")
        await self._list(interaction, page, news=news)

    async def _show_as_guest(self, interaction: Interaction, table: Table) -> None:
        """Answer by the board: a guest posts nothing else. Raises MovedBoard where the table is elsewhere."""
        if table.channel != interaction.channel_id and not table.is_own:
            raise MovedBoard(table)
        if table.is_own or not await lacks_permissions(interaction):
            await self._client.presenter.post_as_answer(interaction, table)

    async def _post(self, table: Table) -> None:
        await self._client.presenter.post(table)
        if table.vote is not None:
            await self._client.presenter.vote_again(table)

    @on_press(SURELY)
    async def _surely_done(self, interaction: Interaction, what: str, table: TableId, page: int) -> None:
        await self._done(interaction, what, table, page, sure=True)

    @on_press(LEAVE_OR_END)
    async def _done(
        self, interaction: Interaction, what: str, table: TableId, page: int, *, sure: bool = False
    ) -> None:
        """Leave or end a table; ask first, unless they are ``sure``: neither can be taken back."""
        listed, user, manager = (
            await self._found(interaction, table),
            interaction.user.id,
            await self._helps(interaction),
        )
        if what == LEAVE and not listed.over and listed.seat_of(user) is None:
            raise NotSeated
        if what == END and not listed.over and not may_end(listed, user, manager):
            raise NotAllowed
        if not (sure or listed.over):
            seen = await self._seen(listed, user)
            await self._whisper(interaction, confirm_screen(self._context(interaction), seen, user, what, page))
            return
        t = reader(interaction)
        if what == LEAVE:
            change, news = await self._tables.leave(listed.id, user), t("You have left the table.")
        elif manager and not listed.may_end(user):
            change, news = await self._client.services.hand.end(listed.id, user), t("The table is closed.")
        else:
            change, news = await self._tables.end(listed.id, user, manager=False), t("The table is closed.")
        await self._say(interaction, change, page, news)

    @on_press(STEP_AWAY)
    async def _step_away(self, interaction: Interaction, table: TableId, page: int) -> None:
        """Let a computer keep the seat warm."""
        listed = await self._found(interaction, table)
        await self._check_on(interaction, "computers")
        await self._client.router.at(interaction, listed.id).forget_past_absence()
        change = await self._tables.step_away(listed.id, interaction.user.id)
        await self._say(interaction, change, page, now_kept_warm(self._context(interaction)))

    async def _say(self, interaction: Interaction, change: Change, page: int, news: str) -> None:
        """Say above the list what somebody did, and show it, even if the answer fails."""
        interaction.extras[CHANGE] = change
        try:
            await self._list(interaction, page, news=news)
        finally:
            self._client.presenter.run_later(self._client.presenter.changed(change), "show who left, or the end")


setup = Tables.add
