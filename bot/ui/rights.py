"""What the bot may do in a channel: it can answer presses anywhere, but needs rights to post and mend boards."""

from __future__ import annotations

import discord

from bot.screens.permissions import permission_names
from bot.ui.reply import Interaction, reader, whisper

NEEDED = ("view_channel", "send_messages", "embed_links")
NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "embed_links")


def missing(interaction: Interaction, needed: tuple[str, ...]) -> list[str]:
    """Return which of the permissions ``needed`` the bot lacks in this channel."""
    have = interaction.app_permissions
    return [name for name in needed if not getattr(have, name)]


def needed_here(interaction: Interaction) -> tuple[str, ...]:
    """Return what the bot needs to play in this channel."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    return NEEDED_IN_THREADS if in_thread else NEEDED


async def refuse_missing(interaction: Interaction, lacking: list[str]) -> None:
    """Say which permissions are missing, privately."""
    t = reader(interaction)
    names = t.listed([f"**{permission_names(t)[name]}**" for name in lacking])
    await whisper(
        interaction,
        t("I may not play in this channel yet. Please ask someone who manages it to allow me: {names}.", names=names),
    )
