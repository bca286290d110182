"""When sessions may begin, second by second."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest

from bot.gateway.pacing import APART, LocalPacing, SessionStarts
from bot.gateway.waiting import GatewayWaits, Retries, longest_session_pause

DAY = 86_400


class FakeWaiting(GatewayWaits):
    """Time passes only while somebody waits."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.clock = lambda: self.now
        self.meanwhile: Callable[[], None] = lambda: None

    async def wait(self, seconds: float) -> None:
        self.now += max(seconds, 0)
        self.meanwhile()
        await asyncio.sleep(0)


@pytest.fixture
def waiting() -> FakeWaiting:
    return FakeWaiting()


async def begin(pacing: LocalPacing, shard: int, max_concurrency: int = 1) -> None:
    async with pacing.turn(shard, max_concurrency):
        pass


async def test_shards_of_a_bucket_begin_one_after_another(waiting: FakeWaiting) -> None:
    pacing, began = LocalPacing(waiting), waiting.now
    for shard in (0, 1, 2, 3):
        await begin(pacing, shard, max_concurrency=4)
    assert waiting.now == began
    await begin(pacing, 6, max_concurrency=4)
    assert waiting.now == began + APART
    waiting.now += APART
    await begin(pacing, 2, max_concurrency=4)
    assert waiting.now == began + 2 * APART


async def test_nobody_else_of_a_bucket_begins_while_one_does(waiting: FakeWaiting) -> None:
    pacing = LocalPacing(waiting)
    async with pacing.turn(0, 1):
        other = asyncio.create_task(begin(pacing, 1))
        for _ in range(5):
            await asyncio.sleep(0)
        assert not other.done()
    await other


async def test_a_session_that_did_not_begin_keeps_nobody_waiting(waiting: FakeWaiting) -> None:
    pacing, began = LocalPacing(waiting), waiting.now

    async def fail() -> None:
        async with pacing.turn(0, 1):
            raise ConnectionError

    with pytest.raises(ConnectionError):
        await fail()
    await begin(pacing, 1)
    assert waiting.now == began


class FakeDiscord:
    """Says how many sessions are left; counts one only when a test says that it has arrived."""

    def __init__(self, remaining: int) -> None:
        self.remaining = remaining
        self.asked = 0

    async def get_bot_gateway(self) -> tuple[int, str, dict[str, int]]:
        self.asked += 1
        return 1, "", {"total": 1000, "remaining": self.remaining, "reset_after": 3_600_000, "max_concurrency": 16}


async def soon(work: Awaitable[None]) -> asyncio.Future[None]:
    """Begin ``work``, and let it come as far as it can without time."""
    task = asyncio.ensure_future(work)
    for _ in range(5):
        await asyncio.sleep(0)
    return task


async def test_sessions_under_way_are_not_taken_twice(waiting: FakeWaiting) -> None:
    """Two are left, and Discord has not heard of the two that begin: the third waits for what becomes of them."""
    discord, began = FakeDiscord(remaining=2), waiting.now
    starts = SessionStarts(cast(Any, discord), waiting)
    await starts.take(0)
    await starts.take(1)
    waiting.meanwhile = lambda: starts.answered(1)  # Its connection ended: Discord never got its IDENTIFY.
    await starts.take(2)
    assert waiting.now == began + APART


async def test_the_last_session_of_the_day(waiting: FakeWaiting, caplog: pytest.LogCaptureFixture) -> None:
    discord, began = FakeDiscord(remaining=0), waiting.now
    starts = SessionStarts(cast(Any, discord), waiting)

    def next_day() -> None:
        discord.remaining = 1000

    waiting.meanwhile = next_day
    await starts.take(0)
    assert waiting.now == began + 3600
    assert len(caplog.messages) == 1


async def test_one_answer_serves_all_that_begin_at_a_time(waiting: FakeWaiting) -> None:
    discord = FakeDiscord(remaining=1000)
    starts = SessionStarts(cast(Any, discord), waiting)
    assert await starts.max_concurrency() == 16
    for shard in range(16):
        await starts.take(shard)
    assert discord.asked == 1
    waiting.now += APART
    await starts.take(16)
    assert discord.asked == 2


async def test_a_shard_whose_every_session_ends_at_once_begins_fewer_than_discord_allows(
    waiting: FakeWaiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random, "uniform", lambda least, most: least)
    retries, began, sessions = Retries(waiting), waiting.now, 0
    while waiting.now < began + DAY:
        sessions += 1
        await retries.wait_after(ConnectionResetError(), longest_session_pause(1))
    assert 900 < sessions < 1000


@pytest.mark.parametrize("shards", [2, 3, 16])
def test_shards_that_share_the_sessions_of_a_day_wait_longer_for_theirs(shards: int) -> None:
    assert longest_session_pause(1) < longest_session_pause(shards) <= 300


async def test_stopping_ends_every_wait() -> None:
    waiting = GatewayWaits()
    pacing, starts = LocalPacing(waiting), SessionStarts(cast(Any, FakeDiscord(remaining=0)), waiting)
    await begin(pacing, 0)
    tasks = [await soon(begin(pacing, 1)), await soon(starts.take(2))]
    assert not any(task.done() for task in tasks)
    waiting.stop()
    async with asyncio.timeout(30):
        await asyncio.gather(*tasks)
