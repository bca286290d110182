"""Group commit: everything that waits for a write goes into one transaction.

A commit that is really on disk costs milliseconds, mostly waiting; sharing it is nearly free. While the writer writes
one batch, the next gathers, so batches grow by themselves under load. Each save returns after the commit that holds it.

A transaction begins first and takes what waits then. A save that cannot begin in time is withdrawn and never lands. A
caller that waits too long for a save that has begun learns that nobody knows yet. The version of a snapshot
and the journal's primary key are the lock between processes. When a batch fails for one row, the writer writes it again
save by save, so that none fails for another's fault. When the database itself fails, every save of the batch does.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Executable, delete, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.model import memory
from bot.tables.model.store import ChannelBusy, Row, SaveConflict, SaveFailed, SaveUnknown, StoreError
from db import schema
from db.connection import faults
from db.connection.reading import reader
from db.connection.sqlite import Bulk, write
from db.writing import statements
from db.writing.standings import Standings

log = logging.getLogger(__name__)

# -- What one decision writes, and what becomes of it: each save ends in exactly one of the states below -------------
# ::
#
#     waiting ──▶ begun ──▶ stored, or refused by the storage
#        │          │
#        │          └─ too late: SaveUnknown; ``settled`` brings the end as soon as there is one
#        └─ too late: SaveFailed. It is withdrawn: no transaction takes it any more.

T = TypeVar("T")

Work = Callable[[AsyncConnection], Awaitable[None]]
"""Work inside a transaction of the writer. If it raises a StoreError, nothing is written."""


@dataclass(slots=True, eq=False)
class Save:
    """What one decision writes, as parameters of the statements: all of it or nothing."""

    snapshots: Sequence[Row] = ()
    journal: Sequence[Row] = ()
    results: Sequence[Row] = ()
    lobby: Sequence[Row] = ()
    others: Sequence[Executable] = ()
    work: Work | None = None
    """Work that reads before it writes. It runs last, and once more if the batch is written again."""
    until: float = 0.0
    """When it is too late, in the time of the event loop."""
    hurried: bool = False
    """Whether somebody waits for an answer; other saves may take their time once they have begun."""
    by_itself: bool = False
    """Whether it goes alone, because a transaction with it and others has failed."""
    answered: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """What the caller of the save receives."""
    _settled: asyncio.Future[bool] | None = None

    @property
    def open(self) -> bool:
        """Whether the caller still waits: without an answer yet, and not gone."""
        return not self.answered.done()

    def answer(self, error: StoreError | None) -> None:
        """Answer how it ended: stored, or why not."""
        if self._settled is not None and not self._settled.done():
            self._settled.set_result(error is None)
        if self.answered.done():
            return
        if error is None:
            self.answered.set_result(None)
        else:
            self.answered.set_exception(error)

    def withdraw(self, reason: str) -> None:
        """Withdraw it before a transaction has taken it."""
        if not self.answered.done():
            self.answered.set_exception(SaveFailed(reason))

    def doubt(self) -> None:
        """Answer that its transaction goes on, and nobody knows yet how it ends."""
        if not self.answered.done():
            self._settled = asyncio.get_running_loop().create_future()
            self.answered.set_exception(SaveUnknown(self._settled))

    def lose(self) -> None:
        """Answer that nobody will know."""
        self.doubt()
        if self._settled is not None:
            self._settled.cancel()


# -- One transaction. It can find out its outcome even when the answer to its commit is lost --------------------------
# SQLite's answer cannot be lost. PostgreSQL's can: the connection breaks, or gives up waiting, after the commit has
# left. The server remembers by its number how a transaction ended; the bot asks until the server says so. A server that
# crashed may give the number anew, if nothing of that transaction was on disk. Then "committed" may be said of another
# one.

TROUBLE = (SQLAlchemyError, OSError)
"""What connections and their statements raise."""

_NUMBER = text("SELECT txid_current(), pg_postmaster_start_time()")
_STATUS = text("SELECT txid_status(CAST(:number AS bigint)), pg_postmaster_start_time()")
_ASK_AGAIN = 0.2


class AnswerLost(Exception):
    """Nobody can find out how the transaction ended: the program ends, or its number may be another one's by now."""


