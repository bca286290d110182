"""Simultaneous games: the one way to change a public table together with the players' own below it (parallel.py)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from bot.tables.core import journal
from bot.tables.core.errors import NotSaved, OldPress
from bot.tables.core.model import Absent, Status, Table, TableId
from bot.tables.core.moves import Moved
from bot.tables.core.press import storage
from bot.tables.core.repository import TRIES, Change, TableRepository
from bot.tables.core.store import SaveConflict
from bot.tables.daily.seals import Seals
from bot.tables.play import clock, parallel
from bot.tables.play.turns import TurnPlay


class SimultaneousPlay:
    """Public tables with the players' own: a :class:`~bot.tables.play.turns.Play`, and what only this one can."""

    def __init__(self, repository: TableRepository, turns: TurnPlay, seals: Seals) -> None:
        """Change tables through ``repository``; a lobby is as with ``turns``; ``seals`` say whose dice are secret."""
        self._repository = repository
        self._turns = turns
        self._seals = seals
        self.family = repository.family

    async def own(self, id: TableId, user: int) -> Table:
        """Return the table of ``user`` below the public table ``id``. Raises NotStarted or NotSeated."""
        table = await self._repository.get(id)
        return parallel.own_table(table, await self.family(table), user)

    async def shown(self, table: Table, user: int) -> Table:
        """Return the sheets that ``user`` may see: everybody's, or only their own while the totals stay hidden.

        Raises SecretDay for somebody else's game of the day.
        """
        with storage():
            await self._seals.check_reader(table, user)
        public = table if table.parent is None else await self._repository.get(table.parent)
        if public.mode.in_turns or public.status is not Status.PLAYING:
            return public
        family = await self.family(public)
        if public.manner.hidden_totals:
            return parallel.own_table(public, family, user)
        return parallel.seen(public, family)

    async def settle(self, id: TableId) -> Table:
        """Return the public table, finished now if everybody is done and nobody has noticed."""
        async with self._repository.alone(id):
            table = await self._repository.load(id)
            family = await self.family(table, fresh=True) if table.status is Status.PLAYING else {}
            if not family or any(not own.over for own in family.values()):
                return table
            settled = parallel.settled(table, family, self._repository.now())
            return (await self._repository.commit(table, Moved(settled))).after

    async def start(self, table: Table, user: int, interaction: int) -> Change:
        """Start the game: each player gets a table."""
        now = self._repository.now
        ids = [await self._repository.store.new_id() for _ in range(table.capacity)]
        return await self._repository.transact(
            table.id, lambda table: parallel.started(table, user, interaction, ids, now())
        )

    async def leave(self, table: Table, user: int) -> Change:
        """Let ``user`` leave; the others play on."""
        if table.status is Status.LOBBY:
            return await self._turns.leave(table, user)
        now = self._repository.now
        return await self._together(table.id, lambda table, family: parallel.left(table, family, user, now()))

    async def end(self, table: Table, user: int, manager: bool) -> Change:
        """End the game at all tables."""
        now = self._repository.now
        return await self._together(table.id, lambda table, family: parallel.ended(table, family, user, manager, now()))

    async def give_up(self, table: Table) -> Change:
        """Give everybody up who has done nothing on their own sheet for too long; the last one may stay."""
        if table.status is not Status.PLAYING:
            return await self._turns.give_up(table)
        change = Change(table, table)
        for user in await self.family(table):
            try:
                change = await self._together(table.id, partial(self._late, user))
            except OldPress:
                continue
        return Change(table, change.after, change.events)

    async def records(self, table: Table, user: int) -> list[dict[str, Any]]:
        """Return the record of every player's own game, or of ``user`` alone while the totals stay hidden."""
        shown = await self.family(table)
        if table.manner.hidden_totals and not table.over:
            shown = {user: parallel.own_table(table, shown, user)}
        store = self._repository.store
        return [
            journal.record(shown[player], journal.standing(await store.journal(shown[player].id)))
            for player in table.players
            if player in shown
        ]

    async def honest(self, table: Table) -> bool:
        """Whether every own table is honest, and the public one shows what they say."""
        family, store = await self.family(table, fresh=True), self._repository.store
        return parallel.honest(table, family) and all(
            [journal.honest(own, journal.standing(await store.journal(own.id))) for own in family.values()]
        )

    def _late(self, user: int, table: Table, family: parallel.Family) -> Moved:
        own, now = parallel.own_table(table, family, user), self._repository.now()
        late = not own.over and clock.begun(table, own) + table.manner.patience <= now
        if table.over or not late or clock.policy(table) is not Absent.DROP:
            raise OldPress(own)
        return parallel.left(table, family, user, now)

    async def _together(self, id: TableId, move: Callable[[Table, parallel.Family], Moved]) -> Change:
        """Make a move of the public table ``id`` and its family; presses on own tables meanwhile go first."""
        async with self._repository.alone(id):
            for _ in range(TRIES):
                table = await self._repository.load(id)
                family = await self.family(table, fresh=True)
                moved = move(table, family)
                first = table if moved.table.id == id else family[moved.table.players[0]]
                try:
                    await self._repository.commit(first, moved)
                except SaveConflict:
                    continue
                return Change(table, await self._repository.get(id))
            raise NotSaved
