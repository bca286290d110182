"""Calls whose time has come: a job looks for them, since rows say when (:mod:`bot.tables.play.calls`)."""

import logging

from bot.tables.core.errors import TableError
from bot.tables.core.model import TableId, code
from bot.tables.play.calls import call_time
from bot.tables.play.service import TableService
from bot.ui.pace.request_budget import Priority
from bot.ui.table.access import AccessPauses
from bot.ui.table.presenter import Presenter

log = logging.getLogger(__name__)

_AT_ONCE = 100
"""Calls in one look. Those that wait longest come first; the next look takes the others."""

_AGAIN = 3600
"""Seconds until another look at a table where the bot may not write; a table that pauses calls when it goes on."""


class DueCalls:
    """Finds calls that are due and has them made, in the one queue of messages."""

    def __init__(self, tables: TableService, presenter: Presenter, pauses: AccessPauses) -> None:
        """Look at ``tables``; call by ``presenter``, but not at tables that ``pauses`` lets stand still."""
        self._tables = tables
        self._pauses = pauses
        self._presenter = presenter

    async def look(self, now: int) -> None:
        """Queue every call that is due, or put it off where the player to act has pressed something meanwhile."""
        for id in await self._tables.deadlines.due_calls(_AT_ONCE):
            try:
                await self._call_or_put_off(id, now)
            except TableError as error:
                log.warning("table %s: its call has to wait: %s", code(id), error)

    async def _call_or_put_off(self, id: TableId, now: int) -> None:
        table = await self._tables.get(id)
        time = call_time(table, self._tables.presence)
        if time is None:
            return  # Somebody has played since the look.
        if time <= now and await self._pauses.stands_still(table):
            time = now + _AGAIN
        if time > now:
            await self._tables.deadlines.put_off_call(table, time)
        else:
            self._presenter.queue.ask(("call", id), self._presenter.call, id, of=Priority.CALL)
