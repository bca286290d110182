"""Database URLs, one process per SQLite file, and connections: one that writes, a few that read without waiting."""

import errno
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from db.connection import sqlite
from db.connection.faults import DatabaseInUse, WrongDatabase
from db.connection.sqlite import SqliteThreads

# -- Reads database URLs as people write them, and says what is wrong with one it cannot use -------------------------

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}

_LAST_PORT = 65_535


def parse(text: str) -> URL:
    """Return the URL with its asynchronous driver. Raises WrongDatabase; its message holds no password."""
    try:
        url = make_url(text.strip())
        if not 0 <= (url.port or 0) <= _LAST_PORT:  # uvloop would take another port instead.
            raise ValueError
    except (ArgumentError, ValueError):
        raise WrongDatabase(
            "The database URL cannot be read; it looks like sqlite:///data/gobelet.db or postgresql://user@host/name."
        ) from None
    driver = _DRIVERS.get(url.drivername.partition("+")[0])
    if driver is None:
        raise WrongDatabase(f"The database URL names {url.drivername}; use sqlite or postgresql.")
    if driver.startswith("sqlite") and url.database in (None, "", ":memory:"):
        raise WrongDatabase("The database URL names no file; write one, such as sqlite:///data/gobelet.db.")
    if driver.startswith("sqlite") and str(url.database).startswith("file:"):
        raise WrongDatabase("The database URL of a file has only its path, such as sqlite:///data/gobelet.db.")
    if "sslmode" in url.query and "ssl" not in url.query:  # Other drivers' word; asyncpg takes the same values.
        url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": url.query["sslmode"]})
    return url.set(drivername=driver)


def sqlite_file(url: URL) -> Path | None:
    """Return the file of an SQLite URL; None for another database."""
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def prepare(file: Path) -> None:
    """Make the folder and the file usable for this user only: they hold the secrets of running games."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise WrongDatabase(f"The database file {str(file)!r} cannot be used: {why}.") from error


# -- One process per SQLite file: a second one would move boards and call players behind the first one's back --------
# Beside the file lies a lock. The system lets go of it when its process ends, however it ends; that the file exists
# means nothing. PostgreSQL has claims instead (db/claims).

log = logging.getLogger(__name__)

_NO_LOCKS = (errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK)


@contextmanager
def lock_file(file: Path) -> Iterator[None]:
    """Be the only process that uses an SQLite file. Raises DatabaseInUse or WrongDatabase."""
    path = file.resolve()
    path = path.with_name(path.name + ".lock")
    lock = FileLock(path, mode=0o600, fallback_to_soft=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise DatabaseInUse(f"Another process uses the database {file}; stop it first.") from None
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise WrongDatabase(f"The database file {file} cannot be locked: {error.strerror or error}.") from error
        log.warning("files cannot be locked where %s lies: see to it that only one bot uses it", file)
    try:
        yield
    finally:
        if lock.is_locked:
            # A process that has opened the file by now notices that it is gone, and makes another one.
            path.unlink(missing_ok=True)
            lock.release()


# -- Connections: one that writes, and a few that read and never wait for it -----------------------------------------
# SQLite has a thread per connection. WAL lets readers go on while the writer commits. Every commit is on disk before
# its save returns (synchronous=FULL): a power cut must not undo a throw that people have seen.

READERS = 3
"""Presses on known tables read nothing; reads are leaderboards and first presses after a start."""

POOL_TIMEOUT = 5

TRY_MS = 1000
"""Milliseconds that one try to begin a transaction waits for another process; the writer tries again (writer.py)."""

COMMAND_SECONDS = 20
"""Seconds that a statement of PostgreSQL may take before its connection counts as dead."""

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
        engine.dialect.do_begin = sqlite.begin  # type: ignore[method-assign]
    return engine


def writing(url: URL, threads: SqliteThreads | None = None) -> AsyncEngine:
    """Return the engine with the one connection that writes."""
    # The question for the number of the transaction shows whether it is alive (writer.py): no need to ping.
    engine = _engine(url, 1, {}, threads, connect_args=_LIMITS)
    if _is_sqlite(url):
        event.listen(engine.sync_engine, "connect", sqlite.pragmas(*sqlite.USUAL, f"busy_timeout={TRY_MS}"))
        engine.dialect.do_begin = sqlite.begin  # type: ignore[method-assign]
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
