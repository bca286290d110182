"""Storage that is locked, hangs or is broken: every press gets an answer in time, and a true one."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.locales import words
from bot.tables.model import memory
from bot.tables.model.store import StoreError
from tests.e2e.playing import PrivateMessage

NOT_SAVED = "I could not save that, so nothing changed. Please press again in a moment."
NOT_KNOWN = "I don't know yet whether this was written; the board will show it."
NOT_READ = "My storage does not answer just now. Please try again in a moment."
DAMAGED = (
    "My storage is damaged, so I could not do that. Trying again will not help: the person who runs me has to repair "
    "it."
)
EVERYTHING = (
    "id, version, status, step, entries, thrown, players, options, message FROM tables",
    *(f"* FROM {table}" for table in ("journal", "results", "settings", "preferences")),
)
"""The writes of decisions; the bot notes all the while which boards it has drawn."""


@pytest.fixture
def complaining(quiet_evening: Any) -> Any:
    """An evening without the bot, during which it may log errors."""
    quiet_evening.may_complain = True
    return quiet_evening


@pytest.fixture
async def hasty(complaining: Any) -> Any:
    """An evening on which the bot may log errors."""
    async with complaining.running():
        yield complaining


@contextmanager
def haste(seconds: float) -> Iterator[None]:
    """Storage has less time than in real use."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory, "SECONDS", seconds)
        yield


def _stored(hands: Any, file: Path) -> list[Any]:
    return [hands["rows"](file, f"SELECT {table}") for table in EVERYTHING]


