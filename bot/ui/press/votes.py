"""Voting about the seat of an absent player; the message is the call of the table, not its board."""

from bot.engine import IllegalAction
from bot.screens.table.waiting import vote_result_screen
from bot.tables.model.table import Table, VoteChoice
from bot.tables.service.service import Change
from bot.ui.discord.adapter import Rendered, render
from bot.ui.discord.reply import CHANGE
from bot.ui.press.router import TablePress


async def volunteer(press: TablePress) -> None:
    """Offer to take the seat over; the answer is the current vote."""
    await press.table()
    await _counted(press, await press.tables.volunteer(press.id, press.user, press.step))


async def vote(press: TablePress, wish: str) -> None:
    """Vote for ``wish``; the answer is the current vote, or the decision."""
    await press.table()
    if wish not in list(VoteChoice):
        raise IllegalAction(press.do)
    change = await press.tables.vote(press.id, press.user, press.step, VoteChoice(wish))
    if change.after.vote is not None and change.after.step == press.step:
        await _counted(press, change)
    else:
        await _decided(press, change, VoteChoice(wish))


async def _counted(press: TablePress, change: Change) -> None:
    """Show the votes; an edit of the message notifies nobody."""
    table = change.after
    await _answer(press, table, await press.presenter.renderer.vote(table, ()))
    if not _on_call(press, table):
        press.presenter.run_later(press.presenter.vote_again(table), "post a vote again that was not pressed on")


async def _decided(press: TablePress, change: Change, wish: VoteChoice) -> None:
    """Show the decision; the work after it removes the message."""
    context = await press.presenter.renderer.context_at(change.after)
    message = render(vote_result_screen(context, change.after, wish), context.glyphs)
    press.interaction.extras[CHANGE] = change
    try:
        await _answer(press, change.after, message)
    finally:
        press.presenter.run_later(press.presenter.changed(change), "show what was voted")


def _on_call(press: TablePress, table: Table) -> bool:
    """Whether the pressed message is the call of the table."""
    message = press.interaction.message
    return message is not None and message.id == table.call


async def _answer(press: TablePress, table: Table, message: Rendered) -> None:
    """Draw the vote anew on the pressed message; it never takes the place of another message that others see."""
    if press.private or _on_call(press, table):
        await press.interaction.response.edit_message(**message.kwargs)
    else:
        await press.send(message)
