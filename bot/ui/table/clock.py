"""The clock of the tables: looks what is due, has it saved, then shows it.

What is due lies in rows (``Table.due``), so a restart forgets nothing; what was saved by somebody else in the meantime
is left alone. All that is due is saved in one look, several tables at once, for they share their commits; what is to
be sent then waits in the one queue of messages, which holds ids only.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress

from bot.tables.core.errors import BrokenTable, NoTable, NotSaved
from bot.tables.core.model import Table, TableId, code
from bot.tables.core.rows import read
from bot.tables.core.store import Row, StoreError
from bot.tables.people.choices import PlayerSettings
from bot.tables.people.quiet import quiet_until
from bot.tables.play import clock
from bot.tables.play.service import Change, TableService
from bot.ui.discord.reply import chosen_by
from bot.ui.pace.paced import LIVE, OVER
from bot.ui.table.access import Pauses
from bot.ui.table.presenter import Presenter
from bot.ui.table.reach import reachable

log = logging.getLogger(__name__)

SECONDS = 10
"""How often is looked."""

TOO_LATE = 3600
"""Seconds after which a reminder is not sent any more; it counts as one that was."""

_AT_ONCE = 100
"""Tables read at once; what becomes due meanwhile is among the next."""

_TOGETHER = 16
"""Tables served at the same time. More would share a commit better, and hold up presses for longer."""

_LATER = 900
"""Seconds after which a table that could not be served is looked at again."""


class TableClock:
    """Serves the tables whose time has come."""

    def __init__(self, tables: TableService, preferences: PlayerSettings, presenter: Presenter, pauses: Pauses) -> None:
        """Change ``tables``, show by ``presenter``; ``preferences`` say who wants to be reminded, and when not.

        ``pauses`` knows where the bot may not play: there, nobody is absent.
        """
        self._pauses = pauses
        self._tables = tables
        self._preferences = preferences
        self._presenter = presenter
        self._stopping = False

    def stop(self) -> None:
        """Begin nothing more: a look under way ends with the tables it is serving."""
        self._stopping = True

    async def look(self, _: int) -> None:
        """Serve what is due, until nothing is that was not tried just before."""
        tried = set[TableId]()
        while not self._stopping:
            rows = await self._tables.due(_AT_ONCE)
            due = {row["id"] for row in rows}
            if due <= tried:
                return
            with suppress(StoreError):  # Then each is looked up by itself, and what fails is logged.
                await self._preferences.learn({user for row in rows for user in read(row, "players") if user > 0})
            waiting = iter(rows)
            async with asyncio.TaskGroup() as group:
                for _ in range(_TOGETHER):
                    group.create_task(self._serve_all(waiting))
            tried = due

    async def _serve_all(self, waiting: Iterator[Row]) -> None:
        for row in waiting:
            if self._stopping:
                return
            await self._serve_or_put_off(row)

    async def _serve_or_put_off(self, row: Row) -> None:
        try:
            async with self._tables.passing(row) as table:
                await self._serve(table, self._tables.now())
        except BrokenTable as error:
            self._presenter.later(self._presenter.tell_broken(error), "tell of a broken table")
        except NoTable:
            return
        except NotSaved as error:
            log.warning("table %s: its clock could not be served: %s", code(row["id"]), error)
        except Exception:  # Whatever is wrong with one table, the others behind it must not wait for it.
            log.exception("table %s: its clock could not be served", code(row["id"]))
            await self._put_off(row["id"])

    async def _put_off(self, id: TableId) -> None:
        """Look at a table that could not be served again later, or in the next look where that cannot be saved."""
        try:
            await self._tables.postponed(await self._tables.fresh(id), self._tables.now() + _LATER)
        except Exception as error:
            log.warning("table %s: its clock could not be put off: %s", code(id), error)

    async def _serve(self, table: Table, now: int) -> None:
        if table.due is None or table.due > now:
            return  # Somebody else was quicker: a press, or the clock of another process.
        if await self._pauses.stands_still(table):
            return
        change = await self._tables.give_up(table.id)
        if change.before != change.after:
            self._show(change)
        elif change.after.due == table.due:
            await self._remind(change.after, table.due, now)

    # What became of a seat nobody came to

    def _show(self, change: Change) -> None:
        """Have it shown, and who is awaited now called; of a private board the next press does."""
        table = change.after
        if not table.private:
            self._presenter.remember(change)
            self._presenter.reconciler.doubt(table.id, rank=OVER if table.over else LIVE)

    # Whoever is waited for

    async def _remind(self, table: Table, due: int, now: int) -> None:
        """Remind whoever is awaited and wants to be; in quiet hours later, and where nobody is idle yet, later too."""
        family = await self._tables.family(table)
        awaited = clock.awaited(table, family, now)
        if not awaited:
            await self._tables.postponed(table, clock.next_look(table, family))
            return
        called = await reachable(self._preferences, awaited, now)
        quiet = None if called else await self._quiet_end(awaited, now)
        if quiet is not None:
            await self._tables.postponed(table, quiet)
            return
        change = await self._tables.reminded(table)
        if called and change.before != change.after and now <= due + TOO_LATE:
            judged = (change.after.step, change.after.stage)
            self._presenter.paced.ask(("remind", table.id), self._send_reminder, table.id, judged, due, called)

    async def _send_reminder(self, id: TableId, judged: tuple[int, int], due: int, called: tuple[int, ...]) -> None:
        """Send a reminder, unless it has waited for too long or the game has gone on."""
        if self._tables.now() > due + TOO_LATE:
            return
        table = await self._tables.get(id)
        if not table.over and (table.step, table.stage) == judged:
            await self._presenter.remind(table, called)

    async def _quiet_end(self, users: tuple[int, ...], now: int) -> int | None:
        """Return when the first of those who want to be reminded may be; None where nobody wants to be."""
        chosen = [await chosen_by(self._preferences, user) for user in users]
        ends = [quiet_until(choice, now) for choice in chosen if choice.remind]
        return min((end for end in ends if end is not None), default=None)
