"""The pages of managers: all open tables, who sits there, who is blocked, and the log; ``/settings`` leads there."""

import asyncio
import io
from collections.abc import Sequence
from functools import partial

import discord

from bot.client import Gobelet
from bot.screens.kit import RenderContext, mention
from bot.screens.kit.patterns import HAND_LOG, HAND_PEOPLE, HAND_TABLE, HAND_TABLES, HAND_TOURNAMENT
from bot.screens.players.hand import (
    BLOCK,
    BLOCK_SURELY,
    CHOOSE,
    END,
    ENTRANT,
    EXPEL,
    FILE,
    LET_BACK,
    LIFT,
    PERSON,
    REMOVE_OR_HOST,
    block_question,
    blocked_screen,
    end_table_screen,
    expulsion_question,
    hand_entrant_screen,
    hand_person_screen,
    hand_table_screen,
    hand_tournament_screen,
    log_screen,
    open_tables_screen,
    removal_question,
    removed_entrant_screen,
)
from bot.screens.players.tables import MyTable
from bot.screens.server.settings import told_in_log
from bot.tables.hand import AT_A_TABLE, OF_A_LEAGUE, PAGE, Deed, Did, log_file
from bot.tables.model.errors import (
    AlreadyStarted,
    BrokenTable,
    CannotBlock,
    NoSuchChoice,
    NoTable,
    NotEntered,
    NotSeated,
    OwnTournament,
    TableOver,
    TournamentOver,
)
from bot.tables.model.table import Status, Table, TableId
from bot.tables.service.service import Change
from bot.tables.tournaments import Tournament, TournamentField, rivals
from bot.ui.discord.adapter import board_link
from bot.ui.discord.permissions import check_helper, check_not_manager, may_manage
from bot.ui.discord.reply import CHANGE, Interaction, guild_and_channel, reader
from cogs.base import ClientCog, ask_why, on_press, reason_of

_LONGEST_LOG = 100_000
"""Lines of the file."""


