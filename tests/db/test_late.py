"""Storage that is locked, hangs or is broken: every caller gets an answer in time, and a true one."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.tables.model import memory
from bot.tables.model.choices import Preferences
from bot.tables.model.store import SaveConflict, SaveFailed, SaveUnknown, StoreDamaged, StoreError
from bot.tables.model.table import TableId
from db import Storage, open_database
from db.connection import engines
from db.writing import writer

Pressed = Callable[[Awaitable[Any]], Awaitable[Any]]


@pytest.fixture
def file(tmp_path: Path, database: Callable[[Path], Path]) -> Path:
    return database(tmp_path / "gobelet.db")


@pytest.fixture
async def storage(file: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Storage]:
    monkeypatch.setattr(engines, "TRY_MS", 10)
    async with open_database(f"sqlite:///{file}") as opened:
        yield opened


BEGUN = 0.8
"""Seconds within which a transaction begins even on a busy machine."""


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> Pressed:
    """Await something as a press does; storage has a tenth of a second, or as much as the test says."""

    async def press(work: Awaitable[Any], seconds: float = 0.1, answered: bool = False) -> Any:
        monkeypatch.setattr(memory, "SECONDS", seconds)
        memory.begin(lambda: answered)
        return await work

    return lambda *given, **how: asyncio.create_task(press(*given, **how))


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another process is writing, and takes its time."""
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@asynccontextmanager
async def hanging(storage: Storage, word: str = "COMMIT") -> AsyncIterator[None]:
    """The disk takes its time over statements that begin with ``word``, until this is left."""
    gate = threading.Event()

    def trace(statement: str) -> None:
        if statement.startswith(word):
            gate.wait()

    async with storage.database.writing.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        await driver.set_trace_callback(trace)
    try:
        yield
    finally:
        gate.set()


async def _versions(storage: Storage, *ids: int) -> list[int | None]:
    found = [await storage.tables.load(TableId(id)) for id in ids]
    return [None if one is None else one["version"] for one in found]


async def test_a_save_that_could_not_begin_in_time_never_lands(
    storage: Storage, file: Path, row: Any, pressed: Any
) -> None:
    with locked(file):
        saves = [pressed(storage.tables.save(row(number))) for number in range(1, 13)]
        answers = await asyncio.gather(*saves, return_exceptions=True)
    assert [type(answer) for answer in answers] == [SaveFailed] * 12
    # By now, before this one, the writer would have written everything in its queue.
    await storage.tables.save(row(20))
    assert await storage.tables.live() == [20]


async def test_nobody_waits_for_a_job_so_its_save_takes_the_time_it_needs(
    storage: Storage, file: Path, row: Any, pressed: Any
) -> None:
    with locked(file):
        job = asyncio.create_task(storage.tables.save(row(1)))
        answered = pressed(storage.tables.save(row(2)), answered=True)
        with pytest.raises(SaveFailed):
            await pressed(storage.tables.save(row(3)))
        assert not job.done()
        assert not answered.done()
    await job
    await answered
    assert await storage.tables.live() == [1, 2]


async def test_a_job_that_has_begun_may_take_its_time(storage: Storage, monkeypatch: Any) -> None:
    begun, gate = asyncio.Event(), asyncio.Event()

    async def slow(connection: Any) -> None:
        begun.set()
        await gate.wait()

    save = writer.Save(work=slow)
    job = asyncio.create_task(storage.writer.save(save))
    await begun.wait()
    save.until = 0.0  # As if it had taken ages.
    monkeypatch.setattr(writer, "PATIENCE", 0.02)
    with pytest.raises(SaveFailed):
        await storage.meta.set("behind", "it")
    assert not job.done()
    gate.set()
    await job


