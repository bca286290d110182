"""After an outage all boards are behind: how fast the bot mends them, and what people notice of it.

    python benchmarks/storm.py [--boards 10000] [--seconds 1200]

The bot runs in a process of its own on the stand-in, which limits requests as Discord does. While the bot is down, so
many tables get a step that their message does not show. Then the bot starts again. Each board costs it two requests: it
looks at the message, and draws it anew. Repairs may have 31 of the 50 requests a second, so 1,000 boards take 65 s.
Meanwhile eight people press four times a second at tables of their own, and
every ten seconds somebody opens a table in a new thread, which needs two requests inside the limit too.
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

import click
import uvloop
from children import RUN, Child, cpu
from clock import PRESSING, Copies, press_on
from hands import Disk, TableHand, Tally, person

from bot.standin.client.person import Person
from bot.standin.server import Standin
from bot.standin.world.model import Json
from bot.standin.world.world import World

LIMIT = 50
FIRST = 10**9
BEFORE_SECONDS = 20
OPENING_SECONDS = 10
_PLACES = 4
_EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


@dataclass(slots=True)
class Stretch:
    """A part of the run: without the storm, or in it."""

    presses_ms: list[float] = field(default_factory=list)
    openings_ms: list[float] = field(default_factory=list)


@dataclass(slots=True)
class Found:
    """The measurements."""

    boards: int
    before: Stretch = field(default_factory=Stretch)
    meanwhile: Stretch = field(default_factory=Stretch)
    seconds: float = 0
    left: int = 0
    """Boards that were still behind when the time was over."""
    requests: int = 0
    cpu: float = 0
    busiest: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    """Whatever went otherwise than it should."""


class Evening:
    """The people: eight who press, one who opens tables, and one whose table is copied."""

    def __init__(self, world: World, file: Path) -> None:
        self.world, self.tally = world, Tally()
        for number in range(PRESSING + 1 + _PLACES):
            world.add_channel(f"table-{number}")
        disk = Disk(file)
        self.model = TableHand([person(world, 0)], world.find_channel("table-0"), self.tally, disk)
        self.pressing = [
            TableHand([person(world, number)], world.find_channel(f"table-{number}"), self.tally, disk)
            for number in range(1, PRESSING + 1)
        ]
        self._opens = person(world, PRESSING + 1)

    async def sit_down(self) -> Json:
        """Begin to play; returns an old board of the table that is copied."""
        for hand in (self.model, *self.pressing):
            await hand.sit_down()
        old = deepcopy(self.world.messages[self.model.message].data)
        await self.model.press()
        return old

    async def press_and_open(self, stretch: Stretch, until: asyncio.Task[None]) -> None:
        tasks = [asyncio.create_task(press_on(hand, [stretch.presses_ms])) for hand in self.pressing]
        tasks.append(asyncio.create_task(self._open(self._opens, stretch.openings_ms)))
        await until
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    async def _open(self, who: Person, took: list[float]) -> None:
        number = 0
        while True:
            place = self.world.find_channel(f"table-{PRESSING + 1 + number % _PLACES}")
            start = time.perf_counter()
            answer = await who.command("yum start", place.id, thread=True)
            took.append((time.perf_counter() - start) * 1e3)
            if answer.failed or "<#" not in answer.text:
                self.tally.wrong.append(answer.text or answer.state)
            number += 1
            await asyncio.sleep(OPENING_SECONDS)


def fall_behind(file: Path, world: World, boards: int, old: Json) -> None:
    """Let the copies show an old board, as after an outage."""
    with closing(sqlite3.connect(file, timeout=30)) as connection, connection:
        connection.execute("UPDATE tables SET drawn = step - 1 WHERE id >= ? AND id < ?", (FIRST, FIRST + boards))
    for number in range(FIRST, FIRST + boards):
        world.messages[str(number)].data |= deepcopy(old) | {"id": str(number), "channel_id": str(number)}


def behind(file: Path, boards: int) -> int:
    """Return how many of the copies are not known to show their row."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        query = "SELECT count(*) FROM tables WHERE id >= ? AND id < ? AND drawn < step"
        return int(connection.execute(query, (FIRST, FIRST + boards)).fetchone()[0])


