"""The pictures of boards: drawn for the press that changes what they show, and kept by all other presses.

The name of the file tells what it shows. So the pressed message says by itself whether its picture is still true, and
a board without one gets it by the next press.
"""

from collections.abc import Sequence
from hashlib import blake2b

import discord

from bot.locales import Words
from bot.pictures import PictureRenderer, mountain_alt
from bot.screens.kit import Mountain
from bot.tables.core.model import Table
from bot.ui.discord.pictures import KeptPicture, Picture, kept_picture, within_seconds
from bot.ui.table.picture_places import PicturePlaces

SECONDS = 1.0
"""How long a press waits for its picture: Discord takes an answer for three, and storage may need two of them."""


class BoardPictures:
    """Draws the pictures of boards, where servers want them."""

    def __init__(self, renderer: PictureRenderer, places: PicturePlaces) -> None:
        """Draw in ``renderer``, for ``places`` that take pictures."""
        self._renderer = renderer
        self._places = places

    async def wanted(self, table: Table) -> bool:
        """Return whether pictures of ``table`` are wanted and allowed."""
        return await self._places.take(table)

    async def of(
        self, t: Words, mountain: Mountain, names: Sequence[str], shown: discord.Message | None
    ) -> Picture | KeptPicture | None:
        """Return the picture that message ``shown`` has, if it shows ``mountain``, else a new one.

        ``names`` by seat are for its description, empty for an unknown one. None if it cannot be drawn in time: then
        the board says everything in words.
        """
        name = f"mountain-{blake2b(repr(mountain).encode(), digest_size=6).hexdigest()}.png"
        kept = kept_picture(shown, name)
        if kept is not None:
            return kept
        png = await within_seconds(self._renderer.mountain(mountain), SECONDS)
        return None if png is None else Picture(name, png, mountain_alt(t, mountain, names))