async def test_even_a_job_gives_up_at_last(storage: Storage, file: Path, row: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(writer, "PATIENCE", 0.1)
    with locked(file), pytest.raises(SaveFailed, match="not begun in time"):
        await storage.tables.save(row(1))
    assert await storage.tables.live() == []


async def test_what_hangs_in_its_transaction_is_not_known_until_it_ends(
    storage: Storage, row: Any, pressed: Any
) -> None:
    async with hanging(storage):
        with pytest.raises(SaveUnknown) as unknown:
            await pressed(storage.tables.save(row(1)), BEGUN)
        # The next ones have not begun: they are withdrawn, and their answers are certain.
        with pytest.raises(SaveFailed):
            await pressed(storage.tables.save(row(2)))
        assert await _versions(storage, 1, 2) == [None, None]
        assert not unknown.value.settled.done()
        assert not storage.writer._waiting  # Nothing piles up behind a storage that hangs.
    assert await unknown.value.settled
    assert await _versions(storage, 1, 2) == [1, None]


async def test_what_hangs_and_is_refused_at_last_is_settled_too(storage: Storage, row: Any, pressed: Any) -> None:
    gate = asyncio.Event()

    async def refused(connection: Any) -> None:
        await gate.wait()
        raise SaveConflict("somebody was quicker")

    batch = pressed(storage.tables.save(row(1)), BEGUN), pressed(storage.writer.run_in_transaction(refused), BEGUN)
    job = asyncio.create_task(storage.tables.save(row(2)))
    answers = await asyncio.gather(*batch, return_exceptions=True)
    gate.set()
    # Nothing of the transaction was written. A caller with "not known yet" learns that; the job is written again.
    assert [await answer.settled for answer in answers if isinstance(answer, SaveUnknown)] == [False, False]
    await job
    assert await _versions(storage, 1, 2) == [None, 1]


async def test_who_does_not_wait_any_longer_withdraws(storage: Storage, file: Path, row: Any) -> None:
    with locked(file):
        save = asyncio.create_task(storage.tables.save(row(1)))
        await asyncio.sleep(0)
        save.cancel()
        await asyncio.wait((save,))
    await storage.tables.save(row(2))
    assert await storage.tables.live() == [2]


async def test_reads_have_the_same_limit_as_the_save_after_them(storage: Storage, row: Any, pressed: Any) -> None:
    await storage.tables.save(row(1))
    gate = threading.Event()
    for reader in await _readers(storage):
        await reader.set_trace_callback(lambda _: gate.wait())

    async def press() -> None:
        with pytest.raises(StoreError):
            await storage.tables.load(TableId(1))
        await storage.tables.save(row(1, 2))

    try:
        # A timer of uvloop may end up to a millisecond early; then the save has that much time to begin.
        with pytest.raises(SaveFailed, match=r"no time left|not begun in time"):
            await pressed(press())
    finally:
        gate.set()
    # A later caller finds the connections in order again.
    assert await _versions(storage, 1) == [1]
    assert await asyncio.gather(*(_versions(storage, 1) for _ in range(6))) == [[1]] * 6


async def _readers(storage: Storage) -> list[Any]:
    """The drivers of all connections that read."""
    engine = storage.database.reading
    opened = [await engine.connect() for _ in range(3)]
    drivers = [(await connection.get_raw_connection()).driver_connection for connection in opened]
    for connection in opened:
        await connection.close()
    return drivers


async def test_a_commit_that_failed_leaves_nothing_open(storage: Storage, file: Path, row: Any) -> None:
    async def half(connection: Any) -> None:
        await connection.execute(text("CREATE TABLE a (id INTEGER PRIMARY KEY)"))
        await connection.execute(text("CREATE TABLE b (id REFERENCES a DEFERRABLE INITIALLY DEFERRED)"))

    async def unfit(connection: Any) -> None:
        await connection.execute(text("INSERT INTO b VALUES (5)"))

    await storage.writer.run_in_transaction(half)
    with pytest.raises(SaveFailed):
        await storage.writer.run_in_transaction(unfit)
    with locked(file):
        pass  # Another process may write at once: no transaction is open.
    await storage.tables.save(row(1))
    assert await _versions(storage, 1) == [1]


async def test_what_is_chosen_late_is_not_forgotten(storage: Storage, pressed: Any) -> None:
    async with hanging(storage):
        with pytest.raises(SaveUnknown) as unknown:
            await pressed(storage.preferences.choose(5, plain=True), BEGUN)
        assert await storage.preferences.of(5) == Preferences()
    assert await unknown.value.settled
    assert (await storage.preferences.of(5)).plain


async def test_closing_does_not_wait_for_ever(file: Path, row: Any, pressed: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(writer, "_CLOSING", 0.1)
    gate = asyncio.Event()

    async def slow(connection: Any) -> None:
        await gate.wait()

    async with open_database(f"sqlite:///{file}") as storage:
        hung = asyncio.create_task(storage.writer.run_in_transaction(slow))
        await asyncio.sleep(0)
        told = pressed(storage.tables.save(row(1)))
        await asyncio.wait((told,))
        assert isinstance(told.exception(), StoreError)
    with pytest.raises(SaveUnknown) as unknown:
        await hung
    assert unknown.value.settled.cancelled()


async def test_closing_tells_those_whom_no_transaction_has_taken(file: Path, row: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(writer, "_CLOSING", 0.1)
    begun, never = asyncio.Event(), asyncio.Event()

    async def slow(connection: Any) -> None:
        begun.set()
        await never.wait()

    async with open_database(f"sqlite:///{file}") as storage:
        hung = asyncio.create_task(storage.writer.run_in_transaction(slow))
        await begun.wait()
        waits = asyncio.create_task(storage.tables.save(row(1)))
        await asyncio.sleep(0)
    with pytest.raises(SaveUnknown):
        await hung
    async with asyncio.timeout(10):
        with pytest.raises(SaveFailed, match="closed"):
            await waits


async def test_a_damaged_page_is_told_as_such_and_harms_no_other(file: Path, row: Any) -> None:
    async with open_database(f"sqlite:///{file}") as storage:
        await storage.tables.save(row(1))
        await storage.settings.choose(1, language="fr")
    _scratch(file, "tables")
    async with open_database(f"sqlite:///{file}") as storage:
        with pytest.raises(StoreDamaged, match="malformed"):
            await storage.tables.load(TableId(1))
        saves = storage.tables.save(row(1, 2)), storage.settings.choose(2, language="fr")
        refused, chosen = await asyncio.gather(*saves, return_exceptions=True)
        assert isinstance(refused, StoreDamaged)
        assert not isinstance(chosen, BaseException)
        assert (await storage.settings.of(2)).language == "fr"


def _scratch(file: Path, table: str) -> None:
    """Make the first page of ``table`` unreadable, as a dying disk does."""
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
        (page,), (size,) = found.fetchone(), connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    file.write_bytes(content)
