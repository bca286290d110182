"""Shows tables: keeps the board message in its channel true, and posts it again when Discord takes no edit.

One request answers a press: the edit of the pressed message. A press that passes the turn on or ends the game is
answered by a new board where people have written below the old one, so that everybody finds it. If Discord refuses to
edit a board (somebody deleted it, it is too old, its thread is archived), the bot posts it again at the bottom. The
reconciler handles requests with a lost answer, and everything else that goes wrong between a save and its board.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Unpack

import discord

from bot.screens.kit import RenderContext, without_emoji
from bot.screens.table.board import NOBODY, call_text
from bot.screens.table.leaving import bring_down_button
from bot.screens.table.waiting import reminder_text
from bot.tables.model.choices import USUAL, PlayerSettings, Preferences
from bot.tables.model.days import is_away, look_again
from bot.tables.model.errors import BrokenTable, OnlySeenByYou, TableError
from bot.tables.model.memory import Locks, LruCache
from bot.tables.model.table import Occupant, PendingCall, Status, Table, TableId, code
from bot.tables.moves import simultaneous, votes, waiting
from bot.tables.records.profiles import BestStore
from bot.tables.records.reviews import GameReviews
from bot.tables.service.service import Change, TableService
from bot.ui.delivery.calls import Call, Caller, Later, only_these, reachable
from bot.ui.delivery.messages import (
    MessageRemover,
    boards_in,
    close_board,
    fetched,
    handle_refusal,
    shown_step,
    unknown_channel,
    unknown_message,
)
from bot.ui.delivery.pictures import ResultPictures, post_game_card
from bot.ui.delivery.reconciler import Reconciler
from bot.ui.delivery.renderer import BoardToken, Drawn, KeptMessages, OpenSheets, TableRenderer, shows_more
from bot.ui.delivery.results import Noticed, ResultFinisher
from bot.ui.discord.adapter import Components, board_link, rows_json
from bot.ui.discord.errors import MovedBoard
from bot.ui.discord.pictures import kept_frames
from bot.ui.discord.press_event import PressInteraction
from bot.ui.discord.reply import (
    ANSWERED,
    CHANGE,
    DRAWN,
    HEARD,
    PREFERENCES,
    TOO_LATE,
    WANTS_FILES,
    Interaction,
    LastSaid,
    guild_and_channel,
    place_of,
    reader,
    saved_sentence,
    whisper,
)
from bot.ui.pace.budget import (
    LOST,
    REFUSED,
    REQUEST_SECONDS,
    Priority,
    may_come_later,
    nonce,
    priority,
    request_timeout,
)
from bot.ui.pace.pauses import patience
from bot.ui.pace.work import BackgroundTasks, WorkQueue

log = logging.getLogger(__name__)

_BOARD_SECONDS = 2.0
"""Between two edits of a board without a press: Discord takes 3 in 6 seconds once a message is an hour old."""

_CALLS_KEPT = 4096

_WORDS_WAIT = 6 * 3600
"""Seconds for which somebody who comes back to a game finds it in words at their first press."""


class Presenter:
    """Sends tables, as its renderer draws them."""

    answer_seconds = REQUEST_SECONDS
    """Seconds that the answer to a press may take; Discord takes none after three."""

    def __init__(
        self,
        client: discord.Client,
        renderer: TableRenderer,
        tables: TableService,
        preferences: PlayerSettings,
        cards: ResultPictures,
        bests: BestStore,
        reviews: GameReviews,
        background: BackgroundTasks,
        queue: WorkQueue,
        is_blocked: Callable[[int, int], bool],
    ) -> None:
        """Send by ``client`` what ``renderer`` draws; in ``background`` and by ``queue`` what nobody waits for.

        No message notifies somebody who ``is_blocked`` in its server.
        """
        self._is_blocked = is_blocked
        self.renderer = renderer
        """Draws the tables."""
        self.background = background
        """The work beside and after the answers that is under way."""
        self._tables = tables
        self._preferences = preferences
        self._client = client
        self._channel = client.get_partial_messageable
        self.delete = MessageRemover(client, self.run_later).remove
        """Removes a message by its channel and id."""
        self._caller = Caller(client, tables, preferences, self.delete)
        self.sheets = OpenSheets(tables.now)
        """The private boards of simultaneous games."""
        self.own_sheets = KeptMessages(tables, renderer.own_sheet, renderer.followed)
        """What players of games in turns see under **My sheet**."""
        self.words = KeptMessages(tables, renderer.read_aloud, renderer.followed, _WORDS_WAIT)
        """Boards **In words**."""
        self._moves = Locks()
        """Held while a board becomes another message, as the answer to a press."""
        self._leaving = set[int | None]()
        """The messages that cease to be boards by that."""
        self._calls_below = LruCache[TableId, int](_CALLS_KEPT)
        """The last call below each board that followed a press at once: nobody has written between the two."""
        self._boards = WorkQueue(pause=_BOARD_SECONDS)
        self.said_last = LastSaid(self.run_later)
        """What is to go once it is no longer true."""
        self.panels = LastSaid(self.run_later)
        """The panels of a lobby, of which nothing works once its game has begun."""
        self.queue = queue
        self.reconciler = Reconciler(tables.repository, self._repair, self.queue)
        """Mends boards and calls that are behind their rows."""
        self._results = ResultFinisher(client, tables, cards, bests, renderer, reviews, self.reconciler, self.sheets)
        self.tell_story = self._results.ask_story
        """Tells on the board of a result what its review knows, now that there is one."""
        self.draw_result_anew = self._results.ask_anew
        """Draws the board of a result once more, of which managers have said something else."""
        self._cards = cards

    def on_result(self, noticed: Noticed) -> None:
        """Call ``noticed`` with every finished game once it is known what earlier ones make of it."""
        self._results.noticed = noticed

    # -- answers to presses ------------------------------------------------------------------------------------

    async def answer(self, interaction: Interaction, change: Change) -> None:
        """Answer the press that made ``change`` with the new board, in one request; then call the next player."""
        interaction.extras[CHANGE] = change
        self.renderer.remember(change)
        alone = self._stands_alone(interaction, change.after)
        moves = (
            not change.after.settings.visiting or interaction.guild_id is None
        )  # Else others may not see the new one.
        below = alone is False and moves and (_passes_turn(change) or _shows_result(change))
        try:
            if below:
                await self._answer_below(interaction, change.after)
            else:
                await self.redraw(interaction, change.after)
        finally:
            self.follow(change, alone=alone is True, buried=alone is False)
            self.heard(interaction, change.after)

    def heard(self, interaction: Interaction, table: Table) -> None:
        """Let the board in words of a person follow their press on the public one; who prefers words needs no other.

        A public board in large text is its host's choice: others who want that have it in this private one. After a
        press on that, the public board follows.
        """
        if HEARD in interaction.extras:
            self.refresh_soon(table.id)
            return
        chosen: Preferences = interaction.extras.get(PREFERENCES, USUAL)
        apart = chosen.spoken or (chosen.plain and interaction.user.id != table.host)
        wants = apart and not table.over and table.mode.in_turns
        shared = len(table.people) > 1 and table.seat_of(interaction.user.id) is not None
        self.words.pressed(interaction, table, opens=wants and shared and not table.private)

    def _stands_alone(self, interaction: Interaction, table: Table) -> bool | None:
        """Return whether nobody had written below the board of ``table`` when it was pressed; None: it was not."""
        message = interaction.message
        if not isinstance(interaction, PressInteraction) or message is None or message.id != table.message:
            return None
        return interaction.newest <= max(message.id, self._calls_below.get(table.id) or 0)

    def follow(self, change: Change, *, alone: bool = False, buried: bool = False) -> None:
        """Do what follows ``change``: its pending call, the boards with everybody's sheets and of the game before.

        What somebody was told in private goes where that is no longer true.

        ``alone`` says that nobody has written below the board until now, ``buried`` that somebody has.
        """
        before, after = change.before, change.after
        for private in (self.said_last, self.panels):
            if not private.empty:
                private.follow(after)
        if _ends_game(change) and not after.settings.visiting:
            self.run_later(self._post_game(after, buried=buried), "post the picture of a game")
        if after.follows is not None and after.over and before is not None and before.status is Status.LOBBY:
            self.refresh_soon(after.follows)
        if after.parent is not None:
            progress = simultaneous.progress
            if after.over:
                self.run_later(self._sheet_over(after, after.parent), "show that a sheet is full")
            elif before is None or progress(before) != progress(after):
                self.refresh_soon(after.parent)
        elif waiting.call_is_pending(after, self._tables.presence, self._tables.now()):
            self.run_later(self.call(after.id, alone=alone), "call the player to act")

    async def _answer_below(self, interaction: Interaction, table: Table) -> None:
        """Answer a press on the board by a new one at the bottom; if Discord refuses that, by drawing the old one."""
        try:
            await self.post_as_answer(interaction, table)
        except discord.HTTPException as error:
            log.info("table %s: no new message answers a press (%s)", code(table.id), error.code)
            if error.code in TOO_LATE:
                await self._refused(interaction, table, error)
            else:
                await self.redraw(interaction, table)

    async def post_as_answer(self, interaction: Interaction, table: Table) -> None:
        """Post the board of ``table`` as the answer to a press or a command; the board before goes.

        Until it is known which message that is, presses on the board before wait. Where the answer is lost, ask Discord
        whether it arrived; else the board comes without it. Raises what Discord refuses, and OnlySeenByYou where it
        has shown a guest's board to one person alone.
        """
        own_tables, old = await self._tables.own_tables(table), table.message
        message = (await self.renderer.message(table, own_tables=own_tables)).sent
        interaction.extras[DRAWN] = True
        async with self._moves.of(table.id):
            if old is not None:
                self._leaving.add(old)
            try:
                await self.reconciler.posting(table)
                drawing = self.reconciler.draw()
                posted = await self._posted(interaction, table, message)
                if posted is not None:
                    channel = guild_and_channel(interaction)[1]
                    now = await self.record_message(table, channel, posted, drawing, own_tables, interaction)
                    if now.message == posted:
                        self.sheets.opened(now, interaction)
            except OnlySeenByYou:
                raise
            except TableError as error:
                log.warning("table %s: which message is its board cannot be stored: %s", code(table.id), error)
                self.reconciler.maybe_copied(table.id)
                self.reconciler.doubt(table.id)
            finally:
                self._leaving.discard(old)

    async def _posted(self, interaction: Interaction, table: Table, message: dict[str, Any]) -> int | None:
        """Send ``message`` as the answer, and return its id; None where it is not known to have arrived."""
        try:
            async with asyncio.timeout(self.answer_seconds):
                quiet = _is_quiet(interaction, table)
                answer = await interaction.response.send_message(**message, ephemeral=quiet)
                if answer.is_ephemeral() and not quiet:
                    raise OnlySeenByYou
                return answer.message_id or (await interaction.original_response()).id
        except LOST as error:
            log.info("table %s: its board was lost on the way: %r", code(table.id), error)
            if CHANGE in interaction.extras and await self._whispered_instead(interaction, table):
                self.reconciler.doubt(table.id)
                return None
        except discord.HTTPException as error:
            if error.code != ANSWERED:  # Else discord.py has asked twice.
                raise
        arrived = await _arrived(interaction, table)
        if arrived is None:
            self.reconciler.doubt(table.id)
            self.run_later(self._find(interaction, table), "find a board whose answer was lost")
        return arrived

    async def has_moved(self, table: Table, message: int) -> bool:
        """Return whether the board of ``table`` has just ceased to be ``message``; wait where that is under way."""
        if message not in self._leaving:
            return False
        async with self._moves.of(table.id):
            return (await self._tables.get(table.id)).message != message

    async def _find(self, interaction: Interaction, table: Table) -> None:
        """Look once more for a board whose answer was lost, when Discord takes it no more."""
        await asyncio.sleep(REQUEST_SECONDS)
        drawing, arrived = self.reconciler.draw(), await _arrived(interaction, table)
        if arrived is not None:
            now = await self.record_message(table, guild_and_channel(interaction)[1], arrived, drawing)
            if now.message == arrived:
                self.sheets.opened(now, interaction)
            self.reconciler.doubt(table.id)

    async def redraw(self, interaction: Interaction, table: Table, **drawn: Unpack[Drawn]) -> None:
        """Answer a press by drawing its message anew, as the table stands."""
        if HEARD in interaction.extras:
            interaction.extras[DRAWN] = True
            await self.words.show(interaction, table, **drawn)
            return
        language = reader(interaction).language if table.private else None
        message = await self.renderer.edit_of(table, pressed=interaction.message, language=language, **drawn)
        drawn_now = await self._edit(interaction, table, message)
        self._finish(table, interaction if drawn_now else None)

    async def redraw_rows(self, interaction: Interaction, table: Table) -> None:
        """Answer a press by drawing the buttons and menus anew; the frames stay as they are, with their pictures."""
        kept = kept_frames(interaction.message)
        drawn_now = await self._edit(interaction, table, {"view": (await self.renderer.render(table)).view, **kept})
        if not kept:  # A picture that came in the meantime would be lost.
            self._finish(table, interaction if drawn_now else None)

    async def _edit(self, interaction: Interaction, table: Table, message: dict[str, Any]) -> bool:
        """Answer a press by an edit of its message. If that fails, the board comes some other way.

        Return whether Discord says that it was done: else the answer to the press may be another message.
        Raises MovedBoard where the board is another message meanwhile.
        """
        if interaction.message is not None and await self.has_moved(table, interaction.message.id):
            if CHANGE in interaction.extras:
                self.reconciler.doubt(table.id)
            raise MovedBoard(await self._tables.get(table.id))
        interaction.extras[DRAWN] = True
        interaction.extras[WANTS_FILES] = bool(table.computers)
        drawing, edit = self.reconciler.draw(), self.sheets.begin_edit(table)
        try:
            async with asyncio.timeout(self.answer_seconds):
                answer = await interaction.response.edit_message(**message)
        except LOST as error:
            log.info("table %s: the answer to a press was lost: %r", code(table.id), error)
            await self._answer_again(interaction, table)
        except discord.HTTPException as error:
            await self._refused(interaction, table, error)
        else:
            self.sheets.opened(table, interaction)
            self.sheets.end_edit(table, edit, message, None if answer is None else answer.resource)
            if not table.private:
                self.reconciler.shown(table.id, table.step, drawing, whole=not table.public_result)
            return True
        return False

    async def _answer_again(self, interaction: Interaction, table: Table) -> None:
        """Say that the board is on its way, if the lost answer did not arrive; Discord takes only one of both."""
        if not table.private:
            self.reconciler.doubt(table.id)
            self.reconciler.lost(table.id)
        await self._whispered_instead(interaction, table)

    async def _whispered_instead(self, interaction: Interaction, table: Table) -> bool:
        """Say that the board is on its way; return whether Discord took that, and so not the lost answer."""
        try:
            async with asyncio.timeout(self.answer_seconds):
                await whisper(interaction, saved_sentence(interaction))
        except (*LOST, *REFUSED) as error:
            log.info("table %s: nothing more can be said: %r", code(table.id), error)
            return False
        return True

    async def _refused(self, interaction: Interaction, table: Table, error: discord.HTTPException) -> None:
        if not table.private:  # The public board or the command opens a private one again.
            if error.code == ANSWERED or table.settings.visiting:
                self.reconciler.doubt(table.id)  # It is not known by whom, nor whether it showed this step.
            else:
                self.run_later(self._post_again(table), "repost after a failed edit")
        if error.code in TOO_LATE:
            log.warning("table %s: answered too late: %s", code(table.id), error)
        else:
            log.info("table %s: board cannot be edited (%s), posting it again", code(table.id), error.code)
            try:
                await interaction.response.defer()
            except (*LOST, *REFUSED) as again:
                log.info("table %s: the press cannot be answered either: %r", code(table.id), again)
            else:
                if table.settings.visiting:
                    self.run_later(self._post_again(table, interaction), "repost after a failed edit, as a guest")

    # -- the board outside of presses --------------------------------------------------------------------------

    def refresh_soon(self, id: TableId) -> None:
        """Draw a board anew because of something elsewhere; ask as often as that happens."""
        self._boards.ask(id, self._refresh, id, of=Priority.REPAIR)

    async def _refresh(self, id: TableId) -> None:
        table = await self._tables.get(id)
        if self._tables.repository.is_ours(table.guild):
            await self.refresh(table)

    async def refresh(self, table: Table) -> None:
        """Draw the table's message anew without a press; the reconciler does what fails now.

        Only a press can change a private board. The message of a daily is its shared result.
        """
        if table.message is not None and not table.private:
            await self._tried(table, self._show(table))

    async def changed(self, change: Change) -> None:
        """Show a change without a press on the board: draw the board anew, call the next player."""
        self.renderer.remember(change)
        try:
            await self.refresh(change.after)
        finally:
            self.follow(change)

    async def _repair(self, id: TableId, look_first: bool) -> None:
        """Bring the message of a table and its call in line with its row. Raises errors of Discord and storage."""
        table = await self._tables.repository.reload(id)
        copied = self.reconciler.copied(id)  # Also where nothing follows from it here: the mark is not kept for ever.
        if table.private:
            return
        if not self._tables.repository.is_ours(table.guild):
            await self._tables.repository.tell_owner(id)
            return
        if table.settings.visiting:
            if not self.reconciler.shows(table) or shows_more(table):
                await self._show(table)
            return
        try:
            if copied:
                table = await self._settle_copies(table)
            await self._repair_board(table, look_first)
        except REFUSED as error:
            if may_come_later(error):
                raise
            await self._cannot_post(table, error)
        await self._caller.settle(id, self._calling)

    async def _settle_copies(self, table: Table) -> Table:
        """Take the newest board in the channel of ``table`` for its board, and remove the others; return the table.

        A process that ends while it posts a board leaves two, or one that the row does not know.
        """
        try:
            boards = await boards_in(self._channel(table.channel), table, self._client.user)
        except (*LOST, discord.RateLimited):
            self.reconciler.maybe_copied(table.id)
            raise
        now = table
        if boards:
            try:
                now = (await self._tables.placed(table.id, table.channel, max(boards))).after
            except TableError:
                self.reconciler.maybe_copied(table.id)
                raise
        if now.message != table.message:
            self.reconciler.not_shown(now.id, self.reconciler.draw())
        known = {message for message in (table.message, table.old_message) if message is not None}
        for message in boards | known:  # Those that the row knows may be buried too deep to be found.
            if now.message is not None and message < now.message:
                log.info("table %s: message %s, which was its board, is taken away", code(now.id), message)
                await self._remove_old(now.id, table.channel, message)
        return now

    async def _repair_board(self, table: Table, look_first: bool) -> None:
        if look_first:
            self.reconciler.left_behind(table.id, self._tables.now() - table.changed)
            await self._look(table)
        if not self.reconciler.shows(table) or shows_more(table):
            await self._show(table)

    async def _look(self, table: Table) -> None:
        """Find out whether the message shows the current table. If the bot may not read it, draw it anew."""
        if table.message is None:
            return
        seen = self.reconciler.draw()
        message = await fetched(self._channel(table.channel), table.message)
        if message is not None and shown_step(message) == table.step:
            pictured = not table.public_result or any(embed.image.url for embed in message.embeds)
            self.reconciler.shown(table.id, table.step, seen, whole=pictured)
            if not pictured:
                self._finish(table)
        else:
            self.reconciler.not_shown(table.id, seen)

    async def _show(self, table: Table) -> None:
        """Draw the table's message anew; if there is none, post it. Raises Discord's errors."""
        if table.settings.visiting:
            await self._show_as_guest(table)
            return
        if table.message is None:
            if table.over:
                self.reconciler.shown(table.id, table.step, self.reconciler.draw())
            else:
                await self.repost(table)
            return
        own_tables = await self._tables.own_tables(table)
        message = self._channel(table.channel).get_partial_message(table.message)
        board = await self.renderer.edit_of(table, own_tables=own_tables)
        edit = self.sheets.begin_edit(table)
        try:
            with self.reconciler.drawing(table.id) as drawing, patience(REQUEST_SECONDS):
                async with request_timeout(REQUEST_SECONDS):
                    edited = await message.edit(**board)
        except (*LOST, discord.RateLimited):
            raise
        except REFUSED as error:
            if unknown_channel(error):
                raise
            if unknown_message(error) and table.status is Status.ENDED and table.state is None:
                self.reconciler.shown(table.id, table.step, drawing)  # Nobody misses a lobby that somebody deleted.
                return
            now = await self._tables.get(table.id)
            if now.message != table.message:  # Somebody has posted it again in the meantime.
                await self._show(now)
                return
            log.info("table %s: board cannot be edited (%s), posting it again", code(table.id), error)
            await self.repost(table)
        else:
            self.sheets.end_edit(table, edit, board, edited)
            self.is_shown(table, drawing, own_tables)

    async def _show_as_guest(self, table: Table) -> None:
        """Draw the board anew by the token of the latest press on it; without one it rests. Raises a lost answer."""
        token = None if table.message is None else self.sheets.token_of(table)
        if token is None:
            self.reconciler.rest(table)
            return
        own_tables = await self._tables.own_tables(table)
        board, edit = await self.renderer.edit_of(table, own_tables=own_tables), self.sheets.begin_edit(table)
        try:
            with self.reconciler.drawing(table.id) as drawing:
                async with request_timeout(REQUEST_SECONDS):
                    edited = await token.edit(board)
        except LOST:
            raise
        except discord.HTTPException as error:
            log.info("table %s: its board stands still until somebody presses: %s", code(table.id), error)
            self.sheets.forget(table.id)
            self.reconciler.rest(table)
        else:
            self.sheets.end_edit(table, edit, board, edited)
            self.is_shown(table, drawing, own_tables)

    async def _post_as_guest(self, table: Table, press: Interaction | None) -> None:
        """Post the board as a further message of ``press``; without it, or where Discord refuses, it waits for one.

        Nothing tells whether a lost one has arrived: then a press on it makes it the board.
        """
        if press is None:
            self.reconciler.rest(table)
            return
        own_tables, quiet = await self._tables.own_tables(table), _is_quiet(press, table)
        board = (await self.renderer.message(table, own_tables=own_tables)).sent
        named = self.unblocked(table, waiting.notified(table))
        only = await only_these(self._preferences, named, self._tables.now())
        drawing = self.reconciler.draw()
        try:
            async with request_timeout(REQUEST_SECONDS):
                sent = await press.followup.send(**board, ephemeral=quiet, allowed_mentions=only, wait=True)
        except (*LOST, discord.HTTPException) as error:
            log.info("table %s: its board cannot be posted as a guest: %r", code(table.id), error)
            self.reconciler.rest(table)
            return
        if sent.flags.ephemeral and not quiet:
            await BoardToken(press, sent.id).delete()
            self.reconciler.rest(table)
            return
        now = await self.record_message(table, guild_and_channel(press)[1], sent.id, drawing, own_tables)
        if now.message == sent.id:
            self.sheets.opened(now, press, sent.id)

    def unblocked(self, table: Table, users: Sequence[int]) -> tuple[int, ...]:
        """Return those of ``users`` for whom the bot does anything in the server of ``table``."""
        return tuple(user for user in users if not self._is_blocked(table.guild, user))

    async def repost(self, table: Table) -> Table:
        """Post the board at the bottom of its channel and remove the old one. Raises Discord's errors.

        If a lost answer makes the bot post it twice, it is one message: Discord knows it by its nonce.
        """
        own_tables = await self._tables.own_tables(table)
        board = (await self.renderer.message(table, own_tables=own_tables)).sent
        once = nonce("board", table.id, table.message)
        named = self.unblocked(table, waiting.notified(table))
        only = await only_these(self._preferences, named, self._tables.now())
        await self.reconciler.posting(table)
        with self.reconciler.drawing(table.id) as drawing, patience(REQUEST_SECONDS):
            async with request_timeout(REQUEST_SECONDS):
                sent = await self._channel(table.channel).send(**board, nonce=once, allowed_mentions=only)
        return await self.record_message(table, table.channel, sent.id, drawing, own_tables)

    async def record_message(
        self,
        shown: Table,
        channel: int,
        message: int,
        drawing: int,
        own_tables: Mapping[Occupant, Table] = NOBODY,
        press: Interaction | None = None,
    ) -> Table:
        """Make ``message``, which may answer a ``press``, the board, and remove the one it replaces.

        It shows the table as it was ``shown``, with ``own_tables``, by ``drawing``; the game may have gone on since.
        """
        change = await self._tables.placed(shown.id, channel, message)
        old, now = change.before, change.after
        if now.message != message:  # Somebody has posted it again in the meantime.
            if not shown.settings.visiting:
                await self.delete(channel, message)
        else:
            self.is_shown(shown, drawing, own_tables, press, message)
            if old is not None and old.message not in (None, message):
                self.reconciler.moved(shown.id)
                self._remove_board(old)
        if now.message != message or now.step != shown.step:
            self.check(shown.id)
        return now

    async def adopt(self, table: Table, channel: int, message: int) -> Table:
        """Take a pressed message for the board of ``table``, which knows of none or of an older one; return it."""
        change = await self._tables.placed(table.id, channel, message)
        old = change.before
        self.reconciler.not_shown(table.id, self.reconciler.draw())
        if old is not None and old.message not in (None, change.after.message):
            self._remove_board(old)
        self.check(table.id)
        return change.after

    def _remove_board(self, old: Table) -> None:
        """Remove the message that was the board of ``old``; as a guest, where the latest press on it still does so.

        An answer to a press is always a reply to what was pressed, so Discord says above the new board that the message
        has been deleted. What would stay there instead, a line for each move, would bury the conversation.
        """
        if old.settings.visiting:
            token = self.sheets.token_of(old)
            work = None if token is None else token.delete()
        else:
            work = None if old.message is None else self._remove_old(old.id, old.channel, old.message)
        if work is not None:
            self.run_later(work, "remove the board before")

    async def _remove_old(self, id: TableId, channel: int, message: int) -> None:
        """Remove a message that was the board of ``id``; a start looks for it until it is known to be gone."""
        await self.delete(channel, message, self.reconciler.removing(id, message))

    def check(self, id: TableId) -> None:
        """Ask Discord soon whether the board of ``id`` stands and shows its row; mend it if not."""
        self.queue.ask(("check", id), self._check, id, of=Priority.REPAIR)

    async def _check(self, id: TableId) -> None:
        with suppress(TableError):
            table = await self._tables.get(id)
            if table.message is None or table.private or not self._tables.repository.is_ours(table.guild):
                return
            try:
                if not table.settings.visiting:
                    await self._look(table)
            except (*LOST, discord.RateLimited) as error:
                log.info("table %s: its board cannot be looked at: %r", code(id), error)
                self.reconciler.doubt(id)
                return
            if not self.reconciler.shows(table) and not self.reconciler.just_shown(table):
                self.reconciler.ask(id)

    async def post(self, table: Table, press: Interaction | None = None) -> None:
        """Post the first board of ``table``; the reconciler does what fails now. As a guest, post it by ``press``."""
        if table.settings.visiting:
            await self._post_as_guest(table, press)
            return
        with priority(Priority.BOARD):
            await self._tried(table, self.repost(table))

    async def _tried(self, table: Table, work: Awaitable[object]) -> None:
        try:
            await work
        except (*LOST, *REFUSED) as error:
            if may_come_later(error):
                log.info("table %s: its board is not known to be shown: %r", code(table.id), error)
                self.reconciler.doubt(table.id)
            else:
                await self._cannot_post(table, error)

    async def _post_again(self, table: Table, press: Interaction | None = None) -> None:
        """Post the board again. If that fails too, **Bring down** of ``/table`` says why and brings it back."""
        await self.post(await self._tables.get(table.id), press)

    async def _cannot_post(self, table: Table, error: Exception) -> None:
        if not await handle_refusal(self._client, self._tables, table, error):
            log.warning("table %s: board cannot be posted: %s", code(table.id), error)

    def is_shown(
        self,
        table: Table,
        drawing: int,
        own_tables: Mapping[Occupant, Table],
        press: Interaction | None = None,
        message: int | None = None,
    ) -> None:
        """Remember that the message shows ``table``, and the players' own tables below it.

        A result is finished by a ``press``, if there is one, which ``message`` has answered.
        """
        if not self._tables.repository.is_ours(table.guild):  # It has passed on meanwhile.
            self.reconciler.doubt(table.id)
            return
        for own in own_tables.values():
            self.reconciler.shown(own.id, own.step, drawing)
        self.reconciler.shown(table.id, table.step, drawing, whole=not table.public_result)
        self._finish(table, press, message)

    def _finish(self, table: Table, press: Interaction | None = None, message: int | None = None) -> None:
        """Finish the board of ``table`` if it is a new result; later edits of its buttons leave the frame alone.

        A result that is about to be posted anew is finished there. ``message`` has answered the ``press``; None: the
        pressed one.
        """
        if table.public_result and table.pending_call is not PendingCall.RESULT:
            self._results.ask(table.id, press, message)

    async def show_broken(self, error: BrokenTable) -> None:
        """Say on the board of an unreadable table that it is closed."""
        if error.stored is not None and not error.stored["visiting"]:
            await close_board(self._channel, error.stored, self.renderer.glyphs)

    # -- calls, and what takes their place ---------------------------------------------------------------------

    async def call(self, id: TableId, *, alone: bool = False) -> None:
        """Make the call of table ``id`` that is pending or due; the reconciler does what fails now.

        ``alone`` says that nobody has written below the board but perhaps the bot.
        """
        try:
            with priority(Priority.CALL):
                await self._caller.settle(id, self._calling)
            if alone and (call := (await self._tables.get(id)).call) is not None:
                self._calls_below.put(id, call)
        except (*LOST, discord.RateLimited) as error:
            log.info("table %s: its call was lost: %s", code(id), error)
            self.reconciler.ask(id)

    async def _calling(self, table: Table) -> Call | Later | None:
        """Return the pending call of ``table``: for the next player, or for those who are to vote.

        Players without reminders get no call; in their quiet hours it waits. Where a computer may play for somebody who
        is away, it begins now. A pending result is posted at once; refused, it stands where the board was.
        """
        if table.pending_call is PendingCall.RESULT:
            try:
                await self.repost(table)
            except REFUSED as error:
                if may_come_later(error):
                    raise
                await self._cannot_post(table, error)
                await self.refresh(table)
            self._results.ask(table.id)
            return None
        if table.vote is not None:
            voters = self.unblocked(table, votes.voting_people(table))
            users = await reachable(self._preferences, voters, self._tables.now())
            return Call(users, (await self.renderer.vote(table, users)).kwargs)
        if (player := table.turn_player) is None:
            return None
        chosen, now = await self._preferences.of_or(player, USUAL), self._tables.now()
        if is_away(chosen, now) is not None:
            kept = await self._tables.go_away(table.id, player)
            if kept.before != kept.after:
                self.run_later(self.changed(kept), "show that a computer keeps a seat warm")
                return None
        if not chosen.remind or not self.unblocked(table, (player,)):
            return None
        if (end := look_again(chosen, now)) is not None:
            return Later(end)
        context = self.renderer.context(table.language)
        text = call_text(context, table, player, board_link(table))
        return Call((player,), {"content": text, "view": _bring_down(context, table)})

    async def _post_game(self, table: Table, *, buried: bool) -> None:
        """Post the picture of a game of a match, and the board below it; or below what others have written."""
        context = await self.renderer.context_at(table)
        if await post_game_card(self._client, self._cards, context, table) or buried:
            await self.post(await self._tables.get(table.id))

    async def _sheet_over(self, own_table: Table, parent: TableId) -> None:
        """Show on the public board that a player's own table is over; after the last one, the result everywhere."""
        public = await self._tables.get(parent)
        if public.over and public.settings.visiting and self.sheets.token_of(public) is None:
            token = self.sheets.token_of(own_table)
            await self._post_as_guest(public, None if token is None else token.press)
        elif public.pending_call is PendingCall.RESULT:
            await self.call(parent)
            others = (await self._tables.own_tables(public)).values()
            await self.sheets.finish([other for other in others if other.id != own_table.id], self.renderer)
        else:
            self.refresh_soon(parent)

    async def close_boards(self, ids: Sequence[TableId]) -> None:
        """Draw private boards anew whose games were closed elsewhere, or go on, where a token still changes them."""
        open_here = [await self._tables.get(id) for id in ids if self.sheets.knows(id)]
        await self.sheets.finish(open_here, self.renderer)

    async def remind(self, table: Table, users: tuple[int, ...]) -> bool:
        """Remind ``users`` of ``table``, in place of the last call, and count it; return as :meth:`Caller.instead`."""
        text = reminder_text(context := await self.renderer.context_at(table), table, users, board_link(table))
        once = nonce("remind", table.id, (table.step, table.stage))
        message = {"content": without_emoji(text) if context.plain else text, "view": _bring_down(context, table)}
        return await self._caller.instead(table, users, once, noting=self._tables.deadlines.reminded, **message)

    async def vote_again(self, table: Table) -> None:
        """Post the vote of ``table`` anew, in place of the last one; it notifies nobody."""
        await self._caller.instead(table, (), **(await self.renderer.vote(table, ())).kwargs)

    # -- work after the answer ---------------------------------------------------------------------------------

    def run_later(self, work: Awaitable[object], name: str) -> asyncio.Task[None]:
        """Do ``work`` beside or after the answer; its failure is logged and harms nobody. Returns its task."""
        return self.background.run(work, name)

    async def settle(self) -> None:
        """Wait until the work after the answers is done."""
        await self.queue.settle()
        await self._boards.settle()
        await self.background.settle()
        await self._results.settle()
        await self.own_sheets.settle()
        await self.words.settle()


