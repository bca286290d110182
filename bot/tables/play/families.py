"""The one way to change tables that belong together: a public table, and each player's own below it (parallel.py).

When a player's own table is over, the public one is settled in the same transaction; the public table's lock is taken
inside the own table's, never the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.tables.core import journal
from bot.tables.core.errors import BrokenTable, NotSaved
from bot.tables.core.keeper import TRIES, Change, Keeper
from bot.tables.core.model import Status, Table, TableId
from bot.tables.core.moves import Moved
from bot.tables.core.press import storage
from bot.tables.core.store import JournalRow, SaveConflict
from bot.tables.play import parallel
from bot.tables.records.counting import counted
from bot.tables.records.facts import VERSION, Facts


class Families(Keeper):
    """Public tables with the players' own."""

    async def family(self, table: Table) -> dict[int, Table]:
        """Return the players' own tables below ``table``, by user; none for a game that is played in turns."""
        if not table.manner.parallel or table.status is Status.LOBBY:
            return {}
        return await self._family(table, self.get)

    async def own(self, id: TableId, user: int) -> Table:
        """Return the table of ``user`` below the public table ``id``. Raises NotStarted or NotSeated."""
        table = await self.get(id)
        return parallel.own_table(table, await self.family(table), user)

    async def shown(self, table: Table, user: int) -> Table:
        """Return whose sheets ``user`` may see: everybody's, or only their own while the totals are hidden.

        Raises SecretDay for the game of a day that is not theirs.
        """
        with storage():
            await self.seals.check_reader(table, user)
        public = table if table.parent is None else await self.get(table.parent)
        if not public.manner.parallel or public.status is not Status.PLAYING:
            return public
        family = await self.family(public)
        if public.manner.hidden_totals:
            return parallel.own_table(public, family, user)
        return parallel.seen(public, family)

    async def settle(self, id: TableId) -> Table:
        """Return the public table, finished now if everybody is done and nobody has noticed."""
        async with self._alone(id):
            table = await self._load(id)
            family = await self._family(table, self._load) if table.status is Status.PLAYING else {}
            if not family or any(not own.over for own in family.values()):
                return table
            settled = parallel.settled(table, family, self._clock())
            return (await super()._save(table, Moved(settled))).after

    async def _start_apart(self, id: TableId, user: int, interaction: int) -> Change:
        table = await self.get(id)
        ids = [await self._store.new_id() for _ in range(table.capacity)]
        return await self._change(id, lambda table: parallel.started(table, user, interaction, ids, self._clock()))

    async def _leave_apart(self, id: TableId, user: int) -> Change:
        return await self._together(id, lambda table, family: parallel.left(table, family, user, self._clock()))

    async def _end_apart(self, id: TableId, user: int, manager: bool) -> Change:
        return await self._together(
            id, lambda table, family: parallel.ended(table, family, user, manager, self._clock())
        )

    async def _together(self, id: TableId, move: Callable[[Table, parallel.Family], Moved]) -> Change:
        """Make a move of the public table ``id`` and its family; presses on own tables in the meantime go first."""
        async with self._alone(id):
            for _ in range(TRIES):
                table = await self._load(id)
                family = await self._family(table, self._load)
                moved = move(table, family)
                first = table if moved.table.id == id else family[moved.table.players[0]]
                try:
                    await super()._save(first, moved)
                except SaveConflict:
                    continue
                return Change(table, await self.get(id))
            raise NotSaved

    async def _save(self, before: Table | None, moved: Moved) -> Change:
        """Store a decision; one that ends a player's own table settles the public one with it."""
        own = moved.table
        if own.parent is None or not own.over:
            return await super()._save(before, moved)
        async with self._also(own.parent):
            public = await self._load(own.parent)
            if not public.over:
                family = {**await self._family(public, self._load), own.players[0]: own}
                moved = moved._replace(also=(parallel.settled(public, family, self._clock()),))
            return await super()._save(before, moved)

    async def _family(self, table: Table, load: Callable[[TableId], Any]) -> dict[int, Table]:
        """Return the players' own tables that can be read, each by ``load``."""
        found: dict[int, Table] = {}
        for id in await self._store.children(table.id):
            try:
                own: Table = await load(id)
            except BrokenTable:
                continue
            found[own.players[0]] = own
        return found

    async def _facts(self, table: Table, rows: Sequence[JournalRow]) -> Sequence[Facts]:
        """Return what each seat did; where everybody played at a table of their own, their journals tell."""
        if not table.manner.parallel:
            return await super()._facts(table, rows)
        family = await self._family(table, self.get)
        nothing = Facts(version=VERSION)
        return [
            (await counted(table.game, 1, await self._entries(family[user].id, rows)))[0] if user in family else nothing
            for user in table.players
        ]

    async def _records_apart(self, table: Table, user: int) -> list[dict[str, Any]]:
        """Return the record of every player's own game, of ``user`` alone while the totals are hidden."""
        shown = await self.family(table)
        if table.manner.hidden_totals and not table.over:
            shown = {user: parallel.own_table(table, shown, user)}
        return [
            journal.record(shown[player], journal.standing(await self._store.journal(shown[player].id)))
            for player in table.players
            if player in shown
        ]

    async def _honest_apart(self, table: Table) -> bool:
        family = await self._family(table, self._load)
        return parallel.honest(table, family) and all(
            [journal.honest(own, journal.standing(await self._store.journal(own.id))) for own in family.values()]
        )
