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

from db import open_database
from db.copies import integrity


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Any:
    """The log lines about the check."""
    caplog.set_level(logging.INFO, "db.copies.integrity")
    return lambda: [one.getMessage() for one in caplog.records if one.name == "db.copies.integrity"]


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
    gate, check = threading.Event(), integrity.IntegrityCheck._faults

    def slow(self: Any, connection: Any) -> Any:
        gate.wait()
        return check(self, connection)

    monkeypatch.setattr(integrity.IntegrityCheck, "_faults", slow)
    async with open_database(f"sqlite:///{killed}", alone=True) as storage:
        assert await storage.tables.live() == [1]
        asyncio.get_running_loop().call_later(0.05, gate.set)
    assert "broken off" in lines()[-1]
    monkeypatch.undo()
    await _opened(killed)
    assert "is sound" in lines()[-1]
