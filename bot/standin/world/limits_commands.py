"""Discord's rules for application commands, and for the values that people fill into their options."""

from __future__ import annotations

import re
from typing import Any

from bot.standin.world.errors import FormErrors, Refused
from bot.standin.world.model import Json

__all__ = ["ENTRY_POINT", "LOCALES", "check_command", "check_value"]

CHAT_INPUT, OF_USER, ENTRY_POINT = 1, 2, 4
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 3, 4, 5, 6, 7, 8, 9, 10, 11
_LOCALES = "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th"
LOCALES = frozenset([*_LOCALES.split(), "zh-CN", "ja", "zh-TW", "ko"])
_NAME = re.compile(r"[-_'\w]{1,32}")
_SAFE_INTEGER = 2**53

Path = tuple[str | int, ...]


def check_command(command: Any, errors: FormErrors, path: Path = ()) -> None:
    """Note what is wrong with a command a bot registers."""
    if not isinstance(command, dict):
        errors.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used here.")
        return
    kind = command.get("type", 1)
    if kind == CHAT_INPUT:
        _check_names(command, errors, path)
        _check_options(command.get("options") or [], errors, path, depth=0)
    elif kind == ENTRY_POINT:
        errors.length((*path, "name"), command.get("name"), 32, 1)
        if command.get("handler") not in (1, 2):
            errors.add((*path, "handler"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
    else:
        errors.length((*path, "name"), command.get("name"), 32, 1)
        if command.get("description"):
            text = "Context menu commands cannot have description"
            errors.add((*path, "description"), "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED", text)
    for key, most in (("integration_types", 1), ("contexts", 2)):
        if command.get(key) is not None:
            _check_kinds(command[key], most, errors, (*path, key))
    size = _size(command)
    if size > 8000:
        text = f"Command exceeds maximum size ({size} > 8000)"
        errors.add(path, "APPLICATION_COMMAND_TOO_LARGE", text)


def _check_kinds(value: Any, most: int, errors: FormErrors, path: Path) -> None:
    """Note unless `value` lists kinds of installation, or of places, from 0 to `most`, each once."""
    if not isinstance(value, list) or not value or len(set(value)) < len(value):
        errors.add(path, "SET_TYPE_ALREADY_CONTAINS_VALUE", "Must be a list of one or more different values.")
    elif not set(value) <= set(range(most + 1)):
        errors.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {tuple(range(most + 1))}.")


def _check_name(value: Any, errors: FormErrors, path: Path) -> None:
    if not isinstance(value, str) or not _NAME.fullmatch(value) or value != value.lower():
        text = "Command name is invalid"
        errors.add(path, "APPLICATION_COMMAND_INVALID_NAME", text)


def _check_names(entry: Json, errors: FormErrors, path: Path) -> None:
    _check_name(entry.get("name"), errors, (*path, "name"))
    errors.length((*path, "description"), entry.get("description"), 100, 1)
    for key in ("name_localizations", "description_localizations"):
        for locale, value in (entry.get(key) or {}).items():
            place = (*path, key, locale)
            if locale not in LOCALES:
                errors.add(place, "ENUM_TYPE_COERCE", f'Value "{locale}" is not a valid enum value.')
            elif key == "name_localizations":
                _check_name(value, errors, place)
            else:
                errors.length(place, value, 100, 1)


def _check_options(options: list[Json], errors: FormErrors, path: Path, depth: int) -> None:
    if len(options) > 25:
        errors.add((*path, "options"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    names: set[str] = set()
    optional = False
    for number, option in enumerate(options):
        place = (*path, "options", number)
        _check_names(option, errors, place)
        if option.get("name") in names:
            text = "Option name is already used"
            errors.add((*place, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", text)
        names.add(option.get("name", ""))
        if option.get("type") in (SUBCOMMAND, GROUP):
            if depth >= 2 or (depth == 1 and option["type"] == GROUP):
                errors.add((*place, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deep")
            _check_options(option.get("options") or [], errors, place, depth + 1)
            continue
        if option.get("required") and optional:
            text = "Required options must be placed before non-required options"
            errors.add(place, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional = optional or not option.get("required")
        _check_option(option, errors, place)
    kinds = {option.get("type") in (SUBCOMMAND, GROUP) for option in options}
    if len(kinds) > 1:
        text = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        errors.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)


def _check_option(option: Json, errors: FormErrors, path: Path) -> None:
    if option.get("type") not in range(STRING, ATTACHMENT + 1):
        errors.add((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1..11}.")
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        text = "Choices and autocomplete are mutually exclusive"
        errors.add(path, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", text)
    check_choices(choices, errors, path)
    least, most = option.get("min_value"), option.get("max_value")
    if least is not None and most is not None and least > most:
        errors.add((*path, "min_value"), "NUMBER_TYPE_MAX", "min_value must be at most max_value")


def check_choices(choices: list[Json], errors: FormErrors, path: Path) -> None:
    """Note what is wrong with choices: fixed ones of an option, or those an autocompletion answers."""
    if len(choices) > 25:
        errors.add((*path, "choices"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    seen: set[str] = set()
    for number, choice in enumerate(choices):
        place = (*path, "choices", number)
        errors.length((*place, "name"), choice.get("name"), 100, 1)
        for locale, value in (choice.get("name_localizations") or {}).items():
            errors.length((*place, "name_localizations", locale), value, 100, 1)
        value = choice.get("value")
        if isinstance(value, str):
            errors.length((*place, "value"), value, 100, 1)
        elif not isinstance(value, int | float):
            errors.add((*place, "value"), "BASE_TYPE_REQUIRED", "This field is required")
        if choice.get("name") in seen:
            text = "Choice name is already used"
            errors.add((*place, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE", text)
        seen.add(choice.get("name", ""))


def _size(entry: Json) -> int:
    """Characters that count towards the 8000 of a command: the longest language of each text counts."""
    total = 0
    for key in ("name", "description"):
        variants = (entry.get(f"{key}_localizations") or {}).values()
        total += max(len(str(entry.get(key) or "")), *(len(str(value)) for value in variants), 0)
    for choice in entry.get("choices") or ():
        variants = (choice.get("name_localizations") or {}).values()
        total += max(len(str(choice.get("name") or "")), *(len(str(value)) for value in variants), 0)
        total += len(choice["value"]) if isinstance(choice.get("value"), str) else 0
    return total + sum(_size(option) for option in entry.get("options") or ())


def check_value(option: Json, value: Any) -> Any:
    """The value to send for a person's input, after the checks of Discord's client."""
    kind = option["type"]
    if kind in (INTEGER, NUMBER):
        value = _number(option, value)
        good = value is not None
    elif kind == BOOLEAN:
        good = isinstance(value, bool)
    elif kind == STRING:
        good = isinstance(value, str)
        good = good and option.get("min_length", 0) <= len(value) <= option.get("max_length", 6000)
    else:
        good = isinstance(value, str)
    choices = option.get("choices")
    if not good or (choices and value not in [choice["value"] for choice in choices]):
        raise Refused("bad_option", option["name"])
    return value


def _number(option: Json, value: Any) -> float | None:
    """The number within the bounds of its option, or None."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    whole = option["type"] == INTEGER
    if whole and (value != int(value) or abs(value) > _SAFE_INTEGER):
        return None
    if value < option.get("min_value", value) or value > option.get("max_value", value):
        return None
    return int(value) if whole else float(value)
