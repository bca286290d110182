"""Asks before it strikes a box: a private question, on a private board in its place. Nothing stays in memory."""

from bot.screens.table.strike_confirmation import strike_screen, struck_box
from bot.tables.core import errors
from bot.tables.core.model import Table
from bot.ui.presses import private_moves
from bot.ui.presses.entered_dice_presses import begin
from bot.ui.presses.table_press import TablePress


async def asked(press: TablePress, table: Table) -> bool:
    """Ask, where the press would strike a box now; return whether that was done."""
    if table.turn_player != press.user or table.step != press.step:
        return False
    context = press.context
    box = struck_box(context, table, press.do)
    if box is None:
        return False
    await press.whisper(strike_screen(context, table, box, press.do), table, replace=table.private)
    return True


async def sure(press: TablePress, action: str) -> None:
    """Strike it. The step is that of the pressed board, so an old question fails."""
    now = await private_moves.table_of(press)
    try:
        await private_moves.move(press, now, action, press.t("The box is struck."))
    except errors.ThrowMissing as missing:
        if missing.tie is None:
            raise
        await _enter_on_board(press, action)


async def _enter_on_board(press: TablePress, action: str) -> None:
    """The last strike leaves a tie, and the players throw dice of their own: they enter the throws on the board."""
    await begin(press, action)
    t = press.t
    await private_moves.say(press, t("The totals are equal: the board asks for the throws that break the tie."))
    press.presenter.boards.ask(press.id)


async def unsure(press: TablePress) -> None:
    """Strike nothing. Draw the board anew: its menu still shows the chosen box, and would not take it again."""
    now = await private_moves.table_of(press)
    if now.private:
        await press.redraw(now)
        return
    await private_moves.say(press, press.t("Nothing was struck."))
    press.presenter.boards.ask(press.id)
