"""The one session that holds all locks of this process, and the locks that processes share a database by."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from functools import partial
from typing import Any

from sqlalchemy import TextClause, text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.connection import faults
from db.connection.engines import watching
from db.connection.faults import DatabaseInUse, WrongDatabase
from db.writing.writer import TROUBLE

# -- The locks that processes share a database by, and what can be seen of them. Pure values -------------------------


class LockKind(IntEnum):
    """What a lock means. Its number is that of a shard, unless it says otherwise."""

    MEMBER = 1
    """Takes its share of the shards; all members hold number 0 together."""
    LEADER = 2
    """Does what is done once for all; number 0."""
    SHARD = 3
    """Holds the shard: only this process answers its servers and acts for their tables."""
    OFFER = 4
    """Holds the shard, and would give it to a member that has connected."""
    NEXT = 5
    """Connects to a shard that is offered."""
    READY = 6
    """Has connected to it."""
    IDENTIFY = 7
    """Begins a session at Discord; the number is that of a bucket."""


@dataclass(frozen=True, slots=True)
class HeldLock:
    """A lock that the session ``holder`` has."""

    kind: LockKind
    number: int
    holder: int


class Look:
    """All locks at one moment, as the session ``me`` saw them."""

    def __init__(self, me: int, locks: Iterable[HeldLock]) -> None:
        """Know ``locks``."""
        self.me = me
        self.members = frozenset[int]()
        self._holders: dict[LockKind, dict[int, int]] = {kind: {} for kind in LockKind}
        for lock in locks:
            if lock.kind is LockKind.MEMBER:
                self.members |= {lock.holder}
            else:
                self._holders[lock.kind][lock.number] = lock.holder

    def holder(self, kind: LockKind, number: int) -> int | None:
        """Return the session that holds the lock; None if it is free."""
        return self._holders[kind].get(number)

    def mine(self, kind: LockKind) -> frozenset[int]:
        """Return the numbers that ``me`` holds."""
        return self.of(kind, self.me)

    def of(self, kind: LockKind, holder: int) -> frozenset[int]:
        """Return the numbers that ``holder`` holds."""
        return frozenset(number for number, session in self._holders[kind].items() if session == holder)

    def taken(self, kind: LockKind) -> frozenset[int]:
        """Return the numbers that anybody holds."""
        return frozenset(self._holders[kind])


# -- The one session that holds all locks of this process ------------------------------------------------------------
# The server ends it when nothing has come from it for IDLE_SECONDS. Otherwise a process that was stopped (SIGSTOP), or
# whose machine lost the network, would keep its connection for hours. The process itself counts the session as lost a
# little earlier, LEASE_SECONDS after the last question that was answered: it stops before another process may begin.

log = logging.getLogger(__name__)

IDLE_SECONDS = 20.0
"""Seconds that the server keeps a session that asks nothing."""

LEASE_SECONDS = 15.0
"""Seconds that the process relies on it; the rest allows for requests on their way and clocks of different speed."""

START_SECONDS = 5.0
"""Seconds that a start waits for the session of a process that was just killed."""

PAUSE = 0.5
"""Seconds between two tries."""

_BASE = 0x676F6200
""""gob": the first key of our locks is this and their kind."""

_DATABASE = {"key": 0x676F62656C657401}
"""The key for the whole database. One process alone has it for itself, as all versions before had; several share it."""

_ALONE = text("SELECT pg_try_advisory_lock(:key)")
_SHARED = text("SELECT pg_try_advisory_lock_shared(:key)")
_TAKE = text("SELECT pg_try_advisory_lock(CAST(:base AS int), CAST(:number AS int))")
_TAKE_SHARED = text("SELECT pg_try_advisory_lock_shared(CAST(:base AS int), CAST(:number AS int))")
_GIVE = text("SELECT pg_advisory_unlock(CAST(:base AS int), CAST(:number AS int))")
_GIVE_SHARED = text("SELECT pg_advisory_unlock_shared(CAST(:base AS int), CAST(:number AS int))")
_NUMBER = text("SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()")
_IDLE = text("SELECT set_config('idle_session_timeout', :milliseconds, false)")
_END = text(
    "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE pid = :session AND backend_start = :began"
)
_LOOK = text(
    "SELECT pg_backend_pid(), classid::bigint - :base, objid::bigint, pid FROM pg_locks "
    "WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid::bigint > :base AND classid::bigint <= :last "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
    "UNION ALL SELECT pg_backend_pid(), 0, 0, 0"
)

now: Callable[[], float] = (
    partial(time.clock_gettime, time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic
)
"""Seconds that never go back and, on Linux, go on while the machine sleeps."""


class SessionLost(ConnectionError):
    """The session has ended, or may have; nothing that it held counts any more."""


class LockSession:
    """A session of PostgreSQL's that holds locks. Use it from one task at a time, or several: they take turns."""

    def __init__(self, url: URL) -> None:
        """Connect to ``url`` by :meth:`open`."""
        self._engine: AsyncEngine = watching(url)
        self._connection: AsyncConnection | None = None
        self._turns = asyncio.Lock()
        self._until = float("-inf")
        self._began: datetime | None = None
        self.number = 0
        """The server's number of the session."""

    # -- its life ------------------------------------------------------------------------------------------------

    def valid(self) -> bool:
        """Whether the locks are still this process's own. Costs next to nothing: ask before each save."""
        return now() < self._until

    async def open(self, *, alone: bool) -> None:
        """Begin the session, and use the database ``alone`` or with other processes that share it.

        Raises DatabaseInUse, WrongDatabase, or whatever keeps the database from answering.
        """
        end = now() + START_SECONDS
        while not await self._opened(alone):
            if now() > end:
                raise DatabaseInUse(_in_use(alone))
            await asyncio.sleep(PAUSE)

    async def reopen(self, *, alone: bool) -> None:
        """Begin a new session after this one was lost; end that one where the server has not noticed yet.

        Raises DatabaseInUse if other processes forbid it, or whatever keeps the database from answering.
        """
        lost = {"session": self.number, "began": self._began}
        await self.drop()
        async with self._engine.connect() as connection:
            await connection.execute(_END, lost)
        if not await self._opened(alone):
            raise DatabaseInUse("Another process has taken the database; this one stops.")

    async def drop(self) -> None:
        """Cut the connection, so that the server gives everything back."""
        self._until = float("-inf")
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*TROUBLE):
                await connection.invalidate()
                await connection.close()

    async def close(self) -> None:
        """Give everything back, and open no other session."""
        await self.drop()
        await self._engine.dispose()

    async def _opened(self, alone: bool) -> bool:
        began_at = now()
        connection = await self._engine.connect()
        try:
            if await connection.scalar(_ALONE if alone else _SHARED, _DATABASE):
                number, self._began = (await connection.execute(_NUMBER)).one()
                if not alone:
                    await _check_direct(connection, number)
                await connection.execute(_IDLE, {"milliseconds": str(round(IDLE_SECONDS * 1000))})
                self.number, self._connection, self._until = number, connection, began_at + LEASE_SECONDS
                return True
        finally:
            if self._connection is not connection:
                with suppress(*TROUBLE):
                    await connection.invalidate()  # Its locks must not go back to the pool with it.
                    await connection.close()
        return False

    # -- its locks -----------------------------------------------------------------------------------------------

    async def look(self) -> Look:
        """Return all locks; that also keeps the session alive. Raises SessionLost."""
        rows = await self._ask(_LOOK, {"base": _BASE, "last": _BASE + max(LockKind)})
        if not rows or rows[0][0] != self.number:
            raise SessionLost("another session answered")
        return Look(self.number, (HeldLock(LockKind(kind), number, pid) for _, kind, number, pid in rows if kind))

    async def take(self, kind: LockKind, number: int = 0) -> bool:
        """Take a lock, if nobody else has it. Never take one twice: each has to be given back. Raises SessionLost."""
        taking = _TAKE_SHARED if kind is LockKind.MEMBER else _TAKE
        return bool((await self._ask(taking, {"base": _BASE + kind, "number": number}))[0][0])

    async def give(self, kind: LockKind, number: int = 0) -> None:
        """Give a lock back. Raises SessionLost."""
        giving = _GIVE_SHARED if kind is LockKind.MEMBER else _GIVE
        await self._ask(giving, {"base": _BASE + kind, "number": number})

    async def run(self, statement: Any) -> Any:
        """Run another statement in its turn, and return its rows. Raises SessionLost."""
        return await self._ask(statement, {})

    async def _ask(self, question: TextClause, values: dict[str, Any]) -> Any:
        async with self._turns:
            began_at, connection = now(), self._connection
            if connection is None or not self.valid():
                raise SessionLost("it has ended")
            try:
                async with asyncio.timeout(self._until - began_at):
                    result = await connection.execute(question, values)
                    rows = result.all() if result.returns_rows else []
            except TimeoutError:
                raise SessionLost("the database does not answer") from None
            except TROUBLE as error:
                raise SessionLost(faults.reason(error)) from error
            self._until = max(self._until, began_at + LEASE_SECONDS) if self._connection is connection else self._until
            return rows


async def _check_direct(connection: AsyncConnection, number: int) -> None:
    """Raise WrongDatabase behind a pooler: it may lend the session to others. It gives clients numbers of its own."""
    driver = (await connection.get_raw_connection()).driver_connection
    if driver is None or driver.get_server_pid() != number:
        raise WrongDatabase(
            "The database is reached through a pooler, which may lend the session with the claims to others: "
            "with SHARDS, DATABASE_URL must name the server itself."
        )


def _in_use(alone: bool) -> str:
    return (
        "Another process uses the database; stop it first."
        if alone
        else "A process without SHARDS uses the database for itself; stop it first."
    )
