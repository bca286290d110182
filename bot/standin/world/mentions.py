"""Whom a new message notifies: the mentions in its `content`, as far as `allowed_mentions` lets them."""

from __future__ import annotations

import re
from typing import Any

from bot.standin.world import permissions as may
from bot.standin.world.errors import FormErrors
from bot.standin.world.model import Channel, Json, Member
from bot.standin.world.world import World

__all__ = ["check_allowed", "resolve"]

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_KINDS = ("users", "roles", "everyone")


def check_allowed(allowed: Any, errors: FormErrors) -> None:
    """Discord's rules for `allowed_mentions`: known kinds, at most 100 ids, not a kind and its ids at once."""
    if allowed is None:
        return
    if not isinstance(allowed, dict):
        errors.add(("allowed_mentions",), "DICT_TYPE_CONVERT", "Only dictionaries may be used here.")
        return
    parse = allowed.get("parse") or []
    for number, kind in enumerate(parse):
        if kind not in _KINDS:
            path = ("allowed_mentions", "parse", number)
            errors.add(path, "BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').")
    for kind in ("users", "roles"):
        ids = allowed.get(kind) or []
        if len(ids) > 100:
            errors.add(("allowed_mentions", kind), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")
        if ids and kind in parse:
            text = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            errors.add(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


def resolve(
    world: World, author: Member, channel: Channel, content: str, allowed: Json | None, *, by_webhook: bool
) -> tuple[list[Member], list[str], bool, frozenset[str]]:
    """(members named, role ids named, everyone named, ids of the people notified) of a new message.

    Without `allowed_mentions` a channel message may name everybody, an answer to an interaction only users.
    """
    if "@" not in content:
        return [], [], False, frozenset()
    if allowed is None:
        allowed = {"parse": ["users"] if by_webhook else list(_KINDS)}
    parse = allowed.get("parse") or ()
    here = channel.recipients if channel.is_conversation else set(world.guilds[channel.guild_id].members)
    listed = {str(user) for user in allowed.get("users") or ()}
    users = [
        world.members[user]
        for user in dict.fromkeys(_USER.findall(content))
        if user in world.members and ("users" in parse or user in listed)
    ]
    listed = {str(role) for role in allowed.get("roles") or ()}
    roles = [
        role
        for role in dict.fromkeys(_ROLE.findall(content))
        if role in world.roles
        and world.roles[role].guild_id == channel.guild_id
        and ("roles" in parse or role in listed)
    ]
    everyone = (
        ("@everyone" in content or "@here" in content)
        and "everyone" in parse
        and world.can(author, channel, may.MENTION_EVERYONE)
    )
    if everyone:
        called = set(here)
    else:
        called = {user.id for user in users}
        called |= {member for member in here if not set(roles).isdisjoint(world.members[member].roles)}
    called.discard(author.id)
    heard = frozenset(member for member in called if world.sees(world.members[member], channel))
    return users, roles, everyone, heard
