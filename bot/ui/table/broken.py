"""The board of a table that no code can read any more."""

import logging

import discord

from bot.ui.discord.adapter import Rendered
from bot.ui.pace.lost_answers import LOST, REFUSED

log = logging.getLogger(__name__)


async def close_board(channel: discord.PartialMessageable, message: int, closed: Rendered) -> None:
    """Show ``closed`` on ``message``, or below it if Discord refuses the edit."""
    try:
        await channel.get_partial_message(message).edit(**closed.kwargs)
    except (*LOST, discord.RateLimited) as lost:
        log.info("channel %s: the end of a table could not be shown: %s", channel.id, lost)
    except discord.HTTPException:
        await _send_below(channel, closed)


async def _send_below(channel: discord.PartialMessageable, closed: Rendered) -> None:
    try:
        await channel.send(**closed.kwargs)
    except (*LOST, *REFUSED) as error:
        log.info("channel %s: the end of a table could not be shown: %s", channel.id, error)
