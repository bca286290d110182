"""Several processes on one PostgreSQL: each holds some of the shards, and a dead or stopped one keeps nobody out."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.gateway.source import PressVerdict
from db.claims import holder, session
from db.claims.holder import Claims, last_press
from tests.db.claims.processes import FakeGateway, Processes, end_session, held, joined

pytestmark = pytest.mark.sample(4, among="claims")


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
    second = await processes.start(gateway)
    await joined(second)
    looks, look = list[Any](), second.session.look

    async def looking() -> Any:
        looks.append(await look())
        return looks[-1]

    async def slowly(*lock: Any) -> None:
        await give(*lock)
        seen = len(looks)
        await until(lambda: len(looks) > seen + 1)

    monkeypatch.setattr(second.session, "look", looking)
    monkeypatch.setattr(first.session, "give", slowly)
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
    answers: dict[int, list[asyncio.Task[PressVerdict]]] = {}

    async def press(number: int, claims: Claims, late: float) -> PressVerdict:
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
        assert (by_first is PressVerdict.NO) != (by_second is PressVerdict.NO), number
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
    assert await first.turnover.answer(1 << 22, 5) is PressVerdict.NO
    going.set()
    await until(lambda: held(first))
