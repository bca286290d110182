"""A bot that is nothing but a websocket: it says what a test wants it to say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from bot.standin.server import Standin

GUILDS = 1
IDENTIFY, RESUME, HEARTBEAT = 2, 6, 1


@asynccontextmanager
async def connected(standin: Standin, version: str = "10") -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    async with (
        aiohttp.ClientSession() as web,
        web.ws_connect(f"{standin.gateway_url}?v={version}&encoding=json") as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        yield socket


async def closed_by(socket: aiohttp.ClientWebSocketResponse) -> int | None:
    async with asyncio.timeout(30):
        async for _ in socket:
            pass
    return socket.close_code


def identify(**changes: Any) -> dict[str, Any]:
    return {"op": IDENTIFY, "d": {"token": "any", "intents": GUILDS, "properties": {}} | changes}


async def told(socket: aiohttp.ClientWebSocketResponse, event: str) -> Any:
    async with asyncio.timeout(30):
        while (frame := await socket.receive_json())["t"] != event:
            pass
    return frame["d"]
