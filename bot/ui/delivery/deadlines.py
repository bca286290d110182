"""The clock of the tables: it finds tables and calls that are due, saves the change, then shows it."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress

from bot.tables.model.choices import USUAL, PlayerSettings
from bot.tables.model.days import look_again
from bot.tables.model.errors import BrokenTable, NoTable, NotSaved, TableError
from bot.tables.model.store import Row, StoreError
from bot.tables.model.table import Table, TableId, code, is_reachable
from bot.tables.moves.waiting import (
    CALL_SECONDS,
    call_time,
    next_reminder,
    patience_is_over,
    reminder_due,
    reminder_is_due,
    users_to_remind,
)
from bot.tables.service.service import Change, TableService
from bot.tables.storage.rows import read
from bot.ui.delivery.access import AccessPauses
from bot.ui.delivery.calls import reachable
from bot.ui.delivery.computers import ComputerTurns
from bot.ui.delivery.presenter import Presenter
from bot.ui.pace.budget import Priority

# -- Calls whose time has come: a job looks for them, since rows say when (:mod:`bot.tables.moves.waiting`) --

log = logging.getLogger(__name__)

_AT_ONCE = 100
"""Calls or tables in one read. Those that wait longest come first; the next one takes the others."""

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
        elif time <= now and reminder_is_due(table, now):
            time = now + CALL_SECONDS  # The reminder is a call too: one message is enough.
        if time > now:
            await self._tables.deadlines.put_off_call(table, time)
        else:
            self._presenter.queue.ask(("call", id), self._presenter.call, id, of=Priority.CALL)


# -- The clock of the tables: it finds tables that are due, saves the change, then shows it --------------------------
# Rows hold what is due (``Table.due``), so a restart forgets nothing. The clock leaves a table alone that somebody
# else has saved meanwhile. One look saves all that is due, several tables at once, because they share their commits.
# Messages then wait in the one queue, which holds ids only.


TOO_LATE = 3600
"""Seconds after which a reminder stays unsent where an earlier message stands; it counts as sent."""

_TOGETHER = 16
"""Tables to serve at the same time. More would share a commit better, and hold up presses for longer."""

_SOON = 2.0
"""Seconds until another try of a reminder that is not known to be sent."""

_UNDER_WAY = 20
"""Seconds after which a reminder that is not counted was lost, with its process or otherwise. It is sent once more.

