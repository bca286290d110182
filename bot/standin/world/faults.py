"""Faults on request: the next requests to a route fail, or get a late answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from bot.standin.world.errors import ApiError

__all__ = ["Fault", "Faults"]


@dataclass(slots=True)
class Fault:
    """One planned disturbance; `left` counts the requests it still applies to."""

    method: str
    route: str
    left: int
    error: ApiError | None
    delay: float = 0.0
    late: bool = False
    drop: bool = False
    gate: asyncio.Event | None = None


class Faults:
    """The planned disturbances of a world. Empty in ordinary play."""

    def __init__(self) -> None:
        self.planned: list[Fault] = []
        self._draw: Callable[[str, str], Fault | None] | None = None

    def fail(
        self,
        method: str,
        route: str,
        *,
        times: int = 1,
        status: int = 500,
        code: int = 0,
        message: str = "Injected fault",
        retry_after: float = 0.1,
        everywhere: bool = False,
        late: bool = False,
    ) -> None:
        """Let the next `times` requests fail before they do anything; with `late` after they did all of it.

        `route` is a template such as `/channels/{channel_id}/messages` and may contain `*`. A 429 carries `Via` and
        `retry_after`: without `Via` discord.py takes it for a ban. With `everywhere` it is that of the whole bot.
        """
        body: dict[str, Any] = {}
        headers: dict[str, str] = {}
        if status == 429:
            scope = "global" if everywhere else "user"
            body = {"retry_after": retry_after, "global": everywhere}
            headers = {"Via": "1.1 standin", "Retry-After": str(retry_after), "X-RateLimit-Scope": scope}
            if everywhere:
                headers["X-RateLimit-Global"] = "true"
        error = ApiError(code, status=status, message=message, body=body, headers=headers)
        self.planned.append(Fault(method, route, times, error, late=late))

    def drop(self, method: str, route: str, *, times: int = 1, late: bool = False) -> None:
        """Break the connection of the next `times` requests without an answer: before they do anything, or `late`."""
        self.planned.append(Fault(method, route, times, None, late=late, drop=True))

    def delay(self, method: str, route: str, seconds: float, *, times: int = 1, late: bool = False) -> None:
        """Let the next `times` requests wait before their handlers run; with `late`, their answers."""
        self.planned.append(Fault(method, route, times, None, seconds, late))

    def hold(self, method: str, route: str, *, times: int = 1) -> asyncio.Event:
        """Let the next `times` requests wait before their handlers run, until somebody sets what this returns."""
        gate = asyncio.Event()
        self.planned.append(Fault(method, route, times, None, gate=gate))
        return gate

    def storm(self, draw: Callable[[str, str], Fault | None] | None) -> None:
        """Let `draw` choose, for each request by its method and route, the fault that hits it; None ends that."""
        self._draw = draw

    def clear(self) -> None:
        """Forget every planned disturbance."""
        self.planned.clear()
        self._draw = None

    def __bool__(self) -> bool:
        """Whether a request may meet a fault."""
        return bool(self.planned) or self._draw is not None

    def take(self, method: str, route: str) -> Fault | None:
        """The fault for this request, if any; it counts as used."""
        if self._draw is not None:
            return self._draw(method, route)
        for fault in self.planned:
            if fault.method in (method, "*") and (fault.route == route or fnmatchcase(route, fault.route)):
                fault.left -= 1
                if fault.left <= 0:
                    self.planned.remove(fault)
                return fault
        return None
