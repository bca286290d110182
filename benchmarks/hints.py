"""How long hints take, and what they cost those who ask for none (docs/performance.md).

    python benchmarks/hints.py bars         the four next: each bar, what was measured, and whether it is met
    python benchmarks/hints.py first        a new process for each game, without kept values: seconds to its first hint
    python benchmarks/hints.py answers      evaluators in this process: processor time and wall time of an answer
    python benchmarks/hints.py worker       one process with the values of the largest game, then of all: its memory
    python benchmarks/hints.py loop         a bot while 50 tables ask at once: how long its event loop stands still
    python benchmarks/hints.py memory PATH  an idle bot here and one of the source code in PATH, such as an older commit

``answers`` works values out first where none lie in the folder; that is not measured.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click
from children import ROOT, Child
from hands import person
from pressing.any_game import AnyHand, Presses

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # As in the process that thinks.
sys.path.insert(0, str(ROOT))
from bot.games import CATALOGUE, make
from bot.games.yum.rules import Yum
from bot.mind.evaluator import NoEvaluator
from bot.mind.levels import evaluator_of
from bot.standin.client.person import Person, words
from bot.standin.server import Standin
from bot.standin.world.limits_components import walk
from bot.standin.world.model import Channel
from tests.mind.playing import at_random, positions

SHEET_MS, CLIMB_MS = 20, 300
"""The bars for 99 of 100 answers about a loaded sheet, and about Can't Stop."""
FIRST_MS = 1000
"""The bar for the first hint of a process that has loaded nothing, where no values are kept yet."""
LOOP_MS = 20
"""How long the event loop may stand still."""
WORKER_MEGABYTES = 120
"""The bar for the resident memory of a process that thinks."""
LARGEST = "triple_yum_plus"
"""The game with the most values."""
MEGABYTES = 5
"""What an idle bot may need more."""
ASKED = ("yum_plus", "yum_classic", "yamslam", "cant_stop", "triple_yum")
"""What people play who ask at once."""
_PATIENCE = 180.0
_SETTLE = 6.0
"""Seconds after which a bot that has started is idle."""


class Bar(NamedTuple):
    """A bar, and what was measured."""

    name: str
    bar: float
    measured: float
    unit: str = "ms"

    def __str__(self) -> str:
        """What was measured, and whether that is within the bar."""
        met, unit = "met" if self.met else "MISSED", self.unit
        return f"{met:7} {self.name:45} {self.measured:7.1f} {unit}, bar {self.bar:g} {unit}"

    @property
    def met(self) -> bool:
        return self.measured <= self.bar


# -- answers ----------------------------------------------------------------------------------------------------------


def some_positions(game: Any, most: int) -> list[Any]:
    """Return positions of games at random in which there is something to choose."""
    chance, candidates = random.Random(1), []
    while len(candidates) < 2 * most:
        seed = chance.getrandbits(32)
        players = [at_random(seed)] * (2 if 2 in game.seats else 1)
        candidates += [state for state in positions(game, seed, *players) if len(game.legal_actions(state)) > 1]
    return chance.sample(candidates, most)


def percentile(sorted_values: list[float], part: float) -> float:
    """Return the value below which ``part`` of them lie."""
    return sorted_values[min(len(sorted_values) - 1, int(len(sorted_values) * part))]


def time_answers(key: str, folder: Path, many: int) -> tuple[list[float], list[float], float]:
    """Return processor times and wall times of answers, sorted, in ms, and the seconds until the first one."""
    game = make(key, {})
    began = time.perf_counter()
    evaluator = evaluator_of(game, folder)
    states = some_positions(game, many + 1)
    evaluator.advise(states[-1])
    loading = time.perf_counter() - began
    used, took = [], []
    for state in states[:-1]:
        cpu, start = time.process_time(), time.perf_counter()
        evaluator.advise(state)
        used.append(1e3 * (time.process_time() - cpu))
        took.append(1e3 * (time.perf_counter() - start))
    return sorted(used), sorted(took), loading


