"""Connections: one that writes, a few that read and never wait for it.

SQLite (a thread per connection): WAL lets readers go on while the writer commits; every commit is on disk before it
is told (synchronous=FULL), for a throw shown to people must not be un-thrown by a power cut.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from db.connection.errors import WrongDatabase

READERS = 3
"""Presses on known tables read nothing; reads are leaderboards and first presses after a start."""

POOL_TIMEOUT = 5
BUSY_MS = 5000
"""How long SQLite waits for another process; whoever waits for an answer to a press goes on before (limit.py)."""

TRY_MS = 1000
"""How long one try to begin a transaction waits for another process; the writer tries again (writer.py)."""

COMMAND_SECONDS = 20
"""How long a statement of PostgreSQL's may take until the connection is held for dead."""

_LIMITS = {
    "timeout": 5,
    "command_timeout": COMMAND_SECONDS,
    "server_settings": {
        # Rows that another process holds do not hold up the saves of everybody else for long.
        "lock_timeout": "500",
        # A process that died, or lost its network, in a transaction leaves its rows locked: not for long.
        "idle_in_transaction_session_timeout": "30000",
        "tcp_keepalives_idle": "30",
        "tcp_keepalives_interval": "10",
        "tcp_keepalives_count": "3",
    },
}
"""What asyncpg, in seconds, and the server, mostly in milliseconds, are asked for with each connection."""


def migrating(url: URL) -> AsyncEngine:
    """Return the engine that brings the database up to date; its statements may take their time."""
    engine = _engine(url, 1)
    if _is_sqlite(url):
        event.listen(engine.sync_engine, "connect", _pragmas)
        event.listen(engine.sync_engine, "begin", _begin)
    return engine


def writing(url: URL) -> AsyncEngine:
    """Return the engine with the one connection that writes."""
    # Whether it is alive is asked with the number of the transaction (transactions.py): no need to ping.
    engine = _engine(url, 1, connect_args=_LIMITS)
    if _is_sqlite(url):
        event.listen(engine.sync_engine, "connect", _pragmas)
        event.listen(engine.sync_engine, "connect", _try)
        event.listen(engine.sync_engine, "begin", _begin)
    return engine


def reading(url: URL) -> AsyncEngine:
    """Return the engine that only reads, each statement on its own."""
    engine = _engine(url, READERS, connect_args=_LIMITS, pool_pre_ping=True)
    if _is_sqlite(url):
        event.listen(engine.sync_engine, "connect", _pragmas)
        event.listen(engine.sync_engine, "connect", _read_only)
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def watching(url: URL) -> AsyncEngine:
    """Return the engine of the session that keeps a PostgreSQL database for this process, and of one that asks."""
    engine = _engine(url, 2, connect_args=_LIMITS)
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _engine(url: URL, size: int, **of_postgresql: Any) -> AsyncEngine:
    options: dict[str, Any] = {"pool_size": size, "max_overflow": 0, "pool_timeout": POOL_TIMEOUT}
    if _is_sqlite(url):
        # Transactions begin by our own word (below), and none is left open: nothing to roll back on return.
        options |= {"connect_args": {"isolation_level": None}, "pool_reset_on_return": None}
    else:
        options |= {"pool_recycle": 1800, **of_postgresql}
    try:
        return create_async_engine(url, **options)
    except ModuleNotFoundError as error:
        raise WrongDatabase(f"The database driver {error.name} is missing; install gobelet[postgres].") from error


def _pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    # The time to wait comes first: switching a new file to WAL needs a lock.
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _try(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={TRY_MS}")
    cursor.close()


def _read_only(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA query_only=ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Take the write lock at once: a transaction that turns from reading to writing could not wait for it."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
