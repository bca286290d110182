"""Presses per second of Gobelet and of a no-op discord.py bot, side by side (docs/performance.md).

    python benchmarks/presses.py [--flights 1,10,100] [--seconds 120] [--beside DIR]

Both bots are unmodified discord.py in processes of their own, on the stand-in. The stand-in runs here together with the
hands that press. Gobelet plays whole games on an SQLite file with synchronous=FULL: three throws, three toggles and a
mark a turn, each throw and mark on disk before its answer. Afterwards its journal must hold exactly the moves that got
an answer.

The bots take turns in slices of half a second, now one in front, now the other; the one that rests is stopped. A slice
counts between two moments at which all hands press. The hands are at all points of a game and of a turn, so each slice
has the same mix of presses; games end and begin anew between slices, which is told apart. Each ratio is the median of
those of neighbouring slices, with the range that holds the true median in 95 of 100 runs.

Then all hands play whole turns together, press by press: so each kind of press has its own processor time, and what a
mark costs, which draws and sends a picture, is told apart from the rest.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import platform
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
import uvloop
from children import ROOT
from hands import TURN
from pressing.bots import gobelet, noop
from pressing.slices import Ratio, Side, Slice

BAR = 0.72
"""The share of the no-op bot's presses that Gobelet must reach with the most hands, a mark's cost told apart."""

_OTHERS, _ENOUGH = 0.05, 5
"""Leave out rounds in which others had more than this share of the core, if enough rounds remain."""

_SPARE, _ENDING = 1.3, 6
"""Tables for each press in flight, and some besides: games end in a slice even where few presses are in flight."""


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
    """The part of a core that the bot used."""
    driver_core: float
    others: float


def line(side: Side, in_flight: int, slices: Sequence[Slice]) -> Line:
    """Return the medians of ``slices``."""
    latencies = sorted(took for part in slices for took in part.latencies)
    return Line(
        in_flight,
        side.name,
        len(latencies),
        statistics.median(part.rate for part in slices),
        statistics.median(latencies) * 1e3,
        latencies[int(len(latencies) * 0.99)] * 1e3,
        statistics.median(part.cpu_us for part in slices),
        statistics.median(part.cpu.used / part.seconds for part in slices),
        statistics.median(part.driver.used / part.seconds for part in slices),
        statistics.median(part.others for part in slices),
    )


# -- the run ----------------------------------------------------------------------------------------------------------


async def run(
    flights: Sequence[int],
    seconds: float,
    slice_seconds: float,
    seats: int,
    profile: str | None = None,
    beside: Path | None = None,
    *,
    stock: bool = True,
    text: bool = False,
    turns: int = 3,
) -> dict[str, Any]:
    """Measure, check, and return the report; with ``profile`` also record where Gobelet's time goes.

    ``text`` adds a Gobelet that draws no score sheets. Each kind of press is measured in so many ``turns``.
    """
    ours, other = _cores()
    if ours is not None:
        os.sched_setaffinity(0, {ours})
    by_side: dict[tuple[int, str], list[Slice]] = {}
    tables = round(max(flights) * _SPARE) + _ENDING
    with tempfile.TemporaryDirectory(prefix="presses-") as name:
        folder = Path(name)
        async with AsyncExitStack() as stack:
            roots = {"gobelet": ROOT} | ({} if beside is None else {"beside": beside})
            bots = [gobelet(name, root, tables, seats, folder, other) for name, root in roots.items()]
            if text:
                bots.append(gobelet("text", ROOT, tables, seats, folder, other, text=True))
            bots.append(noop(tables, folder, other, stock=stock))
            sides = [await stack.enter_async_context(bot) for bot in bots]
            _tell(f"all bots are ready, {tables} tables each")
            gc.collect()
            gc.freeze()
            gc.set_threshold(50_000, 50, 50)
            for side in sides:
                await side.measure(max(flights), 1.0)
                await side.begin_anew()
                stack.callback(side.child.send, signal.SIGCONT)
                side.child.send(signal.SIGSTOP)
            for in_flight in flights:
                until, rounds = time.monotonic() + seconds / len(flights), 0
                while time.monotonic() < until or rounds < _ENOUGH:
                    for side in sides if rounds % 2 else reversed(sides):
                        with side.awake():
                            by_side.setdefault((in_flight, side.name), []).append(
                                await side.measure(in_flight, slice_seconds)
                            )
                            await side.begin_anew()
                    rounds += 1
                _tell(f"{in_flight} in flight: {rounds} rounds")
            kinds = await _by_kind(sides, max(flights), turns)
            if profile is not None:
                await _profile(sides[0], max(flights), seconds, profile)
        return _report(sides, flights, by_side) | {"kinds": kinds}


async def _by_kind(sides: Sequence[Side], in_flight: int, turns: int) -> dict[str, dict[str, float]]:
    """Return the processor time of each kind of press by bot, in microseconds: medians over ``turns``."""
    found: dict[str, dict[str, list[float]]] = {side.name: {} for side in sides}
    for number in range(turns):
        for side in sides if number % 2 else reversed(sides):
            with side.awake():
                for kind, used in (await side.turn(in_flight)).items():
                    found[side.name].setdefault(kind, []).extend(used)
    _tell(f"kinds of presses: {turns} turns")
    return {name: {kind: statistics.median(used) for kind, used in kinds.items()} for name, kinds in found.items()}


def _apart(kinds: dict[str, float]) -> float:
    """Return the processor time of a press of a turn, a mark's told apart."""
    return statistics.mean(kinds[kind] for kind in TURN if kind != "mark")


