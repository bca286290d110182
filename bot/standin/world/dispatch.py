"""Sends interactions to the bot: what Discord says of a command, a press, a form, and of the messages that answer."""

from __future__ import annotations

from collections.abc import Callable

from bot.standin.world import payloads
from bot.standin.world.interactions import COMMAND, COMPONENT, Interaction
from bot.standin.world.model import Channel, Json, Member, Message
from bot.standin.world.world import World

__all__ = ["begin", "metadata", "resend"]

_OF_GUILDS = ("guild_id", "guild", "guild_locale", "member")
_BOT_DM = 1


def begin(
    world: World,
    kind: int,
    member: Member,
    channel: Channel,
    data: Json,
    *,
    source: Message | None = None,
    trigger: Interaction | None = None,
    on_settled: Callable[[Interaction], None] | None = None,
    alone: bool = False,
) -> Interaction:
    """Send a new interaction to the bot. It fails at once while no bot is connected or the bot is not in the guild."""
    now = world.clock.now()
    one = Interaction(world.ids.next(), kind, member, channel, data, now, source, trigger, on_settled, alone)
    world.interactions.add(one)
    world.note("interaction", one.id, kind, member.key)
    world.emit("interaction", one)
    here = world.bot.id in world.guilds[channel.guild_id].members
    if not here or not world.dispatch("INTERACTION_CREATE", _payload(world, one)):
        world.interactions.settle(one, "failed")
    return one


def resend(world: World, one: Interaction) -> None:
    """Send one to the bot again, as a gateway may do after a break."""
    world.dispatch("INTERACTION_CREATE", _payload(world, one))


def _payload(world: World, one: Interaction) -> Json:
    channel = one.channel
    guild = world.guilds[channel.guild_id]
    rights = str(world.permissions(one.member, channel))
    payload: Json = {
        "id": one.id,
        "application_id": world.bot.id,
        "type": one.type,
        "token": one.token,
        "version": 1,
        "data": one.data,
        "guild_id": guild.id,
        "guild": {"id": guild.id, "locale": guild.locale, "features": guild.features},
        "guild_locale": guild.locale,
        "channel_id": channel.id,
        "channel": payloads.channel(world, channel, one.member),
        "member": payloads.member(world, one.member, guild.id) | {"permissions": rights},
        "locale": one.member.locale,
        "app_permissions": str(world.permissions(world.bot, channel)),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": {"0": guild.id},
        "context": 0,
        "attachment_size_limit": payloads.ATTACHMENT_LIMIT,
    }
    if one.source is not None:
        payload["message"] = one.source.data
    return _of_conversation(world, one, payload) if one.alone else payload


def _of_conversation(world: World, one: Interaction, payload: Json) -> Json:
    """What Discord sends of an interaction in a private conversation."""
    user = payloads.user(one.member)
    kept = {key: value for key, value in payload.items() if key not in _OF_GUILDS}
    channel: Json = {"id": one.channel.id, "type": _BOT_DM, "flags": 0, "recipients": [user], "last_message_id": None}
    owners = {"authorizing_integration_owners": {"0": "0"}, "context": _BOT_DM}
    return kept | owners | {"user": user, "channel": channel}


def metadata(world: World, one: Interaction) -> Json:
    """`interaction_metadata` of the messages that answer it."""
    data: Json = {
        "id": one.id,
        "type": one.type,
        "user": payloads.user(one.member),
        "authorizing_integration_owners": {"0": one.channel.guild_id},
    }
    if one.type == COMMAND:
        data["name"] = _command_name(one.data)
        data["command_type"] = one.data["type"]
    elif one.type == COMPONENT and one.source is not None:
        data["interacted_message_id"] = one.source.id
    elif one.trigger is not None:
        data["triggering_interaction_metadata"] = metadata(world, one.trigger)
    return data


def _command_name(data: Json) -> str:
    """The full name of a used command, group and subcommand included."""
    names = [data["name"]]
    options = data.get("options")
    while options and options[0]["type"] in (1, 2):
        names.append(options[0]["name"])
        options = options[0].get("options")
    return " ".join(names)
