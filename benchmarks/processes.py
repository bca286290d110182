"""One process on SQLite, one on PostgreSQL, and several on one PostgreSQL, side by side (docs/growth.md).

    python benchmarks/processes.py [--tables 200] [--seconds 10]

Each side has its own stand-in, which runs here together with the hands that press. The sides take turns in short slices
of one run, so that other work on the machine hits all alike. Two people play at each table, all games there are. Every
commit is on disk before its answer, on both databases. PostgreSQL's own processes are counted too.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import json
import os
import statistics
import sys
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import uvloop
from children import RUN, Child, Cpu, cpu
from hands import person
from pressing.any_game import GAMES, AnyHand, Presses
from servers import postgres, processes
from sqlalchemy import text

from bot.standin.server import Standin
from db import open_database

BAR = 1.5
"""How many times SQLite's processor time a press may take on PostgreSQL."""

SHARDS = 4
SIDES = {"sqlite": (1, [""]), "postgresql": (SHARDS, [""]), "two": (SHARDS, ["0-1", "2-3"])}
"""Each side: how many shards there are in all, and those of each process. They are given: where processes claim them,
the first one takes all, and it is a minute until they share."""

AT_ONCE = 8
"""Tables that people open at once before the measurement."""

_READY_SECONDS = 120
_TOKENS_LIVE = 10
_NOTHING = Cpu(0, 0)


@dataclass(slots=True)
class Slice:
    """A stretch of a run."""

    presses: int
    seconds: float
    each: list[float]
    """What each of its bots used of it."""
    bots: float
    """Seconds of processor time: of all its bots, of its PostgreSQL, of the stand-in with the hands."""
    server: float
    driver: float
    waited: float
    """The share of their running time that the bots were ready to run while others had the core."""
    latencies: list[float] = field(repr=False)

    @property
    def all_cpu(self) -> float:
        return self.bots + self.server


@dataclass(slots=True)
class Side:
    """Some bots on one database, with their hands."""

    name: str
    url: str
    standin: Standin
    bots: list[Child]
    server: int | None
    """The process of its PostgreSQL."""
    hands: deque[AnyHand]
    in_flight: int
    seen: Presses
    slices: list[Slice] = field(default_factory=list)

    def used(self) -> tuple[float, ...]:
        bots = [cpu(child.pid) for child in self.bots]
        server = sum(cpu(pid).used for pid in processes(self.server)) if self.server else 0.0
        each = [bot.used for bot in bots]
        return sum(each), sum(bot.waited for bot in bots), server, cpu(os.getpid()).used, *each

    async def measure(self, seconds: float) -> None:
        """Let the hands press for ``seconds``, some at once; wait for presses under way at the end, and count them."""
        latencies: list[float] = []
        before, start = self.used(), time.perf_counter()

        async def press_on() -> None:
            while time.perf_counter() - start < seconds:
                hand = self.hands.popleft()
                latencies.append(await hand.press())
                self.hands.append(hand)

        await asyncio.gather(*(press_on() for _ in range(min(self.in_flight, len(self.hands)))))
        took = time.perf_counter() - start
        bots, waited, server, driver, *each = (now - then for now, then in zip(self.used(), before, strict=True))
        share = waited / (bots + waited)
        self.slices.append(Slice(len(latencies), took, each, bots, server, driver, share, latencies))


