"""The ways in which requests to Discord fail, for tests and benchmarks that let one in ten fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.standin.world.errors import ApiError
from bot.standin.world.faults import Fault

SLOW = 3.5
"""Seconds that a slow request takes: the bot has given it up by then, and Discord does it all the same."""


def error(status: int, code: int = 0, **more: Any) -> ApiError:
    """An answer of Discord's with that status and code."""
    return ApiError(code, status=status, message="a bad evening", **more)


def _limited(code: int) -> ApiError:
    headers = {"Via": "1.1 standin", "Retry-After": "0.2", "X-RateLimit-Scope": "user"}
    return error(429, code, body={"retry_after": 0.2, "global": False}, headers=headers)


KINDS: dict[str, Callable[[], Fault]] = {
    "the connection breaks before": lambda: Fault("*", "*", 1, None, drop=True),
    "the connection breaks after": lambda: Fault("*", "*", 1, None, drop=True, late=True),
    "500": lambda: Fault("*", "*", 1, error(500)),
    "502 though it was done": lambda: Fault("*", "*", 1, error(502), late=True),
    "503": lambda: Fault("*", "*", 1, error(503)),
    "503 though it was done": lambda: Fault("*", "*", 1, error(503), late=True),
    "too many requests": lambda: Fault("*", "*", 1, _limited(0)),
    "too many edits of an old message": lambda: Fault("*", "*", 1, _limited(30046)),
    "slower than Discord waits": lambda: Fault("*", "*", 1, None, delay=SLOW),
}
"""Each makes a fault for one request."""
