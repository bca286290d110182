"""Jobs are done when they are due; one that fails does not keep the others from being done."""

from __future__ import annotations

import pytest

from bot.rounds import Rounds


async def test_a_job_is_done_again_after_its_seconds_and_no_sooner() -> None:
    now, done = 1000, list[int]()

    async def job(at: int) -> None:
        done.append(at)

    rounds = Rounds(lambda: now)
    rounds.add("job", job, every=60)
    for now in (1000, 1059, 1060, 1061, 5000):  # noqa: B007 - the clock reads it
        await rounds.tick()
    assert done == [1000, 1060, 5000]


async def test_a_job_that_fails_is_logged_and_the_next_is_done(caplog: pytest.LogCaptureFixture) -> None:
    done = list[int]()

    async def fails(at: int) -> None:
        raise ValueError("no")

    async def works(at: int) -> None:
        done.append(at)

    rounds = Rounds(lambda: 1)
    rounds.add("the failing one", fails, every=1)
    rounds.add("the other", works, every=1)
    await rounds.tick()
    assert done == [1]
    assert "failed: the failing one" in caplog.text
