"""One process per database: a second one would move boards and call players behind the first one's back.

Beside an SQLite file lies a lock. The system lets go of it when its process ends, however it ends; that the file exists
means nothing. On PostgreSQL it is an advisory lock, which a session of its own holds. The bot watches that session. If
it loses the lock and another process has it, it stops at once.
"""

import asyncio
import errno
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.connection import faults
from db.connection.engines import watching
from db.connection.errors import DatabaseInUse, WrongDatabase
from db.writing.transactions import TROUBLE

log = logging.getLogger(__name__)

WATCH_SECONDS = 10.0
"""How often to check that the session still exists."""

START_SECONDS = 5.0
"""How long a start waits for the session of a process that was just killed."""

_PAUSE = 0.5

_KEY = {"key": 0x676F62656C657401}
"""The key of the advisory lock: "gobelet", and one more than the steps that migrate use (migrate.py)."""

_TAKE = text("SELECT pg_try_advisory_lock(:key)")
_SESSION = text("SELECT pg_backend_pid()")
_HOLDER = text(
    "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1 "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
    "AND (classid::bigint << 32 | objid::bigint) = :key"
)
_END = text("SELECT pg_terminate_backend(:session)")

_NO_LOCKS = (errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK)


@asynccontextmanager
async def single_process(url: URL, file: Path | None) -> AsyncIterator[None]:
    """Be the only process that uses the database. Raises DatabaseInUse, also when another one takes it later."""
    if file is None:
        async with _session(url):
            yield
    else:
        with lock_file(file):
            yield


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


@asynccontextmanager
async def _session(url: URL) -> AsyncIterator[None]:
    task, session = asyncio.current_task(), Session(watching(url))
    try:
        await session.take()
        watch = asyncio.create_task(session.watch(task), name="watch over the database's lock")
        try:
            yield
        except asyncio.CancelledError:
            if session.taken and task is not None and not task.uncancel():
                raise DatabaseInUse("Another process has taken the database; this one stops.") from None
            raise
        finally:
            watch.cancel()
            await asyncio.wait((watch,))
    finally:
        await session.close()


class Session:
    """The session that holds the advisory lock."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._number: int | None = None
        self.taken = False
        """Whether another process has the lock."""

    async def take(self) -> None:
        """Take the lock. Raises DatabaseInUse, or whatever keeps the database from answering."""
        end = asyncio.get_running_loop().time() + START_SECONDS
        while not await self._took():
            if asyncio.get_running_loop().time() > end:
                raise DatabaseInUse("Another process uses the database; stop it first.")
            await asyncio.sleep(_PAUSE)

    async def watch(self, user: asyncio.Task[object] | None) -> None:
        """Keep the lock; where another process has it, cancel ``user``."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if await self._alive():
                continue
            log.warning("the session that keeps the database for this process was lost")
            while not await self._taken_again():
                if self.taken:
                    log.error("another process has taken the database: stopping")
                    if user is not None:
                        user.cancel()
                    return
                await asyncio.sleep(_PAUSE)

    async def close(self) -> None:
        """Let go of the lock."""
        await self._drop()
        await self._engine.dispose()

    async def _took(self) -> bool:
        connection = await self._engine.connect()
        try:
            if await connection.scalar(_TAKE, _KEY):
                self._number = await connection.scalar(_SESSION)
                self._connection = connection
                return True
        finally:
            if self._connection is not connection:
                await connection.close()
        return False

    async def _alive(self) -> bool:
        try:
            return self._connection is not None and await self._connection.scalar(_SESSION) == self._number
        except TROUBLE as error:
            log.debug("not answered: %s", faults.reason(error))
            return False

    async def _taken_again(self) -> bool:
        """Try to take the lock again; the server may not have noticed yet that the old session is gone."""
        await self._drop()
        try:
            if await self._took():
                return True
            async with self._engine.connect() as connection:
                holder = await connection.scalar(_HOLDER, _KEY)
                if holder == self._number:
                    await connection.execute(_END, {"session": holder})
                elif holder is not None:
                    self.taken = True
        except TROUBLE as error:
            log.debug("not answered: %s", faults.reason(error))
        return False

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*TROUBLE):
                await connection.invalidate()
                await connection.close()
