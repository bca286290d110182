"""Two processes on one PostgreSQL: one is replaced, killed or stopped while people play, and no press is lost."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from sqlalchemy import text

from db import Storage, open_database
from db.claims.session import LockKind, LockSession
from db.connection.engines import parse
from tests.e2e.playing import ready_to_show

SHARDS = 2
QUICK = """
from bot import arrivals, cli, gateway
from db.claims import holder, session
arrivals.BURST = 10**9
gateway.pacing.APART = holder.APART = 0.05
holder.TRY_SECONDS, holder.LOOK_SECONDS = 0.05, 0.2
session.IDLE_SECONDS, session.LEASE_SECONDS = 4.0, 3.0
cli.main()
"""
"""``-m bot`` with shorter waits: Discord's five seconds between two sessions, the look at the locks, the session."""


class Fleet:
    """Processes that share a database, and a look at what they hold."""

    def __init__(self, process: Any, url: str, storage: Storage) -> None:
        self.process, self.storage = process, storage
        process.program = QUICK
        self.settings = {"DATABASE_URL": url, "SHARDS": "claim", "SHARD_COUNT": str(SHARDS)}
        self._session = LockSession(parse(url))

    async def start(self, **settings: str) -> Any:
        """Start one more process and wait until it takes part."""
        before = len(await self.members())
        started = await self.process.spawn("run", **(self.settings | settings))
        async with asyncio.timeout(60):
            while len(await self.members()) <= before:
                assert started.returncode is None, (await started.communicate())[1].decode()
                await asyncio.sleep(0.02)
        return started

    async def connected(self, hands: Any) -> None:
        """Wait until both shards are connected."""
        await hands["until"](lambda: self.process.standin.world.sessions_online == SHARDS, 60)

    async def members(self) -> frozenset[int]:
        """Return who takes part."""
        return (await self._look()).members

    async def holders(self) -> set[int]:
        """Return the sessions that hold shards."""
        look = await self._look()
        return {holder for shard in range(SHARDS) if (holder := look.holder(LockKind.SHARD, shard)) is not None}

    async def journal(self) -> list[tuple[int, str]]:
        """Return the numbers and texts of all moves."""
        async with self.storage.database.reading.connect() as connection:
            return [tuple(row) for row in await connection.execute(text('SELECT number, "do" FROM journal ORDER BY 1'))]

    async def boards(self) -> list[tuple[int, int]]:
        """Return the message and the step of all tables."""
        async with self.storage.database.reading.connect() as connection:
            return [tuple(row) for row in await connection.execute(text("SELECT message, step FROM tables"))]

    async def _look(self) -> Any:
        if not self._session.valid():
            await self._session.drop()
            await self._session.open(alone=False)
        return await self._session.look()

    async def close(self) -> None:
        await self._session.close()


@pytest.fixture
async def fleet(process: Any, postgres: Callable[..., str]) -> AsyncIterator[Fleet]:
    url = postgres()
    async with open_database(url) as storage:
        found = Fleet(process, url, storage)
        yield found
        await found.close()


class Presses:
    """Ana and Ben play on and on; what the bot answered."""

    def __init__(self, play: Any, *, talk: bool = False) -> None:
        self.play = play
        self.talk = talk
        """Whether others write below the board, so that it moves when a turn ends."""
        self.answered = 0
        self.one_moment = 0
        self.failed = 0

    async def one(self) -> None:
        """Make the next press of the game, whatever it is."""
        play = self.play
        if self.talk:
            play.standin.person("chloe").say("Good luck!")
        what = next((do for do in play.does if do.startswith(("roll", "keep"))), None)
        if what is None or play.does.get("end_turn"):
            what = next(do for do in play.does if do.startswith("mark"))
        pressed = play.does[what]
        if pressed.endswith(f":{what}"):
            outcome = await play.turn.press(play.board, custom_id=pressed)
        else:
            outcome = await play.turn.select(play.board, what, custom_id=pressed)
        play.follow(outcome)  # The old board may stay for a moment, as a line that says where the new one is.
        self.failed += outcome.failed
        self.one_moment += "press again in a moment" in outcome.text
        self.answered += outcome.updated
        await asyncio.sleep(0.02)  # Nobody presses faster; and where no process is connected, a press fails at once.

    async def until(self, done: Callable[[], bool]) -> None:
        while not done():
            await self.one()


@pytest.mark.long(10)
@pytest.mark.parametrize("talk", [False, True])
async def test_a_table_is_played_without_a_lost_press_while_its_process_is_replaced(
    process: Any, fleet: Fleet, hands: Any, talk: bool
) -> None:
    old = await fleet.start()
    await fleet.connected(hands)
    play = await process.lobby("ana", "ben")
    await play.begin()
    presses = Presses(play, talk=talk)
    await presses.one()
    new = await fleet.start()
    old.send_signal(signal.SIGTERM)
    ended = asyncio.create_task(process.outcome(old))
    await presses.until(ended.done)
    status, log = ended.result()
    assert status == 0, log
    assert log.count("handed shard") == SHARDS
    assert "Traceback" not in log
    for _ in range(10):
        await presses.one()
    assert presses.failed == 0
    assert presses.one_moment <= 1
    numbers = [number for number, _ in await fleet.journal()]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) >= presses.answered / 2
    status, log = await process.end(new)
    assert (status, "Traceback" in log) == (0, False), log


