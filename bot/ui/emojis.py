"""Our own dice as application emojis: uploaded once, found again at the next start, done without when that fails."""

from __future__ import annotations

import logging

import discord

from bot import art
from bot.screens.kit import PLAIN_GLYPHS, Glyphs
from bot.tables.store import Meta, StoreError

log = logging.getLogger(__name__)


async def glyphs(client: discord.Client, meta: Meta) -> Glyphs:
    """Return our emojis as Discord shows them, uploading those that are missing or were drawn anew.

    Names are plain (``die_5``), since screen readers read them aloud; ``meta`` remembers which drawing was uploaded.
    Whatever goes wrong, the characters ⚀ to ⚅ stand in.
    """
    try:
        known = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        prefix = f"emoji {client.application_id} "
        marks = await meta.beginning(prefix)
        return {
            name: str(await _found(client, meta, name, known.get(name), marks.get(prefix + name))) for name in art.NAMES
        }
    except (discord.DiscordException, StoreError, OSError, KeyError, TypeError, ValueError) as error:
        log.warning("no dice emojis, characters instead: %s", error)
        return PLAIN_GLYPHS


async def _found(
    client: discord.Client, meta: Meta, name: str, known: discord.Emoji | None, uploaded_as: str | None
) -> discord.Emoji:
    if known is not None:
        if uploaded_as is None or uploaded_as == art.mark(name):
            return known
        await known.delete()
    uploaded = await client.create_application_emoji(name=name, image=art.read(name))
    await meta.set(f"emoji {client.application_id} {name}", art.mark(name))
    return uploaded
