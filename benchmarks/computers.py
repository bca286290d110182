"""Many tables with computers on one core: do they keep their pace, and do presses of others wait for them?

    python benchmarks/computers.py [--tables 200] [--computers 2] [--level champion] [--sheet yum_classic]

At each table one person plays with computers: throw, throw again, write, with a pause before each press. The bot, its
process that thinks included, has one core; the people and the stand-in for Discord have another. Two tables without
computers press all the time, before the others begin and beside them. The bars: people see a first sign of a computer
within 3 s of their move, a computer's turn takes 5 s at most, the event loop is never blocked for more than 20 ms, and
at most 0.1 requests a turn count against the limit of the whole bot. What blocks the loop is its longest callback, and
all that it does between two looks while nobody else has its core. Times in which the core itself stood still
(pressing/core_watch.py) do not count and are told apart.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import uvloop
from children import ROOT, Child, cpu
from hands import Disk, TableHand, Tally, person
from pressing.core_watch import disturbed, stood_still

from bot.engine import gate
from bot.games import make
from bot.standin.client.person import BotReply, Person
from bot.standin.server import Standin
from bot.standin.world.limits_components import walk
from bot.standin.world.model import Channel, Json, Message
from bot.standin.world.world import World
from bot.thinker import worker

FIRST_SIGN, TURN, BUSY, LIMITED = 3.0, 5.0, 0.020, 0.1
"""The bars: seconds, seconds, seconds, requests."""

_BESIDE = 2
"""Tables without computers that press all the time."""
_BETWEEN = 0.05
"""Seconds between two of their presses."""
_QUIET_SECONDS = 10
_BEGIN_SECONDS = 15
"""In which all tables begin, one after the other."""
_STOPPED = 60
"""Seconds without its person's turn, after which a table counts as dead."""
_UNLIMITED = ("/interactions/", "/webhooks/")
_MENU = 3
_WAITED = 0.002
"""Seconds; a loop that waits longer for its core has more to do at once afterwards."""


@dataclass(slots=True)
class Found:
    """What people saw, in seconds."""

    signs: list[float] = field(default_factory=list)
    """From a person's move to the first change of the board after it."""
    turns: list[float] = field(default_factory=list)
    """Of a computer; where one edit shows a run of them, of that run."""
    games: int = 0
    wrong: list[str] = field(default_factory=list)


