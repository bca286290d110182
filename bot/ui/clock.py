"""The clock of the tables: looks what is due, has it saved, then shows it.

What is due lies in rows (``Table.due``), so a restart forgets nothing; what was saved by somebody else in the meantime
is left alone. Sending waits for Discord and is done afterwards, so that one slow channel keeps nobody else waiting.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.tables import clock, votes
from bot.tables.choices import PlayerSettings
from bot.tables.errors import BrokenTable, NoTable, NotSaved
from bot.tables.model import Table, TableId, code
from bot.tables.quiet import quiet_until
from bot.tables.service import Change, TableService
from bot.ui.presenter import Presenter
from bot.ui.reply import chosen_by

log = logging.getLogger(__name__)

SECONDS = 10
"""How often is looked."""

_AT_ONCE = 50
"""Tables served in one look; the others come in the next one."""

_LATER = 900
"""Seconds after which a table that could not be served is looked at again."""


class TableClock:
    """Serves the tables whose time has come."""

    def __init__(
        self, tables: TableService, preferences: PlayerSettings, presenter: Presenter, here: Callable[[int], bool]
    ) -> None:
        """Change ``tables``, show by ``presenter``; ``preferences`` say who wants to be reminded, and when not.

        ``here`` tells whether the bot is in a server: where it was removed, nobody can play, so nobody is absent.
        """
        self._here = here
        self._tables = tables
        self._preferences = preferences
        self._presenter = presenter

    async def look(self, now: int) -> None:
        """Serve what is due at ``now``."""
        for id in await self._tables.due(_AT_ONCE):
            try:
                await self._serve(await self._tables.fresh(id), now)
            except BrokenTable as error:
                self._presenter.later(self._presenter.tell_broken(error), "tell of a broken table")
            except NoTable:
                continue
            except NotSaved as error:
                log.warning("table %s: its clock could not be served: %s", code(id), error)
            except Exception:  # Whatever is wrong with one table, the others behind it must not wait for it.
                log.exception("table %s: its clock could not be served", code(id))
                await self._put_off(id, now)

    async def _put_off(self, id: TableId, now: int) -> None:
        """Look at a table that could not be served again later, or in the next look where that cannot be saved."""
        try:
            await self._tables.postponed(await self._tables.fresh(id), now + _LATER)
        except Exception as error:
            log.warning("table %s: its clock could not be put off: %s", code(id), error)

    async def _serve(self, table: Table, now: int) -> None:
        if table.due is None or table.due > now:
            return  # Somebody else was quicker: a press, or the clock of another process.
        if not self._here(table.guild):
            await self._tables.postponed(table, now + _LATER)
            return
        change = await self._tables.give_up(table.id)
        if change.before != change.after:
            await self._show(change, now)
        elif change.after.due == table.due:
            await self._remind(change.after, now)

    async def _show(self, change: Change, now: int) -> None:
        """Show what became of a seat nobody came to."""
        table, actor = change.after, change.before.turn_player if change.before is not None else None
        if table.vote is None:
            self._presenter.later(self._presenter.changed(change, actor or 0), "show a turn that was given up")
            return
        voters = tuple(table.players[seat] for seat in votes.voters(table))
        called = await self._reachable(voters, now)
        self._presenter.later(self._presenter.refresh(table), "show that a vote is on")
        self._presenter.later(self._presenter.ask(table, called), "ask for a vote")

    async def _remind(self, table: Table, now: int) -> None:
        """Remind whoever is awaited and wants to be; in quiet hours later, and where nobody is idle yet, later too."""
        family = await self._tables.family(table)
        awaited = clock.awaited(table, family, now)
        if not awaited:
            await self._tables.postponed(table, clock.next_look(table, family))
            return
        called = await self._reachable(awaited, now)
        quiet = None if called else await self._quiet_end(awaited, now)
        if quiet is not None:
            await self._tables.postponed(table, quiet)
            return
        change = await self._tables.reminded(table)
        if called and change.before != change.after:
            self._presenter.later(self._presenter.remind(change.after, called), "remind of a turn")

    async def _reachable(self, users: tuple[int, ...], now: int) -> tuple[int, ...]:
        """Return those of ``users`` who may be notified at ``now``."""
        chosen = [(user, await chosen_by(self._preferences, user)) for user in users]
        return tuple(user for user, choice in chosen if choice.remind and quiet_until(choice, now) is None)

    async def _quiet_end(self, users: tuple[int, ...], now: int) -> int | None:
        """Return when the first of those who want to be reminded may be; None where nobody wants to be."""
        chosen = [await chosen_by(self._preferences, user) for user in users]
        ends = [quiet_until(choice, now) for choice in chosen if choice.remind]
        return min((end for end in ends if end is not None), default=None)
