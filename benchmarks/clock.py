"""Many tables due at once: how soon the bot saves them, how fast messages go out, and what presses notice of it.

    python benchmarks/clock.py [--tables 100000]

The bot runs in a process of its own on the stand-in and an SQLite file with synchronous=FULL. Half of the tables have a
turn to skip (a line in the journal, a new board, a call for the next player), the other half a player to remind.
Meanwhile people press at tables of their own, and now and then one more table becomes due: it must not wait behind the
others.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import uvloop
from children import ROOT, Child, cpu
from hands import Disk, TableHand, Tally, person

from bot.standin.server import Standin
from bot.standin.world.model import Channel, Message
from bot.standin.world.world import World

PRESSING = 8
"""Tables with people who press, each four times a second."""

PAUSE = 0.25
LATECOMER_SECONDS = 15
_FIRST = 10**9
"""Number of the first copy: its id, its channel and its message."""

_LATE_FIRST = 5 * 10**9
_SEND = ("POST", "/channels/{channel_id}/messages")
_EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
_MINUTES = 5
STALLS = {
    "late": "timers of its loop came late by",
    "busy": "its loop computed without a break for",
    "collecting": "of that, the garbage collector took",
}
"""What watched_bot.py notes."""


@dataclass(slots=True)
class Found:
    """The measurements."""

    tables: int
    seconds: float = 0
    before_ms: list[float] = field(default_factory=list)
    during_ms: list[float] = field(default_factory=list)
    latecomers: list[float] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)
    edited: list[int] = field(default_factory=list)
    cpu: float = 0
    memory_mb: tuple[int, int] = (0, 0)
    held_up_ms: dict[str, list[float]] = field(default_factory=dict)
    """``late`` and ``busy`` (watched_bot.py): the worst of each half second."""


class Copies:
    """Copies of one table, which the bot does not see being made."""

    def __init__(self, file: Path, world: World, board: str) -> None:
        self._file = file
        self._world = world
        self._board = board

    def make(self, first: int, count: int) -> None:
        """Add ``count`` copies whose clock has nothing to do, each with a channel and a board of its own."""
        with closing(sqlite3.connect(self._file, timeout=30)) as connection, connection:
            (id,) = connection.execute("SELECT id FROM tables WHERE message = ?", (int(self._board),)).fetchone()
            columns = [row[1] for row in connection.execute("PRAGMA table_info(tables)")]
            own = {"id": "n", "number": "n", "channel": "n", "message": "n", "call": "NULL", "due": "NULL"}
            own |= {"absent": "CASE n % 2 WHEN 0 THEN 'skip' ELSE 'wait' END", "changed": "unixepoch() - 7200"}
            own |= {"patience": "CASE n % 2 WHEN 0 THEN 3600 ELSE 0 END", "reminder": "(n % 2) * 3600"}
            numbers = "WITH RECURSIVE numbers(n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?)"
            values = ", ".join(own.get(name, name) for name in columns)
            insert = f"INSERT INTO tables ({', '.join(columns)}) SELECT {values} FROM tables, numbers WHERE id = ?"  # noqa: S608
            connection.execute(f"{numbers} {insert}", (first, first + count, id))
        template = self._world.messages[self._board]
        for number in range(first, first + count):
            channel = Channel(str(number), "copy", guild_id=template.channel.guild_id)
            board = Message({**template.data, "id": str(number), "channel_id": str(number)}, channel, time.time())
            self._world.channels[channel.id] = channel
            self._world.messages[board.id] = channel.messages[board.id] = board

    def wake(self, first: int, count: int) -> None:
        """Make them due now, or within the last ten minutes if there are many."""
        with closing(sqlite3.connect(self._file, timeout=30)) as connection, connection:
            connection.execute(
                "UPDATE tables SET due = unixepoch() - (id - ?) % 600 WHERE id >= ? AND id < ?",
                (first, first, first + count),
            )

    def due(self, first: int, count: int) -> int:
        """Return how many are still due."""
        with closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True)) as connection:
            query = "SELECT count(*) FROM tables WHERE due <= unixepoch() AND id >= ? AND id < ?"
            return int(connection.execute(query, (first, first + count)).fetchone()[0])


async def press_on(hand: TableHand, latencies: list[list[float]]) -> None:
    """Press four times a second, however long the answers take, and fill the last list of ``latencies``."""
    while True:
        start = time.perf_counter()
        latencies[-1].append(await hand.press() * 1e3)
        await asyncio.sleep(max(0.0, PAUSE - (time.perf_counter() - start)))


async def count_messages(world: World, figures: Found) -> None:
    """Note each second how many messages the bot sent and edited outside of presses."""
    before, at = Counter(world.calls), time.monotonic()
    while True:
        at += 1
        await asyncio.sleep(at - time.monotonic())
        now = Counter(world.calls)
        figures.sent.append(now[_SEND] - before[_SEND])
        figures.edited.append(now[_EDIT] - before[_EDIT])
        before = now


async def latecomers(copies: Copies, figures: Found) -> None:
    """Now and then make one more table due, and note the seconds until the bot saves it."""
    for number in range(_LATE_FIRST, _LATE_FIRST + 100):
        await asyncio.sleep(LATECOMER_SECONDS)
        copies.wake(number, 1)
        start = time.monotonic()
        while copies.due(number, 1):  # noqa: ASYNC110 - the bot is another process.
            await asyncio.sleep(0.05)
        figures.latecomers.append(time.monotonic() - start)


def memory(pid: int) -> int:
    """Return the memory of the process, in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 // 2**20


