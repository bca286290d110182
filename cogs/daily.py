"""``/daily``: the game of the day, boards of days and months, past days for practice, and sharing a result."""

import asyncio
from collections.abc import Callable

from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.client import Gobelet
from bot.engine import IllegalAction
from bot.screens import daily as screens
from bot.screens.daily import (
    DailyBoardPage,
    MonthPage,
    daily_board_screen,
    daily_intro_screen,
    finish_first,
    month_screen,
    past_screen,
    seal_screen,
    share_screen,
)
from bot.screens.kit import Button, RenderContext, Screen, message_address, page_count
from bot.screens.kit.sharing import taken_back_screen
from bot.screens.players.preferences import PAGE_OF, preferences_screen
from bot.screens.table.rules import rules_screen
from bot.tables.daily import PAGE, DailyGame, beside, daily_game
from bot.tables.model import errors
from bot.tables.model.choices import Board, as_seen
from bot.tables.model.days import month_begin, next_month
from bot.tables.model.place import own_place
from bot.tables.model.table import Status, Table
from bot.ui.discord.adapter import render
from bot.ui.discord.reply import (
    Interaction,
    personal_and_channel,
    preferences_of,
    reader,
    whisper,
    whisper_rendered,
)
from bot.ui.pace.budget import LOST, REFUSED, never_sent
from bot.ui.press.proof import kept_seal, send_seal, tell_kept
from bot.ui.press.review import may_share
from cogs.base import ClientCog, on_press

_REVIEW_SECONDS = 1.0

_NOBODY = 0
"""In place of a reader, on what everybody sees."""