async def run(boards: int, seconds: float) -> Found:
    figures = Found(boards)
    with tempfile.TemporaryDirectory(prefix="storm-") as name:
        folder = Path(name)
        file = folder / "gobelet.db"
        async with Standin(compress=True) as standin:
            world, rates = standin.world, standin.rest.rates
            environment = {
                "DISCORD_TOKEN": "bench", "DISCORD_API_URL": standin.api_base, "DATABASE_URL": f"sqlite:///{file}"
            }  # fmt: skip
            async with Child(folder / "before", RUN, environment, None):
                await _online(world)
                await asyncio.sleep(1)
                evening = Evening(world, file)
                old = await evening.sit_down()
                await evening.press_and_open(figures.before, asyncio.create_task(asyncio.sleep(BEFORE_SECONDS)))
            await asyncio.to_thread(Copies(file, world, evening.model.message).make, FIRST, boards)
            await asyncio.to_thread(fall_behind, file, world, boards, old)
            rates.busiest = 0
            rates.refused.clear()
            edited, before = world.calls[_EDIT], _with_token(world)
            async with Child(folder / "after", RUN, environment, None) as child:
                await _online(world)
                start, used = time.monotonic(), cpu(child.pid)

                async def mended() -> None:
                    while left := await asyncio.to_thread(behind, file, boards):
                        figures.left = left
                        click.echo(f"{time.monotonic() - start:6.0f} s: {left} left", err=True)
                        if time.monotonic() - start > seconds:
                            return
                        await asyncio.sleep(5 if left > 200 else 0.5)
                    figures.left = 0

                await evening.press_and_open(figures.meanwhile, asyncio.create_task(mended()))
                figures.seconds = time.monotonic() - start
                figures.requests = _with_token(world) - before
                figures.cpu = cpu(child.pid).since(used).used / figures.seconds
                figures.busiest, figures.refused = rates.busiest, dict(rates.refused)
                log = child.said()
            figures.wrong += [*evening.tally.wrong, *map(str, standin.unknown)]
            if (drawn := world.calls[_EDIT] - edited) < boards - figures.left:
                figures.wrong.append(f"only {drawn} boards drawn")
            if "Traceback" in log:
                figures.wrong.append(log[log.index("Traceback") :])
    return figures


async def _online(world: World) -> None:
    while not world.sessions_online:  # noqa: ASYNC110 - the bot is another process.
        await asyncio.sleep(0.1)


def _with_token(world: World) -> int:
    return sum(
        times for (_, route), times in world.calls.items() if not route.startswith(("/interactions", "/webhooks"))
    )


def _say(figures: Found) -> None:
    def quantiles(took: list[float]) -> str:
        took.sort()
        p50, p99 = statistics.median(took), took[int(len(took) * 0.99)]
        return f"{len(took)}: p50 {p50:.0f}, p99 {p99:.0f}, worst {took[-1]:.0f} ms"

    rate = figures.requests / figures.seconds
    mended = f"{figures.boards - figures.left} mended in {figures.seconds:.0f} s"
    click.echo(f"{figures.boards} boards behind: {mended}, {rate:.1f} requests a second")
    click.echo(f"most requests in any second: {figures.busiest} of {LIMIT}; refused: {figures.refused or 'none'}")
    for when, stretch in (("before", figures.before), ("meanwhile", figures.meanwhile)):
        click.echo(f"{when}: presses {quantiles(stretch.presses_ms)}")
        click.echo(f"  tables opened in threads {quantiles(stretch.openings_ms)}")
    click.echo(f"bot: {figures.cpu:.0%} of a core")


@click.command(help=__doc__)
@click.option("--boards", default=10_000, show_default=True, help="How many boards are behind.")
@click.option("--seconds", default=1200.0, show_default=True, help="How long to wait for them at most.")
def main(boards: int, seconds: float) -> None:
    figures = uvloop.run(run(boards, seconds))
    _say(figures)
    if figures.busiest > LIMIT or figures.refused.get("global"):
        sys.exit("more requests than Discord takes")
    if figures.left:
        sys.exit(f"{figures.left} boards are still behind")
    if figures.wrong:
        sys.exit(f"{len(figures.wrong)} went wrong: {figures.wrong[:3]}"[:3000])


if __name__ == "__main__":
    main()
