"""Group commit: everything that waits to be written goes into one transaction.

A commit that is really on disk costs milliseconds, mostly waiting; sharing it is nearly free. While one batch is
written the next gathers, so batches grow by themselves under load. Each save returns after the commit that holds it.

The version of a snapshot and the journal's primary key are the lock between processes. When a batch fails for one
row, it is written again row by row, so that no save fails for another's fault; when the database itself fails, every
save of the batch does, and the next batch is a new try.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.store import ChannelBusy, SaveConflict, SaveFailed, StoreError
from db import schema, statements
from db.standings import Standings
from db.statements import Bulk

log = logging.getLogger(__name__)

Row = dict[str, Any]

Work = Callable[[AsyncConnection], Awaitable[None]]
"""What is done in a transaction of the writer. It refuses by a StoreError, and then nothing is written."""

_COUNT = {"preserve_rowcount": True}


@dataclass(frozen=True, slots=True, eq=False)
class Save:
    """What one decision writes, as parameters of the statements; all of it or nothing."""

    snapshots: Sequence[Row] = ()
    journal: Sequence[Row] = ()
    results: Sequence[Row] = ()
    others: Sequence[Executable] = ()
    work: Work | None = None
    """What reads before it writes; done last, and once more where the batch is written again."""
    stored: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def answer(self, error: StoreError | None) -> None:
        """Wake whoever waits for this save, if they still do."""
        if self.stored.done():
            return
        if error is None:
            self.stored.set_result(None)
        else:
            self.stored.set_exception(error)


class Writer:
    """The one task that writes. Use it as an async context manager; leaving it writes what still waits."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        upsert = statements.snapshots(engine.dialect.name)
        self._snapshots = upsert.returning(schema.tables.c.id)
        self._journal: Executable | Bulk = statements.JOURNAL
        self._bulk: Bulk | None = None
        if engine.dialect.name == "sqlite":
            self._bulk = Bulk(upsert, engine.dialect, statements.SNAPSHOT)
            self._journal = Bulk(statements.JOURNAL, engine.dialect)
        self._results = statements.results(engine.dialect.name)
        self.standings = Standings(engine.dialect.name)
        """What counts results, and can count them again."""
        self._waiting: list[Save] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Writer:
        self._task = asyncio.create_task(self._run(), name="writer")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task

    async def save(self, save: Save) -> None:
        """Return once ``save`` is committed. Raises SaveConflict, ChannelBusy or SaveFailed."""
        if self._closing or self._task is None or self._task.done():
            raise SaveFailed("the storage is closed")
        self._waiting.append(save)
        self._wake.set()
        await save.stored

    async def execute(self, *others: Executable) -> None:
        """Write something that is no table, in its turn."""
        await self.save(Save(others=others))

    async def alone(self, work: Work) -> None:
        """Do ``work`` in a transaction, in its turn: nobody writes between what it reads and what it writes."""
        await self.save(Save(work=work))

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch = self._take()
                try:
                    await self._write(batch)
                except Exception as error:  # The writer must outlive whatever went wrong; those who wait are told.
                    log.exception("a batch of %d could not be written", len(batch))
                    _answer(batch, SaveFailed(type(error).__name__))
            if self._closing:
                return

    def _take(self) -> list[Save]:
        """Return what waits, in order, but at most one save of each table: a statement may touch a row only once."""
        batch: list[Save] = []
        later: list[Save] = []
        touched: set[int] = set()
        for save in self._waiting:
            ids = {row["id"] for row in save.snapshots}
            (later if ids & touched else batch).append(save)
            touched |= ids
        self._waiting = later
        return batch

    async def _write(self, batch: Sequence[Save]) -> None:
        error = await self._commit(batch)
        if error is None or len(batch) == 1 or isinstance(error, _Down):
            _answer(batch, error)
            return
        for number, save in enumerate(batch):
            error = await self._commit([save])
            if isinstance(error, _Down):
                _answer(batch[number:], error)
                return
            save.answer(error)

    async def _commit(self, batch: Sequence[Save]) -> StoreError | None:
        """Write ``batch`` in one transaction and return None, or why nothing of it was written."""
        try:
            async with self._engine.begin() as connection:
                await self._execute(connection, batch)
        except StoreError as error:
            return error
        except (OperationalError, InterfaceError, PoolTimeout, OSError) as error:
            return _Down(_reason(error))
        except DBAPIError as error:
            return _Down(_reason(error)) if error.connection_invalidated else _BadRow(_reason(error))
        except (SQLAlchemyError, ValueError, TypeError, OverflowError) as error:
            return _BadRow(_reason(error))
        except Exception as error:  # Of one save's work, most likely; it must not fail those beside it.
            log.exception("a batch of %d failed", len(batch))
            return _BadRow(_reason(error))
        return None

    async def _execute(self, connection: AsyncConnection, batch: Sequence[Save]) -> None:
        # Processes that lock the same rows do it in the same order. New rows, which nobody can have locked, come after
        # them (a table that ends frees its channel) and in the order in which they were asked for.
        snapshots = sorted((row for save in batch for row in save.snapshots), key=_in_turn)
        if snapshots:
            await self._upsert(connection, snapshots)
        if journal := [row for save in batch for row in save.journal]:
            await _insert(connection, self._journal, journal)
        if results := [row for save in batch for row in save.results]:
            await _insert(connection, self._results, results)
            await self.standings.add(connection, results)
        for save in batch:
            for other in save.others:
                await connection.execute(other)
            if save.work is not None:
                await save.work(connection)

    async def _upsert(self, connection: AsyncConnection, rows: list[Row]) -> None:
        """Store snapshots; one that does not follow the stored version is not touched, and not counted."""
        try:
            stored = await self._store(connection, rows)
        except IntegrityError as error:
            if _unique(error):
                raise ChannelBusy("another live table holds the channel") from error
            raise
        if stored != len(rows):
            raise SaveConflict("another version of a table is stored")

    async def _store(self, connection: AsyncConnection, rows: list[Row]) -> int:
        """Return how many snapshots were stored. SQLite's driver counts; PostgreSQL's does not, and names the ids."""
        if self._bulk is None:
            return len((await connection.execute(self._snapshots, rows)).all())
        answer = await connection.exec_driver_sql(self._bulk.text, self._bulk.values(rows), _COUNT)
        return answer.rowcount


def _in_turn(snapshot: Row) -> tuple[bool, int]:
    is_new = snapshot["version"] == 1
    return is_new, 0 if is_new else snapshot["id"]


async def _insert(connection: AsyncConnection, statement: Executable | Bulk, rows: list[Row]) -> None:
    try:
        await statements.write(connection, statement, rows)
    except IntegrityError as error:
        if _unique(error):
            raise SaveConflict("a line is stored already") from error
        raise


class _Down(SaveFailed):
    """The database itself does not work now."""


class _BadRow(SaveFailed):
    """Something in the batch cannot be stored."""


def _answer(batch: Iterable[Save], error: StoreError | None) -> None:
    for save in batch:
        save.answer(error)


def _reason(error: BaseException) -> str:
    """Say what went wrong without the parameters, which hold secrets."""
    origin = getattr(error, "orig", None) or error
    return f"{type(origin).__name__}: {origin}" if isinstance(error, OperationalError) else type(origin).__name__


def _unique(error: IntegrityError) -> bool:
    """Whether a unique index refused, in the words of SQLite or PostgreSQL."""
    origin: Any = error.orig
    name = getattr(origin, "sqlite_errorname", None) or getattr(origin, "sqlstate", None) or ""
    return name in ("SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_ROWID", "23505")
