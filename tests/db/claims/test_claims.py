"""Several processes on one PostgreSQL: each holds some of the shards, and a dead or stopped one keeps nobody out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import text

from bot.gateway import ShardsRefused
from bot.gateway.turnover import Answer
from db import open_database
from db.claims import holder, pacing, session
from db.claims.facts import last_press, set_shard_count, shard_count
from db.claims.holder import Claims, Share
from db.claims.locks import Kind
from db.connection.errors import DatabaseInUse, WrongDatabase
from db.connection.url import parse

pytestmark = pytest.mark.sample(4, among="claims")


class FakeGateway:
    """Connects shards at once, or when the test says so."""

    def __init__(self, recommended: int = 4) -> None:
        self.shards: set[int] = set()
        self.served: set[int] = set()
        self.slow = False
        self.released: list[int] = []
        self._recommended = recommended
        self.claims: Claims | None = None

    def hold(self, count: int, shards: Iterable[int]) -> None:
        self.shards |= set(shards)

    async def release(self, shards: Iterable[int]) -> None:
        self.released += self.shards.intersection(shards)
        self.shards -= set(shards)

    def connected(self) -> frozenset[int]:
        return frozenset(self.shards)

    def is_ready(self, shard: int) -> bool:
        return shard in self.shards and not self.slow

    def serve(self, shard: int) -> None:
        assert self.claims is not None
        self.claims.held.change(self.claims.held.now.with_shard(shard))

    async def recommended(self) -> int:
        return self._recommended


class Processes:
    """Starts and stops 'processes': each has its own session, all are in this loop."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._stacks: dict[int, AsyncExitStack] = {}

    async def start(self, gateway: FakeGateway | None = None, **share: Any) -> Claims:
        gateway = gateway or FakeGateway()
        stack = AsyncExitStack()
        storage = await stack.enter_async_context(open_database(self.url, share=Share(**share)))
        claims = storage.database.claims
        assert claims is not None
        gateway.claims = claims
        self._stacks[id(claims)] = stack
        await claims.start(gateway)
        return claims

    async def end(self, claims: Claims) -> None:
        await claims.stop()
        await self._stacks.pop(id(claims)).aclose()

    async def close(self) -> None:
        for stack in self._stacks.values():
            await stack.aclose()


