"""The things of a world: guilds, roles, members, channels, messages, emojis and files. Plain data, no behaviour."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bot.standin.world.permissions import Override

__all__ = ["Blob", "Channel", "Emoji", "Guild", "Json", "Member", "Message", "Role"]

Json = dict[str, Any]

TEXT, VOICE, ANNOUNCEMENT, STAGE, FORUM, MEDIA = 0, 2, 5, 13, 15, 16
DIRECT, GROUP = 1, 3
ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
THREADS_OF = {
    TEXT: (PUBLIC_THREAD, PRIVATE_THREAD),
    ANNOUNCEMENT: (ANNOUNCEMENT_THREAD,),
    FORUM: (PUBLIC_THREAD,),
    MEDIA: (PUBLIC_THREAD,),
}
"""The kinds of threads below each kind of channel; the first is that of a thread on a message."""

EPHEMERAL = 1 << 6
LOADING = 1 << 7
COMPONENTS_V2 = 1 << 15


@dataclass(slots=True)
class Role:
    """A role; the one whose id is the guild's is @everyone."""

    id: str
    name: str
    permissions: int
    position: int = 0
    guild_id: str = ""


@dataclass(slots=True)
class Guild:
    """A server. `members` are the people in it (the bot too, while it is invited) with their time of joining; `nicks`
    are their nicknames there. `greets` is the channel for system messages; `unavailable` means an outage."""

    id: str
    name: str
    locale: str
    members: dict[str, str] = field(default_factory=dict)
    nicks: dict[str, str] = field(default_factory=dict)
    greets: str | None = None
    unavailable: bool = False
    community: bool = True
    """Whether it is a Community server: Discord knows the locale of those alone."""

    @property
    def features(self) -> list[str]:
        """Discord's names of what it may do."""
        return ["COMMUNITY"] if self.community else []


@dataclass(slots=True)
class Member:
    """One of the people, or the bot. `roles` are those of all guilds; `pings` the messages that notified them."""

    key: str
    id: str
    name: str
    locale: str = "en-US"
    color: str = "#5865f2"
    roles: list[str] = field(default_factory=list)
    bot: bool = False
    pings: list[Json] = field(default_factory=list)


@dataclass(slots=True)
class Message:
    """One message. `data` is Discord's JSON and is replaced, never changed, by an edit: a reference is a snapshot.

    `reader` is set for a private (ephemeral) message: the only person who sees it.
    `pinged` are the people it notified when it was new.
    """

    data: Json
    channel: Channel
    created: float
    reader: str | None = None
    pinged: frozenset[str] = frozenset()

    @property
    def id(self) -> str:
        """Its id."""
        return str(self.data["id"])


@dataclass(slots=True)
class Channel:
    """A text channel or a thread (`parent` is set). `last_message` was its newest public one.

    `recipients` are the people of a conversation outside of all guilds, the bot too where it is theirs with it.
    """

    id: str
    name: str
    type: int = TEXT
    topic: str = ""
    position: int = 0
    parent: Channel | None = None
    overrides: dict[str, Override] = field(default_factory=dict)
    messages: dict[str, Message] = field(default_factory=dict)
    last_message: str | None = None
    owner_id: str = ""
    members: set[str] = field(default_factory=set)
    archived: bool = False
    locked: bool = False
    auto_archive: int = 4320
    changed: float = 0.0
    sent: int = 0
    old_edits: list[float] = field(default_factory=list)
    guild_id: str = ""
    recipients: set[str] = field(default_factory=set)

    @property
    def is_conversation(self) -> bool:
        """Whether this is a direct message or a group, in no guild."""
        return self.type in (DIRECT, GROUP)

    @property
    def is_thread(self) -> bool:
        """Whether this hangs below another channel."""
        return self.parent is not None


@dataclass(slots=True)
class Emoji:
    """An emoji of the application; its picture is the blob of the same id."""

    id: str
    name: str
    animated: bool = False


@dataclass(slots=True)
class Blob:
    """Bytes with an address: an attachment or the picture of an emoji."""

    name: str
    content_type: str
    data: bytes
