"""Turns a screen into a Discord message."""

from dataclasses import dataclass
from typing import Any

import discord

from bot.screens.kit import WORDS_ONLY, Glyphs, Screen, words_only
from bot.ui.discord.components import Components, rows_json


@dataclass(frozen=True, slots=True)
class Rendered:
    """A screen as discord.py's arguments: ``await channel.send(**rendered.kwargs)``."""

    content: str
    embed: "Frame"
    view: Components

    @property
    def kwargs(self) -> dict[str, Any]:
        """The arguments of ``send`` and ``edit_message``."""
        return {"content": self.content or None, "embed": self.embed, "view": self.view}


def render(screen: Screen, glyphs: Glyphs, table: str | None = None, step: int = 0) -> Rendered:
    """Return ``screen`` as a message; with :data:`WORDS_ONLY` without any emoji."""
    if glyphs is WORDS_ONLY:
        screen = words_only(screen)
    return Rendered(screen.content, Frame(_frame_json(screen)), Components(rows_json(screen.rows, table, step, glyphs)))


class Frame(discord.Embed):
    """A finished embed: Discord's JSON in the shape of discord.py's class. Call only :meth:`to_dict`."""

    def __init__(self, json: dict[str, Any]) -> None:
        """Carry ``json``."""
        self._json = json

    def to_dict(self) -> Any:
        """Return the embed as it is."""
        return self._json


def _frame_json(screen: Screen) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "rich", "color": screen.colour}
    if screen.title:
        found["title"] = screen.title
    if screen.body:
        found["description"] = screen.body
    if screen.fields:
        found["fields"] = [
            {"name": field.name, "value": field.value, "inline": field.inline} for field in screen.fields
        ]
    if screen.footer:
        found["footer"] = {"text": screen.footer}
    return found
