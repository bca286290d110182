"""Requests to Discord: how many this process may send, how long one may take, and what a lost answer means."""

import asyncio
import hashlib
import math
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from contextvars import ContextVar
from enum import IntEnum
from typing import Any, NamedTuple, TypeVar

import aiohttp
import discord

from bot.tables.model.processes import HeldShards, Shards

T = TypeVar("T")


@contextmanager
def bound(variable: ContextVar[T], value: T) -> Iterator[None]:
    """Let ``variable`` have ``value`` inside."""
    before = variable.set(value)
    try:
        yield
    finally:
        variable.reset(before)


# -- The time limit of a request for a table, from its turn to be sent: the wait before is no fault of Discord -------


class _BudgetedRequest(NamedTuple):
    timeout: asyncio.Timeout
    seconds: float
    task: asyncio.Task[Any] | None


_current: ContextVar[_BudgetedRequest | None] = ContextVar("request timeout", default=None)


@asynccontextmanager
async def request_timeout(seconds: float) -> AsyncIterator[None]:
    """Raise TimeoutError if what is inside takes longer than ``seconds``, not counting :func:`waiting_for_turn`."""
    async with asyncio.timeout(seconds) as timeout:
        with bound(_current, _BudgetedRequest(timeout, seconds, asyncio.current_task())):
            yield


@contextmanager
def waiting_for_turn() -> Iterator[None]:
    """Stop the time of the request while inside; afterwards all of it is left."""
    request = _current.get()
    if request is None or request.task is not asyncio.current_task():  # A task of its own has inherited the variable.
        yield
        return
    request.timeout.reschedule(None)
    yield
    request.timeout.reschedule(asyncio.get_running_loop().time() + request.seconds)


# -- The requests that this process may send: its share of 50 a second, the most important first ---------------------
# Discord counts whatever carries the bot's token, of all processes together. Answers to interactions and the webhooks
# of interactions carry none, so they are free. All other requests pass :meth:`RequestBudget.take` right before they
# are sent (:mod:`bot.ui.discord.requests`), repetitions too. So nothing goes past this count.

ALL = 50
"""Requests that Discord takes from one token within :data:`SECONDS`."""

SECONDS = 1.0

_USED = 0.9
"""The share of it that all processes together use: requests may arrive closer to each other than they were sent."""

_LOGIN = 5.0
"""Requests a second of a process without shards: those that connect it. The others leave just as many."""


class Priority(IntEnum):
    """What a request is for. Lower numbers go first."""

    PRESS = 0
    """What follows a press or a command at once; also whatever says nothing about itself."""
    CALL = 1
    """Calls: somebody is to play."""
    BOARD = 2
    """Boards that are posted: without them nobody can press."""
    REPAIR = 3
    """Boards that are drawn anew without a press."""
    REMINDER = 4
    """Reminders, season tables, boards of tables that are over."""
    UPKEEP = 5
    """Emojis, and the list of commands."""


CURRENT_PRIORITY: ContextVar[Priority] = ContextVar("priority", default=Priority.PRESS)
"""That of a request which the running task sends now."""


def priority(of: Priority) -> AbstractContextManager[None]:
    """Send what is sent inside with this priority; tasks that begin inside inherit it."""
    return bound(CURRENT_PRIORITY, of)


