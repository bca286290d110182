"""Waits that end when the bot stops, and the pauses between tries."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

import discord

from bot.gateway.refusals import reason
from bot.ui.pace.backoff import backoff_seconds

log = logging.getLogger(__name__)

_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 300.0


class Waiting:
    """The one place where the gateway waits."""

    clock: Callable[[], float] = staticmethod(time.monotonic)
    """Seconds that never go back."""

    def __init__(self) -> None:
        self._stopped = asyncio.Event()

    @property
    def stopped(self) -> bool:
        """Whether the bot is stopping; then nothing waits any more."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Wait for nothing any more."""
        self._stopped.set()

    async def wait(self, seconds: float) -> None:
        """Wait, but not longer than until :meth:`stop`."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), seconds)


class Retries:
    """Counts failures in a row, and waits longer after each."""

    def __init__(self, waiting: Waiting, what: str = "") -> None:
        """Wait by ``waiting``; ``what`` begins the lines of the log, such as ``"shard 3: "``."""
        self._waiting = waiting
        self._what = what
        self.failures = 0

    async def wait_after(self, error: Exception) -> None:
        """Wait before the next try; log why, and for how long. The first try after a success comes at once."""
        self.failures += 1
        pause = 0.0
        if self.failures > 1:
            pause = backoff_seconds(self.failures - 1, first=_FIRST_PAUSE, most=_LONGEST_PAUSE)
        if isinstance(error, discord.RateLimited):
            pause = max(pause, error.retry_after)
        level = logging.WARNING if pause else logging.INFO
        log.log(level, "%snot connected to Discord (%s); trying again in %.0f s", self._what, reason(error), pause)
        await self._waiting.wait(pause)