class Transaction:
    """A transaction that has begun, and holds the write lock of SQLite."""

    def __init__(
        self, engine: AsyncEngine, connection: AsyncConnection, known: tuple[int, datetime] | None = None
    ) -> None:
        """``known`` is its number in PostgreSQL, and since when that server runs."""
        self._engine = engine
        self.connection = connection
        self._known = known

    @classmethod
    async def begin(cls, engine: AsyncEngine) -> "Transaction":
        """Begin one. Raises one of TROUBLE; PostgreSQL has answered once when this returns."""
        connection = await engine.connect()
        known: tuple[int, datetime] | None = None
        try:
            await connection.begin()
            if engine.dialect.name == "postgresql":
                number, since = (await connection.execute(_NUMBER)).one()
                known = number, since
        except BaseException as error:
            await _undone(connection, error)
            raise
        return cls(engine, connection, known)

    async def commit(self, patient: Callable[[], bool]) -> None:
        """Commit. Raises one of TROUBLE when nothing was written, and Lost when nobody is ``patient`` any longer."""
        try:
            await self.connection.commit()
        except BaseException as error:
            # Nobody but the server knows what is left of the transaction. With the connection, all of it goes.
            await _cut(self.connection, error)
            if self._known is None or not isinstance(error, TROUBLE) or _refused(error):
                raise
            log.warning(
                "the answer to a commit was lost (%s): asking for it", faults.reason(error), extra=faults.OUTAGE
            )
            if not await self._stored(*self._known, patient):
                raise
            return
        await self.connection.close()

    async def undo(self, why: BaseException | None = None) -> None:
        """End it without writing anything; ``why`` is what went wrong."""
        await _undone(self.connection, why)

    async def _stored(self, number: int, since: datetime, patient: Callable[[], bool]) -> bool:
        """Ask by another connection whether the transaction is stored, until the server says so.

        Raises AnswerLost where it cannot know.
        """
        while patient():
            try:
                async with self._engine.connect() as connection:
                    status, now_since = (await connection.execute(_STATUS, {"number": number})).one()
            except TROUBLE as error:
                log.debug("not answered: %s", faults.reason(error))
            else:
                if status == "committed" and now_since != since:
                    raise AnswerLost
                if status != "in progress":
                    return bool(status == "committed")
            await asyncio.sleep(_ASK_AGAIN)
        raise AnswerLost


def _refused(error: BaseException) -> bool:
    """Whether the server itself has answered that it did not commit, and still answers."""
    alive = isinstance(error, DBAPIError) and not error.connection_invalidated
    return alive and bool(faults.name(error))


async def _undone(connection: AsyncConnection, why: BaseException | None) -> None:
    """Roll back. Where that is impossible, cut the connection; then the server rolls back by itself."""
    if isinstance(why, TimeoutError | asyncio.CancelledError):
        await _cut(connection, why)
        return
    try:
        await connection.rollback()
        await connection.close()
    except TROUBLE as error:
        log.warning("a transaction was cut off: %s", faults.reason(error), extra=faults.OUTAGE)
        await _cut(connection, error)


async def _cut(connection: AsyncConnection, why: BaseException) -> None:
    try:
        await connection.invalidate(why)
        await connection.close()
    except TROUBLE as error:
        log.warning("a connection was not closed: %s", faults.reason(error), extra=faults.OUTAGE)


# -- Group commit ----------------------------------------------------------------------------------------------------

PATIENCE = 5.0
"""Seconds that a save without a waiting caller, such as a job's, waits for a transaction."""

_PAUSE = 0.05
"""Seconds between two tries to begin a transaction."""

_CLOSING = 6.0
"""Seconds that a transaction has to end when the program does."""

