"""A queue of work without a waiting person: the most important first, a little of it under way at a time.

Reminders, calls, turns that the clock has skipped and boards to mend come by the thousand, after an outage or at a
round hour, and Discord takes 50 requests a second (:mod:`bot.ui.pace.request_budget`). So work waits here, as ids, and
looks at the rows when its time has come. Only the little under way waits for the budget, with boards already drawn.
"""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress

from bot.ui.pace.request_budget import Priority, priority

log = logging.getLogger(__name__)

_LEAST_AT_ONCE = 2
"""How much of a priority is under way at least, so that one slow channel does not hold up all others."""

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

    def __init__(self, room: Callable[[Priority], int]) -> None:
        """Have half a second's work of each priority under way; ``room`` says how many requests a second it has."""
        self._room = room
        self._works: list[Work] = []
        self._numbers: dict[Work, int] = {}
        self._waiting: dict[Priority, OrderedDict[Hashable, _Asked]] = {one: OrderedDict() for one in Priority}
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

    def _ask(self, key: Hashable, asked: _Asked, of: Priority) -> None:
        if key in self._under_way:
            self._again[key] = asked, of
            return
        for waiting in self._waiting.values():
            waiting.pop(key, None)
        self._waiting[of][key] = asked
        self._begin(of)

    async def settle(self) -> None:
        """Wait until all work is done."""
        while self._under_way:
            await asyncio.wait(self._under_way.values())

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
        while waiting and self._at_once[of] < max(_LEAST_AT_ONCE, self._room(of) // 2):
            self._newest = not self._newest
            key, (number, about) = waiting.popitem(last=self._newest)
            self._at_once[of] += 1
            self._under_way[key] = asyncio.create_task(
                self._do(key, self._works[number], about, of), name=f"queued {key}"
            )

    async def _do(self, key: Hashable, work: Work, about: tuple[object, ...], of: Priority) -> None:
        try:
            with priority(of):
                await work(*about)
        except Exception:
            log.exception("failed: %s", key)
        finally:
            self._at_once[of] -= 1
            del self._under_way[key]
            if (again := self._again.pop(key, None)) is not None:
                self._ask(key, *again)
            self._begin(of)
