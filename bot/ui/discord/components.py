"""Buttons and menus as Discord's JSON, in a View that discord.py only carries.

:mod:`bot.ui.press.router` routes presses from ``on_interaction``; discord.py's view store does not. Nothing here
stays in memory, so every button lives as long as its message, over restarts, and no registration can be lost
(platform.md §2 lists the ways DynamicItem loses it).
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import discord
import msgspec

from bot.screens.kit import Button, Choice, CopyField, Entity, EntityMenu, Form, Glyphs, LinkButton, Menu, Row
from bot.tables.model.memory import LruCache
from bot.ui.discord import custom_id

_LABEL, _TEXT_INPUT, _SHORT, _TALL = 18, 4, 1, 2
_LINE, _COPY = "line", "copy"

_CUSTOM_EMOJI = re.compile(r"<(a?):(\w+):(\d+)>")


class Components(discord.ui.View):
    """Finished component rows in the shape of a View. It says that it is over, so discord.py stores and times nothing.

    It leaves out a View's own start (a future, a random id, a table of weights), because every press makes one.
    """

    def __init__(self, rows: list[msgspec.Raw]) -> None:
        """Carry ``rows`` (action rows as Discord's JSON)."""
        self.rows_json = rows
        """The rows as they are sent; do not change them."""

    def is_finished(self) -> bool:
        """Say that nobody awaits anything from it."""
        return True

    def is_dispatchable(self) -> bool:
        """Say that discord.py does not dispatch its presses."""
        return False

    def to_components(self) -> list[dict[str, Any]]:
        """Return the rows as discord.py wants them."""
        return [msgspec.json.decode(row) for row in self.rows_json]

    def has_components_v2(self) -> bool:
        """Say that these are the components of an ordinary message."""
        return False


class RawModal(discord.ui.Modal):
    """A finished modal. Like :class:`Components` it is stopped at birth; the router gets its input."""

    def __init__(self, payload: dict[str, Any]) -> None:
        """Carry ``payload`` (a modal as Discord's JSON)."""
        super().__init__(title=payload["title"], custom_id=payload["custom_id"])
        self._payload = payload
        self.stop()

    def to_dict(self) -> dict[str, Any]:
        """Return the modal as it is."""
        return self._payload


def form_json(form: Form, table: str | None, step: int) -> dict[str, Any]:
    """Return ``form`` as Discord's JSON, its id naming ``table`` and ``step``."""
    line = {
        "type": _TEXT_INPUT,
        "custom_id": _LINE,
        "style": _SHORT,
        "min_length": 1,
        "max_length": form.longest,
        "placeholder": form.example,
        "required": True,
    }
    parts = [{"type": _LABEL, "label": form.label, "description": form.hint, "component": line}]
    if form.to_copy is not None:
        parts.append(_to_copy(form.to_copy))
    return {"custom_id": custom_id.build(table, step, form.do), "title": form.title, "components": parts}


def _to_copy(copied: CopyField) -> dict[str, Any]:
    """Return a text field with text in it.

    It is native text that a phone lets people select, unlike a message and, as far as the documentation says, a Text
    Display.
    """
    field = {
        "type": _TEXT_INPUT,
        "custom_id": _COPY,
        "style": _TALL,
        "value": copied.text,
        "max_length": len(copied.text),
        "required": False,
    }
    return {"type": _LABEL, "label": copied.label, "description": copied.hint, "component": field}


def typed_text(data: Mapping[str, Any]) -> str:
    """Return the text that somebody typed into a form; ``data`` is that of the interaction that sent it."""
    for part in data.get("components") or ():
        line = part.get("component") or {}
        if line.get("custom_id") == _LINE:
            return str(line.get("value") or "")
    return ""


class _Drawn(NamedTuple):
    """The rows that a table showed last, and their JSON."""

    step: int
    glyphs: Glyphs
    rows: tuple[Row, ...]
    json: list[msgspec.Raw]


_REMEMBERED = 1024
_drawn: LruCache[str, _Drawn] = LruCache(_REMEMBERED)


def rows_json(
    rows: tuple[Row, ...], table: str | None, step: int, glyphs: Glyphs, *, again: bool = False
) -> list[msgspec.Raw]:
    """Return ``rows`` as Discord's JSON, their ids naming ``table`` and ``step``. Do not change it.

    ``again`` says that this is a board that will be drawn again. While a player holds dice, most rows are the very
    tuples of the board before: their JSON is remembered.
    """
    if table is None or not again:
        return [_row(row, table, step, glyphs) for row in rows]
    last = _drawn.get(table)
    same = last is not None and last.step == step and last.glyphs is glyphs
    known = {id(row): json for row, json in zip(last.rows, last.json, strict=True)} if last and same else {}
    found = [known.get(id(row)) or _row(row, table, step, glyphs) for row in rows]
    _drawn.put(table, _Drawn(step, glyphs, rows, found))
    return found


def forget_rows(table: str) -> None:
    """Forget the rows of a board that nobody plays at any more."""
    _drawn.drop(table)


_ROW, _ID = b'{"type":1,"components":[', b'{"custom_id":"'


def _row(row: Row, table: str | None, step: int, glyphs: Glyphs) -> msgspec.Raw:
    head = custom_id.head(table, step)
    buttons = [_button(item, glyphs) for item in row if isinstance(item, Button)]
    if len(buttons) < len(row):
        return msgspec.Raw(msgspec.json.encode({"type": 1, "components": [_item(one, head, glyphs) for one in row]}))
    custom_id.check_length(len(head) + max([len(item.do) for item in row if isinstance(item, Button)], default=0))
    begin = _ID + head.encode()
    return msgspec.Raw(b"".join((_ROW, begin, (b"," + begin).join(buttons), b"]}")))


def _button(button: Button, glyphs: Glyphs) -> bytes:
    """Return the JSON of ``button`` behind the head of its custom_id: the same at every table, so it is remembered."""
    emoji = button.emoji
    return _after_head(button, "" if emoji is None else glyphs.get(emoji, emoji))


@lru_cache(maxsize=1024)
def _after_head(button: Button, glyph: str) -> bytes:
    found: dict[str, Any] = {"custom_id": custom_id.checked(button.do), "type": 2, "style": int(button.style)}
    if button.label:
        found["label"] = button.label
    if button.disabled:
        found["disabled"] = True
    if glyph:
        found["emoji"] = emoji_json(glyph)
    return msgspec.json.encode(found).removeprefix(_ID)


def _item(item: Button | LinkButton | Menu | EntityMenu, head: str, glyphs: Glyphs) -> Any:
    if isinstance(item, LinkButton):
        return {"type": 2, "style": 5, "label": item.label, "url": item.url}
    press_id = head + custom_id.checked(item.do)
    custom_id.check_length(len(press_id))
    match item:
        case Button():
            return msgspec.Raw(_ID + head.encode() + _button(item, glyphs))
        case Menu():
            return _menu(item, press_id)
        case EntityMenu():
            return _entities(item, press_id)


def _menu(menu: Menu, press_id: str) -> dict[str, Any]:
    found = {
        "type": 3,
        "custom_id": press_id,
        "placeholder": menu.placeholder,
        "options": [_option(choice) for choice in menu.choices],
    }
    if (menu.least, menu.most) != (1, 1):
        found |= {"min_values": menu.least, "max_values": menu.most}
    if menu.disabled:
        found["disabled"] = True
    return found


def _option(choice: Choice) -> dict[str, Any]:
    found: dict[str, Any] = {"label": choice.label, "value": choice.do}
    if choice.description:
        found["description"] = choice.description
    if choice.chosen:
        found["default"] = True
    return found


_DEFAULTS = {Entity.ROLE: "role", Entity.CHANNEL: "channel"}
_DIRECT = [0, 2, 5, 13]
"""Kinds of channels that take messages: text, voice, announcements, stages."""
_PLACES = [*_DIRECT, 15, 16]
"""Kinds of channels with games in them, or below them: those, forums and media channels."""


def _entities(menu: EntityMenu, press_id: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "type": int(menu.of),
        "custom_id": press_id,
        "placeholder": menu.placeholder,
        "min_values": menu.least,
        "max_values": menu.most,
    }
    if menu.chosen:
        found["default_values"] = [{"id": str(chosen), "type": _DEFAULTS[menu.of]} for chosen in menu.chosen]
    if menu.of is Entity.CHANNEL:
        found["channel_types"] = _DIRECT if menu.direct else _PLACES
    return found


@lru_cache(maxsize=256)
def emoji_json(glyph: str) -> dict[str, Any]:
    """Return ``<:name:id>`` or a character as Discord's partial emoji. Do not change it."""
    found = _CUSTOM_EMOJI.fullmatch(glyph)
    if found is None:
        return {"name": glyph}
    animated, name, emoji_id = found.groups()
    return {"name": name, "id": emoji_id} | ({"animated": True} if animated else {})
