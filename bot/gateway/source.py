"""Who decides which shards a process holds."""

import logging
from collections.abc import Iterable
from typing import Protocol

from bot.gateway.refusals import REFUSALS, TokenRefused

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
