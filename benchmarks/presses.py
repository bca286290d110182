"""Presses per second of Gobelet and of a no-op discord.py bot, side by side (docs/performance.md).

Both bots are unmodified discord.py in processes of their own, on the stand-in. The stand-in runs here together with the
hands that press. The bots take turns in short slices of one run, so that other work on the machine hits both alike.
Gobelet plays whole games on an SQLite file with synchronous=FULL: three throws, three toggles and a mark a turn, each
throw and mark on disk before its answer. Afterwards its journal must hold exactly the moves that got an answer.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import click
import uvloop
from children import ROOT, RUN, Child, Cpu, cpu
from hands import Disk, Hand, NoopHand, TableHand, Tally, person

from bot.standin.server import Standin

BAR = 0.5
"""The share of the no-op bot's presses per second that Gobelet must reach with the most hands."""

_BUSY, _ENOUGH = 0.05, 3
"""Leave out rounds in which a bot waited longer for its core than this share, if enough others remain."""

_READY_SECONDS = 40
_TOKENS_LIVE = 10
"""Seconds; 15 minutes of interactions would fill the memory of the stand-in."""


@dataclass(slots=True)
class Slice:
    """A stretch of a run."""

    presses: int
    seconds: float
    cpu: Cpu
    driver: Cpu
    latencies: list[float] = field(repr=False)

    @property
    def rate(self) -> float:
        return self.presses / self.seconds

    @property
    def cpu_us(self) -> float:
        return self.cpu.used / self.presses * 1e6

    @property
    def waited(self) -> float:
        return self.cpu.waited / (self.cpu.used + self.cpu.waited)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the report."""

    in_flight: int
    bot: str
    presses: int
    per_second: float
    p50_ms: float
    p99_ms: float
    cpu_us: float
    """Processor time of the bot per press."""
    core: float
    """How much of a core the bot used."""
    driver_core: float
    waited: float
    """How much of its running time the bot was ready to run while another process had the core."""


@dataclass(slots=True)
class Side:
    """One of the two bots with its hands."""

    name: str
    child: Child
    standin: Standin
    tally: Tally
    hands: list[Hand]


async def measure(side: Side, in_flight: int, seconds: float) -> Slice:
    """Let ``in_flight`` hands press for ``seconds``; wait for presses under way at the end, and count them."""
    latencies: list[float] = []
    before, driver, start = cpu(side.child.pid), cpu(os.getpid()), time.perf_counter()

    async def press_on(hand: Hand) -> None:
        while time.perf_counter() - start < seconds:
            latencies.append(await hand.press())

    await asyncio.gather(*(press_on(hand) for hand in side.hands[:in_flight]))
    took = time.perf_counter() - start
    used = cpu(side.child.pid).since(before)
    return Slice(len(latencies), took, used, cpu(os.getpid()).since(driver), latencies)


def line(side: Side, in_flight: int, slices: Sequence[Slice]) -> Line:
    """Return the medians of ``slices``."""
    latencies = sorted(took for one in slices for took in one.latencies)
    return Line(
        in_flight,
        side.name,
        len(latencies),
        statistics.median(one.rate for one in slices),
        statistics.median(latencies) * 1e3,
        latencies[int(len(latencies) * 0.99)] * 1e3,
        statistics.median(one.cpu_us for one in slices),
        statistics.median(one.cpu.used / one.seconds for one in slices),
        statistics.median(one.driver.used / one.seconds for one in slices),
        statistics.median(one.waited for one in slices),
    )


# -- the two bots -----------------------------------------------------------------------------------------------------


@asynccontextmanager
async def standing_in(tables: int) -> AsyncIterator[Standin]:
    """A stand-in with a channel per table, compressing as Discord does."""
    async with Standin(compress=True) as standin:
        standin.world.interactions.token_life = _TOKENS_LIVE
        for number in range(tables):
            standin.world.add_channel(f"table-{number}")
        yield standin


@asynccontextmanager
async def noop(tables: int, folder: Path, core: int | None, *, stock: bool) -> AsyncIterator[Side]:
    """The no-op bot, a message with five buttons per hand."""
    tally = Tally()
    arguments = [str(ROOT / "benchmarks" / "noop_bot.py")]
    async with standing_in(tables) as standin:
        how = ["stock"] if stock else []
        child = Child(folder / "noop.log", [*arguments, standin.api_base, *how], {}, core)
        async with child:
            await _ready(standin, child)
            world = standin.world
            hands = [
                NoopHand(person(world, number), world.find_channel(f"table-{number}"), tally)
                for number in range(tables)
            ]
            await asyncio.gather(*(hand.sit_down() for hand in hands))
            yield Side("no-op", child, standin, tally, list(hands))


@asynccontextmanager
async def gobelet(tables: int, seats: int, folder: Path, core: int | None) -> AsyncIterator[Side]:
    """Gobelet on an empty database, a table per hand."""
    tally, file = Tally(), folder / "gobelet.db"
    async with standing_in(tables) as standin:
        environment = {
            "DISCORD_TOKEN": "bench",
            "DISCORD_API_URL": standin.api_base,
            "DATABASE_URL": f"sqlite:///{file}",
            "LOG_LEVEL": "WARNING",
        }
        child = Child(folder / "gobelet.log", RUN, environment, core)
        async with child:
            await _ready(standin, child)
            world, disk = standin.world, Disk(file)
            hands = [
                TableHand(
                    [person(world, number * seats + seat) for seat in range(seats)],
                    world.find_channel(f"table-{number}"),
                    tally,
                    disk,
                )
                for number in range(tables)
            ]
            await asyncio.gather(*(hand.sit_down() for hand in hands))
            yield Side("gobelet", child, standin, tally, list(hands))


async def _ready(standin: Standin, child: Child) -> None:
    """Wait until the bot is connected; by then it has registered its commands."""
    until = time.monotonic() + _READY_SECONDS
    while not standin.world.sessions_online:
        if child.ended or time.monotonic() > until:
            raise click.ClickException(f"the bot did not start:\n{child.said()}")
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)


# -- the run ----------------------------------------------------------------------------------------------------------


async def run(
    flights: Sequence[int],
    seconds: float,
    slice_seconds: float,
    seats: int,
    profile: str | None = None,
    *,
    stock: bool = True,
) -> dict[str, Any]:
    """Measure, check, and return the report; with ``profile`` also record where Gobelet's time goes."""
    ours, other = _cores()
    if ours is not None:
        os.sched_setaffinity(0, {ours})
    rounds = max(1, round(seconds / slice_seconds))
    found: dict[tuple[int, str], list[Slice]] = {}
    with tempfile.TemporaryDirectory(prefix="presses-") as name:
        folder = Path(name)
        async with AsyncExitStack() as stack:
            sides = [
                await stack.enter_async_context(gobelet(max(flights), seats, folder, other)),
                await stack.enter_async_context(noop(max(flights), folder, other, stock=stock)),
            ]
            _tell(f"both bots are ready, {max(flights)} tables each")
            gc.collect()
            gc.freeze()
            gc.set_threshold(50_000, 50, 50)
            for side in sides:
                await measure(side, max(flights), 1.0)
            for in_flight in flights:
                for number in range(rounds):
                    _tell(f"{in_flight} in flight: round {number + 1} of {rounds}")
                    for side in sides:
                        found.setdefault((in_flight, side.name), []).append(
                            await measure(side, in_flight, slice_seconds)
                        )
            if profile is not None:
                await _profile(sides[0], max(flights), seconds, profile)
        return _report(sides, flights, found, Disk(folder / "gobelet.db"))


