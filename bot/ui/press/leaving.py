"""Leaving a game and ending a table, from More: each asks first, since nobody can take it back."""

from bot.screens.table.leaving import end_question, ends_unasked, leave_question, may_end, now_kept_warm
from bot.tables.model import errors
from bot.tables.model.table import Status, Table
from bot.ui.press import lobby, play
from bot.ui.press.router import TablePress


async def cancel(press: TablePress) -> None:
    """Close a lobby from its board, as boards of version 0.1 offer it."""
    table, manager = await press.board(), await press.helps()
    asks = table.status is Status.LOBBY and not ends_unasked(table, press.user)
    if asks and may_end(table, press.user, manager):
        await press.whisper(end_question(press.context, table), table)
    else:
        await press.answer(await press.tables.cancel(press.id, press.user, manager))


async def end(press: TablePress) -> None:
    """Ask whether the table shall end."""
    table = await press.public()
    if table.over:
        raise errors.TableOver(table)
    if not may_end(table, press.user, await press.helps()):
        raise errors.NotAllowed
    await press.whisper(end_question(press.context, table), table)


async def answer_end(press: TablePress, answer: str) -> None:
    """Close the lobby or end the game, and nothing counts; or end nothing. A game is ended by no question of before."""
    table = await press.public()
    if answer == "close" and table.status is Status.PLAYING:
        raise errors.AlreadyStarted
    if answer != "no":
        await _end(press, table)
    else:
        await play.say(press, press.t("The table stays open."))


async def _end(press: TablePress, table: Table) -> None:
    if table.may_end(press.user) or not await press.helps():
        change = await press.tables.end(table.id, press.user, manager=False)
    else:
        change = await press.services.hand.end(table.id, press.user)
    await play.done(press, change, press.t("The table is closed."))


async def quit_game(press: TablePress) -> None:
    """Ask whether that person will really leave the game."""
    table = await press.public()
    if table.over:
        raise errors.TableOver(table)
    if table.seat_of(press.user) is None:
        raise errors.NotSeated
    await press.whisper(leave_question(press.context, table, press.user), table)


async def answer_quit(press: TablePress, answer: str) -> None:
    """Leave the game, and the others go on; or let a computer play for that person; or leave nothing."""
    match answer:
        case "yes":
            table = await press.public()
            await play.done(press, await press.tables.leave(table.id, press.user), press.t("You have left the table."))
        case "warm":
            table = await play.table_of(press)
            await lobby.check_wanted(press, "computers")
            await press.forget_past_absence()
            change = await press.tables.step_away(table.id, press.user)
            await play.done(press, change, now_kept_warm(press.context))
        case _:
            await press.table()
            await play.say(press, press.t("You stay at the table."))
