"""What people do: say, use a command, press, select, submit. The same checks as in Discord's own client.

Anything impossible raises `Refused`; everything else reaches the bot as an interaction or the channel as a message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.standin.world import permissions as may
from bot.standin.world.dispatch import begin, installations
from bot.standin.world.errors import ApiError, Refused
from bot.standin.world.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from bot.standin.world.limits_commands import CHAT_INPUT, GROUP, OF_USER, SUBCOMMAND, USER, check_value
from bot.standin.world.limits_components import BUTTON, SELECTS, find_component
from bot.standin.world.messages import compose
from bot.standin.world.modals import fill_in
from bot.standin.world.model import Channel, Json, Member, Message
from bot.standin.world.picks import Picks, chosen
from bot.standin.world.world import World

__all__ = ["command", "commands_for", "complete", "delete", "press", "say", "select", "submit", "use_on"]

Settled = Callable[[Interaction], None] | None


def place(world: World, who: Member, channel_id: str) -> Channel:
    """A channel this person sees."""
    channel = world.channels.get(channel_id)
    if channel is None or not world.sees(who, channel):
        raise Refused("unknown_channel")
    return channel


def visible(world: World, who: Member, message_id: str) -> Message:
    """A message this person sees."""
    message = world.messages.get(message_id)
    if message is None or not world.reads(who, message):
        raise Refused("unknown_message")
    return message


def say(world: World, who: Member, channel_id: str, content: str) -> Message:
    """An ordinary message; it reopens an archived thread."""
    channel = place(world, who, channel_id)
    needed = may.SEND_MESSAGES_IN_THREADS if channel.is_thread else may.SEND_MESSAGES
    if not world.can(who, channel, needed):
        raise Refused("no_permission")
    if not content.strip():
        raise Refused("empty")
    if len(content) > 2000:
        raise Refused("too_long")
    try:
        world.revive(who, channel)
    except ApiError:
        raise Refused("archived") from None
    message = compose(world, channel, who, {"content": content.strip()}, {})
    world.add_message(message)
    return message


def delete(world: World, who: Member, message_id: str) -> None:
    """Delete one's own message, dismiss a private one, or any with Manage Messages."""
    message = visible(world, who, message_id)
    mine = message.data["author"]["id"] == who.id or message.reader == who.id
    if not mine and not world.can(who, message.channel, may.MANAGE_MESSAGES):
        raise Refused("no_permission")
    world.delete_message(message)


def _may_use(world: World, who: Member, channel: Channel, entry: Json) -> bool:
    if not installations(world, who, channel, entry):
        return False
    if entry.get("guild_id") not in (None, channel.guild_id):
        return False
    bits = world.permissions(who, channel)
    if channel.is_conversation or bits & may.ADMINISTRATOR:
        return True
    needed = entry.get("default_member_permissions")
    if needed is None:
        return True
    return int(needed) != 0 and int(needed) & ~bits == 0


def commands_for(world: World, who: Member, channel_id: str | None = None) -> list[Json]:
    """The commands that a channel, else the page's guild, offers this person, in the order of their names."""
    channel = world.channels.get(channel_id or "") or next(iter(world.channels.values()))
    entries = [entry for entry in world.commands.values() if _may_use(world, who, channel, entry)]
    return sorted(entries, key=lambda entry: str(entry["name"]))


def command(
    world: World,
    who: Member,
    channel_id: str,
    command_id: str,
    path: Sequence[str],
    options: Mapping[str, Any],
    on_settled: Settled = None,
) -> Interaction:
    """Use a command; `path` names the group and subcommand below it, `options` are typed values by name."""
    channel, entry, leaf = _find_command(world, who, channel_id, command_id, path)
    known = {option["name"]: option for option in leaf.get("options") or ()}
    if unknown := next((name for name in options if name not in known), None):
        raise Refused("bad_option", unknown)
    picks = Picks(world, who, channel)
    filled: list[Json] = []
    for name, option in known.items():
        if name in options:
            value = check_value(option, options[name])
            picks.add(option["type"], value, name, option.get("channel_types"))
            filled.append({"name": name, "type": option["type"], "value": value})
        elif option.get("required"):
            raise Refused("missing_option", name)
    data = _command_data(entry, path, leaf, filled)
    if picks.resolved:
        data["resolved"] = picks.resolved
    return begin(world, COMMAND, who, channel, data, on_settled=on_settled)


def complete(
    world: World,
    who: Member,
    channel_id: str,
    command_id: str,
    path: Sequence[str],
    options: Mapping[str, Any],
    focus: str,
    on_settled: Settled = None,
) -> Interaction:
    """Ask the bot to complete the option in `focus`; send half-filled values as they are."""
    channel, entry, leaf = _find_command(world, who, channel_id, command_id, path)
    filled: list[Json] = []
    for option in leaf.get("options") or ():
        name = option["name"]
        if name == focus:
            if not option.get("autocomplete"):
                raise Refused("bad_option", focus)
            text = str(options.get(name, ""))
            filled.append({"name": name, "type": option["type"], "value": text, "focused": True})
        elif name in options:
            filled.append({"name": name, "type": option["type"], "value": options[name]})
    if not any(option.get("focused") for option in filled):
        raise Refused("bad_option", focus)
    data = _command_data(entry, path, leaf, filled)
    return begin(world, AUTOCOMPLETE, who, channel, data, on_settled=on_settled)


