"""The connections of this process: one for each shard that it holds."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from contextvars import Context, copy_context
from types import MappingProxyType
from typing import Any, cast

import discord
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.state import AutoShardedConnectionState

from bot.gateway.connection import ShardConnection
from bot.gateway.pacing import IdentifyPacing, LocalPacing, SessionStarts
from bot.gateway.source import OwnShards, ShardHolder, ShardSource
from bot.gateway.waiting import UNREACHABLE, GatewayWaits, MoreShardsNeeded, Retries, check, passes
from bot.tables.model.processes import SHARD_BITS, HeldShards, Shards
from bot.ui.discord.press_event import PressInteraction, PressPart

# -- What discord.py knows of the servers of all shards (its 'connection state'), for shards that come and go --------


class ShardedState(AutoShardedConnectionState[Any]):
    """discord.py's state for several shards, with what it lacks.

    Its list ``shard_ids`` stays empty. So it never says "ready" by itself: :class:`bot.gateway.Gateway` does, because
    it knows which shards the process holds. The handler ``shard_ready`` hears of each shard first.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.websockets: dict[int, DiscordWebSocket] = {}
        """The latest websocket of each shard, also one that is still opening."""

    def _update_references(self, ws: DiscordWebSocket) -> None:
        """Remember a websocket that opens; discord.py tells its voice clients here, and we have none."""
        self.websockets[ws.shard_id or 0] = ws

    def parse_ready(self, data: Any) -> None:
        """Forget the servers that this shard no longer has: the bot was removed while it had no session."""
        shard = data["shard"][0]
        present = {int(guild["id"]) for guild in data["guilds"]}
        self._forget([guild for guild in self._of(shard) if guild.id not in present])
        super().parse_ready(data)

    async def _delay_shard_ready(self, shard_id: int) -> None:
        """Say that a shard is ready, once its servers have come; never where it was forgotten meanwhile.

        That cancels this. But Python 3.11 loses a cancellation that comes together with a server.
        """
        try:
            await super()._delay_shard_ready(shard_id)
        except KeyError:
            if shard_id in self._ready_states:
                raise
            return
        if shard_id not in self._ready_states:  # It still has them after a cancellation.
            self.call_handlers("shard_ready", shard_id)

    def dispatch_press(self, press: PressPart, event: str) -> None:
        """Dispatch a press, which the text of ``event`` brought.

        discord.py would also look for a View or a Modal to call. It holds none of ours
        (:mod:`bot.ui.discord.adapter`): the router gets all presses and forms.
        """
        self.dispatch("interaction", PressInteraction(press, event, self))

    def cancel_ready(self, shard: int) -> None:
        """Do not say any more that ``shard`` is ready: discord.py does so a moment after READY."""
        task = self._ready_tasks.pop(shard, None)
        if task is not None:
            task.cancel()

    def forget_shard(self, shard: int) -> None:
        """Forget all servers of ``shard``."""
        self.cancel_ready(shard)
        self._ready_states.pop(shard, None)
        self.websockets.pop(shard, None)
        self._forget(self._of(shard))

    def _of(self, shard: int) -> list[discord.Guild]:
        count = self.shard_count or 1  # No call for each server: there may be 100,000.
        return [guild for id, guild in self._guilds.items() if (id >> SHARD_BITS) % count == shard]

    def _forget(self, guilds: list[discord.Guild]) -> None:
        for guild in guilds:
            self._remove_guild(guild)


# -- The connections of this process: one for each shard that it holds -----------------------------------------------

_CLOSING = 1.0
"""Seconds that Discord has to confirm the end of a connection."""


