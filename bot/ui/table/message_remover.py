"""Removes messages: old boards and calls. It ignores one that is gone already or that the bot may not touch."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.ui.pace.lost_answers import LOST, REFUSED, REQUEST_SECONDS
from bot.ui.pace.request_timeout import request_timeout

log = logging.getLogger(__name__)

_PAUSES = (0.5, 1.0, 2.0, 4.0)
"""Seconds before each further try after a lost request."""


class MessageRemover:
    """Deletes messages of the bot."""

    def __init__(self, client: discord.Client, later: Callable[[Awaitable[object], str], object]) -> None:
        """Delete by ``client``; further tries are made ``later``, so that nobody waits for them."""
        self._client = client
        self._later = later

    async def remove(self, channel: int, message: int) -> None:
        """Remove a message, now or soon; never raises Discord's errors."""
        if not await self._try(channel, message):
            self._later(self._go_on(channel, message), "take a message away")

    async def _go_on(self, channel: int, message: int) -> None:
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            if await self._try(channel, message):
                return

    async def _try(self, channel: int, message: int) -> bool:
        """Return whether that is settled: a lost request is not, a refused one is."""
        found = self._client.get_partial_messageable(channel).get_partial_message(message)
        try:
            async with request_timeout(REQUEST_SECONDS):
                await found.delete()
        except (*LOST, discord.RateLimited) as error:
            log.info("message %s: whether it is gone is not known: %r", message, error)
            return False
        except REFUSED as error:
            log.info("message %s stays: %s", message, error)
        return True
