"""When the bot stops, it waits for the work after its answers."""

import asyncio

from bot.ui.pace.work import BackgroundTasks


async def test_settling_ends_when_all_work_is_done_already() -> None:
    """Tasks that are done but not yet taken off the list must not keep the loop busy for ever."""
    background = BackgroundTasks()
    done: list[int] = []

    async def work(number: int) -> None:
        done.append(number)

    tasks = [background.run(work(number), "a test") for number in range(3)]
    last = asyncio.Event()
    background.run(last.wait(), "a test")
    await asyncio.wait(tasks)
    asyncio.get_running_loop().call_soon(last.set)
    async with asyncio.timeout(30):
        await background.settle()
    assert done == [0, 1, 2]
    assert not background.tasks
