"""Work through the queue of messages: how fast, in which order, and what happens when something is slow or fails."""

from __future__ import annotations

import asyncio
import gc
import heapq
import itertools
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from bot.ui.pace.rate_queue import LIVE, OVER, RateQueue


class Time:
    """A clock that stands still until everybody sleeps; then it jumps to the next waking."""

    def __init__(self) -> None:
        self.now = 100.0
        self._asleep: list[tuple[float, int, asyncio.Event]] = []
        self._turns = itertools.count()

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        event = asyncio.Event()
        heapq.heappush(self._asleep, (self.now + seconds, next(self._turns), event))
        await event.wait()

    async def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Let time pass until ``work`` is done."""
        task = asyncio.ensure_future(work)
        while not task.done():
            for _ in range(20):
                await asyncio.sleep(0)
            if self._asleep and not task.done():
                at, _, event = heapq.heappop(self._asleep)
                self.now = max(self.now, at)
                event.set()
        task.result()


@pytest.fixture
def time() -> Time:
    return Time()


class Sent:
    """What was done, and when."""

    def __init__(self, time: Time) -> None:
        self.time, self.names, self.at = time, list[Any](), list[float]()

    def of(self, name: Any) -> Callable[[], Coroutine[Any, Any, None]]:
        async def work() -> None:
            self.names.append(name)
            self.at.append(self.time.now)

        return work


@pytest.fixture
def sent(time: Time) -> Sent:
    return Sent(time)


@pytest.fixture
def paced(time: Time) -> RateQueue:
    return RateQueue(20, clock=time, sleep=time.sleep)


async def test_twenty_a_second_at_most_and_the_first_at_once(time: Time, paced: RateQueue, sent: Sent) -> None:
    for number in range(100):
        paced.ask(number, sent.of(number))
    await time.run(paced.settle())
    assert sorted(sent.names) == list(range(100))
    assert sent.at[0] == 100.0
    assert sent.at[-1] == pytest.approx(100 + 99 / 20)
    for first, last in zip(sent.at, sent.at[20:], strict=False):
        assert last - first >= 1 - 1e-6


async def test_a_pause_is_not_made_up_for(time: Time, paced: RateQueue, sent: Sent) -> None:
    paced.ask("early", sent.of("early"))
    await time.run(paced.settle())
    time.now += 60
    for number in range(4):
        paced.ask(number, sent.of(number))
    await time.run(paced.settle())
    assert [at - sent.at[1] for at in sent.at[1:]] == pytest.approx([0, 0.05, 0.1, 0.15])


async def test_what_costs_two_takes_the_time_of_two(time: Time, paced: RateQueue, sent: Sent) -> None:
    for number in range(11):
        paced.ask(number, sent.of(number), cost=2)
    await time.run(paced.settle())
    assert sent.at[-1] - sent.at[0] == pytest.approx(1)


async def test_live_tables_come_first_and_new_and_old_take_turns(time: Time, paced: RateQueue, sent: Sent) -> None:
    for number in (1, 2, 3):
        paced.ask(f"over {number}", sent.of(f"over {number}"), rank=OVER)
    for number in (1, 2, 3, 4):
        paced.ask(number, sent.of(number), rank=LIVE)
    await time.run(paced.settle())
    assert sent.names[:4] == [4, 1, 3, 2]
    assert sorted(sent.names[4:]) == ["over 1", "over 2", "over 3"]


async def test_something_new_waits_for_two_at_most_however_many_wait(time: Time, paced: RateQueue, sent: Sent) -> None:
    for number in range(1000):
        paced.ask(number, sent.of(number))

    async def later() -> None:
        await time.sleep(10)
        paced.ask("new", sent.of("new"))
        await time.sleep(0.11)
        assert "new" in sent.names
        await paced.stop(0)

    await time.run(later())


async def test_a_key_waits_once_and_the_newer_work_is_done(time: Time, paced: RateQueue, sent: Sent) -> None:
    paced.ask("first", sent.of("first"))
    paced.ask("board", sent.of("old"), rank=OVER)
    paced.ask("board", sent.of("new"))
    await time.run(paced.settle())
    assert sorted(sent.names) == ["first", "new"]


async def test_a_key_is_never_done_twice_at_once(time: Time, paced: RateQueue, sent: Sent) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow() -> None:
        begun.set()
        await go_on.wait()
        sent.names.append("slow")

    async def asking() -> None:
        paced.ask("board", slow)
        await begun.wait()
        paced.ask("board", sent.of("again"))
        paced.ask("other", sent.of("other"))
        await time.sleep(1)
        assert sent.names == ["other"]
        go_on.set()
        await paced.settle()

    await time.run(asking())
    assert sent.names == ["other", "slow", "again"]


async def test_one_that_fails_is_logged_and_stops_no_other(
    time: Time, paced: RateQueue, sent: Sent, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails() -> None:
        raise ValueError("no")

    paced.ask("bad", fails)
    paced.ask("good", sent.of("good"))
    await time.run(paced.settle())
    assert sent.names == ["good"]
    assert "failed: bad" in caplog.text


async def test_stopping_forgets_what_waits_but_not_what_is_under_way(time: Time, paced: RateQueue, sent: Sent) -> None:
    go_on = asyncio.Event()

    async def slow() -> None:
        await go_on.wait()
        sent.names.append("slow")

    paced.ask("slow", slow)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    for number in range(5):
        paced.ask(number, sent.of(number))
    await paced.stop(0)
    assert len(paced) == 0
    go_on.set()
    await time.run(paced.settle())
    assert sent.names == ["slow"]


async def test_what_waits_is_nothing_for_the_garbage_collector(paced: RateQueue) -> None:
    """A collection of 100,000 waiting objects would take a third of a second."""

    async def work(id: int, due: int) -> None:
        raise AssertionError

    paced.ask(("remind", 0), work, 0, 7)
    gc.collect()
    before = len(gc.get_objects())
    for number in range(1, 10_000):
        paced.ask(("remind", number), work, number, 7)
    for _ in range(3):  # Each look of the collector lets go of one level of plain numbers, from the inside out.
        gc.collect()
    assert len(gc.get_objects()) - before < 1000
    await paced.stop(0)
