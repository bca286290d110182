"""The one place that sends what carries the bot's token.

discord.py sleeps when Discord answers 429. For one that concerns the whole bot it first clears an event that all
requests wait for, and sets it after its sleep. Where such a request is given up meanwhile (a limit of time, a task
that is cancelled, the end of the bot) nothing sets the event, and no request is ever sent again. So discord.py gets to
see no 429: :class:`_Response` raises, :class:`TokenRequests` notes the pause (:mod:`bot.ui.pace.pauses`) and sends the
request again after it. Discord has not done what it refused, so giving that up in the pause leaves nothing behind.

In :class:`BudgetConnector`, requests that carry the token wait until they may be sent. It is the last place before the
network, behind the waiting for the limit of a route. discord.py's repetitions pass here too, so the budget counts
requests when they are really sent. Answers to interactions carry no token and do not wait.

It sends nothing for tables that another process may look after by now. A process that was stopped (SIGSTOP) wakes up
with requests that waited; the other one has drawn those boards since.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from aiohttp import hdrs
from discord import RateLimited
from discord.http import HTTPClient, Ratelimit, Route, json_or_text

from bot.tables.model.processes import HeldShards
from bot.ui.pace.budget import RequestBudget
from bot.ui.pace.pauses import Pauses, in_a_hurry

if TYPE_CHECKING:
    from aiohttp.connector import Connection
    from aiohttp.tracing import Trace


# -- The number of requests that a route takes: discord.py's count, without its refusals where Discord has room ------
# Some routes have windows of minutes or an hour, such as new threads in a channel. discord.py 2.7.1 makes no further
# request to a route whose window is longer than ``max_ratelimit_timeout``, however many Discord has just said it takes.
# And once they are used up it forgets the window at once, so that Discord has to refuse each further request itself.
# A request that is cancelled while it ends keeps its place in a route without a window: the next one would wait for
# 30 s.


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


# -- The one place that sends what carries the bot's token -----------------------------------------------------------

log = logging.getLogger(__name__)

_TOO_MANY = 429
_OLD_MESSAGE = 30046
"""Messages of more than an hour were edited too often. Where another message is a cure, nobody waits for a pause."""

_BAN_SECONDS = 60.0
"""Seconds until another try of a request that was banned without a word when the ban ends."""

_TRIES = 5
"""The times that Discord may refuse a request as one too many; discord.py allows as many."""


class NotOurs(ConnectionError):
    """Another process may look after these servers now; the request was not sent."""


class TooMany(Exception):
    """Discord asks for a pause; it has not done the request."""

    def __init__(self, response: aiohttp.ClientResponse, answer: dict[str, Any]) -> None:
        super().__init__(answer)
        self.response = response
        self.answer = answer

    @property
    def status(self) -> int:
        """Discord's status."""
        return self.response.status

    @property
    def seconds(self) -> float:
        """The length of the pause."""
        return float(self.answer["retry_after"])

    @property
    def whole_bot(self) -> bool:
        """Whether it is a pause of every request with the token."""
        return bool(self.answer.get("global")) or "X-RateLimit-Global" in self.response.headers


class _Response(aiohttp.ClientResponse):
    """An answer to a request with the token."""

    async def start(self, connection: "Connection") -> aiohttp.ClientResponse:
        """Read the answer. Raises TooMany where Discord asks for a pause; any other 429 is a ban."""
        await super().start(connection)
        if self.status == _TOO_MANY and "Via" in self.headers:
            answer = await json_or_text(self)
            if isinstance(answer, dict) and "retry_after" in answer:
                raise TooMany(self, answer)
        return self


class BudgetConnector(aiohttp.TCPConnector):
    """aiohttp's connections, at the pace of a budget."""

    def __init__(self, budget: RequestBudget, pauses: Pauses, shards: HeldShards) -> None:
        """Count in ``budget``; send nothing during the ``pauses`` that Discord has asked for.

        While ``shards`` are not valid, only questions and answers to interactions go out: Discord takes no such answer
        after three seconds.
        """
        super().__init__(limit=0)
        self._budget = budget
        self._pauses = pauses
        self._shards = shards

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: "list[Trace]",
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - aiohttp's name.
    ) -> "Connection":
        """Return a connection for ``req`` once it may be sent. Raises NotOurs, and what :meth:`Pauses.over` raises."""
        if hdrs.AUTHORIZATION in req.headers:
            req.response_class = _Response
            with self._pauses.queued():
                await self._budget.take()
                while self._pauses.holds():  # It began while the request waited.
                    await self._pauses.over()
                    await self._budget.take()
            self._pauses.sent()
        connection = await super().connect(req, traces, timeout)
        if req.method != hdrs.METH_GET and "/interactions/" not in req.url.path and not self._shards.valid():
            connection.close()
            raise NotOurs("another process may have taken over")
        return connection


class TokenRequests:
    """discord.py's requests, which wait for the pauses that Discord asks for, and come again after them."""

    def __init__(self, http: HTTPClient, pauses: Pauses) -> None:
        """Send what ``http`` sends from here on."""
        self._send = http.request
        self._pauses = pauses
        http.request = self.request  # type: ignore[method-assign]

    async def request(
        self,
        route: Route,
        *,
        files: Sequence[discord.File] | None = None,
        form: Iterable[dict[str, Any]] | None = None,
        **options: Any,
    ) -> Any:
        """Send a request and return Discord's answer, as discord.py does. Raises what it raises, and PutOff.

        RateLimited stands for every 429 but that of an old message, where another message is a cure: a refusal as an
        HTTPException would say that Discord will never do it.
        """
        place, parts, refusals = (route.key, route.major_parameters), None if form is None else list(form), 0
        with self._pauses.request(place):
            while True:
                await self._pauses.over()
                try:
                    return await self._send(route, files=files, form=parts, **options)
                except TooMany as refusal:
                    refusals += 1
                    old = route.method == hdrs.METH_PATCH and refusal.answer.get("code") == _OLD_MESSAGE
                    if old and (refusals == _TRIES or in_a_hurry()):
                        raise discord.HTTPException(refusal.response, refusal.answer) from None
                    if refusals == _TRIES:
                        raise RateLimited(refusal.seconds) from None
                    self._note(refusal, route, place)
                except discord.HTTPException as error:
                    if error.status == _TOO_MANY:  # A ban for some time, in front of Discord.
                        raise RateLimited(_BAN_SECONDS) from error
                    raise
                for file in files or ():
                    file.reset()

    def _note(self, refusal: TooMany, route: Route, place: object) -> None:
        what = f"{route.method} {route.path}"
        if refusal.whole_bot:
            log.warning("Discord takes nothing more from the whole bot for %.2f s (%s)", refusal.seconds, what)
            self._pauses.pause(refusal.seconds)
        else:
            log.warning("Discord takes no more %s for %.2f s", what, refusal.seconds)
            self._pauses.pause(refusal.seconds, place)
