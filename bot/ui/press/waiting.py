"""Nobody waits for ever: where those who think are starved or gone, a reader hears so, and may ask again."""

import asyncio
from typing import TypeVar

from bot.thinker.answers import ThinkingFailed

T = TypeVar("T")

_LIMIT_SECONDS = 400.0
"""Seconds after which a message no longer says that something is being worked out: values of a sheet with the Power die
take minutes on a slow processor. A hint waits twice, for its answer and for the reason, and for a quarter of an hour
Discord takes edits of its message."""


class TooLong(ThinkingFailed):
    """Nobody has worked it out in time."""


async def in_time(work: "asyncio.Future[T]") -> T:
    """Return what ``work`` brings. Raises TooLong after :data:`_LIMIT_SECONDS`.

    The work goes on, so that it may be done when somebody asks again.
    """
    work.add_done_callback(lambda done: done.cancelled() or done.exception())  # Perhaps nobody waits any more.
    await asyncio.wait((work,), timeout=_LIMIT_SECONDS)
    if not work.done():
        raise TooLong(f"nothing after {_LIMIT_SECONDS:.0f} seconds")
    return work.result()
