"""Ends the tables of deleted channels and threads, as ``/table end`` does; and reads refusals in general.

Discord sends an event for it, but not for an archived thread below a deleted channel, and not while the bot is away.
Then Discord refuses the next request there as "Unknown Channel". Nothing else means that a channel is gone: no server
that is out of order, no archived thread, no missing right.
"""

import logging

import discord

from bot.engine import GameError
from bot.tables.core.errors import TableError, TableOver
from bot.tables.core.model import Table, TableId, code
from bot.tables.play.service import TableService

log = logging.getLogger(__name__)

_UNKNOWN_CHANNEL = 10003
_UNKNOWN_MESSAGE = 10008
_NO_ACCESS = frozenset({50001, 50013})
"""Discord's codes for a channel the bot does not see, and for a right it lacks there."""

_AGAIN = 3600
_NOBODY = 0


def unknown_channel(error: BaseException) -> bool:
    """Whether Discord refused a request because its channel or thread does not exist any more."""
    return isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_CHANNEL


def unknown_message(error: BaseException) -> bool:
    """Whether Discord refused a request because its message does not exist any more."""
    return isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_MESSAGE


async def handle_refusal(client: discord.Client, tables: TableService, table: Table, error: BaseException) -> bool:
    """Act on Discord's refusal of a request in the channel of ``table``; return whether the channel is gone.

    If so, the table has ended. If the bot may not see the channel or write in it any more, the table pauses
    (:mod:`bot.ui.table.access`). While its server is out of order nothing is certain, and nothing happens.
    """
    guild = client.get_guild(table.guild)
    if guild is not None and guild.unavailable:
        return False
    if isinstance(error, discord.Forbidden) and error.code in _NO_ACCESS:
        await _pause(tables, table.id)
    if not unknown_channel(error):
        return False
    await _end(tables, table.id)
    return True


async def channel_deleted(tables: TableService, guild: int, channel: int) -> None:
    """End the table of a deleted channel or thread, if it has one.

    Games of the day go on in the channel of the next ``/daily``. Raises nothing: if storage fails, the first request to
    that channel shows it once more.
    """
    try:
        table = await tables.live_at(guild, channel)
    except TableError as error:
        log.warning("channel %s was deleted; its table cannot be read: %r", channel, error)
        return
    if table is not None:
        await _end(tables, table.id)


async def _pause(tables: TableService, id: TableId) -> None:
    try:
        await tables.deadlines.pause(await tables.reload(id), tables.now() + _AGAIN)
    except TableError as error:
        log.warning("table %s: could not pause: %r", code(id), error)


async def _end(tables: TableService, id: TableId) -> None:
    try:
        await tables.end(id, _NOBODY, manager=True)
    except TableOver:
        return
    except (TableError, GameError) as error:
        log.warning("table %s: its channel is gone, but it could not be ended: %r", code(id), error)
    else:
        log.info("table %s: ended, its channel is gone", code(id))
