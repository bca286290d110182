"""Hints: the worth of the moves of the player to act, told to them alone, and moves made from there.

That somebody had a hint is saved before they see it. Where the answer takes longer than a press may, the message says
so, and changes through the webhook of the press that asked.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from bot.screens.kit import Screen
from bot.screens.players.hint import (
    failed_screen,
    hint_screen,
    is_about_equal,
    nobody_knows_screen,
    only_move_screen,
    too_late_screen,
    working_screen,
)
from bot.tables.model import errors
from bot.tables.model.table import Table, code
from bot.tables.moves import playing
from bot.thinker.answers import Answer, NobodyKnows, ThinkingFailed, Why
from bot.ui.discord.adapter import render
from bot.ui.discord.permissions import check_on
from bot.ui.press.entered_dice import begin
from bot.ui.press.play import move, say, table_of
from bot.ui.press.reasons import LatestPresses, with_reason
from bot.ui.press.router import TablePress
from bot.ui.press.waiting import TooLong, in_time

log = logging.getLogger(__name__)

_AT_ONCE_SECONDS = 0.6
"""Seconds that the press waits for an answer before it says that one is on its way."""

_presses = LatestPresses()
"""Those for hints and on hints: a reason that comes late changes nothing that has followed in its message."""


async def hint(press: TablePress) -> None:
    """Tell what the moves are worth now; the step of the pressed message does not matter."""
    table = await press.table()
    playing.check_turn(table, press.user, table.step)
    playing.check_hints(table)
    check_on(press.interaction, await press.services.settings.of(table.guild), "hints")
    is_latest = _presses.note(press.interaction)
    if not playing.is_choice(table):
        await press.whisper(only_move_screen(press.context, table), table)
        return
    asking = asyncio.ensure_future(press.tables.thinker.ask(table.game, table.state))
    await asyncio.wait((asking,), timeout=_AT_ONCE_SECONDS)
    if asking.done():
        known = await _answer(press, table, asking)
        if isinstance(known, Screen):
            await press.whisper(known, table)
            return
        await _told(press, table, known, lambda screen: press.whisper(screen, table), is_latest)
    else:
        await press.whisper(working_screen(press.context, press.tables.now()), table)
        press.presenter.run_later(_tell_later(press, table, asking, is_latest), "tell a hint")


async def _answer(press: TablePress, table: Table, answer: asyncio.Future[Answer]) -> Answer | Screen:
    """Return ``answer``, or what to show in its place; that somebody sees it is saved first.

    Raises OldPress if the game went on.
    """
    try:
        known = await in_time(answer)
    except NobodyKnows:
        return nobody_knows_screen(press.context)
    except ThinkingFailed as error:
        log.warning("table %s: no hint: %s", code(table.id), error)
        return failed_screen(press.context, late=isinstance(error, TooLong))
    await press.tables.note_hint(table.id, press.user, table.step)
    return known


async def _told(
    press: TablePress,
    table: Table,
    answer: Answer,
    show: Callable[[Screen], Awaitable[None]],
    is_latest: Callable[[], bool],
) -> None:
    """Show the hint, with the reason for the best move if there is one: after the move, without its buttons."""

    async def shown(why: Why | None) -> None:
        await show(hint_screen(press.context, table, answer, why))

    async def changed(why: Why | None) -> None:
        screen = hint_screen(press.context, table, answer, why)
        late = screen if await _is_now(press, table) else replace(screen, rows=())
        if is_latest():  # Else another hint, or what became of the move from this one, stands in its place.
            await _change(press, table, late)

    await with_reason(_why(press, table, answer), shown, changed, press.presenter.run_later)


async def _is_now(press: TablePress, table: Table) -> bool:
    with suppress(errors.TableError):
        return (await press.table()).step == table.step
    return False


async def _why(press: TablePress, table: Table, answer: Answer) -> Why | None:
    """Return why the best move is better than the next one; None where nobody can say."""
    if is_about_equal(table.game, answer, answer.second):
        return None
    return await press.tables.thinker.explain(table.game, table.state, answer.best, answer.second)


async def _tell_later(
    press: TablePress, table: Table, answer: asyncio.Future[Answer], is_latest: Callable[[], bool]
) -> None:
    try:
        known = await _answer(press, table, answer)
    except errors.NotSaved:
        known = failed_screen(press.context)
    except errors.TableError:
        known = too_late_screen(press.context)
    if isinstance(known, Screen):
        await _change(press, table, known)
        return
    await _told(press, table, known, lambda screen: _change(press, table, screen), is_latest)


async def _change(press: TablePress, table: Table, screen: Screen) -> None:
    message = render(screen, press.context.glyphs, table.code, table.step)
    await press.change_answer("a hint", **message.kwargs)


async def play(press: TablePress, action: str) -> None:
    """Make a move from the hint. The step is that of the hint, so an old one fails."""
    _presses.note(press.interaction)
    table = await table_of(press)
    try:
        await move(press, table, action, press.t("Done: look at the board."))
    except errors.ThrowMissing:  # The players throw dice of their own: they enter the throw on the board.
        await begin(press, action)
        press.presenter.refresh_soon(press.id)
        await say(press, press.t("The board asks for the throw."))
