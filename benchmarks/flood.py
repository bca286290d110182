"""One person presses as fast as a program can: what everybody else notices of it.

    python benchmarks/flood.py [--rate 300] [--seconds 15]

The bot runs in a process of its own on the stand-in. Eight people press at tables of their own, four times a second;
one more presses the same button of a board so many times a second, one press not waiting for the answer to the other:
a die held and released, or another one (``--button sheets``, ``--button rules``).
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import click
import uvloop
from children import RUN, Child, cpu
from clock import PRESSING, press_on
from hands import Disk, TableHand, Tally, person

from bot.standin.person import Person
from bot.standin.server import Standin


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


async def run(rate: float, seconds: float, button: str, *, limited: bool) -> None:
    with tempfile.TemporaryDirectory(prefix="flood-") as name:
        folder = Path(name)
        async with Standin(compress=True) as standin:
            world, tally = standin.world, Tally()
            for number in range(PRESSING + 1):
                world.add_channel(f"table-{number}")
            file = folder / "gobelet.db"
            environment = {
                "DISCORD_TOKEN": "bench", "DISCORD_API_URL": standin.api_base,
                "DATABASE_URL": f"sqlite:///{file}", "LOG_LEVEL": "ERROR",
            }  # fmt: skip
            async with Child(folder / "log", ["-m", "bot", "run"] if limited else RUN, environment, None) as child:
                while not world.sessions_online:  # noqa: ASYNC110 - the bot is another process.
                    await asyncio.sleep(0.1)
                await asyncio.sleep(1)
                disk, flooding = Disk(file), person(world, 0)
                board = TableHand([flooding], world.find_channel("table-0"), tally, disk)
                own = [
                    TableHand([person(world, 1 + number)], world.find_channel(f"table-{number}"), tally, disk)
                    for number in range(1, PRESSING + 1)
                ]
                for hand in (board, *own):
                    await hand.sit_down()
                await board.press()
                latencies: list[list[float]] = [[]]
                tasks = [asyncio.create_task(press_on(hand, latencies)) for hand in own]
                await asyncio.sleep(seconds)
                flood = Flood(flooding, board.message, button)
                latencies.append([])
                used, start = cpu(child.pid), time.perf_counter()
                await flood.press(rate, seconds)
                during = latencies[-1]
                latencies.append([])
                await flood.settle()
                took = time.perf_counter() - start
                share = cpu(child.pid).since(used).used / took
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)
            if standin.unknown:
                sys.exit(f"unknown requests: {standin.unknown[:5]}")
            errors = child.said().count(" ERROR ")
    for said, found in (("before", latencies[0]), ("meanwhile", during)):
        found.sort()
        median, p99 = statistics.median(found), found[int(len(found) * 0.99)]
        click.echo(f"others {said}: {len(found)} presses, p50 {median:.1f}, p99 {p99:.1f}, worst {found[-1]:.1f} ms")
    flood.took.sort()
    click.echo(f"the one who floods: {dict(flood.answers)}, p50 {statistics.median(flood.took):.1f} ms")
    click.echo(f"others answered with anything but the board: {len(tally.wrong)}; errors logged: {errors}")
    click.echo(f"bot: {share:.0%} of a core; the last answer came {took - seconds:.1f} s after the last press")


@click.command(help=__doc__)
@click.option("--rate", default=300.0, show_default=True, help="Presses a second.")
@click.option("--seconds", default=15.0, show_default=True, help="How long, before it and meanwhile.")
@click.option("--button", default="hold 1", show_default=True, help="What the button asks for.")
@click.option("--unlimited", is_flag=True, help="Without the limit per person, for comparison.")
def main(rate: float, seconds: float, button: str, unlimited: bool) -> None:
    uvloop.run(run(rate, seconds, button, limited=not unlimited))


if __name__ == "__main__":
    main()
