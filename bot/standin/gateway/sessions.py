"""A bot's session, which RESUME continues, and its connection: one websocket."""

from __future__ import annotations

import secrets
import zlib
from collections import deque
from typing import Any

import orjson
from aiohttp import WSMsgType

from bot.standin.gateway.outbox import Outbox
from bot.standin.world.clock import Shard

__all__ = ["BotConnection", "GatewaySession", "owns"]

_REMEMBERED = 2000


def owns(shard: Shard, guild_id: str) -> bool:
    """Whether a guild belongs to a shard."""
    number, count = shard
    return (int(guild_id) >> 22) % count == number


class GatewaySession:
    """What RESUME continues: it outlives its connection and keeps the latest events for replay."""

    def __init__(self, token: str, intents: int, shard: Shard) -> None:
        self.id = secrets.token_hex(16)
        self.token = token
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.sent: deque[tuple[int, bytes]] = deque(maxlen=_REMEMBERED)
        self.connection: BotConnection | None = None
        self.lost = 0.0

    def owns(self, guild_id: str) -> bool:
        """Whether events of a guild come to this shard."""
        return owns(self.shard, guild_id)

    def send(self, event: str, data: Any) -> None:
        """Send an event, or keep it for a resume."""
        self.sequence += 1
        frame = orjson.dumps({"op": 0, "t": event, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, frame))
        if self.connection is not None:
            self.connection.push(frame)


class BotConnection:
    """One websocket of a bot, compressed as a zlib stream when it asked for that and the stand-in allows it."""

    def __init__(self, outbox: Outbox, compress: bool) -> None:
        self.outbox = outbox
        self.session: GatewaySession | None = None
        self._deflate = zlib.compressobj() if compress else None
        self._received: deque[float] = deque()

    def hurries(self, now: float, most: int, window: float) -> bool:
        """Count a payload of the bot's; return whether it has sent more than `most` within `window` seconds."""
        self._received.append(now)
        while now - self._received[0] > window:
            self._received.popleft()
        return len(self._received) > most

    def push(self, frame: bytes) -> None:
        """Queue one payload."""
        if self._deflate is None:
            self.outbox.push(frame)
        else:
            data = self._deflate.compress(frame) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
            self.outbox.push(data, WSMsgType.BINARY)

    def op(self, number: int, data: Any = None) -> None:
        """Queue a payload that is not an event."""
        self.push(orjson.dumps({"op": number, "d": data, "s": None, "t": None}))