class Gateway:
    """All connections of one client, from the login to its end."""

    def __init__(
        self,
        client: commands.Bot,
        shards: HeldShards,
        source: ShardSource | None = None,
        pacing: IdentifyPacing | None = None,
    ) -> None:
        """Connect ``client``, whose state is a :class:`ShardedState`. Call :meth:`stop` when you close it.

        ``source`` decides which shards; without it, all that Discord recommends. ``shards`` tells others which of them
        are ready.
        """
        self._client = client
        self._waiting = GatewayWaits()
        self._starts = SessionStarts(client.http, self._waiting)
        self._pacing = pacing or LocalPacing(self._waiting)
        self._held = shards
        self._source = source or OwnShards()
        self._decided = self._closed = False
        self._connections: dict[int, ShardConnection] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._end: asyncio.Future[None] | None = None
        self._context: Context | None = None
        """The context in which all connections run: that of :meth:`stay`, even if another calls :meth:`hold`."""

        client._handlers["shard_ready"] = self._on_ready
        client.add_listener(self._on_session, "on_shard_connect")
        client.add_listener(self._on_session, "on_shard_resumed")

    # -- how it is ---------------------------------------------------------------------------------------------

    @property
    def connections(self) -> Mapping[int, ShardConnection]:
        """The connections of the held shards, by their numbers."""
        return MappingProxyType(self._connections)

    def left(self) -> float:
        """Return for how many more seconds all held shards count as alive; at zero or below one is dead or missing.

        That is infinite for a process that holds none, and waits for one that becomes free.
        """
        if not self._decided:
            return float("-inf")
        return min((connection.left() for connection in self._connections.values()), default=float("inf"))

    def connected(self) -> frozenset[int]:
        """Return the shards that it connects or has connected."""
        return frozenset(self._connections)

    def is_ready(self, shard: int) -> bool:
        """Return whether the session of a shard has begun and all its servers are known."""
        return shard in self._connections and self._connections[shard].ready

    @property
    def _state(self) -> ShardedState:
        return cast(ShardedState, self._client._connection)

    async def _on_session(self, shard: int) -> None:
        if shard in self._connections:
            self._connections[shard].on_session()

    def _on_ready(self, shard: int) -> None:
        """Note that a shard is ready, and serve its servers if it is this process's own."""
        connection = self._connections.get(shard)
        if connection is None or self._waiting.stopped:
            return
        connection.ready = True
        if self._source.owns(shard):
            self.serve(shard)

    def serve(self, shard: int) -> None:
        """Serve the servers of a shard from now on, and say "shard served" to the client.

        Say "ready" when that makes all own shards ready.
        """
        self._held.change(self._held.now.with_shard(shard))
        self._client.dispatch("shard_served", shard)
        if all(connection.ready for number, connection in self._connections.items() if self._source.owns(number)):
            self._state.call_handlers("ready")
            self._client.dispatch("ready")

    # -- the shards --------------------------------------------------------------------------------------------

    def hold(self, count: int, shards: Iterable[int]) -> None:
        """Begin to connect ``shards``, of ``count`` in all; those that are held already stay as they are.

        Raises ValueError if the process holds shards of another count: release them first.
        """
        if self._connections and count != self._client.shard_count:
            raise ValueError(f"shards of {self._client.shard_count} are held, not of {count}")
        self._client.shard_count = self._state.shard_count = count
        if self._held.now.count != count:
            self._held.change(Shards(count, frozenset()))
        for shard in sorted(set(shards).difference(self._connections)):
            connection = self._connections[shard] = ShardConnection(
                self._client, shard, waiting=self._waiting, starts=self._starts, pacing=self._pacing
            )
            task = self._tasks[shard] = asyncio.create_task(
                connection.stay(), name=f"shard {shard}", context=self._context
            )
            task.add_done_callback(self._ended)

    async def recommended(self) -> int:
        """Ask Discord how many shards the bot should have. Raises what discord.py raises where nobody answers."""
        return await self._starts.recommended()

    async def release(self, shards: Iterable[int]) -> None:
        """Stop reading ``shards`` at once, then close their connections and forget their servers."""
        gone = frozenset(shards).intersection(self._connections)
        self._held.change(self._held.now.without(gone))
        tasks = [self._tasks.pop(shard) for shard in gone]
        open_ones = [ws for shard, ws in self._state.websockets.items() if shard in gone]
        for task in tasks:
            task.cancel()
        for shard in gone:
            del self._connections[shard]
            self._state.forget_shard(shard)
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*map(_close, open_ones))

    def _ended(self, task: asyncio.Task[None]) -> None:
        """End :meth:`stay` by what a connection raised."""
        error = None if task.cancelled() else task.exception()
        if error is not None and self._end is not None and not self._end.done():
            self._end.set_exception(error)

    # -- from the login to the end -----------------------------------------------------------------------------

    async def log_in(self, login: Callable[[], Awaitable[None]]) -> None:
        """Call ``login`` until the bot reaches Discord. Raises Discord's answer if it refuses the token or the bot."""
        retries = Retries(self._waiting)
        while True:
            try:
                await login()
            except UNREACHABLE as error:
                if self._client.is_closed() or not passes(error):
                    raise
                await self._forget_connections()
                await retries.wait_after(error)
            else:
                return

    async def _forget_connections(self) -> None:
        """Close what the login has opened; each call of it opens another HTTP session."""
        http = self._client.http
        await http.close()
        http.clear()

    async def stay(self) -> None:
        """Keep the shards connected until :meth:`close`; raises TokenRefused, or LoginFailure.

        Where Discord demands more shards, all connections begin anew.
        """
        begin, self._context = self._source.start, copy_context()
        while not self._closed:
            self._end = asyncio.get_running_loop().create_future()
            await self._begin(begin)
            try:
                await self._end
            except MoreShardsNeeded:
                await self.release(tuple(self._connections))
                begin = self._source.reshard
            else:
                return

    async def _begin(self, begin: Callable[[ShardHolder], Awaitable[None]]) -> None:
        """Let the source hold its shards, as soon as it reaches Discord."""
        retries = Retries(self._waiting)
        while not self._waiting.stopped:
            try:
                await begin(self)
            except UNREACHABLE as error:
                check(error)
                await retries.wait_after(error)
            else:
                self._decided = True
                return

    def stop(self) -> None:
        """Wait for nothing any more, because the client is closing, and begin no connection.

        discord.py says "ready" a moment after READY, and fails if the client has closed meanwhile.
        """
        self._waiting.stop()
        for shard in self._connections:
            self._state.cancel_ready(shard)

    async def close(self) -> None:
        """Close all connections, and end :meth:`stay`."""
        self._closed = True
        self._waiting.stop()
        await self.release(tuple(self._connections))
        await self._source.stop()
        if self._end is not None and not self._end.done():
            self._end.set_result(None)


async def _close(ws: DiscordWebSocket) -> None:
    """End a session for good. Discord then sends its events to nobody."""
    with suppress(*UNREACHABLE):
        async with asyncio.timeout(_CLOSING):
            await ws.close(code=1000)
