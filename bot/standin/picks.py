"""What a picked value points at: users, roles and channels, as Discord sends them along with an interaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bot.standin import payloads
from bot.standin.errors import Refused
from bot.standin.limits_commands import CHANNEL, MENTIONABLE, ROLE, USER
from bot.standin.limits_components import STRING_SELECT
from bot.standin.model import Json, Member

if TYPE_CHECKING:
    from bot.standin.world import World

__all__ = ["chosen", "resolve"]


def resolve(world: World, who: Member, kind: int, value: Any, resolved: Json, name: str) -> None:
    """Add what a user, channel or role option points at, as Discord sends it along."""
    if kind in (USER, MENTIONABLE) and value in world.members:
        member = world.members[value]
        resolved.setdefault("users", {})[value] = world.users[value]
        resolved.setdefault("members", {})[value] = payloads.member(member, with_user=False) | {
            "permissions": str(world.permissions(member, next(iter(world.channels.values()))))
        }
    elif kind in (ROLE, MENTIONABLE) and value in world.roles:
        resolved.setdefault("roles", {})[value] = payloads.role(world.roles[value], world.guild_id)
    elif kind == CHANNEL and value in world.channels:
        channel = world.channels[value]
        resolved.setdefault("channels", {})[value] = payloads.channel(world, channel, who)
    elif kind in (USER, CHANNEL, ROLE, MENTIONABLE):
        raise Refused("bad_option", name)


def chosen(world: World, who: Member, menu: Json, values: Sequence[str]) -> Json:
    """`values` (and `resolved`) of a select, after checking how many and which."""
    least, most = menu.get("min_values", 1), menu.get("max_values", 1)
    if not least <= len(values) <= most or len(set(values)) != len(values):
        raise Refused("bad_value", menu["custom_id"])
    if menu["type"] == STRING_SELECT:
        offered = {option["value"] for option in menu["options"]}
        if not offered.issuperset(values):
            raise Refused("bad_value", menu["custom_id"])
        return {"values": list(values)}
    resolved: Json = {}
    kind = {5: USER, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}[menu["type"]]
    for value in values:
        resolve(world, who, kind, value, resolved, menu["custom_id"])
    return {"values": list(values), "resolved": resolved}
