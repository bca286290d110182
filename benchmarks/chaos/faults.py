"""What goes wrong on such a day, by a seed."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

import click
from servers import processes

from bot.standin.server import Standin
from bot.standin.world.faults import Fault
from chaos.bots import Bot
from chaos.people import Seen
from tests.postgres import Server
from tests.request_faults import KINDS

SHARE = 0.1
"""The share of requests that fail."""
OWNER_SECONDS = 30
"""How long after a kill every shard may be without an owner."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The shortest and the longest fault, in seconds."""

    stopped: tuple[float, float] = (5, 40)
    down: tuple[float, float] = (0.5, 8)
    database: tuple[float, float] = (1, 15)
    between: tuple[float, float] = (2, 8)
    connection: tuple[float, float] = (5, 20)
    """Between two connections that are cut."""


HURRY = Pace(stopped=(2, 7), down=(0.2, 1), database=(0.5, 3), between=(0.5, 2), connection=(2, 6))


@dataclass
class Faults:
    """Breaks things until a moment; everything runs again afterwards."""

    chance: random.Random
    bots: list[Bot]
    server: Server
    standin: Standin
    seen: Seen
    shards: int
    pace: Pace
    counts: Counter[str] = field(default_factory=Counter)
    requests: Counter[str] = field(default_factory=Counter)
    owners_after: list[float] = field(default_factory=list)
    """Seconds from each kill until every shard has answered."""
    wrong: list[str] = field(default_factory=list)
    _asleep: set[asyncio.Task[None]] = field(default_factory=set)

    async def go_on(self, seconds: float) -> None:
        """Break one thing after another for so long, then let everything run again."""
        end = time.monotonic() + seconds
        rest = random.Random(self.chance.random())
        self.standin.world.faults.storm(lambda method, route: self._draw(rest, method, route))
        cutting = asyncio.create_task(self._cut(random.Random(self.chance.random())))
        # Each kind comes as often as the others: one after another, in an order of chance.
        kinds: list[Callable[[], Awaitable[str]]] = []
        while time.monotonic() < end:
            kinds = kinds or self.chance.sample(
                every := [self._kill, self._stop, self._restart, self._pause], len(every)
            )
            what = await kinds.pop()()
            click.echo(f"{end - time.monotonic():6.0f} s left: {what}", err=True)
            await asyncio.sleep(self._seconds(self.pace.between))
        cutting.cancel()
        await asyncio.gather(cutting, *self._asleep, return_exceptions=True)
        self.standin.world.faults.clear()

    def _seconds(self, between: tuple[float, float]) -> float:
        return self.chance.uniform(*between)

    # -- processes -------------------------------------------------------------------------------------------------

    async def _kill(self) -> str:
        bot = self.chance.choice([bot for bot in self.bots if bot.up])
        down = self._seconds(self.pace.down)
        at = time.monotonic()
        await bot.kill()
        starting = asyncio.create_task(self._start(bot, down))
        took = await self._owners(at)
        await starting
        self.counts["killed"] += 1
        return f"killed bot {bot.number}; every shard answered {took:.1f} s later"

    async def _start(self, bot: Bot, after: float) -> None:
        await asyncio.sleep(after)
        await bot.start()

    async def _owners(self, at: float) -> float:
        """Wait until every shard has answered a press that began after ``at``, which is now."""
        asleep = bool(self._asleep)
        while any(self.seen.answered_at.get(shard, 0.0) < at for shard in range(self.shards)):
            await asyncio.sleep(0.1)
            if time.monotonic() - at > 3 * OWNER_SECONDS:
                break
        took = time.monotonic() - at
        self.owners_after.append(took)
        if took > OWNER_SECONDS and not asleep:
            missing = [shard for shard in range(self.shards) if self.seen.answered_at.get(shard, 0.0) < at]
            self.wrong.append(f"{took:.1f} s after a kill: shards that do not answer: {missing}")
        return took

    async def _stop(self) -> str:
        """Stop one, and perhaps go on before it does; at least one bot runs all the time."""
        bot = self.chance.choice([bot for bot in self.bots if bot.up])
        seconds = self._seconds(self.pace.stopped)
        task = asyncio.create_task(bot.stop_for(seconds))
        self.counts["stopped"] += 1
        if len([bot for bot in self.bots if bot.up]) > 2 and self.chance.random() < 0.5:
            self._asleep.add(task)
            task.add_done_callback(self._asleep.discard)
            return f"stopped bot {bot.number} for {seconds:.1f} s, and went on"
        await task
        return f"stopped bot {bot.number} for {seconds:.1f} s"

    # -- PostgreSQL ------------------------------------------------------------------------------------------------

    async def _restart(self) -> str:
        how = self.chance.choice([signal.SIGQUIT, signal.SIGINT])
        down = self._seconds(self.pace.down)
        await asyncio.to_thread(self.server.stop, how)
        await asyncio.sleep(down)
        await asyncio.to_thread(self.server.start)
        self.counts["PostgreSQL restarted"] += 1
        return f"restarted PostgreSQL ({how.name}, {down:.1f} s)"

    async def _pause(self) -> str:
        seconds = self._seconds(self.pace.database)
        stopped = processes(self.server.process)
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        for process in stopped:
            with suppress(
                ProcessLookupError
            ):  # Somebody has ended it meanwhile: a session that was lost, by its owner.
                os.kill(process, signal.SIGCONT)
        self.counts["PostgreSQL paused"] += 1
        return f"paused PostgreSQL for {seconds:.1f} s"

    # -- Discord ---------------------------------------------------------------------------------------------------

    def _draw(self, chance: random.Random, method: str, route: str) -> Fault | None:
        if ("messages" not in route and "callback" not in route) or chance.random() >= SHARE:
            self.requests["right"] += 1
            return None
        kind = chance.choice(list(KINDS))
        self.requests[kind] += 1
        return KINDS[kind]()

    async def _cut(self, chance: random.Random) -> None:
        while True:
            await asyncio.sleep(chance.uniform(*self.pace.connection))
            resumable = chance.random() < 0.6
            self.standin.drop_gateway(shard=chance.randrange(self.shards), resumable=resumable)
            self.counts["connection cut" + ("" if resumable else ", session lost")] += 1
