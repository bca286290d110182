"""The same morning of very many servers: how evenly their posts go out, and what presses notice of it.

    python benchmarks/posts.py [--servers 10000] [--looks 25] [--week]

All servers have one zone and one hour, and three games of this week; the database is an SQLite file. It lets the
bot's own job look as often as it would, one look after the other instead of each five seconds, and takes what it would
send, where nothing waits for its turn. With --week it is Sunday evening. Meanwhile somebody presses at a table, and
before that, to compare.

Times of a step of the event loop are milliseconds of processor time of its thread, so that other work on the machine
does not count: nothing may hold it for more than 20. Pictures are drawn in another thread (benchmarks/sheets.py).
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from children import ROOT
from sqlalchemy import insert

sys.path.insert(0, str(ROOT))

from bot import games
from bot.engine import gate
from bot.locales import words
from bot.run import services
from bot.screens.kit import PLAIN_GLYPHS, RenderContext
from bot.services import Services
from bot.tables.model.processes import HeldShards
from bot.tables.model.table import Status
from bot.ui.pace import turns
from bot.ui.server.posts import PostMessages
from db import schema
from db.writing import statements

BAR, EVERY, MOST = 20.0, 5, 10.0
SUNDAY = datetime(2026, 11, 22, tzinfo=UTC)
ANA = 10**17
SLICE = 5_000


class Steps:
    """The seconds that each step of the event loop computes without a break."""

    def __init__(self) -> None:
        self.begin()
        known = asyncio.Handle._run

        def run(handle: asyncio.Handle) -> None:
            begin = time.thread_time()
            known(handle)
            took = (time.thread_time() - begin) * 1e3
            if took > self.longest:
                task = getattr(handle._callback, "__self__", None)  # type: ignore[attr-defined]
                self.longest, self.what = took, repr(task)[:200]

        asyncio.Handle._run = run  # type: ignore[method-assign]

    def begin(self) -> None:
        self.longest, self.what = 0.0, ""


class Bot:
    """The bot's job without Discord: it counts what it would send."""

    def __init__(self, made: Services) -> None:
        self.sent = 0
        self.tasks = set[asyncio.Task[Any]]()
        self.renderer = self
        nothing = cast(Any, None)
        self.job = PostMessages(
            cast(Any, self), cast(Any, self), made.posts, nothing, made.settings, cast(Any, self), nothing,
            cast(Any, self), HeldShards(), made.hand, turns.PostTurns(HeldShards()),
        )  # fmt: skip

    def is_ready(self) -> bool:
        return True

    def get_guild(self, guild: int) -> None:
        return None

    def context(self, language: str) -> RenderContext:
        return RenderContext(words(language), PLAIN_GLYPHS)

    async def take_in(self, guild: int, channel: int) -> bool:
        return False

    def run_later(self, work: Any, what: str) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def get_partial_messageable(self, channel: int, guild_id: int) -> Bot:
        return self

    async def send(self, **message: Any) -> SimpleNamespace:
        self.sent += 1
        return SimpleNamespace(id=self.sent)

    async def look(self, now: int) -> None:
        await self.job.look(now)
        while self.tasks:
            await asyncio.wait(self.tasks)


class Presses:
    """Somebody plays alone, as fast as they are answered."""

    def __init__(self, made: Services) -> None:
        self.made, self.chance, self.table = made, random.Random(1), cast(Any, None)

    async def press(self) -> float:
        tables = self.made.tables
        if self.table is None or self.table.status is not Status.PLAYING:
            about: dict[str, Any] = {"guild": 1, "channel": self.chance.randrange(10**9), "host": ANA, "language": "en"}
            opened = await tables.open(game=games.make("yum_plus", {}), capacity=1, **about)
            self.table = (await tables.start(opened.after.id, ANA, 1)).after
        do = self.chance.choice(sorted(gate.legal(self.table.game, self.table.state)))
        begin = time.perf_counter()
        self.table = (await tables.act(self.table.id, ANA, self.table.step, do)).after
        return (time.perf_counter() - begin) * 1e3

    async def until(self, done: Callable[[], bool]) -> list[float]:
        taken = list[float]()
        while not done():
            taken.append(await self.press())
            await asyncio.sleep(0)
        return taken


