"""How long a request for a table may take, once it may be sent: waiting for its turn is no fault of Discord."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple


class _Request(NamedTuple):
    timeout: asyncio.Timeout
    seconds: float
    task: asyncio.Task[Any] | None


_current: ContextVar[_Request | None] = ContextVar("request timeout", default=None)


@asynccontextmanager
async def request_timeout(seconds: float) -> AsyncIterator[None]:
    """Raise TimeoutError if what is inside takes longer than ``seconds``, not counting :func:`waiting_for_turn`."""
    async with asyncio.timeout(seconds) as timeout:
        before = _current.set(_Request(timeout, seconds, asyncio.current_task()))
        try:
            yield
        finally:
            _current.reset(before)


@contextmanager
def waiting_for_turn() -> Iterator[None]:
    """Stop the time of the request while inside; afterwards all of it is left."""
    request = _current.get()
    if request is None or request.task is not asyncio.current_task():  # A task of its own has inherited the variable.
        yield
        return
    request.timeout.reschedule(None)
    yield
    request.timeout.reschedule(asyncio.get_running_loop().time() + request.seconds)
