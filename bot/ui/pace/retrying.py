"""Work at Discord that runs beside everything else: it tries until it succeeds, after growing pauses."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import aiohttp
import discord

from bot.tables.core.store import StoreError
from bot.ui.pace.backoff import backoff_seconds
from bot.ui.pace.request_budget import Priority, priority

log = logging.getLogger(__name__)

T = TypeVar("T")

_EXPECTED = (discord.DiscordException, aiohttp.ClientError, StoreError, OSError, TimeoutError)
_FIRST_PAUSE, _LONGEST_PAUSE = 60.0, 3600.0


async def uninterrupted(work: Coroutine[Any, Any, T]) -> T:
    """Run ``work`` to its end, even if somebody cancels the caller: storage must not be left in the middle."""
    task = asyncio.create_task(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait((task,))
        raise


class RetryingTask:
    """One piece of work that may fail now and succeed later. Its failures are logged and harm nobody."""

    wait: Callable[[float], Awaitable[None]] = staticmethod(asyncio.sleep)
    """Waits so many seconds."""

    def __init__(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do ``work``, which raises if it wants another try; the log shows its ``name``."""
        self._name = name
        self._work = work
        self._tried = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    async def begin(self, seconds: float) -> None:
        """Start, and wait for the outcome of the first try, but no longer than ``seconds``."""
        self.ask()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._tried.wait(), seconds)

    def ask(self) -> None:
        """Start now, unless a try is under way; after :meth:`stop` do nothing."""
        if not self._stopped and (self._task is None or self._task.done()):
            with priority(Priority.UPKEEP):
                self._task = asyncio.create_task(self._try_on(), name=self._name)

    async def stop(self) -> None:
        """Stop trying, for good. This cancels a request under way, but waits for :func:`uninterrupted` work."""
        self._stopped = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))

    async def _try_on(self) -> None:
        failures = 0
        while (error := await self._failure()) is not None:
            failures += 1
            pause = backoff_seconds(failures, first=_FIRST_PAUSE, most=_LONGEST_PAUSE)
            if isinstance(error, discord.RateLimited):
                pause = max(pause, error.retry_after)
            if isinstance(error, _EXPECTED):
                log.warning("%s: %s; trying again in %.0f s", self._name, error or type(error).__name__, pause)
            else:
                log.error("%s: failed; trying again in %.0f s", self._name, pause, exc_info=error)
            await self.wait(pause)

    async def _failure(self) -> Exception | None:
        try:
            await self._work()
        except Exception as error:
            return error
        finally:
            self._tried.set()
        return None
