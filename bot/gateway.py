"""Stays connected to Discord: when to try again, when to wait, when to give up, and whether the connection lives.

This replaces the loop in discord.py's ``Client.connect`` (2.7.1). That loop tries again without a pause after most
closings. It ends with an AttributeError when it cannot reach the gateway at first, and logs every other failure with a
traceback. It does not know that Discord resets the token of a bot that begins more than 1000 sessions in a day.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import aiohttp
import discord
from discord.ext import commands
from discord.gateway import DiscordWebSocket, KeepAliveHandler, ReconnectWebSocket
from discord.utils import MISSING

from bot.ui.pace.backoff import backoff_seconds

log = logging.getLogger(__name__)

REFUSALS = {
    4004: "DISCORD_TOKEN was refused by Discord; copy it again from the Bot page",
    4010: "Discord refused the shard of this bot (4010)",
    4011: "Discord asks for shards: this bot is in too many servers for one connection (4011)",
    4012: "Discord no longer speaks this version of its gateway (4012); update the bot",
    4013: "Discord does not know the intents this bot asks for (4013); update the bot",
    4014: "Discord does not allow this bot the intents it asks for (4014); switch them on on the Bot page",
}
"""Close codes after which Discord takes no further connection, and what to tell the host."""

_UNREACHABLE = (
    OSError,
    TimeoutError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    discord.RateLimited,
)
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 300.0
_OPENING = 60.0
"""Seconds that a connection may take to open."""
_STEADY = 60.0
"""A connection that lasted this long was a good one; after it, the bot tries the next one at once."""
_APART = 6.0
"""Seconds between two sessions that begin. Discord asks for five; the first may take longer to get there."""
_SESSION_TRIES = 3
"""After so many failures in a row the bot begins a new session at the usual address, and gives up the old one."""
_BEATS = 1.25
"""A connection without an acknowledged heartbeat for so many intervals is dead."""
_UNAUTHORISED, _TOO_MANY, _SERVER_ERROR = 401, 429, 500
_AT_A_TIME = 5
"""How many events to read before their handlers begin; a handler takes up to some milliseconds."""


class TokenRefused(Exception):
    """Discord does not accept this bot as it is, now or later; the message is one line for its host."""


class Gateway:
    """The connection of one client, from the login to its end."""

    clock: Callable[[], float] = staticmethod(time.monotonic)
    """Seconds that never go back."""

    def __init__(self, client: commands.Bot) -> None:
        """Connect ``client``. Call :meth:`stop` when you close it."""
        self._client = client
        self._stopped = asyncio.Event()
        self._failures = 0
        self._resuming = False
        self._begun: float | None = None
        self._identified = float("-inf")
        self._ws: DiscordWebSocket | None = None
        self._keeper: KeepAliveHandler | None = None
        client.add_listener(self._on_session, "on_connect")
        client.add_listener(self._on_session, "on_resumed")

    # -- how it is ---------------------------------------------------------------------------------------------

    def left(self) -> float:
        """Return for how many more seconds the connection counts as alive; at zero or below it is dead or missing.

        That is 1.25 times the interval of Discord's Hello, from the last heartbeat that Discord acknowledged in a
        session.
        """
        keeper = self._keeper
        if keeper is None or keeper.interval is None:
            return float("-inf")
        return keeper._last_ack + _BEATS * keeper.interval - time.perf_counter()

    def ack_age(self) -> float:
        """Return how many seconds ago Discord acknowledged a heartbeat; infinite before the first session."""
        return float("inf") if self._keeper is None else time.perf_counter() - self._keeper._last_ack

    async def _on_session(self) -> None:
        """Note that a session has begun, or goes on: Discord said READY or RESUMED."""
        self._begun = self.clock()
        if self._ws is not None:
            self._keeper = self._ws._keep_alive or self._keeper

    # -- waiting -----------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Wait for nothing any more, because the client is closing.

        discord.py says "ready" a moment after READY, and fails if the client has closed meanwhile.
        """
        self._stopped.set()
        if self._client._connection._ready_task is not None:
            self._client._connection._ready_task.cancel()

    async def wait(self, seconds: float) -> None:
        """Wait, but not longer than until :meth:`stop`."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), seconds)

    async def _wait_after(self, error: Exception) -> None:
        """Wait before the next try, longer after each failure; log why, and for how long."""
        self._failures += 1
        pause = 0.0
        if self._failures > 1:
            pause = backoff_seconds(self._failures - 1, first=_FIRST_PAUSE, most=_LONGEST_PAUSE)
        if isinstance(error, discord.RateLimited):
            pause = max(pause, error.retry_after)
        level = logging.WARNING if pause else logging.INFO
        log.log(level, "not connected to Discord (%s); trying again in %.0f s", _reason(error), pause)
        await self.wait(pause)

    # -- the login ---------------------------------------------------------------------------------------------

    async def log_in(self, login: Callable[[], Awaitable[None]]) -> None:
        """Call ``login`` until the bot reaches Discord. Raises Discord's answer if it refuses the token or the bot."""
        while True:
            try:
                await login()
            except _UNREACHABLE as error:
                if self._client.is_closed() or not _passes(error):
                    raise
                await self._forget_connections()
                await self._wait_after(error)
            else:
                self._failures = 0
                return

    async def _forget_connections(self) -> None:
        """Close what the login has opened; each call of it opens another HTTP session."""
        http = self._client.http
        await http.close()
        http.clear()
        http.connector = MISSING

    # -- the connection ----------------------------------------------------------------------------------------

    async def stay(self) -> None:
        """Keep the client connected until it is closed; raises Refused, or LoginFailure."""
        while not self._client.is_closed():
            try:
                await self._connect()
            except ReconnectWebSocket as lost:
                error: Exception = lost
                answered = self._resuming and not lost.resume
                self._resuming = lost.resume
                if answered:  # The old session is over; that was no failure.
                    self._client.dispatch("disconnect")
                    continue
            except _UNREACHABLE as unreachable:
                _check(unreachable)
                error, self._resuming = unreachable, True
            except Exception:
                if not self._client.is_closed():
                    raise
                return  # Opening a connection fails in many ways when its HTTP session closes meanwhile.
            else:
                return
            await self._lost(error)

    async def _lost(self, error: Exception) -> None:
        self._client.dispatch("disconnect")
        if self._begun is not None and self.clock() - self._begun >= _STEADY:
            self._failures = 0
        self._begun = None
        if not self._client.is_closed():
            await self._wait_after(error)

    async def _connect(self) -> None:
        """Open a connection and read from it until it ends, which always raises, except when the client is closed."""
        old = self._ws
        how: dict[str, Any] = {"initial": True, "shard_id": self._client.shard_id}
        self._resuming = self._resuming and self._failures < _SESSION_TRIES
        if self._resuming and old is not None and old.session_id is not None:
            how |= {"resume": True, "session": old.session_id, "sequence": old.sequence, "gateway": old.gateway}
        else:
            self._resuming = False
            await self._may_begin()
        if self._client.is_closed():
            return
        async with asyncio.timeout(_OPENING):
            self._ws = self._client.ws = await DiscordWebSocket.from_client(self._client, **how)
        if not self._resuming:
            self._identified = self.clock()
        await _read(self._ws)

    async def _may_begin(self) -> None:
        """Wait until Discord allows a session: one is left for today, and the last did not begin just now."""
        while not self._client.is_closed():
            _, _, limit = await self._client.http.get_bot_gateway()
            if limit["remaining"] > 0:
                break
            seconds = limit["reset_after"] / 1000
            log.error(
                "Discord lets this bot begin no more sessions (%s a day were too few); waiting %.0f s",
                limit["total"],
                seconds,
            )
            await self.wait(max(seconds, _APART))
        await self.wait(self._identified + _APART - self.clock())


