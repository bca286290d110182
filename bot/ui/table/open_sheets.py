"""The private boards that players of a simultaneous game have open, as far as the bot can still change them.

Only the token of an interaction changes a private message, for fifteen minutes after a press on it. Memory alone knows
the tokens: after a restart, and for players who finished long ago, the next press shows the result.
"""

import logging
from collections.abc import Callable, Mapping

import discord

from bot.tables.core.memory import LruCache
from bot.tables.core.model import Table, TableId, code
from bot.ui.discord.reply import Interaction, reader
from bot.ui.pace.lost_answers import LOST
from bot.ui.table.rendering import TableRenderer

log = logging.getLogger(__name__)

_REMEMBERED = 4096

_SECONDS = 14 * 60
"""How long after a press to use its token: a little less than Discord takes it."""


class OpenSheets:
    """The latest press on each private board, or the one that opened it."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Know of no board yet; ``clock`` gives unix seconds."""
        self._clock = clock
        self._presses = LruCache[TableId, tuple[Interaction, int]](_REMEMBERED)

    def opened(self, own_table: Table, interaction: Interaction) -> None:
        """Remember that ``interaction`` has opened or drawn the board of ``own_table``."""
        if own_table.parent is not None:
            self._presses.put(own_table.id, (interaction, self._clock()))

    async def finish(self, own_tables: Mapping[int, Table], shown: Table, renderer: TableRenderer) -> None:
        """Draw the boards of all ``own_tables`` anew where that is still possible; ``shown`` has its result already."""
        for own_table in own_tables.values():
            press, at = self._presses.get(own_table.id) or (None, 0)
            if own_table.id == shown.id or press is None or at + _SECONDS < self._clock():
                continue
            rendered = await renderer.render(own_table, language=reader(press).language)
            try:
                await press.edit_original_response(**rendered.kwargs)
            except (*LOST, discord.HTTPException) as error:
                log.info("table %s: its private board cannot be drawn: %s", code(own_table.id), error)