@pytest.mark.long(16)
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
async def test_another_process_goes_on_where_one_was_killed_or_stopped(
    process: Any, fleet: Fleet, hands: Any, how: signal.Signals
) -> None:
    """A stopped process keeps its connections. When it goes on, it sends nothing and saves nothing."""
    first = await fleet.start()
    await fleet.connected(hands)
    [holder] = await fleet.holders()
    play = await process.lobby("ana", "ben")
    await play.begin()
    presses = Presses(play)
    for _ in range(3):
        await presses.one()
    await fleet.start()
    first.send_signal(how)
    async with asyncio.timeout(30):
        while holder in (holders := await fleet.holders()) or len(holders) != 1:  # noqa: ASYNC110 - nobody tells.
            await asyncio.sleep(0.05)
    # Those who pressed meanwhile saw that it failed; the next press goes on, as soon as the shard has connected.
    async with asyncio.timeout(30):
        while presses.answered == 3:
            await presses.one()
    failed = presses.failed
    for _ in range(10):
        await presses.one()
    if how is signal.SIGSTOP:
        pressed = asyncio.create_task(presses.until(lambda: presses.answered > 60))
        first.send_signal(signal.SIGCONT)
        await pressed
        assert first.returncode is None
        status, log = await process.end(first)
        assert (status, "the session with the claims was lost" in log) == (0, True), log
        assert "Traceback" not in log
    assert presses.failed == failed, "from now on every press is answered"
    assert presses.one_moment == 0
    numbers = [number for number, _ in await fleet.journal()]
    assert numbers == list(range(len(numbers)))


@pytest.mark.long(16)
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP])
@pytest.mark.parametrize("ends_turn", [False, True])
async def test_a_board_that_is_posted_while_its_process_is_replaced_is_the_only_one(
    process: Any, fleet: Fleet, hands: Any, how: signal.Signals, ends_turn: bool
) -> None:
    """Discord has posted it, and says so too late for the process that asked. Nobody presses meanwhile.

    Somebody has asked for it, or a press that ``ends_turn`` below what others have written.
    """
    first = await fleet.start()
    await fleet.connected(hands)
    [holder] = await fleet.holders()
    play = await process.lobby("ana", "ben")
    await play.begin()
    presses = Presses(play)
    for _ in range(3):
        await presses.one()
    await fleet.start()

    def boards() -> list[str]:
        return [
            one["id"] for one in process.standin.person("ana").messages() if hands["does"](one) and not one["flags"]
        ]

    if ends_turn:
        process.standin.person("chloe").say("Good luck!")
        process.standin.world.faults.delay(
            "POST", "/interactions/{webhook_id}/{webhook_token}/callback", 2.5, late=True
        )
        showing = asyncio.create_task(play.mark())
    else:
        show = await ready_to_show(process.standin.person("ben"))
        process.standin.world.faults.delay("POST", "/channels/{channel_id}/messages", 2.5, late=True)
        showing = show()
    await hands["until"](lambda: len(boards()) == 2)
    moves = await fleet.journal()
    first.send_signal(how)
    async with asyncio.timeout(30):
        while holder in (holders := await fleet.holders()) or len(holders) != 1:  # noqa: ASYNC110 - nobody tells.
            await asyncio.sleep(0.05)
    await showing
    new = boards()[-1]
    await hands["until"](lambda: boards() == [new], 30)
    play.board = new
    async with asyncio.timeout(30):
        while presses.answered == 3:
            await presses.one()
    if how is signal.SIGSTOP:
        first.send_signal(signal.SIGCONT)
        assert (await process.end(first))[0] == 0
    for _ in range(10):
        await presses.one()
    assert boards() == [new]
    [(message, step)] = await fleet.boards()
    assert str(message) == new
    # An edit of the last owner's time may overtake an answer; it does not stay.
    await hands["until"](lambda: {int(one.split(":")[2]) for one in play.does.values()} == {step}, 30)
    now = await fleet.journal()
    assert now[: len(moves)] == moves
    assert [number for number, _ in now] == list(range(len(now)))
    assert len(now) > len(moves)


@pytest.mark.long(25)
async def test_what_cannot_be_ends_with_one_line_and_status_2(process: Any, fleet: Fleet, hands: Any) -> None:
    first = await fleet.start()
    await fleet.connected(hands)
    for settings, line in (
        ({"SHARD_COUNT": "3"}, "SHARD_COUNT is 3, but the processes of this database have 2 shards"),
        ({"SHARDS": "0-1"}, "another process holds the shards 0, 1: the ranges of SHARDS must not overlap"),
        ({"SHARDS": ""}, "Another process uses the database; stop it first."),
    ):
        refused = await process.spawn("run", **(fleet.settings | settings))
        status, log = await process.outcome(refused)
        assert (status, line in log) == (2, True), log
        assert "Traceback" not in log
    status, line = await _shards(process, fleet, "3")
    assert (status, line) == (2, "gobelet: Another process uses the database; stop it first.\n")
    assert (await process.end(first))[0] == 0
    await fleet.close()
    assert await _shards(process, fleet, "3") == (0, "shards: 3 (before: 2)\n")
    assert await _shards(process, fleet) == (0, "shards: 3\n")


async def _shards(process: Any, fleet: Fleet, *count: str) -> tuple[int, str]:
    """Run ``python -m bot shards``; return its status and what it says."""
    running = await process.spawn("shards", *count, **fleet.settings)
    said, errors = await running.communicate()
    return running.returncode, (said + errors).decode()
