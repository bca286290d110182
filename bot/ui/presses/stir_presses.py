"""Stir: the form, and what was typed into it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.screens.table.stirring import stir_form
from bot.tables.core.model import Table, TableId
from bot.tables.play.service import TableService
from bot.ui.discord.components import Window, form_json, typed
from bot.ui.discord.reply import Interaction
from bot.ui.table.presenter import Presenter


class StirPresses:
    """The handlers of ``stir`` and ``stirred`` (:mod:`bot.screens.table.stirring`). What was typed is never logged."""

    def __init__(
        self, tables: TableService, presenter: Presenter, here: Callable[[Interaction, TableId], Awaitable[Table]]
    ) -> None:
        """Ask ``tables``, show by ``presenter``; ``here`` refuses copies of a board."""
        self._tables = tables
        self._presenter = presenter
        self._here = here

    async def stir(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Open the form."""
        await self._here(interaction, table)
        now = await self._tables.check_stir(table, interaction.user.id)
        form = stir_form(self._presenter.desk_for(interaction), now)
        await interaction.response.send_modal(Window(form_json(form, now.code, now.step)))

    async def stirred(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """The form was sent. Whatever happened in the lobby meanwhile, the words come after what was given by then."""
        await self._here(interaction, table)
        change = await self._tables.stir(table, interaction.user.id, typed(interaction.data or {}))
        await self._presenter.answer(interaction, change)
