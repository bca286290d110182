"""A closed database has no thread left: one at work after the loop has closed fails where nobody can catch it."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import literal, make_url, select, text

from bot.tables.model.store import StoreError
from bot.tables.model.table import TableId
from db import open_database
from db.connection import engines
from db.connection.reading import fetch, reader, reads_ended
from db.connection.sqlite import AHEAD, SqliteThreads


@pytest.fixture
def url(tmp_path: Path, database: Any) -> str:
    return f"sqlite:///{database(tmp_path / 'gobelet.db')}"


def living() -> list[str]:
    return [thread.name for thread in threading.enumerate() if "_connection_worker_thread" in thread.name]


async def test_a_connection_closes_whose_opening_nobody_waits_for_any_longer(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, made, opening, gate = sqlite3.connect, [], threading.Event(), threading.Event()

    def slow(*arguments: Any, **options: Any) -> sqlite3.Connection:
        opening.set()
        gate.wait(30)
        made.append(connect(*arguments, **options))
        return made[0]

    stack = AsyncExitStack()
    try:
        storage = await stack.enter_async_context(open_database(url))
        first = await storage.database.reading.connect()  # So the next read needs another connection.
        with monkeypatch.context() as patched:
            patched.setattr(sqlite3, "connect", slow)
            read = asyncio.create_task(storage.check())
            assert await asyncio.to_thread(opening.wait, 30)
            read.cancel()
            await asyncio.wait((read,))
        await first.close()
        closing = asyncio.create_task(stack.aclose())
        await asyncio.wait((closing,), timeout=0.2)
        assert not closing.done()
    finally:
        gate.set()
    await closing
    assert living() == []
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        made[0].execute("SELECT 1")


async def test_a_connection_closes_that_is_in_use_when_the_database_closes(url: str) -> None:
    opened = AsyncExitStack()
    storage = await opened.enter_async_context(open_database(url))

    async def read_on() -> None:
        async with reader(storage.database.reading) as lent:
            await opened.aclose()
            assert living() == []
            await lent.execute(select(literal(1)))

    with pytest.raises(StoreError, match="closed"):
        await read_on()
    assert living() == []


async def test_a_statement_is_one_trip_to_the_thread(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    trips, execute = [], aiosqlite.Connection._execute

    async def counting(self: aiosqlite.Connection, what: Any, *arguments: Any) -> Any:
        trips.append(what.__name__)
        return await execute(self, what, *arguments)  # type: ignore[no-untyped-call]

    async with open_database(url) as storage:
        await storage.check()
        await storage.meta.set("first", "1")
        monkeypatch.setattr(aiosqlite.Connection, "_execute", counting)
        await storage.check()
        assert trips == ["_run"]
        trips.clear()
        await storage.meta.set("second", "2")
        assert trips == ["_run", "_run", "commit"]  # BEGIN, the row, and COMMIT


@pytest.mark.parametrize("rows", [0, 1, AHEAD - 1, AHEAD, AHEAD + 1, 2 * AHEAD, 3 * AHEAD + 7])
async def test_all_rows_come_in_their_order(url: str, rows: int) -> None:
    numbers = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT :rows")
    numbers = numbers.bindparams(rows=rows)
    expected = list(range(1, rows + 1))
    async with open_database(url) as storage, storage.database.reading.connect() as connection:
        assert [row[0] for row in await fetch(storage.database.reading, numbers)] == expected
        async with connection.stream(numbers) as stream:
            assert [row[0] async for row in stream] == expected
        async with connection.stream(numbers) as stream:
            assert [row[0] async for some in stream.partitions(100) for row in some] == expected
        async with connection.stream(numbers) as stream:
            some = [await stream.fetchone() for _ in range(min(rows, 3))]
            assert [row[0] for row in some if row] == expected[:3]
        assert await connection.scalar(text("SELECT 7")) == 7


async def test_a_closed_database_opens_no_connection(url: str) -> None:
    async with open_database(url) as storage:
        await storage.tables.load(TableId(1))
    with pytest.raises(StoreError, match="the storage is closed"):
        await storage.tables.load(TableId(1))
    assert living() == []


async def test_a_read_that_is_cancelled_anywhere_gives_its_connection_back(tmp_path: Path) -> None:
    url = make_url(f"sqlite+aiosqlite:///{tmp_path / 'gobelet.db'}")
    for moment in range(25):
        threads = SqliteThreads()
        engine = engines.reading(url, threads)
        read = asyncio.create_task(fetch(engine, select(literal(1))))
        await asyncio.wait((read,), timeout=moment / 5000)
        read.cancel()
        await asyncio.wait((read,))
        await reads_ended()
        assert engine.pool.checkedout() == 0  # type: ignore[attr-defined]
        await engines.close(engine)
        await threads.close()
