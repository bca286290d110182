"""Routes about guilds: themselves and their members. The bot knows only its own guilds."""

from __future__ import annotations

from bot.standin.rest.router import RestCall, RestRouter
from bot.standin.world import payloads
from bot.standin.world.errors import ApiError
from bot.standin.world.model import Guild, Json

__all__ = ["add_routes"]


def add_routes(router: RestRouter) -> None:
    """Add these routes to the table."""
    add = router.add
    guild = "/guilds/{guild_id}"
    add("GET", guild, get_guild)
    add("GET", guild + "/members/{user_id}", get_member)


def _guild(call: RestCall) -> Guild:
    """The guild of the path, which the bot has to be in."""
    guild = call.world.guilds.get(call.args[0])
    if guild is None or call.world.bot.id not in guild.members:
        raise ApiError(10004)
    return guild


def get_guild(call: RestCall) -> Json:
    """The guild."""
    guild = _guild(call)
    count = len(guild.members)
    shown = payloads.guild(call.world, guild)
    return {**shown, "approximate_member_count": count, "approximate_presence_count": count}


def get_member(call: RestCall) -> Json:
    """One member; 10007 for strangers and for those who left."""
    guild = _guild(call)
    if call.args[1] not in guild.members:
        raise ApiError(10007 if call.args[1] in call.world.members else 10013)
    return payloads.member(call.world, call.world.members[call.args[1]], guild.id)
