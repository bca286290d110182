"""The threads of SQLite's connections: none outlives its database.

Every connection of aiosqlite has a thread, which hands each result over to the event loop. A thread that is still at
work when the loop closes ends with an error that nobody can catch. Two kinds of connections had such threads. Of one,
the opening was cancelled: aiosqlite stops its thread without waiting, and SQLAlchemy never hears of it. The other was
in use when its engine was disposed of.
"""

import asyncio
import logging
import time
from threading import Thread
from typing import Any, TypeVar
from weakref import WeakSet

import aiosqlite

from db.connection import sqlite

log = logging.getLogger(__name__)

T = TypeVar("T")

ENDING_SECONDS = 5.0
"""How long closing waits for connections that still open or work."""


class SqliteThreads:
    """Opens connections for engines and knows their threads."""

    def __init__(self) -> None:
        self._connections: WeakSet[aiosqlite.Connection] = WeakSet()
        self._threads: WeakSet[Thread] = WeakSet()
        self._tasks: set[asyncio.Task[object]] = set()
        """Openings, and the closing of what nobody waits for any longer."""

    async def connect(self, *arguments: Any, **options: Any) -> aiosqlite.Connection:
        """Open a connection, as ``aiosqlite.connect`` does; one whose caller is cancelled meanwhile closes again."""
        connection = sqlite.connect(*arguments, **options)
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