@asynccontextmanager
async def locked(file: Path) -> AsyncIterator[None]:
    """Another process is writing, and takes its time."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@asynccontextmanager
async def hanging(engine: AsyncEngine, hangs: Callable[[str], bool]) -> AsyncIterator[None]:
    """The disk takes its time over the first statement that ``hangs``, and what comes after it, until this ends."""
    gate = threading.Event()

    def trace(statement: str) -> None:
        if hangs(statement):
            gate.wait()

    opened = [await engine.connect() for _ in range(engine.pool.size())]  # type: ignore[attr-defined]
    drivers = [(await connection.get_raw_connection()).driver_connection for connection in opened]
    for driver, connection in zip(drivers, opened, strict=True):
        await driver.set_trace_callback(trace)
        await connection.close()
    try:
        yield
    finally:
        gate.set()


def commit_of_a_move() -> Callable[[str], bool]:
    """The statement that commits a decision at a table; other notes go through before."""
    begun = False

    def hangs(statement: str) -> bool:
        nonlocal begun
        begun = begun or statement.startswith("INSERT INTO journal")
        return begun and statement.startswith("COMMIT")

    return hangs


class Engines(NamedTuple):
    reading: AsyncEngine
    writing: AsyncEngine


def engines(evening: Any) -> Engines:
    """What the bot reads and writes by."""
    meta = evening.client.services.meta
    return Engines(meta._readers, meta._writer._engine)


def told(outcome: Any, sentence: str) -> bool:
    """Whether somebody got this sentence in time, in their language, and nothing else."""
    t = words(outcome.interaction.member.locale[:2])
    return outcome.state == "answered" and outcome.ephemeral and outcome.text == t(sentence)


def unchanged(outcome: Any) -> bool:
    """Whether somebody read that nothing changed; on a busy machine even the first read may come too late."""
    return told(outcome, NOT_SAVED) or told(outcome, NOT_READ)


async def _leave(lobby: Any, who: Any) -> Any:
    """Leave by the panel of More; where it cannot be read, return what its press was told."""
    answer = await lobby.do("more", who)
    panel = PrivateMessage(who, answer)
    return await panel.do("leave") if panel.asks("leave") else answer


async def _twelve(evening: Any, hands: Any) -> list[Awaitable[Any]]:
    """Twelve presses and commands of all kinds, on tables of all kinds, each by somebody who reads English."""
    ana, ben, chloe = map(evening.person, ("ana", "ben", "chloe"))
    for number in range(4):
        evening.standin.world.add_channel(f"table-{number}")
    lobby = await evening.lobby("ana", "ben", channel="general")
    thrown = await evening.game("ana", channel="table-0")
    await thrown.throw()
    marked = await evening.game("ben", channel="table-1")
    await marked.throw()
    await marked.mark()
    fresh = await evening.game("chloe", channel="table-2")
    await evening.settle()
    settings, preferences = await ana.command("settings"), await ben.command("preferences")
    mark = next(do for do in thrown.does if do.startswith("mark"))
    return [
        lobby.do("join", chloe),
        _leave(lobby, ben),
        lobby.do("start", ana),
        hands["forge"](ana, lobby.board, lobby.does["start"].replace(":start", ":end yes")),
        thrown.do(mark, ana),
        thrown.throw(),
        marked.do("undo", ben),
        fresh.do("roll", chloe),
        ben.command("yum start", "table-3"),
        hands["forge"](ana, fresh.board, fresh.does["roll"].replace(":roll", ":end yes")),
        hands["forge"](ana, settings, "g1:-:0:settings ask", "settings set pictures no"),
        hands["forge"](ben, preferences, "g1:-:0:preferences ask", "preferences set hold menu"),
    ]


async def test_while_the_database_is_locked_nothing_changes_and_everybody_hears_so(hasty: Any, hands: Any) -> None:
    presses = await _twelve(hasty, hands)
    await hasty.client.presenter.reconciler.note()  # The bot notes later what boards show.
    before = _stored(hands, hasty.file)
    with haste(0.5):
        async with locked(hasty.file):
            for outcome in await asyncio.gather(*presses):
                assert unchanged(outcome), outcome.text
    await hasty.settle()
    await hasty.client.services.meta.set("whatever waited", "was written before this")
    assert _stored(hands, hasty.file) == before


@pytest.mark.long
async def test_what_the_disk_was_writing_is_not_known_and_whatever_came_later_has_not_changed(
    hasty: Any, hands: Any
) -> None:
    presses = await _twelve(hasty, hands)
    play = await hasty.game("ana")
    await hasty.client.presenter.reconciler.note()  # The bot notes later what boards show.
    before = _stored(hands, hasty.file)
    async with hanging(engines(hasty).writing, commit_of_a_move()):
        with haste(1.5):
            outcome = await play.throw()
            assert told(outcome, NOT_KNOWN), outcome.text
        with haste(0.5):
            for outcome in await asyncio.gather(*presses, play.throw()):
                assert unchanged(outcome), outcome.text
        assert _stored(hands, hasty.file) == before
    await hasty.client.services.meta.set("whatever waited", "was written before this")
    thrown = (await hasty.table(play)).id
    assert hands["rows"](hasty.file, "SELECT thrown FROM tables WHERE id = ?", thrown) == [(1,)]
    await hands["until"](lambda: any(do.startswith("keep") for do in play.does), 8)  # The board shows how it ended.
    after = [[row for row in rows if thrown not in row] for rows in _stored(hands, hasty.file)]
    assert after == [[row for row in rows if thrown not in row] for rows in before]
    # As announced, the board shows the mark without another press.
    await hands["until"](lambda: any(do.startswith("keep") for do in play.does), 10)


async def test_what_cannot_be_read_in_time(complaining: Any, hands: Any) -> None:
    evening = complaining
    async with evening.running():
        play = await evening.game("ana")
    before = _stored(hands, evening.file)
    async with evening.running():
        async with hanging(engines(evening).reading, lambda statement: statement.startswith("SELECT")):
            with haste(0.5):
                asked = play.do("roll"), play.do("more"), evening.person("ben").command("yum start", "general")
                for outcome in await asyncio.gather(*asked):
                    assert told(outcome, NOT_READ), outcome.text
        assert _stored(hands, evening.file) == before
        await play.throw()
        assert any(do.startswith("keep") for do in play.does)


async def test_what_is_saved_is_never_told_as_not_saved(hasty: Any, hands: Any, monkeypatch: Any) -> None:
    """The game has begun; storage cannot read just now what its board needs."""
    play = await hasty.lobby("ana", "ben", sheet="yum_classic", pace="parallel", seats=2)
    tables = hasty.client.services.tables
    children = tables.repository.store.children

    async def fails(id: Any) -> Any:
        raise StoreError("not read")

    monkeypatch.setattr(tables.repository.store, "children", fails)
    outcome = await play.begin()
    assert told(outcome, "That is saved; I could not refresh the board, one moment."), outcome.text
    monkeypatch.setattr(tables.repository.store, "children", children)
    await hands["until"](lambda: "start" not in play.does, 10)
    assert hands["rows"](hasty.file, "SELECT status FROM tables WHERE parent IS NULL") == [("playing",)]


async def test_a_damaged_page_is_told_as_such(complaining: Any) -> None:
    evening = complaining
    async with evening.running():
        play = await evening.game("ana")
    scratch(evening.file, "journal")
    async with evening.running():
        outcome = await play.throw()
        assert told(outcome, DAMAGED), outcome.text


def scratch(file: Path, table: str) -> None:
    """Make the first page of ``table`` unreadable, as a dying disk does."""
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
        (page,), (size,) = found.fetchone(), connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    file.write_bytes(content)
