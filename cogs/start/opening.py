"""Opening a table from a slash command: where the bot may play, which thread, the lobby message."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import discord

from bot.client import Gobelet
from bot.engine.types import AnyGame
from bot.locales import spoken
from bot.tables.core.lobbies import check_manner
from bot.tables.core.model import AS_USUAL, Manner, Table
from bot.tables.people.choices import GuildChoices
from bot.tables.play.clock import fitting
from bot.ui.discord.reply import Interaction, reader, where, whisper
from bot.ui.discord.rights import NEEDED_IN_OWN_THREAD, check_may_open, missing, needed_here, refuse_missing
from bot.ui.pace.lost import LOST, REFUSED, REQUEST_SECONDS

log = logging.getLogger(__name__)


async def board_language(client: Gobelet, interaction: Interaction) -> str:
    """Return the language of boards in this server: chosen by ``/settings``, else the server's locale."""
    guild, _ = where(interaction)
    chosen = await client.services.settings.of(guild)
    return chosen.language or spoken(str(interaction.guild_locale) if interaction.guild_locale else None)


async def open_table(
    interaction: Interaction,
    client: Gobelet,
    game: AnyGame,
    seats: int | None,
    *,
    thread: bool,
    manner: Manner = AS_USUAL,
) -> None:
    """Open a table of ``game`` in this channel, or in a thread of its own, and post its lobby.

    Refused where the server does not want it (NotHere, NotStarter); how absent players are treated is what it chose.
    """
    choices = await client.services.settings.of(where(interaction)[0])
    check_may_open(interaction, choices)
    check_manner(game, manner)
    manner = _as_chosen(manner, choices)
    place, t = interaction.channel, reader(interaction)
    if not thread or isinstance(place, discord.Thread):
        parent = None
    elif isinstance(place, discord.TextChannel):
        parent = place
    else:
        await whisper(interaction, t("I cannot open a thread in this kind of channel."))
        return
    lacking = missing(interaction, needed_here(interaction) if parent is None else NEEDED_IN_OWN_THREAD)
    if lacking:
        await refuse_missing(interaction, lacking)
    elif parent is not None:
        await _open_in_thread(interaction, client, parent, game, seats, manner)
    else:
        table = await _open(interaction, client, game, seats, where(interaction)[1], manner)
        await post_as_answer(interaction, client, table)


def _as_chosen(manner: Manner, choices: GuildChoices) -> Manner:
    """Return ``manner`` with the clock a server gives its new tables."""
    return fitting(
        replace(
            manner,
            absent=choices.absent,
            patience=choices.patience,
            reminder=choices.reminder,
            calls=choices.calls,
        )
    )


async def post_as_answer(interaction: Interaction, client: Gobelet, table: Table) -> None:
    """Post the board of ``table`` as the answer to a command, and remember which message it is.

    Where the answer is lost, Discord is asked whether it arrived; else the board is posted without it.
    """
    rendered = await client.presenter.drawn(table)
    try:
        async with asyncio.timeout(REQUEST_SECONDS):
            answer = await interaction.response.send_message(**rendered.kwargs)
            message = answer.message_id or (await interaction.original_response()).id
    except LOST as error:
        log.info("table %s: its board was lost on the way: %s", table.code, type(error).__name__)
        client.presenter.later(_find(interaction, client, table), "find a board whose answer was lost")
    else:
        await _placed(interaction, client, table, message)


async def _find(interaction: Interaction, client: Gobelet, table: Table) -> None:
    """Take the board for that of ``table`` if it arrived; else have it posted."""
    message = await _arrived(interaction)
    if message is None:
        client.presenter.reconciler.doubt(table.id)
    else:
        await _placed(interaction, client, table, message)


async def _placed(interaction: Interaction, client: Gobelet, table: Table, message: int) -> None:
    await client.presenter.placed(table, where(interaction)[1], message)


async def _arrived(interaction: Interaction) -> int | None:
    """Return the message that answers ``interaction``, if there is one and Discord tells."""
    try:
        async with asyncio.timeout(REQUEST_SECONDS):
            return (await interaction.original_response()).id
    except (*LOST, discord.HTTPException, discord.ClientException):
        return None


async def _open(
    interaction: Interaction, client: Gobelet, game: AnyGame, seats: int | None, channel: int, manner: Manner
) -> Table:
    change = await client.services.tables.open(
        guild=where(interaction)[0],
        channel=channel,
        host=interaction.user.id,
        game=game,
        capacity=seats,
        language=await board_language(client, interaction),
        manner=manner,
    )
    return change.after


async def _open_in_thread(
    interaction: Interaction,
    client: Gobelet,
    parent: discord.TextChannel,
    game: AnyGame,
    seats: int | None,
    manner: Manner,
) -> None:
    t = reader(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    title = client.presenter.desk(await board_language(client, interaction)).t("Dice night")
    kind = discord.ChannelType.news_thread if parent.is_news() else discord.ChannelType.public_thread
    try:
        made = await parent.create_thread(name=title, type=kind)
    except (*REFUSED, *LOST) as error:
        log.warning("guild %s channel %s: no thread: %s", parent.guild.id, parent.id, error)
        await whisper(interaction, t("I could not open a thread here. Start without one, or try again later."))
        return
    table = await _open(interaction, client, game, seats, made.id, manner)
    await client.presenter.post(table)
    await interaction.edit_original_response(content=t("The table is in {thread}.", thread=made.mention))
