"""The bots' websocket: HELLO, IDENTIFY, RESUME with replay, heartbeats, and the codes by which Discord closes it."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
from aiohttp import WSMsgType, web

from bot.standin.gateway.events import Events
from bot.standin.gateway.identify import AUTHENTICATION_FAILED, GUILD_MEMBERS, GUILDS, Starts, refusal, shard_of
from bot.standin.gateway.outbox import Outbox
from bot.standin.gateway.sessions import BotConnection, GatewaySession
from bot.standin.world import payloads
from bot.standin.world.model import Json
from bot.standin.world.token import Token
from bot.standin.world.world import World

__all__ = ["StandinGateway"]

_ACK_DELAY = 0.05
"""An instant acknowledgement on loopback overtakes discord.py's own bookkeeping and looks like a stalled bot."""
_INTERVAL = 41_250
_VERSION = "10"
_SENDS, _SENDS_WINDOW = 120, 60.0

_UNKNOWN_OPCODE, _DECODE_ERROR, _NOT_AUTHENTICATED, _ALREADY_AUTHENTICATED = 4001, 4002, 4003, 4005
_TOKEN_RESET, _INVALID_SEQUENCE, _RATE_LIMITED, _INVALID_VERSION = 4004, 4007, 4008, 4012
_HEARTBEAT, _IDENTIFY, _PRESENCE, _VOICE_STATE, _RESUME, _REQUEST_MEMBERS, _SOUNDS = 1, 2, 3, 4, 6, 8, 31


