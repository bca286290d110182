"""After an unclean stop the bot checks the file while it runs; damage goes to the host's log."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db import copies, open_database
from db.connection.faults import WrongDatabase


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Any:
    """The log lines about the check."""
    caplog.set_level(logging.INFO, "db.copies")
    return lambda: [one.getMessage() for one in caplog.records if one.name == "db.copies"]


@pytest.fixture
async def killed(tmp_path: Path, row: Any, database: Callable[[Path], Path]) -> Path:
    """A database as a killed process leaves it."""
    file, left = database(tmp_path / "gobelet.db"), tmp_path / "left.db"
    async with open_database(f"sqlite:///{file}", alone=True) as storage:
        await storage.tables.save(row(1))
        for end in ("", "-wal", "-shm"):
            shutil.copyfile(f"{file}{end}", f"{left}{end}")
    return left


async def _opened(file: Path) -> None:
    """Start, wait for the check, and stop."""
    async with open_database(f"sqlite:///{file}", alone=True):
        for task in asyncio.all_tasks():
            if task.get_name() == "check of the database":
                await task


def _page(file: Path, name: str) -> None:
    """Make the first page of a table or an index unreadable."""
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(file.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    file.write_bytes(content)


async def test_a_clean_stop_needs_no_check(tmp_path: Path, lines: Any) -> None:
    for _ in range(3):
        await _opened(tmp_path / "gobelet.db")
    assert lines() == []


async def test_after_a_kill_the_file_is_checked_once(killed: Path, lines: Any) -> None:
    await _opened(killed)
    begun, found = lines()
    assert "not clean" in begun
    assert "is sound" in found
    await _opened(killed)
    assert len(lines()) == 2


async def test_damage_is_told_at_every_start_until_it_is_mended(killed: Path, lines: Any) -> None:
    _page(killed, "ix_results_guild_finished_at")
    await _opened(killed)
    await _opened(killed)
    told = [line for line in lines() if "is damaged" in line]
    assert len(told) == 2
    assert "docs/hosting.md" in told[0]


async def test_nobody_waits_for_the_check(killed: Path, lines: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, check = threading.Event(), copies.IntegrityCheck._faults

    def slow(self: Any, connection: Any) -> Any:
        gate.wait()
        return check(self, connection)

    monkeypatch.setattr(copies.IntegrityCheck, "_faults", slow)
    async with open_database(f"sqlite:///{killed}", alone=True) as storage:
        assert await storage.tables.live() == [1]
        asyncio.get_running_loop().call_later(0.05, gate.set)
    assert "broken off" in lines()[-1]
    monkeypatch.undo()
    await _opened(killed)
    assert "is sound" in lines()[-1]


# -- a file that has lost everything -----------------------------------------------------------------------------------


def _empty(file: Path) -> None:
    file.write_bytes(b"")


async def _ready(tmp_path: Path, row: Any, database: Callable[[Path], Path], copy: str) -> Path:
    """A folder with an empty database, and a backup of what it held in ``copy``."""
    file, there = database(tmp_path / "data" / "gobelet.db"), tmp_path / copy
    async with open_database(f"sqlite:///{file}") as storage:
        await storage.tables.save(row(1))
    there.parent.mkdir(exist_ok=True)
    copies.back_up(file, there)
    _empty(file)
    return file


@pytest.fixture
def database_in_folder(database: Callable[[Path], Path]) -> Callable[[Path], Path]:
    def made(file: Path) -> Path:
        file.parent.mkdir(parents=True, exist_ok=True)
        return database(file)

    return made


@pytest.mark.parametrize(
    "copy",
    [
        "data/gobelet.db.before-1",
        "data/gobelet.db.replaced-2026-01-31",
        "data/backup/gobelet-1.db",
        "backup/gobelet-1.db",
    ],
)
async def test_an_empty_file_beside_a_copy_is_no_new_database(
    tmp_path: Path, row: Any, database_in_folder: Callable[[Path], Path], copy: str
) -> None:
    file = await _ready(tmp_path, row, database_in_folder, copy)
    with pytest.raises(WrongDatabase, match="is empty, but there is still the copy"):
        await _opened(file)
    assert file.read_bytes() == b""
    copies.restore(file, tmp_path / copy)
    async with open_database(f"sqlite:///{file}", alone=True) as storage:
        assert await storage.tables.count_live() == 1


async def test_a_file_without_tables_is_as_empty(
    tmp_path: Path, row: Any, database_in_folder: Callable[[Path], Path]
) -> None:
    file = await _ready(tmp_path, row, database_in_folder, "data/gobelet-1.db")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    assert file.stat().st_size
    with pytest.raises(WrongDatabase, match="is empty"):
        await _opened(file)


async def test_an_empty_file_beside_its_log_is_no_new_database(killed: Path) -> None:
    _empty(killed)
    with pytest.raises(WrongDatabase, match="its log"):
        await _opened(killed)


async def test_where_the_file_is_gone_a_new_one_begins_and_the_log_names_the_copy(
    tmp_path: Path, row: Any, database_in_folder: Callable[[Path], Path], lines: Any
) -> None:
    file = await _ready(tmp_path, row, database_in_folder, "data/gobelet.db.before-1")
    file.unlink()
    await _opened(file)
    assert f"there is still the copy {file}.before-1" in lines()[0]


async def test_an_empty_file_beside_other_things_is_a_new_database(tmp_path: Path, lines: Any) -> None:
    file = tmp_path / "gobelet.db"
    for name in ("gobelet.db", "gobelet.png", "gobelet.db.lock", "gobelet-notes"):
        (tmp_path / name).write_bytes(b"something else" if name != file.name else b"")
    with closing(sqlite3.connect(tmp_path / "another.db")) as connection:
        connection.execute("CREATE TABLE one (id)")
    await _opened(file)
    assert lines() == []
