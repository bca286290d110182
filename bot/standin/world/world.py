"""The world of the stand-in: its guild, people, channels and messages, and who may see and do what.

Everything here is synchronous and knows neither sockets nor HTTP. Call `watch` to hear of changes; call `emit` after
making one.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from bot.standin.world import permissions as may
from bot.standin.world.attachments import files_of
from bot.standin.world.beginning import JOINED, beginning
from bot.standin.world.clock import Clock, Shard, Snowflakes, iso
from bot.standin.world.errors import ApiError
from bot.standin.world.faults import Faults
from bot.standin.world.interactions import Interaction, Interactions
from bot.standin.world.model import (
    DIRECT,
    GROUP,
    PRIVATE_THREAD,
    STAGE,
    TEXT,
    VOICE,
    Blob,
    Channel,
    Emoji,
    Guild,
    Json,
    Member,
    Message,
    Role,
)

__all__ = ["LogEntry", "World"]

_LASTING = frozenset({"message", "edit", "gone", "channel", "commands", "people", "guild", "member", "role"})

_DROPPED = 200
"""Files that no message needs any more, but pages may still be loading."""


class LogEntry(NamedTuple):
    """One line of the world's log: a number that only grows, what happened, and its details."""

    number: int
    what: str
    details: tuple[Any, ...]


