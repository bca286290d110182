"""What a page of a leaderboard costs in a server with very many games.

    python benchmarks/leaderboard.py [--results 100000] [--players 2000] [--file /tmp/bench.db] [--postgres]

Fills an SQLite file with two years of one server: several games, some house rules, alone and with real dice, a season a
month. Counts them all, as the first start after an update does. Then it asks for every board, in each order, period and
kind: the first time, again, and for the page with the reader's own line. With --postgres it copies everything into
a PostgreSQL that it starts, and asks that as well. A --file that is there already is asked as it is.

Times are milliseconds of processor time, of all threads and of the server's processes, so that other work on the
machine does not count. The bar is 50 a page: for each page in the median, where it is asked for again.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

from children import cpu
from servers import postgres
from sqlalchemy import Boolean, insert, text

from bot.tables.model import days
from bot.tables.records.leaderboards import LeaderboardKind, LeaderboardQuery, SortKey
from bot.tables.storage.rows import rules_name
from db import Storage, open_database, schema
from db.connection.engines import READERS
from db.writing import statements
from db.writing.writer import Save

GUILD, BAR, END = 1, 50.0, 1_795_219_200
BEGIN = END - 2 * 365 * 24 * 3600
FIRST = 10**17
"""The id of the player who plays most."""

SLICE = 20_000
GAMES = {"yum_plus": 50, "yams": 20, "5000": 12, "421": 10, "cant_stop": 8}
HOUSE: tuple[dict[str, Any], ...] = ({}, {}, {}, {"power": True}, {"joker": "none"})
SORTS: tuple[SortKey, ...] = ("wins", "games", "best", "average", "rate", "streak", "skill")
KINDS: tuple[LeaderboardKind, ...] = ("together", "both", "solo", "real")
AGAIN = 3


def played(count: int, players: int, chance: random.Random) -> Iterator[list[dict[str, Any]]]:
    """Two years of finished games, a game at a time; some people play a hundred times as much as others."""
    people = [FIRST + number for number in range(players)]
    eagerness = list(itertools.accumulate(1 / (number + 10) for number in range(players)))
    table = made = 0
    moments = iter(sorted(chance.randrange(BEGIN, END) for _ in range(count)))
    while made < count:
        table += 1
        at, options = next(moments), chance.choice(HOUSE)
        kind = chance.choices(("together", "solo", "real"), (80, 12, 8))[0]
        many = 1 if kind == "solo" else chance.choice((2, 3, 4, 4, 5, 6))
        seats = set(chance.choices(people, cum_weights=eagerness, k=many))
        game = chance.choices(list(GAMES), list(GAMES.values()))[0]
        best = chance.randrange(len(seats))
        packed = "{}" if not options else str(options).replace("'", '"').replace("True", "true").replace(" ", "")
        made += len(seats)
        yield [
            {
                "table_id": table, "seat": seat, "guild": GUILD, "game": game, "options": packed,
                "options_default": not options, "user_id": user, "score": chance.randrange(100, 600),
                "rank": 1 if seat == best else 2, "won": seat == best and len(seats) > 1,
                "has_left": chance.random() < 0.03, "seats": len(seats), "solo": kind == "solo",
                "real_dice": kind == "real", "finished_at": at, "kind": kind, "rules": rules_name(options),
                "side": None, "details": "{}", "day": days.day_of(at),
                "to_rate": kind == "together" and not options and len(seats) > 1,
            }
            for seat, user in enumerate(seats)
        ]  # fmt: skip


async def fill(storage: Storage, games: Iterable[list[dict[str, Any]]]) -> None:
    """Store the results and the seasons, a month each, without counting anything."""
    starts, at = list[int](), BEGIN
    while at < END:
        starts.append(at)
        at = days.day_begins(days.next_month(days.day_of(at)))
    seasons = [
        {"guild": GUILD, "number": number, "started": start, "ended": following}
        for number, (start, following) in enumerate(zip(starts, [*starts[1:], None], strict=True), 1)
    ]
    async with storage.database.writing.begin() as connection:
        rows = itertools.chain.from_iterable(games)
        while some := list(itertools.islice(rows, SLICE)):
            await connection.execute(statements.results("sqlite"), some)
        await connection.execute(insert(schema.seasons), seasons)


async def copy(storage: Storage, file: Path) -> None:
    """Fill an empty PostgreSQL with what an SQLite file holds."""
    with closing(sqlite3.connect(file)) as source:
        for table in (schema.results, schema.standings, schema.ratings, schema.seasons):
            names = [column.name for column in table.c]
            flags = [isinstance(column.type, Boolean) for column in table.c]
            rows = source.execute(f"SELECT {', '.join(names)} FROM {table.name}")  # noqa: S608
            records = (tuple(bool(v) if f else v for v, f in zip(row, flags, strict=True)) for row in rows)
            async with storage.database.writing.connect() as connection:
                driver: Any = (await connection.get_raw_connection()).driver_connection
                await driver.copy_records_to_table(table.name, records=records, columns=names, timeout=600)
    async with storage.database.writing.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        count_on = "SELECT setval(pg_get_serial_sequence('results', 'number'), max(number)) FROM results"
        await driver.execute(count_on)
        await driver.execute("VACUUM ANALYZE", timeout=600)


class Clock:
    """Measures processor time: this process, and those that serve its connections."""

    def __init__(self) -> None:
        self._servers: list[int] = []
        self.all: list[float] = []
        self.waited: list[float] = []

    async def know(self, storage: Storage) -> None:
        """Find the processes of the server, if there is one."""
        if storage.database.reading.dialect.name == "postgresql":
            async with AsyncExitStack() as stack:
                readers = [await stack.enter_async_context(storage.database.reading.connect()) for _ in range(READERS)]
                readers += [await stack.enter_async_context(storage.database.writing.connect())]
                self._servers = [await reader.scalar(text("SELECT pg_backend_pid()")) for reader in readers]

    def now(self) -> float:
        return time.process_time() + sum(cpu(pid).used for pid in self._servers)

    async def timed(self, work: Callable[[], Awaitable[Any]]) -> float:
        """Return the milliseconds of processor time that ``work`` takes."""
        start, begun = self.now(), time.perf_counter()
        await work()
        took = (self.now() - start) * 1000
        self.all.append(took)
        self.waited.append((time.perf_counter() - begun) * 1000)
        return took


async def pages(storage: Storage, clock: Clock, season: str, user: int) -> float:
    """Ask for every board; returns the milliseconds of the page that is slowest in the median."""
    today = days.day_of(END - 1)
    spans = ("all", days.month_key(today), days.week_key(today), season)
    worst = 0.0
    print(f"\n{'sorted by':10} {'kind':10} {'rules':6} " + " ".join(f"{span:>19}" for span in spans))
    print(f"{'':28} " + " ".join(f"{'first / again / own':>19}" for _ in spans))
    for game, rules in (("yum_plus", ""), ("yum_plus", "*"), ("*", "*")):
        for by in SORTS if game != "*" else ("wins", "games", "rate", "streak"):
            for kind in KINDS:
                cells = []
                for span in spans:
                    board = LeaderboardQuery(GUILD, span, kind, game, rules, by)
                    top, mine = (partial(storage.leaderboards.page, board, user, offset) for offset in (0, None))
                    first = await clock.timed(top)
                    again, own = [
                        statistics.median([await clock.timed(page) for _ in range(AGAIN)]) for page in (top, mine)
                    ]
                    cells.append(f"{first:6.1f}/{again:5.1f}/{own:5.1f}")
                    worst = max(worst, again, own)
                print(
                    f"{by:10} {kind:10} {game[:3] + ' ' + (rules or '-'):6} "
                    + " ".join(f"{cell:>19}" for cell in cells)
                )
    return worst


async def around(storage: Storage, clock: Clock, user: int) -> float:
    """Ask for what surrounds a board, and for ratings; returns the milliseconds of the slowest in the median."""
    questions: dict[str, Callable[[], Awaitable[Any]]] = {
        "games played": lambda: storage.leaderboards.games(GUILD),
        "option sets played": lambda: storage.leaderboards.played(GUILD, "yum_plus"),
        "one player's counts": lambda: storage.leaderboards.counts(GUILD, user),
        "page of ratings": lambda: storage.leaderboards.page(
            LeaderboardQuery(GUILD, "all", "together", "yum_plus", "", "rating"), user
        ),
        "running season": lambda: storage.seasons.running(GUILD),
        "seasons due": lambda: storage.seasons.due(END),
    }
    print()
    worst = 0.0
    for name, ask in questions.items():
        took = [await clock.timed(ask) for _ in range(AGAIN + 1)]
        again = statistics.median(took[1:])
        worst = max(worst, again)
        print(f"{name:22} first {took[0]:6.1f} ms, again {again:6.1f} ms")
    return worst


async def finishing(storage: Storage, clock: Clock) -> None:
    """Store games of four seats one after the other, counted and not."""
    games = played(10_000, 100, random.Random(2))
    four = next(game for game in games if len(game) == 4 and game[0]["kind"] == "together" and not game[0]["rules"])

    first = time.time_ns()  # A file may have been asked before.

    async def save(number: int) -> None:
        results = [row | {"table_id": first + number, "finished_at": END} for row in four]
        await storage.writer.save(Save(results=results))

    took = [await clock.timed(lambda number=number: save(number)) for number in range(200)]
    print(f"\na finished game of {len(four)} seats is stored and counted in {statistics.median(took):.2f} ms")


async def rate(storage: Storage) -> None:
    start, waits = time.process_time(), 1
    while waits:
        await storage.ratings.catch_up(GUILD)
        async with storage.database.reading.connect() as connection:
            waits = (await connection.execute(text("SELECT count(*) FROM results WHERE to_rate"))).scalar_one()
    print(f"all games that are ranked were rated in {time.process_time() - start:.1f} s")


async def make(file: Path, results: int, players: int) -> None:
    async with open_database(f"sqlite:///{file}") as storage:
        await fill(storage, played(results, players, random.Random(1)))
        start = time.process_time()
        await storage.rebuild_standings()
        print(f"counted in {time.process_time() - start:.1f} s")
        await rate(storage)
        async with storage.database.writing.begin() as connection:
            lost = "UPDATE standings SET reviewed = stayed, lost = stayed * (user_id % 9973) / 70.0 WHERE game != '*'"
            await connection.execute(text(lost))


async def ask(storage: Storage, user: int) -> float:
    """Ask for everything; returns the milliseconds of what is slowest in the median."""
    async with storage.database.reading.connect() as connection:
        counts = [await connection.scalar(text(f"SELECT count(*) FROM {name}")) for name in ("results", "standings")]  # noqa: S608
        most = "SELECT count(*) FROM standings WHERE period = 'all' AND kind = 'both' AND game = '*' AND rules = '*'"
        counts.append(await connection.scalar(text(most)))
    dialect = storage.database.reading.dialect.name
    print(f"\n{dialect}: {counts[0]} results, {counts[1]} lines of standings, {counts[2]} on the longest board")
    clock = Clock()
    await clock.know(storage)
    season = await storage.seasons.running(GUILD)
    assert season is not None
    worst = await pages(storage, clock, season.period, user)
    for what, took in (("processor time", sorted(clock.all)), ("waited for", sorted(clock.waited))):
        p50, p99 = (took[int(len(took) * share)] for share in (0.5, 0.99))
        above = sum(milliseconds >= BAR for milliseconds in took)
        print(
            f"{len(took)} pages, {what}: p50 {p50:.1f}, p99 {p99:.1f}, worst {took[-1]:.1f} ms, {above} above {BAR:.0f}"
        )
    worst = max(worst, await around(storage, clock, user))
    await finishing(storage, clock)
    return worst


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--results", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=2_000)
    parser.add_argument("--file", type=Path)
    parser.add_argument("--postgres", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        file = arguments.file or Path(folder) / "bench.db"
        if not file.exists():
            await make(file, arguments.results, arguments.players)
        async with open_database(f"sqlite:///{file}"):
            pass  # A file of an earlier version is brought up to date.
        print(f"the file has {file.stat().st_size / 1e6:.0f} MB")
        urls = [f"sqlite:///{file}"]
        if arguments.postgres:
            urls.append(servers.enter_context(postgres()).url())
            async with open_database(urls[1]) as storage:
                await copy(storage, file)
        user, worst = FIRST + 30, 0.0
        gc.freeze()  # As the bot does; it need not look at the benchmark's own objects.
        for url in urls:
            async with open_database(url) as storage:
                worst = max(worst, await ask(storage, user))
        print(f"\nslowest in the median: {worst:.1f} ms; the bar is {BAR:.0f} ms")
        raise SystemExit(worst >= BAR)


if __name__ == "__main__":
    asyncio.run(main())
