"""Notices between processes, by LISTEN and NOTIFY of PostgreSQL (``bot.tables.model.processes``).

A notice is part of the transaction that changes something: it arrives after the commit, or never. One session of each
process listens. From time to time it sends a notice to itself. A broken connection says nothing, and behind a pooler
that lends a session for one transaction nobody hears anything. While nothing can be heard, memory counts for
:data:`OLDEST` seconds at most.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from sqlalchemy import Executable, func, select
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.model.processes import Notice, Notices
from db.connection import faults
from db.connection.engines import watching

log = logging.getLogger(__name__)

OLDEST = 60.0
"""Seconds for which memory counts while nothing can be heard."""

ASK_SECONDS = 10.0
"""Between two notices to itself, and how long one may take."""

_PAUSE = 2.0
"""Seconds between two tries to listen."""

_CHANNEL = "gobelet"


def notify(dialect: str, notice: Notice, id: int) -> tuple[Executable, ...]:
    """Return the statements that tell the other processes when their transaction commits; none for SQLite."""
    return (_notify(f"{notice} {id}"),) if dialect == "postgresql" else ()


def _notify(words: str) -> Executable:
    return select(func.pg_notify(_CHANNEL, words))


@asynccontextmanager
async def listening(url: URL, notices: Notices) -> AsyncIterator[None]:
    """Pass on to ``notices`` what other processes tell, while inside. It raises nothing: it listens again."""
    task = asyncio.create_task(_Listener(url, notices).run(), name="listen to other processes")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait((task,))


class NothingHeard(Exception):
    """A notice to itself has not come back."""


class _Listener:
    """The session that listens; it begins anew whenever it is lost."""

    def __init__(self, url: URL, notices: Notices) -> None:
        self._engine = watching(url)
        self._notices = notices
        self._doubted = float("-inf")
        self._own = f"echo {secrets.token_hex(4)}"
        self._echo = asyncio.Event()
        self._lost = asyncio.Event()

    async def run(self) -> None:
        """Listen until this is cancelled."""
        try:
            while True:
                try:
                    await self._listen()
                except Exception as error:  # Those of the driver itself, too.
                    log.warning("other processes cannot be heard: %s", faults.reason(error), extra=faults.OUTAGE)
                now = asyncio.get_running_loop().time()
                if now - self._doubted >= OLDEST:
                    self._doubted = now
                    self._notices.doubt()
                await asyncio.sleep(_PAUSE)
        finally:
            await self._engine.dispose()

    async def _listen(self) -> None:
        """Listen until the connection is lost, or raise what keeps it from that."""
        connection = await self._engine.connect()
        try:
            self._lost.clear()
            driver: Any = (await connection.get_raw_connection()).driver_connection
            driver.add_termination_listener(self._on_loss)
            await driver.add_listener(_CHANNEL, self._on_notice)
            await self._hear_itself(connection)
            self._notices.doubt()  # Nobody has told us what changed before.
            self._doubted = float("-inf")
            while not self._lost.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._lost.wait(), ASK_SECONDS)
                await self._hear_itself(connection)
        finally:
            with suppress(Exception):
                await connection.invalidate()
                await connection.close()

    async def _hear_itself(self, connection: AsyncConnection) -> None:
        """Wait for the own notice. Raises NothingHeard, or what the connection raises."""
        self._echo.clear()
        try:
            async with asyncio.timeout(ASK_SECONDS):
                await connection.execute(_notify(self._own))
                await self._echo.wait()
        except TimeoutError:
            raise NothingHeard("does a pooler stand before PostgreSQL?") from None

    def _on_loss(self, _: object) -> None:
        self._lost.set()

    def _on_notice(self, _connection: object, _process: int, _channel: str, words: str) -> None:
        if words == self._own:
            self._echo.set()
            return
        kind, _, id = words.partition(" ")
        with suppress(ValueError):  # An echo of another process, or a notice of a newer version.
            self._notices.heard(Notice(kind), int(id))