async def fill(made: Services, servers: int, day: int, at: int, *, week: bool) -> None:
    """Store servers that want posts, the morning's or the week's, and three games of this week in each."""
    store: Any = cast(Any, made.posts)._store
    numbers = range(1, servers + 1)

    async def put(rows: list[dict[str, Any]], *, played: bool = False) -> None:
        for first in range(0, len(rows), SLICE):
            part = rows[first : first + SLICE]

            async def work(connection: Any, part: list[dict[str, Any]] = part) -> None:
                await connection.execute(statements.results("sqlite") if played else insert(schema.settings), part)
                if played:
                    await store._writer.standings.add(connection, part)

            await store._writer.run_in_transaction(work)

    await put([{"guild": number, "post_channel": 7, "post_morning": not week} for number in numbers])
    await put(
        [
            {
                "table_id": number * 10 + game, "seat": seat, "guild": number, "game": "yum_plus", "options": "{}",
                "options_default": True, "user_id": ANA + seat, "score": 300 - seat, "rank": 1 + seat,
                "won": not seat, "has_left": False, "seats": 3, "solo": False, "real_dice": False,
                "finished_at": at - 3600, "kind": "together", "rules": "", "side": None, "details": "{}",
                "day": day, "to_rate": False,
            }
            for number in numbers for game in range(3) for seat in range(3)
        ],
        played=True,
    )  # fmt: skip


async def measure(servers: int, looks: int, *, week: bool, file: Path) -> bool:
    """Print what it costs; return whether all bars hold."""
    at = int(SUNDAY.timestamp()) + (19 if week else 9) * 3600
    now = [at]
    turns._A_SECOND = sys.maxsize
    async with services(f"sqlite:///{file}", lambda: now[0]) as made:
        await fill(made, servers, 20261122, at, week=week)
        steps, bot, presses = Steps(), Bot(made), Presses(made)
        quiet = await presses.until(_after(300))
        await bot.look(now[0])  # SQLAlchemy writes each statement once.
        gc.collect()
        gc.freeze()
        gc.disable()  # The bot collects at moments of its own choice (benchmarks/memory.py).
        await asyncio.sleep(0)  # Another step of the loop.
        steps.begin()
        busy, most, slowest = list[float](), 0, 0.0
        for _ in range(looks):
            before, begin = bot.sent, time.perf_counter()
            task = asyncio.create_task(bot.look(now[0]))
            busy += await presses.until(task.done)
            slowest = max(slowest, time.perf_counter() - begin)
            most = max(most, bot.sent - before)
            now[0] += EVERY
    rate, lasts = most / EVERY, servers / (most / EVERY) / 60
    print(f"{servers} servers, one hour: at most {rate:g} requests a second (bar {MOST:g}), {lasts:.0f} min for all")
    print(f"longest step of the loop: {steps.longest:.1f} ms (bar {BAR:g}): {steps.what}")
    print(f"a look with its {most} posts: at most {slowest:.2f} s (every {EVERY})")
    for name, taken in (("nothing to post", quiet), ("while posts go out", busy)):
        p50, p99 = statistics.median(taken), sorted(taken)[len(taken) * 99 // 100]
        print(f"a press, {name}: p50 {p50:.1f} ms, p99 {p99:.1f} ms ({len(taken)} presses)")
    return rate <= MOST and steps.longest <= BAR and slowest < EVERY


def _after(many: int) -> Callable[[], bool]:
    left = iter(range(many))
    return lambda: next(left, None) is None


def main() -> None:
    """Measure, and exit with 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--servers", type=int, default=10_000)
    parser.add_argument("--looks", type=int, default=25)
    parser.add_argument("--week", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        held = asyncio.run(measure(chosen.servers, chosen.looks, week=chosen.week, file=Path(folder) / "bench.db"))
    sys.exit(not held)


if __name__ == "__main__":
    main()
