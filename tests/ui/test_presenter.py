"""When the bot stops, it waits for the work after its answers."""

import asyncio
from typing import Any, cast
from unittest.mock import Mock

from bot.ui.table.presenter import Presenter


async def test_settling_ends_when_all_work_is_done_already() -> None:
    """Tasks that are done but not yet taken off the list must not keep the loop busy for ever."""
    presenter = Presenter(*[cast(Any, Mock())] * 5)
    done: list[int] = []

    async def work(number: int) -> None:
        done.append(number)

    for number in range(3):
        presenter.run_later(work(number), "a test")
    tasks = list(presenter._tasks)
    presenter.run_later(asyncio.sleep(0.01), "a test")
    await asyncio.wait(tasks)
    async with asyncio.timeout(30):
        await presenter.settle()
    assert done == [0, 1, 2]
    assert not presenter._tasks
