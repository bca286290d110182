"""The events of the world. Each goes to every session of the bot that asked for its kind."""

from __future__ import annotations

from bot.standin.gateway.identify import GUILD_MEMBERS, GUILD_MESSAGES, GUILDS, MESSAGE_CONTENT
from bot.standin.gateway.sessions import GatewaySession
from bot.standin.world import payloads
from bot.standin.world.model import Channel, Guild, Json, Member, Message, Role
from bot.standin.world.world import World

__all__ = ["Events"]

_RESUMABLE_FOR = 120.0
_PATIENCE = 1.0
"""Seconds that a bot may be away before presses fail at once instead of waiting for its return."""


class Events:
    """All sessions of the bot, and the events they get."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions: dict[str, GatewaySession] = {}
        world.dispatch = self.dispatch
        world.watch("message", self._on_message)
        world.watch("edit", self._on_edit)
        world.watch("gone", self._on_gone)
        world.watch("channel", self._on_channel)
        world.watch("role", self._on_role)
        world.watch("guild", self._on_guild)
        world.watch("member", self._on_member)

    def dispatch(self, event: str, data: Json, intent: int = 0) -> bool:
        """Send an event to every session that asked for it, also to those that may resume; without a guild, to shard 0.

        False when no bot is connected and none was a moment ago. A closing discord.py leaves a session behind that it
        could resume: it says 4000 instead of 1000.
        """
        reached = False
        guild_id = data.get("guild_id", "0")
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
        if message.reader is not None or not any(
            session.intents & GUILD_MESSAGES for session in self.sessions.values()
        ):
            return
        if message.channel.is_conversation or not world.sees(world.bot, message.channel):
            return
        author, guild_id = world.members[message.data["author"]["id"]], message.channel.guild_id
        data = message.data | {
            "guild_id": guild_id,
            "member": payloads.member(world, author, guild_id, with_user=False),
        }
        hidden = data
        if author is not world.bot and payloads.user(world.bot) not in data["mentions"]:
            hidden = data | {"content": "", "embeds": [], "attachments": [], "components": []}
        for session in self.sessions.values():
            if session.owns(guild_id) and session.intents & GUILD_MESSAGES:
                session.send(event, data if session.intents & MESSAGE_CONTENT else hidden)

    def _on_gone(self, message: Message) -> None:
        if message.reader is None and self.there(message.channel.guild_id):
            data = {"id": message.id, "channel_id": message.channel.id, "guild_id": message.channel.guild_id}
            self.dispatch("MESSAGE_DELETE", data, GUILD_MESSAGES)

    def _on_channel(self, channel: Channel, what: str) -> None:
        if not self.there(channel.guild_id):
            return
        if not channel.is_thread:
            self.dispatch(f"CHANNEL_{what.upper()}", payloads.channel(self.world, channel), GUILDS)
        elif self.world.sees(self.world.bot, channel):
            self.dispatch(f"THREAD_{what.upper()}", self._thread(channel, what), GUILDS)

    def _thread(self, thread: Channel, what: str) -> Json:
        """What an event says of a thread; of a deleted one only its ids."""
        data = payloads.thread_for_bot(self.world, thread)
        if what == "delete":
            return {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
        return data | {"newly_created": True} if what == "create" else data

    def _on_role(self, role: Role, what: str) -> None:
        if self.there(role.guild_id):
            about = {"role_id": role.id} if what == "delete" else {"role": payloads.role(role)}
            data = {"guild_id": role.guild_id, **about}
            self.dispatch(f"GUILD_ROLE_{what.upper()}", data, GUILDS)

    def _on_member(self, guild: Guild, who: Member, what: str) -> None:
        """People come and go: only sessions with the members intent hear of it. The bot hears of itself in any case."""
        if not self.there(guild.id):
            return
        whole = {"user": payloads.user(who)} if what == "remove" else payloads.member(self.world, who, guild.id)
        intent = GUILDS if who is self.world.bot else GUILD_MEMBERS
        self.dispatch(f"GUILD_MEMBER_{what.upper()}", {**whole, "guild_id": guild.id}, intent)

    def _on_guild(self, guild: Guild, what: str) -> None:
        """The bot was invited or thrown out, an outage began or ended, or the guild changed its settings.

        A removal carries no `unavailable`.
        """
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

    def there(self, guild_id: str) -> bool:
        """Whether the bot is in a guild; what happens in conversations is in none."""
        return bool(guild_id) and self.world.bot.id in self.world.guilds[guild_id].members
