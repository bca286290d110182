"""Leaving a game and ending a table, from More: each asks first, since nobody can take it back."""

from bot.screens.table.leaving import end_question, ends_unasked, leave_question, may_end, now_kept_warm
from bot.tables.model import errors
from bot.tables.model.table import Status, Table
from bot.ui.discord.permissions import may_manage
from bot.ui.press import play
from bot.ui.press.router import TablePress


async def cancel(press: TablePress) -> None:
    """Close a lobby from its board, as boards of version 0.1 offer it."""
    now, manager = await press.board(), may_manage(press.interaction)
    asks = now.status is Status.LOBBY and not ends_unasked(now, press.user)
    if asks and may_end(now, press.user, manager):
        await press.whisper(end_question(press.context, now), now)
    else:
        await press.answer(await press.tables.cancel(press.id, press.user, manager))


async def end(press: TablePress) -> None:
    """Ask whether the table shall end; a lobby of somebody alone ends at once."""
    now = await _public(press)
    if now.over:
        raise errors.TableOver(now)
    if not may_end(now, press.user, may_manage(press.interaction)):
        raise errors.NotAllowed
    if ends_unasked(now, press.user):
        await _end(press, now)
    else:
        await press.whisper(end_question(press.context, now), now)


async def answer_end(press: TablePress, answer: str) -> None:
    """Close the lobby or end the game, and nothing counts; or end nothing."""
    if answer == "yes":
        await _end(press, await _public(press))
    else:
        await press.table()
        await play.say(press, press.t("The table stays open."))


async def _end(press: TablePress, now: Table) -> None:
    change = await press.tables.end(now.id, press.user, may_manage(press.interaction))
    await play.done(press, change, press.t("The table is closed."))


async def quit_game(press: TablePress) -> None:
    """Ask whether that person will really leave the game."""
    now = await _public(press)
    if now.over:
        raise errors.TableOver(now)
    if now.seat_of(press.user) is None:
        raise errors.NotSeated
    await press.whisper(leave_question(press.context, now, press.user), now)


async def answer_quit(press: TablePress, answer: str) -> None:
    """Leave the game, and the others go on; or let a computer play for that person; or leave nothing."""
    match answer:
        case "yes":
            now = await _public(press)
            await play.done(press, await press.tables.leave(now.id, press.user), press.t("You have left the table."))
        case "warm":
            now = await play.table_of(press)
            change = await press.tables.step_away(now.id, press.user)
            await play.done(press, change, now_kept_warm(press.context))
        case _:
            await press.table()
            await play.say(press, press.t("You stay at the table."))


async def _public(press: TablePress) -> Table:
    """Return the table, or the public one that a player's own table belongs to."""
    now = await press.table()
    return now if now.parent is None else await press.tables.get(now.parent)
