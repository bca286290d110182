"""What only a server can do: cut a connection, pause, lose the answer to a commit."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.tables.model import memory
from bot.tables.model.store import SaveFailed, SaveUnknown, StoreError
from bot.tables.model.table import TableId
from db import Storage, open_database
from db.connection.engines import parse
from db.connection.faults import DatabaseDown
from db.writing.writer import AnswerLost, Transaction
from tests.postgres import Make, Server

pytestmark = pytest.mark.sample(3, among="faults of PostgreSQL")


class Wire:
    """The network between the bot and the server. It can stop carrying, and break."""

    def __init__(self, host: str, port: int) -> None:
        self._server = host, port
        self._cables: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.to_server, self.to_bot = asyncio.Event(), asyncio.Event()
        self.at: Callable[[], None] | None = None
        """Runs once, when the bot sends a commit, before the wire carries it."""
        self.go_on()

    def go_on(self) -> None:
        """Carry in both directions."""
        self.to_server.set()
        self.to_bot.set()

    def stop(self) -> None:
        """Carry nothing any more, without either side noticing."""
        self.to_server.clear()
        self.to_bot.clear()

    def cut(self) -> None:
        """Break every connection; what was still on its way is lost."""
        for task in self._tasks:
            task.cancel()
        for cable in self._cables:
            cable.transport.abort()
        self._cables.clear()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(*self._server)
        self._cables += [writer, far_writer]
        for way in (
            self._carry(reader, far_writer, self.to_server, watched=True),
            self._carry(far_reader, writer, self.to_bot),
        ):
            task = asyncio.create_task(way)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, may: asyncio.Event, watched: bool = False
    ) -> None:
        try:
            while data := await source.read(65536):
                if watched and b"COMMIT" in data and self.at is not None:
                    happens, self.at = self.at, None
                    happens()
                await may.wait()
                target.write(data)
                await target.drain()
        except OSError:
            pass
        finally:
            target.close()


@pytest.fixture
def url(postgres: Make) -> str:
    return postgres()


@pytest.fixture
async def wire(url: str) -> AsyncIterator[Wire]:
    server = parse(url)
    wire = Wire(server.host or "127.0.0.1", server.port or 5432)
    listening = await asyncio.start_server(wire.connected, "127.0.0.1", 0)
    wire.port = listening.sockets[0].getsockname()[1]  # type: ignore[attr-defined]
    yield wire
    listening.close()
    wire.cut()


@pytest.fixture
async def storage(url: str, wire: Any) -> AsyncIterator[Storage]:
    """The database at the end of the wire."""
    there = parse(url).set(host="127.0.0.1", port=wire.port).render_as_string(hide_password=False)
    async with open_database(there) as opened:
        yield opened


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Await something as a press does; storage has less time than in real use."""
    monkeypatch.setattr(memory, "SECONDS", 0.8)

    async def press(work: Any) -> Any:
        memory.begin(lambda: False)
        return await work

    return lambda work: asyncio.create_task(press(work))


async def test_a_cut_connection_fails_at_most_the_saves_under_way(url: str, row: Any) -> None:
    async with open_database(url) as storage, open_database(url) as other:
        await storage.tables.save(row(1))
        async with other.database.writing.begin() as connection:
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            await connection.execute(text(cut + " AND datname = current_database()"))
        try:
            await storage.tables.save(row(2))
        except StoreError:
            await storage.tables.save(row(2))
        assert await storage.tables.live() == [1, 2]
        assert await storage.check()


async def test_while_the_server_is_paused_nothing_changes(storage: Storage, wire: Any, row: Any, pressed: Any) -> None:
    await storage.tables.save(row(1))
    wire.stop()
    saves = [pressed(storage.tables.save(row(number))) for number in range(2, 14)]
    answers = await asyncio.gather(*saves, return_exceptions=True)
    assert [type(answer) for answer in answers] == [SaveFailed] * 12
    reads = [pressed(storage.tables.load(TableId(1))) for _ in range(12)]
    answers = await asyncio.gather(*reads, return_exceptions=True)
    assert [type(answer) for answer in answers] == [StoreError] * 12
    wire.go_on()
    await storage.tables.save(row(20))
    assert await storage.tables.live() == [1, 20]


