"""Routes about the application's commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.standin.rest.router import Handler, RestCall, RestRouter
from bot.standin.world.errors import ApiError, FormErrors
from bot.standin.world.limits_commands import ENTRY_POINT, check_command
from bot.standin.world.model import Json
from bot.standin.world.world import World

__all__ = ["add_entry_point", "add_routes"]

_COMMAND_KEYS = (
    *("name", "name_localizations", "description", "description_localizations", "options"),
    *("default_member_permissions", "contexts", "integration_types", "nsfw", "dm_permission", "handler"),
)


def add_routes(router: RestRouter) -> None:
    """Add these routes to the table."""
    add = router.add
    for guild in (False, True):
        prefix = "/applications/{application_id}" + ("/guilds/{guild_id}" if guild else "") + "/commands"
        add("GET", prefix, _scoped(list_commands, guild))
        add("PUT", prefix, _scoped(put_commands, guild))


def _scoped(handler: Callable[[RestCall, str | None], Any], guild: bool) -> Handler:
    """Bind a handler to the global commands or to those of a guild, after checking the ids in the path."""

    def scoped(call: RestCall) -> Any:
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


def list_commands(call: RestCall, scope: str | None) -> list[Json]:
    """The registered commands of one scope; with their translations only on request."""
    entries = list(_entries(call.world, scope).values())
    if call.query.get("with_localizations") == "true":
        return entries
    return [{key: entry[key] for key in entry if not key.endswith("_localizations")} for entry in entries]


def put_commands(call: RestCall, scope: str | None) -> list[Json]:
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
    kinds = [kind for _, kind in names]
    if any(kind == ENTRY_POINT for _, kind in before) and ENTRY_POINT not in kinds:
        # Not documented: bots with an Activity have seen it.
        raise ApiError(50240)
    fresh: list[Json] = []
    for form, (name, kind) in zip(forms, names, strict=True):
        old = before.get((str(name), kind))
        fresh.append(_entry(world, scope, form, old["id"] if old else None))
    for entry in before.values():
        del world.commands[entry["id"]]
    world.commands |= {entry["id"]: entry for entry in fresh}
    world.emit("commands")
    return fresh


def add_entry_point(world: World) -> Json:
    """Add the command that Discord itself gives an application with Activities."""
    text = {"name": "launch", "name_localizations": {"fr": "lancer"}, "description": "Launch an activity"}
    where = {"contexts": [0, 1, 2], "integration_types": [0, 1]}
    entry = _entry(world, None, {"type": ENTRY_POINT, "handler": 2, **text, **where}, None)
    world.commands[entry["id"]] = entry
    world.emit("commands")
    return entry
