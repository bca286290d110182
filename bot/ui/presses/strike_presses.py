"""Asking before a box is struck: a private question, on a private board in its place; nothing is remembered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.screens.table.striking import strike_screen, struck_box
from bot.tables.core import errors
from bot.tables.core.model import Table, TableId, code
from bot.tables.play.service import TableService
from bot.ui.discord.adapter import render
from bot.ui.discord.reply import Interaction, is_private, preferred, reader, saved
from bot.ui.table.presenter import Presenter


class StrikePresses:
    """The question, and the handlers of ``sure`` and ``unsure`` (:mod:`bot.screens.table.striking`)."""

    def __init__(
        self,
        tables: TableService,
        presenter: Presenter,
        of_server: Callable[[Interaction, TableId], Awaitable[Table]],
        show_again: Callable[[Interaction, Table], Awaitable[None]],
    ) -> None:
        """Ask ``tables``, show by ``presenter``; ``of_server`` finds a table, ``show_again`` mends old boards."""
        self._tables = tables
        self._presenter = presenter
        self._of_server = of_server
        self._show_again = show_again

    async def asked(self, interaction: Interaction, table: Table, step: int, do: str) -> bool:
        """Ask, where this person wants to be asked and ``do`` would strike a box now; return whether that was done."""
        if not preferred(interaction).confirm_strike:
            return False
        if table.turn_player != interaction.user.id or table.step != step:
            return False
        desk = self._presenter.desk_for(interaction)
        box = struck_box(desk, table, do)
        if box is None:
            return False
        rendered = render(strike_screen(desk, table, box, do), desk.glyphs, table.code, table.step)
        if table.private:
            await interaction.response.edit_message(**rendered.kwargs)
        else:
            await interaction.response.send_message(**rendered.kwargs, ephemeral=True)
        return True

    async def sure(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Strike it. The step is that of the board that was pressed, so that an old question is refused."""
        now = await self._on_question(interaction, table)
        try:
            change = await self._tables.act(table, interaction.user.id, step, do.partition(" ")[2])
        except (errors.OldPress, errors.TableOver) as error:
            if now.private:
                await self._show_again(interaction, error.table)
            raise
        if now.private:
            await self._presenter.answer(interaction, change)
            return
        t = reader(interaction)
        saved(interaction, change)
        try:
            await interaction.response.edit_message(content=t("The box is struck."), embed=None, view=None)
        finally:
            self._presenter.later(self._presenter.changed(change), "show what was struck")

    async def unsure(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Strike nothing. The board is drawn anew: its menu still shows what was chosen, and could not be used so."""
        now = await self._on_question(interaction, table)
        if now.private:
            await self._presenter.redraw(interaction, now)
            return
        t = reader(interaction)
        await interaction.response.edit_message(content=t("Nothing was struck."), embed=None, view=None)
        self._presenter.boards.ask(table)

    async def _on_question(self, interaction: Interaction, table: TableId) -> Table:
        """Return the table; a board itself asks nothing."""
        if not is_private(interaction):
            raise errors.NoTable(code(table))
        return await self._of_server(interaction, table)
