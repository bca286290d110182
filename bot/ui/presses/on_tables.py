"""What handlers of a table's private panels and messages share: the tables, the presenter, the check of the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.tables.core.model import Table, TableId
from bot.tables.play.service import TableService
from bot.ui.discord.reply import Interaction
from bot.ui.table.presenter import Presenter


class OnTables:
    """Base of handlers that are told which table they are about by the component that was pressed."""

    def __init__(
        self,
        tables: TableService,
        presenter: Presenter,
        of_server: Callable[[Interaction, TableId], Awaitable[Table]],
    ) -> None:
        """Ask ``tables``, show by ``presenter``; ``of_server`` finds a table or refuses one of another server."""
        self._tables = tables
        self._presenter = presenter
        self._of_server = of_server