def _tell(how_far: str) -> None:
    """Say on stderr how far the run has come: the report comes at its end, and a busy machine takes its time."""
    click.echo(how_far, err=True)


async def _profile(side: Side, in_flight: int, seconds: float, file: str) -> None:
    """Let py-spy watch ``side`` at work; its samples go to ``file``, one stack a line."""
    arguments = ("record", "--format", "raw", "--rate", "400", "--duration", str(int(seconds)), "--output", file)
    watcher = await asyncio.create_subprocess_exec("py-spy", *arguments, "--pid", str(side.child.pid))
    await measure(side, in_flight, seconds + 1)
    await watcher.wait()


def _cores() -> tuple[int | None, int | None]:
    """Return the core for the stand-in and the one for the bots; None if there is only one core."""
    cores = sorted(os.sched_getaffinity(0))
    return (cores[0], cores[1]) if len(cores) > 1 else (None, None)


def _report(
    sides: Sequence[Side], flights: Sequence[int], found: dict[tuple[int, str], list[Slice]], disk: Disk
) -> dict[str, Any]:
    lines, ratios = [], {}
    for in_flight in flights:
        rounds = list(zip(*(found[in_flight, side.name] for side in sides), strict=True))
        quiet = [pair for pair in rounds if all(one.waited <= _BUSY for one in pair)]
        kept = quiet if len(quiet) >= _ENOUGH else rounds
        lines += [line(side, in_flight, slices) for side, slices in zip(sides, zip(*kept, strict=True), strict=True)]
        ratios[in_flight] = {
            "presses": statistics.median(ours.rate / theirs.rate for ours, theirs in kept),
            "cpu": statistics.median(theirs.cpu_us / ours.cpu_us for ours, theirs in kept),
            "rounds": len(rounds),
            "undisturbed": len(quiet),
        }
    return {
        "machine": {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.platform()},
        "lines": [asdict(one) for one in lines],
        "ratios": ratios,
        "checks": _checks(sides, disk),
    }