@asynccontextmanager
async def side(
    name: str, url: str, tables: int, in_flight: int, folder: Path, server: int | None
) -> AsyncIterator[Side]:
    """Start a stand-in and the bots of this side, and seat people at the tables."""
    seen = Presses()
    async with Standin(compress=True) as standin, AsyncExitStack() as stack:
        standin.world.interactions.token_life = _TOKENS_LIVE
        standin.world.interactions.answer_limit = _TOKENS_LIVE  # On a busy machine it is not the bot that is late.
        world, (count, shards) = standin.world, SIDES[name]
        standin.gateway.starts.max_concurrency = count  # Otherwise each shard begins five seconds after the one before.
        people = [(person(world, 2 * number), person(world, 2 * number + 1)) for number in range(tables)]
        guilds = [world.add_guild(f"server {number}", shard=(number % count, count)) for number in range(2 * SHARDS)]
        channels = [world.add_channel(f"table-{n}", guild=guilds[n % len(guilds)]) for n in range(tables)]
        bots = []
        for number, held in enumerate(shards):
            environment = {
                "DISCORD_TOKEN": "bench",
                "DISCORD_API_URL": standin.api_base,
                "DATABASE_URL": url,
                "LOG_LEVEL": "WARNING",
                "SHARD_COUNT": str(count),
                "SHARDS": held,
            }
            child = Child(folder / f"{name}-{number}.log", RUN, environment, None)
            bots.append(await stack.enter_async_context(child))
        await _ready(standin, bots, count)
        hands = [
            AnyHand(list(people[n]), channel, GAMES[n % len(GAMES)], seen, f"{n}") for n, channel in enumerate(channels)
        ]
        for some in range(0, tables, AT_ONCE):
            await asyncio.gather(*(hand.sit_down() for hand in hands[some : some + AT_ONCE]))
        yield Side(name, url, standin, bots, server, deque(hands), in_flight, seen)


async def _ready(standin: Standin, bots: list[Child], shards: int) -> None:
    """Wait until all shards are connected."""
    until = time.monotonic() + _READY_SECONDS
    while standin.world.sessions_online < shards:
        if any(bot.ended for bot in bots) or time.monotonic() > until:
            raise click.ClickException("\n".join(["a bot did not start:", *(bot.said() for bot in bots)]))
        await asyncio.sleep(0.05)
    await asyncio.sleep(1)


async def run(tables: int, in_flight: int, seconds: float, slice_seconds: float, sides: str) -> list[Side]:
    """Measure the ``sides``, and check what they stored."""
    with tempfile.TemporaryDirectory(prefix="processes-") as name, postgres() as server:
        folder = Path(name)
        async with AsyncExitStack() as stack:
            measured = []
            for kind in sides.split(","):
                if kind == "sqlite":
                    url, process = f"sqlite:///{folder}/gobelet.db", None
                else:
                    url, process = server.make_database(kind), server.process
                measured.append(await stack.enter_async_context(side(kind, url, tables, in_flight, folder, process)))
                click.echo(f"{kind}: {tables} tables", err=True)
            gc.collect()
            gc.freeze()
            gc.set_threshold(50_000, 50, 50)
            for one_side in measured:
                await one_side.measure(1.0)
                one_side.slices.clear()
            for _ in range(max(1, round(seconds / slice_seconds))):
                for one_side in measured:
                    await one_side.measure(slice_seconds)
        for one_side in measured:
            await _check(one_side)
        return measured


async def _check(side: Side) -> None:
    """Stop where a press went wrong, or a journal is not whole."""
    gaps = """SELECT count(*) FROM tables LEFT JOIN
        (SELECT table_id, count(*) AS lines, max(number) AS last FROM journal GROUP BY table_id) AS journals
        ON table_id = id WHERE entries != coalesce(lines, 0) OR coalesce(last, -1) != entries - 1"""
    async with open_database(side.url) as storage, storage.database.reading.connect() as connection:
        torn = await connection.scalar(text(gaps))
    logged = [line for bot in side.bots for line in bot.said().splitlines() if "Traceback" in line or "ERROR" in line]
    wrong = [*side.seen.wrong[:10], *logged[:10], *side.standin.unknown[:10]]
    if wrong or torn:
        sys.exit(f"{side.name}: {torn} journals torn; " + "\n".join(map(str, wrong)))


def median(side: Side, value: Any) -> float:
    return statistics.median(value(part) for part in side.slices)


