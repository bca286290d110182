"""Turns a screen into a Discord message."""

from dataclasses import dataclass
from typing import Any

import discord

from bot.screens.kit import IN_LARGE_WORDS, IN_WORDS, WORDS_ONLY, Glyphs, Mountain, Screen, spoken, words_only
from bot.ui.discord.components import Components, rows_json


@dataclass(frozen=True, slots=True)
class Rendered:
    """A screen as discord.py's arguments: ``await channel.send(**rendered.kwargs)``."""

    content: str
    embed: "Frame"
    view: Components
    picture: Mountain | None = None
    """What a picture above the frame shows; :mod:`bot.ui.delivery.pictures` adds it."""

    @property
    def kwargs(self) -> dict[str, Any]:
        """The arguments of ``send`` and ``edit_message``, without the picture."""
        return {"content": self.content or None, "embed": self.embed, "view": self.view}

    @property
    def sent(self) -> dict[str, Any]:
        """The arguments of ``send`` and ``send_message``."""
        return self.kwargs

    @property
    def edited(self) -> dict[str, Any]:
        """The arguments of ``edit`` and ``edit_message``; they remove every picture."""
        return self.kwargs | {"attachments": []}


def render(screen: Screen, glyphs: Glyphs, table: str | None = None, step: int = 0) -> Rendered:
    """Return ``screen`` as a message; without any emoji, or to be heard, where ``glyphs`` are of such a kind."""
    if glyphs is IN_WORDS or glyphs is IN_LARGE_WORDS:
        screen = spoken(screen)
    elif glyphs is WORDS_ONLY:
        screen = words_only(screen)
    components = Components(rows_json(screen.rows, table, step, glyphs))
    return Rendered(screen.content, Frame(_frame_json(screen)), components, screen.picture)


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
