"""The pauses that Discord asks for, and the requests with the bot's token that wait.

A pause is a moment until which nobody sends, and no task that sleeps. So nothing that gives a request up can end a
pause, or make it last.
"""

import asyncio
import math
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass

import discord

from bot.ui.pace.budget import bound, waiting_for_turn

GRACE = 60.0
"""Seconds beyond Discord's pause that a request may wait while nothing that it waits for goes on."""

LONGEST = 30.0
"""The longest pause of one route that a request waits for; during a longer one it is refused at once."""

FAILING = 60.0
"""Seconds for which no request with the token has succeeded, while some have failed, that mean that REST is down."""

_FAILED_JUST_NOW = 300.0
"""Seconds after which a failure says nothing any more: perhaps there was nothing to send."""

_WHOLE_BOT = None
"""The route of a pause of every request with the token."""


class PutOff(discord.RateLimited):
    """The request was not sent: after the pause, what it says would no longer be true."""


_patience: ContextVar[float] = ContextVar("patience", default=math.inf)


def patience(seconds: float) -> AbstractContextManager[None]:
    """Raise PutOff inside, rather than wait for a pause of more than so many seconds: what is sent would be old."""
    return bound(_patience, seconds)


def in_a_hurry() -> bool:
    """Whether the running request has a limit of :func:`patience`."""
    return _patience.get() < math.inf


@dataclass(eq=False, slots=True)
class _WaitingRequest:
    route: Hashable
    since: float
    """Since when it waits to be sent."""
    moved: float
    """When the queue in which it waits went on; at first the same."""
    waits: bool = True
    """Whether it has not been sent yet."""
    queued: bool = False
    """Whether it waits in the queue of the whole bot, not for its route."""


_current: ContextVar[_WaitingRequest | None] = ContextVar("request with the token", default=None)


class Pauses:
    """The pauses of the whole bot and of its routes, and what waits."""

    clock: Callable[[], float] = staticmethod(time.monotonic)
    """Seconds that never go back."""

    def __init__(self) -> None:
        """Know of none yet."""
        self._until: dict[Hashable, float] = {}
        self._requests: set[_WaitingRequest] = set()
        self._failing_since: float | None = None
        self._failed = -math.inf
        self._again = asyncio.Event()

    # -- the pauses --------------------------------------------------------------------------------------------

    def pause(self, seconds: float, route: Hashable = _WHOLE_BOT) -> None:
        """Send nothing to ``route`` for so many seconds; without a route, nothing with the token at all."""
        now = self.clock()
        self._until = {paused: until for paused, until in self._until.items() if until + GRACE > now}
        self._until[route] = max(now + seconds, self._until.get(route, now))

    def left(self, route: Hashable = _WHOLE_BOT) -> float:
        """Return for how many more seconds nothing may be sent to ``route``; 0 where it may."""
        return max(0.0, self._end(route) - self.clock())

    def _end(self, route: Hashable) -> float:
        return max(self._until.get(route, -math.inf), self._until.get(_WHOLE_BOT, -math.inf))

    def holds(self) -> bool:
        """Whether the running request may not be sent now."""
        return self.left(self._route()) > 0

    def _route(self) -> Hashable:
        request = _current.get()
        return _WHOLE_BOT if request is None else request.route

    async def over(self) -> None:
        """Wait until the running request may be sent; its limit of time stands still meanwhile.

        Raises RateLimited where the pause of its route is too long to wait for, and PutOff where the caller's
        :func:`patience` is too short.
        """
        request, route = _current.get(), self._route()
        while (left := self.left(route)) > 0:
            if request is not None:
                self._wait_again(request)
            if left > _patience.get():
                raise PutOff(left)
            if left > LONGEST and self._end(route) > self._end(_WHOLE_BOT):
                raise discord.RateLimited(left)
            with waiting_for_turn(), suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._again.wait()

    def look(self) -> None:
        """Let all that wait look at the clock again, which was moved."""
        self._again.set()
        self._again = asyncio.Event()

    # -- what waits --------------------------------------------------------------------------------------------

    @contextmanager
    def request(self, route: Hashable) -> Iterator[None]:
        """Count what is inside as a request to ``route`` that waits until :meth:`sent`."""
        now = self.clock()
        request = _WaitingRequest(route, now, now)
        self._requests.add(request)
        try:
            with bound(_current, request):
                yield
        finally:
            self._requests.discard(request)
            self._go_on(route)

    @contextmanager
    def queued(self) -> Iterator[None]:
        """Count the running request inside as one that waits for others of the whole bot, or waits again."""
        request = _current.get()
        if request is None:
            yield
            return
        self._wait_again(request)  # The library may repeat it.
        request.queued = True
        try:
            yield
        finally:
            request.queued = False

    def _wait_again(self, request: _WaitingRequest) -> None:
        if not request.waits:
            request.waits, request.since = True, self.clock()
            request.moved = request.since

    def sent(self) -> None:
        """Note that the running request is sent; those that wait for it have gone on by one."""
        request = _current.get()
        if request is not None:
            request.waits = False
            self._go_on(request.route)

    def _go_on(self, route: Hashable) -> None:
        now = self.clock()
        for other in self._requests:
            if other.queued or other.route == route:
                other.moved = now

    def oldest(self) -> float:
        """Return for how many seconds the oldest of the requests that wait has done so; 0 if none waits."""
        now = self.clock()
        return max((now - request.since for request in self._requests if request.waits), default=0.0)

    def overdue(self) -> float:
        """Return for how many seconds a request has waited beyond Discord's pause while nothing went on; 0 if none has.

        A request behind another of its route that was sent waits for Discord's answer to that one, which is no fault of
        ours.
        """
        now = self.clock()
        answering = {request.route for request in self._requests if not request.waits}
        idle = (
            now - max(request.moved, self._end(request.route))
            for request in self._requests
            if request.waits and (request.queued or request.route not in answering)
        )
        return max(0.0, max(idle, default=0.0))

    def stuck(self) -> float:
        """Return for how many seconds a request has waited that is overdue by :data:`GRACE`; 0 if there is none."""
        return self.oldest() if self.overdue() > GRACE else 0.0

    # -- what comes back ---------------------------------------------------------------------------------------

    def answered(self) -> None:
        """Note that Discord has answered a request, were it by a refusal of what it asks for."""
        self._failing_since = None

    def failed(self) -> None:
        """Note that a request is lost, or that Discord cannot or will not answer this bot."""
        self._failed = self.clock()
        if self._failing_since is None:
            self._failing_since = self._failed

    def failing(self) -> float:
        """Return for how many seconds every request with the token has failed; 0 if the last one did not."""
        now = self.clock()
        if self._failing_since is None or now - self._failed > _FAILED_JUST_NOW:
            return 0.0
        return now - self._failing_since

    def well(self) -> bool:
        """Whether requests go out, and come back."""
        return not self.stuck() and self.failing() < FAILING
