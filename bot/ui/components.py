"""Buttons and menus as Discord's JSON, in a View that discord.py only carries.

Presses are routed by :mod:`bot.ui.router` from ``on_interaction``, not by discord.py's view store: nothing here is
kept in memory, so every button lives as long as its message, over restarts, and no registration can be lost
(platform.md §2 lists the ways DynamicItem loses it).
"""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.screens.kit import Button, Glyphs, Link, Menu, Row
from bot.ui import custom_id

_CUSTOM_EMOJI = re.compile(r"<(a?):(\w+):(\d+)>")


class Components(discord.ui.View):
    """Finished component rows. The View is stopped at birth, so discord.py stores and times nothing."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        """Carry ``rows`` (action rows as Discord's JSON)."""
        super().__init__(timeout=None)
        self._rows_json = rows
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        """Return the rows as they are."""
        return self._rows_json

    def has_components_v2(self) -> bool:
        """These are the components of an ordinary message."""
        return False


def rows_json(rows: tuple[Row, ...], table: str | None, step: int, glyphs: Glyphs) -> list[dict[str, Any]]:
    """Return ``rows`` as Discord's JSON, their ids naming ``table`` and ``step``."""
    return [{"type": 1, "components": [_item(item, table, step, glyphs) for item in row]} for row in rows]


def _item(item: Button | Link | Menu, table: str | None, step: int, glyphs: Glyphs) -> dict[str, Any]:
    match item:
        case Button():
            return _button(item, custom_id.build(table, step, item.do), glyphs)
        case Link():
            return {"type": 2, "style": 5, "label": item.label, "url": item.url}
        case Menu():
            return _menu(item, custom_id.build(table, step, item.do))


def _button(button: Button, press_id: str, glyphs: Glyphs) -> dict[str, Any]:
    found: dict[str, Any] = {"type": 2, "style": int(button.style), "custom_id": press_id}
    if button.label:
        found["label"] = button.label
    if button.disabled:
        found["disabled"] = True
    if button.emoji is not None:
        found["emoji"] = emoji_json(glyphs.get(button.emoji, button.emoji))
    return found


def _menu(menu: Menu, press_id: str) -> dict[str, Any]:
    return {
        "type": 3,
        "custom_id": press_id,
        "placeholder": menu.placeholder,
        "options": [
            {"label": choice.label, "value": choice.do}
            | ({"description": choice.description} if choice.description else {})
            for choice in menu.choices
        ],
    }


def emoji_json(glyph: str) -> dict[str, Any]:
    """Return ``<:name:id>`` or a character as Discord's partial emoji."""
    found = _CUSTOM_EMOJI.fullmatch(glyph)
    if found is None:
        return {"name": glyph}
    animated, name, emoji_id = found.groups()
    return {"name": name, "id": emoji_id} | ({"animated": True} if animated else {})
