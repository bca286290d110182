"""Opening a table from a slash command: where the bot may play, which thread, the lobby message."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.client import Gobelet
from bot.engine.types import AnyGame
from bot.locales import spoken
from bot.tables.choices import GuildChoices
from bot.tables.clock import fitting
from bot.tables.model import AS_USUAL, Manner, Table
from bot.tables.moves import check_manner
from bot.ui.reply import Interaction, reader, where, whisper
from bot.ui.rights import NEEDED_IN_THREADS, check_may_open, missing, needed_here, refuse_missing


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
    own_thread = thread and not isinstance(interaction.channel, discord.Thread)
    needed = (*NEEDED_IN_THREADS, "create_public_threads") if own_thread else needed_here(interaction)
    lacking = missing(interaction, needed)
    if lacking:
        await refuse_missing(interaction, lacking)
    elif own_thread:
        await _open_in_thread(interaction, client, game, seats, manner)
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


async def post_as_answer(interaction: Interaction, client: Gobelet, table: Table) -> Table:
    """Post the board of ``table`` as the answer to a command, and remember which message it is."""
    rendered = await client.presenter.drawn(table)
    answer = await interaction.response.send_message(**rendered.kwargs)
    message = answer.message_id or (await interaction.original_response()).id
    return await client.services.tables.placed(table.id, where(interaction)[1], message)


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
        interaction=interaction.id,
        manner=manner,
    )
    return change.after


async def _open_in_thread(
    interaction: Interaction, client: Gobelet, game: AnyGame, seats: int | None, manner: Manner
) -> None:
    t = reader(interaction)
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        await whisper(interaction, t("I cannot open a thread in this kind of channel."))
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    title = client.presenter.desk(await board_language(client, interaction)).t("Dice night")
    made = await channel.create_thread(name=title, type=discord.ChannelType.public_thread)
    table = await _open(interaction, client, game, seats, made.id, manner)
    await client.presenter.repost(table)
    await interaction.edit_original_response(content=t("The table is in {thread}.", thread=made.mention))
