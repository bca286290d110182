"""A press under way: counted, alone with its table, and with errors of the storage as errors of the table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from bot.tables.core.errors import Damaged, NotRead, NotSaved, NotYetKnown, TableError
from bot.tables.core.memory import Lock
from bot.tables.core.model import TableId, code
from bot.tables.core.store import SaveFailed, SaveUnknown, StoreDamaged, StoreError

log = logging.getLogger(__name__)


class Count:
    """How many presses are under way."""

    def __init__(self) -> None:
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    async def close(self) -> None:
        """Refuse new presses (NotSaved) and wait for those under way."""
        self._closed = True
        await self._idle.wait()

    def came(self) -> None:
        """Count one more press under way. Raises NotSaved after :meth:`close`."""
        if self._closed:
            raise NotSaved
        self._busy += 1
        self._idle.clear()

    def went(self) -> None:
        """Count one less."""
        self._busy -= 1
        if not self._busy:
            self._idle.set()


class Press:
    """A press under way, alone with a lock if there is one; errors of the storage become NotSaved.

    If nobody knows yet what is stored, it stays under way, and alone, until somebody does: the next press must not act
    on a row that is about to change. The code is written out because every press enters it: nested generator contexts
    cost three times as much.
    """

    __slots__ = ("_count", "_lock")

    def __init__(self, count: Count | None, lock: Lock | None) -> None:
        """Let ``count``, if there is one, count it."""
        self._count = count
        self._lock = lock

    async def __aenter__(self) -> None:
        if self._count is not None:
            self._count.came()
        if self._lock is not None:
            try:
                await self._lock.claim()
            except BaseException as error:
                if self._count is not None:
                    self._count.went()
                if isinstance(error, TimeoutError):
                    raise NotSaved from error
                raise

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, NotYetKnown):
            error.settled.add_done_callback(self._leave)
            return
        self._leave()
        if self._count is not None and isinstance(error, StoreError):
            _fail(error)

    def _leave(self, _: object = None) -> None:
        if self._lock is not None:
            self._lock.leave()
        if self._count is not None:
            self._count.went()


@contextmanager
def storage() -> Iterator[None]:
    """Turn errors of the storage into NotSaved or NotYetKnown."""
    try:
        yield
    except StoreError as error:
        _fail(error)


def _fail(error: StoreError) -> NoReturn:
    raise refusal(error) from error


def refusal(error: StoreError, table: TableId | None = None) -> TableError:
    """Log that the storage failed, for ``table`` if there is one, and return the error that people see."""
    where = f"table {code(table)}: " if table is not None else ""
    if isinstance(error, StoreDamaged):
        log.error("%sthe database is damaged: %s. Restore a backup (docs/hosting.md, Backups)", where, error)
        return Damaged()
    log.error("%sthe storage failed: %s", where, error)
    if isinstance(error, SaveUnknown):
        return NotYetKnown(table, error.settled)
    return NotSaved() if isinstance(error, SaveFailed) else NotRead()