COLUMNS = {
    "presses/s": (9, ".0f"),
    "p50 ms": (7, ".1f"),
    "p99 ms": (7, ".1f"),
    "bot us": (7, ".0f"),
    "server us": (9, ".0f"),
    "bots": (5, ".0%"),
    "driver": (6, ".0%"),
    "waited": (6, ".0%"),
    "with cores": (10, ".0f"),
}
"""The measurements of a side. ``bots`` and ``driver`` are parts of a core; ``with cores`` are the presses a second that
the bots could answer if the busiest had a core of its own: without the driver, and without what else runs here."""


def line(side: Side) -> dict[str, float]:
    """Return the medians of a side."""
    latencies = sorted(took for part in side.slices for took in part.latencies)
    return {
        "presses/s": median(side, lambda part: part.presses / part.seconds),
        "p50 ms": statistics.median(latencies) * 1e3,
        "p99 ms": latencies[int(len(latencies) * 0.99)] * 1e3,
        "bot us": median(side, lambda part: part.bots / part.presses) * 1e6,
        "server us": median(side, lambda part: part.server / part.presses) * 1e6,
        "bots": median(side, lambda part: part.bots / part.seconds),
        "driver": median(side, lambda part: part.driver / part.seconds),
        "waited": median(side, lambda part: part.waited),
        "with cores": median(side, lambda part: part.presses / max(part.each)),
    }


def ratios(base: Side, other: Side) -> dict[str, float]:
    """Return the medians of what ``other`` is to ``base``, slice by slice."""
    pairs = list(zip(base.slices, other.slices, strict=True))
    measures: dict[str, Callable[[Slice], float]] = {
        "presses a second": lambda part: part.presses / part.seconds,
        "presses a second with cores": lambda part: part.presses / max(part.each),
        "bot's CPU a press": lambda part: part.bots / part.presses,
        "all CPU a press": lambda part: part.all_cpu / part.presses,
    }
    return {what: statistics.median(value(b) / value(a) for a, b in pairs) for what, value in measures.items()}


def report(sides: list[Side]) -> dict[str, Any]:
    """Print the tables; returns them."""
    lines = {side.name: line(side) for side in sides}
    click.echo(f"{'side':>12} " + " ".join(f"{name:>{width}}" for name, (width, _) in COLUMNS.items()))
    for side in sides:
        cells = " ".join(f"{lines[side.name][name]:{width}{form}}" for name, (width, form) in COLUMNS.items())
        click.echo(f"{side.name:>12} {cells}")
        click.echo(f"{'':>12} {side.seen.moves} moves, {side.seen.holds} dice held, {side.seen.games} games")
    by_pair = {}
    for base, other in itertools.combinations(sides, 2):
        name = f"{other.name} / {base.name}"
        by_pair[name] = ratios(base, other)
        click.echo(f"{name}: " + ", ".join(f"{what} {value:.2f}" for what, value in by_pair[name].items()))
    return {"sides": lines, "ratios": by_pair}


@click.command(help=__doc__)
@click.option("--tables", default=200, show_default=True, help="Tables of each side.")
@click.option("--in-flight", default=60, show_default=True, help="Presses at once.")
@click.option("--seconds", default=10.0, show_default=True, help="Measured time of each side.")
@click.option("--slice", "slice_seconds", default=1.0, show_default=True, help="Length of a slice in seconds.")
@click.option("--sides", default="sqlite,postgresql,two", show_default=True, help="What to compare; the first is 1.")
@click.option("--json", "file", type=click.File("w"), help="Write the report to this file as well.")
def main(tables: int, in_flight: int, seconds: float, slice_seconds: float, sides: str, file: Any) -> None:
    reported = report(uvloop.run(run(tables, in_flight, seconds, slice_seconds, sides)))
    if file is not None:
        json.dump(reported, file, indent=1)
    above = [
        name
        for name, ratio in reported["ratios"].items()
        if name.endswith("/ sqlite") and ratio["all CPU a press"] > BAR
    ]
    if above:
        sys.exit(f"above the bar of {BAR}: {', '.join(above)}")


if __name__ == "__main__":
    main()