def _bring_down(context: RenderContext, table: Table) -> Components:
    """The button below a message that calls somebody to the board of ``table``."""
    return Components(rows_json(((bring_down_button(context),),), table.code, table.step, context.glyphs))


def _passes_turn(change: Change) -> bool:
    """Whether another seat is to act after ``change``, or the same one begins another turn; not for a new game."""
    before, after = change.before, change.after
    if before is None or after.turn is None or after.private or _ends_game(change):
        return False
    if before.turn != after.turn or before.state is None or after.state is None:
        return True
    return bool(before.state.dice) and not after.state.dice


def _shows_result(change: Change) -> bool:
    """Whether ``change`` has ended a game in turns whose result is not about to be posted anew."""
    before, after = change.before, change.after
    ends = before is not None and before.turn is not None and after.public_result
    return ends and after.pending_call is not PendingCall.RESULT


def _is_quiet(interaction: Interaction, table: Table) -> bool:
    """Whether the board of ``table`` is for one person alone: theirs, and shown where others are."""
    return table.settings.visiting and table.is_own and table.guild != place_of(interaction)


async def _arrived(interaction: Interaction, table: Table) -> int | None:
    """Return the board of ``table`` that answers ``interaction``, if there is one and Discord says so.

    A private answer is none, but to somebody whose table it is: it says that the board is on its way, and what Discord
    said to that was lost.
    """
    try:
        async with asyncio.timeout(REQUEST_SECONDS):
            answer = await interaction.original_response()
    except (*LOST, discord.HTTPException, discord.ClientException):
        return None
    return None if answer.flags.ephemeral and not _is_quiet(interaction, table) else answer.id


def _ends_game(change: Change) -> bool:
    """Whether ``change`` has ended a game of a match, and the next one begins."""
    before, after = change.before, change.after
    if before is None or before.state is None or after.status is not Status.PLAYING or after.private:
        return False
    return after.game.games_before(after.state) > before.game.games_before(before.state)