_FIRST = """
import sys, time
began = time.perf_counter()
from pathlib import Path
from bot.engine import gate
from bot.games import make
from bot.thinker import worker
game = make(sys.argv[1], {})
state = game.new(game.seats[0])
answer = worker.answer(game.key, dict(game.written), gate.encode(state), sys.argv[2], patient=True)
print(1e3 * (time.perf_counter() - began), 1e3 * time.process_time(), bool(answer))
"""


def time_first(key: str) -> tuple[float, float] | None:
    """Return the milliseconds until a new process has its first answer, and those it computed; None if none has one."""
    with tempfile.TemporaryDirectory(prefix="hints-") as folder:
        command = [sys.executable, "-c", _FIRST, key, folder]
        said = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True,
                              capture_output=True, text=True).stdout.strip()  # fmt: skip
    wall, cpu, answered = said.split()
    return (float(wall), float(cpu)) if answered == "True" else None


_WORKER = """
import sys
from pathlib import Path
from bot.engine import gate
from bot.games import make
from bot.thinker import worker
for key in sys.argv[2:]:
    game = make(key, {})
    worker.answer(game.key, dict(game.written), gate.encode(game.new(game.seats[0])), sys.argv[1], patient=True)
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    resident, own = (next(line for line in lines if line.startswith(what)) for what in ("Rss:", "Private_Dirty:"))
    print(key, int(resident.split()[1]) / 1024, int(own.split()[1]) / 1024)
"""


def measure_worker(folder: Path) -> list[Bar]:
    """Print the memory of a process that answers about one game after the other; return it after the first and last."""
    keys = [LARGEST, *(key for key in CATALOGUE if key != LARGEST)]
    command = [sys.executable, "-c", _WORKER, str(folder), *keys]
    said = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True,
                          capture_output=True, text=True).stdout.splitlines()  # fmt: skip
    taken = dict[str, float]()
    for key, resident, own in map(str.split, said):
        taken[key] = float(resident)
        click.echo(f"{key:16} resident {taken[key]:6.1f} MB, written for itself {float(own):6.1f} MB")
    return [
        Bar(f"worker with {LARGEST}", WORKER_MEGABYTES, taken[LARGEST], "MB"),
        Bar(f"worker with all {len(keys)} games", WORKER_MEGABYTES, taken[keys[-1]], "MB"),
    ]


# -- a bot on the stand-in --------------------------------------------------------------------------------------------


@asynccontextmanager
async def bot(folder: Path, root: Path, tables: int, *arguments: str) -> AsyncIterator[tuple[Standin, Child]]:
    """Start the bot of the source code in ``root``, and wait until it is connected."""
    async with Standin(compress=True) as standin:
        for number in range(tables):
            standin.world.add_channel(f"table-{number}")
        environment = {
            "DISCORD_TOKEN": "bench",
            "DISCORD_API_URL": standin.api_base,
            "DATABASE_URL": f"sqlite:///{folder / 'gobelet.db'}",
            "LOG_LEVEL": "WARNING",
            "PYTHONPATH": str(root),
        }
        async with Child(folder / "bot.log", arguments, environment, None, root) as child:
            while not standin.world.sessions_online:
                if child.ended:
                    raise click.ClickException(child.said())
                await asyncio.sleep(0.05)
            yield standin, child


