"""Routes about guilds: themselves, their channels, roles and members. The bot knows only its own guilds."""

from __future__ import annotations

from bot.standin.rest.router import Call, Router
from bot.standin.world import payloads
from bot.standin.world.errors import ApiError
from bot.standin.world.model import Guild, Json
from bot.standin.world.world import World

__all__ = ["add_routes"]


def add_routes(router: Router) -> None:
    """Add these routes to the table."""
    add = router.add
    add("GET", "/users/@me/guilds", my_guilds)
    add("DELETE", "/users/@me/guilds/{guild_id}", lambda call: call.world.remove_bot(_guild(call)))
    guild = "/guilds/{guild_id}"
    add("GET", guild, get_guild)
    add("GET", guild + "/channels", guild_channels)
    add("GET", guild + "/roles", lambda call: payloads.guild(call.world, _guild(call))["roles"])
    add("GET", guild + "/members", list_members)
    add("GET", guild + "/members/{user_id}", get_member)
    add("PATCH", guild + "/members/@me", edit_me)
    add("GET", guild + "/threads/active", active_threads)


def _guild(call: Call) -> Guild:
    """The guild of the path, which the bot has to be in."""
    found = call.world.guilds.get(call.args[0])
    if found is None or call.world.bot.id not in found.members:
        raise ApiError(10004)
    return found


def _bots(world: World) -> list[Guild]:
    return [one for one in world.guilds.values() if world.bot.id in one.members]


def my_guilds(call: Call) -> list[Json]:
    """The guilds the bot is in, in short."""
    keys = ("id", "name", "icon", "banner", "features")
    wholes = [payloads.guild(call.world, one) for one in _bots(call.world)]
    return [{key: whole[key] for key in keys} | {"owner": False, "permissions": "0"} for whole in wholes]


def get_guild(call: Call) -> Json:
    """The guild."""
    guild = _guild(call)
    count = len(guild.members)
    shown = payloads.guild(call.world, guild)
    return {**shown, "approximate_member_count": count, "approximate_presence_count": count}


def guild_channels(call: Call) -> list[Json]:
    """Its channels, without threads."""
    guild, world = _guild(call), call.world
    places = [one for one in world.channels.values() if one.guild_id == guild.id and not one.is_thread]
    return [payloads.channel(world, one) for one in places]


def _number(call: Call, key: str, otherwise: int) -> int:
    value = call.query.get(key, "")
    return int(value) if value.isdigit() else otherwise


def list_members(call: Call) -> list[Json]:
    """Its members, in the order of their ids."""
    guild, world = _guild(call), call.world
    after, limit = _number(call, "after", 0), _number(call, "limit", 1)
    found = [world.members[key] for key in sorted(guild.members, key=int) if int(key) > after][:limit]
    return [payloads.member(world, one, guild.id) for one in found]


def get_member(call: Call) -> Json:
    """One member; 10007 for strangers and for those who left."""
    guild = _guild(call)
    if call.args[1] not in guild.members:
        raise ApiError(10007 if call.args[1] in call.world.members else 10013)
    return payloads.member(call.world, call.world.members[call.args[1]], guild.id)


def edit_me(call: Call) -> Json:
    """The bot's own nickname."""
    guild, world = _guild(call), call.world
    if "nick" in call.form():
        world.rename(world.bot, call.form()["nick"], guild)
    return payloads.member(world, world.bot, guild.id)


def active_threads(call: Call) -> Json:
    """The threads that the bot sees and that are not archived."""
    guild, world = _guild(call), call.world
    found = [
        payloads.thread_for_bot(world, one)
        for one in world.channels.values()
        if one.guild_id == guild.id and one.is_thread and not one.archived and world.sees(world.bot, one)
    ]
    return {"threads": found, "members": [], "has_more": False}
