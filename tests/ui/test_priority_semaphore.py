"""Boards of computers' turns are drawn by the time that is left."""

from __future__ import annotations

import asyncio

from bot.ui.pace.work import PrioritySemaphore


async def test_who_has_the_least_time_left_draws_next_and_who_goes_away_leaves_no_gap() -> None:
    semaphore, drawn = PrioritySemaphore(1), list[int]()

    async def draw(by: int) -> None:
        async with semaphore.place(by):
            await asyncio.sleep(0)
            drawn.append(by)

    tasks = {by: asyncio.create_task(draw(by)) for by in (5, 4, 1, 3, 2)}
    await asyncio.sleep(0)
    tasks[3].cancel()
    await asyncio.wait(tasks.values())
    await draw(9)
    assert drawn == [5, 1, 2, 4, 9]
