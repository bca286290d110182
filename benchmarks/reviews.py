"""Does reviewing in the background slow presses? The bot reviews stored games while people press.

    python benchmarks/reviews.py [--games 1000] [--tables 4] [--pause 0.05] [--seconds 3600] [--mind FOLDER]

Stores so many games of several sheets, each by random choices, then starts a bot and presses at some tables all the
time. In real use the bot reviews only while nobody presses; here it does so all the time in every second slice of five
seconds, which is as bad as it can be, and not at all in the others. The bot and its process that reviews share one
core, the people and the stand-in have another. It goes on until all games have their review. Compared are the waits of
presses within the run. The bars: a press takes no more than 1.1 times as long, in the median and in the slowest of a
hundred, and the bot's loop is not busy for more than 20 ms at once, or no longer than without reviews. It also tells
what a review costs the bot itself, which reads the game and stores the review.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import uvloop
from children import ROOT, Child, cpu
from hands import Disk, TableHand, Tally, person

sys.path.insert(0, str(ROOT))
from bot.engine.dice import FairDice
from bot.engine.gate import JournalEntry
from bot.engine.types import Rolled, text
from bot.games import make
from bot.standin.server import Standin
from bot.standin.world.world import World
from bot.tables.model.table import Status, TableId
from bot.tables.storage.rows import journal_rows, result_rows, to_row
from bot.thinker import worker
from db import Storage, open_database
from tests.factories import table_of

SHEETS = ("yum_classic", "yum_plus", "yum_original", "yum_low_high")
RATIO, BUSY = 1.1, 0.020
"""The bars; seconds."""

_SLICE, _SKIPPED = 5.0, 1.5
"""Seconds of a slice, and those at its beginning that count for neither side: a review may still go on."""

_LATEST = 1_780_000_000
_WATCHED = """
import sys
from pathlib import Path
sys.path[:0] = [{benchmarks!r}, {root!r}]
from bot.tables.records import reviews
from bot import jobs
reviews.is_quiet = lambda tables: Path({flag!r}).exists()
reviews._AT_ONCE = 100
sys.argv = ["watched_bot.py", {watched!r}, "unlimited"]
exec(compile(Path({benchmarks!r}, "pressing", "watched_bot.py").read_text(), "watched_bot.py", "exec"))
"""


def played(key: str, seats: int, seed: int) -> tuple[Any, list[JournalEntry], Any]:
    """Return a game by random choices: its rules, its journal and its last position."""
    game, chance = make(key, {}), random.Random(seed)
    dice, state, journal = FairDice(f"{seed}".encode().ljust(32, b"-"), "reviews"), game.new(seats), []
    while (seat := game.turn(state)) is not None:
        action = chance.choice(game.legal_actions(state))
        step = game.apply(state, action, dice)
        thrown = tuple(event.faces for event in step.events if isinstance(event, Rolled))
        journal.append(JournalEntry(seat, text(action), thrown))
        state = step.state
    return game, journal, state


async def fill(storage: Storage, guild: int, people: list[int], games: int) -> None:
    """Store so many finished games of these people, two at a table."""
    for number in range(1, games + 1):
        game, journal, state = played(SHEETS[number % len(SHEETS)], len(people), number)
        about = {"id": TableId(number), "guild": guild, "channel": number, "changed": _LATEST + number, "message": None}
        before = table_of(game, people, **about)
        over = table_of(game, people, status=Status.FINISHED, state=state, entries=len(journal), **about)
        await storage.tables.save(to_row(over), journal_rows(before, tuple(journal), 0), result_rows(over))


def work_out(folder: Path) -> None:
    """Work out what the sheets are worth, as a bot has that has run before."""
    for key in SHEETS:
        game, journal, _ = played(key, 2, 0)
        worker.review(key, dict(game.written), 2, journal, str(folder))


@dataclass(slots=True)
class Side:
    """What happened in all slices of a kind."""

    waits: list[float] = field(default_factory=list)
    used: float = 0.0
    """Seconds of processor time of the bot, without its process that reviews."""
    slices: list[tuple[float, float]] = field(default_factory=list)
    """From when to when, in unix seconds."""

    def __str__(self) -> str:
        p50, p99, worst = (rank(self.waits) * 1e3 for rank in (statistics.median, _slowest, max))
        return (
            f"p50 {p50:.2f}, p99 {p99:.2f}, at most {worst:.1f} ms; "
            f"{self.used / len(self.waits) * 1e6:.0f} µs of the bot a press ({len(self.waits)} presses)"
        )


def _slowest(waits: list[float]) -> float:
    """Return what all but one wait in a hundred stay below."""
    return statistics.quantiles(waits, n=100)[-1]


async def press(hand: TableHand, until: float, pause: float, waits: list[float]) -> None:
    """Press one after the other."""
    while time.monotonic() < until:
        waits.append(await hand.press())
        await asyncio.sleep(pause)


def reviewed(file: Path, games: int) -> int:
    """Return how many of the stored games have their review."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        query = "SELECT count(DISTINCT table_id) FROM results WHERE reviewed IS NOT NULL AND table_id <= ?"
        return int(connection.execute(query, (games,)).fetchone()[0])


