"""When a session may begin: Discord takes one IDENTIFY per bucket in five seconds, and so many a day.

A shard's bucket is its number modulo ``max_concurrency``. discord.py (2.7.1) knows no buckets: it begins one session
after another.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from discord.http import HTTPClient

from bot.gateway.waiting import GatewayWaits

log = logging.getLogger(__name__)

APART = 6.0
"""Seconds between two sessions of a bucket. Discord asks for five; the first may take longer to get there."""

_FRESH = 1.0
"""Seconds for which an answer of Discord serves all shards that begin then."""


class IdentifyPacing(Protocol):
    """Lets the shards of a bucket begin one after another."""

    def turn(self, shard: int, max_concurrency: int) -> AbstractAsyncContextManager[None]:
        """Wait until ``shard`` may send its IDENTIFY, and let it do so inside.

        Others of its bucket, ``shard % max_concurrency``, wait until it is out, and then for :data:`APART` seconds. If
        it leaves by an exception, it sent none, and the next one need not wait. Stopping ends the wait.
        """


class LocalPacing:
    """The pacing where one process holds all shards."""

    def __init__(self, waiting: GatewayWaits) -> None:
        self._waiting = waiting
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._last: defaultdict[int, float] = defaultdict(lambda: float("-inf"))

    @asynccontextmanager
    async def turn(self, shard: int, max_concurrency: int) -> AsyncIterator[None]:
        """See :class:`IdentifyPacing`."""
        bucket = shard % max_concurrency
        async with self._locks[bucket]:
            await self._waiting.wait(self._last[bucket] + APART - self._waiting.clock())
            yield
            self._last[bucket] = self._waiting.clock()


class SessionStarts:
    """The sessions that Discord still lets the bot begin today. One more would make it reset the token."""

    def __init__(self, http: HTTPClient, waiting: GatewayWaits) -> None:
        self._http = http
        self._waiting = waiting
        self._one_at_a_time = asyncio.Lock()
        self._asked = float("-inf")
        self._under_way: set[int] = set()
        self._left = 0
        self._max_concurrency: int | None = None
        self._recommended = 1

    async def recommended(self) -> int:
        """Ask Discord how many shards the bot should have. Raises what discord.py raises where nobody answers."""
        await self._ask()
        return self._recommended

    async def max_concurrency(self) -> int:
        """Return how many sessions may begin at a time."""
        if self._max_concurrency is None:
            await self._ask()
        return self._max_concurrency or 1

    async def take(self, shard: int) -> None:
        """Wait until there is a session left, and take it for ``shard``. Stopping ends the wait."""
        async with self._one_at_a_time:
            while not self._waiting.stopped and (self._left <= 0 or self._waiting.clock() - self._asked > _FRESH):
                remaining = await self._ask()
                if self._left > 0:
                    break
                await self._wait(remaining)
            self._left -= 1
            self._under_way.add(shard)

    def answered(self, shard: int) -> None:
        """Note that Discord has counted the session of ``shard``: it said something, or the connection ended."""
        self._under_way.discard(shard)

    async def _wait(self, remaining: int) -> None:
        """Wait for the next day, or for what becomes of the last sessions, which are under way."""
        seconds = APART
        if remaining <= 0:
            seconds = max(self._reset_after, APART)
            log.error(
                "Discord lets this bot begin no more sessions (%s a day were too few); waiting %.0f s",
                self._total,
                self._reset_after,
            )
        await self._waiting.wait(seconds)

    async def _ask(self) -> int:
        """Return how many sessions are left, by what Discord knows; it may not know yet of those under way."""
        self._recommended, _, limit = await self._http.get_bot_gateway()
        self._asked = self._waiting.clock()
        self._left = limit["remaining"] - len(self._under_way)
        self._total = limit["total"]
        self._reset_after = limit["reset_after"] / 1000
        self._max_concurrency = limit["max_concurrency"]
        return limit["remaining"]
