"""SQLite's connections: their settings, how a transaction begins, and statements in one trip to a connection's thread.

aiosqlite goes there to make a cursor, to execute, to fetch and to close. Each trip costs the event loop more than most
of our statements cost SQLite.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import aiosqlite
from sqlalchemy import Connection as SqlConnection

BUSY_MS = 5000
"""How long SQLite waits for another process. A press does not wait that long for its answer (time_limit.py)."""

# The waiting time comes first, because switching a new file to WAL needs a lock.
USUAL = (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")

AHEAD = 256
"""How many rows come along with a statement. All rows, mostly; a long stream fetches the others bit by bit."""


class Together(str):
    """A statement for some rows. If it stores all of them, another follows and a commit, in the same trip."""

    _rows: int
    _other: str
    _values: Sequence[Any]

    def __new__(cls, text: str, rows: int, other: str, values: Sequence[Any]) -> "Together":
        """Take the statement for so many ``rows``, and the ``other`` with its ``values``."""
        made = super().__new__(cls, text)
        made._rows, made._other, made._values = rows, other, values
        return made

    def finish(self, connection: sqlite3.Connection, stored: int) -> None:
        """Go on, if so many rows are ``stored``."""
        if stored == self._rows:
            connection.executemany(self._other, self._values)
            connection.commit()


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
            if isinstance(sql, Together):
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
        """Commit, unless that is done (:class:`Together`)."""
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


def begin(connection: SqlConnection) -> None:
    """Take the write lock at once: a transaction that turns from reading to writing could not wait for it."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
