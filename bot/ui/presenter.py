"""Shows tables: the board message in its channel, kept true and healed when Discord will not take an edit.

A press is answered by one request, the edit of the message it was made on. Everything else (a deleted board, an
archived thread, a message too old to edit) ends in the same cure: post the board again at the bottom.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Coroutine, Mapping
from typing import Any

import discord

from bot.engine.types import Event
from bot.locales import words
from bot.screens.card import has_card
from bot.screens.clock import reminding, vote_screen
from bot.screens.kit import PLAIN_GLYPHS, WORDS_ONLY, Desk, Glyphs
from bot.screens.plain import in_words
from bot.screens.showing import Showing
from bot.screens.table import broken_screen, table_screen
from bot.tables import parallel
from bot.tables.choices import PlayerSettings
from bot.tables.daily import Dailies, DayResult
from bot.tables.errors import BrokenTable, NotSaved
from bot.tables.model import Table, TableId, code
from bot.tables.service import Change, TableService
from bot.tables.store import StoreError
from bot.ui.adapter import Rendered, render
from bot.ui.caller import Caller
from bot.ui.cards import Cards
from bot.ui.gone import heed_refusal
from bot.ui.links import board_link
from bot.ui.paced import Paced
from bot.ui.pictured import framed
from bot.ui.reply import TOO_LATE, Interaction, preferred, reader
from bot.ui.spaced import Spaced

log = logging.getLogger(__name__)

_NEWS_KEPT = 5000

_BOARD_SECONDS = 2.0
"""Between two edits of a board without a press on it: Discord takes 3 in 6 seconds once a message is an hour old."""

_MESSAGES_A_SECOND = 20

_NOBODY: Mapping[int, Table] = {}


class Presenter:
    """Draws tables and sends them."""

    def __init__(
        self,
        client: discord.Client,
        tables: TableService,
        preferences: PlayerSettings,
        dailies: Dailies,
        cards: Cards,
    ) -> None:
        """Send by ``client``; the emojis come later, from :meth:`draw_with`."""
        self._dailies = dailies
        self._client = client
        self._tables = tables
        self._preferences = preferences
        self._cards = cards
        self._caller = Caller(client, tables)
        self._glyphs: Glyphs = PLAIN_GLYPHS
        self._news: OrderedDict[int, tuple[Event, ...]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self.boards: Spaced[TableId] = Spaced(self._refresh, _BOARD_SECONDS)
        """Ask here for a board to be drawn anew because of what happens elsewhere, as often as it happens."""
        self._pictures: Spaced[TableId] = Spaced(self._add_picture, 0)
        self.paced = Paced(_MESSAGES_A_SECOND)
        """The one queue of messages nobody waits for; what sends two costs 2."""

    @property
    def glyphs(self) -> Glyphs:
        """The emojis at hand."""
        return self._glyphs

    def draw_with(self, glyphs: Glyphs) -> None:
        """Use these emojis from now on."""
        self._glyphs = glyphs

    def desk(self, language: str) -> Desk:
        """Return what screens in ``language`` are drawn with."""
        return Desk(words(language), self._glyphs)

    def desk_for(self, interaction: Interaction) -> Desk:
        """Return what screens for the person who pressed or typed are drawn with."""
        return Desk(reader(interaction), WORDS_ONLY if preferred(interaction).plain else self._glyphs)

    async def desk_at(self, table: Table) -> Desk:
        """Return what messages about ``table``, for everybody around it, are drawn with."""
        plain, _ = await self._wishes(table)
        return Desk(words(table.language), WORDS_ONLY if plain else self._glyphs)

    async def drawn(self, table: Table, **how: Any) -> Rendered:
        """Return the table's message as it should look now, as those who sit there prefer it; see :meth:`_render`."""
        plain, by_menu = await self._wishes(table)
        if table.manner.daily is not None and table.over:
            how["day"] = await self._place(table)
        return self._render(table, plain, by_menu, family=await self._tables.family(table), **how)

    async def _place(self, table: Table) -> DayResult | None:
        """Return how a game of the day stands; nothing where that cannot be read: the game itself is saved."""
        try:
            return await self._dailies.result(table)
        except NotSaved as error:
            log.warning("table %s: its place is not known: %s", code(table.id), error)
            return None

    async def _wishes(self, table: Table) -> tuple[bool, bool]:
        """Return whether somebody here wants words only, and whether whoever is to act holds dice by a menu.

        Asked at each press: preferences are remembered (``PlayerSettings.of``), so nothing is read for it.
        """
        plain = by_menu = False
        turn = table.turn_player
        try:
            for seat, player in enumerate(table.players):
                if seat in table.gone or player < 0:
                    continue
                chosen = await self._preferences.of(player)
                plain = plain or chosen.plain
                by_menu = by_menu or (player == turn and chosen.hold == "menu")
        except StoreError as error:
            log.warning("table %s: preferences cannot be read: %s", code(table.id), error)
        return plain, by_menu

    def _render(
        self,
        table: Table,
        plain: bool,
        by_menu: bool,
        *,
        striking: bool = False,
        column: int | None = None,
        shown: frozenset[int] | None = None,
        family: Mapping[int, Table] = _NOBODY,
        day: DayResult | None = None,
        language: str | None = None,
    ) -> Rendered:
        """Return the table's message as it should look now.

        ``shown`` are the dice held on the message that is drawn anew: they count when memory knows of none, which is
        so after a restart. ``family`` are the tables below this one; ``day`` is how a finished game of the day stands;
        ``language`` is that of a private board's reader.
        """
        held = self._tables.held(table)
        held, told = shown if held is None else held, self._tables.told(table)
        news = self._news.get(table.id, ())
        showing = Showing(held, striking, column, news, family=family, by_menu=by_menu, day=day, told=told)
        desk = Desk(words(language or table.language), WORDS_ONLY if plain else self._glyphs)
        return render(table_screen(desk, table, showing), desk.glyphs, code(table.id), table.step)

    def remember(self, change: Change) -> None:
        """Keep what happened last, to be told on the board. Not stored: after a restart the board just omits it."""
        self._news[change.after.id] = change.events
        self._news.move_to_end(change.after.id)
        if len(self._news) > _NEWS_KEPT:
            self._news.popitem(last=False)

    # -- answers to presses ------------------------------------------------------------------------------------

    async def answer(self, interaction: Interaction, change: Change) -> None:
        """Answer the press that made ``change``: the new board, in one request; then call the next player."""
        self.remember(change)
        await self.redraw(interaction, change.after)
        self.follow(change, interaction.user.id)

    def follow(self, change: Change, actor: int) -> None:
        """Call the next player after the answer, if ``change`` (made by ``actor``) ended a turn."""
        before, after = change.before, change.after
        if after.parent is not None:
            if before is None or before.over != after.over or parallel.progress(before) != parallel.progress(after):
                self.boards.ask(after.parent)
            return
        if self.calls_anew(change):
            self.later(self.call(after, actor), "call the next player")

    async def call(self, table: Table, actor: int) -> None:
        """Take the last call of ``table`` away and call whoever is to play, unless that is ``actor``."""
        await self._caller.call(table, actor, self.desk(table.language))

    def calls_anew(self, change: Change) -> bool:
        """Whether somebody else is awaited after ``change``, so that the last call is taken away."""
        before, after = change.before, change.after
        same = before is not None and _awaited(before) == _awaited(after)
        return not same and (after.call is not None or len(after.players) > 1)

    async def redraw(self, interaction: Interaction, table: Table, **how: Any) -> None:
        """Answer a press by drawing its message anew, as the table stands."""
        if table.private:
            how["language"] = reader(interaction).language
        await self._edit(interaction, table, _without_picture(table, await self.drawn(table, **how)))
        self._picture_follows(table)

    async def redraw_rows(self, interaction: Interaction, table: Table) -> None:
        """Answer a press by drawing anew what can be pressed; the frame stays as it is, with its picture."""
        rendered = await self.drawn(table)
        await self._edit(interaction, table, {"view": rendered.view})

    async def _edit(self, interaction: Interaction, table: Table, message: dict[str, Any]) -> None:
        """Answer a press by an edit of its message; where that cannot be done, post the board again."""
        try:
            await interaction.response.edit_message(**message)
        except discord.HTTPException as error:
            if error.code in TOO_LATE:
                log.warning("table %s: answered too late: %s", code(table.id), error)
            else:
                log.info("table %s: board cannot be edited (%s), posting it again", code(table.id), error.code)
                await interaction.response.defer()
            if not table.private:  # A private board is opened again from the public one, or by the command.
                self.later(self._repost_if_allowed(table), "repost after a failed edit")

    # -- the board outside of presses --------------------------------------------------------------------------

    async def _refresh(self, id: TableId) -> None:
        await self.refresh(await self._tables.get(id))

    async def refresh(self, table: Table) -> None:
        """Draw the table's message anew without a press; post it again where that cannot be done.

        Nobody can touch a private board without a press on it; the message a daily has is its shared result.
        """
        if table.message is None or table.private:
            return
        message = self._channel(table.channel).get_partial_message(table.message)
        try:
            await message.edit(**_without_picture(table, await self.drawn(table)))
            self._picture_follows(table)
        except (discord.HTTPException, discord.RateLimited) as error:
            if await heed_refusal(self._client, self._tables, table, error):
                return
            log.info("table %s: board cannot be edited (%s), posting it again", code(table.id), error)
            await self._repost_if_allowed(table)

    async def repost(self, table: Table) -> Table:
        """Post the board at the bottom of its channel and take the old one away. Raises discord.HTTPException."""
        old = table.message
        sent = await self._channel(table.channel).send(**(await self.drawn(table)).kwargs)
        table = await self._tables.placed(table.id, table.channel, sent.id)
        self._picture_follows(table)
        if old is not None and old != sent.id:
            await self.delete(table.channel, old)
        return table

    async def _repost_if_allowed(self, table: Table) -> None:
        """Post the board again; where that cannot be done either, ``/table show`` tells why and brings it back."""
        try:
            await self.repost(table)
        except discord.HTTPException as error:
            if not await heed_refusal(self._client, self._tables, table, error):
                log.warning("table %s: board cannot be posted: %s", code(table.id), error)

    def _picture_follows(self, table: Table) -> None:
        """Add the picture to a result that was just drawn; later edits of its rows leave it alone."""
        if has_card(table):
            self._pictures.ask(table.id)

    async def _add_picture(self, id: TableId) -> None:
        table = await self._tables.get(id)
        picture = await self._cards.of(self.desk(table.language), table)
        if picture is None or table.message is None:
            return
        message = self._channel(table.channel).get_partial_message(table.message)
        try:
            await message.edit(embed=framed(await self.drawn(table), picture), attachments=[picture.file()])
        except (discord.HTTPException, discord.RateLimited) as error:
            log.info("table %s: its picture cannot be shown: %s", code(table.id), error)

    async def tell_broken(self, error: BrokenTable) -> None:
        """Say on the board of a table that cannot be read that it is closed."""
        stored = error.stored
        if stored is None or stored.message is None or stored.daily is not None:
            return
        closed = render(broken_screen(self.desk(stored.language), code(stored.id)), self._glyphs)
        channel = self._channel(stored.channel)
        try:
            await channel.get_partial_message(stored.message).edit(**closed.kwargs)
        except discord.HTTPException:
            await channel.send(**closed.kwargs)

    async def changed(self, change: Change, actor: int) -> None:
        """Show a change that no press on the board made: draw the board anew, call the next player."""
        self.remember(change)
        await self.refresh(change.after)
        self.follow(change, actor)

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    async def delete(self, channel: int, message: int) -> None:
        """Take a message away; one that is gone already, or may not be touched, is left."""
        try:
            await self._channel(channel).get_partial_message(message).delete()
        except (discord.HTTPException, discord.RateLimited) as error:
            log.info("message %s stays: %s", message, error)

    # -- messages in the place of a call -----------------------------------------------------------------------

    async def remind(self, table: Table, users: tuple[int, ...]) -> None:
        """Remind ``users`` of ``table``, in place of the last call."""
        desk = await self.desk_at(table)
        text = reminding(desk, table, users, board_link(table))
        await self._caller.instead(table, users, content=in_words(text) if desk.plain else text)

    async def ask(self, table: Table, users: tuple[int, ...]) -> None:
        """Let the players of ``table`` vote, in place of the last call; ``users`` are notified."""
        await self._caller.instead(table, users, **(await self.vote(table, users)).kwargs)

    async def vote(self, table: Table, users: tuple[int, ...]) -> Rendered:
        """Return the message of a vote as it should look now."""
        desk = await self.desk_at(table)
        return render(vote_screen(desk, table, users, board_link(table)), desk.glyphs, code(table.id), table.step)

    # -- work after the answer ---------------------------------------------------------------------------------

    def later(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        """Do ``work`` after the answer; its failure is logged and harms nobody."""

        async def done() -> None:
            try:
                await work
            except Exception:
                log.exception("failed: %s", name)

        task = asyncio.create_task(done(), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settle(self) -> None:
        """Wait until the work after the answers is done."""
        await self.paced.settle()
        await self.boards.settle()
        await self._pictures.settle()
        while self._tasks:
            # Not gather(): since Python 3.12 it returns without a break when all are done, and they would stay here.
            await asyncio.wait(self._tasks)


def _without_picture(table: Table, rendered: Rendered) -> dict[str, Any]:
    """Return the arguments of an edit; from a result an earlier picture goes away, for it comes back by itself."""
    return rendered.kwargs | {"attachments": []} if has_card(table) else rendered.kwargs


def _awaited(table: Table) -> tuple[object, ...]:
    """Return what a call is about; a new one takes the old message away."""
    return table.turn_player, table.status, table.vote is not None
