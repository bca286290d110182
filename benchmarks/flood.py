"""One person presses as fast as a program can: what everybody else notices of it.

    python benchmarks/flood.py [--rate 300] [--seconds 15]

The bot runs in a process of its own on the stand-in. Eight people press at tables of their own, four times a second.
One more presses a button of a board so many times a second, without waiting for answers: a die to hold and release, or
another button (``--button sheets``, ``--button rules``).
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import uvloop
from children import ROOT, Child, Cpu, cpu
from clock import PRESSING, press_on
from hands import Disk, TableHand, Tally, person

from bot.standin.client.person import Person
from bot.standin.server import Standin
from bot.standin.world.world import World

LOOK = 0.002
_NOTHING = Cpu(0, 0)


@dataclass(slots=True)
class Stretch:
    """A part of the run: without the flood, or with it."""

    others_ms: list[float] = field(default_factory=list)
    seconds: float = 0
    bot: Cpu = _NOTHING
    own: Cpu = _NOTHING
    """The stand-in and all hands: this process."""
    late_here: list[float] = field(default_factory=list)
    """The seconds by which a timer of this process came late."""
    held_up: dict[str, float] = field(default_factory=dict)
    """``late``, ``busy`` and ``collecting`` of the bot's event loop (watched_bot.py): the worst, in seconds."""


class Flood:
    """Somebody who presses without waiting."""

    def __init__(self, who: Person, board: str, button: str) -> None:
        self._who = who
        self._board = board
        self._button = button
        self._under_way: set[asyncio.Task[None]] = set()
        self.answers: Counter[str] = Counter()
        self.took: list[float] = []

    async def press(self, rate: float, seconds: float) -> None:
        start, count = time.perf_counter(), 0
        while (now := time.perf_counter() - start) < seconds:
            while count < now * rate:
                count += 1
                task = asyncio.create_task(self._once())
                self._under_way.add(task)
                task.add_done_callback(self._under_way.discard)
            await asyncio.sleep(0.002)

    async def settle(self) -> None:
        while self._under_way:
            await asyncio.wait(self._under_way)

    async def _once(self) -> None:
        start = time.perf_counter()
        outcome = await self._who.press(self._board, custom_id_contains=f":{self._button}")
        self.took.append((time.perf_counter() - start) * 1e3)
        answer = "sentence" if outcome.ephemeral else f"type {outcome.callback}" if outcome.callback else outcome.state
        self.answers[answer] += 1


class Evening:
    """Eight people at tables of their own, and one person who floods."""

    def __init__(self, world: World, file: Path, watched: Path, bot: int) -> None:
        self._watched = watched
        self._bot = bot
        self.tally = Tally()
        disk, self._flooding = Disk(file), person(world, 0)
        self._board = TableHand([self._flooding], world.find_channel("table-0"), self.tally, disk)
        self._own = [
            TableHand([person(world, 1 + number)], world.find_channel(f"table-{number}"), self.tally, disk)
            for number in range(1, PRESSING + 1)
        ]

    async def sit_down(self) -> None:
        for hand in (self._board, *self._own):
            await hand.sit_down()
        await self._board.press()

    async def run(self, rate: float, seconds: float, button: str) -> tuple[Stretch, Stretch, Flood]:
        """Press for ``seconds`` without the flood, then as long with it; return both parts, and the flood's answers."""
        latencies: list[list[float]] = [[]]
        tasks = [asyncio.create_task(press_on(hand, latencies)) for hand in self._own]
        before, meanwhile = Stretch(latencies[-1]), Stretch()
        await self._measured(before, asyncio.sleep(seconds))
        flood = Flood(self._flooding, self._board.message, button)
        latencies.append(meanwhile.others_ms)
        await self._measured(meanwhile, self._whole(flood, rate, seconds))
        latencies.append([])
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        return before, meanwhile, flood

    async def _whole(self, flood: Flood, rate: float, seconds: float) -> None:
        await flood.press(rate, seconds)
        await flood.settle()

    async def _measured(self, stretch: Stretch, work: Coroutine[Any, Any, None]) -> None:
        """Await ``work`` and note its cost, and how long it held others up."""
        since, start = time.time(), time.perf_counter()
        bot, own = cpu(self._bot), cpu(os.getpid())
        watching = asyncio.create_task(_watch(stretch.late_here))
        await work
        watching.cancel()
        stretch.seconds = time.perf_counter() - start
        stretch.bot, stretch.own = cpu(self._bot).since(bot), cpu(os.getpid()).since(own)
        lines = [json.loads(line) for line in self._watched.read_text().splitlines()]
        noted = [line for line in lines if line["at"] > since + 0.5]
        stretch.held_up = {name: max(line[name] for line in noted) for name in ("late", "busy", "collecting")}


