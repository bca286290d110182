"""What the clock does at tables, and what people decide about those it waits for; the times are clock.py's.

Every change goes through the table's lock and its version like a press, so that a clock of another process, or a
press in the same moment, is noticed: what has changed meanwhile is left as it is.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, cast

from bot.tables.core import lobbies, moves
from bot.tables.core.errors import OldPress
from bot.tables.core.keeper import Change
from bot.tables.core.model import Absent, Status, Table, TableId, Wish
from bot.tables.core.moves import Moved
from bot.tables.core.press import storage
from bot.tables.core.store import Row
from bot.tables.play import absent, clock, parallel, votes
from bot.tables.play.families import Families


class Clocked(Families):
    """Tables with a clock."""

    def now(self) -> int:
        """The time by which these tables go, in unix seconds."""
        return self._clock()

    async def due(self, limit: int) -> list[Row]:
        """Return at most ``limit`` tables whose clock has something to do now (``TableStore.due``)."""
        with storage():
            return await self._store.due(self._clock(), limit)

    @asynccontextmanager
    async def passing(self, row: Row) -> AsyncIterator[Table]:
        """Lend the table of a ``row`` that was just read with others. Raises BrokenTable.

        Afterwards it is remembered only if it was before: thousands that are due at once must not drive those people
        play at out of memory.
        """
        known = self._tables.get(row["id"]) is not None
        try:
            yield await self._read(self._loader.of(row))
        finally:
            if not known:
                self._tables.drop(row["id"])

    async def fresh(self, id: TableId) -> Table:
        """Return the table as it is stored. Raises NoTable or BrokenTable."""
        async with self._alone(id):
            return await self._load(id)

    async def seated(self, guild: int, user: int) -> list[TableId]:
        """Return the live tables of a guild where ``user`` has a seat or had one; no player's own tables."""
        with storage():
            return await self._store.seated(guild, user)

    # What the clock does

    async def give_up(self, id: TableId) -> Change:
        """Do what the table chose for people who do not come, if patience has ended; else change nothing.

        A lobby nobody starts is closed by it, and the game of a day whose dice are known, whatever the clock says.
        """
        table = await self.get(id)
        if table.manner.parallel and table.status is Status.PLAYING:
            return await self._give_up_apart(table)
        told = await self.day_is_told(table)
        return await self._change(id, lambda table: _given_up(table, self._clock(), told))

    async def day_is_told(self, table: Table) -> bool:
        """Return whether the table's dice are those of a day and known to everybody."""
        if table.manner.daily is None:
            return False
        with storage():
            return await self.seals.told(table.guild, table.manner.daily)

    async def reminded(self, judged: Table) -> Change:
        """Count a reminder; changes nothing where the table is not as ``judged`` any more: it must not be sent."""
        end = clock.end_of_patience(judged, await self.family(judged))
        return await self._if_still(judged, lambda table: clock.reminded(table, self._clock(), end))

    async def postponed(self, judged: Table, until: int | None) -> Change:
        """Look at the table again at ``until``, or when patience ends."""
        end = clock.end_of_patience(judged, await self.family(judged))
        return await self._if_still(judged, lambda table: clock.postponed(table, self._clock(), until, end))

    async def paused(self, judged: Table, until: int) -> Change:
        """Let the table pause, if there is anything its clock would do; it is looked at again at ``until``."""
        return await self._if_still(judged, lambda table: clock.paused(table, until))

    async def resumed(self, judged: Table) -> Change:
        """Let a table go on that pauses; its clock begins anew."""
        return await self._if_still(judged, lambda table: clock.resumed(table, self._clock()))

    async def _if_still(self, judged: Table, change: Callable[[Table], Table]) -> Change:
        def still(table: Table) -> Moved:
            same = (table.step, table.stage, table.due) == (judged.step, judged.stage, judged.due)
            return Moved(change(table) if same else table)

        return await self._change(judged.id, still)

    async def _give_up_apart(self, table: Table) -> Change:
        """Let everybody go who has done nothing on their own sheet for too long; the last one may stay."""
        change = Change(table, table)
        for user in await self.family(table):
            try:
                change = await self._together(table.id, partial(self._late, user))
            except OldPress:
                continue
        return Change(table, change.after, change.events)

    def _late(self, user: int, table: Table, family: parallel.Family) -> Moved:
        own, now = parallel.own_table(table, family, user), self._clock()
        late = not own.over and clock.begun(table, own) + table.manner.patience <= now
        if table.over or not late or clock.policy(table) is not Absent.DROP:
            raise OldPress(own)
        return parallel.left(table, family, user, now)

    # What people decide

    async def time(self, id: TableId, user: int, **manner: Any) -> Change:
        """Choose how a lobby's table will wait: ``absent``, ``patience``, ``reminder``, ``calls``. Host only."""
        return await self._change(id, lambda table: lobbies.timed(table, user, self._clock(), **manner))

    async def volunteer(self, id: TableId, user: int, step: int) -> Change:
        """Offer to take over the seat the others vote about."""
        return await self._change(id, lambda table: votes.volunteered(table, user, step))

    async def vote(self, id: TableId, user: int, step: int, wish: Wish) -> Change:
        """Say what shall become of that seat; what most want is done at once."""
        return await self._change(id, lambda table: votes.wished(table, user, step, wish, self._clock()))


def _given_up(table: Table, now: int, told: bool) -> Moved:
    if told and table.status is Status.PLAYING:
        return moves.closed(table, now)
    if not clock.patience_is_over(table, now):
        return Moved(table)
    if table.manner.daily is not None:
        return moves.closed(table, now)
    if table.status is Status.LOBBY:
        return lobbies.expired(table, now)
    match clock.policy(table):
        case Absent.SKIP:
            return absent.skipped(table, now)
        case Absent.DROP:
            return moves.dropped(table, cast(int, table.turn_player), now)
        case Absent.VOTE:
            return votes.called(table)
        case Absent.WAIT:
            return Moved(table)
