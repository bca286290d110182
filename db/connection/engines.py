"""Connections: one that writes, and a few that read and never wait for it.

SQLite has a thread per connection. WAL lets readers go on while the writer commits. Every commit is on disk before its
save returns (synchronous=FULL): a power cut must not undo a throw that people have seen.
"""

from sqlalchemy import event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from db.connection import sqlite
from db.connection.errors import WrongDatabase
from db.connection.sqlite_threads import SqliteThreads

READERS = 3
"""Presses on known tables read nothing; reads are leaderboards and first presses after a start."""

POOL_TIMEOUT = 5

TRY_MS = 1000
"""How long one try to begin a transaction waits for another process; the writer tries again (writer.py)."""

COMMAND_SECONDS = 20
"""How long a statement of PostgreSQL's may take before the connection counts as dead."""

_LIMITS = {
    "timeout": 5,
    "command_timeout": COMMAND_SECONDS,
    "server_settings": {
        # Rows that another process has locked must not hold up everybody else's saves for long.
        "lock_timeout": "500",
        # A process that died, or lost its network, in a transaction leaves its rows locked, but not for long.
        "idle_in_transaction_session_timeout": "30000",
        "tcp_keepalives_idle": "30",
        "tcp_keepalives_interval": "10",
        "tcp_keepalives_count": "3",
    },
}
"""What each connection asks of asyncpg, in seconds, and of the server, mostly in milliseconds."""


_AUTOCOMMIT: dict[str, object] = {"isolation_level": "AUTOCOMMIT", "skip_autocommit_rollback": True}
"""For connections without transactions: each statement on its own.

A connection gets this when it opens. As an option of the engine it would be set and taken back for every question,
which takes as long as the question itself.
"""


def migrating(url: URL, threads: SqliteThreads | None = None) -> AsyncEngine:
    """Return the engine that brings the database up to date; its statements may take their time."""
    engine = _engine(url, 1, {}, threads)
    if _is_sqlite(url):
        event.listen(engine.sync_engine, "connect", sqlite.pragmas(*sqlite.USUAL))
        event.listen(engine.sync_engine, "begin", sqlite.begin)
    return engine


def writing(url: URL, threads: SqliteThreads | None = None) -> AsyncEngine:
    """Return the engine with the one connection that writes."""
    # The question for the number of the transaction shows whether it is alive (transactions.py): no need to ping.
    engine = _engine(url, 1, {}, threads, connect_args=_LIMITS)
    if _is_sqlite(url):
        event.listen(engine.sync_engine, "connect", sqlite.pragmas(*sqlite.USUAL, f"busy_timeout={TRY_MS}"))
        event.listen(engine.sync_engine, "begin", sqlite.begin)
    return engine


def reading(url: URL, threads: SqliteThreads | None = None) -> AsyncEngine:
    """Return the engine that only reads, each statement on its own."""
    engine = _engine(url, READERS, _AUTOCOMMIT, threads, connect_args=_LIMITS, pool_pre_ping=True)
    if _is_sqlite(url):
        event.listen(engine.sync_engine, "connect", sqlite.pragmas(*sqlite.USUAL, "query_only=ON"))
    return engine


def watching(url: URL) -> AsyncEngine:
    """Return the engine of the session that keeps a PostgreSQL database for this process, and of questions about it."""
    return _engine(url, 2, _AUTOCOMMIT, connect_args=_LIMITS)


async def close(engine: AsyncEngine) -> None:
    """Close the connections of ``engine`` and open none any more: a task that is late gets a ConnectionError."""
    # SQLAlchemy goes on with an empty pool, and nobody would close what a task opens in it after that.
    event.listen(engine.sync_engine, "do_connect", _refuse)
    await engine.dispose()


def _refuse(*_: object) -> None:
    raise ConnectionError("the storage is closed")


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _engine(
    url: URL, size: int, mode: dict[str, object], threads: SqliteThreads | None = None, **of_postgresql: object
) -> AsyncEngine:
    options: dict[str, object] = {"pool_size": size, "max_overflow": 0, "pool_timeout": POOL_TIMEOUT, **mode}
    if _is_sqlite(url):
        # We begin transactions ourselves (sqlite.py) and leave none open, so there is nothing to roll back on return.
        arguments: dict[str, object] = {"isolation_level": None}
        if threads is not None:
            arguments["async_creator_fn"] = threads.connect  # What create_async_engine makes of ``async_creator``.
        options |= {"connect_args": arguments, "pool_reset_on_return": None}
    else:
        options |= {"pool_recycle": 1800, **of_postgresql}
    try:
        return create_async_engine(url, **options)
    except ModuleNotFoundError as error:
        raise WrongDatabase(f"The database driver {error.name} is missing; install gobelet[postgres].") from error
