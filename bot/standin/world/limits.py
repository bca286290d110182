"""Discord's limits on a message: content, embeds, flags, mentions and files. A breach is an error 50035."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from bot.standin.world.errors import ApiError, FormErrors
from bot.standin.world.limits_components import check_components
from bot.standin.world.mentions import check_allowed
from bot.standin.world.model import COMPONENTS_V2, Json

__all__ = ["FILE_LIMIT", "check_message"]

FILE_LIMIT = 10 * 1024 * 1024
REQUEST_LIMIT = 25 * 1024 * 1024
_EMBED_TOTAL = 6000


def check_message(payload: Json, emojis: Container[str], *, v2_before: bool = False) -> None:
    """Refuse what Discord refuses in a new or edited message.

    `v2_before` says that the edited message already uses components V2, a flag that nobody can take back.
    """
    errors = FormErrors()
    v2 = v2_before or bool(_flags(payload, errors) & COMPONENTS_V2)
    content = payload.get("content")
    if content is not None:
        errors.length(("content",), content, 2000)
    embeds = payload.get("embeds")
    if embeds:
        _check_embeds(embeds, errors)
    if v2:
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if payload.get(key):
                code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
                errors.add((key,), code, f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
    components = payload.get("components")
    if components:
        check_components(components, emojis, errors, v2=v2)
    check_allowed(payload.get("allowed_mentions"), errors)
    nonce = payload.get("nonce")
    if nonce is not None and len(str(nonce)) > 25:
        errors.add(("nonce",), "NONCE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    _check_attachments(payload.get("attachments"), errors)
    errors.check()


def _flags(payload: Json, errors: FormErrors) -> int:
    flags = payload.get("flags")
    if flags is None:
        return 0
    if not isinstance(flags, int) or isinstance(flags, bool):
        errors.add(("flags",), "NUMBER_TYPE_COERCE", "Value is not int.")
        return 0
    return flags


def _check_attachments(attachments: Any, errors: FormErrors) -> None:
    if not attachments:
        return
    if len(attachments) > 10:
        errors.add(("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    for number, attachment in enumerate(attachments):
        if attachment.get("description") is not None:
            errors.length(("attachments", number, "description"), attachment["description"], 1024)


def check_files(sizes: list[int]) -> None:
    """Refuse files that are too big, alone (10 MiB) or together (25 MiB)."""
    if any(size > FILE_LIMIT for size in sizes) or sum(sizes) > REQUEST_LIMIT:
        raise ApiError(40005)


def _check_embeds(embeds: Any, errors: FormErrors) -> None:
    if not isinstance(embeds, list):
        errors.add(("embeds",), "LIST_TYPE_CONVERT", "Only iterables may be used here.")
        return
    if len(embeds) > 10:
        errors.add(("embeds",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    total = sum(_check_embed(embed, ("embeds", number), errors) for number, embed in enumerate(embeds))
    if total > _EMBED_TOTAL:
        text = f"Embed size exceeds maximum size of {_EMBED_TOTAL}"
        errors.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", text)


def _check_embed(embed: Any, path: tuple[str | int, ...], errors: FormErrors) -> int:
    """Check one embed; returns how many characters count towards the total."""
    if not isinstance(embed, dict):
        errors.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used here.")
        return 0
    count = _text(embed, "title", 256, path, errors) + _text(embed, "description", 4096, path, errors)
    footer, author = embed.get("footer"), embed.get("author")
    if footer:
        count += _text(footer, "text", 2048, (*path, "footer"), errors, required=True)
    if author:
        count += _text(author, "name", 256, (*path, "author"), errors, required=True)
    fields = embed.get("fields") or ()
    if len(fields) > 25:
        errors.add((*path, "fields"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for number, field in enumerate(fields):
        place = (*path, "fields", number)
        count += _text(field, "name", 256, place, errors, required=True)
        count += _text(field, "value", 1024, place, errors, required=True)
    color = embed.get("color")
    if color is not None and not 0 <= color <= 0xFFFFFF:
        errors.add((*path, "color"), "NUMBER_TYPE_MAX", "int value should be less than or equal to 16777215.")
    for key in ("image", "thumbnail", "url"):
        value = embed.get(key)
        url = value.get("url") if isinstance(value, dict) else value
        if url and not str(url).startswith(("http://", "https://", "attachment://")):
            text = f"Scheme must be one of ('http', 'https', 'attachment'): {url}"
            errors.add((*path, key), "URL_TYPE_INVALID_SCHEME", text)
    if not count and not any(embed.get(key) for key in ("image", "thumbnail", "video")):
        errors.add((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required")
    return count


def _text(
    holder: Json, key: str, most: int, path: tuple[str | int, ...], errors: FormErrors, *, required: bool = False
) -> int:
    value = holder.get(key)
    if value is None or value == "":
        if required:
            errors.add((*path, key), "BASE_TYPE_REQUIRED", "This field is required")
        return 0
    if not isinstance(value, str):
        errors.add((*path, key), "STRING_TYPE_CONVERT", "Must be a string.")
        return 0
    if len(value) > most:
        errors.add((*path, key), "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    return len(value)