_NOT_OURS = "another process may have taken over"

_TICK = 0.002
"""Timers may fire this much early."""

_STORED_ALREADY = "a line is stored already"

_COUNT = {"preserve_rowcount": True}


class Writer:
    """The one task that writes. Use it as an async context manager; leaving it writes what still waits."""

    def __init__(self, engine: AsyncEngine, may_write: Callable[[], bool] | None = None) -> None:
        """Write by ``engine``, but only while ``may_write`` says so; it is asked before and after each transaction's
        work, must cost next to nothing, and says no when another process may have taken over."""
        self._engine = engine
        self._may_write = may_write or _always
        self._committed: Callable[[int], None] | None = None
        self._snapshots = statements.snapshots(engine.dialect.name).returning(schema.tables.c.id)
        self._journal: Executable | Bulk = statements.JOURNAL
        self._bulk: Bulk | None = None
        if engine.dialect.name == "sqlite":
            self._bulk, self._journal = statements.bulks()
        self._results = statements.results(engine.dialect.name)
        self.standings = Standings(engine.dialect.name)
        """Counts results, and can count them again."""
        self._waiting: list[Save] = []
        self._begun: list[Save] = []
        self._trouble = "the storage is busy"
        """Why no transaction has begun."""
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._rings = 0.0

    async def __aenter__(self) -> "Writer":
        self._task = asyncio.create_task(self._run(), name="writer")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=_CLOSING)
            if not self._task.done():
                log.error("the storage hangs: the last saves are given up")
                self._task.cancel()
                await asyncio.wait((self._task,), timeout=1)
                _lose(self._begun)
                _answer(self._waiting, SaveFailed("the storage is closed"))
        if self._timer is not None:
            self._timer.cancel()

    async def save(self, save: Save) -> None:
        """Return once ``save`` is committed. Raises SaveConflict, ChannelBusy, SaveFailed or SaveUnknown."""
        if self._closing or self._task is None or self._task.done():
            raise SaveFailed("the storage is closed")
        end, now = memory.until(), asyncio.get_running_loop().time()
        save.hurried = end is not None
        save.until = now + PATIENCE if end is None else end
        if save.until <= now:
            raise SaveFailed("there was no time left to save it")
        self._waiting.append(save)
        self._ring(save.until)
        self._wake.set()
        await save.answered

    async def execute(self, *others: Executable) -> None:
        """Write something that is no table, in its turn."""
        await self.save(Save(others=others))

    async def run_in_transaction(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Return what ``work`` does in a transaction, in its turn: nobody writes between its reads and its writes."""
        returned: list[T] = []

        async def kept(connection: AsyncConnection) -> None:
            returned[:] = [await work(connection)]  # Of a batch that is written again, what came of the last time.

        await self.save(Save(work=kept))
        return returned[0]

    # -- what comes too late -----------------------------------------------------------------------------------

    def _ring(self, at: float) -> None:
        """Look at ``at`` for saves that are too late. One timer serves all, because setting one costs as much as a
        save."""
        if self._timer is not None:
            if self._rings <= at:
                return
            self._timer.cancel()
        self._rings = at
        self._timer = asyncio.get_running_loop().call_at(at, self._look)

    def _look(self) -> None:
        self._timer = None
        now = asyncio.get_running_loop().time() + _TICK
        for save in self._waiting:
            if save.until <= now:
                save.withdraw(f"not begun in time: {self._trouble}")
        self._waiting = [save for save in self._waiting if save.open]
        for save in self._begun:
            if save.hurried and save.until <= now:
                save.doubt()
        ends = [save.until for save in self._waiting]
        ends += [save.until for save in self._begun if save.open and save.hurried]
        if ends:
            self._ring(min(ends))

    # -- writing -----------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                try:
                    await self._round()
                except Exception as error:  # The writer must outlive every fault; waiting callers get an answer.
                    log.exception("a batch of %d could not be written", len(self._begun))
                    _answer(self._begun, SaveFailed(type(error).__name__))
                finally:
                    _lose(self._begun)
                    self._begun = []
            if self._closing:
                return

    async def _round(self) -> None:
        """Begin a transaction and write what waits; where none can begin, waiting saves may still have time."""
        if not self._may_write():
            self._trouble = _NOT_OURS
            await asyncio.sleep(_PAUSE)
            return
        try:
            transaction = await Transaction.begin(self._engine)
        except TROUBLE as trouble:
            self._trouble = faults.reason(trouble)
            if faults.damaged(trouble):
                _answer(self._waiting, faults.damage(trouble))
                self._waiting = []
            await asyncio.sleep(_PAUSE)
            return
        self._trouble = "the storage is busy"
        self._begun = self._take()
        if not self._begun:
            await transaction.undo()
            return
        error = await self._write(transaction, self._begun)
        if error is None or len(self._begun) == 1 or isinstance(error, _Down):
            _answer(self._begun, error)
        else:
            self._again(error)
        self._begun = []

    def _again(self, error: StoreError) -> None:
        """Write each save of the batch by itself; one that was unknown is settled now."""
        _answer((save for save in self._begun if not save.open), error)
        again = [save for save in self._begun if save.open]
        for save in again:
            save.by_itself = True
        self._waiting[:0] = again

    def _take(self) -> list[Save]:
        """Return the waiting saves in order, but at most one of each table: a statement may touch a row only once."""
        batch: list[Save] = []
        later: list[Save] = []
        touched: set[int] = set()
        for save in self._waiting:
            if not save.open:
                continue
            ids = {row["id"] for row in save.snapshots}
            full = bool(batch) and (save.by_itself or batch[0].by_itself)
            (later if full or ids & touched else batch).append(save)
            touched |= ids
        self._waiting = later
        return batch

    async def _write(self, transaction: Transaction, batch: Sequence[Save]) -> StoreError | None:
        """Write ``batch`` and commit; return None, or why nothing of it was written."""
        try:
            try:
                await self._execute(transaction.connection, batch)
                if not self._may_write():
                    raise _Down(_NOT_OURS)
            except BaseException as error:
                await transaction.undo(error)
                raise
            await transaction.commit(lambda: not self._closing)
        except StoreError as error:
            return error
        except AnswerLost:
            _lose(batch)
            return _Down("nobody knows how it ended")
        except (SQLAlchemyError, OSError, ValueError, TypeError, OverflowError) as error:
            return _fault(error)
        except Exception as error:  # Most likely the fault of one save's work; it must not fail those beside it.
            log.exception("a batch of %d failed", len(batch))
            return _BadRow(faults.reason(error))
        if self._committed is not None:
            self._committed(len(batch))
        return None

    def on_commit(self, tell: Callable[[int], None]) -> None:
        """Call ``tell`` after each commit with the number of saves that shared it; it must not wait."""
        self._committed = tell

    async def _execute(self, connection: AsyncConnection, batch: Sequence[Save]) -> None:
        # Processes that lock the same rows do so in the same order. New rows, which nobody can have locked, come after
        # them (a table that ends frees its channel), in the order of their saves.
        snapshots = sorted((row for save in batch for row in save.snapshots), key=_in_turn)
        journal = [row for save in batch for row in save.journal]
        if snapshots and self._bulk is not None and self._may_write is _always and all(map(_moves_only, batch)):
            together = self._bulk.with_other(len(snapshots), statements.bulks()[1], journal)
            await self._upsert(connection, snapshots, together)
            return
        if snapshots:
            await self._upsert(connection, snapshots, None if self._bulk is None else self._bulk.text)
        if journal:
            await _insert(connection, self._journal, journal)
        if lobby := [row for save in batch for row in save.lobby]:
            await _insert(connection, statements.LOBBY, lobby)
        if results := [row for save in batch for row in save.results]:
            await _insert(connection, self._results, results)
            await self.standings.add(connection, results)
        for save in batch:
            for other in save.others:
                await connection.execute(other)
            if save.work is not None:
                await save.work(connection)

    async def _upsert(self, connection: AsyncConnection, rows: list[Row], bulk: str | None) -> None:
        """Store snapshots, by ``bulk`` in SQLite. One that does not follow the stored version changes nothing and does
        not count."""
        try:
            stored = await self._store(connection, rows, bulk)
        except IntegrityError as error:
            if faults.unique(error):
                if schema.journal.name in str(error.orig):
                    raise SaveConflict(_STORED_ALREADY) from error
                raise ChannelBusy("another live table holds the channel") from error
            raise
        if stored != len(rows):
            raise SaveConflict("another version of a table is stored")

    async def _store(self, connection: AsyncConnection, rows: list[Row], bulk: str | None) -> int:
        """Return how many snapshots were stored. SQLite's driver counts; PostgreSQL's does not, and lists the ids."""
        if self._bulk is None or bulk is None:
            return len((await connection.execute(self._snapshots, rows)).all())
        answer = await connection.exec_driver_sql(bulk, self._bulk.values(rows), _COUNT)
        return answer.rowcount


def _always() -> bool:
    return True


def _moves_only(save: Save) -> bool:
    """Whether ``save`` is snapshots and lines of the journal, as nearly all are."""
    return not (save.lobby or save.results or save.others or save.work)


def _in_turn(snapshot: Row) -> tuple[bool, int]:
    is_new = snapshot["version"] == 1
    return is_new, 0 if is_new else snapshot["id"]


async def _insert(connection: AsyncConnection, statement: Executable | Bulk, rows: list[Row]) -> None:
    try:
        await write(connection, statement, rows)
    except IntegrityError as error:
        if faults.unique(error):
            raise SaveConflict(_STORED_ALREADY) from error
        raise


class _Down(SaveFailed):
    """The database itself does not work now."""


class _BadRow(SaveFailed):
    """The batch holds something that cannot be stored."""


def _fault(error: Exception) -> StoreError:
    if faults.damaged(error):
        return faults.damage(error)
    return _Down(faults.reason(error)) if faults.is_down(error) else _BadRow(faults.reason(error))


def _answer(batch: Iterable[Save], error: StoreError | None) -> None:
    for save in batch:
        save.answer(error)


def _lose(batch: Iterable[Save]) -> None:
    """Answer callers without an answer that nobody will know."""
    for save in batch:
        save.lose()


# -- Work that a migration leaves for later: counting the games from before there were standings ---------------------


_IS_OWED = schema.meta.c.key == "owed standings"
_OWED = select(schema.meta.c.value).where(_IS_OWED)


async def run_pending_rebuilds(readers: AsyncEngine, writer: Writer) -> None:
    """Do pending work, if any; if it is cut off, the next start does it again.

    Of several processes that start at once, each may do a part: once one of them is through, the others leave off.
    """
    async with reader(readers) as connection:
        if (await connection.execute(_OWED)).first() is None:
            return
    log.info("counting the games of all servers for the leaderboards")
    await rebuild_standings(readers, writer, while_owed=True)
    await writer.execute(delete(schema.meta).where(_IS_OWED))


async def rebuild_standings(
    readers: AsyncEngine, writer: Writer, guild: int | None = None, *, while_owed: bool = False
) -> None:
    """Compute the standings of ``guild``, or of every server, from the results again, each in a transaction.

    With ``while_owed`` it ends as soon as another process has done all of it.
    """
    async with reader(readers) as connection:
        every = select(schema.results.c.guild).distinct()
        guilds = [guild] if guild is not None else sorted((await connection.execute(every)).scalars())
    for id in guilds:

        async def work(connection: AsyncConnection, id: int = id) -> None:
            # The lock keeps two processes from counting a server at once, which would count its games twice.
            if while_owed and await connection.scalar(_OWED.with_for_update()) is None:
                return
            await writer.standings.rebuild(connection, id)

        await writer.run_in_transaction(work)
