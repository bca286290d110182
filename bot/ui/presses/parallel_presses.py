"""Everybody at once: what one can press on the public board to play on one's own."""

from __future__ import annotations

from bot.tables.core import errors
from bot.tables.core.model import Status, TableId, code
from bot.tables.play.service import TableService
from bot.ui.discord.reply import Interaction, reader
from bot.ui.table.presenter import Presenter


class OwnSheets:
    """Opens private boards. From there on a player's own table is pressed like any other."""

    def __init__(self, tables: TableService, presenter: Presenter) -> None:
        """Ask ``tables``, show by ``presenter``."""
        self._tables = tables
        self._presenter = presenter

    async def mine(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Show the presser's own board privately; each press opens another copy, and all of them work."""
        public = await self._tables.get(table)
        if public.guild != interaction.guild_id:
            raise errors.NoTable(code(table))
        if public.over:
            self._presenter.boards.ask(table)  # The board that was pressed should not offer this any more.
        own = await self._tables.own(table, interaction.user.id)
        rendered = await self._presenter.drawn(own, language=reader(interaction).language)
        await interaction.response.send_message(**rendered.kwargs, ephemeral=True)
        if own.over and public.status is Status.PLAYING and (await self._tables.settle(table)).over:
            self._presenter.boards.ask(table)
