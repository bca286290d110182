"""Moves from a private message beside the board: from a hint, from a question before a strike, leaving or the end."""

from bot.tables.core import errors
from bot.tables.core.model import Table, code
from bot.tables.core.repository import Change
from bot.ui.discord.reply import note_save, preferences_of
from bot.ui.presses.table_press import TablePress


async def table_of(press: TablePress) -> Table:
    """Return the table; raises NoTable on a public board, which has no such buttons."""
    if not press.private:
        raise errors.NoTable(code(press.id))
    return await press.table()


async def move(press: TablePress, now: Table, action: str, said: str) -> None:
    """Do ``action`` and answer by the board if it is private, else by ``said``; then the public board follows.

    The step is that of the pressed message, so an old one fails. Raises what ``TableService.act`` raises.
    """
    coached = preferences_of(press.interaction).coach
    work = press.tables.act(press.id, press.user, press.step, action, coached=coached)
    change = await (press.mended(work) if now.private else work)
    if coached:
        press.presenter.coach.follow(change, action)
    if now.private:
        await press.answer(change)
        return
    await done(press, change, said)


async def done(press: TablePress, change: Change, said: str) -> None:
    """Say what somebody did in place of the pressed message, and show ``change``, even if the answer fails."""
    note_save(press.interaction, change)
    try:
        await say(press, said)
    finally:
        press.presenter.run_later(press.presenter.changed(change), "show what was done in private")


async def say(press: TablePress, said: str) -> None:
    """Say it in place of the pressed message; a public one stays."""
    if press.private:
        await press.interaction.response.edit_message(content=said, embed=None, view=None)
    else:
        await press.interaction.response.send_message(said, ephemeral=True)