def busy(file: Path, side: Side) -> float:
    """Return for how long the bot's event loop was busy at most in the slices of a side, in seconds."""
    looks = [json.loads(line) for line in file.read_text(encoding="ascii").splitlines()]
    return max(look["busy"] for look in looks if any(begun < look["at"] < ended for begun, ended in side.slices))


async def run(
    games: int, tables: int, pause: float, seconds: float, folder: Path, mind: Path, cores: bool
) -> list[str]:
    """Measure; return what is beyond its bar."""
    file, watched, flag = folder / "gobelet.db", folder / "watch", folder / "on"
    without, beside = Side(), Side()
    work_out(mind)
    (folder / "mind").symlink_to(mind)
    async with Standin(compress=True) as standin:
        world: World = standin.world
        for number in range(tables):
            world.add_channel(f"table-{number}")
        people = [int(person(world, number).id) for number in range(2)]
        async with open_database(f"sqlite:///{file}") as storage:
            await fill(storage, int(world.guild.id), people, games)
        click.echo(f"{games} games stored")
        names = {"benchmarks": str(ROOT / "benchmarks"), "root": str(ROOT), "flag": str(flag), "watched": str(watched)}
        program = folder / "bot.py"
        program.write_text(_WATCHED.format(**names), encoding="utf-8")
        environment = {
            "DISCORD_TOKEN": "bench",
            "DISCORD_API_URL": standin.api_base,
            "DATABASE_URL": f"sqlite:///{file}",
            "LOG_LEVEL": "WARNING",
            "PYTHONPATH": str(ROOT),
        }
        async with Child(folder / "bot.log", [str(program)], environment, 1 if cores else None) as child:
            while not world.sessions_online:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            tally = Tally()
            hands = [
                TableHand([person(world, number)], world.find_channel(f"table-{number}"), tally, Disk(file))
                for number in range(tables)
            ]
            for hand in hands:
                await hand.sit_down()
            await asyncio.sleep(8)  # Until then each board is drawn twice more (bot/ui/delivery/reconciler.py).
            finished = slices = 0
            warm, ends = time.monotonic() + _SLICE, time.monotonic() + seconds
            await asyncio.gather(*(press(hand, warm, pause, []) for hand in hands))
            while finished < games and time.monotonic() < ends:
                for side in (without, beside):
                    flag.touch() if side is beside else flag.unlink(missing_ok=True)
                    aside = list[float]()
                    until = time.monotonic() + _SKIPPED
                    await asyncio.gather(*(press(hand, until, pause, aside) for hand in hands))
                    used, begun, until = cpu(child.pid), time.time(), time.monotonic() + _SLICE
                    await asyncio.gather(*(press(hand, until, pause, side.waits) for hand in hands))
                    side.slices.append((begun, time.time()))
                    side.used += cpu(child.pid).since(used).used
                finished, slices = reviewed(file, games), slices + 1
            loop, before = (busy(watched, side) for side in (beside, without))
            log = child.said()
    click.echo(f"{finished} games reviewed in {slices} slices of {_SLICE + _SKIPPED:.1f} s")
    click.echo(f"presses without reviews: {without}\npresses beside reviews:  {beside}")
    median, slowest = (rank(beside.waits) / rank(without.waits) for rank in (statistics.median, _slowest))
    own = (beside.used - without.used * len(beside.waits) / len(without.waits)) / (
        finished * _SLICE / (_SLICE + _SKIPPED)
    )
    click.echo(
        f"ratios of waits: {median:.3f} in the median, {slowest:.3f} of the slowest in a hundred; "
        f"a review costs the bot {own * 1e3:.1f} ms; loop busy at most {loop * 1e3:.1f} ms, without {before * 1e3:.1f}"
    )
    if log or tally.wrong:
        click.echo(f"log: {log[-2000:]}\nwrong: {tally.wrong[:5]}")
    beyond = {
        "waits": max(median, slowest) > RATIO,
        "the event loop": loop > max(BUSY, before),
        "something was wrong": bool(tally.wrong),
    }
    return [what for what, missed in beyond.items() if missed]


@click.command(help=__doc__)
@click.option("--games", default=1000, show_default=True)
@click.option("--tables", default=4, show_default=True, help="At which people press.")
@click.option("--pause", default=0.05, show_default=True, help="Seconds between two presses of one person.")
@click.option("--seconds", default=3600.0, help="After which it ends, though games wait.")
@click.option("--mind", type=click.Path(path_type=Path), help="Where worked out values lie, or stay.")
@click.option("--share-cores", is_flag=True, help="Let the bot run where the system likes, not on core 1 alone.")
def main(games: int, tables: int, pause: float, seconds: float, mind: Path | None, share_cores: bool) -> None:
    if not share_cores:
        os.sched_setaffinity(0, {0})
    with tempfile.TemporaryDirectory(prefix="reviews-") as folder:
        values = mind.resolve() if mind else Path(folder, "values")
        beyond = uvloop.run(run(games, tables, pause, seconds, Path(folder), values, not share_cores))
    if beyond:
        sys.exit(f"beyond the bar: {', '.join(beyond)}")


if __name__ == "__main__":
    main()
