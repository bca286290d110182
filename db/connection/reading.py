"""Reading: lends a connection for a few statements. A press that needs an answer does not wait for it too long."""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import CursorResult, Executable
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.model import memory
from bot.tables.model.store import Row, StoreClosed, StoreError
from db.connection import faults
from db.schema import Found

log = logging.getLogger(__name__)

_ENDING_SECONDS = 5

_abandoned: set[asyncio.Task[None]] = set()
"""Abandoned reads, until they end."""


class Reader:
    """A connection that reads one statement after the other, within the time limit of the press (memory.py)."""

    def __init__(self, connection: AsyncConnection) -> None:
        """Read from ``connection``."""
        self._connection = connection
        self.lost = False
        """Whether a statement still runs; the connection goes back when it ends."""

    async def execute(self, statement: Executable, values: Row | None = None) -> CursorResult[*tuple[Any, ...]]:
        """Return the rows of ``statement``."""
        return await memory.within(self._connection.execute(statement, values), self._lose)

    async def scalar(self, statement: Executable, values: Row | None = None) -> Any:
        """Return the first column of its first row; None if there is none."""
        return (await self.execute(statement, values)).scalar()

    def _lose(self, running: asyncio.Task[object]) -> None:
        self.lost = True
        _later(_closed(running, self._connection))


@asynccontextmanager
async def reader(engine: AsyncEngine) -> AsyncIterator[Reader]:
    """Lend a connection that reads; errors come as StoreError, without parameters."""
    try:
        connection = await memory.within(engine.connect().start(), _abandon)
        reading = Reader(connection)
        try:
            yield reading
        except TimeoutError:
            if not reading.lost:  # The driver gave up. The next result on this connection belongs to another question.
                await connection.invalidate()
            raise
        finally:
            if not reading.lost:
                await _give_back(connection)
    except (SQLAlchemyError, OSError) as error:
        if faults.damaged(error):
            raise faults.damage(error) from error
        raise StoreError(f"not read: {faults.reason(error)}") from error


async def _give_back(connection: AsyncConnection) -> None:
    closing = asyncio.ensure_future(connection.close())
    try:
        await asyncio.shield(closing)
    except asyncio.CancelledError:
        _later(_closed(closing, connection))
        raise
    except ValueError as error:  # aiosqlite's word for a connection that the closing database has closed.
        raise StoreClosed("not read: the database has closed") from error


async def fetch(engine: AsyncEngine, query: Executable, values: Row | None = None) -> Sequence[Found]:
    """Return all rows of one query, which may take ``values``."""
    async with reader(engine) as connection:
        return (await connection.execute(query, values)).all()


async def reads_ended() -> None:
    """Wait a few seconds at most for abandoned reads, because the database is about to close."""
    if _abandoned:
        await asyncio.wait(_abandoned, timeout=_ENDING_SECONDS)


def _abandon(opening: asyncio.Task[AsyncConnection]) -> None:
    # Do not cancel it: SQLAlchemy loses a connection that is cancelled while it opens.
    _later(_closed(opening))


def _later(work: Coroutine[object, object, None]) -> None:
    task = asyncio.ensure_future(work)
    _abandoned.add(task)
    task.add_done_callback(_abandoned.discard)


async def _closed(running: asyncio.Task[object], connection: AsyncConnection | None = None) -> None:
    """Give the connection back after ``running``, which uses or opens it, has ended."""
    await asyncio.wait((running,))
    failed = running.cancelled() or running.exception() is not None
    used = connection if connection is not None or failed else running.result()
    try:
        if isinstance(used, AsyncConnection):
            if failed:
                await used.invalidate()
            await used.close()
    except (SQLAlchemyError, OSError) as error:
        log.warning("a connection was not given back: %s", faults.reason(error), extra=faults.OUTAGE)
