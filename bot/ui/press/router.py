"""Every press of every button and menu, and every form that is sent: its handler, and the ways to answer.

A press is read by :mod:`bot.ui.discord.adapter`; the first word of what it asks for finds the few routes that begin
with it, and the pattern of one of these (:mod:`bot.screens.kit.patterns`) its handler. A word that begins no route is
an action of the game. Each press is answered, whatever happens.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Concatenate, Generic, TypeAlias, TypeVar

import discord

from bot.engine import GameError, IllegalAction
from bot.locales import Words, words
from bot.pictures import PictureRenderer
from bot.screens.kit import Form, RenderContext, Screen
from bot.screens.kit.patterns import Pattern
from bot.screens.table.board import HEARD_BY, plays_by_ear
from bot.tables.hand import Hand
from bot.tables.model import errors
from bot.tables.model.choices import USUAL, GuildSettings, Preferences
from bot.tables.model.memory import ABOUT, About
from bot.tables.model.table import Status, Table, TableId, code, table_id
from bot.tables.model.table import people as people_of
from bot.tables.moves import lobbies
from bot.tables.moves.playing import kept_seat
from bot.tables.records.reviews import GameReviews
from bot.tables.service.service import Change, TableService
from bot.tables.training import Training
from bot.ui.delivery.absences import Absences
from bot.ui.delivery.messages import custom_ids_in, offers, shown_step
from bot.ui.delivery.pictures import PicturePlaces
from bot.ui.delivery.presenter import Presenter
from bot.ui.discord.adapter import CustomId, RawModal, form_json, read_custom_id, render, typed_text
from bot.ui.discord.errors import MovedBoard, answer_error, sentence
from bot.ui.discord.permissions import is_helper
from bot.ui.discord.reply import (
    DRAWN,
    HEARD,
    ON_BOARD,
    PLACES,
    PREFERENCES,
    Interaction,
    Sendable,
    is_guest,
    is_private,
    place_of,
    places_of,
    reader,
    whisper,
    whisper_rendered,
)
from bot.ui.pace.budget import LOST

# -- A press on a component of a table, and what its handler does with it --------------------------------------------

T = TypeVar("T")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PressServices:
    """What presses at tables work with."""

    tables: TableService
    presenter: Presenter
    settings: GuildSettings
    hand: Hand
    reviews: GameReviews
    training: Training
    renderer: PictureRenderer
    places: PicturePlaces
    absences: Absences
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
        ABOUT.set(About(ABOUT.get().server, id))

    @property
    def user(self) -> int:
        """The person who pressed."""
        return self.interaction.user.id

    @property
    def preferences(self) -> Preferences:
        """What that person has chosen for themselves."""
        chosen: Preferences = self.interaction.extras.get(PREFERENCES, USUAL)
        return chosen

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
    def heard(self) -> bool:
        """Whether it is a board in words that one person hears beside the board."""
        return HEARD in self.interaction.extras

    @property
    def custom_id(self) -> str:
        """That of the component, or of the form."""
        data: Mapping[str, Any] = self.interaction.data or {}
        return str(data.get("custom_id", ""))

    @property
    def typed(self) -> str:
        """What was typed into the form that was sent."""
        return typed_text(self.interaction.data or {})

    async def helps(self) -> bool:
        """Return whether that person may do what managers may: remove others, and end any table."""
        return is_helper(self.interaction, await self.services.settings.of(place_of(self.interaction)))

    # -- where it was made -------------------------------------------------------------------------------------

    async def table(self) -> Table:
        """Return the table. Raises NoTable where it does not belong to this place.

        Raises SeatTakenBack for whom a computer has played, whatever they have pressed on the board.
        """
        try:
            table = await self.tables.get(self.id)
        except errors.BrokenTable as error:
            self.presenter.run_later(self.presenter.show_broken(error), "tell of a broken table")
            raise
        if table.guild not in (self.interaction.extras.get(PLACES) or places_of(self.interaction)):
            raise errors.NoTable(code(self.id))
        message = self.interaction.message
        on_board = self.heard or (message is not None and message.id == table.message)
        if table.stand_ins and on_board and kept_seat(table, self.user) is not None:
            await self.answer(await self.played(await self.tables.take_back(self.id, self.user)))
            raise errors.SeatTakenBack
        return table

    async def recognise(self) -> None:
        """Know a board that one person alone sees from what stands beside it: in words, or where the bot is a guest."""
        message = self.interaction.message
        if message is None or not message.flags.ephemeral:
            return
        asked = {press.do for press in custom_ids_in(message)}
        if asked >= HEARD_BY:
            self.interaction.extras[HEARD] = True
        elif "more" in asked and is_guest(self.interaction):
            with suppress(errors.TableError):  # Then the handler says so.
                if not (await self.tables.get(self.id)).private:
                    self.interaction.extras[ON_BOARD] = True

    async def public(self) -> Table:
        """Return the table, or the public one that a player's own table belongs to. Raises what :meth:`table` does."""
        now = await self.table()
        return now if now.parent is None else await self.tables.get(now.parent)

    async def board(self) -> Table:
        """Return the table whose board was pressed; adopt the message where the table knows of none or of an older one.

        A press may be quicker than Discord's answer to the bot that has posted the board again. A player's own table
        has private boards only, as many as were opened. Raises what :meth:`table` raises, and MovedBoard for a copy.
        """
        table = await self.table()
        message, channel = self.interaction.message, self.interaction.channel_id
        if message is None or channel is None:
            raise errors.NoTable(code(self.id))
        if table.private:
            if not self.private:
                raise errors.NoTable(code(self.id))
            return table
        if self.heard and plays_by_ear(table):
            return table
        if table.message == message.id:
            if await self.presenter.has_moved(table, message.id):
                raise MovedBoard(await self.tables.get(self.id))
            return table
        is_newer = table.message is None or (table.channel == channel and table.message < message.id)
        if is_newer and not self.private and offers(message, self.custom_id):
            return await self.presenter.adopt(table, channel, message.id)
        if table.message is None:
            raise errors.NoTable(code(self.id))
        raise MovedBoard(table)

    async def table_of_host(self) -> Table:
        """Return the table, in its lobby; raises what :func:`bot.tables.moves.lobbies.check_host` raises."""
        table = await self.table()
        lobbies.check_host(table, self.user)
        return table

    async def played(self, change: Change) -> Change:
        """Return what that person has done in the game; who had said to be away is back, and the board tells it."""
        until = self.preferences.away_until
        if until is not None and until > self.tables.now():
            await self.presenter.renderer.welcome(change.after, self.user)
            telling = self.services.absences.tell(self.user, away=False, pressed=change.after.id)
            self.presenter.run_later(telling, "give seats back at other tables")
        else:
            await self.forget_past_absence()
        return change

    async def forget_past_absence(self) -> None:
        """Forget that this person had said to be away once that is over: they are here."""
        until = self.preferences.away_until
        if until is not None and until <= self.tables.now():
            await self.presenter.renderer.forget_absence(self.user)

    async def unnamed(self, table: Table, others: Iterable[int] = ()) -> frozenset[int]:
        """Return whom nothing about the game of ``table``, where ``others`` were too, names to that person.

        Nobody, if they were there themselves; else those who want to be named neither in posts nor on leaderboards.
        """
        people = {*table.people, *people_of(table.seats_at_start), *others}
        return await self.presenter.renderer.unnamed_to(self.user, people)

    # -- boards that are out of date ---------------------------------------------------------------------------

    async def mended(self, work: Awaitable[T]) -> T:
        """Await ``work``; where it finds the message out of date, draw that anew before the error is raised."""
        try:
            return await work
        except (errors.OldPress, errors.TableOver) as error:
            await self.show_again(error.table)
            raise

    async def show_again(self, table: Table) -> None:
        """Answer by the message drawn anew, where it is out of date."""
        if shown_step(self.interaction.message) != table.step:
            await self.redraw(table)

    async def mend(self) -> None:
        """Have the board that was pressed drawn anew if it is out of date: as the answer, if there is none yet."""
        if DRAWN in self.interaction.extras or (self.private and not self.heard):
            return
        message, step = self.interaction.message, shown_step(self.interaction.message)
        if message is None or step is None:
            return
        with suppress(errors.TableError):
            table = await self.tables.get(self.id)
            if self.heard:
                if table.step != step and not self.interaction.response.is_done():
                    await self.redraw(table)
                return
            if table.message != message.id or table.step == step or self.presenter.reconciler.just_shown(table):
                return
            if self.interaction.response.is_done():
                self.presenter.reconciler.doubt(self.id)
            else:
                await self.redraw(table)

    async def leave_link(self, moved: MovedBoard) -> bool:
        """Put a link to the board in the place of the pressed copy, so that nobody presses it again.

        Return whether Discord has taken it; a copy that is about to be deleted takes none. Nor does a message with
        buttons of something else: there, somebody made this press up.
        """
        if self.private or {press.table for press in custom_ids_in(self.interaction.message)} != {code(self.id)}:
            return False
        self.presenter.check(self.id)
        content = sentence(words(moved.table.language), moved)
        try:
            await self.interaction.response.edit_message(content=content, embeds=[], attachments=[], view=None)
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

    async def whisper_in_lobby(self, screen: Screen, table: Table, *, replace: bool = True) -> None:
        """Show ``screen`` as :meth:`whisper` does; it goes when the lobby of ``table`` is over."""
        shown = self.whisper(screen, table, replace=replace)
        await self.presenter.panels.panel(self.interaction, shown, lambda table: table.status is Status.LOBBY)

    async def send(self, message: Sendable, *, replace: bool = False) -> None:
        """Show a finished message to that person alone; ``replace`` as in :meth:`whisper`."""
        if replace and self.private:
            self.presenter.panels.forget(self.interaction)
        await whisper_rendered(self.interaction, message, replace=replace)

    async def change_answer(self, what: str, **message: Any) -> None:
        """Change the message that answered the press, through its webhook; ``what`` it shows is for the log."""
        try:
            await self.interaction.edit_original_response(**message)
        except (*LOST, discord.HTTPException) as error:
            log.info("table %s: %s could not be shown: %s", code(self.id), what, error)

    async def ask(self, form: Form, table: Table) -> None:
        """Open ``form``."""
        await self.interaction.response.send_modal(RawModal(form_json(form, table.code, table.step)))