def _tell(how_far: str) -> None:
    """Say on stderr how far the run has come: the report comes at its end, and a busy machine takes its time."""
    click.echo(how_far, err=True)


async def _profile(side: Side, in_flight: int, seconds: float, file: str) -> None:
    """Let py-spy watch ``side`` at work; its samples go to ``file``, one stack a line."""
    arguments = ("record", "--format", "raw", "--rate", "400", "--duration", str(int(seconds)), "--output", file)
    with side.awake():
        watcher = await asyncio.create_subprocess_exec("py-spy", *arguments, "--pid", str(side.child.pid))
        while watcher.returncode is None:
            await side.measure(in_flight, 1.0)
            await side.begin_anew()


def _cores() -> tuple[int | None, int | None]:
    """Return the core for the stand-in and the one for the bots; None if there is only one core."""
    cores = sorted(os.sched_getaffinity(0))
    return (cores[0], cores[1]) if len(cores) > 1 else (None, None)


def _report(
    sides: Sequence[Side], flights: Sequence[int], by_side: dict[tuple[int, str], list[Slice]]
) -> dict[str, Any]:
    lines, ratios, ends = [], [], {}
    for in_flight in flights:
        every = list(zip(*(by_side[in_flight, side.name] for side in sides), strict=True))
        rounds = [row for row in every if all(slice.latencies for slice in row)]  # Others had the core of the rest.
        quiet = [row for row in rounds if all(slice.others <= _OTHERS for slice in row)]
        kept = quiet if len(quiet) >= _ENOUGH else rounds
        lines += [line(side, in_flight, slices) for side, slices in zip(sides, zip(*kept, strict=True), strict=True)]
        for place, other in enumerate(sides[1:], 1):
            ratios.append(
                {
                    "in_flight": in_flight,
                    "to": other.name,
                    "presses": asdict(Ratio.of([row[0].rate / row[place].rate for row in kept])),
                    "cpu": asdict(Ratio.of([row[place].cpu_us / row[0].cpu_us for row in kept])),
                    "rounds": len(every),
                    "undisturbed": len(quiet),
                }
            )
    for side in sides:
        if side.ends.games:
            ends[side.name] = {"games": side.ends.games, "ms": side.ends.cpu / side.ends.games * 1e3}
    return {
        "machine": {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.platform()},
        "lines": [asdict(row) for row in lines],
        "ratios": ratios,
        "ends": ends,
        "checks": {side.name: _checks(side) for side in sides},
    }


def _checks(side: Side) -> dict[str, Any]:
    tally, disk = side.tally, side.disk
    logged = [text for text in side.child.said().splitlines() if "Traceback" in text or "ERROR" in text]
    checks = {
        "wrong_answers": tally.wrong[:10],
        "unknown_requests": side.standin.unknown[:10],
        "errors_logged": logged[:10],
    }
    good = not any(checks.values())
    if disk is None:
        return checks | {"good": good}
    journal, gaps = disk.journal(), disk.gaps()
    unseen = tally.games - len(side.hands) - side.ends.games
    return checks | {
        "moves": tally.moves,
        "journal": journal,
        "torn_journals": gaps,
        "holds": tally.holds,
        "games": tally.games,
        "ended_in_slices": unseen,
        "looked_up_when_answered": tally.looked,
        "answered_before_saved": tally.missing,
        "good": good and tally.moves == journal and not (gaps or tally.missing or unseen) and tally.looked > 0,
    }


