"""Every job that the bot does by itself, and how often."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from math import inf

from bot.logs import OUTAGES
from bot.services import Services
from bot.tables.model.store import StoreError
from bot.tables.people import HOUR
from bot.ui.delivery.deadlines import DueCalls, TableClock
from bot.ui.server.departures import Departures
from bot.ui.server.posts import PostMessages
from bot.ui.server.seasons import FinalTables
from bot.ui.server.tournaments import TournamentMessages

# -- What the bot does by itself: jobs that look from time to time for work that is due ------------------------------
# A job reads rows and the clock of the services. So a restart forgets nothing, and a test need not wait: it moves the
# clock and calls :meth:`Scheduler.tick`. A clock that never goes back decides when a job takes its turn: setting the
# time of the machine back must not stop the jobs.

log = logging.getLogger(__name__)

SECONDS = 1
"""Seconds between looks at the clock."""

_CUT_SECONDS = 1.0
"""Seconds to wait for tasks that are cut off."""

Job = Callable[[int], Awaitable[None]]
"""A function of the time now, in unix seconds."""


async def cut_off(tasks: Collection[asyncio.Task[None]]) -> None:
    """Cancel ``tasks``, and wait a second for their end: they may be using the storage, which closes next."""
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=_CUT_SECONDS)


@dataclass(slots=True)
class _ScheduledJob:
    name: str
    job: Job
    every: int
    next: float = -inf
    task: asyncio.Task[None] | None = None

    @property
    def under_way(self) -> bool:
        return self.task is not None and not self.task.done()


class Scheduler:
    """Jobs, each repeated after some seconds. A job that fails is logged and tries again the next time.

    No job waits for another. A job that takes minutes does not begin again before it is done, and the others go on.
    """

    def __init__(self, clock: Callable[[], int], monotonic: Callable[[], float]) -> None:
        """Give jobs the time of ``clock`` (unix seconds); go by the seconds of ``monotonic``."""
        self._clock = clock
        self._monotonic = monotonic
        self._jobs: list[_ScheduledJob] = []
        self._ticking: asyncio.Task[None] | None = None

    def add(self, name: str, job: Job, every: int) -> None:
        """Run ``job`` at the first tick and then every so many seconds; the log shows its ``name``."""
        self._jobs.append(_ScheduledJob(name, job, every))

    def start(self) -> None:
        """Tick from now on."""
        self._ticking = asyncio.create_task(self._tick_on(), name="rounds")

    async def stop(self) -> None:
        """Tick no more, once the jobs under way are done.

        A caller that stops waiting (``asyncio.timeout``) cuts the jobs off; they run again after the next start.
        """
        if self._ticking is not None:
            self._ticking.cancel()
        try:
            await self._settle()
        finally:
            await self.cut_off()

    async def cut_off(self) -> None:
        """Tick no more, and cut off the jobs under way."""
        if self._ticking is not None:
            self._ticking.cancel()
        await cut_off(self._tasks())

    async def tick(self) -> None:
        """Wait for the jobs under way, run the jobs that are due, and wait until they are done."""
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


async def _do(due: _ScheduledJob, now: int) -> None:
    try:
        await due.job(now)
    except Exception:
        log.exception("failed: %s", due.name)


# -- Every job that the bot does by itself, and how often ------------------------------------------------------------


def schedule_jobs(
    scheduler: Scheduler,
    services: Services,
    clock: TableClock,
    calls: DueCalls,
    seasons: FinalTables,
    tournaments: TournamentMessages,
    posts: PostMessages,
    departures: Departures,
    follow_judgements: Job,
) -> None:
    """Register all jobs with ``scheduler``, which starts them later."""

    async def rate(now: int) -> None:
        """Rate games that a crash has left, or that are older than ratings."""
        await services.ratings.catch_up_everywhere(services.shards.now)

    async def look_who_is_blocked(now: int) -> None:
        """Follow what managers at other processes have changed, and the host of the bot."""
        try:
            await services.hand.look()
        except StoreError as error:
            log.warning("who is blocked has to be read later: %s", error)

    async def log_outages(now: int) -> None:
        OUTAGES.look()

    if services.background_reviews is not None:
        scheduler.add("reviews", services.background_reviews.look, 5)
    if services.champion is not None:
        scheduler.add("the champion", services.champion.look, 20)
    scheduler.add("tournaments", tournaments.look, 5)
    scheduler.add("the clock of the tables", clock.look, 2)
    scheduler.add("calls", calls.look, 5)
    scheduler.add("ratings", rate, 60)
    scheduler.add("outages", log_outages, 10)
    scheduler.add("seasons", seasons.look, 60)
    scheduler.add("posts", posts.look, 5)
    scheduler.add("what hangs on judged results", follow_judgements, 60)
    scheduler.add("who is blocked", look_who_is_blocked, 20)
    scheduler.add("delete old lines of logs", services.hand.tidy, HOUR)
    scheduler.add("delete what was kept of servers left long ago", departures.purge, HOUR)
