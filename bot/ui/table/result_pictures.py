"""The picture of a finished game. The board shows the result first; one more edit adds the picture."""

import logging
from collections.abc import Callable, Sequence

from bot.pictures import PictureRenderer, RendererClosed, card_alt
from bot.screens.kit import Card, RenderContext
from bot.screens.table.card import game_card, has_card, result_card
from bot.tables.core.model import Table, code
from bot.ui.discord.names import DisplayNames
from bot.ui.discord.pictures import Picture
from bot.ui.table.picture_places import PicturePlaces

log = logging.getLogger(__name__)

_NAME = "result.png"


class ResultPictures:
    """Draws the pictures of finished games, where servers want them."""

    def __init__(self, renderer: PictureRenderer, names: DisplayNames, places: PicturePlaces) -> None:
        """Draw in ``renderer`` with ``names``, for ``places`` that take pictures."""
        self._studio = renderer
        self._names = names
        self._places = places

    async def of(self, context: RenderContext, table: Table) -> Picture | None:
        """Return the picture of ``table``; None if there is none, or it is unwanted, not allowed or impossible."""
        return await self._drawn(context, table, result_card) if has_card(table) else None

    async def of_game(self, context: RenderContext, table: Table) -> Picture | None:
        """Return the picture of the game of a match that ended last; None as with :meth:`of`."""
        return await self._drawn(context, table, game_card)

    async def _drawn(
        self, context: RenderContext, table: Table, make: Callable[[RenderContext, Table, Sequence[str]], Card | None]
    ) -> Picture | None:
        if not await self._places.take(table):
            return None
        card = make(context, table, await self._names.of(table.guild, table.players))
        if card is None:
            return None
        try:
            return Picture(_NAME, await self._studio.card(card), card_alt(context.t, card))
        except RendererClosed:
            return None
        except Exception:  # The board shows the result; a picture is never worth a failure.
            log.exception("table %s: its picture could not be drawn", code(table.id))
            return None
