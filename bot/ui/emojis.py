"""Our own dice as application emojis: uploaded once, found again at the next start, done without when that fails."""

from __future__ import annotations

import logging

import discord

from bot import art
from bot.screens.kit import PLAIN_GLYPHS, Glyphs

log = logging.getLogger(__name__)


async def glyphs(client: discord.Client) -> Glyphs:
    """Return our emojis as Discord shows them, uploading those that are missing.

    An emoji's name ends with a mark of its picture, so a new drawing is uploaded beside the old one, which boards
    drawn before still show. Whatever goes wrong, the characters ⚀ to ⚅ stand in.
    """
    try:
        known = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        return {name: str(known.get(stamped) or await _upload(client, name, stamped)) for name, stamped in _names()}
    except (discord.HTTPException, discord.DiscordException, OSError, KeyError, TypeError, ValueError) as error:
        log.warning("no dice emojis, characters instead: %s", error)
        return PLAIN_GLYPHS


def _names() -> list[tuple[str, str]]:
    return [(name, f"{name}_{art.mark(name)}") for name in art.NAMES]


async def _upload(client: discord.Client, name: str, stamped: str) -> discord.Emoji:
    return await client.create_application_emoji(name=stamped, image=art.read(name))
