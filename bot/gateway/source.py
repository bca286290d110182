"""The sources that decide which shards a process holds."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import Enum, auto
from typing import Protocol

from bot.gateway.waiting import REFUSALS, TokenRefused
from bot.tables.model.processes import HeldShards

# -- The answer to a press while a shard passes from one process to another: both are connected, and get every press
# The process that hands over notes the last press that it takes. It answers the presses up to that one, even late ones.
# The other process answers those after it, and keeps them for the moment until the shard is its own. Discord numbers
# presses in the order in which they happen.

WAIT_SECONDS = 1.5
"""Seconds that a press waits for its shard; it has three for its answer."""


class PressVerdict(Enum):
    """What to do with a press."""

    YES = auto()
    """Answer it as usual."""
    LATER = auto()
    """Ask the person to press again: nobody else will answer."""
    NO = auto()
    """Leave it to another process."""


class ShardHandover:
    """The last presses of shards that this process has handed over, and the last ones of others before it took over."""

    def __init__(self, held: HeldShards, owns: Callable[[int], bool]) -> None:
        """``owns`` tells whether this process holds a shard at this moment, ``held`` how many there are in all."""
        self._held = held
        self._owns = owns
        self._last: dict[int, int] = {}
        self._before: dict[int, int] = {}
        self._given: set[int] = set()
        self._changed = asyncio.Event()

    async def answer(self, guild: int | None, number: int) -> PressVerdict:
        """Say what to do with the press of this ``number`` in ``guild``; waits only while nobody knows."""
        shard = 0 if guild is None else self._held.now.of(guild)
        if not self._owns(shard) and shard not in self._given:
            await self._settled(shard)
        if shard in self._given:
            return PressVerdict.LATER if number <= self._last.get(shard, 0) else PressVerdict.NO
        if not self._owns(shard) or number <= self._before.get(shard, 0):
            return PressVerdict.NO
        self._last[shard] = max(self._last.get(shard, 0), number)
        return PressVerdict.YES

    def give(self, shard: int) -> int:
        """Take no more presses of ``shard``; return the number of the last one, 0 if there was none."""
        self._given.add(shard)
        return self._last.get(shard, 0)

    def take(self, shard: int, before: int) -> None:
        """Take the presses of ``shard`` after number ``before``."""
        self._given.discard(shard)
        self._before[shard] = before

    def tell(self) -> None:
        """Look again at presses that wait: this process owns another shard."""
        self._changed.set()

    async def _settled(self, shard: int) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(WAIT_SECONDS):
                while not self._owns(shard):
                    self._changed.clear()
                    await self._changed.wait()


# -- The holders of shards -------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)


class ShardHolder(Protocol):
    """What connects shards: :class:`bot.gateway.Gateway`."""

    def hold(self, count: int, shards: Iterable[int]) -> None:
        """Begin to connect ``shards``, of ``count`` in all."""

    async def release(self, shards: Iterable[int]) -> None:
        """Stop reading ``shards`` at once, then close their connections."""

    def connected(self) -> frozenset[int]:
        """Return the shards that it connects or has connected."""

    def is_ready(self, shard: int) -> bool:
        """Whether the session of a shard has begun and all its servers are known."""

    def serve(self, shard: int) -> None:
        """Serve the servers of a shard that is ready. The shards that the source owns are served without this."""

    async def recommended(self) -> int:
        """Ask Discord how many shards the bot should have. Raises what discord.py raises where nobody answers."""


class ShardSource(Protocol):
    """Calls the gateway's ``hold`` and ``release``, from the login until the end."""

    def owns(self, shard: int) -> bool:
        """Whether this process may serve a shard as soon as it is ready; another one may hold it still."""
        return True

    async def start(self, gateway: ShardHolder) -> None:
        """Hold the first shards. Where Discord cannot be reached this may raise, and is called again later."""

    async def reshard(self, gateway: ShardHolder) -> None:
        """Hold shards of a larger count: Discord demands them, and the old ones are released.

        Raises TokenRefused where only the host can do something.
        """

    async def stop(self) -> None:
        """Give up what it holds; the gateway has released all shards."""


class OwnShards(ShardSource):
    """The shards of a process that shares nothing: all of them, or a fixed range."""

    def __init__(self, count: int | None = None, ids: Iterable[int] | None = None) -> None:
        """Hold ``ids`` of ``count`` shards; without ``ids`` all of them, without ``count`` as many as Discord says."""
        self._count = count
        self._set = count is not None
        self._ids = None if ids is None else frozenset(ids)

    async def start(self, gateway: ShardHolder) -> None:
        """See :class:`ShardSource`."""
        if self._count is None:
            self._count = await gateway.recommended()
        gateway.hold(self._count, range(self._count) if self._ids is None else self._ids)

    async def reshard(self, gateway: ShardHolder) -> None:
        """See :class:`ShardSource`. A fixed range cannot grow alone: other processes hold the other shards."""
        recommended = await gateway.recommended()
        if self._ids is not None or recommended <= (self._count or 1):
            raise TokenRefused(REFUSALS[4011])
        hint = "; set SHARD_COUNT to that, or leave it out" if self._set else ""
        log.warning(
            "Discord asks for more shards than %s (4011); beginning anew with %s%s", self._count, recommended, hint
        )
        self._count = recommended
        gateway.hold(recommended, range(recommended))

    async def stop(self) -> None:
        """Nothing to give up."""
