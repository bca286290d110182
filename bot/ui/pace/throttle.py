"""Runs work at most once per interval, however often it is requested; the last request is always served."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

log = logging.getLogger(__name__)

K = TypeVar("K", bound=Hashable)


class Throttle(Generic[K]):
    """Does work for a key, one at a time; keys do not wait for each other."""

    def __init__(self, work: Callable[[K], Awaitable[None]], seconds: float) -> None:
        """Run ``work`` at once on request, but not again for ``seconds``."""
        self._work = work
        self._seconds = seconds
        self._asked: set[K] = set()
        self._tasks: dict[K, asyncio.Task[None]] = {}
        self._hurry = asyncio.Event()

    def ask(self, key: K) -> None:
        """Run the work for ``key`` now or as soon as allowed; a second request meanwhile counts once."""
        self._asked.add(key)
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._serve(key), name=f"spaced {key}")

    async def settle(self) -> None:
        """Run all requested work at once, and wait until it is done."""
        self._hurry.set()
        while self._tasks:
            await asyncio.gather(*self._tasks.values())
        self._hurry.clear()

    async def _serve(self, key: K) -> None:
        while key in self._asked:
            self._asked.discard(key)
            try:
                await self._work(key)
            except Exception:
                log.exception("failed for %s", key)
            await self._pause()
        del self._tasks[key]

    async def _pause(self) -> None:
        try:
            await asyncio.wait_for(self._hurry.wait(), self._seconds)
        except TimeoutError:
            return
