"""What a bot may do with an interaction: the one callback, then `@original` and follow-ups."""

from __future__ import annotations

from typing import Any

from bot.standin.world import permissions as may
from bot.standin.world.attachments import files_of
from bot.standin.world.dispatch import metadata as interaction_metadata
from bot.standin.world.errors import ApiError, FormErrors
from bot.standin.world.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from bot.standin.world.limits_commands import check_choices
from bot.standin.world.limits_components import check_modal
from bot.standin.world.messages import Uploads, compose, revise
from bot.standin.world.model import EPHEMERAL, LOADING, Json, Message
from bot.standin.world.world import World

__all__ = ["callback", "delete", "edit", "find", "follow_up"]

_FOLLOW_UPS = 5
"""Messages that an interaction takes after its answer where only a person has installed the app."""

REPLY, DEFER_REPLY, DEFER_UPDATE, UPDATE, CHOICES, SHOW_MODAL = 4, 5, 6, 7, 8, 9
_ALLOWED = {
    COMMAND: (REPLY, DEFER_REPLY, SHOW_MODAL),
    COMPONENT: (REPLY, DEFER_REPLY, DEFER_UPDATE, UPDATE, SHOW_MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL: (REPLY, DEFER_REPLY, DEFER_UPDATE, UPDATE),
}


def callback(world: World, interaction: Interaction, body: Any, files: Uploads) -> Json:
    """Apply the answer to an interaction; returns the JSON of `with_response=1`."""
    kind = body.get("type") if isinstance(body, dict) else None
    data: Json = (body.get("data") or {}) if isinstance(body, dict) else {}
    _check_kind(interaction, kind)
    state: Any = "answered"
    if kind == REPLY:
        interaction.response = _place(world, interaction, data, files, _extra(world, interaction))
    elif kind == DEFER_REPLY:
        interaction.response, state = _loading(world, interaction, data), "thinking"
    elif kind == UPDATE:
        _update(world, interaction, data, files)
    elif kind == DEFER_UPDATE:
        interaction.response = interaction.source
    elif kind == CHOICES:
        errors = FormErrors()
        check_choices(data.get("choices") or [], errors, ())
        errors.check()
        interaction.choices = data.get("choices") or []
    else:
        check_modal(data, world.emojis)
        interaction.modal = data
    interaction.acknowledged = int(kind or 0)
    if interaction.type == MODAL and interaction.trigger is not None:
        interaction.trigger.modal = None
    world.interactions.settle(interaction, state)
    if kind == SHOW_MODAL:
        world.emit("modal", interaction)
    return _report(interaction)


def _check_kind(interaction: Interaction, kind: Any) -> None:
    errors = FormErrors()
    if kind not in _ALLOWED[interaction.type]:
        allowed = ", ".join(map(str, _ALLOWED[interaction.type]))
        errors.add(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{allowed}}}.")
    elif kind in (UPDATE, DEFER_UPDATE) and interaction.source is None:
        text = "This interaction has no message to update."
        errors.add(("type",), "INTERACTION_APPLICATION_COMMAND_INVALID_UPDATE", text)
    errors.check()


def _report(answered: Interaction) -> Json:
    kind = answered.acknowledged
    interaction: Json = {"id": answered.id, "type": answered.type}
    report: Json = {"interaction": interaction}
    if kind in (REPLY, DEFER_REPLY, UPDATE) and answered.response is not None:
        interaction["response_message_id"] = answered.response.id
        interaction["response_message_loading"] = kind == DEFER_REPLY
        interaction["response_message_ephemeral"] = answered.response.reader is not None
        report["resource"] = {"type": kind, "message": answered.response.data}
    elif kind == DEFER_UPDATE and answered.source is not None:
        interaction["response_message_id"] = answered.source.id
        interaction["response_message_ephemeral"] = answered.source.reader is not None
        report["resource"] = {"type": kind}
    return report


