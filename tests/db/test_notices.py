"""What two processes on one PostgreSQL tell each other, and what memory is worth while nothing can be heard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.tables.model.choices import Preferences
from bot.tables.model.place import own_place
from bot.tables.model.processes import Notice
from bot.tables.model.store import SaveFailed
from db import Storage, open_database
from db.connection import listening
from db.connection.listening import notify
from tests.postgres import Server

_CUT = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
    "WHERE datname = current_database() AND query LIKE '%pg_notify%' AND pid <> pg_backend_pid()"
)


class Process:
    """A storage that listens, and what it has heard."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.preferences = storage.preferences
        self.heard: list[tuple[Notice, int]] = []
        self.doubts = 0
        for notice in Notice:
            storage.notices.on(notice, lambda id, notice=notice: self.heard.append((notice, id)))
        storage.notices.on_doubt(self._doubt)

    def _doubt(self) -> None:
        self.doubts += 1


@asynccontextmanager
async def _process(url: str, until: Any) -> AsyncIterator[Process]:
    async with open_database(url) as storage:
        process = Process(storage)
        async with storage.listening():
            await until(lambda: process.doubts)  # From now on it hears.
            yield process


@pytest.fixture
async def two(postgres: Any, until: Any) -> AsyncIterator[tuple[Process, Process]]:
    url = postgres()
    async with _process(url, until) as one, _process(url, until) as other:
        yield one, other


async def test_a_choice_is_seen_by_the_other_process(two: Any, until: Any) -> None:
    one, other = two
    assert await other.preferences.of(9) == Preferences()
    assert (await other.storage.settings.of(5)).language is None
    await one.preferences.choose(9, plain=True)
    await one.storage.settings.choose(5, language="fr")
    await until(lambda: len(other.heard) == 2)
    assert await other.preferences.of(9) == Preferences(plain=True)
    assert (await other.storage.settings.of(5)).language == "fr"


async def test_an_erased_person_and_a_purged_server_are_told(two: Any, until: Any) -> None:
    one, other = two
    await one.preferences.choose(9, plain=True)
    await one.storage.settings.choose(5, language="fr", left_at=1)
    await until(lambda: len(other.heard) == 2)
    assert (await other.preferences.of(9)).plain
    assert (await other.storage.settings.of(5)).language == "fr"
    await one.storage.privacy.erase(9)
    await one.storage.privacy.purge(2)
    await until(lambda: len(other.heard) == 5)
    assert set(other.heard[2:]) == {(Notice.ERASED, 9), (Notice.PURGED, own_place(9)), (Notice.PURGED, 5)}
    assert await other.preferences.of(9) == Preferences()
    assert (await other.storage.settings.of(5)).language is None


async def test_what_was_not_saved_is_not_told(two: Any, until: Any) -> None:
    one, other = two
    with pytest.raises(SaveFailed):
        await one.storage.writer.execute(*notify("postgresql", Notice.ERASED, 1), text("SELECT 1 / 0"))
    await one.storage.writer.execute(*notify("postgresql", Notice.ERASED, 2))
    await until(lambda: other.heard)
    assert other.heard == [(Notice.ERASED, 2)]


async def test_a_lost_session_is_taken_up_again_and_memory_is_empty_then(
    two: Any, until: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    assert await other.preferences.of(9) == Preferences()
    monkeypatch.setattr(listening, "_PAUSE", 0.01)
    monkeypatch.setattr("db.queries.settings.notify", lambda *_: ())  # Nobody is told, as without a connection.
    await one.preferences.choose(9, plain=True)
    assert await other.preferences.of(9) == Preferences()
    doubts = other.doubts
    async with one.storage.database.writing.begin() as connection:
        assert await connection.scalar(text(_CUT)) == 2
    await until(lambda: other.doubts >= doubts + 2)  # When it is lost, and when it is there again.
    assert await other.preferences.of(9) == Preferences(plain=True)
    monkeypatch.undo()
    await one.preferences.choose(9, hold="menu")
    await until(lambda: other.heard)
    assert await other.preferences.of(9) == Preferences(plain=True, hold="menu")


@pytest.mark.long
async def test_a_server_that_was_down_is_heard_again(own_postgres: Server, until: Any) -> None:
    async with _process(own_postgres.url(), until) as one, _process(own_postgres.url(), until) as other:
        doubts = one.doubts, other.doubts  # One more when it is lost, and one when it is there again.
        await asyncio.to_thread(own_postgres.stop)
        await asyncio.to_thread(own_postgres.start)
        await until(lambda: one.doubts > doubts[0] + 1 and other.doubts > doubts[1] + 1)
        await one.preferences.choose(9, plain=True)
        await until(lambda: other.heard == [(Notice.PREFERENCES, 9)])
        assert (await other.preferences.of(9)).plain


async def test_where_nothing_arrives_memory_is_never_old(
    postgres: Any, until: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pooler lets everybody listen, and nobody hear."""
    url = postgres()
    for name, seconds in (("OLDEST", 0.1), ("ASK_SECONDS", 0.05), ("_PAUSE", 0.01)):
        monkeypatch.setattr(listening, name, seconds)
    monkeypatch.setattr(listening._Listener, "_on_notice", lambda *_: None)
    async with open_database(url) as one, _process(url, until) as deaf:
        for plain in (True, False, True):
            await one.preferences.choose(9, plain=plain)
            doubts = deaf.doubts
            await until(lambda doubts=doubts: deaf.doubts > doubts)
            assert (await deaf.preferences.of(9)).plain is plain
        assert deaf.heard == []


async def test_a_process_that_has_its_database_alone_listens_to_nobody(
    postgres: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("db.database.listening", None)
    async with open_database(postgres(), alone=True) as storage, storage.listening():
        await storage.preferences.choose(9, plain=True)
        assert (await storage.preferences.of(9)).plain


async def test_only_the_holder_of_a_file_is_sure_that_no_other_process_changes_a_table(
    postgres: Any, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/gobelet.db"
    for place, alone, sure in ((url, True, True), (url, False, False), (postgres(), True, False)):
        async with open_database(place, alone=alone) as storage:
            assert storage.tables.exclusive == sure


async def test_sqlite_tells_and_hears_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.database.listening", None)
    async with open_database(f"sqlite:///{tmp_path}/gobelet.db") as storage, storage.listening():
        process = Process(storage)
        await storage.preferences.choose(9, plain=True)
        await storage.privacy.erase(9)
    assert notify("sqlite", Notice.ERASED, 9) == ()
    assert (process.heard, process.doubts) == ([], 0)
