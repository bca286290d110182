"""One transaction of the writer. It can find out its outcome even when the answer to its commit is lost.

SQLite's answer cannot be lost. PostgreSQL's can: the connection breaks, or gives up waiting, after the commit has left.
The server remembers by its number how a transaction ended; the bot asks until the server says so. A server that crashed
may give the number anew, if nothing of that transaction was on disk. Then "committed" may be said of another one.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Executable, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.model.store import Row, SaveFailed, SaveUnknown, StoreError
from db.connection import faults

# -- What one decision writes, and what becomes of it: each save ends in exactly one of the states below -------------
# ::
#
#     waiting ──▶ begun ──▶ stored, or refused by the storage
#        │          │
#        │          └─ too late: SaveUnknown; ``settled`` brings the end as soon as there is one
#        └─ too late: SaveFailed. It is withdrawn: no transaction takes it any more.

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


# -- One transaction of the writer. It can find out its outcome even when the answer to its commit is lost -----------

log = logging.getLogger(__name__)

TROUBLE = (SQLAlchemyError, OSError)
"""What connections and their statements raise."""

_NUMBER = text("SELECT txid_current(), pg_postmaster_start_time()")
_STATUS = text("SELECT txid_status(CAST(:number AS bigint)), pg_postmaster_start_time()")
_PAUSE = 0.2


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
            await asyncio.sleep(_PAUSE)
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