def _checks(sides: Sequence[Side], disk: Disk) -> dict[str, Any]:
    tally = sides[0].tally
    journal = disk.journal()
    wrong = [text for side in sides for text in side.tally.wrong]
    unknown = [request for side in sides for request in side.standin.unknown]
    logged = [
        text for side in sides for text in side.child.said().splitlines() if "Traceback" in text or "ERROR" in text
    ]
    return {
        "moves": tally.moves,
        "journal": journal,
        "torn_journals": disk.gaps(),
        "holds": tally.holds,
        "games": tally.games,
        "looked_up_when_answered": tally.looked,
        "answered_before_saved": tally.missing,
        "wrong_answers": wrong[:10],
        "unknown_requests": unknown[:10],
        "errors_logged": logged[:10],
        "good": tally.moves == journal
        and not (disk.gaps() or tally.missing or wrong or unknown or logged)
        and tally.looked > 0,
    }


def _print(report: dict[str, Any]) -> None:
    click.echo(f"{'in flight':>9} {'bot':>8} {'presses/s':>10} {'p50 ms':>8} {'p99 ms':>8} {'CPU us':>7}"
               f" {'core':>5} {'driver':>6} {'waited':>6} {'ratio':>6} {'of CPU':>6}")  # fmt: skip
    for one in (Line(**values) for values in report["lines"]):
        ratio = report["ratios"][one.in_flight]
        said = f"{ratio['presses']:6.2f} {ratio['cpu']:6.2f}" if one.bot == "gobelet" else ""
        click.echo(
            f"{one.in_flight:9} {one.bot:>8} {one.per_second:10.0f} {one.p50_ms:8.2f} {one.p99_ms:8.2f}"
            f" {one.cpu_us:7.0f} {one.core:5.0%} {one.driver_core:6.0%} {one.waited:6.0%} {said}"
        )
    told = ", ".join(f"{one['undisturbed']} of {one['rounds']}" for one in report["ratios"].values())
    click.echo(f"undisturbed rounds: {told}")
    checks = report["checks"]
    click.echo(
        f"{checks['moves']} moves answered, {checks['journal']} in the journal, "
        f"{checks['torn_journals']} journals torn; "
        f"{checks['looked_up_when_answered']} looked up on disk when answered, "
        f"{checks['answered_before_saved']} missing;"
        f" {checks['holds']} dice held, {checks['games']} games"
    )
    for name in ("wrong_answers", "unknown_requests", "errors_logged"):
        for text in checks[name]:
            click.echo(f"{name}: {text}")


@click.command(help=__doc__)
@click.option("--flights", default="1,10,100", show_default=True, help="Presses in flight, one figure after another.")
@click.option("--seconds", default=8.0, show_default=True, help="Measured time of each bot at each figure.")
@click.option("--slice", "slice_seconds", default=1.0, show_default=True, help="Length of a slice in seconds.")
@click.option("--seats", default=1, show_default=True, type=click.IntRange(1, 12), help="Players at each table.")
@click.option(
    "--profile", type=click.Path(dir_okay=False), help="Let py-spy record Gobelet, and write its stacks here."
)
@click.option("--tuned", is_flag=True, help="Give the no-op bot Gobelet's settings, not discord.py's defaults.")
@click.option("--json", "file", type=click.File("w"), help="Write the report to this file as well.")
def main(
    flights: str, seconds: float, slice_seconds: float, seats: int, profile: str | None, tuned: bool, file: Any
) -> None:
    numbers = [int(number) for number in flights.split(",")]
    report = uvloop.run(run(numbers, seconds, slice_seconds, seats, profile, stock=not tuned))
    _print(report)
    if file is not None:
        json.dump(report, file, indent=1)
    if not report["checks"]["good"]:
        sys.exit("the checks failed")
    most = max(numbers)
    if most >= 100 and report["ratios"][most]["presses"] < BAR:
        sys.exit(f"below the bar of {BAR} at {most} in flight")


if __name__ == "__main__":
    main()
