"""Opening a table from a slash command: where the bot may play, which thread, the lobby message."""

from __future__ import annotations

import discord

from bot.client import Gobelet
from bot.engine.types import AnyGame
from bot.locales import Words, spoken
from bot.tables.model import Table
from bot.ui.reply import Interaction, reader, where, whisper

_NEEDED = ("view_channel", "send_messages", "embed_links")
_NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "embed_links")


async def board_language(client: Gobelet, interaction: Interaction) -> str:
    """Return the language of boards in this server: chosen by ``/settings language``, else the server's locale."""
    guild, _ = where(interaction)
    chosen = await client.services.settings.language(guild)
    return chosen or spoken(str(interaction.guild_locale) if interaction.guild_locale else None)


def permission_names(t: Words) -> dict[str, str]:
    """The permissions this bot may miss, as Discord calls them in that language."""
    return {
        "view_channel": t("View Channel"),
        "send_messages": t("Send Messages"),
        "send_messages_in_threads": t("Send Messages in Threads"),
        "create_public_threads": t("Create Public Threads"),
        "embed_links": t("Embed Links"),
        "attach_files": t("Attach Files"),
    }


def missing(interaction: Interaction, needed: tuple[str, ...]) -> list[str]:
    """Return which of the permissions ``needed`` the bot lacks in this channel."""
    have = interaction.app_permissions
    return [name for name in needed if not getattr(have, name)]


def needed_here(interaction: Interaction) -> tuple[str, ...]:
    """Return what the bot needs to play in this channel."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    return _NEEDED_IN_THREADS if in_thread else _NEEDED


async def refuse_missing(interaction: Interaction, lacking: list[str]) -> None:
    """Say which permissions are missing, privately."""
    t = reader(interaction)
    names = t.listed([f"**{permission_names(t)[name]}**" for name in lacking])
    await whisper(
        interaction,
        t("I may not play in this channel yet. Please ask someone who manages it to allow me: {names}.", names=names),
    )


async def open_table(interaction: Interaction, client: Gobelet, game: AnyGame, seats: int, *, thread: bool) -> None:
    """Open a table of ``game`` in this channel, or in a thread of its own, and post its lobby."""
    own_thread = thread and not isinstance(interaction.channel, discord.Thread)
    needed = (*_NEEDED_IN_THREADS, "create_public_threads") if own_thread else needed_here(interaction)
    lacking = missing(interaction, needed)
    if lacking:
        await refuse_missing(interaction, lacking)
    elif own_thread:
        await _open_in_thread(interaction, client, game, seats)
    else:
        table = await _open(interaction, client, game, seats, where(interaction)[1])
        await post_as_answer(interaction, client, table)


async def post_as_answer(interaction: Interaction, client: Gobelet, table: Table) -> Table:
    """Post the board of ``table`` as the answer to a command, and remember which message it is."""
    rendered = client.presenter.render(table)
    answer = await interaction.response.send_message(**rendered.kwargs)
    message = answer.message_id or (await interaction.original_response()).id
    return await client.services.tables.placed(table.id, where(interaction)[1], message)


async def _open(interaction: Interaction, client: Gobelet, game: AnyGame, seats: int, channel: int) -> Table:
    change = await client.services.tables.open(
        guild=where(interaction)[0],
        channel=channel,
        host=interaction.user.id,
        game=game,
        capacity=seats,
        language=await board_language(client, interaction),
        interaction=interaction.id,
    )
    return change.after


async def _open_in_thread(interaction: Interaction, client: Gobelet, game: AnyGame, seats: int) -> None:
    t = reader(interaction)
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        await whisper(interaction, t("I cannot open a thread in this kind of channel."))
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    title = client.presenter.desk(await board_language(client, interaction)).t("Dice night")
    made = await channel.create_thread(name=title, type=discord.ChannelType.public_thread)
    table = await _open(interaction, client, game, seats, made.id)
    await client.presenter.repost(table)
    await interaction.edit_original_response(content=t("The table is in {thread}.", thread=made.mention))
