"""How long storage may take while somebody waits for an answer.

Discord takes the answer to a press or a command within three seconds. The task that serves one begins a limit. Until
its answer, all its waiting for storage together has to fit that limit. Jobs and the work after an answer run in tasks
of their own, and nobody waits for those.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")

SECONDS = 2.0
"""From the press on; the answer itself has the rest of Discord's three seconds."""

_limits: WeakKeyDictionary[asyncio.Task[Any], tuple[float, Callable[[], bool]]] = WeakKeyDictionary()


def begin(answered: Callable[[], bool]) -> None:
    """Limit the running task's waiting for storage to :data:`SECONDS` from now, until ``answered``."""
    task = asyncio.current_task()
    if task is not None:
        _limits[task] = asyncio.get_running_loop().time() + SECONDS, answered


def until() -> float | None:
    """Return when the limit of the running task ends, by the clock of its loop; None if nobody waits."""
    task = asyncio.current_task()
    found = None if task is None else _limits.get(task)
    return None if found is None or found[1]() else found[0]


async def within(work: Coroutine[Any, Any, T], abandoned: Callable[[asyncio.Task[T]], None]) -> T:
    """Return what ``work`` returns. Raises TimeoutError at the limit of the running task.

    At the limit, or where the running task is cancelled, the work goes on by itself: some storage cannot be
    interrupted, and waiting until it notices is what the limit prevents. ``abandoned`` gets its task, to clean up
    after it.
    """
    end = until()
    left = None if end is None else end - asyncio.get_running_loop().time()
    if left is not None and left <= 0:
        work.close()
        raise TimeoutError("no time is left")
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait((task,), timeout=left)
    except asyncio.CancelledError:  # Perhaps it is done in this moment, and nobody takes its result.
        abandoned(task)
        raise
    if not task.done():
        abandoned(task)
        raise TimeoutError("no answer in time")
    return task.result()