async def _watch(late: list[float]) -> None:
    while True:
        start = time.perf_counter()
        await asyncio.sleep(LOOK)
        late.append(time.perf_counter() - start - LOOK)


async def run(rate: float, seconds: float, button: str, *, limited: bool) -> None:
    with tempfile.TemporaryDirectory(prefix="flood-") as name:
        folder = Path(name)
        file, watched = folder / "gobelet.db", folder / "watched"
        async with Standin(compress=True) as standin:
            world = standin.world
            for number in range(PRESSING + 1):
                world.add_channel(f"table-{number}")
            environment = {
                "DISCORD_TOKEN": "bench", "DISCORD_API_URL": standin.api_base, "DATABASE_URL": f"sqlite:///{file}"
            }  # fmt: skip
            script = [
                str(ROOT / "benchmarks" / "pressing" / "watched_bot.py"),
                str(watched),
                *(() if limited else ("unlimited",)),
            ]
            async with Child(folder / "log", script, environment, None) as child:
                while not world.sessions_online:  # noqa: ASYNC110 - the bot is another process.
                    await asyncio.sleep(0.1)
                await asyncio.sleep(1)
                evening = Evening(world, file, watched, child.pid)
                await evening.sit_down()
                before, meanwhile, flood = await evening.run(rate, seconds, button)
            if standin.unknown:
                sys.exit(f"unknown requests: {standin.unknown[:5]}")
            errors = child.said().count(" ERROR ")
    _say("without the flood", before)
    _say("with it", meanwhile)
    flood.took.sort()
    click.echo(f"the one who floods: {dict(flood.answers)}, p50 {statistics.median(flood.took):.1f} ms")
    click.echo(f"others answered with anything but the board: {len(evening.tally.wrong)}; errors logged: {errors}")
    click.echo(f"the last answer came {meanwhile.seconds - seconds:.1f} s after the last press")


def _say(when: str, stretch: Stretch) -> None:
    latencies = sorted(stretch.others_ms)
    p99 = latencies[int(len(latencies) * 0.99)]
    click.echo(
        f"{when}: others' {len(latencies)} presses, p50 {statistics.median(latencies):.1f}, p99 {p99:.1f}, ", nl=False
    )
    click.echo(f"worst {latencies[-1]:.1f} ms")
    for who, used, late in (
        ("bot", stretch.bot, stretch.held_up["late"]),
        ("stand-in and hands", stretch.own, max(stretch.late_here)),
    ):
        click.echo(f"  {who}: {used.used / stretch.seconds:.0%} of a core, ", nl=False)
        click.echo(f"waiting for one {used.waited / stretch.seconds:.0%}, timers late by {late * 1e3:.0f} ms at most")
    busy, collecting = (stretch.held_up[name] * 1e3 for name in ("busy", "collecting"))
    click.echo(f"  the bot's loop computed without a break for {busy:.0f} ms at most", nl=False)
    click.echo(f", the garbage collector for {collecting:.0f} ms")


@click.command(help=__doc__)
@click.option("--rate", default=300.0, show_default=True, help="Presses a second.")
@click.option("--seconds", default=15.0, show_default=True, help="How long, before it and meanwhile.")
@click.option("--button", default="hold 1", show_default=True, help="What the button asks for.")
@click.option("--unlimited", is_flag=True, help="Without the limit per person, for comparison.")
def main(rate: float, seconds: float, button: str, unlimited: bool) -> None:
    uvloop.run(run(rate, seconds, button, limited=not unlimited))


if __name__ == "__main__":
    main()