class ManagersPages(ClientCog):
    """Every press checks anew whether that person may; only they see the pages."""

    presses_anywhere = True  # More of a table leads here too, and its buttons name the table.

    def __init__(self, client: Gobelet) -> None:
        """Work for the managers of the servers of ``client``."""
        super().__init__(client)
        self._hand = client.services.hand
        self._tables = client.services.tables
        client.router.refuse("hand", NoSuchChoice)

    async def _guild(self, interaction: Interaction) -> int:
        """Return the server, for somebody who may do this there. Raises NotHelper."""
        guild, _ = guild_and_channel(interaction)
        check_helper(interaction, await self._client.services.settings.of(guild))
        return guild

    # -- tables --------------------------------------------------------------------------------------------------

    @on_press(HAND_TABLES)
    async def _turn(self, interaction: Interaction, page: int, button: str) -> None:
        await self._list(interaction, page)

    async def _list(self, interaction: Interaction, page: int, *, news: str = "") -> None:
        guild = await self._guild(interaction)
        ids, tournaments = await self._tables.repository.live(guild), await self._client.services.tournaments.on(guild)
        total = len(ids) + len(tournaments)
        shown = min(page, max(total - 1, 0) // PAGE)
        first, end = shown * PAGE, (shown + 1) * PAGE
        screen = open_tables_screen(
            self._context(interaction),
            [self._seen(table) for id in ids[first:end] if (table := await self._readable(id))],
            shown,
            total,
            tournaments=tournaments[max(first - len(ids), 0) : max(end - len(ids), 0)],
            news=news,
            manages=may_manage(interaction),
        )
        await self._whisper(interaction, screen)

    async def _readable(self, id: TableId) -> Table | None:
        try:
            return await self._tables.get(id)
        except (NoTable, BrokenTable):
            return None

    def _seen(self, table: Table) -> MyTable:
        guild = self._client.get_guild(table.guild)
        place = None if guild is None else guild.get_channel_or_thread(table.channel)
        return MyTable(table, board_link(table), None, "" if place is None else place.name)

    async def _live(self, interaction: Interaction, id: TableId) -> Table:
        """Return an open table of this server, for somebody who may do this. Raises NotHelper, NoTable or TableOver."""
        guild = await self._guild(interaction)
        table = await self._tables.get(id)
        if table.guild != guild or table.private:
            raise NoTable(table.code)
        if table.over:
            raise TableOver(table)
        return table

    @on_press(HAND_TABLE)
    async def _look(self, interaction: Interaction, table: TableId) -> None:
        await self._show(interaction, await self._live(interaction, table))

    async def _show(self, interaction: Interaction, table: Table, *, news: str = "") -> None:
        name_of = partial(self._client.names.known, table.guild)
        await self._whisper(
            interaction, hand_table_screen(self._context(interaction), self._seen(table), name_of, news=news)
        )

    @on_press(PERSON)
    async def _look_at(self, interaction: Interaction, table: TableId, user: int) -> None:
        seen = await self._live(interaction, table)
        if seen.seat_of(user) is None:
            raise NotSeated
        await self._whisper(
            interaction, hand_person_screen(self._context(interaction), seen, user, interaction.user.id)
        )

    @on_press(REMOVE_OR_HOST)
    async def _remove_or_host(self, interaction: Interaction, what: str, table: TableId, user: int) -> None:
        t, (seen, manager) = reader(interaction), (await self._live(interaction, table), interaction.user.id)
        if seen.seat_of(user) is None:
            raise NotSeated
        if what != "host":
            await check_not_manager(interaction, user)
        if what == "remove":
            await self._whisper(interaction, removal_question(self._context(interaction), seen, user))
            return
        if what == "unseat":
            change = await self._hand.remove(seen.id, manager, user)
            news = t("{player} is removed.", player=mention(user))
        else:
            change = await self._hand.hand_over(seen.id, manager, user)
            news = t("{player} is the host now.", player=mention(user))
        await self._say(interaction, change, news)

    @on_press(END)
    async def _end(self, interaction: Interaction, table: TableId, answer: str) -> None:
        """End it, after a question. A game is ended by no question of before it began."""
        seen = await self._live(interaction, table)
        if answer == "ask":
            await self._whisper(interaction, end_table_screen(self._context(interaction), seen))
            return
        if answer == "close" and seen.status is Status.PLAYING:
            raise AlreadyStarted
        t = reader(interaction)
        await self._say(interaction, await self._hand.end(seen.id, interaction.user.id), t("The table is closed."))

    async def _say(self, interaction: Interaction, change: Change, news: str) -> None:
        """Say above the table, or above the list, what was done, and draw the board even if the answer fails."""
        interaction.extras[CHANGE] = change
        try:
            if change.after.over:
                await self._list(interaction, 0, news=news)
            else:
                await self._show(interaction, change.after, news=news)
        finally:
            self._draw([change])

    def _draw(self, changes: Sequence[Change]) -> None:
        for change in changes:
            self._client.presenter.run_later(self._client.presenter.changed(change), "show what a manager did")

    # -- tournaments ---------------------------------------------------------------------------------------------

    async def _entered(self, interaction: Interaction, id: TableId) -> TournamentField:
        """Return a tournament that goes on, for somebody who may do this. Raises NotHelper or TournamentOver."""
        guild, tournaments = await self._guild(interaction), self._client.services.tournaments
        tournament = await tournaments.find(id, guild)
        if not tournament.status.on:
            raise TournamentOver
        return await tournaments.field(tournament)

    @on_press(HAND_TOURNAMENT)
    async def _look_at_tournament(
        self, interaction: Interaction, id: TableId, page: int, button: str, *, news: str = ""
    ) -> None:
        entered = await self._entered(interaction, id)
        name_of = partial(self._client.names.known, entered.tournament.guild)
        link = board_link(entered.tournament)
        screen = hand_tournament_screen(self._context(interaction), entered, page, name_of, link, news=news)
        await self._whisper(interaction, screen)

    @on_press(ENTRANT)
    async def _look_at_entrant(self, interaction: Interaction, id: TableId, user: int) -> None:
        entered, manager = await self._entered(interaction, id), interaction.user.id
        context = self._context(interaction)
        if entered.of(user) is not None:
            screen = hand_entrant_screen(context, entered, user, manager)
        elif user in [entry.user for entry in entered.removed]:
            blocked = self._hand.is_blocked(entered.tournament.guild, user)
            screen = removed_entrant_screen(context, entered, user, manager, blocked=blocked)
        else:
            raise NotEntered
        await self._whisper(interaction, screen)

    @on_press(EXPEL)
    async def _expel(self, interaction: Interaction, id: TableId, user: int, sure: str) -> None:
        """Remove somebody from a tournament, after a question."""
        entered, manager = await self._entered(interaction, id), interaction.user.id
        tournament, tournaments = entered.tournament, self._client.services.tournaments
        await check_not_manager(interaction, user)
        if sure == "ask":
            if rivals(entered, manager, user):
                raise OwnTournament
            await self._whisper(interaction, expulsion_question(self._context(interaction), tournament, user))
            return
        ended = await tournaments.remove(tournament, manager, user)
        await self._hand.note(tournament.guild, manager, Did.OUT, user=user, table=id)
        t = reader(interaction)
        try:
            removed = t("{player} was removed.", player=mention(user))
            await self._look_at_tournament(interaction, id, 0, "", news=removed)
        finally:
            self._client.tournaments.removed(tournament.guild, ended)

    @on_press(LET_BACK)
    async def _let_back(self, interaction: Interaction, id: TableId, user: int) -> None:
        """Take the removal of somebody back, unless they are blocked since."""
        entered, manager = await self._entered(interaction, id), interaction.user.id
        tournament, t = entered.tournament, reader(interaction)
        if self._hand.is_blocked(tournament.guild, user):
            raise NoSuchChoice
        going_on = await self._client.services.tournaments.let_back(tournament, manager, user)
        await self._hand.note(tournament.guild, manager, Did.BACK, user=user, table=id)
        try:
            back = t("{player} is back in.", player=mention(user))
            await self._look_at_tournament(interaction, id, 0, "", news=back)
        finally:
            self._client.tournaments.let_back(id, going_on)

    # -- people --------------------------------------------------------------------------------------------------

    @on_press(HAND_PEOPLE)
    async def _people(self, interaction: Interaction, page: int, button: str, *, news: str = "") -> None:
        guild = await self._guild(interaction)
        blocks = self._hand.blocked(guild)
        shown = min(page, max(len(blocks) - 1, 0) // PAGE)
        name_of = partial(self._client.names.known, guild)
        screen = blocked_screen(
            self._context(interaction), blocks, shown, name_of, news=news, manages=may_manage(interaction)
        )
        await self._whisper(interaction, screen)

    @on_press(CHOOSE)
    async def _choose(self, interaction: Interaction, ids: tuple[str, ...]) -> None:
        chosen = [int(id) for id in ids if id.isascii() and id.isdecimal() and len(id) < 20]
        if len(chosen) != 1:
            raise NoSuchChoice
        await self._ask_to_block(interaction, chosen[0])

    @on_press(BLOCK)
    async def _ask_to_block(self, interaction: Interaction, user: int) -> None:
        """Ask once, unless that person cannot be blocked."""
        guild = await self._guild(interaction)
        await self._check_block(guild, interaction, user)
        manager, tournaments = interaction.user.id, self._client.services.tournaments
        screen = block_question(
            self._context(interaction),
            user,
            self._client.names.known(guild, user),
            own_game=await self._hand.play_together(guild, manager, user),
            own_tournament=await tournaments.play_together(guild, manager, user),
        )
        await self._whisper(interaction, screen)

    async def _check_block(self, guild: int, interaction: Interaction, user: int) -> None:
        if self._client.user is not None and user == self._client.user.id:
            raise CannotBlock
        self._hand.check_block(guild, interaction.user.id, user)
        await check_not_manager(interaction, user)

    @on_press(BLOCK_SURELY)
    async def _block(self, interaction: Interaction, user: int, answer: str) -> None:
        """Block that person, or ask why; they leave the tables here by the rules of these for absent players."""
        guild = await self._guild(interaction)
        await self._check_block(guild, interaction, user)
        if answer == "why":
            await ask_why(interaction, self._context(interaction), BLOCK_SURELY.build(user=user, answer="yes"))
            return
        changes = await self._hand.block(guild, interaction.user.id, user, reason_of(interaction))
        if await self._client.tournaments.remove_blocked(guild, interaction.user.id, user):
            await self._hand.note(guild, interaction.user.id, Did.OUT, user=interaction.user.id)
        t = reader(interaction)
        try:
            await self._people(interaction, 0, "", news=t("{player} is blocked.", player=mention(user)))
        finally:
            self._draw(changes)

    @on_press(LIFT)
    async def _lift(self, interaction: Interaction, user: str) -> None:
        guild = await self._guild(interaction)
        if not user.removeprefix("-").isdecimal() or len(user) > 20:
            raise NoSuchChoice
        await self._hand.lift(guild, interaction.user.id, int(user))
        t = reader(interaction)
        await self._people(interaction, 0, "", news=t("The block is lifted."))

    # -- the log -------------------------------------------------------------------------------------------------

    @on_press(HAND_LOG)
    async def _log(self, interaction: Interaction, page: int, button: str) -> None:
        guild = await self._guild(interaction)
        deeds, total = await self._hand.deeds(guild, page * PAGE)
        ids = {deed.table for deed in deeds if deed.table is not None and deed.do in AT_A_TABLE}
        tables = {id: table for id in ids if (table := await self._readable(id)) is not None}
        tournaments = {deed.table: found for deed in deeds if (found := await self._tournament_of(deed)) is not None}
        context = self._context(interaction)
        told = [told_in_log(context, deed) for deed in deeds]
        screen = log_screen(
            context, told, page, total, tables=tables, tournaments=tournaments, manages=may_manage(interaction)
        )
        await self._whisper(interaction, screen)

    async def _tournament_of(self, deed: Deed) -> Tournament | None:
        """Return the tournament of a line of the log; of a league the latest one."""
        services, id = self._client.services, deed.table
        if id is not None and deed.do in OF_A_LEAGUE:
            league = await services.leagues.by_id(id)
            id = None if league is None else league.latest
        return None if id is None or deed.do in AT_A_TABLE else await services.tournaments.current(id)

    @on_press(FILE)
    async def _file(self, interaction: Interaction) -> None:
        """Send the log as a file: reading it may take a moment."""
        guild = await self._guild(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        deeds, _ = await self._hand.deeds(guild, 0, _LONGEST_LOG)
        t = reader(interaction)
        told = t("What managers did on this server in the last 90 days")
        written = await asyncio.to_thread(_written, self._context(interaction), deeds)
        file = discord.File(io.BytesIO(written), filename="managers.csv", description=told)
        await interaction.followup.send(told, file=file, ephemeral=True)


def _written(context: RenderContext, deeds: Sequence[Deed]) -> bytes:
    """Return the file of the log; thousands of lines take seconds."""
    return log_file([told_in_log(context, deed) for deed in deeds]).encode()


setup = ManagersPages.add
