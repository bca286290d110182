"""Discord refuses everything for a while, and comes back: the bot stays, does not storm, and games go on.

``GOBELET_TEST_REFUSING`` says for how many seconds; over five minutes, the alerts are watched too.
"""

from __future__ import annotations

import asyncio
import os
import time
from typing import Any

import aiohttp
import pytest

from bot.standin.world.errors import ApiError
from bot.standin.world.faults import Fault
from tests.e2e.process.test_alerts import ALERTS, Scrape, fires, scraped
from tests.e2e.process.test_metrics import port

SECONDS = float(os.environ.get("GOBELET_TEST_REFUSING", "12"))
WATCHED = 300
"""Alerts wait for some minutes."""
MINUTE = 60

__all__ = ["port"]


class Refusals:
    """What a Discord that is down makes of requests: a 503. Counts them."""

    def __init__(self) -> None:
        self.asked: list[float] = []

    def __call__(self, method: str, route: str) -> Fault:
        self.asked.append(time.monotonic())
        return Fault(method, route, 0, ApiError(0, status=503, message="Service unavailable", body={}, headers={}))

    @property
    def busiest(self) -> int:
        """The largest number of requests within a minute."""
        return max(sum(began <= other < began + MINUTE for other in self.asked) for began in self.asked)


async def read(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


@pytest.mark.long(30)
@pytest.mark.timeout(SECONDS + 900)
async def test_the_bot_stays_and_games_go_on_when_discord_is_back(process: Any, hands: Any, port: int) -> None:
    world, gateway = process.standin.world, process.standin.gateway
    gateway.interval = 5_000
    process.database(process.file)
    running = await process.spawn("run", METRICS_PORT=str(port))
    await hands["until"](lambda: world.sessions_online, 60)
    play = await process.lobby("ana", "ben", sheet="yum_classic")
    await play.begin()
    well, fired = scraped((await read(port, "/metrics"))[1]), set[str]()

    refusals = Refusals()
    world.faults.storm(refusals)
    throw = next(id for do, id in play.does.items() if do.startswith("roll"))
    pressed = await hands["forge"](play.turn, play.board, throw)  # It is saved, and its answer refused.
    assert pressed.message is None
    began, cut_off = time.monotonic(), False
    while (passed := time.monotonic() - began) < SECONDS:
        if passed > SECONDS / 2 and not cut_off:
            cut_off = gateway.away = True
            process.standin.drop_gateway()
        await asyncio.sleep(min(10.0, SECONDS / 12))
        assert running.returncode is None, "it waits, and is not started again and again"
        assert (await read(port, "/healthz"))[0] == 200
        seen: Scrape = scraped((await read(port, "/metrics"))[1])
        fired |= {name for name, expression in ALERTS.items() if fires(expression, well, seen)}
    assert (await read(port, "/readyz"))[0] == 503
    assert refusals.busiest <= 60, "no more than one a second"
    if SECONDS > WATCHED:
        assert {"GobeletCutOff", "GobeletRefused"} <= fired <= {"GobeletCutOff", "GobeletRefused", "GobeletErrors"}

    gateway.away = False
    world.faults.storm(None)
    await hands["until"](lambda: world.sessions_online, 400)
    await hands["until"](lambda: "keep" in " ".join(play.does), 300)  # The board shows the throw.
    await play.mark()
    status, log = await process.end(running)
    assert status == 0
    assert len(log.splitlines()) <= 20 + 10 * SECONDS / MINUTE, log
