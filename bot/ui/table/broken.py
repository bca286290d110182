"""The board of a table that no code can read any more."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

import discord

from bot.locales import words
from bot.screens.kit import Glyphs, RenderContext
from bot.screens.table.board import broken_screen
from bot.tables.core.model import code
from bot.ui.discord.adapter import Rendered, render
from bot.ui.pace.lost_answers import LOST, REFUSED

log = logging.getLogger(__name__)


async def close_board(
    channel_of: Callable[[int], discord.PartialMessageable], stored: Mapping[str, Any], glyphs: Glyphs
) -> None:
    """Say on the board of the ``stored`` table that it is closed, or below it if Discord refuses the edit.

    The message of a daily is no board.
    """
    if stored["message"] is None or stored["daily"] is not None:
        return
    context, channel = RenderContext(words(stored["language"]), glyphs), channel_of(stored["channel"])
    closed = render(broken_screen(context, code(stored["id"])), glyphs)
    try:
        await channel.get_partial_message(stored["message"]).edit(**closed.kwargs)
    except (*LOST, discord.RateLimited) as lost:
        log.info("channel %s: the end of a table could not be shown: %s", channel.id, lost)
    except discord.HTTPException:
        await _send_below(channel, closed)


async def _send_below(channel: discord.PartialMessageable, closed: Rendered) -> None:
    try:
        await channel.send(**closed.kwargs)
    except (*LOST, *REFUSED) as error:
        log.info("channel %s: the end of a table could not be shown: %s", channel.id, error)
