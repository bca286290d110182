"""How many requests a route takes, by discord.py's count with our corrections."""

from __future__ import annotations

import asyncio

import pytest

from bot.ui.discord.requests import RouteLimit


@pytest.mark.parametrize("waiting", [False, True], ids=["the next request comes later", "the next request waits"])
async def test_a_request_cancelled_while_it_ends_holds_up_nobody(waiting: bool) -> None:
    """Discord says nothing of a window here. The other request would wait for half a minute."""
    route, may_end = RouteLimit(None), asyncio.Event()

    async def request() -> None:
        async with route:
            await may_end.wait()

    cancelled = asyncio.create_task(request())
    await asyncio.sleep(0)
    other = asyncio.create_task(request()) if waiting else None
    await asyncio.sleep(0)
    may_end.set()
    await asyncio.sleep(0)
    cancelled.cancel()
    with pytest.raises(asyncio.CancelledError):
        await cancelled
    async with asyncio.timeout(5):
        await (other or asyncio.create_task(request()))
