"""SQLite's connections: settings, transactions, and threads of which none outlives its database."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from threading import Thread
from typing import Any, TypeVar
from weakref import WeakSet

import aiosqlite
from sqlalchemy import Dialect, Executable, Insert
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import PoolProxiedConnection

from bot.tables.model.store import Row

# -- SQLite's connections: their settings, how a transaction begins, and statements in one trip to a connection's
# thread
# aiosqlite goes there to make a cursor, to execute, to fetch and to close. Each trip costs the event loop more than
# most of our statements cost SQLite.

BUSY_MS = 5000
"""Milliseconds that SQLite waits for another process; a press does not wait that long (memory.py)."""

# The waiting time comes first, because switching a new file to WAL needs a lock. Of 256 KB are the pages that each
# connection keeps: more would only repeat what the system keeps for all.
USUAL = (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-256")

AHEAD = 256
"""The number of rows that come along with a statement: mostly all; a long stream fetches the others bit by bit."""


class PipelinedStatement(str):
    """A statement for some rows. If it stores all of them, another follows and a commit, in the same trip."""

    _rows: int
    _other: str
    _values: Sequence[Any]

    def __new__(cls, text: str, rows: int, other: str, values: Sequence[Any]) -> "PipelinedStatement":
        """Take the statement for so many ``rows``, and the ``other`` with its ``values``."""
        made = super().__new__(cls, text)
        made._rows, made._other, made._values = rows, other, values
        return made

    def finish(self, connection: sqlite3.Connection, stored: int) -> None:
        """Go on, if so many rows are ``stored``."""
        if stored == self._rows:
            connection.executemany(self._other, self._values)
            connection.commit()


class Bulk:
    """An insert as SQLite's driver takes it, with the values of many rows.

    SQLAlchemy would prepare the values of each row one by one and write the statement anew for each number of rows: 60
    microseconds for every save. SQLite needs no preparation of numbers, text and bytes.
    """

    def __init__(self, statement: Insert, dialect: Dialect, columns: Sequence[str] | None = None) -> None:
        """Write ``statement`` once; ``columns`` (all by default) take a value of each row."""
        compiled = statement.compile(dialect=dialect, column_keys=columns)
        self.text = str(compiled)
        self._pick = itemgetter(*(compiled.positiontup or ()))

    def values(self, rows: Iterable[Row]) -> list[tuple[object, ...]]:
        """Return the values of ``rows`` in the order of the text."""
        return [self._pick(row) for row in rows]

    def with_other(self, rows: int, other: "Bulk", others: Iterable[Row]) -> PipelinedStatement:
        """Return the text for so many ``rows``, which takes along ``other`` for the rows ``others`` and a commit."""
        return PipelinedStatement(self.text, rows, other.text, other.values(others))


async def write(connection: AsyncConnection, statement: Executable | Bulk, rows: Sequence[Row]) -> None:
    """Execute ``statement`` for each of ``rows``."""
    if isinstance(statement, Bulk):
        await connection.exec_driver_sql(statement.text, statement.values(rows))
    else:
        await connection.execute(statement, rows)


class Cursor(aiosqlite.Cursor):
    """A cursor for one statement."""

    _cursor: sqlite3.Cursor

    def __init__(self, connection: aiosqlite.Connection) -> None:
        """Execute on ``connection``; its thread makes the cursor with the statement."""
        super().__init__(connection, None)  # type: ignore[arg-type]
        self._ahead: list[Any] = []
        self._more = False
        """Whether SQLite may have rows beyond those ahead; if not, its cursor is closed."""

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> "Cursor":
        """Execute a statement."""
        await self._conn._execute(self._run, sqlite3.Cursor.execute, sql, parameters or ())  # type: ignore[no-untyped-call]
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> "Cursor":
        """Execute a statement that returns no rows, once with each of ``parameters``."""
        await self._conn._execute(self._run, sqlite3.Cursor.executemany, sql, parameters)  # type: ignore[no-untyped-call]
        return self

    def _run(self, execute: Callable[..., object], sql: str, parameters: Iterable[Any]) -> None:
        """Do it all, in the thread."""
        self._cursor = self._conn._conn.cursor()
        try:
            execute(self._cursor, sql, parameters)
            if isinstance(sql, PipelinedStatement):
                sql.finish(self._conn._conn, self._cursor.rowcount)
            if self._cursor.description:
                self._ahead = self._cursor.fetchmany(AHEAD)
                self._more = len(self._ahead) == AHEAD
        finally:
            if not self._more:
                self._cursor.close()

    async def fetchone(self) -> Any:
        """Return the next row; None at the end."""
        rows = await self.fetchmany(1)
        return rows[0] if rows else None

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        """Return the next ``size`` rows, or as many as there are."""
        size = self.arraysize if size is None else size
        rows, self._ahead = self._ahead[:size], self._ahead[size:]
        if self._more and len(rows) < size:
            rows += await super().fetchmany(size - len(rows))
        return rows

    async def fetchall(self) -> list[Any]:
        """Return the remaining rows."""
        rows, self._ahead = self._ahead, []
        if self._more:
            rows += await super().fetchall()
        return rows

    async def close(self) -> None:
        """Forget the remaining rows."""
        self._ahead = []
        if self._more:
            self._more = False
            await super().close()


class Connection(aiosqlite.Connection):
    """A connection with such cursors."""

    def cursor(self) -> Any:
        """Return a cursor, which nobody has to await."""
        return Cursor(self)

    async def commit(self) -> None:
        """Commit, unless that is done (:class:`PipelinedStatement`)."""
        if self.in_transaction:
            await super().commit()


def connect(file: str, **options: Any) -> Connection:
    """Return a connection that opens when it is awaited, as ``aiosqlite.connect`` does."""
    return Connection(lambda: sqlite3.connect(file, **options), AHEAD)


def pragmas(*settings: str) -> Callable[[Any, object], None]:
    """Return a function that gives a new connection these settings, in one trip to its thread."""
    script = "".join(f"PRAGMA {setting};" for setting in settings)

    def give(connection: Any, _: object) -> None:
        connection.run_async(lambda opened: opened.executescript(script))

    return give


def begin(dbapi_connection: PoolProxiedConnection) -> None:
    """Take the write lock at once: a transaction that turns from reading to writing could not wait for it.

    As the dialect's own begin it costs half of what a statement of SQLAlchemy in an event does.
    """
    cursor = dbapi_connection.cursor()
    cursor.execute("BEGIN IMMEDIATE")
    cursor.close()


# -- The threads of SQLite's connections: none outlives its database -------------------------------------------------
# Every connection of aiosqlite has a thread, which hands each result over to the event loop. A thread that is still at
# work when the loop closes ends with an error that nobody can catch. Two kinds of connections had such threads. Of
# one, the opening was cancelled: aiosqlite stops its thread without waiting, and SQLAlchemy never hears of it. The
# other was in use when its engine was disposed of.

log = logging.getLogger(__name__)

T = TypeVar("T")

ENDING_SECONDS = 5.0
"""Seconds that closing waits for connections that still open or work."""


class SqliteThreads:
    """Opens connections for engines and knows their threads."""

    def __init__(self) -> None:
        self._connections: WeakSet[aiosqlite.Connection] = WeakSet()
        self._threads: WeakSet[Thread] = WeakSet()
        self._tasks: set[asyncio.Task[object]] = set()
        """Openings, and the closing of what nobody waits for any longer."""

    async def connect(self, *arguments: Any, **options: Any) -> aiosqlite.Connection:
        """Open a connection, as ``aiosqlite.connect`` does; one whose caller is cancelled meanwhile closes again."""
        connection = connect(*arguments, **options)
        connection._thread.daemon = True  # As SQLAlchemy has it: a thread that hangs must not hold up the exit.
        self._connections.add(connection)
        self._threads.add(connection._thread)
        opening = self._keep(asyncio.ensure_future(connection))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            self._keep(asyncio.ensure_future(_close_opened(opening)))
            raise

    async def close(self) -> None:
        """Stop what is still open, and wait until all threads have ended, but not for ever."""
        end = time.monotonic() + ENDING_SECONDS
        while self._tasks and time.monotonic() < end:
            await asyncio.wait(self._tasks, timeout=end - time.monotonic())
        for connection in list(self._connections):
            if connection._thread.is_alive():
                connection.stop()
        threads = [thread for thread in self._threads if thread.is_alive()]
        if threads:
            await asyncio.to_thread(_join, threads, end)
        if hanging := sum(thread.is_alive() for thread in threads):
            log.error("the storage hangs: %d connections do not close", hanging)

    def _keep(self, task: asyncio.Task[T]) -> asyncio.Task[T]:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def _close_opened(opening: asyncio.Task[aiosqlite.Connection]) -> None:
    await asyncio.wait((opening,))
    if not opening.cancelled() and opening.exception() is None:
        await opening.result().close()


def _join(threads: list[Thread], end: float) -> None:
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
