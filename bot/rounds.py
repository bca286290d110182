"""What the bot does by itself: jobs that look from time to time whether something is due.

A job reads what is due from rows and the clock of the services, so a restart forgets nothing and a test needs no
waiting: it moves the clock and calls :meth:`Rounds.tick`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from discord.ext import tasks

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
    next: int = 0


class Rounds:
    """Jobs, each done again after some seconds; one that fails is logged and tried again the next time."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Go by ``clock`` (unix seconds)."""
        self._clock = clock
        self._jobs: list[_Due] = []
        self._busy = asyncio.Lock()
        self._loop = tasks.loop(seconds=SECONDS)(self.tick)

    def add(self, name: str, job: Job, every: int) -> None:
        """Do ``job`` at the first tick and then every so many seconds; ``name`` stands in the log."""
        self._jobs.append(_Due(name, job, every))

    def start(self) -> None:
        """Tick from now on."""
        self._loop.start()

    async def stop(self) -> None:
        """Tick no more, once the jobs under way are done.

        Whoever waits no longer for that (``asyncio.timeout``) cuts them off; they are done again after the next start.
        """
        try:
            async with self._busy:
                self._loop.stop()
        finally:
            self._loop.cancel()

    async def tick(self) -> None:
        """Do what is due now."""
        async with self._busy:
            now = self._clock()
            for due in self._jobs:
                if now >= due.next:
                    await _do(due, now)


async def _do(due: _Due, now: int) -> None:
    due.next = now + due.every
    try:
        await due.job(now)
    except Exception:
        log.exception("failed: %s", due.name)
