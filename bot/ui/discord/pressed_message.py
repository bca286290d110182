"""The message of a press, as far as the bot reads it.

discord.py builds a whole Message for each press: its author, mentions, and an object for every button and every line
of a menu. That takes long (docs/performance.md), and nobody looks at it.
"""

import discord
import msgspec

from bot.ui.discord.press_event import MessagePart


class PressedMessage(discord.Message):
    """A message in the shape of discord.py's class. It has an id, flags, frames and rows, and nothing else."""

    __slots__ = ("_frames", "rows_json")

    def __init__(self, part: MessagePart) -> None:
        """Take what the bot reads from ``part``."""
        self.id = int(part.id)
        self.flags = discord.MessageFlags._from_value(part.flags)
        self._frames = part.embeds
        self.rows_json = part.components
        """The rows of components, as the text that Discord sent."""

    def __repr__(self) -> str:
        return f"<PressedMessage id={self.id}>"

    @property
    def embeds(self) -> list[discord.Embed]:  # type: ignore[override]
        """The frames. Only results and pictures ask for them."""
        return [discord.Embed.from_dict(frame) for frame in msgspec.json.decode(self._frames)]
