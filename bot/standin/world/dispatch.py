"""Sends interactions to the bot: what Discord says of a command, a press, a form, and of the messages that answer."""

from __future__ import annotations

from collections.abc import Callable

from bot.standin.world import payloads
from bot.standin.world import permissions as may
from bot.standin.world.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, Interaction
from bot.standin.world.model import DIRECT, Channel, Json, Member, Message
from bot.standin.world.world import World

__all__ = ["begin", "installations", "metadata", "resend"]

_GUILD, _BOT_DM, _PRIVATE_CHANNEL = 0, 1, 2
"""Where an interaction happens, as Discord's `context` says."""


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
    forged: bool = False,
) -> Interaction:
    """Send a new interaction to the bot. It fails at once while no bot is connected or no installation allows it.

    One that is `forged` comes in any case.
    """
    now, owners = world.clock.now(), _owners(world, kind, member, channel, data, source)
    owners = owners or ({"1": member.id} if forged else {})
    interaction = Interaction(world.ids.next(), kind, member, channel, data, now, source, trigger, on_settled, owners)
    world.interactions.add(interaction)
    world.note("interaction", interaction.id, kind, member.key)
    world.emit("interaction", interaction)
    if not owners or not world.dispatch("INTERACTION_CREATE", _payload(world, interaction)):
        world.interactions.settle(interaction, "failed")
    return interaction


def resend(world: World, interaction: Interaction) -> None:
    """Send one to the bot again, as a gateway may do after a break."""
    world.dispatch("INTERACTION_CREATE", _payload(world, interaction))


def context_of(world: World, channel: Channel) -> int:
    """Return the kind of place that a channel is: of a guild, the bot's own direct messages, or other conversations."""
    if not channel.is_conversation:
        return _GUILD
    return _BOT_DM if channel.type == DIRECT and world.bot.id in channel.recipients else _PRIVATE_CHANNEL


def _owners(
    world: World, kind: int, member: Member, channel: Channel, data: Json, source: Message | None
) -> dict[str, str]:
    """Return the installations that allow an interaction: the guild's (0) and a person's (1).

    A command needs both its kinds and its contexts; a component has those of the message it stands on.
    """
    context = context_of(world, channel)
    entry = world.commands.get(str(data.get("id"))) if kind in (COMMAND, AUTOCOMPLETE) else None
    if entry is not None:
        return installations(world, member, channel, entry)
    here = world.bot.id in world.guilds[channel.guild_id].members if context == _GUILD else context == _BOT_DM
    before = (source.data.get("interaction_metadata") or {}) if source is not None else {}
    personal = {key: of for key, of in before.get("authorizing_integration_owners", {}).items() if key == "1"}
    return ({"0": channel.guild_id or "0"} if here else {}) | personal


def installations(world: World, member: Member, channel: Channel, entry: Json) -> dict[str, str]:
    """Return the installations by which somebody can use a registered command in a channel; empty if by none."""
    context, kinds = context_of(world, channel), entry.get("integration_types") or [0]
    contexts = entry.get("contexts")
    if contexts is None:  # Without them: everywhere that the kinds of installation allow (application-commands).
        contexts = [_GUILD, _BOT_DM, *([_PRIVATE_CHANNEL] if 1 in kinds else [])]
    if context not in contexts:
        return {}
    owners: dict[str, str] = {}
    if 0 in kinds and context == _GUILD and world.bot.id in world.guilds[channel.guild_id].members:
        owners["0"] = channel.guild_id
    elif 0 in kinds and context == _BOT_DM:
        owners["0"] = "0"
    if 1 in kinds and member.id in world.installed:
        owners["1"] = member.id
    return owners


def _payload(world: World, interaction: Interaction) -> Json:
    channel, member, context = interaction.channel, interaction.member, context_of(world, interaction.channel)
    payload: Json = {
        "id": interaction.id,
        "application_id": world.bot.id,
        "type": interaction.type,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": channel.id,
        "channel": payloads.channel(world, channel, member),
        "locale": member.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": interaction.owners,
        "context": context,
        "attachment_size_limit": payloads.ATTACHMENT_LIMIT,
    }
    if context == _GUILD:
        guild, rights = world.guilds[channel.guild_id], str(world.permissions(member, channel))
        payload |= {
            "guild_id": guild.id,
            "guild": {"id": guild.id, "locale": guild.locale, "features": guild.features},
            "guild_locale": guild.locale,
            "member": payloads.member(world, member, guild.id) | {"permissions": rights},
            "app_permissions": str(world.permissions(world.bot, channel)),
        }
    else:
        emojis = may.USE_EXTERNAL_EMOJIS if context == _BOT_DM else 0
        payload |= {"user": payloads.user(member), "app_permissions": str(may.OF_APPS | emojis)}
    if interaction.source is not None:
        payload["message"] = interaction.source.data
    return payload


def metadata(world: World, interaction: Interaction) -> Json:
    """`interaction_metadata` of the messages that answer it."""
    data: Json = {
        "id": interaction.id,
        "type": interaction.type,
        "user": payloads.user(interaction.member),
        "authorizing_integration_owners": interaction.owners,
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
