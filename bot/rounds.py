"""What the bot does by itself: jobs that look from time to time whether something is due.

A job reads what is due from rows and the clock of the services, so a restart forgets nothing and a test needs no
waiting: it moves the clock and calls :meth:`Rounds.tick`. When a job's turn has come is told by a clock that never
goes back: somebody who sets the time of the machine back must not stop the jobs until it has caught up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from math import inf

log = logging.getLogger(__name__)

SECONDS = 5
"""How often the clock is looked at."""

Job = Callable[[int], Awaitable[None]]
"""Called with the time now, in unix seconds."""


@dataclass(slots=True)
class _Due:
    name: str
    job: Job
    every: int
    next: float = -inf
    task: asyncio.Task[None] | None = None

    @property
    def under_way(self) -> bool:
        return self.task is not None and not self.task.done()


class Rounds:
    """Jobs, each done again after some seconds; one that fails is logged and tried again the next time.

    None waits for another: a job that takes minutes is not begun again before it is done, and the others go on.
    """

    def __init__(self, clock: Callable[[], int], monotonic: Callable[[], float]) -> None:
        """Tell jobs the time of ``clock`` (unix seconds); go by the seconds of ``monotonic``."""
        self._clock = clock
        self._monotonic = monotonic
        self._jobs: list[_Due] = []
        self._ticking: asyncio.Task[None] | None = None

    def add(self, name: str, job: Job, every: int) -> None:
        """Do ``job`` at the first tick and then every so many seconds; ``name`` stands in the log."""
        self._jobs.append(_Due(name, job, every))

    def start(self) -> None:
        """Tick from now on."""
        self._ticking = asyncio.create_task(self._tick_on(), name="rounds")

    async def stop(self) -> None:
        """Tick no more, once the jobs under way are done.

        Whoever waits no longer for that (``asyncio.timeout``) cuts them off; they are done again after the next start.
        """
        if self._ticking is not None:
            self._ticking.cancel()
        try:
            await self._settle()
        finally:
            for task in self._tasks():
                task.cancel()

    async def tick(self) -> None:
        """Do what is due once nothing is under way any more, and wait until it is done."""
        await self._settle()
        self._begin()
        await self._settle()

    async def _tick_on(self) -> None:
        while True:
            self._begin()
            await asyncio.sleep(SECONDS)

    def _begin(self) -> None:
        at = self._monotonic()
        for due in self._jobs:
            if at >= due.next and not due.under_way:
                due.next = at + due.every
                due.task = asyncio.create_task(_do(due, self._clock()), name=due.name)

    def _tasks(self) -> list[asyncio.Task[None]]:
        return [due.task for due in self._jobs if due.task is not None and not due.task.done()]

    async def _settle(self) -> None:
        while tasks := self._tasks():
            await asyncio.wait(tasks)


async def _do(due: _Due, now: int) -> None:
    try:
        await due.job(now)
    except Exception:
        log.exception("failed: %s", due.name)