async def _read(ws: DiscordWebSocket) -> None:
    """Read from ``ws`` until the connection ends, which raises.

    discord.py reads without a break all that has arrived. After a rush that would hold everything else up.
    """
    while True:
        for _ in range(_AT_A_TIME):
            await ws.poll_event()
        await asyncio.sleep(0)


def _answer(error: BaseException) -> BaseException:
    """Return what Discord answered, where discord.py has wrapped it in another exception."""
    return error.__cause__ if isinstance(error, discord.GatewayNotFound) and error.__cause__ else error


def _check(error: Exception) -> None:
    """Raise where Discord has said that it takes no further connection: Refused or LoginFailure."""
    if isinstance(error, discord.ConnectionClosed) and error.code in REFUSALS:
        raise TokenRefused(REFUSALS[error.code]) from error
    answer = _answer(error)
    if isinstance(answer, discord.HTTPException) and answer.status == _UNAUTHORISED:
        raise discord.LoginFailure("the token is no longer valid") from error


def _passes(error: Exception) -> bool:
    """Whether a login may succeed later: no answer, or Discord is not well or wants fewer requests for now."""
    return not isinstance(error, discord.HTTPException) or error.status == _TOO_MANY or error.status >= _SERVER_ERROR


def _reason(error: Exception) -> str:
    answer = _answer(error)
    if isinstance(answer, ReconnectWebSocket):
        return "the connection ended"
    if isinstance(answer, discord.HTTPException | aiohttp.WSServerHandshakeError):
        return f"status {answer.status}"
    return f"{type(answer).__name__}: {answer}" if str(answer) else type(answer).__name__
