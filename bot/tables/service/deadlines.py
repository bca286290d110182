"""What the clock does at tables; clock.py has the times.

Every change goes through the table's lock and its version like a press. So it notices the clock of another process, or
a press at the same moment, and leaves a changed table alone.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from bot.tables.model.errors import AlreadyStarted, NotHost, TableOver, translated_errors
from bot.tables.model.store import Row
from bot.tables.model.table import Table, TableId
from bot.tables.moves import lobbies, waiting
from bot.tables.moves.playing import MoveResult
from bot.tables.moves.waiting import with_call
from bot.tables.service.modes import Play
from bot.tables.storage.repository import Change, TableRepository


class Deadlines:
    """The clock of all tables."""

    def __init__(self, repository: TableRepository, play: Callable[[Table], Play]) -> None:
        """Change tables through ``repository``; ``play`` says how the mode of a table plays."""
        self._repository = repository
        self._play = play

    async def due(self, limit: int) -> list[Row]:
        """Return at most ``limit`` of our tables whose clock has something to do now (``TableStore.due``)."""
        with translated_errors():
            return await self._repository.store.due(self._repository.now(), limit, self._repository.shards.now)

    async def due_calls(self, limit: int) -> list[TableId]:
        """Return at most ``limit`` of our tables whose player was to get a call by now (``TableStore.due_calls``)."""
        with translated_errors():
            return await self._repository.store.due_calls(self._repository.now(), limit, self._repository.shards.now)

    async def put_off_call(self, judged: Table, until: int) -> Change:
        """Call the player to act at ``until`` instead, unless the game has gone on since ``judged``."""

        def later(table: Table) -> MoveResult:
            same = (table.step, table.call_due) == (judged.step, judged.call_due) and table.call_due != until
            return MoveResult(replace(table, call_due=until, version=table.version + 1) if same else table)

        return await self._repository.transact(judged.id, later)

    async def give_up(self, id: TableId) -> Change:
        """Do what the table chose for absent players, if patience has ended; else change nothing.

        It also starts a lobby whose countdown is over, and closes one that nobody starts, and the game of a day with
        public dice, whatever the clock says.
        """
        table = await self._repository.get(id)
        if lobbies.countdown_is_over(table, self._repository.now()):
            with suppress(NotHost, AlreadyStarted, TableOver):  # Somebody has just stopped it, or was quicker.
                return await self._play(table).start(table, None, 0)
            table = await self._repository.get(id)
            return Change(table, table)
        return await self._play(table).give_up(table)

    async def begin_reminder(self, judged: Table, until: int) -> Change:
        """Note that a reminder is on its way, and look again at ``until``: then it was lost, unless it is counted.

        If the table is no longer as ``judged``, change nothing: the reminder must stay unsent.
        """
        end = waiting.end_of_patience(judged, await self._repository.own_tables(judged))
        return await self._if_unchanged(judged, lambda table: waiting.begin_reminder(table, until, end))

    async def save_reminder(self, judged: Table) -> Change:
        """Count a reminder that stays unsent, unless the table is no longer as ``judged``."""
        end = waiting.end_of_patience(judged, await self._repository.own_tables(judged))
        return await self._if_unchanged(
            judged, lambda table: waiting.after_reminder(table, self._repository.now(), end)
        )

    async def reminded(self, judged: Table, message: int | None) -> Change:
        """Count a reminder, unless the turn has gone on since ``judged``; ``message`` calls its player from now on.

        Both in one save: a second try would first remove what the table knows as its call. So it counts also where the
        clock has taken it for lost by now.
        """
        end = waiting.end_of_patience(judged, await self._repository.own_tables(judged))

        def counted(table: Table) -> MoveResult:
            after = with_call(table, judged, message, made=True)
            if (table.step, table.stage) == (judged.step, judged.stage):
                after = waiting.after_reminder(after, self._repository.now(), end)
            return MoveResult(table if after == table else replace(after, version=table.version + 1))

        return await self._repository.transact(judged.id, counted)

    async def postpone(self, judged: Table, until: int | None) -> Change:
        """Look at the table again at ``until``, or when patience ends."""
        end = waiting.end_of_patience(judged, await self._repository.own_tables(judged))
        return await self._if_unchanged(
            judged, lambda table: waiting.postpone(table, self._repository.now(), until, end)
        )

    async def pause(self, judged: Table, until: int) -> Change:
        """Pause the table, if its clock has anything to do; the next look is at ``until``."""
        return await self._if_unchanged(judged, lambda table: waiting.pause(table, until))

    async def resume(self, judged: Table) -> Change:
        """Let a paused table go on; its clock begins anew."""
        return await self._if_unchanged(judged, lambda table: waiting.resume(table, self._repository.now()))

    async def _if_unchanged(self, judged: Table, change: Callable[[Table], Table]) -> Change:
        return await self._repository.transact(
            judged.id, lambda table: MoveResult(change(table) if _same(table, judged) else table)
        )


def _same(table: Table, judged: Table) -> bool:
    return (table.step, table.stage, table.due) == (judged.step, judged.stage, judged.due)
