"""A press on a component of a table, and what its handler does with it."""

import asyncio
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

import discord

from bot.locales import Words, words
from bot.pictures import PictureRenderer
from bot.screens.kit import Form, RenderContext, Screen
from bot.tables.model import errors
from bot.tables.model.choices import GuildSettings
from bot.tables.model.table import Table, TableId, code
from bot.tables.moves import lobbies
from bot.tables.moves.playing import kept_seat
from bot.tables.records.reviews import GameReviews
from bot.tables.service.service import Change, TableService
from bot.ui.delivery.messages import custom_ids_in, offers, shown_step
from bot.ui.delivery.pictures import PicturePlaces
from bot.ui.delivery.presenter import Presenter
from bot.ui.discord.adapter import RawModal, form_json, render, typed_text
from bot.ui.discord.errors import MovedBoard, sentence
from bot.ui.discord.reply import Interaction, Sendable, is_private, reader, was_redrawn, whisper_rendered

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PressServices:
    """What presses at tables work with."""

    tables: TableService
    presenter: Presenter
    settings: GuildSettings
    reviews: GameReviews
    renderer: PictureRenderer
    places: PicturePlaces
    waiting_for_picture: dict[tuple[TableId, int], asyncio.Task[None]] = field(default_factory=dict)
    """What will add the picture to a review, by its table and reader."""


class TablePress:
    """A press at a table: its person, table, step and purpose, and the ways to answer."""

    __slots__ = ("do", "id", "interaction", "presenter", "services", "step", "tables")

    def __init__(self, interaction: Interaction, id: TableId, step: int, do: str, services: PressServices) -> None:
        """Take ``step`` and ``do`` from the component: the step drawn on it, and what it asks for."""
        self.interaction = interaction
        self.id = id
        self.step = step
        self.do = do
        self.services = services
        self.tables = services.tables
        self.presenter = services.presenter

    @property
    def user(self) -> int:
        """The person who pressed."""
        return self.interaction.user.id

    @property
    def t(self) -> Words:
        """The words of that person's language."""
        return reader(self.interaction)

    @property
    def context(self) -> RenderContext:
        """What screens for that person are drawn with."""
        return self.presenter.renderer.context_for(self.interaction)

    @property
    def private(self) -> bool:
        """Whether the message that was pressed is seen by one person only."""
        return is_private(self.interaction)

    @property
    def custom_id(self) -> str:
        """That of the component, or of the form."""
        data: Mapping[str, Any] = self.interaction.data or {}
        return str(data.get("custom_id", ""))

    @property
    def typed(self) -> str:
        """What was typed into the form that was sent."""
        return typed_text(self.interaction.data or {})

    # -- where it was made -------------------------------------------------------------------------------------

    async def table(self) -> Table:
        """Return the table. Raises NoTable where it does not belong to this server.

        Raises SeatTakenBack for whom a computer has played, whatever they have pressed on the board.
        """
        try:
            now = await self.tables.get(self.id)
        except errors.BrokenTable as error:
            self.presenter.run_later(self.presenter.show_broken(error), "tell of a broken table")
            raise
        if now.guild != self.interaction.guild_id:
            raise errors.NoTable(code(self.id))
        message = self.interaction.message
        on_board = message is not None and message.id == now.message
        if now.stand_ins and on_board and kept_seat(now, self.user) is not None:
            await self.answer(await self.tables.take_back(self.id, self.user))
            raise errors.SeatTakenBack
        return now

    async def board(self) -> Table:
        """Return the table whose board was pressed; adopt the message where the table knows of none or of an older one.

        A press may be quicker than Discord's answer to the bot that has posted the board again. A player's own table
        has private boards only, as many as were opened. Raises what :meth:`table` raises, and MovedBoard for a copy.
        """
        now = await self.table()
        message, channel = self.interaction.message, self.interaction.channel_id
        if message is None or channel is None:
            raise errors.NoTable(code(self.id))
        if now.private:
            if not self.private:
                raise errors.NoTable(code(self.id))
            return now
        if now.message == message.id:
            return now
        is_newer = now.message is None or (now.channel == channel and now.message < message.id)
        if is_newer and not self.private and offers(message, self.custom_id):
            return await self.presenter.adopt(now, channel, message.id)
        if now.message is None:
            raise errors.NoTable(code(self.id))
        raise MovedBoard(now)

    async def table_of_host(self) -> Table:
        """Return the table, in its lobby; raises what :func:`bot.tables.moves.lobbies.check_host` raises."""
        now = await self.table()
        lobbies.check_host(now, self.user)
        return now

    # -- boards that are out of date ---------------------------------------------------------------------------

    async def mended(self, work: Awaitable[T]) -> T:
        """Await ``work``; where it finds the message out of date, draw that anew before the error is raised."""
        try:
            return await work
        except (errors.OldPress, errors.TableOver) as error:
            await self.show_again(error.table)
            raise

    async def show_again(self, now: Table) -> None:
        """Answer by the message drawn anew, where it is out of date."""
        if shown_step(self.interaction.message) != now.step:
            await self.redraw(now)

    async def mend(self) -> None:
        """Have the board that was pressed drawn anew if it is out of date: as the answer, if there is none yet."""
        if was_redrawn(self.interaction) or self.private:
            return
        message, step = self.interaction.message, shown_step(self.interaction.message)
        if message is None or step is None:
            return
        with suppress(errors.TableError):
            now = await self.tables.get(self.id)
            if now.message != message.id or now.step == step or self.presenter.reconciler.just_shown(now):
                return
            if self.interaction.response.is_done():
                self.presenter.reconciler.doubt(self.id)
            else:
                await self.redraw(now)

    async def leave_link(self, moved: MovedBoard) -> bool:
        """Put a link to the board in the place of the pressed copy, so that nobody presses it again.

        Return whether Discord has taken it; a copy that is about to be deleted takes none. Nor does a message with
        buttons of something else: there, somebody made this press up.
        """
        if self.private or {press.table for press in custom_ids_in(self.interaction.message)} != {code(self.id)}:
            return False
        self.presenter.check(self.id)
        said = sentence(words(moved.table.language), moved)
        try:
            await self.interaction.response.edit_message(content=said, embeds=[], attachments=[], view=None)
        except discord.HTTPException:
            return False
        return True

    # -- answers -----------------------------------------------------------------------------------------------

    async def answer(self, change: Change) -> None:
        """Answer by the board after ``change``, and do what follows it."""
        await self.presenter.answer(self.interaction, change)

    def refresh_board(self, change: Change) -> None:
        """Have the board drawn anew after ``change``, which another message answers; not where nothing changed."""
        if change.before != change.after:
            self.presenter.refresh_soon(change.after.id)

    async def redraw(self, table: Table, *, column: int | None = None) -> None:
        """Answer by the message drawn anew as ``table`` stands, the menu with the boxes of ``column``."""
        await self.presenter.redraw(self.interaction, table, column=column)

    async def whisper(self, screen: Screen, table: Table, *, replace: bool = True) -> None:
        """Show ``screen`` about ``table`` to that person alone.

        ``replace`` puts it in place of the message that was pressed, if that is private.
        """
        await self.send(render(screen, self.context.glyphs, table.code, table.step), replace=replace)

    async def send(self, message: Sendable, *, replace: bool = False) -> None:
        """Show a finished message to that person alone; ``replace`` as in :meth:`whisper`."""
        await whisper_rendered(self.interaction, message, replace=replace)

    async def ask(self, form: Form, table: Table) -> None:
        """Open ``form``."""
        await self.interaction.response.send_modal(RawModal(form_json(form, table.code, table.step)))
