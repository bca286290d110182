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

log = logging.getLogger(__name__)

LIVE, OVER = 0, 1
"""Ranks: tables that are played at, and those that are over."""

_AT_ONCE = 40
"""Pieces of work under way: some slow channels keep nobody waiting, an outage does not pile up thousands."""

Work = Callable[..., Awaitable[object]]

_Asked = tuple[int, int, tuple[object, ...]]
"""Which work, its cost, and what it is called with: plain tuples of numbers, so that the garbage collector need not
look at them, however many wait."""


class Paced:
    """A queue of work for keys: the newest and the oldest alternately, so that neither waits for all of the other.

    A key waits once and is done one at a time: asked for again, the newer work takes the place of the older. Thousands
    may wait, and for long: what is asked for should be one of a few functions, called with numbers (ids rather than
    what they stand for), and look again when it is done.
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
        self._works: list[Work] = []
        self._numbers: dict[Work, int] = {}
        self._waiting: dict[int, OrderedDict[Hashable, _Asked]] = {}
        self._under_way: dict[Hashable, asyncio.Task[None]] = {}
        self._again: dict[Hashable, tuple[_Asked, int]] = {}
        self._room = asyncio.Semaphore(_AT_ONCE)
        self._next = 0.0
        self._newest = False
        self._runner: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """Return how many keys wait."""
        return sum(map(len, self._waiting.values())) + len(self._again)

    def ask(self, key: Hashable, work: Work, *about: object, rank: int = LIVE, cost: int = 1) -> None:
        """Have ``work(*about)`` done for ``key``: lower ranks first; work of the cost 2 takes the time of two."""
        number = self._numbers.setdefault(work, len(self._works))
        if number == len(self._works):
            self._works.append(work)
        self._ask(key, (number, cost, about), rank)

    def _ask(self, key: Hashable, asked: _Asked, rank: int) -> None:
        if key in self._under_way:
            self._again[key] = asked, rank
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
            key, (number, cost, about) = taken
            self._next = max(self._next, self._clock()) + cost * self._space
            doing = self._do(key, self._works[number], about)
            self._under_way[key] = asyncio.create_task(doing, name=f"paced {key}")

    def _take(self) -> tuple[Hashable, _Asked] | None:
        for rank in sorted(self._waiting):
            if waiting := self._waiting[rank]:
                self._newest = not self._newest
                return waiting.popitem(last=self._newest)
        return None

    async def _do(self, key: Hashable, work: Work, about: tuple[object, ...]) -> None:
        try:
            await work(*about)
        except Exception:
            log.exception("failed: %s", key)
        finally:
            self._room.release()
            del self._under_way[key]
            if (again := self._again.pop(key, None)) is not None:
                self._ask(key, *again)
