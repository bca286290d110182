"""How many requests a route takes: discord.py's count of them, without its refusals where Discord has room.

Some routes have windows of minutes or an hour, such as new threads in a channel. discord.py 2.7.1 makes no further
request to a route whose window is longer than ``max_ratelimit_timeout``, however many Discord has just said it takes.
And once they are used up it forgets the window at once, so that Discord has to refuse each further request itself.
A request that is cancelled while it ends keeps its place in a route without a window: the next one would wait for 30 s.
"""

import asyncio
from functools import partial

from discord import RateLimited
from discord.http import HTTPClient, Ratelimit


class RouteLimit(Ratelimit):
    """The requests of one route. Raises RateLimited only where none is left and nobody can wait for the next window."""

    async def acquire(self) -> None:
        """Take one of those that are left, or wait for the next window if it begins soon."""
        if self.is_expired():
            self.reset()  # type: ignore[no-untyped-call]
        if self.remaining > 0:
            self._last_request = self._loop.time()
            self.remaining -= 1
            self.outgoing += 1
        else:
            await super().acquire()

    async def _refresh(self) -> None:
        if self.expires is not None:
            self.reset_after = max(0.0, self.expires - self._loop.time())
        if self._max_ratelimit_timeout is None or self.reset_after <= self._max_ratelimit_timeout:
            try:
                await super()._refresh()
            except asyncio.CancelledError:
                if self.expires is None:
                    self.reset()  # type: ignore[no-untyped-call]
                    self._wake(self.remaining)
                raise
        elif self._pending_requests:
            self._wake(max(self.remaining, 0) or len(self._pending_requests), exception=RateLimited(self.reset_after))

    def _wake(self, count: int = 1, *, exception: RateLimited | None = None) -> None:
        super()._wake(count, exception=None if self.remaining > 0 else exception)


def install_route_limits(http: HTTPClient) -> None:
    """Count by :class:`RouteLimit` from here on."""
    http.get_ratelimit = partial(_limit, http)  # type: ignore[method-assign]


def _limit(http: HTTPClient, key: str) -> Ratelimit:
    found = http._buckets.get(key)
    if found is None:
        found = http._buckets[key] = RouteLimit(http.max_ratelimit_timeout)
        http._try_clear_expired_ratelimits()
    return found
