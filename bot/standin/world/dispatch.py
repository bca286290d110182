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
    interaction = Interaction(world.ids.next(), kind, member, channel, data, now, source, trigger, on_settled, alone)
    world.interactions.add(interaction)
    world.note("interaction", interaction.id, kind, member.key)
    world.emit("interaction", interaction)
    present = world.bot.id in world.guilds[channel.guild_id].members
    if not present or not world.dispatch("INTERACTION_CREATE", _payload(world, interaction)):
        world.interactions.settle(interaction, "failed")
    return interaction


def resend(world: World, interaction: Interaction) -> None:
    """Send one to the bot again, as a gateway may do after a break."""
    world.dispatch("INTERACTION_CREATE", _payload(world, interaction))


def _payload(world: World, interaction: Interaction) -> Json:
    channel = interaction.channel
    guild = world.guilds[channel.guild_id]
    rights = str(world.permissions(interaction.member, channel))
    payload: Json = {
        "id": interaction.id,
        "application_id": world.bot.id,
        "type": interaction.type,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "guild_id": guild.id,
        "guild": {"id": guild.id, "locale": guild.locale, "features": guild.features},
        "guild_locale": guild.locale,
        "channel_id": channel.id,
        "channel": payloads.channel(world, channel, interaction.member),
        "member": payloads.member(world, interaction.member, guild.id) | {"permissions": rights},
        "locale": interaction.member.locale,
        "app_permissions": str(world.permissions(world.bot, channel)),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": {"0": guild.id},
        "context": 0,
        "attachment_size_limit": payloads.ATTACHMENT_LIMIT,
    }
    if interaction.source is not None:
        payload["message"] = interaction.source.data
    return _of_conversation(world, interaction, payload) if interaction.alone else payload


def _of_conversation(world: World, interaction: Interaction, payload: Json) -> Json:
    """What Discord sends of an interaction in a private conversation."""
    user = payloads.user(interaction.member)
    kept = {key: value for key, value in payload.items() if key not in _OF_GUILDS}
    channel: Json = {
        "id": interaction.channel.id,
        "type": _BOT_DM,
        "flags": 0,
        "recipients": [user],
        "last_message_id": None,
    }
    owners = {"authorizing_integration_owners": {"0": "0"}, "context": _BOT_DM}
    return kept | owners | {"user": user, "channel": channel}


def metadata(world: World, interaction: Interaction) -> Json:
    """`interaction_metadata` of the messages that answer it."""
    data: Json = {
        "id": interaction.id,
        "type": interaction.type,
        "user": payloads.user(interaction.member),
        "authorizing_integration_owners": {"0": interaction.channel.guild_id},
    }
    if interaction.type == COMMAND:
        data["name"] = _command_name(interaction.data)
        data["command_type"] = interaction.data["type"]
    elif interaction.type == COMPONENT and interaction.source is not None:
        data["interacted_message_id"] = interaction.source.id
    elif interaction.trigger is not None:
        data["triggering_interaction_metadata"] = metadata(world, interaction.trigger)
    return data


def _command_name(data: Json) -> str:
    """The full name of a used command, group and subcommand included."""
    names = [data["name"]]
    options = data.get("options")
    while options and options[0]["type"] in (1, 2):
        names.append(options[0]["name"])
        options = options[0].get("options")
    return " ".join(names)
