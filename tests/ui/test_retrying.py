"""Work that is tried until it succeeds."""

from __future__ import annotations

import asyncio

from bot.ui.pace.work import RetryingTask


async def test_nobody_can_begin_it_once_it_was_stopped() -> None:
    """A process that stops may still become the leader, who sends the commands."""
    done = 0

    async def work() -> None:
        nonlocal done
        done += 1

    errand = RetryingTask("counting", work)
    await errand.begin(1)
    await errand.stop()
    errand.ask()
    await asyncio.sleep(0)
    assert done == 1
