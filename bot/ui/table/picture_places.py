"""Where pictures may go: servers that want them, channels where the bot may attach files."""

import logging

import discord

from bot.tables.core.model import Table
from bot.tables.core.store import StoreError
from bot.tables.people.choices import GuildSettings
from bot.ui.discord.permissions import needed_in

log = logging.getLogger(__name__)


class PicturePlaces:
    """Knows which tables take pictures."""

    def __init__(self, client: discord.Client, settings: GuildSettings) -> None:
        """Ask ``settings`` who wants pictures, and ``client`` where files may be attached."""
        self._client = client
        self._settings = settings

    async def take(self, table: Table) -> bool:
        """Return whether pictures of ``table`` are wanted and allowed."""
        return self._allowed(table.channel) and await self._wanted(table)

    async def _wanted(self, table: Table) -> bool:
        try:
            return (await self._settings.of(table.guild)).pictures
        except StoreError as error:
            log.warning("table %s: whether pictures are wanted cannot be read: %s", table.code, error)
            return False

    def _allowed(self, channel: int) -> bool:
        """Whether the bot may attach files there. Where the gateway does not say, it tries."""
        place = self._client.get_channel(channel)
        if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
            return True
        may = place.permissions_for(place.guild.me)
        needed = (*needed_in(place), "attach_files")
        return all(getattr(may, name) for name in needed if not name.startswith("send_"))
