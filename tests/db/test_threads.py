"""A closed database has no thread left: one at work after the loop has closed fails where nobody can catch it."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import literal, make_url, select

from bot.tables.core.model import TableId
from bot.tables.core.store import StoreError
from db import open_database
from db.connection import engines
from db.connection.reading import fetch, reader, reads_ended
from db.connection.sqlite_threads import SqliteThreads


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
    using = AsyncExitStack()
    async with open_database(url) as storage:
        await using.enter_async_context(reader(storage.database.reading))
    assert living() == []
    with pytest.raises(StoreError, match="the storage is closed"):
        await using.aclose()


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
