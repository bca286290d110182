"""The one way to change a table: lock, load, apply, save, return.

A change is on disk before its caller hears of it. Nothing is read from the storage for a press on a table that was
used lately; a refusal, though, is never told from memory alone, since another process may have gone on.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import Any, NoReturn, TypeVar

from bot.engine.dice import SECRET_BYTES
from bot.engine.errors import GameError
from bot.engine.types import AnyGame, Event, Seat
from bot.tables import journal, moves
from bot.tables.errors import (
    BrokenTable,
    ChannelTaken,
    NotOver,
    NotSaved,
    NotSeated,
    OldPress,
    TableError,
)
from bot.tables.loading import Loader
from bot.tables.memory import Locks, Recent, Selections
from bot.tables.model import Table, TableId, code
from bot.tables.moves import Moved
from bot.tables.rows import Make, journal_rows, packed, result_rows
from bot.tables.store import ChannelBusy, SaveConflict, SaveFailed, StoreError, TableStore

T = TypeVar("T")

log = logging.getLogger(__name__)

_REMEMBERED = 4096
"""Tables and selections kept in memory; a table is about 5 KB."""

_TRIES = 3
"""How often ids are drawn, and how often a change goes on after another process moved the board."""


def _new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


@dataclass(frozen=True, slots=True)
class Change:
    """A decision that is saved. ``before`` is None for a new table and equals ``after`` when nothing had to change."""

    before: Table | None
    after: Table
    events: tuple[Event, ...] = ()
    actor: Seat | None = None


class TableService:
    """People's decisions, one at a time per table. Every method raises TableError or GameError for a refusal."""

    def __init__(
        self,
        store: TableStore,
        *,
        clock: Callable[[], int] = lambda: int(time.time()),
        secret: Callable[[], bytes] = _new_secret,
        make: Make | None = None,
    ) -> None:
        """Work on ``store``; ``make`` finds a game by key and options and is the catalogue unless given."""
        self._store = store
        self._clock = clock
        self._secret = secret
        self._loader = Loader(store, make)
        self._tables: Recent[TableId, Table] = Recent(_REMEMBERED)
        self._selections = Selections(_REMEMBERED)
        self._locks = Locks()
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    # Reading

    async def get(self, id: TableId) -> Table:
        """Return the table as it is now. Raises NoTable or BrokenTable."""
        return self._tables.get(id) or await self._load(id)

    async def at(self, guild: int, channel: int) -> Table | None:
        """Return the live table of the channel."""
        with _storage():
            id = await self._store.live_at(guild, channel)
        return None if id is None else await self.get(id)

    async def latest(self, guild: int, channel: int) -> Table | None:
        """Return the table of the channel that was opened last, live or over."""
        with _storage():
            id = await self._store.latest_at(guild, channel)
        return None if id is None else await self.get(id)

    async def live(self, guild: int | None = None) -> list[TableId]:
        """Return all live tables, of one guild if given: for redrawing boards after a start."""
        with _storage():
            return await self._store.live(guild)

    def held(self, table: Table) -> frozenset[int] | None:
        """Return the positions held at the table's present step; None if nobody has touched the dice in it."""
        return self._selections.of(table)

    async def record(self, id: TableId) -> dict[str, Any]:
        """Return the game as notation.md writes it; the secret is in it only when the table is over."""
        async with self._alone(id):
            table = await self._load(id)
            return journal.record(table, journal.standing(await self._store.journal(id)))

    async def verify(self, id: TableId) -> bool:
        """Recompute every throw of a table that is over. Raises NotOver before that."""
        async with self._alone(id):
            table = await self._load(id)
            if not table.over:
                raise NotOver
            try:
                return journal.honest(table, journal.standing(await self._store.journal(id)))
            except IndexError:
                return False

    # Before the game

    async def open(
        self,
        *,
        guild: int,
        channel: int,
        host: int,
        game: AnyGame,
        capacity: int | None,
        language: str,
        interaction: int,
    ) -> Change:
        """Open a lobby; ``capacity`` None takes as many as the game does. Raises ChannelTaken, WrongSeats."""
        async with self._press():
            return await self._open(
                guild=guild,
                channel=channel,
                host=host,
                game=game,
                capacity=capacity,
                language=language,
                interaction=interaction,
            )

    async def join(self, id: TableId, user: int, interaction: int) -> Change:
        """Sit down."""
        return await self._change(id, lambda table: moves.joined(table, user, interaction, self._clock()))

    async def leave(self, id: TableId, user: int) -> Change:
        """Stand up: in the lobby the host's place passes on and the last one closes it; in a game the seat drops."""
        return await self._change(id, lambda table: moves.left(table, user, self._clock()))

    async def start(self, id: TableId, user: int, interaction: int) -> Change:
        """Start the game, with the order of play drawn. Host only."""
        return await self._change(id, lambda table: moves.started(table, user, interaction, self._clock()))

    async def cancel(self, id: TableId, user: int, manager: bool) -> Change:
        """Close a lobby. Host or manager."""
        return await self._change(id, lambda table: moves.cancelled(table, user, manager, self._clock()))

    # In the game

    async def act(self, id: TableId, user: int, step: int, text: str) -> Change:
        """Do the action called ``text``. Refuses in this order: over, seated, turn, step (OldPress), legality."""
        return await self._change(id, lambda table: moves.acted(table, user, step, text, self._clock()), step)

    async def undo(self, id: TableId, user: int, step: int) -> Change:
        """Take back one's own last mark, while nobody has acted and no new dice were seen."""
        async with self._alone(id):
            return await self._undo(id, user, step)

    async def end(self, id: TableId, user: int, manager: bool) -> Change:
        """End a game before its end: no result counts. Host or manager."""
        return await self._change(id, lambda table: moves.ended(table, user, manager, self._clock()))

    async def toggle(
        self, id: TableId, user: int, step: int, position: int, shown: frozenset[int]
    ) -> tuple[Table, frozenset[int]]:
        """Hold or release a die: same checks as :meth:`act`, nothing is written. ``shown`` is what the board shows."""
        async with self._alone(id):
            table, _ = await self._checked(id, lambda table: moves.check_turn(table, user, step))
            return table, self._selections.toggle(table, position, shown)

    # After the game

    async def rematch(self, id: TableId, user: int, interaction: int) -> Change:
        """Open a lobby like this table's, the presser seated; a second press finds that lobby and changes nothing."""
        async with self._alone(id):
            old = await self._load(id)
            if not old.over:
                raise NotOver
            if user not in old.players:
                raise NotSeated
            follower = None if old.rematch is None else await self.get(old.rematch)
            if follower is not None and not follower.over:
                return Change(follower, follower)
            return await self._open(
                guild=old.guild,
                channel=old.channel,
                host=user,
                game=old.game,
                capacity=old.capacity,
                language=old.language,
                interaction=interaction,
                follows=old,
            )

    # The messages of a table

    async def placed(self, id: TableId, channel: int, message: int) -> Table:
        """Remember that the board is this message now. Not a decision: the step stays. Raises ChannelTaken."""
        return (await self._change(id, lambda table: _moved(table, channel=channel, message=message))).after

    async def called(self, id: TableId, message: int | None) -> Table:
        """Remember the message that called the player whose turn it is. Not a decision: the step stays."""
        return (await self._change(id, lambda table: _moved(table, call=message))).after

    async def close(self) -> None:
        """Refuse new presses (NotSaved) and wait for those under way."""
        self._closed = True
        await self._idle.wait()

    # Inside

    @asynccontextmanager
    async def _press(self) -> AsyncIterator[None]:
        """Count a press under way, so that :meth:`close` waits for it."""
        if self._closed:
            raise NotSaved
        self._busy += 1
        self._idle.clear()
        try:
            with _storage():
                yield
        finally:
            self._busy -= 1
            if not self._busy:
                self._idle.set()

    @asynccontextmanager
    async def _alone(self, id: TableId) -> AsyncIterator[None]:
        """Be the only press on the table."""
        async with self._press(), self._locks.of(id):
            yield

    async def _load(self, id: TableId) -> Table:
        """Read the table afresh; one that cannot be read is marked BROKEN, once."""
        self._tables.drop(id)
        try:
            with _storage():
                table = await self._loader.load(id)
        except BrokenTable as error:
            if error.stored is not None:
                await self._loader.keep_broken(error.stored, self._clock())
            raise
        known = self._tables.get(id)
        if known is not None and known.version > table.version:
            return known  # A press was saved while this was being read.
        self._tables.put(id, table)
        return table

    async def _checked(self, id: TableId, check: Callable[[Table], T]) -> tuple[Table, T]:
        """Return the table and ``check(table)``; a refusal from memory is checked again against the storage."""
        known = self._tables.get(id)
        if known is None:
            fresh = await self._load(id)
            return fresh, check(fresh)
        try:
            return known, check(known)
        except (TableError, GameError):
            fresh = await self._load(id)
            if fresh.version == known.version:
                raise
        return fresh, check(fresh)

    async def _change(self, id: TableId, move: Callable[[Table], Moved], step: int | None = None) -> Change:
        """Make a move and save it. After a conflict it is made again, unless it belongs to a ``step`` that is over."""
        async with self._alone(id):
            for _ in range(_TRIES):
                before, moved = await self._checked(id, move)
                if moved.table is before:
                    return Change(before, before)
                try:
                    return await self._save(before, moved)
                except SaveConflict:
                    fresh = await self._load(id)
                    if step is not None and fresh.step != step:
                        raise OldPress(fresh) from None
            raise NotSaved

    async def _undo(self, id: TableId, user: int, step: int) -> Change:
        table, _ = await self._checked(id, lambda table: moves.check_undo(table, user, step))
        entries = journal.standing(await self._store.journal(id))
        before = journal.replayed(table.game, len(table.players), entries[:-1])
        try:
            return await self._save(table, moves.undone(table, user, step, before, self._clock()))
        except SaveConflict:
            raise OldPress(await self._load(id)) from None

    async def _open(self, *, channel: int, guild: int, follows: Table | None = None, **about: Any) -> Change:
        await self._check_free(guild, channel)
        secret, now = self._secret(), self._clock()
        for _ in range(_TRIES):
            id = await self._store.new_id()
            moved = moves.opened(id, guild=guild, channel=channel, secret=secret, now=now, **about)
            also = () if follows is None else (replace(follows, rematch=id, version=follows.version + 1),)
            try:
                return await self._save(None, moved, also)
            except SaveConflict:
                if follows is not None:
                    raise OldPress(await self._load(follows.id)) from None
        raise NotSaved

    async def _check_free(self, guild: int, channel: int) -> None:
        taken = await self.at(guild, channel)
        if taken is not None:
            raise ChannelTaken(taken)

    async def _save(self, before: Table | None, moved: Moved, also: Sequence[Table] = ()) -> Change:
        """Store a decision, then remember it. Until the storage has answered, nothing in memory is worth anything."""
        after = moved.table
        rows = [] if before is None else journal_rows(before, moved.entries, after.changed)
        results = result_rows(after) if before is not None and not before.over else []
        changed: list[Table] = [after, *also]
        for table in changed:
            self._tables.drop(table.id)
        stored = [packed(table) for table in changed]
        try:
            await self._store.save(stored[0], rows, results, also=stored[1:])
        except ChannelBusy:
            await self._taken(after)
        except SaveFailed as error:
            log.error("table %s, step %d: not saved: %s", code(after.id), after.step, error)
            raise NotSaved from error
        for table in changed:
            self._tables.put(table.id, table)
        return Change(before, after, moved.events, moved.actor)

    async def _taken(self, wanted: Table) -> NoReturn:
        taken = await self.at(wanted.guild, wanted.channel)
        raise NotSaved if taken is None else ChannelTaken(taken)


def _moved(table: Table, **changes: int | None) -> Moved:
    """Return ``table`` with another message; not a decision, so neither step nor undo change."""
    if all(getattr(table, name) == value for name, value in changes.items()):
        return Moved(table)
    return Moved(replace(table, version=table.version + 1, **changes))  # type: ignore[arg-type]


@contextmanager
def _storage() -> Iterator[None]:
    """Tell a failing storage as NotSaved."""
    try:
        yield
    except StoreError as error:
        log.error("the storage failed: %s", error)
        raise NotSaved from error
