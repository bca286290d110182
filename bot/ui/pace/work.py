"""Work that nobody waits for: beside the answers, in a queue, or until it succeeds; and who goes first where few may.

One notion each: :class:`BackgroundTasks` for work to be done now, :class:`WorkQueue` for work of which there may be too
much, :class:`RetryingTask` for work that has to succeed one day, :class:`PrioritySemaphore` for a limit with a queue by
time.
"""

import asyncio
import heapq
import itertools
import logging
import random
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Hashable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import aiohttp
import discord

from bot.tables.model.store import StoreError
from bot.ui.pace.budget import Priority, priority, retry_after

# -- Work beside or after the answers: nobody waits for it, and its failure harms nobody -----------------------------

log = logging.getLogger(__name__)

T = TypeVar("T")


class BackgroundTasks:
    """Tasks that are kept until they are done."""

    def __init__(self) -> None:
        """Begin with none."""
        self.tasks: set[asyncio.Task[None]] = set()
        """Those under way."""

    def run(self, work: Awaitable[object], name: str) -> asyncio.Task[None]:
        """Do ``work`` and log its failure under ``name``. Returns its task."""

        async def done() -> None:
            try:
                await work
            except Exception:
                log.exception("failed: %s", name)

        task = asyncio.create_task(done(), name=name)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def later(self, work: Callable[[T], Awaitable[object]], name: str) -> Callable[[T], object]:
        """Return a function that does ``work`` as :meth:`run` does, with what it is given."""
        return lambda about: self.run(work(about), name)

    async def settle(self) -> None:
        """Wait until all of them are done."""
        while self.tasks:
            # Not gather(): since Python 3.12 it returns without a break when all are done, and they would stay here.
            await asyncio.wait(self.tasks)


# -- Pauses between tries: longer after each failure, and never the same for two processes ---------------------------


def backoff_seconds(failures: int, *, first: float, most: float) -> float:
    """Return how many seconds to wait after so many ``failures`` in a row (from 1).

    That is ``first``, then twice as long each time up to ``most``, less up to a quarter by chance. So processes that
    were cut off at the same moment do not come back at the same moment.
    """
    return min(most, first * 2.0 ** min(failures - 1, 30)) * random.uniform(0.75, 1)  # noqa: S311 - no secret.


# -- Work at Discord that runs beside everything else: it tries until it succeeds, after growing pauses --------------


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
            pause = max(retry_after(error), backoff_seconds(failures, first=_FIRST_PAUSE, most=_LONGEST_PAUSE))
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


# -- A queue of work without a waiting person: the most important first, a little of it under way at a time ----------
# Reminders, calls, turns that the clock has skipped and boards to mend come by the thousand, after an outage or at a
# round hour, and Discord takes 50 requests a second (:mod:`bot.ui.pace.budget`). So work waits here, as ids, and
# looks at the rows when its time has come. Only the little under way waits for the budget, with boards already drawn.


_LEAST_AT_ONCE = 2
"""The least work of a priority under way at a time, so that one slow channel does not hold up all others."""

Work = Callable[..., Awaitable[object]]

_Asked = tuple[int, tuple[object, ...]]
"""The work and its arguments: plain tuples of numbers, so that the garbage collector need not look at them, however
many wait."""


class WorkQueue:
    """A queue of work for keys. It takes the newest and the oldest in turn, so neither waits for all of the other.

    A key waits once, and one of its jobs runs at a time. A newer request for a key replaces the older one. Thousands
    may wait, and for long. So work should be one of a few functions with numbers as arguments (ids rather than
    objects), and it should look at the rows again when it runs.
    """

    def __init__(self, room: Callable[[Priority], int] | None = None, *, pause: float = 0) -> None:
        """Have half a second's work of each priority under way; ``room`` says how many requests a second it has.

        Without it nothing waits for the work of another key. After its work a key rests for ``pause`` seconds.
        """
        self._room = room
        self._pause = pause
        self._hurry = asyncio.Event()
        self._works: list[Work] = []
        self._numbers: dict[Work, int] = {}
        self._waiting: dict[Priority, OrderedDict[Hashable, _Asked]] = {of: OrderedDict() for of in Priority}
        self._under_way: dict[Hashable, asyncio.Task[None]] = {}
        self._at_once: Counter[Priority] = Counter()
        self._again: dict[Hashable, tuple[_Asked, Priority]] = {}
        self._newest = False

    def __len__(self) -> int:
        """Return how many keys wait."""
        return sum(map(len, self._waiting.values())) + len(self._again)

    def ask(self, key: Hashable, work: Work, *about: object, of: Priority) -> None:
        """Do ``work(*about)`` for ``key`` when it is its turn; its requests are ``of`` this priority."""
        number = self._numbers.setdefault(work, len(self._works))
        if number == len(self._works):
            self._works.append(work)
        self._ask(key, (number, about), of)

    def _ask(self, key: Hashable, work: _Asked, of: Priority) -> None:
        if key in self._under_way:
            self._again[key] = work, of
            return
        for waiting in self._waiting.values():
            waiting.pop(key, None)
        self._waiting[of][key] = work
        self._begin(of)

    async def settle(self) -> None:
        """Wait until all work is done; no key rests meanwhile."""
        self._hurry.set()
        try:
            while self._under_way:
                await asyncio.wait(self._under_way.values())
        finally:
            self._hurry.clear()

    async def stop(self, seconds: float) -> None:
        """Go on for at most so many seconds, then drop what still waits; work under way goes on to its end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.settle()
        if len(self):
            log.info("%d messages were not sent any more", len(self))
        for waiting in self._waiting.values():
            waiting.clear()
        self._again.clear()

    def _begin(self, of: Priority) -> None:
        """Begin work ``of`` this priority while there is room for it."""
        waiting = self._waiting[of]
        while waiting and (self._room is None or self._at_once[of] < max(_LEAST_AT_ONCE, self._room(of) // 2)):
            self._newest = not self._newest
            key, (number, about) = waiting.popitem(last=self._newest)
            self._at_once[of] += 1
            self._under_way[key] = asyncio.create_task(
                self._do(key, self._works[number], about, of), name=f"queued {key}"
            )

    async def _do(self, key: Hashable, work: Work, about: tuple[object, ...], of: Priority) -> None:
        try:
            try:
                with priority(of):
                    await work(*about)
            except Exception:
                log.exception("failed: %s", key)
            if self._pause:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._hurry.wait(), self._pause)
        finally:
            self._at_once[of] -= 1
            del self._under_way[key]
            if (again := self._again.pop(key, None)) is not None:
                self._ask(key, *again)
            self._begin(of)


# -- Admits a limited number at a time; of those that wait, the one with the least time left comes first -------------


class PrioritySemaphore:
    """A semaphore with a queue by time."""

    def __init__(self, places: int) -> None:
        """Let in ``places`` at a time."""
        self._free = places
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    @asynccontextmanager
    async def place(self, by: float) -> AsyncIterator[None]:
        """Be in there, after all who wait with a smaller ``by``."""
        if self._free:
            self._free -= 1
        else:
            called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (by, next(self._numbers), called))
            try:
                await called
            except asyncio.CancelledError:
                if called.done() and not called.cancelled():  # It was let in at the same moment.
                    self._leave()
                raise
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        while self._waiting:
            called = heapq.heappop(self._waiting)[-1]
            if not called.done():
                called.set_result(None)
                return
        self._free += 1
