"""Routes about the application: itself, its emojis, and how it connects."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any

from bot.standin.rest.router import RestCall, RestRouter
from bot.standin.world import payloads
from bot.standin.world.errors import ApiError, FormErrors
from bot.standin.world.model import Blob, Emoji, Json
from bot.standin.world.world import World

__all__ = ["add_routes"]

_EMOJI_NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
_IMAGE = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", re.DOTALL)
_EMOJI_SIZE = 256 * 1024


def add_routes(router: RestRouter) -> None:
    """Add these routes to the table."""
    add = router.add
    add("GET", "/gateway", lambda call: {"url": call.world.gateway_url}, open=True)
    add("GET", "/gateway/bot", gateway_bot)
    add("GET", "/users/@me", lambda call: {**payloads.user(call.world.bot), "verified": True, "locale": "en-US"})
    add("POST", "/users/@me/channels", open_direct)
    add("GET", "/applications/@me", lambda call: payloads.application(call.world))
    add("GET", "/oauth2/applications/@me", lambda call: payloads.application(call.world))
    emojis = "/applications/{application_id}/emojis"
    add("GET", emojis, list_emojis)
    add("POST", emojis, create_emoji)
    add("GET", emojis + "/{emoji_id}", lambda call: payloads.emoji(call.world, _emoji(call)))
    add("DELETE", emojis + "/{emoji_id}", delete_emoji)


def gateway_bot(call: RestCall) -> Json:
    """Where to connect, with how many shards, and how often a bot may."""
    return call.world.gateway_bot()


def open_direct(call: RestCall) -> Json:
    """The direct messages with somebody, from the first request on; what they take shows when the bot writes there."""
    member = call.world.members.get(str(call.form().get("recipient_id")))
    if member is None:
        raise ApiError(10013)
    if member.bot:
        raise ApiError(50007)
    return payloads.channel(call.world, call.world.direct(member))


# Emojis


def list_emojis(call: RestCall) -> Json:
    """All emojis of the application."""
    return {"items": [payloads.emoji(call.world, emoji) for emoji in call.world.emojis.values()]}


def _emoji(call: RestCall) -> Emoji:
    emoji = call.world.emojis.get(call.args[1])
    if emoji is None:
        raise ApiError(10014)
    return emoji


def _check_emoji_name(world: World, name: Any) -> None:
    errors = FormErrors()
    if not isinstance(name, str) or not _EMOJI_NAME.fullmatch(name):
        text = "Must be between 2 and 32 letters, digits or underscores."
        errors.add(("name",), "STRING_TYPE_REGEX", text)
    elif any(emoji.name == name for emoji in world.emojis.values()):
        text = "An emoji with this name already exists"
        errors.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", text)
    errors.check()


def create_emoji(call: RestCall) -> Json:
    """Upload an emoji: a data URI of at most 256 KiB, under a name of its own."""
    world, form = call.world, call.form()
    _check_emoji_name(world, form.get("name"))
    if len(world.emojis) >= 2000:
        raise ApiError(30008)
    match = _IMAGE.fullmatch(str(form.get("image", "")))
    errors = FormErrors()
    data = b""
    try:
        data = base64.b64decode(match[2], validate=True) if match else b""
    except binascii.Error:
        match = None
    if match is None or not data:
        errors.add(("image",), "IMAGE_INVALID", "Invalid image data")
    elif len(data) > _EMOJI_SIZE:
        errors.add(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    errors.check()
    assert match is not None  # noqa: S101 - checked above; for the type checker
    emoji = Emoji(world.ids.next(), form["name"], match[1] == "image/gif")
    world.emojis[emoji.id] = emoji
    world.add_blob(emoji.id, Blob(emoji.name, match[1], data))
    return payloads.emoji(world, emoji)


def delete_emoji(call: RestCall) -> None:
    """Remove an emoji and its picture."""
    emoji = _emoji(call)
    del call.world.emojis[emoji.id]
    call.world.blobs.pop(emoji.id, None)
    call.world.touch()
