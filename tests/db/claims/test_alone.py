"""Two processes on one database: the second one cannot start, and what a dead one leaves keeps nobody out."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.tables.model.store import SaveFailed, StoreError
from db import Storage, open_database
from db.claims import holder, session
from db.connection import engines
from db.connection.engines import parse
from db.connection.faults import DatabaseInUse, WrongDatabase
from db.writing.writer import Save

ROOT = Path(__file__).parents[3]
HOLDING = """
import asyncio, sys, db
async def main():
    async with db.open_database(sys.argv[1], alone=True):
        print("here", flush=True)
        await asyncio.sleep(60)
asyncio.run(main())
"""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "START_SECONDS", 0.2)
    monkeypatch.setattr(session, "PAUSE", 0.05)
    monkeypatch.setattr(holder, "PAUSE", 0.05)
    monkeypatch.setattr(holder, "WATCH_SECONDS", 0.05)


async def test_the_second_is_refused_until_the_first_has_gone(url: str) -> None:
    async with open_database(url, alone=True) as storage:
        with pytest.raises(DatabaseInUse, match="Another process uses the database"):
            async with open_database(url, alone=True):
                pass
        assert await storage.check()
    async with open_database(url, alone=True) as storage:
        assert await storage.check()


async def test_who_only_looks_keeps_nobody_out(url: str) -> None:
    async with open_database(url), open_database(url, alone=True) as storage, open_database(url):
        assert await storage.check()


async def test_a_killed_process_keeps_nobody_out(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "START_SECONDS", 20)
    holding = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDING, url, stdout=asyncio.subprocess.PIPE, cwd=ROOT
    )
    assert holding.stdout is not None
    assert await holding.stdout.readline() == b"here\n"
    holding.kill()
    await holding.communicate()
    async with open_database(url, alone=True) as storage:
        assert await storage.check()


def test_a_file_that_was_left_behind_means_nothing(tmp_path: Path) -> None:
    file = tmp_path / "gobelet.db"
    lock = tmp_path / "gobelet.db.lock"
    lock.write_text("12345")
    with engines.lock_file(file):
        assert lock.stat().st_size == 5
    assert not lock.exists()


def test_another_name_of_the_file_is_the_same_file(tmp_path: Path) -> None:
    file, other = tmp_path / "gobelet.db", tmp_path / "other"
    file.touch()
    other.symlink_to(file)
    with engines.lock_file(file), pytest.raises(DatabaseInUse), engines.lock_file(other):
        pass


@pytest.mark.skipif(os.name == "nt", reason="of rights as Unix knows them")
def test_the_lock_is_for_this_user_only(tmp_path: Path) -> None:
    with engines.lock_file(tmp_path / "gobelet.db"):
        assert (tmp_path / "gobelet.db.lock").stat().st_mode & 0o777 == 0o600


def test_a_place_where_nothing_can_be_locked(tmp_path: Path) -> None:
    (tmp_path / "gobelet.db.lock").mkdir()
    with pytest.raises(WrongDatabase, match="cannot be locked"), engines.lock_file(tmp_path / "gobelet.db"):
        pass


# -- PostgreSQL: a session can be lost while the process lives on ---------------------------------------------------

ON_SERVER = pytest.mark.parametrize("url", ["postgresql"], indirect=True)
LOCKS = """
SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
WHERE locktype = 'advisory' AND datname = current_database()
"""


async def _holder(storage: Storage) -> Any:
    async with storage.database.reading.connect() as connection:
        return await connection.scalar(text(LOCKS))


async def _end(storage: Storage, session: int) -> None:
    async with storage.database.reading.connect() as connection:
        await connection.execute(text(f"SELECT pg_terminate_backend({session})"))


@ON_SERVER
async def test_a_session_that_was_lost_is_taken_again(url: str) -> None:
    async with open_database(url, alone=True) as storage:
        before = await _holder(storage)
        await _end(storage, before)
        async with asyncio.timeout(20):
            while await _holder(storage) in (before, None):  # noqa: ASYNC110 - the server tells nobody.
                await asyncio.sleep(0.02)
        with pytest.raises(DatabaseInUse):
            async with open_database(url, alone=True):
                pass


@ON_SERVER
async def test_who_loses_the_database_to_another_stops_at_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "START_SECONDS", 20)
    stolen, look = asyncio.Event(), session.LockSession.look

    async def late_look(one: session.LockSession) -> Any:
        await stolen.wait()
        return await look(one)

    monkeypatch.setattr(session.LockSession, "look", late_look)
    thief = session.LockSession(parse(url))

    async def run() -> None:
        async with open_database(url, alone=True) as storage:
            await _end(storage, await _holder(storage))
            await thief.open(alone=True)
            stolen.set()
            await asyncio.Event().wait()

    with pytest.raises(DatabaseInUse, match="has taken the database"):
        await asyncio.create_task(run())
    await thief.close()


@ON_SERVER
async def test_a_process_that_was_stopped_saves_nothing_after_another_took_over(
    url: str, row: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SIGSTOP keeps the connection. So the server ends a session that asks nothing; here, one second instead of 20."""
    monkeypatch.setattr(session, "IDLE_SECONDS", 1.0)
    monkeypatch.setattr(session, "LEASE_SECONDS", 0.8)
    monkeypatch.setattr(session, "START_SECONDS", 20)
    monkeypatch.setattr("db.writing.writer.PATIENCE", 0.2)
    going, look = asyncio.Event(), session.LockSession.look
    going.set()

    async def stopping_look(one: session.LockSession) -> Any:
        await going.wait()
        return await look(one)

    monkeypatch.setattr(session.LockSession, "look", stopping_look)
    async with open_database(url) as other, open_database(url, alone=True) as first:
        while await _saved(first, row(1)) is not None:  # A busy machine may be late with a question.
            pass
        going.clear()
        thief = session.LockSession(parse(url))
        await thief.open(alone=True)
        assert isinstance(await _saved(first, row(2)), SaveFailed)
        assert await other.tables.live() == [1]
        await thief.close()
        going.set()


async def _saved(storage: Storage, row: Any) -> Exception | None:
    try:
        await storage.tables.save(row)
    except StoreError as error:
        return error
    return None


@ON_SERVER
async def test_a_transaction_under_way_is_not_committed_once_the_session_is_lost(
    url: str, row: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_database(url, alone=True) as storage:
        claim = storage.database.session
        assert claim is not None

        async def lose(connection: Any) -> None:
            monkeypatch.setattr(claim, "_until", float("-inf"))

        with pytest.raises(SaveFailed, match="another process may have taken over"):
            await storage.writer.save(Save(snapshots=[row(1)], work=lose))
        assert await storage.tables.live() == []


def test_the_same_process_need_not_be_asked_twice(tmp_path: Path) -> None:
    """Closing the lock releases no lock of SQLite's own: they lie on other files."""
    file = tmp_path / "gobelet.db"
    program = f"import sqlite3; sqlite3.connect({str(file)!r}, timeout=0).execute('BEGIN IMMEDIATE')"
    with engines.lock_file(file):
        assert subprocess.run([sys.executable, "-c", program], check=False, cwd=ROOT).returncode == 0
