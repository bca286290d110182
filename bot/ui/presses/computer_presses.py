"""The host adds and removes computers in the lobby, on a private panel; the lobby is drawn anew for everybody.

A choice says what shall be, so the step does not matter.
"""

from typing import Any

from bot.screens.computers.panel import answered, computers_screen
from bot.tables.core.errors import NoSuchChoice
from bot.tables.core.occupants import Level
from bot.tables.play.service import Change
from bot.ui.presses.table_press import TablePress


async def panel(press: TablePress) -> None:
    """Open the panel."""
    now = await press.table_of_host()
    await press.whisper(computers_screen(press.context, now), now)


async def add(press: TablePress, level: str) -> None:
    """Seat a computer of this level."""
    await _chosen(press, await press.tables.add_computer(press.id, press.user, Level(level)))


async def remove(press: TablePress, number: int) -> None:
    """Let a computer stand up."""
    await _chosen(press, await press.tables.remove_computer(press.id, press.user, number))


async def choose(press: TablePress, key: str, word: str) -> None:
    """Choose how computers play, or whether they give way."""
    answer = answered(key, word)
    if answer is None:
        raise NoSuchChoice
    wanted: dict[str, Any] = {key: answer.value}
    await _chosen(press, await press.tables.change_settings(press.id, press.user, **wanted))


async def _chosen(press: TablePress, change: Change) -> None:
    await press.whisper(computers_screen(press.context, change.after), change.after)
    press.refresh_board(change)