class Drawn:
    """Tells those who wait that a board was drawn anew. Looking again and again would take the stand-in's core."""

    def __init__(self, world: World) -> None:
        self._waiting: dict[str, asyncio.Future[None]] = {}
        world.watch("edit", self._edited)

    def _edited(self, message: Message) -> None:
        waiting = self._waiting.pop(message.id, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    async def later(self, message: str, seconds: float) -> float:
        """Wait until this message is drawn anew, so many seconds at most; return when that was."""
        waiting = self._waiting[message] = asyncio.get_running_loop().create_future()
        await asyncio.wait((waiting,), timeout=seconds)
        return time.monotonic()


class Table:
    """One person's table with computers."""

    def __init__(
        self, player: Person, channel: Channel, wishes: dict[str, object], figures: Found, drawn: Drawn, seed: int
    ) -> None:
        self._player, self._channel, self._wishes, self._found, self._drawn = player, channel, wishes, figures, drawn
        self._chance = random.Random(seed)
        self._message = ""

    async def play(self) -> None:
        """Play game after game."""
        await asyncio.sleep(self._chance.uniform(0, _BEGIN_SECONDS))
        while True:
            await self._open()
            while "rematch" not in self._offers():
                await self._see_computers()
                await self._turn()
            self._found.games += 1

    async def _open(self) -> None:
        opened = await self._player.command("yum start", self._channel.id, self._wishes)
        if opened.message is None:
            raise RuntimeError(opened.text or opened.state)
        self._message = str(opened.message["id"])
        await self._press(await self._offered(("start",)))

    async def _turn(self) -> None:
        for wanted in (("roll",), ("keep",), ("mark", "strike")):
            await asyncio.sleep(self._chance.uniform(1, 3))
            do = await self._offered((*wanted, "rematch"))
            if do == "rematch":
                return
            await self._press(do)

    async def _offered(self, wanted: tuple[str, ...]) -> str:
        """Return the first of these that the board offers; wait for its next picture while there is none."""
        until = time.monotonic() + _STOPPED
        while time.monotonic() < until:
            offered = next((do for do in self._offers() if do.startswith(wanted)), None)
            if offered is not None:
                return offered
            await self._drawn.later(self._message, 1)
        raise RuntimeError(f"none of {wanted} on the board")

    async def _see_computers(self) -> None:
        """Wait until it is the person's turn again, and note how the computers kept their pace."""
        began, shown, signed = time.monotonic(), self._shown(), False
        turn, who = began, self._by_computer()
        while who:
            now = await self._drawn.later(self._message, _STOPPED)
            if self._shown() is not shown and not signed:
                self._found.signs.append(now - began)
                signed = True
            if self._by_computer() != who:
                self._found.turns.append(now - turn)
                turn, who = now, self._by_computer()
            if now - began > _STOPPED:
                raise RuntimeError("a computer has stopped")

    def _data(self) -> Json:
        return self._player.world.messages[self._message].data

    def _shown(self) -> object:
        return self._data()["embeds"]

    def _by_computer(self) -> str:
        match = _COMPUTER.search(str(self._data()["embeds"][-1].get("description")))
        return match[1] if match else ""

    def _offers(self) -> dict[str, Json]:
        offers: dict[str, Json] = {}
        for component in walk(self._data()["components"]):
            if "custom_id" not in component or component.get("disabled"):
                continue
            if component["type"] == _MENU:
                offers |= {str(option["value"]): component for option in component["options"]}
            else:
                offers[str(component["custom_id"]).split(":", 3)[3]] = component
        return offers

    async def _press(self, do: str) -> None:
        component = self._offers()[do]
        custom_id = str(component["custom_id"])
        if component["type"] == _MENU:
            outcome: BotReply = await self._player.select(self._message, do, custom_id=custom_id)
        else:
            outcome = await self._player.press(self._message, custom_id=custom_id)
        if outcome.failed or outcome.ephemeral:
            self._found.wrong.append(f"{do}: {outcome.text or outcome.state}")


_COMPUTER = re.compile(r"\*\*\S+ (\w+) \(computer\)\*\* is playing")


async def press_for(hand: TableHand, seconds: float, took: list[float]) -> None:
    """Press one after the other."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        took.append(await hand.press())
        await asyncio.sleep(_BETWEEN)


def looks(file: Path, since: float) -> Iterator[dict[str, Any]]:
    """What the watch on the bot's event loop noted after ``since``."""
    for line in file.read_text(encoding="ascii").splitlines():
        look = json.loads(line)
        if look["at"] > since:
            yield look


class Loop:
    """What held the bot's event loop up, and what of that was its own work."""

    def __init__(self, looks: list[dict[str, Any]], still: list[tuple[float, float]]) -> None:
        callbacks, rounds = ([entry for look in looks for entry in look[key]] for key in ("callbacks", "rounds"))
        self._looks, self._still = looks, still
        self._callback = max((tuple(entry[2:]) for entry in callbacks), default=(0.0, "-"))
        self._own_callback = max(
            (tuple(entry[2:]) for entry in callbacks if not disturbed(*entry[:2], still)), default=(0.0, "-")
        )
        self._round = max((tuple(entry[2:]) for entry in rounds), default=(0.0, 0.0, 0))
        own = (tuple(entry[2:]) for entry in rounds if entry[3] < _WAITED and not disturbed(*entry[:2], still))
        self._own_round = max(own, default=(0.0, 0.0, 0))

    @property
    def blocked(self) -> float:
        """The longest time for which the loop's own work held it up."""
        return max(self._own_callback[0], self._own_round[0])

    def said(self) -> Iterator[str]:
        """Tell it."""
        (took, what), (own, whose) = self._callback, self._own_callback
        yield f"longest callback, ms: {took * 1e3:.1f} ({what}); without a standstill {own * 1e3:.1f} ({whose})"
        took, waited, count = self._round
        own, _, own_count = self._own_round
        yield (
            f"computed between two looks, ms: at most {took * 1e3:.1f} ({count} callbacks; others had its core for "
            f"{waited * 1e3:.1f}); with the core to itself {own * 1e3:.1f} ({own_count} callbacks)"
        )
        late, collecting = (max(look[key] for look in self._looks) for key in ("late", "collecting"))
        still = [until - since for since, until in self._still]
        yield (
            f"a timer came at most {late * 1e3:.1f} ms late; the garbage collector took {collecting * 1e3:.1f} ms; "
            f"the core stood still {len(still)} times, at most {max(still, default=0) * 1e3:.1f} ms"
        )


def said(values: list[float], unit: float = 1.0) -> str:
    """Median, 99 in 100, and the most."""
    ordered = sorted(values)
    p50, p99 = statistics.median(ordered), ordered[int(0.99 * (len(ordered) - 1))]
    return f"p50 {p50 * unit:.2f}, p99 {p99 * unit:.2f}, at most {ordered[-1] * unit:.2f} ({len(ordered)})"


async def run(tables: int, wishes: dict[str, object], seconds: float, folder: Path, cores: bool) -> list[str]:
    """Measure; return what is beyond its bar."""
    work_out(str(wishes["sheet"]), str(wishes["level"]), folder / "mind")
    file, watched, figures, tally = folder / "gobelet.db", folder / "watch", Found(), Tally()
    core, watching = folder / "core", [str(ROOT / "benchmarks" / "pressing" / "core_watch.py"), str(folder / "core")]
    async with Standin(compress=True) as standin:
        world: World = standin.world
        for number in range(tables + _BESIDE):
            world.add_channel(f"table-{number}")
        environment = {
            "DISCORD_TOKEN": "bench",
            "DISCORD_API_URL": standin.api_base,
            "DATABASE_URL": f"sqlite:///{file}",
            "LOG_LEVEL": "WARNING",
        }
        arguments = [str(ROOT / "benchmarks" / "pressing" / "watched_bot.py"), str(watched), "unlimited"]
        async with (
            Child(folder / "core.log", watching, {}, 1 if cores else None),
            Child(folder / "bot.log", arguments, environment, 1 if cores else None) as child,
        ):
            while not world.sessions_online:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            await asyncio.sleep(8)  # Until then each board is drawn twice more (bot/ui/delivery/reconciler.py).
            beside = [
                TableHand([person(world, number)], world.find_channel(f"table-{number}"), tally, Disk(file))
                for number in range(tables, tables + _BESIDE)
            ]
            for hand in beside:
                await hand.sit_down()
            alone, busy = list[float](), list[float]()
            await asyncio.gather(*(press_for(hand, _QUIET_SECONDS, alone) for hand in beside))
            drawn = Drawn(world)
            playing = [
                asyncio.create_task(
                    Table(
                        person(world, number), world.find_channel(f"table-{number}"), wishes, figures, drawn, number
                    ).play()
                )
                for number in range(tables)
            ]
            await asyncio.sleep(_BEGIN_SECONDS + 5)
            figures.signs.clear()
            figures.turns.clear()
            calls, since, used = Counter(world.calls), time.time(), cpu(child.pid)
            began, thought = sqlite_turns(file), sum(cpu(pid).used for pid in thinking(child.pid))
            own = time.process_time()
            await asyncio.gather(*(press_for(hand, seconds, busy) for hand in beside))
            own = time.process_time() - own
            spent, after = world.calls - calls, cpu(child.pid).since(used)
            turns = sqlite_turns(file) - began
            figures.wrong += tally.wrong + [repr(task.exception()) for task in playing if task.done()]
            for task in playing:
                task.cancel()
            await asyncio.wait(playing)
            loop = Loop(list(looks(watched, since)), stood_still(core) if core.exists() else [])
            limited = sum(count for key, count in spent.items() if not key[1].startswith(_UNLIMITED)) / turns
            by_token = sum(count for key, count in spent.items() if key[1].startswith("/webhooks/"))
            click.echo(
                f"{turns} turns written in {seconds:.0f} s, {by_token} edits by tokens, {figures.games} games over"
            )
            click.echo(f"first sign of a computer, s: {said(figures.signs)}")
            click.echo(f"turn of a computer, s: {said(figures.turns)}")
            click.echo(f"a press beside no computers, ms: {said(alone, 1e3)}")
            click.echo(f"a press beside {tables} tables, ms: {said(busy, 1e3)}")
            for line in loop.said():
                click.echo(line)
            click.echo(f"{limited:.3f} limited requests a turn")
            thought = sum(cpu(pid).used for pid in thinking(child.pid)) - thought
            click.echo(
                f"a turn costs the bot {after.used / turns * 1e3:.1f} ms of processor time (the people's presses and "
                f"those of the other tables included), its process that thinks {thought / turns * 1e3:.1f}"
            )
            click.echo(
                f"of its core the bot used {after.used / seconds:.2f} and waited for {after.waited / seconds:.2f}; "
                f"its process that thinks used {thought / seconds:.2f}; "
                f"people and the stand-in used {own / seconds:.2f} of theirs"
            )
            log = child.said()
            if log or figures.wrong:
                click.echo(f"log: {log[-2000:]}\nwrong: {len(figures.wrong)} {figures.wrong[:5]}")
    beyond = {
        "the first sign": max(figures.signs) > FIRST_SIGN,
        "a computer's turn": max(figures.turns) > TURN,
        "the event loop": loop.blocked > BUSY,
        "limited requests": limited > LIMITED,
        "something was wrong": bool(figures.wrong),
    }
    return [what for what, missed in beyond.items() if missed]


def work_out(sheet: str, level: str, folder: Path) -> None:
    """Work out what the computers need, as a bot has that has run before."""
    game = make(sheet, {})
    worker.prepare(sheet, dict(game.written), gate.encode(game.new(1)), str(folder), level)


def thinking(pid: int) -> list[int]:
    """Return the processes that the bot has started."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def sqlite_turns(file: Path) -> int:
    """Return how many boxes are written at all tables."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        query = "SELECT count(*) FROM journal WHERE do LIKE 'mark %' OR do LIKE 'strike %'"
        return int(connection.execute(query).fetchone()[0])


@click.command(help=__doc__)
@click.option("--tables", default=200, show_default=True)
@click.option("--computers", default=2, show_default=True, help="At each table.")
@click.option("--level", default="champion", show_default=True)
@click.option("--sheet", default="yum_classic", show_default=True)
@click.option("--seconds", default=60.0, show_default=True, help="How long to measure.")
@click.option("--share-cores", is_flag=True, help="Let the bot run where the system likes, not on core 1 alone.")
def main(tables: int, computers: int, level: str, sheet: str, seconds: float, share_cores: bool) -> None:
    wishes: dict[str, object] = {"computers": computers, "level": level, "sheet": sheet}
    if not share_cores:
        os.sched_setaffinity(0, {0})
    with tempfile.TemporaryDirectory(prefix="computers-") as folder:
        beyond = uvloop.run(run(tables, wishes, seconds, Path(folder), not share_cores))
    if beyond:
        sys.exit(f"beyond the bar: {', '.join(beyond)}")


if __name__ == "__main__":
    main()