class Asker:
    """Somebody alone at a table who wants a hint after the first throw."""

    def __init__(self, player: Person, channel: Channel, game: str) -> None:
        self._player, self._channel = player, channel
        self._hand = AnyHand([player], channel, game, Presses(), game)
        self._panel = ""

    def _find(self, message: str, do: str) -> str:
        components = walk(self._player.world.messages[message].data["components"])
        ids = (str(component["custom_id"]) for component in components if "custom_id" in component)
        return next(custom_id for custom_id in ids if custom_id.split(":", 3)[3].startswith(do))

    async def sit_down(self) -> None:
        """Open a table, throw, and open More."""
        await self._hand.sit_down()
        board = self._hand.message
        await self._player.press(board, custom_id=self._find(board, "roll"))
        opened = await self._player.press(board, custom_id=self._find(board, "more"))
        if opened.message is None:
            raise click.ClickException(f"More did not open: {opened.text}")
        self._panel = str(opened.message["id"])

    async def ask(self) -> tuple[float, float]:
        """Ask for a hint; return the seconds until an answer, and until the hint itself."""
        start = time.perf_counter()
        await self._player.press(self._panel, custom_id=self._find(self._panel, "hint"))
        answered = time.perf_counter() - start
        while "Working it out" in words(self._player.world.messages[self._panel].data):
            await asyncio.sleep(0.01)
            if time.perf_counter() - start > _PATIENCE:
                raise click.ClickException("no hint came")
        return answered, time.perf_counter() - start


async def ask_all_at_once(tables: int, folder: Path) -> dict[str, Any]:
    """Let people at so many tables ask in the same moment; the values of their games are worked out before."""
    watched = folder / "watched"
    arguments = (str(ROOT / "benchmarks" / "pressing" / "watched_bot.py"), str(watched), "unlimited")
    games = [ASKED[number % len(ASKED)] for number in range(tables + len(ASKED))]
    async with bot(folder, ROOT, len(games), *arguments) as (standin, _):
        world = standin.world
        askers = [
            Asker(person(world, number), world.find_channel(f"table-{number}"), game)
            for number, game in enumerate(games)
        ]
        for asker in askers:
            await asker.sit_down()
        click.echo("working the values out", err=True)
        for asker in askers[tables:]:
            await asker.ask()
        await asyncio.sleep(1)
        begun = time.time()
        took = await asyncio.gather(*(asker.ask() for asker in askers[:tables]))
        await asyncio.sleep(1)
        looks = [json.loads(line) for line in watched.read_text().splitlines()]
        seen = [look for look in looks if look["at"] >= begun]
        return {
            "answered": sorted(1e3 * seconds for seconds, _ in took),
            "hinted": sorted(1e3 * seconds for _, seconds in took),
            "busy": 1e3 * max(look["busy"] for look in seen),
            "late": 1e3 * max(look["late"] for look in seen),
            "collecting": 1e3 * max(look["collecting"] for look in seen),
        }


async def idle_memory(root: Path, folder: Path) -> float:
    """Return the megabytes that an idle bot has for itself."""
    async with bot(folder, root, 1, "-m", "bot", "run") as (_, child):
        await asyncio.sleep(_SETTLE)
        return own_memory(child.pid)


def own_memory(pid: int) -> float:
    """Return the megabytes that a process has written for itself.

    Pages of files that it only reads are left out: they count for it alone once no other process has them open.
    """
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in rollup if line.startswith("Private_Dirty:")) / 1024


@click.group(help=__doc__)
def main() -> None:
    pass


_FOLDER = click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
_POSITIONS = click.option("--positions", "many", default=300, show_default=True)
_TABLES = click.option("--tables", default=50, show_default=True)


def say(bars: list[Bar]) -> None:
    """Print the bars, and end with status 1 if one is missed."""
    click.echo("\n" + "\n".join(map(str, bars)))
    if missed := sum(not bar.met for bar in bars):
        sys.exit(f"{missed} of {len(bars)} bars missed")


