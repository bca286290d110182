"""Thousands of boards are behind after an outage: the limit holds in every second, and no press waits for them."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from bot.tables.model.processes import HeldShards
from bot.tables.model.store import NotShown
from bot.tables.model.table import TableId
from bot.ui.delivery.reconciler import Reconciler
from bot.ui.pace.budget import Priority, RequestBudget, priority, request_timeout
from bot.ui.pace.work import WorkQueue
from tests import virtual_time

BOARDS = 500
LIMIT = 50
LATENCY = 0.12


class Discord:
    """Takes requests through a budget, each some time after it was sent, and notes when."""

    def __init__(self, budget: RequestBudget) -> None:
        self._budget = budget
        self.sent: list[float] = []

    async def request(self) -> float:
        """Send one; returns how long it waited."""
        asked = asyncio.get_running_loop().time()
        async with request_timeout(3):
            await self._budget.take()
            sent = asyncio.get_running_loop().time()
            self.sent.append(sent)
            await asyncio.sleep(LATENCY)
        return sent - asked

    def most_in_a_second(self) -> int:
        return max(
            sum(start <= at < start + 1 - 1e-6 for at in self.sent[number : number + 200])
            for number, start in enumerate(self.sent)
        )


class Storm:
    """The bot just after Discord is back: every board is behind its row."""

    def __init__(self) -> None:
        self.budget = RequestBudget(HeldShards())
        self.discord = Discord(self.budget)
        self.queue = WorkQueue(self.budget.room)
        self.mended: list[int] = []
        self.reminded: list[int] = []
        tables: Any = SimpleNamespace(not_shown=self._behind, on_save=lambda tell: None)
        self.reconciler = Reconciler(tables, self._repair, self.queue, clock=asyncio.get_running_loop().time)

    async def _behind(self, _: object) -> dict[int, NotShown]:
        return {id: NotShown(id % 10 > 0, posting=False) for id in range(BOARDS)}

    async def _repair(self, id: TableId, look_first: bool) -> None:
        await self.discord.request()  # Look at the message,
        await self.discord.request()  # and draw it anew.
        self.mended.append(id)

    async def remind(self, id: int) -> None:
        await self.discord.request()
        self.reminded.append(id)


def test_a_storm_keeps_the_limit_and_mends_everything_once() -> None:
    async def storm() -> Storm:
        bot = Storm()
        await bot.reconciler.look_up()
        for id in range(100):
            bot.queue.ask(("remind", id), bot.remind, id, of=Priority.REMINDER)
        await bot.queue.settle()
        return bot

    bot = virtual_time.run(storm())
    assert sorted(bot.mended) == list(range(BOARDS))
    assert sorted(bot.reminded) == list(range(100))
    assert bot.discord.most_in_a_second() <= LIMIT * 0.7
    live, over = [id for id in bot.mended if id % 10], [id for id in bot.mended if not id % 10]
    assert bot.mended.index(over[0]) > len(live) * 0.9, "tables that are over come last"


def test_what_follows_presses_does_not_wait_for_a_storm() -> None:
    """Twelve requests follow presses each second, and calls are made; the boards are mended beside them."""
    waited: dict[Priority, list[float]] = {Priority.PRESS: [], Priority.CALL: []}

    async def storm() -> Storm:
        bot = Storm()

        async def send(of: Priority) -> None:
            with priority(of):
                waited[of].append(await bot.discord.request())

        await bot.reconciler.look_up()
        tasks = []
        while len(bot.queue):
            await asyncio.sleep(1 / 12)
            tasks.append(asyncio.create_task(send(Priority.PRESS)))
            if len(tasks) % 12 == 0:
                tasks.append(asyncio.create_task(send(Priority.CALL)))
        await asyncio.gather(*tasks)
        await bot.queue.settle()
        return bot

    bot = virtual_time.run(storm())
    assert len(bot.mended) == BOARDS
    assert len(waited[Priority.PRESS]) > 100
    assert set(waited[Priority.PRESS]) == {0}
    assert max(waited[Priority.CALL]) < 0.5
    assert bot.discord.most_in_a_second() <= LIMIT * 0.9


def test_presses_that_fill_the_limit_make_boards_wait_and_lose_nothing() -> None:
    """A request that waits for its turn has not failed: nothing is sent twice."""

    async def storm() -> Storm:
        bot = Storm()

        async def press() -> None:
            await bot.discord.request()

        await bot.reconciler.look_up()
        pressing = [asyncio.create_task(press()) for _ in range(45 * 6)]
        await asyncio.sleep(5.5)
        assert len(bot.mended) < 20
        await asyncio.gather(*pressing)
        await bot.queue.settle()
        return bot

    bot = virtual_time.run(storm())
    assert sorted(bot.mended) == list(range(BOARDS))
    assert len(bot.discord.sent) == 2 * BOARDS + 45 * 6
    assert bot.discord.most_in_a_second() <= LIMIT * 0.9
