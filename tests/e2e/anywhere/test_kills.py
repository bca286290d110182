"""SIGKILL where the bot is a guest, while answers are lost: no move is, and the board can be had as it is saved.

``GOBELET_TEST_KILLS`` says how often it is killed.
"""

from __future__ import annotations

import asyncio
import os
import random
from functools import partial
from typing import Any

import pytest

from bot.run import services
from bot.tables.model.table import Status, table_id
from tests.e2e.anywhere.conftest import PLACES, bring
from tests.e2e.anywhere.test_random_games import PRESSES, Table, losing

KILLS = -(-int(os.environ.get("GOBELET_TEST_KILLS", "6")) // len(PLACES))
"""In each place."""

OFTEN = 0.08
"""The share of presses during which it is killed."""

LIVE = (Status.LOBBY, Status.PLAYING)
STORED = "SELECT step, status FROM tables WHERE id = {id}"


class Visit:
    """A bot that dies, and the places where it is a guest."""

    def __init__(self, process: Any, hands: Any, chance: random.Random) -> None:
        self.process = process
        self.standin = process.standin
        self.person = process.standin.person
        self.hands = hands
        self.chance = chance
        self.running: Any = None

    async def settle(self) -> None:
        """Give the bot a moment for what it does beside its answer."""
        await asyncio.sleep(0.02)

    def stored(self, id: int) -> tuple[int, Status]:
        ((step, status),) = self.hands["rows"](self.process.file, STORED.format(id=id))
        return int(step), Status(status)

    def shows(self, one: Table, id: int) -> bool:
        """Whether the newest board shows what is saved."""
        return f":{self.stored(id)[0]}:" in str(one.boards()[-1]["components"])

    async def killed_during(self, one: Table) -> None:
        """Kill the bot while somebody presses, and start it again."""
        press = asyncio.create_task(one.step())
        await asyncio.sleep(self.chance.uniform(0, 0.1))
        await self.process.kill(self.running)
        await press
        self.running = await self.process.start()

    def no_channel_route(self) -> None:
        """Check that the bot has asked no channel for anything, and forget what it has asked."""
        asked = [entry.details for entry in self.standin.world.log if entry.what == "rest"]
        assert [one for one in asked if str(one[1]).startswith("/channels")] == []
        self.standin.world.log.clear()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.long(15 * KILLS)
@pytest.mark.timeout(120 + 60 * KILLS)
async def test_no_move_is_lost_and_the_board_can_be_had(process: Any, hands: Any, seed: str, place: str) -> None:
    chance = random.Random(f"{seed} {place}")
    visit, kills = Visit(process, hands, chance), 0
    world = bring(visit).standin.world
    world.interactions.answer_limit = 3.0
    visit.running = await process.start()
    while kills < KILLS:
        one = Table(visit, place, chance)
        world.faults.storm(losing(chance))
        await one.open()
        id = table_id(one.code)
        assert id is not None
        for _ in range(PRESSES):
            if visit.stored(id)[1] not in LIVE:
                break
            if kills < KILLS and chance.random() < OFTEN:
                await visit.killed_during(one)
                kills += 1
            else:
                await one.step()
            assert one.shown <= visit.stored(id)[0], "a move that somebody has seen is saved"
        world.faults.clear()
        if visit.stored(id)[1] in LIVE:
            await one.show()
            await hands["until"](partial(visit.shows, one, id))
        visit.no_channel_route()
        assert (await process.end(visit.running))[0] == 0
        async with services(process.environment["DATABASE_URL"]) as found:
            if not (await found.tables.get(id)).over:
                await found.tables.end(id, int(one.ana.id), manager=True)
            assert await found.tables.history.verify(id)
        visit.running = await process.start()
