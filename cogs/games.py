"""``/games``, and **Review this game** on a result: finished games, their replay, review, proof and record."""

import logging
from collections.abc import Collection
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.client import Gobelet
from bot.locales import in_context
from bot.screens.kit import Screen
from bot.screens.players.games import (
    HERE,
    JUDGE,
    JUDGE_SURELY,
    PAGE,
    PLAYED,
    REPLAYED,
    HistoryPage,
    game_screen,
    games_screen,
    judge_question,
    told_apart,
)
from bot.screens.players.stats import EVERY, HISTORY
from bot.tables.hand import played_here
from bot.tables.model.errors import NoTable, OwnResult, TableError
from bot.tables.model.store import StoreError
from bot.tables.model.table import Table, TableId, code, table_id
from bot.tables.records.profiles import PastPage, Scope
from bot.ui.delivery.messages import custom_ids_in
from bot.ui.discord.adapter import board_link, render
from bot.ui.discord.errors import NotOffered
from bot.ui.discord.permissions import check_helper
from bot.ui.discord.reply import Interaction, guild_and_channel, reader, whisper, whisper_rendered
from bot.ui.press.review import open_replay, open_review
from cogs.base import MOST_OFFERED, ClientCog, ask_why, game_named, on_press, reason_of

log = logging.getLogger(__name__)

_PLAYED = in_context("one of those played", "game")


_SEARCHED = 100
"""Latest games of a person, and of a channel, among which it looks for what is typed."""