class World:
    """A guild and everybody in it; tests may add further guilds, which the page does not show.

    Ids of the guild, its roles, its channels, the people and the bot are the same in every world.
    """

    def __init__(self, clock: Clock | None = None, name: str = "Robot") -> None:
        self.clock = clock or Clock()
        self.ids = Snowflakes(self.clock)
        first = beginning(name)
        self.guild = first.guild
        self.bot = first.bot
        self.owner = first.people[0]
        self.guilds = {first.guild.id: first.guild}
        self.roles = {role.id: role for role in first.roles}
        self.people = {person.key: person for person in first.people}
        self.members = {member.id: member for member in (*first.people, first.bot)}
        self.channels = {channel.id: channel for channel in first.channels}
        self.chosen: set[str] = set()
        """The keys of those people who have chosen a language."""
        self.installed: set[str] = set()
        """The ids of those people who have added the app to their account."""
        self.closed: set[str] = set()
        """The ids of those people who take no direct messages from the bot."""
        self.link: Callable[[str], str] = lambda path: path
        self.gateway_url = ""
        self.gateway_bot: Callable[[], Json] = dict
        """What `/gateway/bot` says."""
        self.token_reset = False
        """Whether the bot's token no longer works."""
        self.dispatch: Callable[[str, Json], bool] = lambda _event, _data: False
        self.messages: dict[str, Message] = {}
        self.commands: dict[str, Json] = {}
        self.emojis: dict[str, Emoji] = {}
        self.events: dict[str, Json] = {}
        """The scheduled events of all guilds."""
        self.blobs: dict[str, Blob] = {}
        self._dropped: dict[str, Blob] = {}
        self.faults = Faults()
        self.calls: Counter[tuple[str, str]] = Counter()
        self.log: deque[LogEntry] = deque(maxlen=5000)
        self.sessions_online = 0
        self.revision = 0
        self._logged = 0
        self._watchers: defaultdict[str, list[Callable[..., None]]] = defaultdict(list)
        self._permissions: dict[tuple[str, str], int] = {}
        self.interactions = Interactions(self.clock, self.bot.id, self._settled)

    def _settled(self, interaction: Interaction) -> None:
        self.note("settled", interaction.id, interaction.state)
        self.emit("interaction", interaction)

    @property
    def guild_id(self) -> str:
        """Id of the guild the page shows."""
        return self.guild.id

    # Telling others

    def watch(self, kind: str, call: Callable[..., None]) -> None:
        """Call `call` at every event of a kind."""
        self._watchers[kind].append(call)

    def emit(self, kind: str, *details: Any) -> None:
        """Call the watchers; an event that outlives a restart also makes the world worth saving."""
        if kind in _LASTING:
            self.revision += 1
        for call in tuple(self._watchers[kind]):
            call(*details)

    def note(self, what: str, *details: Any) -> None:
        """Add a line to the log."""
        self._logged += 1
        self.log.append(LogEntry(self._logged, what, details))

    def advance(self, seconds: float) -> None:
        """Let time pass without waiting: interactions without an answer fail, tokens end, messages grow old."""
        self.clock.advance(seconds)
        self.interactions.expire()

    # Rights

    def permissions(self, who: Member, channel: Channel) -> int:
        """The permission bits of somebody in a channel; a thread has those of its parent. None outside the guild."""
        base = channel.parent or channel
        if base.is_conversation:
            return may.CONVERSATION if who.id in base.recipients else 0
        if who.id not in self.guilds[base.guild_id].members:
            return 0
        key = (who.id, base.id)
        bits = self._permissions.get(key)
        if bits is None:
            if who is self.owner:
                bits = may.ALL
            else:
                roles = {role.id: role.permissions for role in self.roles.values() if role.guild_id == base.guild_id}
                mine = [role_id for role_id in who.roles if role_id in roles]
                bits = may.effective(base.guild_id, roles, mine, who.id, base.overrides)
            self._permissions[key] = bits
        return bits

    def can_everywhere(self, who: Member, guild: Guild, bit: int) -> bool:
        """Whether somebody has a permission in a whole guild, by their roles alone."""
        roles = {role.id: role.permissions for role in self.roles.values() if role.guild_id == guild.id}
        mine = [role_id for role_id in who.roles if role_id in roles]
        return bool(may.effective(guild.id, roles, mine, who.id, {}) & bit)

    def can(self, who: Member, channel: Channel, bit: int) -> bool:
        """Whether somebody has a permission in a channel. Without Connect they can only see a voice channel."""
        bits = self.permissions(who, channel)
        if channel.type in (VOICE, STAGE) and not bits & may.CONNECT:
            bits &= may.VIEW_CHANNEL
        return bool(bits & bit)

    def sees(self, who: Member, channel: Channel) -> bool:
        """Whether somebody sees a channel; private threads only for members and those who manage threads."""
        bits = self.permissions(who, channel)
        if not bits & may.VIEW_CHANNEL:
            return False
        if channel.type != PRIVATE_THREAD:
            return True
        return who.id in channel.members or bool(bits & may.MANAGE_THREADS)

    def reads(self, who: Member, message: Message) -> bool:
        """Whether somebody sees a message; private ones only their reader."""
        return message.reader in (None, who.id) and self.sees(who, message.channel)

    def override(self, channel: Channel | str, target: Member | Role | str, allow: int = 0, deny: int = 0) -> None:
        """Set the permission override of a role or member in a channel (by name or id); 0, 0 removes it."""
        place = channel if isinstance(channel, Channel) else self.find_channel(channel)
        key = target if isinstance(target, str) else target.id
        if allow or deny:
            place.overrides[key] = (allow, deny)
        else:
            place.overrides.pop(key, None)
        self._permissions.clear()
        self.emit("channel", place, "update")

    def add_role(
        self, name: str, permissions: int = 0, guild: Guild | None = None, *, role_id: str | None = None
    ) -> Role:
        """Make a role above the others; give it to somebody by appending its id to their `roles`."""
        guild = guild or self.guild
        position = sum(role.guild_id == guild.id for role in self.roles.values())
        role = Role(role_id or self.ids.next(), name, permissions, position, guild.id)
        self.roles[role.id] = role
        self._permissions.clear()
        self.emit("role", role, "create")
        return role

    def set_role(self, role: Role, permissions: int) -> None:
        """Change what a role may do."""
        role.permissions = permissions
        self.recompute()
        self.emit("role", role, "update")

    def set_roles(self, who: Member, roles: list[str], guild: Guild) -> None:
        """Let somebody have these roles; `guild` is the one whose roles change."""
        who.roles[:] = roles
        self.recompute()
        self.note("roles", who.id, tuple(roles))
        self.emit("member", guild, who, "update")

    def remove_role(self, role: Role) -> None:
        """Delete a role; nobody has it any more."""
        del self.roles[role.id]
        for member in self.members.values():
            if role.id in member.roles:
                member.roles.remove(role.id)
        self.recompute()
        self.emit("role", role, "delete")

    def recompute(self) -> None:
        """Forget computed permissions. Call it after changing roles of members by hand."""
        self._permissions.clear()

    # Looking up

    def find_channel(self, name: str) -> Channel:
        """A channel by id or name (of several guilds: the oldest); 10003 when there is none."""
        channel = self.channels.get(name)
        if channel is None:
            channel = next((channel for channel in self.channels.values() if channel.name == name.lstrip("#")), None)
        if channel is None:
            raise ApiError(10003)
        return channel

    def message(self, channel_id: str, message_id: str) -> Message:
        """A public message of a channel; 10008 for private ones too, as on Discord's channel routes."""
        message = self.messages.get(message_id)
        if message is None or message.channel.id != channel_id or message.reader is not None:
            raise ApiError(10008)
        return message

    def seen_by(
        self, who: Member, channel: Channel, *, limit: int = 100, before: int | None = None, after: int | None = None
    ) -> list[Message]:
        """The newest messages of a channel that somebody may see, oldest first."""
        if not self.sees(who, channel):
            return []
        messages: list[Message] = []
        for message in reversed(channel.messages.values()):
            number = int(message.data["id"])
            if after is not None and number <= after:
                break
            if (before is None or number < before) and message.reader in (None, who.id):
                messages.append(message)
                if len(messages) == limit:
                    break
        messages.reverse()
        return messages

    def threads_of(self, channel: Channel) -> Iterator[Channel]:
        """The threads below a channel."""
        return (thread for thread in self.channels.values() if thread.parent is channel)

    # Changing

    def add_message(self, message: Message) -> None:
        """Put a new message into its channel and announce it."""
        channel = message.channel
        channel.messages[message.id] = self.messages[message.id] = message
        if message.reader is None:
            channel.last_message = message.id
            channel.sent += channel.is_thread
        for member_id in message.pinged:
            self.members[member_id].pings.append(message.data)
        self.note("message", message.id, message.data["author"]["id"])
        self.emit("message", message)

    def edit_message(self, message: Message, changes: Json, *, stamp: bool = True) -> None:
        """Change a message; earlier references keep their snapshot. Never notifies anybody."""
        if stamp:
            changes["edited_timestamp"] = iso(self.clock.now())
        message.data = {**message.data, **changes}
        self.note("edit", message.id)
        self.emit("edit", message)

    def delete_message(self, message: Message) -> None:
        """Remove a message and its files."""
        if self.messages.pop(message.id, None) is None:
            return
        message.channel.messages.pop(message.id, None)
        self._drop_files(message)
        self.note("gone", message.id)
        self.emit("gone", message)

    def _drop_files(self, message: Message) -> None:
        for blob_id in files_of(message.data):
            self.drop_blob(blob_id)

    def add_thread(self, parent: Channel, name: str, kind: int, owner: Member, thread_id: str | None = None) -> Channel:
        """Open a thread, or a post in a forum; its maker is its first member."""
        thread = Channel(thread_id or self.ids.next(), name, kind, parent=parent, owner_id=owner.id, members={owner.id})
        thread.changed, thread.guild_id = self.clock.now(), parent.guild_id
        self.channels[thread.id] = thread
        self.emit("channel", thread, "create")
        return thread

    def add_channel(self, name: str, topic: str = "", guild: Guild | None = None, *, kind: int = TEXT) -> Channel:
        """Open a channel: a text channel, or of another `kind`."""
        channel = Channel(self.ids.next(), name, kind, topic, len(self.channels))
        channel.guild_id = (guild or self.guild).id
        self.channels[channel.id] = channel
        self.emit("channel", channel, "create")
        return channel

    def add_group(self, name: str, *people: Member) -> Channel:
        """Begin a group of these people; the bot is in none."""
        return self._converse(Channel(self.ids.next(), name, GROUP, owner_id=people[0].id), *people)

    def direct(self, who: Member, other: Member | None = None) -> Channel:
        """The direct messages of somebody with another, else with the bot, which are called after both."""
        other = other or self.bot
        name = f"{who.key}-{other.key}"
        known = (place for place in self.channels.values() if place.type == DIRECT and place.name == name)
        return next(known, None) or self._converse(Channel(self.ids.next(), name, DIRECT), who, other)

    def _converse(self, place: Channel, *people: Member) -> Channel:
        place.recipients = {person.id for person in people}
        place.position = len(self.channels)
        self.channels[place.id] = place
        self.emit("channel", place, "create")
        return place

    def delete_channel(self, channel: Channel) -> None:
        """Remove a channel or thread with its messages and its threads. Like Discord, do not announce those threads."""
        for place in (*self.threads_of(channel), channel):
            for message in place.messages.values():
                self._drop_files(message)
                self.messages.pop(message.id, None)
            self.channels.pop(place.id, None)
        self.emit("channel", channel, "delete")

    # Guilds

    def add_guild(
        self, name: str, *channels: str, locale: str = "en-US", with_bot: bool = True, shard: Shard | None = None
    ) -> Guild:
        """Make another guild of all the people, with text channels of these names; the first one greets.

        It belongs to `shard` where one is given.
        """
        guild = Guild(self.ids.next(shard), name, locale, dict.fromkeys(self.guild.members, JOINED))
        del guild.members[self.bot.id]
        self.guilds[guild.id] = guild
        self.add_role("@everyone", may.MEMBER_DEFAULT, guild, role_id=guild.id)
        places = [self.add_channel(channel, guild=guild) for channel in channels or ("general",)]
        guild.greets = places[0].id
        if with_bot:
            self.add_bot(guild)
        return guild

    def add_bot(self, guild: Guild | None = None) -> None:
        """Invite the bot; it comes with its role. If it is there already, do nothing."""
        guild = guild or self.guild
        if self.bot.id in guild.members:
            return
        role = self.add_role(self.bot.name, may.BOT_DEFAULT, guild)
        self.bot.roles.append(role.id)
        guild.members[self.bot.id] = iso(self.clock.now())
        self.note("guild", "joined", guild.id)
        self.emit("guild", guild, "join")

    def remove_bot(self, guild: Guild | None = None) -> None:
        """Throw the bot out. Its role goes with it; its messages, and what channels forbid it, stay."""
        guild = guild or self.guild
        if guild.members.pop(self.bot.id, None) is None:
            return
        for role_id in [key for key in self.bot.roles if self.roles[key].guild_id == guild.id]:
            self.bot.roles.remove(role_id)
            del self.roles[role_id]
        for channel in self.channels.values():
            if channel.guild_id == guild.id:
                channel.members.discard(self.bot.id)
        self._permissions.clear()
        self.note("guild", "left", guild.id)
        self.emit("guild", guild, "leave")

    def outage(self, guild: Guild | None = None, *, over: bool = False) -> None:
        """Let a guild be out of order for the bot, until it is `over`. Requests still work, as they may on Discord."""
        guild = guild or self.guild
        guild.unavailable = not over
        self.emit("guild", guild, "back" if over else "outage")

    def leave(self, who: Member, guild: Guild | None = None) -> None:
        """One of the people leaves a guild: its members lack them, their messages stay."""
        guild = guild or self.guild
        if guild.members.pop(who.id, None) is not None:
            self.emit("member", guild, who, "remove")

    def join(self, who: Member, guild: Guild | None = None) -> None:
        """One of the people comes back."""
        guild = guild or self.guild
        if who.id not in guild.members:
            guild.members[who.id] = iso(self.clock.now())
            self.emit("member", guild, who, "add")

    def rename(self, who: Member, nick: str | None, guild: Guild | None = None) -> None:
        """Give somebody a nickname in a guild, or take it away."""
        guild = guild or self.guild
        guild.nicks.pop(who.id, None)
        if nick:
            guild.nicks[who.id] = nick
        self.emit("member", guild, who, "update")

    def archive(self, thread: Channel, archived: bool = True, *, locked: bool | None = None) -> None:
        """Archive or reopen a thread."""
        thread.archived = archived
        if locked is not None:
            thread.locked = locked
        thread.changed = self.clock.now()
        self.emit("channel", thread, "update")

    def revive(self, who: Member, thread: Channel) -> None:
        """Do what sending into an archived thread does: reopen it, unless it is locked (50083)."""
        if not thread.archived:
            return
        if thread.locked and not self.can(who, thread, may.MANAGE_THREADS):
            raise ApiError(50083)
        self.archive(thread, False)

    def add_blob(self, blob_id: str, blob: Blob) -> None:
        """Keep bytes under an address."""
        self.blobs[blob_id] = blob
        self.revision += 1

    def drop_blob(self, blob_id: str) -> None:
        """Forget bytes that no message needs any more; a page that asks for them a little late still gets them."""
        if (blob := self.blobs.pop(blob_id, None)) is not None:
            self._dropped[blob_id] = blob
        while len(self._dropped) > _DROPPED:
            del self._dropped[next(iter(self._dropped))]

    def blob(self, blob_id: str) -> Blob | None:
        """Return bytes that a message shows, or showed a moment ago."""
        return self.blobs.get(blob_id) or self._dropped.get(blob_id)

    def touch(self) -> None:
        """Note a change worth saving that has no event."""
        self.revision += 1

    def set_online(self, change: int) -> None:
        """Count the bot's live gateway connections; call the watchers when it comes or goes."""
        before, self.sessions_online = self.sessions_online, self.sessions_online + change
        if bool(before) != bool(self.sessions_online):
            self.emit("bot", bool(self.sessions_online))
