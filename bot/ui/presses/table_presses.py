"""What the buttons and menus of a table do: check that the press belongs here, ask the table, show the result."""

from __future__ import annotations

import re
from collections.abc import Awaitable
from contextlib import suppress
from typing import TypeVar

from bot.engine.errors import GameError, IllegalAction
from bot.screens.games.rules import rules_screen
from bot.screens.kit.dice import HOLDS
from bot.screens.kit.values import Desk, Screen
from bot.screens.table.sheets import sheets_screen
from bot.tables.core import errors
from bot.tables.core.model import Status, Table, TableId, code
from bot.tables.people.choices import GuildSettings
from bot.tables.play.service import TableService
from bot.ui.discord.adapter import render
from bot.ui.discord.errors import MovedBoard
from bot.ui.discord.links import board_link
from bot.ui.discord.reply import Interaction, is_private, reader, saved, was_drawn, whisper
from bot.ui.discord.rights import check_may_open, may_manage, missing, needed_here, refuse_missing
from bot.ui.discord.router import Router, TableHandler
from bot.ui.presses.clock_presses import ClockPresses
from bot.ui.presses.option_presses import OptionPresses
from bot.ui.presses.parallel_presses import OwnSheets
from bot.ui.presses.stir_presses import StirPresses
from bot.ui.presses.strike_presses import StrikePresses
from bot.ui.presses.telling_presses import TellingPresses
from bot.ui.presses.vote_presses import VotePresses
from bot.ui.table.drawn import drawn, drawn_step
from bot.ui.table.presenter import Presenter

T = TypeVar("T")

_HOLD = re.compile(r"hold ([1-9]) (-|[1-9]{1,9})")
_HOLDS = re.compile(rf"{HOLDS}((?: [1-9]){{0,9}})")


