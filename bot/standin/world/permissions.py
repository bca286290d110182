"""Permission bits, and the order of roles and channel overrides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["ALL", "Override", "effective"]

CREATE_INSTANT_INVITE = 1 << 0
ADMINISTRATOR = 1 << 3
MANAGE_GUILD = 1 << 5
ADD_REACTIONS = 1 << 6
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_MESSAGE_HISTORY = 1 << 16
MENTION_EVERYONE = 1 << 17
USE_EXTERNAL_EMOJIS = 1 << 18
CONNECT = 1 << 20
SPEAK = 1 << 21
CHANGE_NICKNAME = 1 << 26
MANAGE_ROLES = 1 << 28
USE_APPLICATION_COMMANDS = 1 << 31
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
CREATE_PRIVATE_THREADS = 1 << 36
SEND_MESSAGES_IN_THREADS = 1 << 38
CREATE_EVENTS = 1 << 44
USE_EXTERNAL_APPS = 1 << 50

ALL = (1 << 53) - 1
"""Everything: what administrators and the owner have."""

MEMBER_DEFAULT = (
    CREATE_INSTANT_INVITE
    | ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | CONNECT
    | SPEAK
    | CHANGE_NICKNAME
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS
    | USE_EXTERNAL_APPS
)
BOT_DEFAULT = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS
)

CONVERSATION = (
    ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | USE_APPLICATION_COMMANDS
    | USE_EXTERNAL_APPS
)
"""What everybody in a conversation outside of guilds may do there."""

OF_APPS = ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE
"""The `app_permissions` that Discord tells in conversations; with the bot itself also external emojis."""

Override = tuple[int, int]
"""(allowed bits, denied bits) of one role or member in one channel."""


def effective(
    everyone_id: str,
    roles: Mapping[str, int],
    role_ids: Iterable[str],
    member_id: str,
    overrides: Mapping[str, Override],
) -> int:
    """What a member may do in a channel: roles first, then overrides of @everyone, of roles, of the member."""
    role_ids = list(role_ids)
    bits = roles[everyone_id]
    for role_id in role_ids:
        bits |= roles[role_id]
    if bits & ADMINISTRATOR:
        return ALL
    allow, deny = overrides.get(everyone_id, (0, 0))
    bits = bits & ~deny | allow
    allow = deny = 0
    for role_id in role_ids:
        extra = overrides.get(role_id, (0, 0))
        allow |= extra[0]
        deny |= extra[1]
    bits = bits & ~deny | allow
    allow, deny = overrides.get(member_id, (0, 0))
    bits = bits & ~deny | allow
    return bits if bits & VIEW_CHANNEL else 0
