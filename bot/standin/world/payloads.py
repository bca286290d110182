"""Discord's JSON of users, members, roles, channels and the guild, complete enough for discord.py to read."""

from __future__ import annotations

from bot.standin.world.clock import iso
from bot.standin.world.model import (
    FORUM,
    GROUP,
    MEDIA,
    PRIVATE_THREAD,
    STAGE,
    VOICE,
    Channel,
    Emoji,
    Guild,
    Json,
    Member,
    Role,
)
from bot.standin.world.world import World

__all__ = ["application", "channel", "emoji", "guild", "member", "role", "user"]

ATTACHMENT_LIMIT = 10 * 1024 * 1024


def user(who: Member) -> Json:
    """A user object. People have no picture: their page draws a coloured letter."""
    return {
        "id": who.id,
        "username": who.key,
        "discriminator": "0",
        "global_name": None if who.bot else who.name,
        "avatar": None,
        "bot": who.bot,
        "public_flags": 0,
        "flags": 0,
    }


def member(world: World, who: Member, guild_id: str, *, with_user: bool = True) -> Json:
    """A guild member object, without `permissions` (those depend on the channel)."""
    server = world.guilds[guild_id]
    data: Json = {
        "roles": [key for key in who.roles if world.roles[key].guild_id == guild_id],
        "nick": server.nicks.get(who.id),
        "avatar": None,
        "banner": None,
        "joined_at": server.members.get(who.id),
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }
    if with_user:
        data["user"] = user(who)
    return data


def role(role: Role) -> Json:
    """A role object; discord.py reads colours from the newer `colors`, `color` is kept for old readers."""
    data: Json = {
        "id": role.id,
        "name": role.name,
        "permissions": str(role.permissions),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": role.id != role.guild_id,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    return data


def channel(world: World, place: Channel, viewer: Member | None = None) -> Json:
    """A channel or thread object; with a viewer it carries `permissions`, as inside interactions."""
    if place.is_conversation:
        return _conversation(world, place)
    data: Json = {
        "id": place.id,
        "type": place.type,
        "guild_id": place.guild_id,
        "name": place.name,
        "last_message_id": place.last_message,
        "rate_limit_per_user": 0,
        "flags": 0,
        "nsfw": False,
    }
    if viewer is not None:
        data["permissions"] = str(world.permissions(viewer, place))
    if place.parent is None:
        data |= {
            "topic": place.topic or None,
            "position": place.position,
            "parent_id": None,
            "permission_overwrites": [
                {"id": key, "type": int(key not in world.roles), "allow": str(allow), "deny": str(deny)}
                for key, (allow, deny) in place.overrides.items()
            ],
        }
        if place.type in (VOICE, STAGE):
            data |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
        elif place.type in (FORUM, MEDIA):
            data |= {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
    else:
        data |= _thread(place)
    return data


def _conversation(world: World, place: Channel) -> Json:
    """A direct message or a group: its people, without the bot."""
    people = [user(world.members[key]) for key in sorted(place.recipients) if key != world.bot.id]
    data: Json = {"id": place.id, "type": place.type, "flags": 0, "recipients": people}
    data["last_message_id"] = place.last_message
    return data | ({"name": place.name, "icon": None, "owner_id": place.owner_id} if place.type == GROUP else {})


def _thread(thread: Channel) -> Json:
    assert thread.parent is not None  # noqa: S101 - callers checked; this is for the type checker
    metadata: Json = {
        "archived": thread.archived,
        "locked": thread.locked,
        "auto_archive_duration": thread.auto_archive,
        "archive_timestamp": iso(thread.changed),
        "create_timestamp": iso(thread.changed),
    }
    if thread.type == PRIVATE_THREAD:
        metadata["invitable"] = True
    return {
        "parent_id": thread.parent.id,
        "owner_id": thread.owner_id,
        "message_count": thread.sent,
        "total_message_sent": thread.sent,
        "member_count": len(thread.members),
        "thread_metadata": metadata,
    }


def thread_for_bot(world: World, thread: Channel) -> Json:
    """A thread object with the bot's own membership when it is in the thread."""
    data = channel(world, thread)
    if world.bot.id in thread.members:
        data["member"] = {
            "id": thread.id,
            "user_id": world.bot.id,
            "join_timestamp": iso(thread.changed),
            "flags": 0,
        }
    return data


def emoji(world: World, emoji: Emoji) -> Json:
    """An application emoji object."""
    return {
        "id": emoji.id,
        "name": emoji.name,
        "roles": [],
        "user": user(world.bot),
        "require_colons": True,
        "managed": False,
        "animated": emoji.animated,
        "available": True,
    }


def application(world: World) -> Json:
    """The application object of `/applications/@me`."""
    return {
        "id": world.bot.id,
        "name": world.bot.name,
        "description": "",
        "icon": None,
        "bot_public": False,
        "bot_require_code_grant": False,
        "owner": user(world.owner),
        "team": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "approximate_guild_count": sum(world.bot.id in server.members for server in world.guilds.values()),
        "approximate_user_install_count": len(world.installed),
        "integration_types_config": {"0": {}, "1": {}},
        "bot": user(world.bot),
    }


def guild(world: World, server: Guild) -> Json:
    """The guild object without its channels and members."""
    return {
        "id": server.id,
        "name": server.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "owner_id": world.owner.id,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 1,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": [role(each) for each in world.roles.values() if each.guild_id == server.id],
        "emojis": [],
        "stickers": [],
        "features": server.features,
        "mfa_level": 0,
        "system_channel_id": server.greets,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": server.locale,
        "public_updates_channel_id": None,
        "nsfw_level": 0,
        "premium_progress_bar_enabled": False,
    }


def guild_create(world: World, server: Guild, *, with_members: bool, joined: bool = False) -> Json:
    """The GUILD_CREATE event: the guild, its channels, living threads, and members.

    Without the members intent it lists only the bot itself, as on Discord. `joined` leaves `unavailable` out: so a bot
    tells a new guild from one it comes back to.
    """
    places = [each for each in world.channels.values() if each.guild_id == server.id]
    threads = [each for each in places if each.is_thread and not each.archived and world.sees(world.bot, each)]
    members = [world.members[key] for key in server.members] if with_members else [world.bot]
    return guild(world, server) | {
        "joined_at": server.members[world.bot.id],
        "large": False,
        **({} if joined else {"unavailable": False}),
        "member_count": len(server.members),
        "members": [member(world, who, server.id) for who in members],
        "channels": [channel(world, each) for each in places if not each.is_thread],
        "threads": [thread_for_bot(world, each) for each in threads],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