def _print(report: dict[str, Any]) -> None:
    click.echo(f"{'in flight':>9} {'bot':>8} {'presses/s':>10} {'p50 ms':>8} {'p99 ms':>8} {'CPU us':>7}"
               f" {'core':>5} {'driver':>6} {'others':>6}")  # fmt: skip
    for row in (Line(**values) for values in report["lines"]):
        click.echo(
            f"{row.in_flight:9} {row.bot:>8} {row.per_second:10.0f} {row.p50_ms:8.2f} {row.p99_ms:8.2f}"
            f" {row.cpu_us:7.0f} {row.core:5.0%} {row.driver_core:6.0%} {row.others:6.0%}"
        )
    for ratio in report["ratios"]:
        click.echo(
            f"{ratio['in_flight']} in flight, gobelet : {ratio['to']}: {_range(ratio['presses'])} of its presses,"
            f" {_range(ratio['cpu'])} by CPU a press; {ratio['undisturbed']} of {ratio['rounds']} rounds undisturbed"
        )
    for bot, kinds in report["kinds"].items():
        costs = ", ".join(f"a {kind} {used:.0f}" for kind, used in kinds.items())
        share = _apart(report["kinds"]["no-op"]) / _apart(kinds)
        click.echo(f"{bot}: {costs} us of CPU; {share:.2f} of the no-op bot's, marks told apart")
    for bot, end in report["ends"].items():
        click.echo(f"{bot}: {end['games']} ends of games with the next beginnings, {end['ms']:.0f} ms of CPU each")
    for bot, checks in report["checks"].items():
        if "moves" in checks:
            click.echo(
                f"{bot}: {checks['moves']} moves answered, {checks['journal']} in the journal,"
                f" {checks['torn_journals']} journals torn; {checks['looked_up_when_answered']} looked up on disk when"
                f" answered, {checks['answered_before_saved']} missing; {checks['holds']} dice held;"
                f" {checks['ended_in_slices']} games ended in slices"
            )
        for name in ("wrong_answers", "unknown_requests", "errors_logged"):
            for text in checks[name]:
                click.echo(f"{bot}: {name}: {text}")


def _range(ratio: dict[str, float]) -> str:
    return f"{ratio['median']:.3f} ({ratio['least']:.3f} to {ratio['most']:.3f})"


@click.command(help=__doc__)
@click.option("--flights", default="1,10,100", show_default=True, help="Presses in flight, one figure after another.")
@click.option("--seconds", default=120.0, show_default=True, help="Length of the measurement, for all figures.")
@click.option("--slice", "slice_seconds", default=0.5, show_default=True, help="Length of a slice in seconds.")
@click.option("--seats", default=1, show_default=True, type=click.IntRange(1, 12), help="Players at each table.")
@click.option(
    "--beside", type=click.Path(file_okay=False, path_type=Path), help="Measure the Gobelet of this folder as well."
)
@click.option(
    "--profile", type=click.Path(dir_okay=False), help="Let py-spy record Gobelet, and write its stacks here."
)
@click.option(
    "--text", is_flag=True, help="Measure a Gobelet that draws no sheets as well: the difference is what a mark draws."
)
@click.option("--turns", default=3, show_default=True, help="Turns in which each kind of press is measured.")
@click.option("--tuned", is_flag=True, help="Give the no-op bot Gobelet's settings, not discord.py's defaults.")
@click.option("--json", "file", type=click.File("w"), help="Write the report to this file as well.")
def main(
    flights: str,
    seconds: float,
    slice_seconds: float,
    seats: int,
    beside: Path | None,
    profile: str | None,
    text: bool,
    turns: int,
    tuned: bool,
    file: Any,
) -> None:
    numbers = [int(number) for number in flights.split(",")]
    report = uvloop.run(
        run(numbers, seconds, slice_seconds, seats, profile, beside, stock=not tuned, text=text, turns=turns)
    )
    _print(report)
    if file is not None:
        json.dump(report, file, indent=1)
    if not all(checks["good"] for checks in report["checks"].values()):
        sys.exit("the checks failed")
    most = max(numbers)
    if most >= 100 and _apart(report["kinds"]["no-op"]) / _apart(report["kinds"]["gobelet"]) < BAR:
        sys.exit(f"below the bar of {BAR} at {most} in flight")


if __name__ == "__main__":
    main()
