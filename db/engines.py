"""Connections: one that writes, a few that read and never wait for it.

SQLite (a thread per connection): WAL lets readers go on while the writer commits; every commit is on disk before it
is told (synchronous=FULL), for a throw shown to people must not be un-thrown by a power cut.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from db.errors import DatabaseError

READERS = 3
"""Presses on known tables read nothing; reads are leaderboards and first presses after a start."""

POOL_TIMEOUT = 5
BUSY_MS = 5000
"""How long SQLite waits for another process; a press has three seconds in all, but the press after it may work."""


def writing(url: URL) -> AsyncEngine:
    """Return the engine with the one connection that writes."""
    engine = _engine(url, 1)
    if _is_sqlite(url):
        event.listen(engine.sync_engine, "connect", _pragmas)
        event.listen(engine.sync_engine, "begin", _begin)
    return engine


def reading(url: URL) -> AsyncEngine:
    """Return the engine that only reads, each statement on its own."""
    engine = _engine(url, READERS)
    if _is_sqlite(url):
        event.listen(engine.sync_engine, "connect", _pragmas)
        event.listen(engine.sync_engine, "connect", _read_only)
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _engine(url: URL, size: int) -> AsyncEngine:
    options: dict[str, Any] = {"pool_size": size, "max_overflow": 0, "pool_timeout": POOL_TIMEOUT}
    if _is_sqlite(url):
        # Transactions begin by our own word (below), and none is left open: nothing to roll back on return.
        options |= {"connect_args": {"isolation_level": None}, "pool_reset_on_return": None}
    else:
        options |= {"pool_pre_ping": True, "pool_recycle": 1800}
    try:
        return create_async_engine(url, **options)
    except ModuleNotFoundError as error:
        raise DatabaseError(f"The database driver {error.name} is missing; install gobelet[postgres].") from error


def _pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    # The time to wait comes first: switching a new file to WAL needs a lock.
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _read_only(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA query_only=ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Take the write lock at once: a transaction that turns from reading to writing could not wait for it."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