def measure_answers(keys: tuple[str, ...], folder: Path, many: int) -> list[Bar]:
    """Print how long answers about each game take; return what the worst of 99 in 100 took by the clock on the wall."""
    worst: dict[str, tuple[float, float, str]] = {}
    for key in keys or [key for key in CATALOGUE if not key.endswith("_race")]:
        try:
            used, took, loading = time_answers(key, folder, many)
        except NoEvaluator as error:
            click.echo(f"{key:16} {error}")
            continue
        click.echo(
            f"{key:16} CPU p50 {percentile(used, 0.5):6.2f} p99 {percentile(used, 0.99):6.2f} ms; "
            f"wall p50 {percentile(took, 0.5):6.2f} p99 {percentile(took, 0.99):6.2f} ms; ready after {loading:.1f} s"
        )
        kind = "Can't Stop" if key == "cant_stop" else "sheets" if isinstance(make(key, {}), Yum) else None
        if kind is None:
            continue  # The other games have no bar.
        worst[kind] = max(worst.get(kind, (0.0, 0.0, "")), (percentile(took, 0.99), percentile(used, 0.99), key))
    bars = []
    for kind, (wall, cpu, key) in worst.items():
        bar = CLIMB_MS if kind == "Can't Stop" else SHEET_MS
        bars += [
            Bar(f"{kind}, worst p99, wall ({key})", bar, wall),
            Bar(f"{kind}, that game's p99, CPU", bar, cpu),
        ]
    return bars


def measure_first(keys: tuple[str, ...]) -> list[Bar]:
    """Print how long the first hint of each game takes; return the longest."""
    took: dict[str, tuple[float, float]] = {}
    for key in keys or [key for key in CATALOGUE if not key.endswith("_race")]:
        if first := time_first(key):
            took[key] = first
            click.echo(f"{key:16} first hint after {first[0]:5.0f} ms, CPU {first[1]:5.0f} ms")
    slowest = max(took, key=took.__getitem__)
    wall, cpu = took[slowest]
    return [
        Bar(f"first hint from nothing, wall ({slowest})", FIRST_MS, wall),
        Bar("that game's first hint, CPU", FIRST_MS, cpu),
    ]


def measure_loop(tables: int) -> list[Bar]:
    """Print what happened while so many tables asked at once; return how long the event loop stood still."""
    with tempfile.TemporaryDirectory(prefix="hints-") as name:
        measured = asyncio.run(ask_all_at_once(tables, Path(name)))
    for what in ("answered", "hinted"):
        p50, p99 = (percentile(measured[what], part) for part in (0.5, 0.99))
        click.echo(f"{tables} tables at once: {what} after p50 {p50:.0f} ms, p99 {p99:.0f} ms")
    click.echo(
        f"the loop computed without a break for at most {measured['busy']:.1f} ms; its timers came late by "
        f"{measured['late']:.1f} ms; the garbage collector took {measured['collecting']:.1f} ms of that"
    )
    return [Bar(f"event loop, longest stretch, {tables} tables at once", LOOP_MS, measured["busy"])]


@main.command()
@click.argument("keys", nargs=-1)
@_FOLDER
@_POSITIONS
def answers(keys: tuple[str, ...], folder: Path, many: int) -> None:
    say(measure_answers(keys, folder, many))


@main.command()
@click.argument("keys", nargs=-1)
def first(keys: tuple[str, ...]) -> None:
    say(measure_first(keys))


@main.command()
@_FOLDER
def worker(folder: Path) -> None:
    say(measure_worker(folder))


@main.command()
@_TABLES
def loop(tables: int) -> None:
    say(measure_loop(tables))


@main.command()
@_FOLDER
@_POSITIONS
@_TABLES
def bars(folder: Path, many: int, tables: int) -> None:
    say([*measure_first(()), *measure_answers((), folder, many), *measure_worker(folder), *measure_loop(tables)])


@main.command()
@click.argument("before", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option("--rounds", default=3, show_default=True)
def memory(before: Path, rounds: int) -> None:
    by_root: dict[Path, list[float]] = {before.resolve(): [], ROOT: []}
    for _ in range(rounds):
        for root, megabytes in by_root.items():
            with tempfile.TemporaryDirectory(prefix="hints-") as name:
                megabytes.append(asyncio.run(idle_memory(root, Path(name))))
    earlier, now = (statistics.median(megabytes) for megabytes in by_root.values())
    click.echo(f"an idle bot: {earlier:.1f} MB before, {now:.1f} MB now, {now - earlier:+.1f} MB")
    if now - earlier > MEGABYTES:
        sys.exit(f"above the bar of {MEGABYTES} MB")


if __name__ == "__main__":
    main()