def _extra(world: World, interaction: Interaction, *, follow_up: bool = False) -> Json:
    metadata = interaction_metadata(world, interaction)
    extra: Json = {
        "webhook_id": world.bot.id,
        "application_id": world.bot.id,
        "interaction_metadata": metadata,
    }
    reference: Message | None = None
    if follow_up and interaction.response is not None:
        metadata["original_response_message_id"] = interaction.response.id
        reference = interaction.response
    elif interaction.type == COMMAND:
        extra["type"] = 20
        name = metadata["name"]
        extra["interaction"] = {"id": interaction.id, "type": 2, "name": name, "user": metadata["user"]}
    else:
        reference = interaction.source
    if reference is not None:
        extra["type"] = 19
        extra["message_reference"] = {
            "type": 0,
            "channel_id": interaction.channel.id,
            "message_id": reference.id,
        }
        if not interaction.channel.is_conversation:
            extra["message_reference"]["guild_id"] = interaction.channel.guild_id
    return extra


def _place(world: World, interaction: Interaction, data: Json, files: Uploads, extra: Json) -> Message:
    """Send a message in answer. It needs no channel permission, as on Discord."""
    private = bool((data.get("flags") or 0) & EPHEMERAL) or _is_forced(world, interaction)
    reader = interaction.member.id if private else None
    message = compose(world, interaction.channel, world.bot, data, files, reader=reader, by_webhook=True, extra=extra)
    if not private:
        world.revive(world.bot, interaction.channel)
    if extra.get("loading"):
        del message.data["loading"]
        message.data |= {"content": "", "flags": message.data["flags"] | LOADING}
    world.add_message(message)
    return message


def _is_forced(world: World, interaction: Interaction) -> bool:
    """Whether Discord shows answers to the person alone: without Use External Apps, in a guild without the app."""
    channel = interaction.channel
    return (
        interaction.is_external
        and not channel.is_conversation
        and not world.can(interaction.member, channel, may.USE_EXTERNAL_APPS)
    )


def _loading(world: World, interaction: Interaction, data: Json) -> Message:
    """ "The bot is thinking…": a message without content that the first edit fills."""
    dots: Json = {"content": "…", "flags": data.get("flags")}
    return _place(world, interaction, dots, {}, {**_extra(world, interaction), "loading": True})


def _update(world: World, interaction: Interaction, data: Json, files: Uploads) -> None:
    source = interaction.source
    if source is None or source.id not in world.messages:
        raise ApiError(10008)
    _editable(source)
    if files_of(source.data) and not files and data.get("attachments") is None:
        data = {"embeds": [_without_picture(embed) for embed in source.data["embeds"]], **data, "attachments": []}
    revise(world, source, data, files)
    interaction.response = source


def _without_picture(embed: Json) -> Json:
    """An answer to a press removes every file that it does not name (discord-api-docs#6277)."""
    return {key: value for key, value in embed.items() if key not in ("image", "thumbnail")}


def _editable(message: Message) -> None:
    if message.channel.archived and message.reader is None:
        raise ApiError(50083)


def find(world: World, interaction: Interaction, which: str) -> Message:
    """`@original`, or one of the messages this interaction made; 10008 otherwise."""
    if which == "@original":
        message = interaction.response
    else:
        candidates = [*interaction.followups, interaction.response]
        message = next((each for each in candidates if each is not None and each.id == which), None)
    if message is None or message.id not in world.messages:
        raise ApiError(10008)
    return message


def edit(world: World, interaction: Interaction, which: str, data: Json, files: Uploads) -> Message:
    """Edit `@original` or a follow-up; the first edit of a deferred reply is its answer."""
    message = find(world, interaction, which)
    _editable(message)
    revise(world, message, data, files)
    if interaction.state == "thinking" and message is interaction.response:
        world.interactions.settle(interaction, "answered")
    return message


def delete(world: World, interaction: Interaction, which: str) -> None:
    """Delete `@original` or a follow-up."""
    message = find(world, interaction, which)
    world.delete_message(message)
    if interaction.state == "thinking":
        world.interactions.settle(interaction, "answered")


def follow_up(world: World, interaction: Interaction, data: Json, files: Uploads) -> Message:
    """Send a further message. After a deferred reply the first one fills the waiting message instead."""
    if (
        interaction.state == "thinking"
        and interaction.response is not None
        and interaction.response.id in world.messages
    ):
        return edit(world, interaction, "@original", {**data, "flags": None}, files)
    if interaction.is_external and len(interaction.followups) >= _FOLLOW_UPS:
        raise ApiError(40094)
    message = _place(world, interaction, data, files, _extra(world, interaction, follow_up=True))
    interaction.followups.append(message)
    return message
