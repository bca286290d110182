"""The message of a press, as far as the bot reads it.

discord.py builds a whole Message for each press: its author, mentions, and an object for every button and every line
of a menu. That takes long (docs/performance.md), and nobody looks at it.
"""

from collections.abc import Mapping
from typing import Any

import discord


class PressedMessage(discord.Message):
    """A message in the shape of discord.py's class. It has an id, flags, frames and rows, and nothing else."""

    __slots__ = ("_frames", "rows")

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Take what the bot reads from ``data``, Discord's JSON."""
        self.id = int(data["id"])
        self.flags = discord.MessageFlags._from_value(data.get("flags", 0))
        self._frames = data.get("embeds", ())
        self.rows: list[dict[str, Any]] = data.get("components", [])
        """The rows of components, as Discord's JSON."""

    def __repr__(self) -> str:
        return f"<PressedMessage id={self.id}>"

    @property
    def embeds(self) -> list[discord.Embed]:  # type: ignore[override]
        """The frames. Only results and pictures ask for them."""
        return [discord.Embed.from_dict(frame) for frame in self._frames]