Discord knows for some minutes that these are one message.
"""

_A_SECOND = 20
"""The fewest messages of the queue that go out in a second: those behind them are given more time."""

_LATER = 900
"""Seconds until another look at a table that failed."""


class TableClock:
    """Serves the tables that are due."""

    def __init__(
        self,
        tables: TableService,
        preferences: PlayerSettings,
        presenter: Presenter,
        pauses: AccessPauses,
        computers: ComputerTurns,
    ) -> None:
        """Change ``tables``, show by ``presenter``; ``preferences`` say who wants reminders, and when not.

        ``pauses`` knows where the bot may not play: there, nobody is absent. ``computers`` play where it is their turn.
        """
        self._pauses = pauses
        self._computers = computers
        self._tables = tables
        self._preferences = preferences
        self._presenter = presenter
        self._stopping = False

    def stop(self) -> None:
        """Begin nothing more; the current look ends with the tables it is serving."""
        self._stopping = True

    async def look(self, _: int) -> None:
        """Serve what is due, until only tables are left that it has just tried."""
        tried = set[TableId]()
        while not self._stopping:
            rows = await self._tables.deadlines.due(_AT_ONCE)
            due = {row["id"] for row in rows}
            if due <= tried:
                return
            with suppress(StoreError):  # Then each is looked up by itself, and failures go to the log.
                await self._preferences.preload(
                    {user for row in rows for user in filter(is_reachable, read(row, "players"))}
                )
            waiting = iter(rows)
            async with asyncio.TaskGroup() as group:
                for _ in range(_TOGETHER):
                    group.create_task(self._serve_all(waiting))
            tried = due

    async def _serve_all(self, waiting: Iterator[Row]) -> None:
        for row in waiting:
            if self._stopping:
                return
            try:
                async with self._tables.repository.borrowed(row) as table:
                    await self._serve(table, self._tables.now())
            except BrokenTable as error:
                self._presenter.run_later(self._presenter.show_broken(error), "tell of a broken table")
            except NoTable:
                continue
            except NotSaved as error:
                log.warning("table %s: its clock could not be served: %s", code(row["id"]), error)
            except Exception:  # A fault of one table must not hold up those behind it.
                log.exception("table %s: its clock could not be served", code(row["id"]))
                await self._put_off(row["id"])

    async def _put_off(self, id: TableId) -> None:
        """Put off a table that failed, or leave it to the next look if even that cannot be saved."""
        try:
            await self._tables.deadlines.postpone(await self._tables.repository.reload(id), self._tables.now() + _LATER)
        except Exception as error:
            log.warning("table %s: its clock could not be put off: %s", code(id), error)

    async def _serve(self, table: Table, now: int) -> None:
        if table.due is None or table.due > now:
            return  # Somebody else was quicker: a press, or the clock of another process.
        if await self._pauses.stands_still(table):
            return
        if table.turn_computer is not None:
            self._computers.ask(table.id)
            return
        if table.turn_player is not None and patience_is_over(table, now):
            await self._computers.end_absence(table.turn_player)
        change = await self._tables.deadlines.give_up(table.id)
        if change.before != change.after:
            self._show(change)
        elif change.after.due == table.due:
            await self._remind(change.after, table.due, now)

    # What became of the absent player's seat

    def _show(self, change: Change) -> None:
        """Show it, and call the player to act. A private board waits for the next press."""
        table = change.after
        if not table.private:
            self._presenter.renderer.remember(
                change, pressed=False
            )  # Thousands may be due: nobody looks at most of them now.
            self._presenter.reconciler.doubt(table.id, of=Priority.REMINDER if table.over else Priority.REPAIR)

    # The players to act

    async def _remind(self, table: Table, due: int, now: int) -> None:
        """Remind the players to act if they want it: in quiet hours later, and later if nobody is idle yet."""
        own_tables = await self._tables.own_tables(table)
        awaited = users_to_remind(table, own_tables, now)
        due = reminder_due(table) or due
        if not awaited:
            await self._tables.deadlines.postpone(table, next_reminder(table, own_tables))
            return
        unblocked = self._presenter.unblocked(table, awaited)
        called = await reachable(self._preferences, unblocked, now)
        quiet = None if called else await self._quiet_end(unblocked, now)
        if quiet is not None:
            await self._tables.deadlines.postpone(table, quiet)
            return
        if called and table.call is None:
            due = now  # They have heard nothing of this turn yet: quiet hours, an absence or an outage held it back.
        if not called or now > due + TOO_LATE:
            await self._tables.deadlines.save_reminder(table)
            return
        until = now + _UNDER_WAY + len(self._presenter.queue) // _A_SECOND
        change = await self._tables.deadlines.begin_reminder(table, until)
        if change.before != change.after:
            begun = change.after
            self._ask_reminder(table.id, (begun.step, begun.stage, begun.due), due, called)

    def _ask_reminder(self, id: TableId, *about: object) -> None:
        self._presenter.queue.ask(("remind", id), self._send_reminder, id, *about, of=Priority.REMINDER)

    async def _send_reminder(
        self, id: TableId, judged: tuple[int, int, int | None], due: int, called: tuple[int, ...]
    ) -> None:
        """Send a reminder, unless it has waited too long or the game has gone on; try again if that fails.

        No other process sends it meanwhile. From the deadline on that ``judged`` ends with, the next look does.
        """
        now = self._tables.now()
        if now > due + TOO_LATE or now >= (judged[-1] or 0):
            return
        try:
            table = await self._tables.get(id)
            if table.over or (table.step, table.stage, table.due) != judged:
                return
            if await self._presenter.remind(table, called):
                return
        except TableError as error:
            log.info("table %s: its reminder has to wait: %s", code(id), error)
        asyncio.get_running_loop().call_later(_SOON, self._remind_again, id, judged, due, called)

    def _remind_again(self, id: TableId, *about: object) -> None:
        if not self._stopping:
            self._ask_reminder(id, *about)

    async def _quiet_end(self, users: tuple[int, ...], now: int) -> int | None:
        """Return when to see whether a player who wants a reminder may get one; None if nobody wants one."""
        chosen = [await self._preferences.of_or(user, USUAL) for user in users]
        ends = [look_again(choice, now) for choice in chosen if choice.remind]
        return min((end for end in ends if end is not None), default=None)
