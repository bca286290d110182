"""The connection of one shard.

This replaces the loops in discord.py's ``Client.connect`` and ``AutoShardedClient.connect`` (2.7.1). They try again
without a pause after most closings, end with an AttributeError when they cannot reach the gateway at first, and log
every other failure with a traceback. They do not know that Discord resets the token of a bot that begins more than 1000
sessions in a day.
"""

import asyncio
import time
from typing import Any

import discord
from discord.gateway import DiscordWebSocket, KeepAliveHandler, ReconnectWebSocket

from bot.gateway.pacing import IdentifyPacing, SessionStarts
from bot.gateway.waiting import LONGEST_PAUSE, UNREACHABLE, GatewayWaits, Retries, check, longest_session_pause
from bot.ui.discord.press_event import read_press

# -- discord.py's websocket, but presses are read by :mod:`bot.ui.discord.press_event` -------------------------------


class PressSocket(DiscordWebSocket):
    """The websocket of a shard."""

    async def received_message(self, msg: Any, /) -> None:
        """Dispatch a press; let discord.py do everything else."""
        text = self._decompressor.decompress(msg) if type(msg) is bytes else msg
        if text is None:  # A part of a message; the next one completes it.
            return
        press = read_press(text)
        if press is None:
            await super().received_message(text)
            return
        self.sequence = press.s
        if self._keep_alive:
            self._keep_alive.tick()
        self._connection.dispatch_press(press.d, text)  # type: ignore[attr-defined]


# -- The connection of one shard -------------------------------------------------------------------------------------

_OPENING = 60.0
"""Seconds that a connection may take to open."""
_STEADY = 60.0
"""A connection that lasted this long was a good one; after it, the bot tries the next one at once."""
_SESSION_TRIES = 3
"""After so many failures in a row the bot begins a new session at the usual address, and gives up the old one."""
_BEATS = 1.25
"""A connection without an acknowledged heartbeat for so many intervals is dead."""
_AT_A_TIME = 5
"""The number of events to read before their handlers begin; a handler takes up to some milliseconds."""


class ShardConnection:
    """The connection of one shard, as long as this process holds it."""

    def __init__(
        self,
        client: discord.Client,
        shard: int,
        *,
        waiting: GatewayWaits,
        starts: SessionStarts,
        pacing: IdentifyPacing,
    ) -> None:
        """Connect shard number ``shard`` of ``client``; wait by ``waiting``, begin by ``starts`` and ``pacing``."""
        self.shard = shard
        self.ready = False
        """Whether its session has begun and all its servers are known."""
        self._client = client
        self._waiting = waiting
        self._starts = starts
        self._pacing = pacing
        self._retries = Retries(waiting, f"shard {shard}: " if client.shard_count != 1 else "")
        self._resuming = False
        self._identified = False
        """Whether the last try has begun a session: its IDENTIFY is out."""
        self._begun: float | None = None
        self._ws: DiscordWebSocket | None = None
        self._keeper: KeepAliveHandler | None = None

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

    def on_session(self) -> None:
        """Note that a session has begun, or goes on: Discord said READY or RESUMED."""
        self._starts.answered(self.shard)
        self._begun = self._waiting.clock()
        if self._ws is not None:
            self._keeper = self._ws._keep_alive or self._keeper

    # -- the connection ----------------------------------------------------------------------------------------

    async def stay(self) -> None:
        """Keep the shard connected until the client stops; raises TokenRefused, or LoginFailure."""
        while not self._over:
            try:
                await self._connect()
            except ReconnectWebSocket as lost:
                error: Exception = lost
                answered = self._resuming and not lost.resume
                self._resuming = lost.resume
                if answered:  # The old session is over; that was no failure.
                    self._client.dispatch("disconnect")
                    continue
            except UNREACHABLE as unreachable:
                check(unreachable)
                error, self._resuming = unreachable, True
            except Exception:
                if not self._client.is_closed():
                    raise
                return  # Opening a connection fails in many ways when its HTTP session closes meanwhile.
            else:
                return
            finally:
                self._starts.answered(self.shard)
            await self._lost(error)

    @property
    def _over(self) -> bool:
        return self._waiting.stopped or self._client.is_closed()

    async def _lost(self, error: Exception) -> None:
        self._client.dispatch("disconnect")
        if self._begun is not None and self._waiting.clock() - self._begun >= _STEADY:
            self._retries.failures = 0
        self._begun = None
        if not self._over:
            longest = longest_session_pause(self._client.shard_count or 1) if self._identified else LONGEST_PAUSE
            await self._retries.wait_after(error, longest)

    async def _connect(self) -> None:
        """Open a connection and read from it until it ends, which always raises, except when the client is closed."""
        old, self._identified = self._ws, False
        self._resuming = self._resuming and self._retries.failures < _SESSION_TRIES
        if self._resuming and old is not None and old.session_id is not None:
            await self._open(resume=True, session=old.session_id, sequence=old.sequence, gateway=old.gateway)
        else:
            self._resuming = self.ready = False
            max_concurrency = await self._starts.max_concurrency()
            async with self._pacing.turn(self.shard, max_concurrency):
                await self._starts.take(self.shard)
                if self._over:
                    return
                await self._open()
                self._identified = True
        assert self._ws is not None  # noqa: S101 - just opened; for the type checker
        await _read(self._ws)

    async def _open(self, **how: Any) -> None:
        async with asyncio.timeout(_OPENING):
            self._ws = await PressSocket.from_client(self._client, initial=True, shard_id=self.shard, **how)
        # The thread of the heartbeats closes a silent connection too; here a timer would be set for each event.
        self._ws._max_heartbeat_timeout = None  # type: ignore[assignment]


async def _read(ws: DiscordWebSocket) -> None:
    """Read from ``ws`` until the connection ends, which raises.

    discord.py reads without a break all that has arrived. After a rush that would hold everything else up.
    """
    while True:
        for _ in range(_AT_A_TIME):
            await ws.poll_event()
        await asyncio.sleep(0)
