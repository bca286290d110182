"""The users, roles and channels behind picked values, as Discord sends them along with an interaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.standin.world import payloads
from bot.standin.world.errors import Refused
from bot.standin.world.limits_commands import CHANNEL, MENTIONABLE, ROLE, USER
from bot.standin.world.limits_components import STRING_SELECT
from bot.standin.world.model import Channel, Json, Member
from bot.standin.world.world import World

__all__ = ["Picks", "chosen"]

_KINDS = {5: USER, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}
_MEMBER_KEYS = ("user", "deaf", "mute")


class Picks:
    """What one person may pick from one channel, and what they picked: `resolved`, as Discord sends it."""

    def __init__(self, world: World, who: Member, channel: Channel) -> None:
        self.resolved: Json = {}
        self._world = world
        self._who = who
        self._channel = channel

    def add(self, kind: int, value: Any, name: str, channel_types: Sequence[int] | None = None) -> None:
        """Add the user, role or channel of an option or menu; refuse one that the person cannot pick.

        People who left are still users: they come without a member, as on Discord.
        """
        world = self._world
        if kind in (USER, MENTIONABLE) and value in world.members:
            self._user(world.members[value])
        elif kind in (ROLE, MENTIONABLE) and value in world.roles:
            role = world.roles[value]
            if role.guild_id != self._channel.guild_id:
                raise Refused("bad_option", name)
            self.resolved.setdefault("roles", {})[value] = payloads.role(role)
        elif kind == CHANNEL and value in world.channels:
            self._place(world.channels[value], name, channel_types)
        elif kind in (USER, CHANNEL, ROLE, MENTIONABLE):
            raise Refused("bad_option", name)

    def _user(self, user: Member) -> None:
        world, guild_id = self._world, self._channel.guild_id
        self.resolved.setdefault("users", {})[user.id] = payloads.user(user)
        if self._channel.is_conversation or user.id not in world.guilds[guild_id].members:
            return
        member = payloads.member(world, user, guild_id)
        member |= {"permissions": str(world.permissions(user, self._channel))}
        for key in _MEMBER_KEYS:
            del member[key]
        self.resolved.setdefault("members", {})[user.id] = member

    def _place(self, channel: Channel, name: str, channel_types: Sequence[int] | None) -> None:
        visible = channel.guild_id == self._channel.guild_id and self._world.sees(self._who, channel)
        if not visible or (channel_types and channel.type not in channel_types):
            raise Refused("bad_option", name)
        shown = payloads.channel(self._world, channel, self._who)
        shown.pop("permission_overwrites", None)
        self.resolved.setdefault("channels", {})[channel.id] = shown


def chosen(picks: Picks, menu: Json, values: Sequence[str]) -> list[str]:
    """The values of a select, after checking how many and which; their users, roles and channels go into `picks`."""
    least, most = menu.get("min_values", 1), menu.get("max_values", 1)
    if not least <= len(values) <= most or len(set(values)) != len(values):
        raise Refused("bad_value", menu["custom_id"])
    if menu["type"] == STRING_SELECT:
        offered = {option["value"] for option in menu["options"]}
        if not offered.issuperset(values):
            raise Refused("bad_value", menu["custom_id"])
        return list(values)
    for value in values:
        picks.add(_KINDS[menu["type"]], value, menu["custom_id"], menu.get("channel_types"))
    return list(values)