def use_on(
    world: World, who: Member, channel_id: str, command_id: str, target_id: str, on_settled: Settled = None
) -> Interaction:
    """Use a command in the menu of a message or a person of the channel."""
    channel, entry = _usable(world, who, channel_id, command_id)
    picks = Picks(world, who, channel)
    if entry["type"] == OF_USER:
        picks.add(USER, target_id, entry["name"])
    elif entry["type"] == CHAT_INPUT or visible(world, who, target_id).channel is not channel:
        raise Refused("unknown_command")
    else:
        picks.resolved["messages"] = {target_id: world.messages[target_id].data}
    data = _command_data(entry, (), {}, []) | {"target_id": target_id, "resolved": picks.resolved}
    return begin(world, COMMAND, who, channel, data, on_settled=on_settled)


def _usable(world: World, who: Member, channel_id: str, command_id: str) -> tuple[Channel, Json]:
    """The channel, and the registered command that this person may use there."""
    channel, entry = place(world, who, channel_id), world.commands.get(command_id)
    if entry is None:
        raise Refused("unknown_command")
    if not _may_use(world, who, channel, entry) or not world.can(who, channel, may.USE_APPLICATION_COMMANDS):
        raise Refused("no_permission")
    if channel.archived:
        raise Refused("archived")
    return channel, entry


def _find_command(
    world: World, who: Member, channel_id: str, command_id: str, path: Sequence[str]
) -> tuple[Channel, Json, Json]:
    """The channel, the registered command, and the subcommand (or the command) at the end of the path."""
    channel, entry = _usable(world, who, channel_id, command_id)
    if entry["type"] != CHAT_INPUT:
        raise Refused("unknown_command")
    leaf = entry
    for name in path:
        below = leaf.get("options") or ()
        inner = next(
            (option for option in below if option["name"] == name and option["type"] in (SUBCOMMAND, GROUP)), None
        )
        if inner is None:
            raise Refused("unknown_command", name)
        leaf = inner
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in leaf.get("options") or ()):
        raise Refused("unknown_command", "a subcommand is needed")
    return channel, entry, leaf


def _command_data(entry: Json, path: Sequence[str], leaf: Json, filled: list[Json]) -> Json:
    options = filled
    kind = leaf.get("type", 1)
    for depth, name in enumerate(reversed(path)):
        options = [{"name": name, "type": kind if depth == 0 else GROUP, "options": options}]
    data: Json = {"id": entry["id"], "name": entry["name"], "type": entry["type"], "options": options}
    if entry.get("guild_id"):
        data["guild_id"] = entry["guild_id"]
    return data


def _component(world: World, who: Member, message_id: str, custom_id: str) -> tuple[Message, Json]:
    message = visible(world, who, message_id)
    component = find_component(message.data["components"], custom_id)
    if component is None:
        raise Refused("unknown_component", custom_id)
    if component.get("disabled"):
        raise Refused("disabled", custom_id)
    return message, component


def press(world: World, who: Member, message_id: str, custom_id: str, on_settled: Settled = None) -> Interaction:
    """Press a button on a message that this person sees."""
    message, button = _component(world, who, message_id, custom_id)
    if button["type"] != BUTTON:
        raise Refused("unknown_component", custom_id)
    data: Json = {"component_type": BUTTON, "custom_id": custom_id, "id": button["id"]}
    return begin(world, COMPONENT, who, message.channel, data, source=message, on_settled=on_settled)


def select(
    world: World,
    who: Member,
    message_id: str,
    custom_id: str,
    values: Sequence[str],
    on_settled: Settled = None,
) -> Interaction:
    """Choose in a select menu."""
    message, menu = _component(world, who, message_id, custom_id)
    if menu["type"] not in SELECTS:
        raise Refused("unknown_component", custom_id)
    data: Json = {"component_type": menu["type"], "custom_id": custom_id, "id": menu["id"]}
    picks = Picks(world, who, message.channel)
    data["values"] = chosen(picks, menu, values)
    if picks.resolved:
        data["resolved"] = picks.resolved
    return begin(world, COMPONENT, who, message.channel, data, source=message, on_settled=on_settled)


def submit(
    world: World, who: Member, modal_id: str, values: Mapping[str, Any], on_settled: Settled = None
) -> Interaction:
    """Send a modal; `modal_id` is the interaction that opened it. It stays open until the bot has answered."""
    opener = world.interactions.modal_of(modal_id)
    if opener is None or opener.member is not who or opener.modal is None:
        raise Refused("unknown_modal")
    picks = Picks(world, who, opener.channel)
    components = fill_in(picks, opener.modal["components"], values)
    data: Json = {"custom_id": opener.modal["custom_id"], "components": components}
    if picks.resolved:
        data["resolved"] = picks.resolved
    return begin(world, MODAL, who, opener.channel, data, source=opener.source, trigger=opener, on_settled=on_settled)
