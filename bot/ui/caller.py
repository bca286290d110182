"""Calls the next player: a new message with a mention, taken away when the turn is over.

Edits notify nobody, so this is the one message of a table that does; a reminder, or a vote about who does not come,
takes its place. Turns may pass faster than Discord takes messages; calls of one table go one after the other, and only
the turn that is still on is called.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.screens.kit import Desk
from bot.screens.table import calling
from bot.tables.model import Status, Table, TableId, code
from bot.tables.service import TableService
from bot.ui.gone import heed_refusal
from bot.ui.links import board_link

log = logging.getLogger(__name__)


@dataclass(eq=False)
class _Turn:
    """The turn of a table that was last asked to be called."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    asked: int = 0
    called: int = 0
    actor: int = 0


class Caller:
    """Sends and removes calling messages."""

    def __init__(self, client: discord.Client, tables: TableService) -> None:
        """Send by ``client``; remember in ``tables`` which message calls."""
        self._client = client
        self._tables = tables
        self._turns: WeakValueDictionary[TableId, _Turn] = WeakValueDictionary()

    async def call(self, table: Table, actor: int, desk: Desk) -> None:
        """Take the last call of ``table`` away and call whoever is to play, unless that is ``actor``."""
        turn = self._turns.setdefault(table.id, _Turn())
        turn.asked, turn.actor = table.step, actor
        async with turn.lock:
            if turn.called != turn.asked:
                turn.called = turn.asked
                await self._call(await self._tables.get(table.id), turn.actor, desk)

    async def _call(self, table: Table, actor: int, desk: Desk) -> None:
        if table.call is not None:
            await self._take_away(table.channel, table.call)
        player = table.turn_player
        sent: int | None = None
        if table.status is Status.PLAYING and player is not None and player != actor and table.manner.calls:
            sent = await self._send(table, (player,), content=calling(desk, table, player, board_link(table)))
        if sent is not None or table.call is not None:
            await self._tables.called(table.id, sent)

    async def instead(self, judged: Table, users: Sequence[int], **message: Any) -> None:
        """Send ``message``, which notifies ``users``, in place of the last call, unless the turn has gone on."""
        turn = self._turns.setdefault(judged.id, _Turn())
        async with turn.lock:
            table = await self._tables.get(judged.id)
            if table.over or (table.step, table.stage) != (judged.step, judged.stage):
                return
            if table.call is not None:
                await self._take_away(table.channel, table.call)
            sent = await self._send(table, users, **message)
            if sent is not None or table.call is not None:
                await self._tables.called(table.id, sent)

    async def _send(self, table: Table, users: Sequence[int], **message: Any) -> int | None:
        channel = self._client.get_partial_messageable(table.channel)
        only = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in users])
        try:
            sent = await channel.send(**message, allowed_mentions=only)
        except (discord.HTTPException, discord.RateLimited) as error:
            if not await heed_refusal(self._client, self._tables, table, error):
                log.info("table %s: nobody could be called: %s", code(table.id), error)
            return None
        return sent.id

    async def _take_away(self, channel: int, message: int) -> None:
        try:
            await self._client.get_partial_messageable(channel).get_partial_message(message).delete()
        except (discord.HTTPException, discord.RateLimited) as error:
            log.info("message %s stays: %s", message, error)