async def test_a_server_that_is_paused_in_a_commit_tells_later(
    storage: Storage, wire: Any, row: Any, pressed: Any
) -> None:
    await storage.tables.save(row(1))
    wire.at = wire.stop
    with pytest.raises(SaveUnknown) as unknown:
        await pressed(storage.tables.save(row(2)))
    with pytest.raises(SaveFailed):
        await pressed(storage.tables.save(row(3)))
    wire.go_on()
    assert await unknown.value.settled
    assert await storage.tables.live() == [1, 2]


@pytest.mark.parametrize("stored", [True, False])
async def test_a_commit_whose_answer_is_lost_is_asked_for(
    storage: Storage, wire: Any, row: Any, pressed: Any, stored: bool
) -> None:
    """The connection breaks, once after the commit has reached the server and once before."""
    await storage.tables.save(row(1))
    wire.at = wire.to_bot.clear if stored else wire.stop
    with pytest.raises(SaveUnknown) as unknown:
        await pressed(storage.tables.save(row(2)))
    wire.cut()
    wire.go_on()
    assert await unknown.value.settled is stored
    assert await storage.tables.live() == ([1, 2] if stored else [1])


async def test_nobody_is_told_of_a_lost_answer_that_was_found_out_in_time(
    storage: Storage, wire: Any, row: Any
) -> None:
    await storage.tables.save(row(1))

    def lose() -> None:
        wire.to_bot.clear()
        asyncio.get_running_loop().call_later(0.1, wire.cut)
        asyncio.get_running_loop().call_later(0.1, wire.go_on)

    wire.at = lose
    await storage.tables.save(row(2))
    assert await storage.tables.live() == [1, 2]


async def test_a_row_that_another_process_holds_holds_up_nobody_else(storage: Storage, url: str, row: Any) -> None:
    await storage.tables.save(row(1))
    async with open_database(url) as other, other.database.writing.begin() as connection:
        await connection.execute(text("SELECT * FROM tables WHERE id = 1 FOR UPDATE"))
        saves = storage.tables.save(row(1, 2)), storage.tables.save(row(2))
        held, free = await asyncio.gather(*saves, return_exceptions=True)
        assert isinstance(held, SaveFailed)
        assert free is None
    await storage.tables.save(row(1, 2))


@pytest.mark.long
async def test_a_server_that_was_restarted_has_what_was_saved_and_takes_more(own_postgres: Server, row: Any) -> None:
    async with open_database(own_postgres.url()) as storage:
        await storage.tables.save(row(1))
        own_postgres.stop()
        with pytest.raises(StoreError):
            await storage.tables.save(row(2))
        own_postgres.start()
        await storage.tables.save(row(3))
        assert await storage.tables.live() == [1, 3]


@pytest.mark.long
async def test_a_number_that_a_crashed_server_gives_anew_proves_nothing(own_postgres: Server) -> None:
    url = own_postgres.url()
    async with open_database(url) as storage:
        lost = await Transaction.begin(storage.database.writing)
        number = await lost.connection.scalar(text("SELECT txid_current()"))
        own_postgres.stop()
        own_postgres.start()
        given, other = 0, create_async_engine(parse(url))
        while given < number:
            async with other.begin() as connection:
                given = await connection.scalar(text("SELECT txid_current()"))
        await other.dispose()
        assert given == number
        with pytest.raises(AnswerLost):
            await lost.commit(lambda: True)


@pytest.mark.long
async def test_a_server_that_takes_nobody_in_now_is_only_down(own_postgres: Server) -> None:
    """It stops as soon as the last session has ended; until then it answers as one that starts or recovers does."""
    url = own_postgres.url()
    async with open_database(url) as storage:
        assert await storage.check()
        os.kill(own_postgres.process, signal.SIGTERM)
        with pytest.raises(DatabaseDown, match="the database system is shutting down"):
            async with open_database(url):
                pass