class StandinGateway:
    """All connections of the bot. What a test may change: how the gateway behaves from now on."""

    def __init__(self, world: World, compress: bool, haste: float, token: Token) -> None:
        self.world = world
        self._token = token
        self.compress = compress
        self.events = Events(world)
        self.sessions = self.events.sessions
        self.starts = Starts(world.clock, haste)
        world.gateway_bot = self._shown
        self.interval = _INTERVAL
        """Milliseconds between two heartbeats, as HELLO says."""
        self.away = False
        """Whether nobody can connect: the upgrade of the connection gets a 503."""
        self.mute = False
        """Whether heartbeats stay unacknowledged, as on a connection that is dead without being closed."""
        self.refusing: int | None = None
        """The code that closes every connection that sends an IDENTIFY or RESUME."""
        self.intents_allowed = 0
        """The privileged intents of the application; none, as for a new one."""
        self.most_guilds = 2500
        """The number of guilds that a session takes before Discord asks for shards."""
        self.recommended = 1
        """The number of shards that Discord recommends."""
        self._connections: set[BotConnection] = set()

    # Connections

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        """Serve one connection until it ends."""
        if self.away:
            return web.Response(status=503)
        socket = web.WebSocketResponse(compress=False, timeout=1.0)
        await socket.prepare(request)
        async with Outbox(socket) as outbox:
            compress = self.compress and request.query.get("compress") == "zlib-stream"
            connection = BotConnection(outbox, compress)
            self._connections.add(connection)
            try:
                connection.op(10, {"heartbeat_interval": self.interval, "_trace": []})
                if request.query.get("v") != _VERSION:
                    outbox.close(_INVALID_VERSION)
                async for frame in socket:
                    if frame.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                        self._read(connection, frame.data)
            finally:
                self._connections.discard(connection)
                self._lose(connection, outbox.closing or socket.close_code)
        return socket

    def _read(self, connection: BotConnection, text: str | bytes) -> None:
        try:
            self._receive(connection, orjson.loads(text))
        except (ValueError, TypeError, AttributeError, KeyError):
            connection.outbox.close(_DECODE_ERROR)

    def _receive(self, connection: BotConnection, frame: Json) -> None:
        op: Any = frame.get("op")
        data: Any = frame.get("d")
        if connection.hurries(self.world.clock.now(), _SENDS, _SENDS_WINDOW):
            connection.outbox.close(_RATE_LIMITED)
        elif op == _HEARTBEAT:
            if not self.mute:
                asyncio.get_running_loop().call_later(_ACK_DELAY, connection.op, 11)
        elif op in (_IDENTIFY, _RESUME):
            if code := self._refusal(connection, op, data):
                connection.outbox.close(code)
            elif op == _RESUME:
                self._resume(connection, data)
            else:
                self._identify(connection, data)
        elif connection.session is None:
            connection.outbox.close(_NOT_AUTHENTICATED)
        elif op == _REQUEST_MEMBERS:
            self._request_members(connection.session, data)
        elif op not in (_PRESENCE, _VOICE_STATE, _SOUNDS):
            connection.outbox.close(_UNKNOWN_OPCODE)

    def _refusal(self, connection: BotConnection, op: int, data: Json) -> int | None:
        """The code that closes a connection instead of letting it begin; None if it may begin."""
        if connection.session is not None:
            return _ALREADY_AUTHENTICATED
        if not self._token.opens(data.get("token")):  # It counts for nobody: no session of the bot's is used up.
            return AUTHENTICATION_FAILED
        if op == _IDENTIFY and not self.starts.take():
            self._reset_token()
        if self.world.token_reset:
            return _TOKEN_RESET
        if self.refusing is not None or op == _RESUME:
            return self.refusing
        guilds = filter(self.events.there, self.world.guilds)
        return refusal(data, self.intents_allowed, guilds, self.most_guilds)

    def recommend(self, shards: int) -> None:
        """Recommend so many shards from now on, and let them begin all at once."""
        self.recommended = self.starts.max_concurrency = shards

    def _shown(self) -> Json:
        """What `/gateway/bot` says."""
        limit = self.starts.shown()
        return {"url": self.world.gateway_url, "shards": self.recommended, "session_start_limit": limit}

    def _reset_token(self) -> None:
        """Do what Discord does to a bot that begins too many sessions: its token no longer works."""
        self.world.token_reset = True
        self.sessions.clear()
        for connection in tuple(self._connections):
            connection.outbox.close(_TOKEN_RESET)

    def _identify(self, connection: BotConnection, data: Json) -> None:
        shard = shard_of(data)
        if self.starts.too_soon(shard[0]):
            connection.op(9, False)
            return
        world = self.world
        session = GatewaySession(str(data["token"]), int(data.get("intents", 0)), shard)
        guilds = [guild for guild in world.guilds.values() if session.owns(guild.id) and self.events.there(guild.id)]
        self.sessions[session.id] = session
        self._attach(connection, session)
        ready: Json = {
            "v": 10,
            "user": {**payloads.user(world.bot), "verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": world.gateway_url,
            "shard": session.shard,
            "application": {"id": world.bot.id, "flags": 0},
            "private_channels": [],
        }
        session.send("READY", ready)
        members = bool(session.intents & GUILD_MEMBERS)
        for guild in [guild for guild in guilds if session.intents & GUILDS and not guild.unavailable]:
            session.send("GUILD_CREATE", payloads.guild_create(world, guild, with_members=members))

    def _attach(self, connection: BotConnection, session: GatewaySession) -> None:
        if session.connection is not None:
            session.connection.session = None
            session.connection.outbox.close(4000)
            self.world.set_online(-1)
        connection.session, session.connection = session, connection
        self.world.note("gateway", "attached", session.id, session.shard[0])
        self.world.set_online(1)

    def _resume(self, connection: BotConnection, data: Json) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        seen = int(data.get("seq") or 0)
        if session is not None and seen > session.sequence:
            connection.outbox.close(_INVALID_SEQUENCE)
            return
        oldest = session.sent[0][0] if session is not None and session.sent else 1
        if session is None or session.token != data.get("token") or seen + 1 < oldest:
            connection.op(9, False)
            return
        self._attach(connection, session)
        for number, frame in session.sent:
            if number > seen:
                connection.push(frame)
        self.world.note("gateway", "resumed", session.id, session.shard[0])
        session.send("RESUMED", {"_trace": []})

    def _request_members(self, session: GatewaySession, data: Json) -> None:
        wanted = {str(user) for user in data.get("user_ids") or ()}
        query = str(data.get("query") or "").lower()
        guild = self.world.guilds.get(str(data.get("guild_id")))
        if guild is None or not self.events.there(guild.id):
            return
        people = [self.world.members[key] for key in guild.members]
        members = [
            payloads.member(self.world, person, guild.id)
            for person in people
            if (person.id in wanted if wanted else person.name.lower().startswith(query))
        ]
        chunk = {"guild_id": guild.id, "members": members, "chunk_index": 0, "chunk_count": 1}
        session.send("GUILD_MEMBERS_CHUNK", {**chunk, "not_found": [], "nonce": data.get("nonce")})

    def _lose(self, connection: BotConnection, code: int | None) -> None:
        session = connection.session
        if session is None:
            return
        connection.session = session.connection = None
        session.lost = self.world.clock.now()
        if code in (1000, 1001):
            self.sessions.pop(session.id, None)
        self.world.note("gateway", "lost", session.id, session.shard[0])
        self.world.set_online(-1)

    def drop(self, *, resumable: bool = True, code: int = 4000, shard: int | None = None) -> None:
        """Cut every connection as a network failure would, or close it with another `code` of Discord's.

        Without `resumable`, forget the sessions too. With `shard`, do so to the sessions of one shard only.
        """
        for connection in tuple(self._connections):
            if shard is None or (connection.session is not None and connection.session.shard[0] == shard):
                connection.outbox.close(code)
        for session in tuple(self.sessions.values()):
            if not resumable and shard in (None, session.shard[0]):
                del self.sessions[session.id]

    def close(self) -> None:
        """Say to the bots that the stand-in goes away."""
        for connection in tuple(self._connections):
            connection.outbox.close(1001)
