"""Around the game: seats, the beginning of a game, stirring, the next game, More, sheets and rules."""

from bot.screens.games.rules import PART, rules_screen
from bot.screens.kit.board_view import SheetReader
from bot.screens.table.more import more_screen
from bot.screens.table.sheets import sheets_screen
from bot.screens.table.stirring import stir_form
from bot.tables.core import errors
from bot.tables.core.model import Status, Table
from bot.ui.discord.links import board_link
from bot.ui.discord.permissions import check_may_open, may_manage, missing_permissions, needed_here, refuse_missing
from bot.ui.discord.reply import note_save, whisper
from bot.ui.presses.table_press import TablePress


async def join(press: TablePress) -> None:
    """Take a seat."""
    await press.board()
    await press.answer(await press.tables.join(press.id, press.user, press.interaction.id))


async def choose_side(press: TablePress, side: int) -> None:
    """Take a seat on a side, or change to it."""
    await press.board()
    await press.answer(await press.tables.choose_side(press.id, press.user, side, press.interaction.id))


async def dealt_side(press: TablePress) -> None:
    """Take a seat, or keep it, and let the dice deal one to a side."""
    await press.board()
    await press.answer(await press.tables.choose_side(press.id, press.user, None, press.interaction.id))


async def leave(press: TablePress) -> None:
    """Stand up again, in the lobby."""
    now = await press.board()
    if now.status is not Status.LOBBY:
        raise errors.AlreadyStarted if now.status is Status.PLAYING else errors.TableOver(now)
    await press.answer(await press.tables.leave(press.id, press.user))


async def start(press: TablePress) -> None:
    """Begin the game."""
    await press.board()
    await press.answer(await press.tables.start(press.id, press.user, press.interaction.id))


async def stir(press: TablePress) -> None:
    """Open the form of Stir. The log never holds what people type into it.

    A countdown stops at once: typing takes longer.
    """
    await _lobby(press)
    change = await press.tables.begin_stir(press.id, press.user)
    if change.before != change.after:
        press.presenter.run_later(press.presenter.changed(change), "show that a countdown has stopped")
    await press.ask(stir_form(press.context, change.after), change.after)


async def stirred(press: TablePress) -> None:
    """Take the form of Stir. Whatever has happened in the lobby meanwhile, its words come after all earlier ones."""
    await _lobby(press)
    change = await press.tables.stir(press.id, press.user, press.typed)
    if not press.private:
        await press.answer(change)
        return
    note_save(press.interaction, change)
    try:
        await _show_more(press, change.after)
    finally:
        press.refresh_board(change)


async def _lobby(press: TablePress) -> None:
    """Accept Stir on the board, as version 0.1 offers it, and on the private message that More opens."""
    await (press.table() if press.private else press.board())


async def rematch(press: TablePress) -> None:
    """Open a new table for the same game; the old board stays as it is, without Rematch."""
    now, interaction = await press.board(), press.interaction
    check_may_open(interaction, await press.services.settings.of(now.guild))
    lacking = missing_permissions(interaction, needed_here(interaction))
    if lacking:
        await refuse_missing(interaction, lacking)
        return
    change = await press.tables.rematch(press.id, press.user)
    note_save(interaction, change)
    try:
        await press.presenter.redraw_rows(interaction, await press.tables.get(press.id))
    finally:
        if change.before is None:
            press.presenter.run_later(press.presenter.post(change.after), "post the next lobby")
    if change.before is not None:
        await whisper(interaction, press.t("The next game is here: {link}", link=board_link(change.after)))


async def more(press: TablePress) -> None:
    """Show what is beside the game to that reader, beside the board."""
    await _show_more(press, await press.table(), replace=False)


async def _show_more(press: TablePress, now: Table, *, replace: bool = True) -> None:
    public = now if now.parent is None else await press.tables.get(now.parent)
    hints = now.allows_hints and now.turn_player == press.user
    screen = more_screen(press.context, public, press.user, may_manage(press.interaction), hints=hints)
    await press.whisper(screen, now, replace=replace)


async def sheets(press: TablePress) -> None:
    """Show everybody's sheet that this reader may see, beside the board."""
    await _sheets(press, 0, replace=False)


async def sheets_page(press: TablePress, page: int, button: str = "") -> None:
    """Turn to another page of the sheets."""
    await _sheets(press, page, replace=True)


async def _sheets(press: TablePress, page: int, *, replace: bool) -> None:
    now = await press.table()
    shown = await press.tables.simultaneous.visible_table(now, press.user)
    reader = SheetReader(shown.seat_of(press.user), press.presenter.names_of(shown))
    await press.whisper(sheets_screen(press.context, shown, page, reader), now, replace=replace)


async def rules(press: TablePress) -> None:
    """Show the rules of this table's game with its house rules, in short."""
    now = await press.table()
    await press.whisper(rules_screen(press.context, now.game), now, replace=False)


async def rules_page(press: TablePress, page: str) -> None:
    """Turn to another page of the rules."""
    now = await press.table()
    await press.whisper(rules_screen(press.context, now.game, page), now)


async def rules_part(press: TablePress, part: int) -> None:
    """Show one part of the rules."""
    await rules_page(press, f"{PART} {part}")


async def open_own_sheet(press: TablePress) -> None:
    """In a simultaneous game, show the person's own board; each press opens another copy, and all work."""
    public, boards = await press.table(), press.presenter.boards
    if public.over:
        boards.ask(press.id)  # The pressed board should not offer this any more.
    own = await press.tables.simultaneous.own_table(press.id, press.user)
    await press.send(await press.presenter.message(own, language=press.t.language))
    press.presenter.sheets.opened(own, press.interaction)
    if (
        own.over
        and public.status is Status.PLAYING
        and (await press.tables.simultaneous.finish_if_complete(press.id)).over
    ):
        boards.ask(press.id)
