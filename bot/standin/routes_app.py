"""Routes about the application: itself, its commands, its emojis."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bot.standin import payloads
from bot.standin.errors import ApiError, FormErrors
from bot.standin.limits_commands import check_command
from bot.standin.model import Blob, Emoji, Json
from bot.standin.router import Call, Handler, Router

if TYPE_CHECKING:
    from bot.standin.world import World

__all__ = ["add_routes"]

_EMOJI_NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
_IMAGE = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", re.DOTALL)
_EMOJI_SIZE = 256 * 1024
_COMMAND_KEYS = (
    *("name", "name_localizations", "description", "description_localizations", "options"),
    *("default_member_permissions", "contexts", "integration_types", "nsfw", "dm_permission"),
)


def add_routes(router: Router) -> None:
    """Add these routes to the table."""
    add = router.add
    add("GET", "/gateway", lambda call: {"url": call.world.gateway_url}, open=True)
    add("GET", "/gateway/bot", gateway_bot)
    add("GET", "/users/@me", lambda call: {**payloads.user(call.world.bot), "verified": True, "locale": "en-US"})
    add("GET", "/users/{user_id}", get_user)
    add("GET", "/applications/@me", lambda call: payloads.application(call.world))
    add("PATCH", "/applications/@me", lambda call: payloads.application(call.world))
    add("GET", "/oauth2/applications/@me", lambda call: payloads.application(call.world))
    for guild in (False, True):
        prefix = "/applications/{application_id}" + ("/guilds/{guild_id}" if guild else "") + "/commands"
        add("GET", prefix, _scoped(list_commands, guild))
        add("PUT", prefix, _scoped(put_commands, guild))
        add("POST", prefix, _scoped(create_command, guild))
        add("GET", prefix + "/{command_id}", _scoped(get_command, guild))
        add("PATCH", prefix + "/{command_id}", _scoped(edit_command, guild))
        add("DELETE", prefix + "/{command_id}", _scoped(delete_command, guild))
    emojis = "/applications/{application_id}/emojis"
    add("GET", emojis, list_emojis)
    add("POST", emojis, create_emoji)
    add("GET", emojis + "/{emoji_id}", lambda call: payloads.emoji(call.world, _emoji(call)))
    add("PATCH", emojis + "/{emoji_id}", edit_emoji)
    add("DELETE", emojis + "/{emoji_id}", delete_emoji)


def gateway_bot(call: Call) -> Json:
    """Where to connect and how often one may."""
    return {"url": call.world.gateway_url, "shards": 1, "session_start_limit": call.world.starts()}


def get_user(call: Call) -> Json:
    """Anybody of this world."""
    found = call.world.users.get(call.args[0])
    if found is None:
        raise ApiError(10013)
    return found


# Commands


def _scoped(handler: Callable[[Call, str | None], Any], guild: bool) -> Handler:
    """Bind a handler to the global commands or to those of a guild, after checking the ids in the path."""

    def scoped(call: Call) -> Any:
        world = call.world
        if call.args[0] != world.bot.id:
            text = "You are not authorized to perform this action on this application"
            raise ApiError(20012, status=403, message=text)
        if not guild:
            return handler(call, None)
        place = world.guilds.get(call.args[1])
        if place is None or world.bot.id not in place.members:
            raise ApiError(50001)
        return handler(call, place.id)

    return scoped


def _entries(world: World, scope: str | None) -> dict[tuple[str, int], Json]:
    return {
        (entry["name"], entry["type"]): entry for entry in world.commands.values() if entry.get("guild_id") == scope
    }


def _entry(world: World, scope: str | None, form: Json, command_id: str | None) -> Json:
    entry: Json = {
        "id": command_id or world.ids.next(),
        "application_id": world.bot.id,
        "version": world.ids.next(),
        "type": form.get("type", 1),
        "default_member_permissions": None,
        "nsfw": False,
        "dm_permission": True,
        "contexts": None,
        "integration_types": [0],
        "description": "",
        "name_localizations": None,
        "description_localizations": None,
    }
    entry |= {key: form[key] for key in _COMMAND_KEYS if key in form}
    if scope:
        entry["guild_id"] = scope
    return entry


def list_commands(call: Call, scope: str | None) -> list[Json]:
    """The registered commands of one scope."""
    return list(_entries(call.world, scope).values())


def put_commands(call: Call, scope: str | None) -> list[Json]:
    """Replace all commands of one scope; those that keep name and type keep their id."""
    world = call.world
    forms = call.body
    errors = FormErrors()
    if not isinstance(forms, list):
        raise ApiError(50109)
    for number, form in enumerate(forms):
        check_command(form, errors, (number,))
    names = [(form.get("name"), form.get("type", 1)) for form in forms]
    for number, name in enumerate(names):
        if name in names[:number]:
            text = "Application command names must be unique"
            errors.add((number,), "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
    errors.check()
    if sum(kind == 1 for _, kind in names) > 100:
        raise ApiError(30032)
    before = _entries(world, scope)
    fresh: list[Json] = []
    for form, (name, kind) in zip(forms, names, strict=True):
        old = before.get((str(name), kind))
        fresh.append(_entry(world, scope, form, old["id"] if old else None))
    for entry in before.values():
        del world.commands[entry["id"]]
    world.commands |= {entry["id"]: entry for entry in fresh}
    world.emit("commands")
    return fresh


def create_command(call: Call, scope: str | None) -> Json:
    """Register one command, or replace the one of the same name."""
    world, form = call.world, call.form()
    errors = FormErrors()
    check_command(form, errors)
    errors.check()
    old = _entries(world, scope).get((form["name"], form.get("type", 1)))
    entry = _entry(world, scope, form, old["id"] if old else None)
    world.commands[entry["id"]] = entry
    world.emit("commands")
    return entry


def _command(call: Call, scope: str | None) -> Json:
    found = call.world.commands.get(call.args[-1])
    if found is None or found.get("guild_id") != scope:
        raise ApiError(10063)
    return found


def get_command(call: Call, scope: str | None) -> Json:
    """One registered command."""
    return _command(call, scope)


def edit_command(call: Call, scope: str | None) -> Json:
    """Change one registered command."""
    world, old = call.world, _command(call, scope)
    form = {**old, **call.form()}
    errors = FormErrors()
    check_command(form, errors)
    errors.check()
    entry = _entry(world, old.get("guild_id"), form, old["id"])
    world.commands[entry["id"]] = entry
    world.emit("commands")
    return entry


def delete_command(call: Call, scope: str | None) -> None:
    """Remove one registered command."""
    del call.world.commands[_command(call, scope)["id"]]
    call.world.emit("commands")


# Emojis


def list_emojis(call: Call) -> Json:
    """All emojis of the application."""
    return {"items": [payloads.emoji(call.world, one) for one in call.world.emojis.values()]}


def _emoji(call: Call) -> Emoji:
    found = call.world.emojis.get(call.args[1])
    if found is None:
        raise ApiError(10014)
    return found


def _check_emoji_name(world: World, name: Any, own: str | None) -> None:
    errors = FormErrors()
    if not isinstance(name, str) or not _EMOJI_NAME.fullmatch(name):
        text = "Must be between 2 and 32 letters, digits or underscores."
        errors.add(("name",), "STRING_TYPE_REGEX", text)
    elif any(one.name == name and one.id != own for one in world.emojis.values()):
        text = "An emoji with this name already exists"
        errors.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", text)
    errors.check()


def create_emoji(call: Call) -> Json:
    """Upload an emoji: a data URI of at most 256 KiB, under a name of its own."""
    world, form = call.world, call.form()
    _check_emoji_name(world, form.get("name"), None)
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


def edit_emoji(call: Call) -> Json:
    """Rename an emoji."""
    emoji, form = _emoji(call), call.form()
    _check_emoji_name(call.world, form.get("name"), emoji.id)
    emoji.name = form["name"]
    call.world.touch()
    return payloads.emoji(call.world, emoji)


def delete_emoji(call: Call) -> None:
    """Remove an emoji and its picture."""
    emoji = _emoji(call)
    del call.world.emojis[emoji.id]
    call.world.blobs.pop(emoji.id, None)
    call.world.touch()
