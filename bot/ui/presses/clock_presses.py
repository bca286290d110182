"""The clock of a table on a private panel: its host chooses in the lobby, which is drawn anew for everybody."""

from typing import Any

from bot.screens.table.clock_panel import answered, clock_screen
from bot.tables.core.errors import NoSuchChoice
from bot.tables.core.model import Status
from bot.ui.presses.table_press import TablePress


async def panel(press: TablePress) -> None:
    """Open the panel: for the host in the lobby with menus, else to read."""
    now = await press.table()
    chooses = now.status is Status.LOBBY and now.host == press.user
    await press.whisper(clock_screen(press.context, now, chooses=chooses), now)


async def choose(press: TablePress, key: str, word: str) -> None:
    """Choose. The words say what shall be, so the step does not matter."""
    answer = answered(await press.table_of_host(), key, word)
    if answer is None:
        raise NoSuchChoice
    wanted: dict[str, Any] = {key: answer.value}
    change = await press.tables.change_settings(press.id, press.user, **wanted)
    await press.whisper(clock_screen(press.context, change.after, saved=True), change.after)
    press.refresh_board(change)
