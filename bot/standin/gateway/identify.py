"""What Discord demands of an IDENTIFY, and how many it takes: 1000 in a day, one of a bucket in five seconds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from bot.standin.gateway.sessions import owns
from bot.standin.world.clock import Clock, Shard
from bot.standin.world.model import Json

__all__ = ["AUTHENTICATION_FAILED", "PRIVILEGED", "Starts", "refusal", "shard_of"]

GUILDS, GUILD_MEMBERS, GUILD_PRESENCES = 1, 1 << 1, 1 << 8
GUILD_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 15
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
"""Intents that the Developer Portal has to switch on."""

_KNOWN = (1 << 17) - 1 | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25
_DAY = 86_400.0
_APART = 5.0

AUTHENTICATION_FAILED, INVALID_SHARD, SHARDING_REQUIRED = 4004, 4010, 4011
INVALID_INTENTS, DISALLOWED_INTENTS = 4013, 4014


def shard_of(data: Json) -> Shard:
    """The shard that an IDENTIFY names, and of how many; without one it is the only shard."""
    number, count = data.get("shard") or (0, 1)
    return int(number), int(count)


def refusal(data: Json, allowed: int, guilds: Iterable[str], most_guilds: int) -> int | None:
    """The close code for an IDENTIFY that Discord refuses; None for a good one.

    `allowed` are the application's privileged intents; `guilds` are all guilds of the bot, and a session takes
    `most_guilds` of them.
    """
    number, count = shard = shard_of(data)
    if not 0 <= number < count:
        return INVALID_SHARD
    if sum(owns(shard, guild) for guild in guilds) > most_guilds:
        return SHARDING_REQUIRED
    intents = int(data.get("intents", 0))
    if intents & ~_KNOWN:
        return INVALID_INTENTS
    if intents & PRIVILEGED & ~allowed:
        return DISALLOWED_INTENTS
    return None


class Starts:
    """Sessions that may still begin. `haste` makes the five seconds between two of a bucket that many times shorter."""

    def __init__(self, clock: Clock, haste: float) -> None:
        self._clock = clock
        self._ends = 0.0
        self._last: defaultdict[int, float] = defaultdict(lambda: float("-inf"))
        self.apart = _APART / haste
        """Seconds between two sessions of a bucket."""
        self.max_concurrency = 1
        """The number of buckets."""
        self.total = 1000
        self.used = 0

    @property
    def remaining(self) -> int:
        """The number of sessions left today; the day begins with the first."""
        if self._clock.now() >= self._ends:
            self.used = 0
        return self.total - self.used

    def use_up(self, seconds: float = _DAY) -> None:
        """Leave none, for so many seconds."""
        self.used, self._ends = self.total, self._clock.now() + seconds

    def shown(self) -> Json:
        """The `session_start_limit` of `/gateway/bot`."""
        remaining = self.remaining
        reset = max(0, round((self._ends - self._clock.now()) * 1000)) if self.used else 0
        return {
            "total": self.total,
            "remaining": remaining,
            "reset_after": reset,
            "max_concurrency": self.max_concurrency,
        }

    def take(self) -> bool:
        """Count one; False if there was none left. Then Discord resets the token."""
        if not self.remaining:
            return False
        now = self._clock.now()
        if not self.used:
            self._ends = now + _DAY
        self.used += 1
        return True

    def too_soon(self, shard: int) -> bool:
        """Whether less than five seconds have passed since the last one of its bucket; this one is now the last."""
        bucket, now = shard % self.max_concurrency, self._clock.now()
        soon = now - self._last[bucket] < self.apart
        self._last[bucket] = now
        return soon
