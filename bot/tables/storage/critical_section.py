"""A press under way: counted, alone with its table, and with errors of the storage as errors of the table."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from bot.tables.model.errors import (
    Damaged,
    NotRead,
    NotSaved,
    NotYetKnown,
    TableError,
)
from bot.tables.model.memory import TableLock
from bot.tables.model.store import (
    SaveFailed,
    SaveUnknown,
    StoreDamaged,
    StoreError,
)
from bot.tables.model.table import TableId, code

log = logging.getLogger(__name__)


class InFlight:
    """The number of presses under way."""

    def __init__(self) -> None:
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    async def close(self) -> None:
        """Refuse new presses (NotSaved) and wait for those under way."""
        self._closed = True
        await self._idle.wait()

    def enter(self) -> None:
        """Count one more press under way. Raises NotSaved after :meth:`close`."""
        if self._closed:
            raise NotSaved
        self._busy += 1
        self._idle.clear()

    def exit(self) -> None:
        """Count one less."""
        self._busy -= 1
        if not self._busy:
            self._idle.set()


class CriticalSection:
    """A press under way, alone with a lock if there is one; errors of the storage become NotSaved.

    If nobody knows yet what is stored, it stays under way, and alone, until somebody does: the next press must not act
    on a row that is about to change. The code is written out because every press enters it: nested generator contexts
    cost three times as much.
    """

    __slots__ = ("_in_flight", "_lock")

    def __init__(self, in_flight: InFlight | None, lock: TableLock | None) -> None:
        """Let ``in_flight``, if there is one, count it."""
        self._in_flight = in_flight
        self._lock = lock

    async def __aenter__(self) -> None:
        if self._in_flight is not None:
            self._in_flight.enter()
        if self._lock is not None:
            try:
                await self._lock.claim()
            except BaseException as error:
                if self._in_flight is not None:
                    self._in_flight.exit()
                if isinstance(error, TimeoutError):
                    raise NotSaved from error
                raise

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, NotYetKnown):
            error.settled.add_done_callback(self._leave)
            return
        self._leave()
        if self._in_flight is not None and isinstance(error, StoreError):
            _fail(error)

    def _leave(self, _: object = None) -> None:
        if self._lock is not None:
            self._lock.leave()
        if self._in_flight is not None:
            self._in_flight.exit()


@contextmanager
def translated_errors() -> Iterator[None]:
    """Turn errors of the storage into NotSaved or NotYetKnown."""
    try:
        yield
    except StoreError as error:
        _fail(error)


def _fail(error: StoreError) -> NoReturn:
    raise as_table_error(error) from error


def as_table_error(error: StoreError, table: TableId | None = None) -> TableError:
    """Log that the storage failed, for ``table`` if there is one, and return the error that people see."""
    where = f"table {code(table)}: " if table is not None else ""
    if isinstance(error, StoreDamaged):
        log.error("%sthe database is damaged: %s. Restore a backup (docs/hosting.md, Backups)", where, error)
        return Damaged()
    log.error("%sthe storage failed: %s", where, error)
    if isinstance(error, SaveUnknown):
        return NotYetKnown(table, error.settled)
    return NotSaved() if isinstance(error, SaveFailed) else NotRead()
