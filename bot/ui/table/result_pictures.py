"""The picture of a finished game. The board shows the result first; one more edit adds the picture."""

import logging

import discord

from bot.pictures import PictureRenderer, RendererClosed, card_alt
from bot.screens.kit import RenderContext
from bot.screens.table.card import has_card, result_card
from bot.tables.core.model import Table, code
from bot.tables.core.store import StoreError
from bot.tables.people.choices import GuildSettings
from bot.ui.discord.names import DisplayNames
from bot.ui.discord.permissions import needed_in
from bot.ui.discord.pictures import Picture

log = logging.getLogger(__name__)

_NAME = "result.png"


class ResultPictures:
    """Draws the pictures of finished games, where servers want them."""

    def __init__(
        self, client: discord.Client, renderer: PictureRenderer, names: DisplayNames, settings: GuildSettings
    ) -> None:
        """Draw in ``renderer`` with ``names``; ``settings`` say who wants pictures, ``client`` where they may go."""
        self._client = client
        self._studio = renderer
        self._names = names
        self._settings = settings

    async def of(self, context: RenderContext, table: Table) -> Picture | None:
        """Return the picture of ``table``; None if there is none, or it is unwanted, not allowed or impossible."""
        if not has_card(table) or not self._allowed(table.channel) or not await self._wanted(table):
            return None
        card = result_card(context, table, await self._names.of(table.guild, table.players))
        if card is None:
            return None
        try:
            return Picture(_NAME, await self._studio.card(card), card_alt(context.t, card))
        except RendererClosed:
            return None
        except Exception:  # The board shows the result; a picture is never worth a failure.
            log.exception("table %s: its picture could not be drawn", code(table.id))
            return None

    async def _wanted(self, table: Table) -> bool:
        try:
            return (await self._settings.of(table.guild)).pictures
        except StoreError as error:
            log.warning("table %s: whether pictures are wanted cannot be read: %s", code(table.id), error)
            return False

    def _allowed(self, channel: int) -> bool:
        """Whether the bot may attach files there. Where the gateway does not say, it tries."""
        place = self._client.get_channel(channel)
        if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
            return True
        may = place.permissions_for(place.guild.me)
        needed = (*needed_in(place), "attach_files")
        return all(getattr(may, name) for name in needed if not name.startswith("send_"))
