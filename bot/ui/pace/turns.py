"""The turns of what the bot posts by itself: few requests a second, however many posts are due at one hour."""

import asyncio

from bot.tables.model.processes import HeldShards

_A_SECOND = 8
"""Requests a second of all posts, and of the names on their pictures, of all processes together."""


class PostTurns:
    """Says when the next request of a post may come: nothing that people wait for is held up."""

    def __init__(self, shards: HeldShards) -> None:
        """Take of all requests the share of ``shards``."""
        self._shards = shards
        self._next = 0.0
        """When the next request may come, by the time of the loop."""

    async def wait(self, requests: int) -> None:
        """Wait until so many requests may follow those of other posts."""
        if not requests:
            return
        now = asyncio.get_running_loop().time()
        at = max(now, self._next)
        self._next = at + requests / (_A_SECOND * max(self._shards.now.share, 0.01))
        if at > now:
            await asyncio.sleep(at - now)