class Daily(ClientCog):
    """Opens the daily privately; only what somebody shares is public."""

    presses_anywhere = True  # The buttons of a private board name its table.

    def __init__(self, client: Gobelet) -> None:
        """Play with the tables of ``client``."""
        super().__init__(client)
        self._dailies = client.services.dailies

    @app_commands.command(
        name=_s("daily"), description=_s("The game of the day: the same dice for everyone here, once")
    )
    async def daily(self, interaction: Interaction) -> None:
        """Show the day; after its start the person's own board, after its end the result."""
        await self._show(interaction)

    # -- playing -------------------------------------------------------------------------------------------------

    @on_press("daily show")
    async def _show(self, interaction: Interaction) -> None:
        guild, _ = personal_and_channel(interaction)
        table = await self._dailies.table(guild, await self._dailies.day(guild), interaction.user.id)
        if table is None:
            await self._check_on(interaction, "daily")
            await self._introduce(interaction)
        else:
            await self._show_board(interaction, table)

    async def _introduce(self, interaction: Interaction, *, turned: bool = False) -> None:
        guild, _ = personal_and_channel(interaction)
        user, context = interaction.user.id, self._context(interaction)
        today = await self._dailies.today(guild, user)
        offered = await self._client.presenter.renderer.wants_guide(guild, user, today.daily.game)
        await self._whisper(interaction, daily_intro_screen(context, today, turned=turned, offered=offered))

    @on_press(screens.PLAY)
    async def _play(self, interaction: Interaction, day: int) -> None:
        guild, channel = personal_and_channel(interaction)
        if day != await self._dailies.day(guild):
            await self._introduce(interaction, turned=True)
            return
        await self._check_on(interaction, "daily")
        table = await self._dailies.play(guild, channel, interaction.user.id, reader(interaction).language)
        await self._show_board(interaction, table)

    async def _show_board(self, interaction: Interaction, table: Table, *, replace: bool = True) -> None:
        """Show a private board. A person may open several copies; all of them work."""
        message = await self._client.presenter.renderer.message(table, language=reader(interaction).language)
        await whisper_rendered(interaction, message, replace=replace)

    # -- the day's board -----------------------------------------------------------------------------------------

    @on_press(screens.BOARD, screens.BOARD_PAGE)
    async def _board(self, interaction: Interaction, day: int, page: int = 0, button: str = "") -> None:
        """Show a page of the leaderboard of ``day``; a ``button`` of such a page replaces or shares that page."""
        guild, _ = personal_and_channel(interaction)
        user, context = interaction.user.id, self._context(interaction)
        daily = await self._drawn(guild, day)
        if not await self._dailies.may_see(daily, user):
            board = await self._dailies.board(guild, day, user, page)
            await whisper(interaction, finish_first(context, board.total))
        elif button == screens.SHARED:
            if not await self._dailies.over(daily):
                raise errors.SecretDay
            shown = await self._board_page(daily, _NOBODY, page)
            await self._share_board(interaction, lambda context: daily_board_screen(context, shown))
        else:
            shown = await self._board_page(daily, user, page)
            await self._whisper(interaction, daily_board_screen(context, shown), replace=bool(button))

    async def _board_page(self, daily: DailyGame, user: int, page: int) -> DailyBoardPage:
        """Return a page of the leaderboard of a day, as ``user`` may see it; past the last one that."""
        guild, day = daily.guild, daily.day
        board = await self._dailies.board(guild, day, user, page)
        if page and page * PAGE >= board.total:
            page = page_count(board.total, PAGE) - 1
            board = await self._dailies.board(guild, day, user, page)
        before, after = await self._dailies.around(guild, day)
        own, over = await self._dailies.table(guild, day, user), await self._dailies.over(daily)
        gobelet = await beside(self._client.services.tables.history, daily, own, user) if over else None
        seen = await self._as_seen(board, user)
        return DailyBoardPage(daily, seen, page, over, before, after, own is not None, gobelet)

    async def _share_board(self, interaction: Interaction, draw: Callable[[RenderContext], Screen]) -> None:
        """Post a board for everybody."""
        await self._show_everybody(interaction, draw, lambda context: Button("daily show", context.t("Play the daily")))

    async def _as_seen(self, board: Board, user: int) -> Board:
        """Return a page as ``user`` may see it, or everybody."""
        with errors.translated_errors():
            return await as_seen(self._client.services.preferences, board, user)

    async def _drawn(self, guild: int, day: int) -> DailyGame:
        daily = await self._dailies.find(guild, day)
        if daily is None:
            raise IllegalAction(f"day {day} was not drawn")
        return daily

    @on_press(screens.MINE)
    async def _mine(self, interaction: Interaction, day: int) -> None:
        """Show the reader's own game of ``day`` beside its board."""
        table = await self._dailies.table(personal_and_channel(interaction)[0], day, interaction.user.id)
        if table is None:
            raise errors.Unfinished
        await self._show_board(interaction, table, replace=False)

    @on_press(screens.RULES)
    async def _rules(self, interaction: Interaction, day: int) -> None:
        daily = await self._drawn(personal_and_channel(interaction)[0], day)
        screen = rules_screen(self._context(interaction), daily_game(daily), of=daily.game)
        await self._whisper(interaction, screen, replace=False)

    @on_press(screens.SEAL)
    async def _seal(self, interaction: Interaction, day: int) -> None:
        daily = await self._drawn(personal_and_channel(interaction)[0], day)
        screen = seal_screen(self._context(interaction), daily, over=await self._dailies.over(daily))
        await self._whisper(interaction, screen, replace=False)

    @on_press(screens.KEEP)
    async def _keep_seal(self, interaction: Interaction, day: int) -> None:
        """Send the seal of ``day`` to who pressed, as a direct message; once it is over, show the new day."""
        daily, context = await self._drawn(personal_and_channel(interaction)[0], day), self._context(interaction)
        if await self._dailies.over(daily):
            await self._introduce(interaction, turned=True)
        else:
            await send_seal(interaction, context, screens.kept_seal(context, daily))

    @on_press(screens.KEPT)
    async def _check_seal(self, interaction: Interaction, place: int, day: int) -> None:
        """Compare a kept seal, and throw the reader's own game again once the day is over."""
        kept, user = kept_seal(interaction), interaction.user.id
        if kept is None:
            raise IllegalAction("a seal that the bot has sent nobody")
        daily = await self._drawn(place or own_place(user), day)
        await interaction.response.defer(ephemeral=True, thinking=True)
        table, over = await self._dailies.table(daily.guild, day, user), await self._dailies.over(daily)
        verified = None
        if over and table is not None:
            honest = table.over and await self._client.services.tables.history.verify(table.id)
            verified = table, honest and table.seed == daily.seed
        context = self._context(interaction)
        await tell_kept(interaction, context, screens.kept_lines(context, daily, verified, kept, over=over))

    # -- the month and past days ---------------------------------------------------------------------------------

    @on_press(screens.MONTH)
    async def _month(self, interaction: Interaction, day: int, page: int, button: str) -> None:
        """Show a page of the table of the month of ``day``; a button of such a page replaces or shares that page."""
        guild, _ = personal_and_channel(interaction)
        user = _NOBODY if button == screens.SHARED else interaction.user.id
        board = await self._dailies.month(guild, day, user, page)
        if page and page * PAGE >= board.total:
            page = page_count(board.total, PAGE) - 1
            board = await self._dailies.month(guild, day, user, page)
        before, _ = await self._dailies.around(guild, month_begin(day))
        _, after = await self._dailies.around(guild, next_month(day) - 1)
        shown = MonthPage(day, await self._as_seen(board, user), page, before, after)
        if button == screens.SHARED:
            await self._share_board(interaction, lambda context: month_screen(context, shown))
        else:
            await self._whisper(interaction, month_screen(self._context(interaction), shown), replace=button != "show")

    @on_press(screens.PAST)
    async def _past(self, interaction: Interaction) -> None:
        """Ask for the past day that somebody wants to play."""
        past = await self._dailies.past(personal_and_channel(interaction)[0])
        await self._whisper(interaction, past_screen(self._context(interaction), past), replace=False)

    @on_press(screens.PRACTICE)
    async def _practise(self, interaction: Interaction, day: int) -> None:
        guild, channel = personal_and_channel(interaction)
        await self._check_on(interaction, "daily")
        daily = await self._drawn(guild, day)
        table = await self._dailies.practise(daily, channel, interaction.user.id, reader(interaction).language)
        await self._show_board(interaction, table)

    # -- sharing -------------------------------------------------------------------------------------------------

    @on_press(screens.NAMED)
    async def _naming(self, interaction: Interaction) -> None:
        """Show the choice whether posts may name the reader, beside the board."""
        chosen, now = preferences_of(interaction), self._client.services.clock()
        screen = preferences_screen(self._context(interaction), chosen, PAGE_OF["named"], now=now)
        await self._whisper(interaction, screen, replace=False)

    @on_press(screens.SHARE)
    async def _share(self, interaction: Interaction, day: int) -> None:
        """Post the result here, once: a second press shows where it is."""
        guild, _ = personal_and_channel(interaction)
        table = await self._dailies.table(guild, day, interaction.user.id)
        if table is None:
            raise errors.Unfinished
        async with self._dailies.sharing(table.id):
            table = await self._client.services.tables.get(table.id)
            if table.message is not None:
                t = reader(interaction)
                there = interaction.guild_id if table.channel == interaction.channel_id else None
                link = message_address(there or table.guild, table.channel, table.message)
                await whisper(interaction, t("You have shared this one here: {link}", link=link))
            elif await may_share(interaction, await self._client.services.settings.of(guild)):
                await self._review(table)
                await self._post(interaction, table)

    @on_press(screens.UNSHARE)
    async def _take_back(self, interaction: Interaction, day: int) -> None:
        """Empty the message in which somebody shared their result, who may share it again. Raises NotShared."""
        guild, _ = personal_and_channel(interaction)
        table = await self._dailies.table(guild, day, interaction.user.id)
        if table is None or interaction.message is None:
            raise errors.NotShared
        tables, message = self._client.services.tables, interaction.message.id
        async with self._dailies.sharing(table.id):  # Where it is shared is stored only after the message is sent.
            if (await tables.get(table.id)).message != message:
                raise errors.NotShared
            context = self._client.presenter.renderer.context(await self._client.opening.language(interaction))
            emptied = render(taken_back_screen(context), context.glyphs)
            await tables.removed(table.id, message)
            try:
                await interaction.response.edit_message(**emptied.edited)
            except (*LOST, *REFUSED) as error:
                if never_sent(error):  # It stands there as before.
                    await tables.placed(table.id, table.channel, message)
                raise

    async def _review(self, table: Table) -> None:
        """Have the game reviewed if that takes a moment, so that what is shared tells luck apart."""
        asking = asyncio.ensure_future(self._client.services.reviews.of(table.id, table.host))
        asking.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.wait((asking,), timeout=_REVIEW_SECONDS)

    async def _post(self, interaction: Interaction, table: Table) -> None:
        if table.status is not Status.FINISHED:
            raise errors.Unfinished
        result = await self._dailies.result(table)
        context = self._client.presenter.renderer.context(await self._client.opening.language(interaction))
        rendered = render(share_screen(context, table, result), context.glyphs)
        answer = await interaction.response.send_message(**rendered.kwargs)
        message = answer.message_id or (await interaction.original_response()).id
        await self._client.services.tables.placed(table.id, personal_and_channel(interaction)[1], message)


setup = Daily.add