class TablePresses:
    """The handlers of everything one can press on a table's message."""

    def __init__(self, tables: TableService, presenter: Presenter, settings: GuildSettings) -> None:
        """Ask ``tables``, show by ``presenter``; what servers want is in ``settings``."""
        self._tables = tables
        self._presenter = presenter
        self._settings = settings
        self._striking = StrikePresses(tables, presenter, self._of_server, self._show_again)

    def router(self) -> Router:
        """Return a router that knows these handlers."""
        router = Router(self._mending(self.act))
        stirring = StirPresses(self._tables, self._presenter, self._here)
        telling = TellingPresses(self._tables, self._presenter, self._here, self._show_again)
        for word, handler in {
            "join": self.join,
            "stir": stirring.stir,
            "stirred": stirring.stirred,
            "leave": self.leave,
            "start": self.start,
            "cancel": self.cancel,
            "hold": self.hold,
            "holds": self.holds,
            "menu": self.menu,
            "sure": self._striking.sure,
            "unsure": self._striking.unsure,
            "undo": self.undo,
            "rematch": self.rematch,
            "sheets": self.sheets,
            "rules": self.rules,
            "mine": OwnSheets(self._tables, self._presenter).mine,
            "option": OptionPresses(self._tables, self._presenter, self._of_server).option,
            "clock": ClockPresses(self._tables, self._presenter, self._of_server).clock,
            "vote": VotePresses(self._tables, self._presenter, self._of_server).vote,
            "type": telling.type,
            "told": telling.told,
            "faces": telling.faces,
            "face": telling.face,
            "close": telling.close,
        }.items():
            router.on_table(word, self._mending(handler))
        return router

    def _mending(self, handler: TableHandler) -> TableHandler:
        """Return ``handler``, after which no board stays out of date because it was not what was asked about."""

        async def handled(interaction: Interaction, table: TableId, step: int, do: str) -> None:
            try:
                await handler(interaction, table, step, do)
            except (errors.TableError, GameError):
                await self._mend(interaction, table)
                raise
            await self._mend(interaction, table)

        return handled

    async def _mend(self, interaction: Interaction, table: TableId) -> None:
        """Have the board that was pressed drawn anew if it is out of date: as the answer, if there is none yet."""
        if was_drawn(interaction) or is_private(interaction):
            return
        message, step = interaction.message, drawn_step(interaction.message)
        if message is None or step is None:
            return
        with suppress(errors.TableError):
            now = await self._tables.get(table)
            if now.message != message.id or now.step == step or self._presenter.reconciler.just_shown(now):
                return
            if interaction.response.is_done():
                self._presenter.reconciler.doubt(table)
            else:
                await self._presenter.redraw(interaction, now)

    # -- playing -----------------------------------------------------------------------------------------------

    async def act(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """An action of the game, such as ``keep 3 3``."""
        now = await self._here(interaction, table)
        if await self._striking.asked(interaction, now, step, do):
            return
        change = await self._mended(interaction, self._tables.act(table, interaction.user.id, step, do))
        await self._presenter.answer(interaction, change)

    async def hold(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """``hold <die> <dice shown as held>``: hold a die or let it go. Nothing is stored."""
        await self._here(interaction, table)
        position, shown = _read_hold(do)
        toggled = self._tables.toggle(table, interaction.user.id, step, position, shown)
        now, _ = await self._mended(interaction, toggled)
        await self._presenter.redraw(interaction, now)

    async def holds(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """``holds = <dice>``: hold these dice and no others, all chosen in one menu. Nothing is stored."""
        await self._here(interaction, table)
        held = _read_holds(do)
        now = await self._mended(interaction, self._tables.hold(table, interaction.user.id, step, held))
        await self._presenter.redraw(interaction, now)

    async def menu(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """``menu strike 2`` and the like: change which boxes the menu offers, of which column."""
        now = await self._here(interaction, table)
        if now.turn_player is None or now.step != step:
            await self._show_again(interaction, now)
            raise errors.TableOver(now) if now.turn_player is None else errors.OldPress(now)
        if now.turn_player != interaction.user.id:
            raise errors.NotSeated if now.seat_of(interaction.user.id) is None else errors.NotYourTurn(now.turn_player)
        striking, column = do.startswith("menu strike"), do.rsplit(" ", 1)[-1]
        chosen = int(column) if column.isdecimal() else None
        held = _drawn_held(interaction, step)
        await self._presenter.redraw(interaction, now, striking=striking, column=chosen, shown=held)

    async def undo(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Take the last mark back."""
        await self._here(interaction, table)
        change = await self._mended(interaction, self._tables.undo(table, interaction.user.id, step))
        await self._presenter.answer(interaction, change)

    # -- around the game ---------------------------------------------------------------------------------------

    async def join(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Take a seat."""
        await self._here(interaction, table)
        await self._presenter.answer(interaction, await self._tables.join(table, interaction.user.id, interaction.id))

    async def leave(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Stand up again, in the lobby."""
        now = await self._here(interaction, table)
        if now.status is not Status.LOBBY:
            raise errors.AlreadyStarted if now.status is Status.PLAYING else errors.TableOver(now)
        await self._presenter.answer(interaction, await self._tables.leave(table, interaction.user.id))

    async def start(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Begin the game."""
        await self._here(interaction, table)
        await self._presenter.answer(interaction, await self._tables.start(table, interaction.user.id, interaction.id))

    async def cancel(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Close the lobby."""
        await self._here(interaction, table)
        change = await self._tables.cancel(table, interaction.user.id, may_manage(interaction))
        await self._presenter.answer(interaction, change)

    async def rematch(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Open a new table for the same game; the old board stays as it is, without Rematch."""
        now = await self._here(interaction, table)
        check_may_open(interaction, await self._settings.of(now.guild))
        lacking = missing(interaction, needed_here(interaction))
        if lacking:
            await refuse_missing(interaction, lacking)
            return
        change = await self._tables.rematch(table, interaction.user.id)
        saved(interaction, change)
        try:
            await self._presenter.redraw_rows(interaction, await self._tables.get(table))
        finally:
            if change.before is None:
                self._presenter.later(self._presenter.post(change.after), "post the next lobby")
        if change.before is not None:
            t = reader(interaction)
            await whisper(interaction, t("The next game is here: {link}", link=board_link(change.after)))

    async def sheets(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """``sheets`` and ``sheets <page>``: everybody's sheet that this reader may see."""
        now = await self._of_server(interaction, table)
        page = next((int(word) for word in do.split(" ") if word.isdecimal()), 0)
        shown = await self._tables.shown(now, interaction.user.id)
        turned = is_private(interaction) and do != "sheets"
        await self._whisper(interaction, now, sheets_screen(self._desk(interaction), shown, page), turned=turned)

    async def rules(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """The rules of this table's game with its house rules, for one reader."""
        now = await self._of_server(interaction, table)
        await self._whisper(interaction, now, rules_screen(self._desk(interaction), now.game))

    def _desk(self, interaction: Interaction) -> Desk:
        return self._presenter.desk_for(interaction)

    async def _whisper(self, interaction: Interaction, table: Table, screen: Screen, *, turned: bool = False) -> None:
        """Show ``screen`` privately: anew, or, where a page is ``turned``, in place of the page that was pressed."""
        rendered = render(screen, self._presenter.desk_for(interaction).glyphs, table.code, table.step)
        if turned:
            await interaction.response.edit_message(**rendered.kwargs)
        else:
            await interaction.response.send_message(**rendered.kwargs, ephemeral=True)

    # -- where a press was made --------------------------------------------------------------------------------

    async def _here(self, interaction: Interaction, table: TableId) -> Table:
        """Return the table if it belongs to this server; adopt its board where the table knows of none.

        A player's own table has private boards only, as many as were opened.
        """
        now = await self._of_server(interaction, table)
        message = interaction.message
        if message is None or interaction.channel_id is None:
            raise errors.NoTable(code(table))
        if now.private:
            if not is_private(interaction):
                raise errors.NoTable(code(table))
            return now
        if now.message is None:
            if is_private(interaction) or code(table) not in {press.table for press in drawn(message)}:
                raise errors.NoTable(code(table))
            return (await self._tables.placed(table, interaction.channel_id, message.id)).after
        if now.message != message.id:
            raise MovedBoard(now)
        return now

    async def _of_server(self, interaction: Interaction, table: TableId) -> Table:
        """Return the table if it belongs to this server; raises NoTable."""
        try:
            now = await self._tables.get(table)
        except errors.BrokenTable as error:
            self._presenter.later(self._presenter.tell_broken(error), "tell of a broken table")
            raise
        if now.guild != interaction.guild_id:
            raise errors.NoTable(code(table))
        return now

    async def _mended(self, interaction: Interaction, work: Awaitable[T]) -> T:
        """Await ``work`` for a press; where its message was out of date, that is drawn anew before it is said."""
        try:
            return await work
        except (errors.OldPress, errors.TableOver) as error:
            await self._show_again(interaction, error.table)
            raise

    async def _show_again(self, interaction: Interaction, now: Table) -> None:
        """Draw the message anew where it was out of date, as the answer to the press."""
        if drawn_step(interaction.message) != now.step:
            await self._presenter.redraw(interaction, now)


def _read_hold(do: str) -> tuple[int, frozenset[int]]:
    """Read ``hold 2 13`` as die 1 (from 0) and held dice {0, 2}; raises IllegalAction for anything else."""
    found = _HOLD.fullmatch(do)
    if found is None:
        raise IllegalAction(f"{do!r} holds no die")
    die, shown = found.groups()
    return int(die) - 1, frozenset(int(digit) - 1 for digit in shown.removeprefix("-"))


def _read_holds(do: str) -> frozenset[int]:
    """Read ``holds = 1 3`` as dice {0, 2}; raises IllegalAction for anything else."""
    found = _HOLDS.fullmatch(do)
    if found is None:
        raise IllegalAction(f"{do!r} holds no dice")
    return frozenset(int(digit) - 1 for digit in found[1].split())


def _drawn_held(interaction: Interaction, step: int) -> frozenset[int] | None:
    """Return the dice the message that was pressed shows as held in ``step``; None where it shows none to hold."""
    asked = [press.do for press in drawn(interaction.message) if press.step == step]
    by_menu = [_read_holds(do) for do in asked if do.startswith(HOLDS)]
    by_buttons = [_read_hold(do)[1] for do in asked if do.startswith("hold ")]
    return next(iter((*by_menu, *by_buttons)), None)
