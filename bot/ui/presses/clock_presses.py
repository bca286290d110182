"""The host chooses the clock of a table in its lobby, on a private panel; the lobby is drawn anew for everybody."""

from typing import Any

from bot.screens.table.clock_panel import answered, clock_screen
from bot.tables.core.errors import NoSuchChoice
from bot.ui.presses.table_press import TablePress


async def panel(press: TablePress) -> None:
    """Open the panel."""
    now = await press.table_of_host()
    await press.whisper(clock_screen(press.context, now, saved=False), now)


async def choose(press: TablePress, key: str, word: str) -> None:
    """Choose. The words say what shall be, so the step does not matter."""
    answer = answered(await press.table_of_host(), key, word)
    if answer is None:
        raise NoSuchChoice
    wanted: dict[str, Any] = {key: answer.value}
    change = await press.tables.change_settings(press.id, press.user, **wanted)
    await press.whisper(clock_screen(press.context, change.after, saved=True), change.after)
    press.refresh_board(change)
