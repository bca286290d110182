"""What the bot keeps about a person, a copy of it, its end; and the end of a server's data."""

import asyncio
import gzip
import io
import json
import logging
from dataclasses import replace

import discord
from discord.ext import commands

from bot.client import Gobelet
from bot.screens.players.privacy import ASK, ERASE, EXPORT, erase_screen, erased_screen, privacy_screen
from bot.screens.server.help import MY_DATA
from bot.tables.model.errors import translated_errors
from bot.tables.people import erase
from bot.tables.service.service import Change
from bot.ui.discord.adapter import render
from bot.ui.discord.reply import Interaction, is_private, reader
from cogs.base import ClientCog, on_press

log = logging.getLogger(__name__)


_LARGEST = 8 * 2**20
"""Bytes of a file that any server takes; a larger export is compressed."""


class Privacy(ClientCog):
    """Explains, exports, erases; forgets servers that removed the bot."""

    def __init__(self, client: Gobelet) -> None:
        """Work on the data of ``client``."""
        super().__init__(client)
        self._data = client.services.privacy
        self._departures = client.departures

    @on_press(MY_DATA)
    async def _explain(self, interaction: Interaction) -> None:
        screen = privacy_screen(self._context(interaction), self._client.services.support)
        await self._whisper(interaction, screen)

    @on_press(ASK)
    async def _ask(self, interaction: Interaction) -> None:
        await self._whisper(interaction, erase_screen(self._context(interaction)))

    @on_press(EXPORT)
    async def _export(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        name, content = await asyncio.to_thread(_file, await self._data.export(interaction.user.id))
        t = reader(interaction)
        file = discord.File(io.BytesIO(content), filename=name, description=t("Everything kept about you"))
        await interaction.followup.send(
            t("Everything that is kept about you, of all places. Only you see this."), file=file, ephemeral=True
        )

    @on_press(ERASE)
    async def _erase(self, interaction: Interaction) -> None:
        """Erase, if this press came from the private message that explains it, and from nowhere else."""
        if not is_private(interaction):
            await self._ask(interaction)
            return
        user = interaction.user.id
        await interaction.response.defer()
        with translated_errors():
            crowns = await self._client.services.seasons.roles_of(user)
        changes = await erase(self._client.services.tables, self._data, user)
        if crowns:
            taking = self._client.final_tables.take_roles(user, crowns)
            self._client.presenter.run_later(taking, "take the role of champions from somebody erased")
        self._client.memory.forget_person(user)
        context = self._context(interaction)
        try:
            await interaction.edit_original_response(**render(erased_screen(context), context.glyphs).kwargs)
        finally:
            for change in changes:
                self._client.presenter.run_later(self._show(change), "draw a board without somebody erased")
        log.info("somebody was erased, from %d live tables", len(changes))

    async def _show(self, change: Change) -> None:
        """Draw a table that the person has left from its row, and call the next player to act.

        Another process does so at its tables; the erasure itself tells it.
        """
        services = self._client.services
        if not services.tables.repository.is_ours(change.after.guild):
            return
        table = await services.tables.get(change.after.id)
        await self._client.presenter.changed(replace(change, after=table))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server has removed the bot; its data waits 30 days. An outage does not come here."""
        self._client.router.count()
        log.info("left server %s; servers now: %d", guild.id, len(self._client.guilds))
        await self._departures.left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A server has invited the bot again in time."""
        self._client.router.count()
        await self._departures.back(guild.id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Notice what happened while the bot was not connected."""
        self._client.router.count()
        await self._departures.notice()


def _file(data: dict[str, object]) -> tuple[str, bytes]:
    """Return the name and the content of the export."""
    content = json.dumps(data, ensure_ascii=False, indent=1).encode()
    if len(content) <= _LARGEST:
        return "gobelet.json", content
    return "gobelet.json.gz", gzip.compress(content)


setup = Privacy.add
