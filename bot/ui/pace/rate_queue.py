"""A queue that takes any amount of work at once and begins so much of it a second, the most important first.

Discord takes 50 requests a second from a bot, whatever their purpose. Answers to presses do not count, but what follows
a press does. So all work without a waiting person (reminders, turns that the clock has skipped, boards to mend) goes
through one queue, which leaves room for the rest.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress

log = logging.getLogger(__name__)

LIVE, OVER = 0, 1
"""Ranks: live tables, and tables that are over."""

_AT_ONCE = 40
"""How many jobs may be under way. Some slow channels hold nobody up, and an outage piles up no thousands."""

Work = Callable[..., Awaitable[object]]

_Asked = tuple[int, int, tuple[object, ...]]
"""The work, its cost and its arguments: plain tuples of numbers, so that the garbage collector need not look at them,
however many wait."""


class RateQueue:
    """A queue of work for keys. It takes the newest and the oldest in turn, so neither waits for all of the other.

    A key waits once, and one of its jobs runs at a time. A newer request for a key replaces the older one. Thousands
    may wait, and for long. So work should be one of a few functions with numbers as arguments (ids rather than
    objects), and it should look at the rows again when it runs.
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
        """Queue ``work(*about)`` for ``key``. Lower ranks go first; work of the cost 2 takes the time of two."""
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
            self._runner = asyncio.create_task(self._run(), name="queue")

    async def settle(self) -> None:
        """Wait until all work is done, at the usual pace."""
        while tasks := self._tasks():
            await asyncio.wait(tasks)

    async def stop(self, seconds: float) -> None:
        """Go on for at most so many seconds, then drop what still waits; work under way goes on to its end."""
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
            if taken is None:  # Dropped in the meantime.
                self._room.release()
                return
            key, (number, cost, about) = taken
            self._next = max(self._next, self._clock()) + cost * self._space
            self._under_way[key] = asyncio.create_task(self._do(key, self._works[number], about), name=f"queued {key}")

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
