"""Routes about guilds: themselves, their members and roles, their events. The bot knows only its own guilds."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.standin.rest.router import RestCall, RestRouter
from bot.standin.world import payloads
from bot.standin.world import permissions as may
from bot.standin.world.errors import ApiError, FormErrors
from bot.standin.world.model import Guild, Json, Member, Role

__all__ = ["add_routes"]


def add_routes(router: RestRouter) -> None:
    """Add these routes to the table."""
    add = router.add
    guild = "/guilds/{guild_id}"
    add("GET", guild, get_guild)
    add("GET", guild + "/members/{user_id}", get_member)
    add("PUT", guild + "/members/{user_id}/roles/{role_id}", give_role)
    add("DELETE", guild + "/members/{user_id}/roles/{role_id}", take_role)
    events = guild + "/scheduled-events"
    add("POST", events, create_event)
    add("PATCH", events + "/{guild_scheduled_event_id}", edit_event)
    add("DELETE", events + "/{guild_scheduled_event_id}", delete_event)


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


def give_role(call: RestCall) -> None:
    """Give a member a role below the bot's own; nothing changes for somebody who has it."""
    guild, member, role = _role_of_member(call)
    if role.id not in member.roles:
        call.world.set_roles(member, [*member.roles, role.id], guild)


def take_role(call: RestCall) -> None:
    """Take a role from a member, who may not have it."""
    guild, member, role = _role_of_member(call)
    if role.id in member.roles:
        call.world.set_roles(member, [other for other in member.roles if other != role.id], guild)


def _role_of_member(call: RestCall) -> tuple[Guild, Member, Role]:
    """The guild, the member and the role of the path, which the bot may give: 50013 else, also for @everyone."""
    guild, world = _guild(call), call.world
    role = world.roles.get(call.args[2])
    if role is None or role.guild_id != guild.id:
        raise ApiError(10011)
    own = max((world.roles[id].position for id in world.bot.roles if world.roles[id].guild_id == guild.id), default=0)
    allowed = world.can_everywhere(world.bot, guild, may.MANAGE_ROLES)
    if not allowed or role.id == guild.id or role.position >= own:
        raise ApiError(50013)
    if call.args[1] not in guild.members:
        raise ApiError(10007)
    return guild, world.members[call.args[1]], role


# Scheduled events, those outside of channels alone: the bot makes no others.

_EXTERNAL, _GUILD_ONLY = 3, 2


def _organised(call: RestCall) -> Guild:
    """The guild of the path, in which the bot has to be allowed to create events."""
    guild = _guild(call)
    if not call.world.can_everywhere(call.world.bot, guild, may.CREATE_EVENTS):
        raise ApiError(50013)
    return guild


def _event(call: RestCall) -> Json:
    guild, event = _organised(call), call.world.events.get(call.args[1])
    if event is None or event["guild_id"] != guild.id:
        raise ApiError(10070)
    return event


def _checked(call: RestCall, event: Json) -> Json:
    """The event, once Discord has looked at its words and times."""
    errors = FormErrors()
    errors.length(("name",), event.get("name"), 100, 1)
    errors.length(("entity_metadata", "location"), (event.get("entity_metadata") or {}).get("location"), 100, 1)
    if (event.get("entity_type"), event.get("privacy_level")) != (_EXTERNAL, _GUILD_ONLY):
        errors.add(("entity_type",), "ENUM_TYPE_COERCE", "Only events outside of channels, for the guild alone.")
    begins, ends = (datetime.fromisoformat(event[f"scheduled_{name}_time"]) for name in ("start", "end"))
    if begins <= datetime.fromtimestamp(call.world.clock.now(), UTC) or ends <= begins:
        errors.add(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule it in the past.")
    errors.check()
    return event


def create_event(call: RestCall) -> Json:
    """A new scheduled event."""
    guild, id = _organised(call), str(call.world.ids.next())
    first = {"id": id, "guild_id": guild.id, "creator_id": call.world.bot.id, "status": 1}
    call.world.events[id] = _checked(call, call.form() | first | {"channel_id": None, "entity_id": None})
    return call.world.events[id]


def edit_event(call: RestCall) -> Json:
    """A scheduled event, changed."""
    event = _event(call)
    call.world.events[event["id"]] = _checked(call, event | call.form())
    return call.world.events[event["id"]]


def delete_event(call: RestCall) -> None:
    """Delete a scheduled event."""
    del call.world.events[_event(call)["id"]]
