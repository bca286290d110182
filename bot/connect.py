"""Points discord.py at the server to speak to: Discord, or another one that speaks its protocol.

discord.py 2.7.1 has two knobs for this, both class attributes, which hold for the whole process. A check at the end
fails loudly if an update of the library moves them.
"""

import asyncio
from contextlib import suppress

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


class ConnectError(RuntimeError):
    """The bot cannot use the server named by DISCORD_API_URL; the message is one line for its host."""


async def point_at(api_url: str) -> None:
    """Speak to the REST interface at ``api_url`` and to the gateway it names; if it is empty, change nothing."""
    if not api_url:
        return
    gateway = await _gateway_of(api_url)
    Route.BASE = api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    discord.Asset.BASE = str(yarl.URL(api_url).with_path("/cdn"))
    if not Route("GET", "/x").url.startswith(api_url):
        raise ConnectError("this version of discord.py cannot be pointed at another server")


_PAUSES = (0.5, 1.5)
"""Seconds before another try: one failed answer is no reason to end."""
_NO_ANSWER = (aiohttp.ClientError, TimeoutError, KeyError, ValueError, TypeError)


async def _gateway_of(api_url: str) -> str:
    for pause in _PAUSES:
        with suppress(*_NO_ANSWER):
            return await _asked(api_url)
        await asyncio.sleep(pause)
    try:
        return await _asked(api_url)
    except _NO_ANSWER as error:
        raise ConnectError(f"DISCORD_API_URL does not answer at {api_url}/gateway ({type(error).__name__})") from error


async def _asked(api_url: str) -> str:
    timeout = aiohttp.ClientTimeout(total=10)
    async with aiohttp.ClientSession(timeout=timeout) as session, session.get(f"{api_url}/gateway") as response:
        response.raise_for_status()
        answer = await response.json()
        return str(answer["url"])
