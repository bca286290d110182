"""``/table`` and ``/verify``: what people do with a table, whatever its game."""

import io
import json

import discord
from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.games import CATALOGUE
from bot.screens.table.dice_proof import verify_lines
from bot.screens.table.leaving import end_question, ends_unasked, leave_question, may_end
from bot.tables.model import errors
from bot.tables.model.table import Status, Table, table_id
from bot.tables.service.service import Change
from bot.ui.discord.permissions import lacks_permissions, may_manage
from bot.ui.discord.reply import CHANGE, Interaction, guild_and_channel, reader, whisper, whisper_all
from cogs.base import ClientCog

CODE = _s("The table's code, at the foot of its board (the last table of this channel if you give none)")


@app_commands.guild_only()
class Tables(ClientCog, commands.GroupCog, group_name=_s("table"), group_description=_s("The table in this channel")):
    """Shows, leaves, ends and records tables."""

    def __init__(self, client: Gobelet) -> None:
        """Ask the tables of ``client``."""
        super().__init__(client)
        self._tables = client.services.tables

    @app_commands.command(name=_s("show"), description=_s("Post the board again at the bottom of this channel"))
    async def show(self, interaction: Interaction) -> None:
        """Post the board of this channel's live table as the answer, and remove the old one."""
        if await lacks_permissions(interaction):
            return
        table = await self._live(interaction)
        await self._client.opening.post_as_answer(interaction, table)
        if table.vote is not None:
            self._client.presenter.run_later(self._client.presenter.vote_again(table), "post the vote again")

    @app_commands.command(name=_s("leave"), description=_s("Leave the game in this channel; the others go on"))
    async def leave(self, interaction: Interaction) -> None:
        """Stand up in the lobby; or leave the game for good, after a question."""
        table, user = await self._live(interaction), interaction.user.id
        if table.status is Status.PLAYING and table.seat_of(user) is not None:
            question = leave_question(self._context(interaction), table, user)
            await self._client.router.at(interaction, table.id).whisper(question, table)
            return
        change = await self._tables.leave(table.id, user)
        t = reader(interaction)
        await self._tell(interaction, change, t("You have left the table."))

    @app_commands.command(name=_s("end"), description=_s("End the game in this channel (host or Manage Server)"))
    async def end(self, interaction: Interaction) -> None:
        """Close the lobby or end the game, after a question; nothing counts."""
        table = await self._live(interaction)
        if not may_end(table, interaction.user.id, may_manage(interaction)):
            raise errors.NotAllowed
        if not ends_unasked(table, interaction.user.id):
            await self._client.router.at(interaction, table.id).whisper(
                end_question(self._context(interaction), table), table
            )
            return
        change = await self._tables.end(table.id, interaction.user.id, may_manage(interaction))
        t = reader(interaction)
        await self._tell(interaction, change, t("The table is closed."))

    async def _tell(self, interaction: Interaction, change: Change, sentence: str) -> None:
        """Say what somebody did, and show it, even if the answer fails."""
        interaction.extras[CHANGE] = change
        try:
            await whisper(interaction, sentence)
        finally:
            self._client.presenter.run_later(self._client.presenter.changed(change), "show who left, or the end")

    @app_commands.command(name=_s("record"), description=_s("Get the record of a game as a file"))
    @app_commands.rename(code=_s("code"))
    @app_commands.describe(code=CODE)
    async def record(self, interaction: Interaction, code: str = "") -> None:
        """Send the record as a private file."""
        table = await named_table(self._client, interaction, code)
        records = await self._tables.history.records(table.id, interaction.user.id)
        t = reader(interaction)
        lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
        file = discord.File(
            io.BytesIO(lines.encode()),
            filename=f"{table.game.key}-{table.code}.json" + ("l" if len(records) > 1 else ""),
            description=t("The record of a game of {game}", game=t(CATALOGUE[table.game.key].label)),
        )
        await interaction.response.send_message(
            t("Every throw and every decision of table {code}.", code=table.code), file=file, ephemeral=True
        )

    async def _live(self, interaction: Interaction) -> Table:
        table = await self._tables.repository.live_at(*guild_and_channel(interaction))
        if table is None:
            raise errors.NoTableHere
        return table


class Verify(ClientCog):
    """Checks the dice of a finished table."""

    @app_commands.command(name=_s("verify"), description=_s("Compute every throw of a finished game again"))
    @app_commands.rename(code=_s("code"), seal=_s("seal"))
    @app_commands.describe(
        code=CODE, seal=_s("The seal as you noted it in the lobby, to compare; spaces do not matter")
    )
    @app_commands.guild_only()
    async def verify(self, interaction: Interaction, code: str = "", seal: str = "") -> None:
        """Say privately whether every throw follows from the sealed secret, and who mixed in what."""
        table = await named_table(self._client, interaction, code)
        tables = self._client.services.tables
        honest, rows = await tables.history.verify(table.id), await tables.history.lobby_rows(table.id)
        lines = verify_lines(self._context(interaction), table, rows, honest, seal)
        await whisper_all(interaction, lines, f"verify-{table.code}")


async def named_table(client: Gobelet, interaction: Interaction, code: str) -> Table:
    """Return the table with this code in this server, or the latest of the channel; raises NoTable.

    The code of a player's own table finds the public one it belongs to.
    """
    guild, channel = guild_and_channel(interaction)
    tables = client.services.tables
    if not code:
        latest = await tables.repository.latest(guild, channel)
        if latest is None:
            raise errors.NoTableHere
        return latest
    found = table_id(code.strip().lower())
    if found is None:
        raise errors.NoTable(code)
    table = await tables.get(found)
    if table.guild != guild:
        raise errors.NoTable(code)
    return table if table.parent is None else await tables.get(table.parent)


async def setup(client: Gobelet) -> None:
    """Add the cogs."""
    await Tables.add(client)
    await Verify.add(client)
