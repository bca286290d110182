"""Discord's rate limits: a few requests in a window, which headers show, and 429 for one too many.

Discord documents the headers, the 429 and the 50 requests a second of a bot (topics/rate-limits). The sizes of the
other buckets are observations of bots, and Discord may change them at any time.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from dataclasses import dataclass

from bot.standin.rest.router import Route
from bot.standin.world.clock import Clock
from bot.standin.world.errors import ApiError

__all__ = ["Rates"]


@dataclass(frozen=True, slots=True)
class Limit:
    """`most` requests in `seconds`, with a count for each value of the first `majors` braces of the path."""

    bucket: str
    most: int
    seconds: float
    majors: int = 1
    shared: bool = False


_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = _MESSAGES + "/{message_id}"
_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"

GLOBAL = Limit("global", 50, 1.0, 0)
"""All requests of the bot that carry its token; answers to interactions do not."""

_SEND, _EDIT, _DELETE = Limit("send", 5, 5.0), Limit("edit", 5, 5.0), Limit("delete", 5, 1.0)
_READ, _MEMBER = Limit("read", 5, 1.0), Limit("member", 10, 10.0)
_FOLLOW = Limit("webhook", 5, 2.0, 2, shared=True)
_LIMITS: dict[tuple[str, str], Limit] = {
    ("POST", _MESSAGES): _SEND,
    ("PATCH", _MESSAGE): _EDIT,
    ("DELETE", _MESSAGE): _DELETE,
    ("GET", _MESSAGES): _READ,
    ("GET", _MESSAGE): _READ,
    ("GET", "/guilds/{guild_id}/members/{user_id}"): _MEMBER,
    ("POST", _WEBHOOK): _FOLLOW,
    **{
        (method, f"{_WEBHOOK}/messages/{which}"): _FOLLOW
        for method in ("GET", "PATCH", "DELETE")
        for which in ("@original", "{message_id}")
    },
}
_EMOJIS = "/applications/{application_id}/emojis"
_THREADS = "/channels/{channel_id}/threads"
_KEPT = 10_000


class Rates:
    """The buckets of a world. `haste` makes every window that many times shorter.

    `refused` counts the requests that were one too many, by their bucket. `busiest` is the largest number of requests
    with the token that came within a second of each other, whether they were refused or not. Discord may begin its
    windows at any moment, so a bot that keeps the limit never has more than 50.
    """

    def __init__(self, clock: Clock, haste: float) -> None:
        self._clock = clock
        self.haste = haste
        self._limits = dict(_LIMITS)
        self._windows: dict[tuple[str, tuple[str, ...]], tuple[float, int]] = {}
        self._latest: deque[float] = deque()
        self.refused: Counter[str] = Counter()
        self.busiest = 0

    def limit_emojis(self, most: int, seconds: float) -> None:
        """Take so many uploads of emojis in that time: Discord has such a limit and publishes no size."""
        self._limits["POST", _EMOJIS] = Limit("emojis", most, seconds * self.haste)

    def limit_threads(self, most: int, seconds: float) -> None:
        """Take so many new threads in a channel in that time: Discord has such a limit and publishes no size."""
        self._limits["POST", _THREADS] = Limit("threads", most, seconds * self.haste)

    def take(self, route: Route, args: tuple[str, ...]) -> dict[str, str]:
        """Count a request; returns the headers of its answer, and raises the 429 for one too many."""
        if not route.open and not route.template.startswith(_EMOJIS):  # "not the normal conventions" (resources/emoji)
            self._watch()
            self._count(GLOBAL, ())
        limit = self._limits.get((route.method, route.template))
        return {} if limit is None else self._count(limit, args[: limit.majors])

    def _count(self, limit: Limit, majors: tuple[str, ...]) -> dict[str, str]:
        now = self._clock.now()
        ends, used = self._windows.get((limit.bucket, majors), (0.0, 0))
        if now >= ends:
            ends, used = now + limit.seconds / self.haste, 0
            self._forget_old(now)
        headers = _headers(limit, ends, used + 1, ends - now)
        if used >= limit.most:
            self.refused[limit.bucket] += 1
            raise _too_many(limit, headers, ends - now)
        self._windows[limit.bucket, majors] = ends, used + 1
        return headers

    def _watch(self) -> None:
        now = self._clock.now()
        self._latest.append(now)
        while self._latest[0] <= now - GLOBAL.seconds / self.haste:
            self._latest.popleft()
        self.busiest = max(self.busiest, len(self._latest))

    def _forget_old(self, now: float) -> None:
        if len(self._windows) > _KEPT:
            self._windows = {key: window for key, window in self._windows.items() if window[0] > now}


def _headers(limit: Limit, ends: float, used: int, left: float) -> dict[str, str]:
    if limit is GLOBAL:
        return {}
    return {
        "X-RateLimit-Limit": str(limit.most),
        "X-RateLimit-Remaining": str(max(0, limit.most - used)),
        "X-RateLimit-Reset": _rounded_up(ends),
        "X-RateLimit-Reset-After": _rounded_up(left),
        "X-RateLimit-Bucket": limit.bucket,
    }


def _rounded_up(seconds: float) -> str:
    """To the millisecond: at the time in the header, the window is over."""
    return f"{math.ceil(seconds * 1000) / 1000:.3f}"


def _too_many(limit: Limit, headers: dict[str, str], left: float) -> ApiError:
    """The 429. Proxies on the way to Discord add `Via`: without it discord.py takes a 429 for a ban."""
    everywhere = limit is GLOBAL
    scope = "global" if everywhere else "shared" if limit.shared else "user"
    headers = headers | {"Via": "1.1 standin", "Retry-After": _rounded_up(left), "X-RateLimit-Scope": scope}
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    body = {"retry_after": float(_rounded_up(left)), "global": everywhere}
    return ApiError(0, status=429, message="You are being rate limited.", body=body, headers=headers)
