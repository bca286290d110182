"""Work that may be asked for all at once but is begun step by step: at most so much a second, what matters most first.

Discord takes 50 requests a second of a bot, whatever they are for; answers to presses are not among them, but what
follows a press is. So whatever nobody waits for at this moment (reminders, turns the clock has skipped, boards to be
mended) goes through one queue, which leaves room for the rest.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import NamedTuple

log = logging.getLogger(__name__)

LIVE, OVER = 0, 1
"""Ranks: tables that are played at, and those that are over."""

_AT_ONCE = 40
"""Pieces of work under way: some slow channels keep nobody waiting, an outage does not pile up thousands."""

Work = Callable[[], Awaitable[object]]


class _Asked(NamedTuple):
    work: Work
    rank: int
    cost: int


class Paced:
    """A queue of work for keys: the newest and the oldest alternately, so that neither waits for all of the other.

    A key waits once and is done one at a time: asked for again, the newer work takes the place of the older. What is
    asked for may wait for long, so it should hold ids rather than what they stand for, and look again when done.
    """

    def __init__(
        self,
        per_second: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """Begin work of the cost 1 at most ``per_second`` times a second, evenly spaced by ``clock`` and ``sleep``."""
        self._space = 1 / per_second
        self._clock = clock
        self._sleep = sleep
        self._waiting: dict[int, OrderedDict[Hashable, _Asked]] = {}
        self._under_way: dict[Hashable, asyncio.Task[None]] = {}
        self._again: dict[Hashable, _Asked] = {}
        self._room = asyncio.Semaphore(_AT_ONCE)
        self._next = 0.0
        self._newest = False
        self._runner: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """Return how many keys wait."""
        return sum(map(len, self._waiting.values())) + len(self._again)

    def ask(self, key: Hashable, work: Work, *, rank: int = LIVE, cost: int = 1) -> None:
        """Have ``work`` done for ``key``: lower ranks first; work of the cost 2 takes the time of two."""
        asked = _Asked(work, rank, cost)
        if key in self._under_way:
            self._again[key] = asked
            return
        for waiting in self._waiting.values():
            waiting.pop(key, None)
        self._waiting.setdefault(rank, OrderedDict())[key] = asked
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run(), name="paced")

    async def settle(self) -> None:
        """Wait until all that was asked for is done, at the usual pace."""
        while tasks := self._tasks():
            await asyncio.wait(tasks)

    async def stop(self, seconds: float) -> None:
        """Go on for at most so many seconds, then forget what still waits; what is under way is not cut off."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.settle()
        if len(self):
            log.info("%d messages were not sent any more", len(self))
        self._waiting.clear()
        self._again.clear()

    def _tasks(self) -> list[asyncio.Task[None]]:
        running = [] if self._runner is None or self._runner.done() else [self._runner]
        return [*running, *self._under_way.values()]

    async def _run(self) -> None:
        while any(self._waiting.values()):
            if (pause := self._next - self._clock()) > 0:
                await self._sleep(pause)
            await self._room.acquire()
            taken = self._take()
            if taken is None:  # Forgotten in the meantime.
                self._room.release()
                return
            key, asked = taken
            self._next = max(self._next, self._clock()) + asked.cost * self._space
            self._under_way[key] = asyncio.create_task(self._do(key, asked.work), name=f"paced {key}")

    def _take(self) -> tuple[Hashable, _Asked] | None:
        for rank in sorted(self._waiting):
            if waiting := self._waiting[rank]:
                self._newest = not self._newest
                return waiting.popitem(last=self._newest)
        return None

    async def _do(self, key: Hashable, work: Work) -> None:
        try:
            await work()
        except Exception:
            log.exception("failed: %s", key)
        finally:
            self._room.release()
            del self._under_way[key]
            if (again := self._again.pop(key, None)) is not None:
                self.ask(key, again.work, rank=again.rank, cost=again.cost)