class FinishedGames(ClientCog):
    """Lists finished games, and opens each; only the person who asks sees it."""

    presses_anywhere = True  # The buttons of a game name its table, so that the router's own routes stand beside them.

    def __init__(self, client: Gobelet) -> None:
        """Ask the storage of ``client``; its router sends the presses here."""
        super().__init__(client)
        self._dailies = client.services.dailies
        client.tree.add_command(app_commands.ContextMenu(name=_s("Review this game"), callback=self._review))

    @app_commands.command(
        name=_s("games"), description=_s("Finished games, yours and this channel's: replay, review, verify, game file")
    )
    @app_commands.rename(game=_s("game", sentences=(_PLAYED,)), player=_s("player"))
    @app_commands.describe(
        game=_s("Opens this game: choose it from the list"),
        player=_s("Whose games (your own and this channel's if you choose nobody)"),
    )
    async def games(
        self, interaction: Interaction, game: str = "", player: discord.User | discord.Member | None = None
    ) -> None:
        """Show the latest games privately, or one of them."""
        request = HistoryPage((player or interaction.user).id)
        if not game:
            await self._list(interaction, request)
            return
        try:
            table = await self._named(interaction, game)
        except NoTable:  # Typed, not chosen from the list.
            if (kind := game_named(self._context(interaction).t, game)) is not None:
                await self._list(interaction, replace(request, game=kind))
                return
            found = await self._found(interaction, None if player is None else player.id, game)
            if len(found) != 1:
                raise NotOffered("game") from None
            table = await self._named(interaction, next(iter(found)))
        await self._show(interaction, table, request)

    @games.autocomplete("game")
    async def _offer(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the latest games of the person, and those of this channel, that contain what was typed."""
        player = interaction.namespace.player
        try:
            found = await self._found(interaction, None if player is None else player.id, typed)
        except (StoreError, TableError) as error:
            log.info("no games to choose from: %r", error)
            return []
        return [app_commands.Choice(name=line, value=code) for code, line in found.items()][:MOST_OFFERED]

    async def _found(self, interaction: Interaction, player: int | None, typed: str) -> dict[str, str]:
        """Return the latest games that contain what was ``typed``: their lines by their codes, the newest first.

        Without a ``player``, the reader's own and those of this channel.
        """
        context, (guild, _) = self._context(interaction), guild_and_channel(interaction)
        users = (interaction.user.id, HERE) if player is None else (player,)
        pages = [await self._page(interaction, HistoryPage(user), _SEARCHED) for user in users]
        words = typed.strip().casefold()
        games = {past.table: past for page in pages for past in page.games}
        name_of = partial(self._client.names.known, guild)
        newest = sorted(games.values(), key=lambda past: past.at, reverse=True)
        lines = zip(newest, told_apart(context, newest, name_of), strict=True)
        known = {code(past.table): line for past, line in lines}
        return {code: line for code, line in known.items() if words in line.casefold() or words == code}

    async def _review(self, interaction: Interaction, message: discord.Message) -> None:
        """Review the game of a result of ours, in whose menu somebody chose it."""
        own = message.author == self._client.user
        codes = [press.table for press in custom_ids_in(message) if press.table is not None] if own else []
        table = table_id(codes[0]) if codes else None
        if table is None:
            t = reader(interaction)
            await whisper(interaction, t("I review games: choose this on the last board of one."))
        else:
            await open_review(self._client.router.at(interaction, table))

    # -- lists ---------------------------------------------------------------------------------------------------

    @on_press(HISTORY)
    async def leaf(self, interaction: Interaction, user: int, game: str, page: int, button: str) -> None:
        """A button of a list."""
        await self._list(interaction, HistoryPage(user, game, page))

    async def _list(self, interaction: Interaction, request: HistoryPage) -> None:
        guild, _ = guild_and_channel(interaction)
        page = await self._page(interaction, request, PAGE)
        name_of = partial(self._client.names.known, guild)
        screen = games_screen(
            self._context(interaction),
            request,
            guild,
            page,
            name_of,
            interaction.user.id,
            judges=await self._helps(interaction),
        )
        await self._whisper(interaction, screen)

    async def _page(self, interaction: Interaction, request: HistoryPage, size: int) -> PastPage:
        """Return the games of the page that ``request`` names, at most ``size`` of them."""
        (guild, channel), reader = guild_and_channel(interaction), interaction.user.id
        profiles, offset = self._client.services.profiles, request.page * size
        if request.user == HERE:
            # Who may void results sees the dailies of a channel too, of days that are over.
            before = await self._dailies.day(guild) if await self._helps(interaction) else None
            found = await profiles.finished_in(guild, channel, days_before=before, offset=offset, limit=size)
        else:
            game = None if request.game == EVERY else request.game
            hidden = None if request.user == reader else await self._dailies.hidden_from(guild, reader)
            scope = Scope(guild, request.user, game, without_day=hidden)
            found = await profiles.history(scope, offset=offset, limit=size)
        strangers = [past.people for past in found.games if reader not in past.people]
        unnamed = await self._unnamed(frozenset[int]().union(*strangers), request.user, reader)
        games = (past if reader in past.people else past.without_names(unnamed) for past in found.games)
        return replace(found, games=tuple(games))

    async def _unnamed(self, people: Collection[int], asked: int, reader: int) -> frozenset[int]:
        """Return those of ``people`` whose names ``reader`` does not read in a list of the games of ``asked``.

        Whom somebody asked for by name, or played with, is no secret to them.
        """
        return await self._client.services.posts.unnamed(people, reader) - {asked}

    # -- one game ------------------------------------------------------------------------------------------------

    @on_press(PLAYED)
    async def _open(self, interaction: Interaction, table: TableId, user: int, game: str, page: int) -> None:
        """A line of the menu of a list: what can be seen of that game."""
        public = await self._client.router.at(interaction, table).public()
        await self._show(interaction, public, HistoryPage(user, game, page))

    @on_press(JUDGE)
    async def _ask_to_judge(
        self, interaction: Interaction, what: str, table: TableId, user: int, game: str, page: int
    ) -> None:
        """Ask once, unless that person may not judge this result. Raises NotOver or OwnResult."""
        public = await self._judged(interaction, table)
        screen = judge_question(self._context(interaction), public, HistoryPage(user, game, page), what)
        await self._whisper_at(interaction, public, screen)

    async def _judged(self, interaction: Interaction, table: TableId) -> Table:
        """Return the game that somebody may judge. Raises NotHelper, NotOver or OwnResult."""
        public, services = await self._client.router.at(interaction, table).public(), self._client.services
        check_helper(interaction, await services.settings.of(public.guild))
        judged = await services.hand.check_judge(public.id, interaction.user.id)
        if await self._competes(judged, interaction.user.id):
            raise OwnResult
        return judged

    async def _competes(self, table: Table, user: int) -> bool:
        """Whether ``user`` played this game, or with its dice against it: they judge no such result."""
        tournaments, settings = self._client.services.tournaments, table.settings
        if played_here(table, user):
            return True
        if settings.tournament is not None:
            tournament = await tournaments.current(TableId(settings.tournament))
            return tournament is not None and (await tournaments.field(tournament)).of(user) is not None
        day = settings.daily
        return day is not None and await self._dailies.table(table.guild, day, user) is not None

    @on_press(JUDGE_SURELY)
    async def _judge(
        self, interaction: Interaction, what: str, table: TableId, user: int, game: str, page: int, answer: str
    ) -> None:
        """Void the result, let it count again, or ask why; then follows what hangs on it."""
        public, services = await self._judged(interaction, table), self._client.services
        if answer == "why":
            about = {"what": what, "table": table, "user": user, "game": game, "page": page}
            await ask_why(interaction, self._context(interaction), JUDGE_SURELY.build(**about, answer="yes"))
            return
        judge = services.hand.void if what == "void" else services.hand.count
        await judge(public.id, interaction.user.id, reason_of(interaction))
        self._client.judged(public)
        await self._show(interaction, public, HistoryPage(user, game, page))

    @on_press(REPLAYED)
    async def replay(self, interaction: Interaction, code: str) -> None:
        """A line of a history of version 0.1: step through that game."""
        table = await self._named(interaction, code)
        await open_replay(self._client.router.at(interaction, table.id))

    async def _show(self, interaction: Interaction, table: Table, request: HistoryPage) -> None:
        """Show one game. Raises SecretDay for what others may still throw, unless it is the reader's own."""
        context, services = self._context(interaction), self._client.services
        user = interaction.user.id
        await services.tables.history.is_sealed(table, user)
        judges, own = await self._helps(interaction), await self._competes(table, user)
        named = played_here(table, user) or (judges and not own)  # Who judges a result knows whose it is.
        people = frozenset(person for person in table.people if person > 0)
        screen = game_screen(
            context,
            table,
            request,
            board_link(table),
            voided=await services.hand.is_voided(table.id),
            judges=judges,
            own=own,
            review=await services.reviews.may_open(table, user),
            unnamed=() if named else await self._unnamed(people, request.user, user),
        )
        await self._whisper_at(interaction, table, screen)

    async def _whisper_at(self, interaction: Interaction, table: Table, screen: Screen) -> None:
        """Show ``screen`` about ``table`` privately: its buttons name the table."""
        message = render(screen, self._context(interaction).glyphs, table.code, table.step)
        await whisper_rendered(interaction, message, replace=True)

    async def _named(self, interaction: Interaction, code: str) -> Table:
        """Return the table with this code in this server; raises NoTable.

        The code of a player's own table finds the public one it belongs to.
        """
        table = table_id(code.strip().lower())
        if table is None:
            raise NoTable(code)
        return await self._client.router.at(interaction, table).public()


setup = FinishedGames.add