class RequestBudget:
    """Counts requests, and lets those wait that would be too many.

    Never do more requests begin in any second than :meth:`room` says for a press. Each lower priority leaves a tenth
    of that to those above it, and its requests are spaced evenly. So a press finds room at once, whatever else there is
    to send, and only what follows presses may come in bursts.
    """

    def __init__(self, shards: HeldShards) -> None:
        """Send as much of what all processes of the token may send as this one holds of all ``shards``."""
        self.begun: Counter[Priority] = Counter()
        """The number of requests that have begun, by their priority."""
        self._waiting: dict[Priority, deque[asyncio.Future[None]]] = {of: deque() for of in Priority}
        self._recent: deque[float] = deque()
        self._latest_spaced = -math.inf
        self._timer: asyncio.TimerHandle | None = None
        """Set while anybody waits."""
        self.follow(shards.now)
        shards.on_change(self.follow)

    def follow(self, shards: Shards) -> None:
        """Send as much as fits to these ``shards`` from now on."""
        allowed = ALL * _USED * shards.share or _LOGIN
        self._most = max(1, int(allowed))
        self._seconds = SECONDS * max(1.0, 1 / allowed)
        if self._timer is not None:
            self._serve()

    def room(self, of: Priority) -> int:
        """Return how many requests there may be in a second when one ``of`` this priority is the last of them.

        A process with less than one request a second has one in a longer time.
        """
        return max(1, self._most * (10 - of) // 10)

    def waiting(self, of: Priority) -> int:
        """Return how many requests ``of`` this priority wait."""
        return len(self._waiting[of])

    async def take(self) -> None:
        """Count a request, once it may be sent."""
        turn = asyncio.get_running_loop().create_future()
        waiting = self._waiting[CURRENT_PRIORITY.get()]
        waiting.append(turn)
        self._serve()
        if turn.done():
            return
        try:
            with waiting_for_turn():
                await turn
        finally:
            if turn in waiting:
                waiting.remove(turn)

    def _serve(self) -> None:
        """Let those go who may, the most important first, and look again when the next one may."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        loop = asyncio.get_running_loop()
        for of, waiting in self._waiting.items():
            while waiting:
                now = loop.time()
                at = self._time_for(of, now)
                if at > now:  # Lower priorities have to wait at least as long.
                    self._timer = loop.call_at(at, self._serve)
                    return
                turn = waiting.popleft()
                if not turn.done():
                    turn.set_result(None)
                    self._count(of, now)

    def _time_for(self, of: Priority, now: float) -> float:
        """Return when a request ``of`` this priority may go; a time that has passed means now."""
        recent, room = self._recent, self.room(of)
        while recent and recent[0] + self._seconds <= now:
            recent.popleft()
        at = recent[-room] + self._seconds if len(recent) >= room else now
        return at if of is Priority.PRESS else max(at, self._latest_spaced + self._seconds / room)

    def _count(self, of: Priority, now: float) -> None:
        self.begun[of] += 1
        self._recent.append(now)
        if of is not Priority.PRESS:
            self._latest_spaced = now


# -- Requests whose answer was lost: nobody knows whether Discord has done them --------------------------------------
# discord.py raises many errors for them: a connection that broke or never opened, a time-out, a server that failed
# even after its retries. They all mean the same: do not repeat blindly, look at the stored rows, and bring Discord in
# line.

LOST = (OSError, aiohttp.ClientError, TimeoutError, discord.DiscordServerError)
"""The errors of such a request. Some are HTTPExceptions too: catch these first."""

REFUSED = (discord.HTTPException, discord.RateLimited)
"""The errors of a request that Discord has not done."""

_TOO_MANY_REQUESTS = 429


def too_busy(error: BaseException) -> bool:
    """Whether Discord refused a request only because it gets too many: another time it may take it."""
    if isinstance(error, discord.HTTPException):
        return error.status == _TOO_MANY_REQUESTS
    return isinstance(error, discord.RateLimited)


def retry_after(error: BaseException) -> float:
    """Return for how many seconds Discord takes no such request again; 0 where it does not say."""
    return error.retry_after if isinstance(error, discord.RateLimited) else 0.0


def may_come_later(error: BaseException) -> bool:
    """Whether a request may still be done, now or another time: its answer was lost, or Discord gets too many."""
    return isinstance(error, LOST) or too_busy(error)


REQUEST_SECONDS = 3.0
"""Seconds that a request for a table may take. The reconciler is quicker than discord.py's retries, which take 25."""


DOUBT_SECONDS = 120
"""So long Discord knows a message by its nonce. Later, nobody sends one again that may have come."""


def never_sent(error: BaseException) -> bool:
    """Whether a request has not reached Discord, or Discord has not done it."""
    return isinstance(error, (aiohttp.ClientConnectorError, *REFUSED)) and not isinstance(
        error, discord.DiscordServerError
    )


def nonce(purpose: str, of: int, about: object) -> str:
    """Return a nonce, by which Discord sees that two messages are one; for some minutes it returns the first one.

    ``of`` is a table or server, ``about`` tells messages of the same ``purpose`` apart. At most 25 characters, as
    Discord demands.
    """
    return hashlib.blake2s(f"{purpose} {of} {about}".encode(), digest_size=12).hexdigest()