async def run(count: int) -> Found:
    figures = Found(count)
    with tempfile.TemporaryDirectory(prefix="clock-") as name:
        folder = Path(name)
        file, watched = folder / "gobelet.db", folder / "watched"
        async with Standin(compress=True) as standin:
            world, tally = standin.world, Tally()
            for number in range(PRESSING + 1):
                world.add_channel(f"table-{number}")
            environment = {
                "DISCORD_TOKEN": "bench", "DISCORD_API_URL": standin.api_base, "DATABASE_URL": f"sqlite:///{file}"
            }  # fmt: skip
            script = str(ROOT / "benchmarks" / "pressing" / "watched_bot.py")
            async with Child(folder / "log", [script, str(watched)], environment, None) as child:
                while not world.sessions_online:  # noqa: ASYNC110 - likewise.
                    await asyncio.sleep(0.1)
                await asyncio.sleep(1)
                disk = Disk(file)
                model = TableHand([person(world, 0), person(world, 1)], world.find_channel("table-0"), tally, disk)
                pressing = [
                    TableHand([person(world, 1 + number)], world.find_channel(f"table-{number}"), tally, disk)
                    for number in range(1, PRESSING + 1)
                ]
                for hand in (model, *pressing):
                    await hand.sit_down()
                copies = Copies(file, world, model.message)
                await asyncio.to_thread(copies.make, _FIRST, count)
                await asyncio.to_thread(copies.make, _LATE_FIRST, 100)
                await measure(figures, copies, child.pid, pressing, world)
                figures.held_up_ms = _held_up(watched, time.time() - figures.seconds)
            if tally.wrong or standin.unknown or "Traceback" in child.said():
                sys.exit(f"wrong: {tally.wrong[:5]} {standin.unknown[:5]} {child.said()[:3000]}")
    return figures


async def measure(figures: Found, copies: Copies, pid: int, pressing: list[TableHand], world: World) -> None:
    latencies: list[list[float]] = [figures.before_ms]
    tasks = [asyncio.create_task(press_on(hand, latencies)) for hand in pressing]
    await asyncio.sleep(10)
    latencies.append(figures.during_ms)
    await asyncio.to_thread(copies.wake, _FIRST, figures.tables)
    used, start, first = cpu(pid), time.monotonic(), memory(pid)
    tasks += [asyncio.create_task(count_messages(world, figures)), asyncio.create_task(latecomers(copies, figures))]
    most = first
    while left := await asyncio.to_thread(copies.due, _FIRST, figures.tables):
        most = max(most, memory(pid))
        click.echo(f"{time.monotonic() - start:6.0f} s: {figures.tables - left} saved", err=True)
        await asyncio.sleep(5 if left > 2000 else 0.2)
    figures.seconds = time.monotonic() - start
    figures.cpu = cpu(pid).since(used).used / figures.seconds
    figures.memory_mb = (first, max(most, memory(pid)))
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


def _held_up(watched: Path, since: float) -> dict[str, list[float]]:
    lines = [json.loads(line) for line in watched.read_text().splitlines()]
    return {name: sorted(line[name] * 1e3 for line in lines if line["at"] > since) for name in STALLS}


def _say(figures: Found) -> None:
    def quantiles(took: list[float]) -> str:
        took.sort()
        return f"p50 {statistics.median(took):.1f}, p99 {took[int(len(took) * 0.99)]:.1f}, worst {took[-1]:.1f} ms"

    rate = figures.tables / figures.seconds
    click.echo(f"{figures.tables} tables due at once: saved in {figures.seconds:.0f} s, {rate:.0f} a second")
    click.echo(f"presses before: {quantiles(figures.before_ms)}; meanwhile: {quantiles(figures.during_ms)}")
    late = [f"{seconds:.1f}" for seconds in figures.latecomers]
    click.echo(f"tables that became due meanwhile were saved after {', '.join(late) or '-'} s")
    click.echo(
        f"messages a second: {statistics.mean(figures.sent):.1f} sent (most {max(figures.sent)}), "
        f"{statistics.mean(figures.edited):.1f} edited (most {max(figures.edited)})"
    )
    click.echo(f"bot: {figures.cpu:.0%} of a core, {figures.memory_mb[0]} MB before, {figures.memory_mb[1]} MB at most")
    for name, sentence in STALLS.items():
        worst = figures.held_up_ms[name]
        click.echo(
            f"{sentence} {statistics.median(worst):.0f} ms in the median half second, at most by {worst[-1]:.0f} ms"
        )


@click.command(help=__doc__)
@click.option("--tables", default=100_000, show_default=True, help="How many are due at once.")
def main(tables: int) -> None:
    figures: Any = uvloop.run(run(tables))
    _say(figures)
    if figures.seconds > _MINUTES * 60:
        sys.exit(f"slower than {_MINUTES} minutes")


if __name__ == "__main__":
    main()
