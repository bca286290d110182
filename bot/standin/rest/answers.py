"""What a bot may do with an interaction: the one callback, then `@original` and follow-ups."""

from __future__ import annotations

from typing import Any

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

REPLY, DEFER_REPLY, DEFER_UPDATE, UPDATE, CHOICES, SHOW_MODAL = 4, 5, 6, 7, 8, 9
_ALLOWED = {
    COMMAND: (REPLY, DEFER_REPLY, SHOW_MODAL),
    COMPONENT: (REPLY, DEFER_REPLY, DEFER_UPDATE, UPDATE, SHOW_MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL: (REPLY, DEFER_REPLY, DEFER_UPDATE, UPDATE),
}


def callback(world: World, one: Interaction, body: Any, files: Uploads) -> Json:
    """Apply the answer to an interaction; returns the JSON of `with_response=1`."""
    kind = body.get("type") if isinstance(body, dict) else None
    data: Json = (body.get("data") or {}) if isinstance(body, dict) else {}
    _check_kind(one, kind)
    state: Any = "answered"
    if kind == REPLY:
        one.response = _place(world, one, data, files, _extra(world, one))
    elif kind == DEFER_REPLY:
        one.response, state = _loading(world, one, data), "thinking"
    elif kind == UPDATE:
        _update(world, one, data, files)
    elif kind == DEFER_UPDATE:
        one.response = one.source
    elif kind == CHOICES:
        errors = FormErrors()
        check_choices(data.get("choices") or [], errors, ())
        errors.check()
        one.choices = data.get("choices") or []
    else:
        check_modal(data, world.emojis)
        one.modal = data
    one.acknowledged = int(kind or 0)
    if one.type == MODAL and one.trigger is not None:
        one.trigger.modal = None
    world.interactions.settle(one, state)
    if kind == SHOW_MODAL:
        world.emit("modal", one)
    return _report(one)


def _check_kind(one: Interaction, kind: Any) -> None:
    errors = FormErrors()
    if kind not in _ALLOWED[one.type]:
        allowed = ", ".join(map(str, _ALLOWED[one.type]))
        errors.add(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{allowed}}}.")
    elif kind in (UPDATE, DEFER_UPDATE) and one.source is None:
        text = "This interaction has no message to update."
        errors.add(("type",), "INTERACTION_APPLICATION_COMMAND_INVALID_UPDATE", text)
    errors.check()


def _report(one: Interaction) -> Json:
    kind = one.acknowledged
    interaction: Json = {"id": one.id, "type": one.type}
    report: Json = {"interaction": interaction}
    if kind in (REPLY, DEFER_REPLY, UPDATE) and one.response is not None:
        interaction["response_message_id"] = one.response.id
        interaction["response_message_loading"] = kind == DEFER_REPLY
        interaction["response_message_ephemeral"] = one.response.reader is not None
        report["resource"] = {"type": kind, "message": one.response.data}
    elif kind == DEFER_UPDATE and one.source is not None:
        interaction["response_message_id"] = one.source.id
        interaction["response_message_ephemeral"] = one.source.reader is not None
        report["resource"] = {"type": kind}
    return report


def _extra(world: World, one: Interaction, *, follow_up: bool = False) -> Json:
    metadata = interaction_metadata(world, one)
    extra: Json = {
        "webhook_id": world.bot.id,
        "application_id": world.bot.id,
        "interaction_metadata": metadata,
    }
    reference: Message | None = None
    if follow_up and one.response is not None:
        metadata["original_response_message_id"] = one.response.id
        reference = one.response
    elif one.type == COMMAND:
        extra["type"] = 20
        name = metadata["name"]
        extra["interaction"] = {"id": one.id, "type": 2, "name": name, "user": metadata["user"]}
    else:
        reference = one.source
    if reference is not None:
        extra["type"] = 19
        extra["message_reference"] = {
            "type": 0,
            "channel_id": one.channel.id,
            "message_id": reference.id,
            "guild_id": one.channel.guild_id,
        }
    return extra


def _place(world: World, one: Interaction, data: Json, files: Uploads, extra: Json) -> Message:
    """Send a message in answer. It needs no channel permission, as on Discord."""
    private = bool((data.get("flags") or 0) & EPHEMERAL)
    reader = one.member.id if private else None
    message = compose(world, one.channel, world.bot, data, files, reader=reader, by_webhook=True, extra=extra)
    if not private:
        world.revive(world.bot, one.channel)
    if extra.get("loading"):
        del message.data["loading"]
        message.data |= {"content": "", "flags": message.data["flags"] | LOADING}
    world.add_message(message)
    return message


def _loading(world: World, one: Interaction, data: Json) -> Message:
    """ "The bot is thinking…": a message without content that the first edit fills."""
    dots: Json = {"content": "…", "flags": data.get("flags")}
    return _place(world, one, dots, {}, {**_extra(world, one), "loading": True})


def _update(world: World, one: Interaction, data: Json, files: Uploads) -> None:
    source = one.source
    if source is None or source.id not in world.messages:
        raise ApiError(10008)
    _editable(source)
    if files_of(source.data) and not files and data.get("attachments") is None:
        data = {"embeds": [_without_picture(embed) for embed in source.data["embeds"]], **data, "attachments": []}
    revise(world, source, data, files)
    one.response = source


def _without_picture(embed: Json) -> Json:
    """An answer to a press removes every file that it does not name (discord-api-docs#6277)."""
    return {key: value for key, value in embed.items() if key not in ("image", "thumbnail")}


def _editable(message: Message) -> None:
    if message.channel.archived and message.reader is None:
        raise ApiError(50083)


def find(world: World, one: Interaction, which: str) -> Message:
    """`@original`, or one of the messages this interaction made; 10008 otherwise."""
    if which == "@original":
        message = one.response
    else:
        candidates = [*one.followups, one.response, one.source]
        message = next((each for each in candidates if each is not None and each.id == which), None)
    if message is None or message.id not in world.messages:
        raise ApiError(10008)
    return message


def edit(world: World, one: Interaction, which: str, data: Json, files: Uploads) -> Message:
    """Edit `@original` or a follow-up; the first edit of a deferred reply is its answer."""
    message = find(world, one, which)
    _editable(message)
    revise(world, message, data, files)
    if one.state == "thinking" and message is one.response:
        world.interactions.settle(one, "answered")
    return message


def delete(world: World, one: Interaction, which: str) -> None:
    """Delete `@original` or a follow-up."""
    message = find(world, one, which)
    world.delete_message(message)
    if one.state == "thinking":
        world.interactions.settle(one, "answered")


def follow_up(world: World, one: Interaction, data: Json, files: Uploads) -> Message:
    """Send a further message. After a deferred reply the first one fills the waiting message instead."""
    if one.state == "thinking" and one.response is not None and one.response.id in world.messages:
        return edit(world, one, "@original", {**data, "flags": None}, files)
    message = _place(world, one, data, files, _extra(world, one, follow_up=True))
    one.followups.append(message)
    return message
