"""The bots' websocket: HELLO, IDENTIFY, RESUME with replay, heartbeats, and the events a bot asked for."""

from __future__ import annotations

import asyncio
import secrets
import zlib
from collections import deque
from typing import Any

import orjson
from aiohttp import WSMsgType, web

from bot.standin import payloads
from bot.standin.model import Channel, Guild, Json, Member, Message, Role
from bot.standin.outbox import Outbox
from bot.standin.world import World

__all__ = ["Gateway"]

GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, MESSAGE_CONTENT = 1, 1 << 1, 1 << 9, 1 << 15
_ACK_DELAY = 0.05
"""An instant acknowledgement on loopback overtakes discord.py's own bookkeeping and looks like a stalled bot."""
_INTERVAL = 41_250
_REMEMBERED = 2000
_RESUMABLE_FOR = 120.0
_PATIENCE = 1.0
"""How long a bot may be away before presses fail at once instead of waiting for its return."""


class Session:
    """What RESUME continues: it outlives its connection and keeps the latest events for replay."""

    def __init__(self, token: str, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.token = token
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.sent: deque[tuple[int, bytes]] = deque(maxlen=_REMEMBERED)
        self.connection: Connection | None = None
        self.lost = 0.0

    def owns(self, guild_id: str) -> bool:
        """Whether events of a guild come to this shard."""
        number, count = self.shard
        return (int(guild_id) >> 22) % count == number

    def send(self, event: str, data: Any) -> None:
        """Send an event, or keep it for a resume."""
        self.sequence += 1
        frame = orjson.dumps({"op": 0, "t": event, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, frame))
        if self.connection is not None:
            self.connection.push(frame)


class Connection:
    """One websocket of a bot, compressed as a zlib stream when it asked for that and the stand-in allows it."""

    def __init__(self, outbox: Outbox, compress: bool) -> None:
        self.outbox = outbox
        self.session: Session | None = None
        self._deflate = zlib.compressobj() if compress else None

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


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World, compress: bool) -> None:
        self.world = world
        self.compress = compress
        self.sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        world.dispatch = self.dispatch
        world.watch("message", self._on_message)
        world.watch("edit", self._on_edit)
        world.watch("gone", self._on_gone)
        world.watch("channel", self._on_channel)
        world.watch("role", self._on_role)
        world.watch("guild", self._on_guild)
        world.watch("member", self._on_member)

    # Events

    def dispatch(self, event: str, data: Json, intent: int = 0) -> bool:
        """Send an event of a guild to every session that asked for it, those to be resumed included.

        False when no bot is connected and none was a moment ago. A closing discord.py leaves a session behind
        that could be resumed: it says 4000 instead of 1000.
        """
        reached = False
        guild_id = data["guild_id"]
        now = self.world.clock.now()
        for session in tuple(self.sessions.values()):
            away = now - session.lost if session.connection is None else 0.0
            if away > _RESUMABLE_FOR:
                del self.sessions[session.id]
            elif session.owns(guild_id) and (not intent or session.intents & intent):
                session.send(event, data)
                reached = reached or away <= _PATIENCE
        return reached

    def _on_message(self, message: Message) -> None:
        self._tell("MESSAGE_CREATE", message)

    def _on_edit(self, message: Message) -> None:
        self._tell("MESSAGE_UPDATE", message)

    def _tell(self, event: str, message: Message) -> None:
        world = self.world
        if message.reader is not None or not any(one.intents & GUILD_MESSAGES for one in self.sessions.values()):
            return
        if not world.sees(world.bot, message.channel):
            return
        author, guild_id = world.members[message.data["author"]["id"]], message.channel.guild_id
        data = message.data | {
            "guild_id": guild_id,
            "member": payloads.member(world, author, guild_id, with_user=False),
        }
        hidden = data
        if author is not world.bot and world.users[world.bot.id] not in data["mentions"]:
            hidden = data | {"content": "", "embeds": [], "attachments": [], "components": []}
        for session in self.sessions.values():
            if session.owns(guild_id) and session.intents & GUILD_MESSAGES:
                session.send(event, data if session.intents & MESSAGE_CONTENT else hidden)

    def _on_gone(self, message: Message) -> None:
        if message.reader is None and self._there(message.channel.guild_id):
            data = {"id": message.id, "channel_id": message.channel.id, "guild_id": message.channel.guild_id}
            self.dispatch("MESSAGE_DELETE", data, GUILD_MESSAGES)

    def _on_channel(self, channel: Channel, what: str) -> None:
        if not self._there(channel.guild_id):
            return
        if not channel.is_thread:
            self.dispatch(f"CHANNEL_{what.upper()}", payloads.channel(self.world, channel), GUILDS)
        elif self.world.sees(self.world.bot, channel):
            self.dispatch(f"THREAD_{what.upper()}", self._thread(channel, what), GUILDS)

    def _thread(self, thread: Channel, what: str) -> Json:
        """What an event says of a thread: of a deleted one only which it was."""
        data = payloads.thread_for_bot(self.world, thread)
        if what == "delete":
            return {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
        return data | {"newly_created": True} if what == "create" else data

    def _on_role(self, role: Role, what: str) -> None:
        if self._there(role.guild_id):
            data = {"guild_id": role.guild_id, "role": payloads.role(role)}
            self.dispatch(f"GUILD_ROLE_{what.upper()}", data, GUILDS)

    def _on_member(self, guild: Guild, who: Member, what: str) -> None:
        """People come and go: told with the members intent only. The bot hears of itself in any case."""
        if not self._there(guild.id):
            return
        whole = {"user": self.world.users[who.id]} if what == "remove" else payloads.member(self.world, who, guild.id)
        intent = GUILDS if who is self.world.bot else GUILD_MEMBERS
        self.dispatch(f"GUILD_MEMBER_{what.upper()}", {**whole, "guild_id": guild.id}, intent)

    def _on_guild(self, guild: Guild, what: str) -> None:
        """The bot was invited or thrown out, or an outage began or ended; a removal carries no `unavailable`."""
        for session in self.sessions.values():
            if not session.owns(guild.id) or not session.intents & GUILDS:
                continue
            if what in ("leave", "outage"):
                session.send("GUILD_DELETE", {"id": guild.id} | ({"unavailable": True} if what == "outage" else {}))
            else:
                members, joined = bool(session.intents & GUILD_MEMBERS), what == "join"
                session.send(
                    "GUILD_CREATE", payloads.guild_create(self.world, guild, with_members=members, joined=joined)
                )

    def _there(self, guild_id: str) -> bool:
        return self.world.bot.id in self.world.guilds[guild_id].members

    # Connections

    async def handle(self, request: web.BaseRequest) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        socket = web.WebSocketResponse(compress=False, timeout=1.0)
        await socket.prepare(request)
        async with Outbox(socket) as outbox:
            compress = self.compress and request.query.get("compress") == "zlib-stream"
            connection = Connection(outbox, compress)
            self._connections.add(connection)
            try:
                connection.op(10, {"heartbeat_interval": _INTERVAL, "_trace": []})
                async for frame in socket:
                    if frame.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                        self._read(connection, frame.data)
            finally:
                self._connections.discard(connection)
                self._lose(connection, outbox.closing or socket.close_code)
        return socket

    def _read(self, connection: Connection, text: str | bytes) -> None:
        try:
            self._receive(connection, orjson.loads(text))
        except (ValueError, TypeError, AttributeError, KeyError):
            connection.outbox.close(4002)

    def _receive(self, connection: Connection, frame: Json) -> None:
        op, data = frame.get("op"), frame.get("d")
        if op == 1:
            asyncio.get_running_loop().call_later(_ACK_DELAY, connection.op, 11)
        elif op == 2 and isinstance(data, dict):
            self._identify(connection, data)
        elif op == 6 and isinstance(data, dict):
            self._resume(connection, data)
        elif op == 8 and isinstance(data, dict):
            self._request_members(connection, data)

    def _identify(self, connection: Connection, data: Json) -> None:
        world = self.world
        if not data.get("token"):
            connection.outbox.close(4004)
            return
        number, count = data.get("shard") or (0, 1)
        session = Session(str(data["token"]), int(data.get("intents", 0)), (number, count))
        guilds = [one for one in world.guilds.values() if session.owns(one.id) and self._there(one.id)]
        self.sessions[session.id] = session
        self._attach(connection, session)
        ready: Json = {
            "v": 10,
            "user": {**payloads.user(world.bot), "verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": one.id, "unavailable": True} for one in guilds],
            "session_id": session.id,
            "resume_gateway_url": world.gateway_url,
            "shard": session.shard,
            "application": {"id": world.bot.id, "flags": 0},
            "private_channels": [],
        }
        session.send("READY", ready)
        members = bool(session.intents & GUILD_MEMBERS)
        for guild in [one for one in guilds if session.intents & GUILDS and not one.unavailable]:
            session.send("GUILD_CREATE", payloads.guild_create(world, guild, with_members=members))

    def _attach(self, connection: Connection, session: Session) -> None:
        if session.connection is not None:
            session.connection.session = None
            session.connection.outbox.close(4000)
            self.world.set_online(-1)
        connection.session, session.connection = session, connection
        self.world.note("gateway", "attached", session.id)
        self.world.set_online(1)

    def _resume(self, connection: Connection, data: Json) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        seen = int(data.get("seq") or 0)
        oldest = session.sent[0][0] if session is not None and session.sent else 1
        if session is None or session.token != data.get("token") or seen + 1 < oldest:
            connection.op(9, False)
            return
        self._attach(connection, session)
        for number, frame in session.sent:
            if number > seen:
                connection.push(frame)
        self.world.note("gateway", "resumed", session.id)
        session.send("RESUMED", {"_trace": []})

    def _request_members(self, connection: Connection, data: Json) -> None:
        session = connection.session
        if session is None:
            return
        wanted = {str(one) for one in data.get("user_ids") or ()}
        query = str(data.get("query") or "").lower()
        guild = self.world.guilds.get(str(data.get("guild_id")))
        if guild is None or not self._there(guild.id):
            return
        people = [self.world.members[key] for key in guild.members]
        found = [
            payloads.member(self.world, one, guild.id)
            for one in people
            if (one.id in wanted if wanted else one.name.lower().startswith(query))
        ]
        chunk = {"guild_id": guild.id, "members": found, "chunk_index": 0, "chunk_count": 1}
        session.send("GUILD_MEMBERS_CHUNK", {**chunk, "not_found": [], "nonce": data.get("nonce")})

    def _lose(self, connection: Connection, code: int | None) -> None:
        session = connection.session
        if session is None:
            return
        connection.session = session.connection = None
        session.lost = self.world.clock.now()
        if code in (1000, 1001):
            self.sessions.pop(session.id, None)
        self.world.note("gateway", "lost", session.id)
        self.world.set_online(-1)

    def drop(self, *, resumable: bool = True) -> None:
        """Cut every connection as a network failure would; without `resumable` the sessions are forgotten too."""
        for connection in tuple(self._connections):
            connection.outbox.close(4000)
        if not resumable:
            self.sessions.clear()

    def close(self) -> None:
        """Tell the bots that the stand-in goes away."""
        for connection in tuple(self._connections):
            connection.outbox.close(1001)