@pytest.fixture
async def processes(postgres: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Processes]:
    monkeypatch.setattr(session, "START_SECONDS", 1.0)
    monkeypatch.setattr(session, "PAUSE", 0.02)
    monkeypatch.setattr(holder, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(holder, "BUSY_SECONDS", 0.02)
    monkeypatch.setattr(holder, "REBALANCE_SECONDS", 0.1)
    monkeypatch.setattr(holder, "AGAIN_SECONDS", 0.3)
    monkeypatch.setattr(pacing, "TRY_SECONDS", 0.02)
    found = Processes(postgres())
    yield found
    await found.close()


def held(claims: Claims) -> set[int]:
    return {shard for shard in range(99) if claims.owns(shard)}


async def joined(claims: Claims) -> None:
    """Wait until others see that it takes part."""
    while claims.session.number not in (await claims.session.look()).members:  # noqa: ASYNC110 - the server tells nobody.
        await asyncio.sleep(0.01)


async def end_session(url: str, claims: Claims) -> None:
    """End its session as the server does with one that asks nothing, or when its process is killed."""
    async with open_database(url) as storage, storage.database.reading.connect() as connection:
        await connection.execute(text(f"SELECT pg_terminate_backend({claims.session.number})"))


# -- sharing ----------------------------------------------------------------------------------------------------


async def test_one_process_holds_all_and_a_second_one_gets_its_share(processes: Processes, until: Any) -> None:
    first = await processes.start()
    await until(lambda: held(first) == {0, 1, 2, 3})
    second = await processes.start()
    await until(lambda: len(held(first)) == len(held(second)) == 2)
    assert held(first) | held(second) == {0, 1, 2, 3}
    assert first.held.now.held == held(first)


async def test_no_shard_has_two_owners_at_any_moment_while_it_passes_on(processes: Processes, until: Any) -> None:
    first = await processes.start()
    await until(lambda: len(held(first)) == 4)
    second = await processes.start()

    def apart() -> bool:
        assert not held(first) & held(second)
        return len(held(second)) == 2

    await until(apart)


async def test_who_leaves_hands_over_and_the_other_connects_first(processes: Processes, until: Any) -> None:
    first = await processes.start()
    await until(lambda: len(held(first)) == 4)
    gateway = FakeGateway()
    gateway.slow = True
    second = await processes.start(gateway)
    await joined(second)
    leaving = asyncio.create_task(first.leave())
    await until(lambda: gateway.shards == {0, 1, 2, 3})
    assert held(first) == {0, 1, 2, 3}, "it answers until the other one has connected"
    gateway.slow = False
    await leaving
    assert held(first) == set()
    await until(lambda: held(second) == {0, 1, 2, 3})


async def test_who_connects_stays_connected_however_slowly_a_shard_is_handed_over(
    processes: Processes, until: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looks between any two of the holder's steps."""
    first = await processes.start(FakeGateway(1))
    await until(lambda: held(first) == {0})
    gateway, give = FakeGateway(1), first.session.give

    async def slowly(*lock: Any) -> None:
        await give(*lock)
        await asyncio.sleep(0.2)

    monkeypatch.setattr(first.session, "give", slowly)
    second = await processes.start(gateway)
    await joined(second)
    leaving = asyncio.create_task(first.leave())
    await until(lambda: held(second) == {0})
    await leaving
    assert gateway.released == []


async def test_who_leaves_alone_need_not_wait(processes: Processes, until: Any) -> None:
    first = await processes.start()
    await until(lambda: len(held(first)) == 4)
    async with asyncio.timeout(holder.ANSWER_SECONDS / 2):
        await first.leave()


async def test_the_shards_of_a_killed_process_are_taken_by_others(processes: Processes, until: Any) -> None:
    first = await processes.start()
    second = await processes.start()
    await until(lambda: len(held(first)) == len(held(second)) == 2)
    await processes.end(first)
    await until(lambda: held(second) == {0, 1, 2, 3})


async def test_one_process_leads_and_another_one_when_it_is_gone(processes: Processes, until: Any) -> None:
    first = await processes.start()
    second = await processes.start()
    await until(lambda: first.leader.leads)
    assert not second.leader.leads
    await processes.end(first)
    await until(lambda: second.leader.leads)


# -- presses while a shard passes on ----------------------------------------------------------------------------


async def test_each_press_is_answered_once_while_a_shard_passes_on(processes: Processes, until: Any) -> None:
    """Both are connected and get every press, at slightly different moments."""
    first = await processes.start(FakeGateway(1))
    await until(lambda: held(first) == {0})
    second = await processes.start(FakeGateway(1))
    await joined(second)
    answers: dict[int, list[asyncio.Task[Answer]]] = {}

    async def press(number: int, claims: Claims, late: float) -> Answer:
        await asyncio.sleep(late)
        return await claims.turnover.answer(7, number)

    leaving = asyncio.create_task(first.leave())
    number = 0
    while not held(second):
        number += 1
        late = (number % 7) / 1000
        answers[number] = [
            asyncio.create_task(press(number, first, 0.007 - late)),
            asyncio.create_task(press(number, second, late)),
        ]
        await asyncio.sleep(0.002)
    await leaving
    for number, both in answers.items():
        by_first, by_second = await asyncio.gather(*both)
        assert (by_first is Answer.NO) != (by_second is Answer.NO), number
    last = await last_press(second.session, 0)
    assert 0 < last <= number


# -- losing the session -----------------------------------------------------------------------------------------


async def test_a_lost_session_stops_everything_first(processes: Processes, until: Any) -> None:
    gateway = FakeGateway()
    first = await processes.start(gateway)
    await until(lambda: len(held(first)) == 4 and first.leader.leads)
    seen: list[tuple[bool, set[int], set[int]]] = []
    first.held.on_change(lambda now: seen.append((first.leader.leads, set(now.held), set(gateway.shards))))
    await end_session(processes.url, first)
    await until(lambda: seen)
    assert seen[0] == (False, set(), {0, 1, 2, 3}), "nothing waits for the connections"
    await until(lambda: len(held(first)) == 4 and first.held.now.held == {0, 1, 2, 3})


async def test_who_lost_its_session_gets_its_shards_back_unless_another_took_them(
    processes: Processes, until: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    gateway = FakeGateway()
    first = await processes.start(gateway)
    await until(lambda: len(held(first)) == 4)
    back, reopen = asyncio.Event(), first.session.reopen

    async def late(**how: Any) -> None:
        await back.wait()
        await reopen(**how)

    monkeypatch.setattr(first.session, "reopen", late)
    second = await processes.start()
    await end_session(processes.url, first)
    await until(lambda: held(second) == {0, 1, 2, 3})
    back.set()
    await until(lambda: gateway.shards != {0, 1, 2, 3})
    await until(lambda: len(held(first)) == len(held(second)) == 2)


@pytest.mark.long
async def test_a_server_that_restarts_gives_everybody_their_shards_back(
    own_postgres: Any, processes: Processes, until: Any
) -> None:
    """Nobody has to connect to Discord again."""
    processes.url = own_postgres.url()
    gateways = FakeGateway(), FakeGateway()
    first, second = [await processes.start(gateway) for gateway in gateways]
    await until(lambda: len(held(first)) == len(held(second)) == 2)
    before = held(first), held(second)
    await until(lambda: (gateways[0].shards, gateways[1].shards) == before)
    for gateway in gateways:
        gateway.released.clear()
    own_postgres.stop()
    await until(lambda: not held(first) and not held(second))
    own_postgres.start()
    await until(lambda: (held(first), held(second)) == before, 60)
    assert [gateway.released for gateway in gateways] == [[], []]


async def test_a_session_that_asks_nothing_is_over_for_its_process_before_the_server_ends_it(
    processes: Processes, until: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after SIGSTOP: the connection stays, the questions stop."""
    monkeypatch.setattr(session, "IDLE_SECONDS", 1.5)
    monkeypatch.setattr(session, "LEASE_SECONDS", 1.0)
    first = await processes.start()
    await until(lambda: len(held(first)) == 4)
    going, look = asyncio.Event(), first.session.look

    async def stopped() -> Any:
        await going.wait()
        return await look()

    monkeypatch.setattr(first.session, "look", stopped)
    second = await processes.start()
    while len(held(second)) < 4:
        assert not held(first) & held(second)
        await asyncio.sleep(0.01)
    assert first.held.now.held, "its own loop has not run since, and yet it answers nothing"
    assert await first.turnover.answer(1 << 22, 5) is Answer.NO
    going.set()
    await until(lambda: held(first))


# -- what the host has set --------------------------------------------------------------------------------------


async def test_ranges_that_overlap_are_refused(processes: Processes) -> None:
    first = await processes.start(count=4, fixed=frozenset({0, 1}))
    second = await processes.start(count=4, fixed=frozenset({2, 3}))
    assert (held(first), held(second)) == ({0, 1}, {2, 3})
    with pytest.raises(ShardsRefused, match="another process holds the shards 1: the ranges of SHARDS must not"):
        await processes.start(count=4, fixed=frozenset({1}))


async def test_the_first_process_decides_how_many_shards_there_are(processes: Processes) -> None:
    first = await processes.start(FakeGateway(3))
    assert await shard_count(first.session) == 3
    assert (await processes.start(FakeGateway(5))).held.now.count == 3
    with pytest.raises(ShardsRefused, match="SHARD_COUNT is 8, but the processes of this database have 3 shards"):
        await processes.start(count=8)


async def test_a_process_alone_and_processes_that_share_keep_each_other_out(processes: Processes) -> None:
    await processes.start()
    with pytest.raises(DatabaseInUse, match="Another process uses the database"):
        async with open_database(processes.url, alone=True):
            pass
    await processes.close()
    processes._stacks.clear()
    async with open_database(processes.url, alone=True):
        with pytest.raises(DatabaseInUse, match="without SHARDS uses the database for itself"):
            await processes.start()


async def test_sqlite_cannot_be_shared(tmp_path: Any) -> None:
    with pytest.raises(WrongDatabase, match="SHARDS needs PostgreSQL"):
        async with open_database(f"sqlite:///{tmp_path}/gobelet.db", share=Share()):
            pass


async def test_a_pooler_is_refused(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    """It tells each client a number of its own, where the server tells that of the session."""
    monkeypatch.setattr("asyncpg.connection.Connection.get_server_pid", lambda _: 1)
    with pytest.raises(WrongDatabase, match="through a pooler"):
        await processes.start()


# -- the locks themselves ---------------------------------------------------------------------------------------


async def test_sessions_begin_at_discord_one_bucket_at_a_time_across_processes(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pacing, "APART", 0.2)
    first, second = await processes.start(), await processes.start()
    began: list[tuple[int, float]] = []

    async def begin(claims: Claims, shard: int) -> None:
        async with claims.pacing.turn(shard, 2):
            began.append((shard % 2, asyncio.get_running_loop().time()))

    await asyncio.gather(*(begin(claims, shard) for shard in range(4) for claims in (first, second)))
    for bucket in (0, 1):
        at = [moment for one, moment in began if one == bucket]
        assert len(at) == 4
        assert all(later - earlier >= 0.19 for earlier, later in pairwise(at))


async def test_who_began_no_session_holds_nobody_up(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "APART", 3600)
    first, second = await processes.start(), await processes.start()
    with pytest.raises(OSError, match="no network"):
        async with first.pacing.turn(0, 1):
            raise OSError("no network")
    async with asyncio.timeout(20), second.pacing.turn(0, 1):
        pass


async def test_everything_goes_back_when_a_session_ends(processes: Processes) -> None:
    first, second = session.Session(parse(processes.url)), session.Session(parse(processes.url))
    await first.open(alone=False)
    await second.open(alone=False)
    for kind in Kind:
        assert await first.take(kind, 0)
        assert await second.take(kind, 0) is (kind is Kind.MEMBER)
    await first.close()
    async with asyncio.timeout(20):
        while not await second.take(Kind.SHARD, 0):  # noqa: ASYNC110 - the server tells nobody.
            await asyncio.sleep(0.02)
    assert (await second.look()).mine(Kind.SHARD) == {0}
    await second.close()


async def test_shards_can_be_counted_anew_while_nobody_holds_any(processes: Processes) -> None:
    alone = session.Session(parse(processes.url))
    await alone.open(alone=True)
    await set_shard_count(alone, 6)
    await alone.close()
    assert (await processes.start()).held.now.count == 6
