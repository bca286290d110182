"""One transaction of the writer. It can find out its outcome even when the answer to its commit is lost.

SQLite's answer cannot be lost. PostgreSQL's can: the connection breaks, or gives up waiting, after the commit has left.
The server remembers by its number how a transaction ended; the bot asks until the server says so.
"""

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.connection import faults

log = logging.getLogger(__name__)

TROUBLE = (SQLAlchemyError, OSError)
"""What connections and their statements raise."""

_NUMBER = text("SELECT txid_current()")
_STATUS = text("SELECT txid_status(CAST(:number AS bigint))")
_PAUSE = 0.2


class AnswerLost(Exception):
    """Nobody can find out before the program ends how the transaction ended."""


class Transaction:
    """A transaction that has begun, and holds the write lock of SQLite."""

    def __init__(self, engine: AsyncEngine, connection: AsyncConnection, number: int | None) -> None:
        self._engine = engine
        self.connection = connection
        self._number = number

    @classmethod
    async def begin(cls, engine: AsyncEngine) -> "Transaction":
        """Begin one. Raises one of TROUBLE; PostgreSQL has answered once when this returns."""
        connection = await engine.connect()
        number: int | None = None
        try:
            await connection.begin()
            if engine.dialect.name == "postgresql":
                number = await connection.scalar(_NUMBER)
        except BaseException as error:
            await _undone(connection, error)
            raise
        return cls(engine, connection, number)

    async def commit(self, patient: Callable[[], bool]) -> None:
        """Commit. Raises one of TROUBLE when nothing was written, and Lost when nobody is ``patient`` any longer."""
        try:
            await self.connection.commit()
        except BaseException as error:
            # Nobody but the server knows what is left of the transaction. With the connection, all of it goes.
            await _cut(self.connection, error)
            if self._number is None or not isinstance(error, TROUBLE) or _refused(error):
                raise
            log.warning(
                "the answer to a commit was lost (%s): asking for it", faults.reason(error), extra=faults.OUTAGE
            )
            if not await self._stored(self._number, patient):
                raise
            return
        await self.connection.close()

    async def undo(self, why: BaseException | None = None) -> None:
        """End it without writing anything; ``why`` is what went wrong."""
        await _undone(self.connection, why)

    async def _stored(self, number: int, patient: Callable[[], bool]) -> bool:
        """Ask by another connection whether the transaction is stored, until the server says so."""
        while patient():
            try:
                async with self._engine.connect() as connection:
                    status = await connection.scalar(_STATUS, {"number": number})
            except TROUBLE as error:
                log.debug("not answered: %s", faults.reason(error))
            else:
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