# -- Which texts lead where -----------------------------------------------------------------------------------------

P = TypeVar("P", TablePress, Interaction)

TableHandler: TypeAlias = Callable[Concatenate[TablePress, ...], Awaitable[None]]
"""Called with the press and the words of its pattern, by name."""

FreeHandler: TypeAlias = Callable[Concatenate[Interaction, ...], Awaitable[None]]
"""A handler for components of no table."""

_REMEMBERED = 256
"""Texts whose words are kept: those of held dice, above all."""


class _Routes(Generic[P]):
    """Patterns and their handlers, by first word."""

    def __init__(self) -> None:
        self._routes: dict[str, list[tuple[Pattern, Callable[..., Awaitable[None]]]]] = {}
        self.find = lru_cache(_REMEMBERED)(self._find)
        """Return the handler that a text with this first word leads to, and its words; None where no pattern fits."""

    def add(self, pattern: Pattern, handler: Callable[..., Awaitable[None]]) -> None:
        self._routes.setdefault(pattern.first, []).append((pattern, handler))
        self.find.cache_clear()

    def __contains__(self, word: str) -> bool:
        return word in self._routes

    def _find(self, word: str, do: str) -> tuple[Callable[..., Awaitable[None]], dict[str, object]] | None:
        for pattern, handler in self._routes[word]:
            words = pattern.read(do)
            if words is not None:
                return handler, words
        return None

    def call(self, word: str, about: P, do: str) -> Awaitable[None] | None:
        """Return the call of the handler that ``do`` leads to; None where no pattern fits."""
        route = self.find(word, do)
        return None if route is None else route[0](about, **route[1])


