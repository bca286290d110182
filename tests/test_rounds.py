"""Jobs run when they are due; one that fails does not stop the others."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from bot.jobs import Scheduler


async def test_a_job_is_done_again_after_its_seconds_and_no_sooner() -> None:
    now, done = 1000, list[int]()

    async def job(at: int) -> None:
        done.append(at)

    rounds = Scheduler(lambda: now, lambda: now)
    rounds.add("job", job, every=60)
    for now in (1000, 1059, 1060, 1061, 5000):  # noqa: B007 - the clock reads it
        await rounds.tick()
    assert done == [1000, 1060, 5000]


async def test_a_clock_that_is_set_back_stops_no_job() -> None:
    now, seconds, done = 10_000, 0.0, list[int]()

    async def job(at: int) -> None:
        done.append(at)

    rounds = Scheduler(lambda: now, lambda: seconds)
    rounds.add("job", job, every=60)
    for now, seconds in ((10_000, 0.0), (6_400, 30.0), (6_430, 60.0), (6_490, 120.0)):  # noqa: B007 - likewise
        await rounds.tick()
    assert done == [10_000, 6_430, 6_490]


async def test_a_job_that_takes_long_holds_up_no_other_and_is_not_begun_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.jobs.SECONDS", 0)
    begun, go_on, enough, done = 0, asyncio.Event(), asyncio.Event(), list[int]()

    async def takes_long(_: int) -> None:
        nonlocal begun
        begun += 1
        await go_on.wait()

    async def short(at: int) -> None:
        done.append(at)
        if len(done) == 5:
            enough.set()

    seconds = itertools.count()
    rounds = Scheduler(lambda: 7, lambda: next(seconds))
    rounds.add("long", takes_long, every=1)
    rounds.add("short", short, every=1)
    rounds.start()
    async with asyncio.timeout(10):
        await enough.wait()
    go_on.set()
    await rounds.stop()
    assert begun == 1


async def test_a_job_that_fails_is_logged_and_the_next_is_done(caplog: pytest.LogCaptureFixture) -> None:
    done = list[int]()

    async def fails(at: int) -> None:
        raise ValueError("no")

    async def works(at: int) -> None:
        done.append(at)

    rounds = Scheduler(lambda: 1, lambda: 1)
    rounds.add("the failing one", fails, every=1)
    rounds.add("the other", works, every=1)
    await rounds.tick()
    assert done == [1]
    assert "failed: the failing one" in caplog.text


async def test_stopping_waits_for_the_job_under_way() -> None:
    begun, go_on, done = asyncio.Event(), asyncio.Event(), list[int]()

    async def job(at: int) -> None:
        begun.set()
        await go_on.wait()
        done.append(at)

    rounds = Scheduler(lambda: 7, lambda: 7)
    rounds.add("job", job, every=60)
    rounds.start()
    await begun.wait()
    stopping = asyncio.create_task(rounds.stop())
    await asyncio.sleep(0)
    assert not stopping.done()
    go_on.set()
    await stopping
    assert done == [7]


async def test_a_job_that_does_not_end_is_cut_off() -> None:
    begun, cut = asyncio.Event(), list[int]()

    async def job(at: int) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            for _ in range(5):  # What it uses, such as the storage, takes its time to let go.
                await asyncio.sleep(0)
            cut.append(at)

    rounds = Scheduler(lambda: 7, lambda: 7)
    rounds.add("job", job, every=60)
    rounds.start()
    await begun.wait()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await rounds.stop()
    assert cut == [7]
