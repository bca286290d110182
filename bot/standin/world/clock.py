"""Time and ids. A test can push the clock forward, so that messages and tokens grow old."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

__all__ = ["Clock", "Shard", "Snowflakes", "iso"]

Shard = tuple[int, int]
"""The number of a shard, and how many there are."""

_EPOCH = 1_420_070_400_000


class Clock:
    """Seconds since 1970, real by default; `advance` jumps forward without waiting."""

    __slots__ = ("_source", "advanced")

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        self._source = source
        self.advanced = 0.0
        """Seconds that somebody pushed it forward."""

    def now(self) -> float:
        """The present moment of this world."""
        return self._source() + self.advanced

    def advance(self, seconds: float) -> None:
        """Jump forward. `World.advance` also does what is due; prefer that."""
        self.advanced += seconds


class Snowflakes:
    """Discord's ids: time in the upper bits, always growing, never given twice."""

    __slots__ = ("_clock", "last")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.last = 0

    def next(self, shard: Shard | None = None) -> str:
        """A fresh id, as text as in Discord's JSON. With `shard`, one that belongs there."""
        fresh = (int(self._clock.now() * 1000) - _EPOCH) << 22
        self.last = fresh if fresh > self.last else self.last + 1
        if shard is not None:
            number, count = shard
            moment = (self.last >> 22) + 1
            self.last = (moment + (number - moment) % count) << 22
        return str(self.last)


def iso(seconds: float) -> str:
    """A moment as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()