class Router:
    """Which texts lead where, and how many presses are under way."""

    def __init__(self, services: PressServices, act: Callable[[TablePress], Awaitable[None]]) -> None:
        """Give presses ``services`` to work with; send to ``act`` those at a table that begin with no known word."""
        self._services = services
        self._act = act
        self._tables: _Routes[TablePress] = _Routes()
        self._free: _Routes[Interaction] = _Routes()
        self._refusals: dict[str, type[Exception]] = {}
        self._under_way: set[asyncio.Task[None]] = set()

    def table(self, pattern: str | Pattern, handler: TableHandler) -> None:
        """Send components of tables that ask for what ``pattern`` describes to ``handler``."""
        self._tables.add(_checked(pattern, handler), handler)

    def free(self, pattern: str | Pattern, handler: FreeHandler) -> None:
        """Send components of no table that ask for what ``pattern`` describes to ``handler``."""
        self._free.add(_checked(pattern, handler), handler)

    def anywhere(self, pattern: str | Pattern, handler: FreeHandler) -> None:
        """Send components to ``handler`` whether or not they name a table; it does not matter to what they ask for."""
        checked = _checked(pattern, handler)
        self._free.add(checked, handler)
        self._tables.add(checked, lambda press, **words: handler(press.interaction, **words))

    def refuse(self, word: str, kind: type[Exception]) -> None:
        """Refuse what begins with ``word`` and fits no pattern by an error of ``kind``, rather than IllegalAction."""
        self._refusals[word] = kind

    def at(self, interaction: Interaction, table: TableId, step: int = 0, do: str = "") -> TablePress:
        """Return a press at ``table``, for people who come to it some other way."""
        return TablePress(interaction, table, step, do, self._services)

    async def route(self, interaction: Interaction) -> None:
        """Answer ``interaction``, a press of a component or a form; it must have been counted (:meth:`count`)."""
        try:
            await self._dispatch(interaction)
        except Exception as error:
            await answer_error(interaction, error)
        else:
            if not interaction.client.said_last.empty:
                interaction.client.said_last.answered(interaction)

    def count(self) -> None:
        """Count the running task among what is under way, until it ends."""
        task = asyncio.current_task()
        if task is not None:
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def settle(self) -> None:
        """Wait for the presses and commands under way."""
        while self._under_way:
            await self.finish()

    async def finish(self) -> None:
        """Wait for the presses and commands that are under way now, but not for later ones."""
        if self._under_way:
            await asyncio.wait(tuple(self._under_way))

    async def _dispatch(self, interaction: Interaction) -> None:
        data: Mapping[str, Any] = interaction.data or {}
        press = read_custom_id(str(data.get("custom_id", "")))
        if press is None:
            t = reader(interaction)
            await whisper(interaction, t("This button is from another time; it does nothing now."))
            return
        do = asked(press, data.get("values"))
        word = do.partition(" ")[0]
        if press.table is None:
            await self._at_none(interaction, word, do)
            return
        table = table_id(press.table)
        if table is None:
            raise errors.NoTable(press.table)
        self._services.tables.presence.pressed(interaction.user.id, table)
        await self._at_table(self.at(interaction, table, press.step, do), word)

    async def _at_none(self, interaction: Interaction, word: str, do: str) -> None:
        if word not in self._free:
            raise errors.NoTable("-")
        await (self._free.call(word, interaction, do) or self._unknown(word, do))

    async def _at_table(self, press: TablePress, word: str) -> None:
        """Handle ``press``; then no board stays out of date because it was not what was asked about."""
        known = word in self._tables
        await press.recognise()
        try:
            if known:
                await (self._tables.call(word, press, press.do) or self._unknown(word, press.do))
            else:
                await self._act(press)
        except MovedBoard as moved:
            if not await press.leave_link(moved):
                raise
            return
        except (errors.TableError, GameError):
            await press.mend()
            raise
        await press.mend()

    async def _unknown(self, word: str, do: str) -> None:
        raise self._refusals.get(word, IllegalAction)(do)


def _checked(pattern: str | Pattern, handler: Callable[..., object]) -> Pattern:
    """Return the pattern. Raises TypeError unless ``handler`` takes its words."""
    checked = Pattern(pattern) if isinstance(pattern, str) else pattern
    checked.check(handler)
    return checked


def asked(press: CustomId, values: object) -> str:
    """Return what a press asks for: of a menu what is chosen, all of it where several may be (``Menu``)."""
    chosen = [str(value) for value in values] if isinstance(values, list) else []
    if press.do.endswith("="):
        return " ".join((press.do, *chosen))
    return chosen[0] if chosen else press.do
