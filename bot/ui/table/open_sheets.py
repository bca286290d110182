"""The latest press on a board, whose token still changes the message: private boards, and those where computers play.

Only the token of an interaction changes a private message, for fifteen minutes after a press on it. Memory alone knows
the tokens: after a restart, and for players who finished long ago, the next press shows the result. What a computer
does goes the same way, since Discord counts no edit by such a token among the requests of the bot.
"""

import logging
from collections.abc import Callable, Mapping

import discord

from bot.tables.core.memory import LruCache
from bot.tables.core.model import Table, TableId, code
from bot.tables.core.occupants import Occupant
from bot.ui.discord.reply import Interaction, reader
from bot.ui.pace.lost_answers import LOST
from bot.ui.table.rendering import TableRenderer

log = logging.getLogger(__name__)

_REMEMBERED = 4096

_SECONDS = 14 * 60
"""How long after a press to use its token: a little less than Discord takes it."""


class OpenSheets:
    """The latest press on each of these boards, or the one that opened it; it was answered by drawing the board."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Know of no board yet; ``clock`` gives unix seconds."""
        self._clock = clock
        self._presses = LruCache[TableId, tuple[Interaction, int, int | None]](_REMEMBERED)
        """Besides the press, its time, and the message of the table then."""

    def opened(self, table: Table, interaction: Interaction) -> None:
        """Remember that ``interaction`` has opened or drawn the board of ``table``, if that is of use."""
        if table.parent is not None or table.computers:
            self._presses.put(table.id, (interaction, self._clock(), table.message))

    def press_on(self, table: Table) -> Interaction | None:
        """Return the press whose token changes the present board of ``table``; None if there is none any more."""
        press, at, message = self._presses.get(table.id) or (None, 0, None)
        return press if at + _SECONDS >= self._clock() and message == table.message else None

    def forget(self, id: TableId) -> None:
        """Forget the press on the board of this table: Discord refuses its token."""
        self._presses.drop(id)

    async def finish(self, own_tables: Mapping[Occupant, Table], shown: Table, renderer: TableRenderer) -> None:
        """Draw the boards of all ``own_tables`` anew where that is still possible; ``shown`` has its result already."""
        for own_table in own_tables.values():
            press = self.press_on(own_table)
            if own_table.id == shown.id or press is None:
                continue
            rendered = await renderer.render(own_table, language=reader(press).language)
            try:
                await press.edit_original_response(**rendered.kwargs)
            except (*LOST, discord.HTTPException) as error:
                log.info("table %s: its private board cannot be drawn: %s", code(own_table.id), error)
