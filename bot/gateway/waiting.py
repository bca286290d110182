"""Waits that end when the bot stops, and the pauses between tries."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

import aiohttp
import discord
from discord.gateway import ReconnectWebSocket

from bot.ui.pace.budget import retry_after
from bot.ui.pace.work import backoff_seconds

# -- What it means when Discord does not connect the bot: try again, more shards are needed, or the end --------------

_SHARDING_REQUIRED = 4011

REFUSALS = {
    4004: "DISCORD_TOKEN was refused by Discord; copy it again from the Bot page",
    4010: "Discord refused the shard of this bot (4010)",
    _SHARDING_REQUIRED: "Discord asks for more shards (4011): set a larger SHARD_COUNT for all processes of this bot",
    4012: "Discord no longer speaks this version of its gateway (4012); update the bot",
    4013: "Discord does not know the intents this bot asks for (4013); update the bot",
    4014: "Discord does not allow this bot the intents it asks for (4014); switch them on on the Bot page",
}
"""Close codes after which Discord takes no further connection, and what to tell the host."""

UNREACHABLE = (
    OSError,
    TimeoutError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    discord.RateLimited,
)
"""What is raised where Discord cannot be reached, or closes a connection."""

_UNAUTHORISED, _TOO_MANY, _SERVER_ERROR = 401, 429, 500


class TokenRefused(Exception):
    """Discord does not accept this bot as it is, now or later; the message is one line for its host."""


class ShardsRefused(TokenRefused):
    """This process cannot have the shards that its host wants for it."""


class MoreShardsNeeded(TokenRefused):
    """Discord asks for more shards than the bot began with."""


def check(error: Exception) -> None:
    """Raise where Discord has said that it takes no further connection: TokenRefused or LoginFailure."""
    if isinstance(error, discord.ConnectionClosed) and error.code in REFUSALS:
        refused = MoreShardsNeeded if error.code == _SHARDING_REQUIRED else TokenRefused
        raise refused(REFUSALS[error.code]) from error
    answer = _answer(error)
    if isinstance(answer, discord.HTTPException) and answer.status == _UNAUTHORISED:
        raise discord.LoginFailure("the token is no longer valid") from error


def passes(error: Exception) -> bool:
    """Whether a login may succeed later: no answer, or Discord is not well or wants fewer requests for now."""
    return not isinstance(error, discord.HTTPException) or error.status == _TOO_MANY or error.status >= _SERVER_ERROR


def reason(error: Exception) -> str:
    """Say in a few words for the log why there is no connection."""
    answer = _answer(error)
    if isinstance(answer, ReconnectWebSocket):
        return "the connection ended"
    if isinstance(answer, discord.HTTPException | aiohttp.WSServerHandshakeError):
        return f"status {answer.status}"
    return f"{type(answer).__name__}: {answer}" if str(answer) else type(answer).__name__


def _answer(error: BaseException) -> BaseException:
    """Return what Discord answered, where discord.py has wrapped it in another exception."""
    return error.__cause__ if isinstance(error, discord.GatewayNotFound) and error.__cause__ else error


# -- Waits that end when the bot stops, and the pauses between tries -------------------------------------------------

log = logging.getLogger(__name__)

_FIRST_PAUSE = 1.0

LONGEST_PAUSE = 60.0
"""Seconds between two tries that begin no session, at most: so long an outage may seem to last after its end.

Discord counts a session once it gets IDENTIFY. A try that fails before, because Discord cannot be reached, is free, as
is one that goes on with an old session.
"""

_SESSION_PAUSE, _LONGEST_SESSION_PAUSE = 120.0, 300.0


def longest_session_pause(shards: int) -> float:
    """Return the most seconds between two tries of which the first has begun a session, for a bot of so many shards.

    Discord lets most bots begin 1,000 sessions a day. A pause lasts at least three quarters of this
    (:func:`bot.ui.pace.work.backoff_seconds`): for one shard 90 seconds, 960 sessions a day if each ends at once. Where
    more shards share the thousand, each waits longer, and :class:`bot.gateway.pacing.SessionStarts` asks Discord how
    many are left before each.
    """
    return min(_SESSION_PAUSE * shards, _LONGEST_SESSION_PAUSE)


class GatewayWaits:
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

    def __init__(self, waiting: GatewayWaits, what: str = "") -> None:
        """Wait by ``waiting``; ``what`` begins the lines of the log, such as ``"shard 3: "``."""
        self._waiting = waiting
        self._what = what
        self.failures = 0

    async def wait_after(self, error: Exception, most: float = LONGEST_PAUSE) -> None:
        """Wait before the next try, ``most`` seconds unless Discord says more; log why, and for how long.

        The first try after a success comes at once.
        """
        self.failures += 1
        pause = retry_after(error)
        if self.failures > 1:
            pause = max(pause, backoff_seconds(self.failures - 1, first=_FIRST_PAUSE, most=most))
        level = logging.WARNING if pause else logging.INFO
        log.log(level, "%snot connected to Discord (%s); trying again in %.0f s", self._what, reason(error), pause)
        await self._waiting.wait(pause)
