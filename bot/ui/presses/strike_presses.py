"""Asks before it strikes a box: a private question, on a private board in its place. Nothing stays in memory."""

from bot.screens.table.strike_confirmation import strike_screen, struck_box
from bot.tables.core import errors
from bot.tables.core.model import Table, code
from bot.ui.discord.reply import note_save, preferences_of
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
    now = await _on_question(press)
    coached = preferences_of(press.interaction).coach
    work = press.tables.act(press.id, press.user, press.step, action, coached=coached)
    try:
        change = await (press.mended(work) if now.private else work)
    except errors.ThrowMissing as missing:
        if missing.tie is None:
            raise
        await _enter_on_board(press, action)
        return
    if coached:
        press.presenter.coach.follow(change, action)
    if now.private:
        await press.answer(change)
        return
    note_save(press.interaction, change)
    t = press.t
    try:
        await press.interaction.response.edit_message(content=t("The box is struck."), embed=None, view=None)
    finally:
        press.presenter.run_later(press.presenter.changed(change), "show what was struck")


async def _enter_on_board(press: TablePress, action: str) -> None:
    """The last strike leaves a tie, and the players throw dice of their own: they enter the throws on the board."""
    await begin(press, action)
    t = press.t
    await press.interaction.response.edit_message(
        content=t("The totals are equal: the board asks for the throws that break the tie."), embed=None, view=None
    )
    press.presenter.boards.ask(press.id)


async def unsure(press: TablePress) -> None:
    """Strike nothing. Draw the board anew: its menu still shows the chosen box, and would not take it again."""
    now = await _on_question(press)
    if now.private:
        await press.redraw(now)
        return
    await press.interaction.response.edit_message(content=press.t("Nothing was struck."), embed=None, view=None)
    press.presenter.boards.ask(press.id)


async def _on_question(press: TablePress) -> Table:
    """Return the table; raises NoTable on a public board, which asks nothing."""
    if not press.private:
        raise errors.NoTable(code(press.id))
    return await press.table()
