"""Choosing the clock of a table in its lobby: a private panel for the host, and the lobby drawn anew for everybody."""

from __future__ import annotations

from typing import Any

from bot.screens.table.clock_panel import answered, clock_screen
from bot.tables.core import lobbies
from bot.tables.core.errors import NoSuchChoice
from bot.tables.core.model import Table, TableId
from bot.ui.discord.adapter import render
from bot.ui.discord.reply import Interaction, is_private
from bot.ui.presses.on_tables import OnTables


class ClockPresses(OnTables):
    """The handler of everything that begins with ``clock`` (:mod:`bot.screens.table.clock_panel`)."""

    async def clock(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Open the panel, or choose. A choice says what shall be, so the step does not matter."""
        now = await self._of_server(interaction, table)
        lobbies.check_host(now, interaction.user.id)
        match do.split(" ")[1:]:
            case []:
                await self._show(interaction, now, saved=False)
            case ["set", key, word]:
                answer = answered(now, key, word)
                if answer is None:
                    raise NoSuchChoice
                wanted: dict[str, Any] = {key: answer.value}
                change = await self._tables.time(table, interaction.user.id, **wanted)
                await self._show(interaction, change.after, saved=True)
                if change.before != change.after:
                    self._presenter.boards.ask(change.after.id)
            case _:
                raise NoSuchChoice

    async def _show(self, interaction: Interaction, table: Table, *, saved: bool) -> None:
        """Show the panel in place of the one that was pressed, or as a new one beside the lobby."""
        screen = clock_screen(self._presenter.desk_for(interaction), table, saved=saved)
        rendered = render(screen, self._presenter.desk_for(interaction).glyphs, table.code, table.step)
        if is_private(interaction):
            await interaction.response.edit_message(**rendered.kwargs)
        else:
            await interaction.response.send_message(**rendered.kwargs, ephemeral=True)
