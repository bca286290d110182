"""What a page of a leaderboard costs in a server with very many games.

    python benchmarks/leaderboard.py [--results 100000] [--players 2000] [--file /tmp/bench.db]

Fills an SQLite file with two years of one server: several games, some house rules, alone and with real dice, a season a
month. Counts them all, as the first start after an update does. Then it asks for every board, in each order, period and
kind: the first time, again, and for the page with the reader's own line.

Times are milliseconds of processor time, of all threads, so that other work on the machine does not count. The bar is
50 a page.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from sqlalchemy import insert, text

from bot.tables.core.rows import rules_name
from bot.tables.records import periods
from bot.tables.records.leaderboards import LeaderboardKind, LeaderboardQuery, SortKey
from db import Storage, open_database, schema
from db.writing.writer import Save

GUILD, BAR, END = 1, 50.0, 1_795_219_200
GAMES = {"yum_plus": 50, "yams": 20, "5000": 12, "421": 10, "cant_stop": 8}
HOUSE: tuple[dict[str, Any], ...] = ({}, {}, {}, {"power": True}, {"joker": "none"})
SORTS: tuple[SortKey, ...] = ("wins", "games", "best", "average", "rate", "streak")
KINDS: tuple[LeaderboardKind, ...] = ("together", "both", "solo", "real")
AGAIN = 5


def played(count: int, players: int, chance: random.Random) -> list[dict[str, Any]]:
    """Two years of finished games; some people play a hundred times as much as others."""
    people = [10**17 + number for number in range(players)]
    eagerness = [1 / (number + 10) for number in range(players)]
    begin, rows, table = END - 2 * 365 * 24 * 3600, list[dict[str, Any]](), 0
    moments = iter(sorted(chance.randrange(begin, END) for _ in range(count)))
    while len(rows) < count:
        table += 1
        at, options = next(moments), chance.choice(HOUSE)
        kind = chance.choices(("together", "solo", "real"), (80, 12, 8))[0]
        seats = set(chance.choices(people, eagerness, k=1 if kind == "solo" else chance.choice((2, 3, 4, 4, 5, 6))))
        game = chance.choices(list(GAMES), list(GAMES.values()))[0]
        best = chance.randrange(len(seats))
        packed = "{}" if not options else str(options).replace("'", '"').replace("True", "true").replace(" ", "")
        rows += [
            {
                "table_id": table, "seat": seat, "guild": GUILD, "game": game, "options": packed,
                "options_default": not options, "user_id": user, "score": chance.randrange(100, 600),
                "rank": 1 if seat == best else 2, "won": seat == best and len(seats) > 1,
                "has_left": chance.random() < 0.03, "seats": len(seats), "solo": kind == "solo",
                "real_dice": kind == "real", "finished_at": at, "kind": kind, "rules": rules_name(options),
                "side": None, "details": "{}", "to_rate": kind == "together" and not options and len(seats) > 1,
            }
            for seat, user in enumerate(seats)
        ]  # fmt: skip
    return rows


async def fill(storage: Storage, rows: list[dict[str, Any]]) -> None:
    """Store the results and the seasons, a month each, without counting anything."""
    starts, at = list[int](), rows[0]["finished_at"]
    while at < END:
        starts.append(at)
        at = periods.next_month(at)
    seasons = [
        {"guild": GUILD, "number": number, "started": start, "ended": following}
        for number, (start, following) in enumerate(zip(starts, [*starts[1:], None], strict=True), 1)
    ]
    async with storage.database.writing.begin() as connection:
        await connection.execute(insert(schema.results), rows)
        await connection.execute(insert(schema.seasons), seasons)


async def timed(work: Callable[[], Awaitable[Any]]) -> float:
    start = time.process_time()
    await work()
    return (time.process_time() - start) * 1000


async def pages(storage: Storage, season: str, user: int) -> float:
    """Ask for every board; returns the milliseconds of the slowest page."""
    now = END - 1
    spans = ("all", periods.month(now), periods.week(now), season)
    worst = 0.0
    print(f"\n{'sorted by':10} {'kind':10} {'rules':6} " + " ".join(f"{span:>19}" for span in spans))
    print(f"{'':28} " + " ".join(f"{'first / again / own':>19}" for _ in spans))
    for game, rules in (("yum_plus", ""), ("yum_plus", "*"), ("*", "*")):
        for by in SORTS if game != "*" else ("wins", "games", "rate", "streak"):
            for kind in KINDS:
                cells = []
                for span in spans:
                    board = LeaderboardQuery(GUILD, span, kind, game, rules, by)
                    first = await timed(lambda board=board: storage.leaderboards.page(board, user))
                    again = [
                        await timed(lambda board=board: storage.leaderboards.page(board, user)) for _ in range(AGAIN)
                    ]
                    own = [
                        await timed(lambda board=board: storage.leaderboards.page(board, user, None))
                        for _ in range(AGAIN)
                    ]
                    cells.append(f"{first:6.1f}/{statistics.median(again):5.1f}/{statistics.median(own):5.1f}")
                    worst = max(worst, first, *again, *own)
                print(
                    f"{by:10} {kind:10} {game[:3] + ' ' + (rules or '-'):6} "
                    + " ".join(f"{cell:>19}" for cell in cells)
                )
    return worst


async def around(storage: Storage, user: int) -> float:
    """Ask for what surrounds a board, and for ratings; returns the milliseconds of the slowest."""
    asked: dict[str, Callable[[], Awaitable[Any]]] = {
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
    for name, ask in asked.items():
        took = [await timed(ask) for _ in range(AGAIN + 1)]
        worst = max(worst, *took)
        print(f"{name:22} first {took[0]:6.1f} ms, again {statistics.median(took[1:]):6.1f} ms")
    return worst


async def finishing(storage: Storage, rows: list[dict[str, Any]]) -> None:
    """Store games of four seats one after the other, counted and not."""
    game = [row | {"finished_at": END} for row in rows if row["kind"] == "together" and not row["rules"]][:4]

    async def save(number: int) -> None:
        seats = [row | {"table_id": 10**9 + number, "seat": seat} for seat, row in enumerate(game)]
        await storage.writer.save(Save(results=seats))

    took = [await timed(lambda number=number: save(number)) for number in range(200)]
    print(f"\na finished game of {len(game)} seats is stored and counted in {statistics.median(took):.2f} ms")


async def rate(storage: Storage) -> None:
    start, waits = time.process_time(), 1
    while waits:
        await storage.ratings.catch_up(GUILD)
        async with storage.database.reading.connect() as connection:
            waits = (await connection.execute(text("SELECT count(*) FROM results WHERE to_rate"))).scalar_one()
    print(f"all games that are ranked were rated in {time.process_time() - start:.1f} s")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--results", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=2_000)
    parser.add_argument("--file", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = asked.file or Path(folder) / "bench.db"
        rows = played(asked.results, asked.players, random.Random(1))
        async with open_database(f"sqlite:///{file}") as storage:
            await fill(storage, rows)
            print(f"{len(rows)} results of {rows[-1]['table_id']} games, {asked.players} players")
            took = await timed(lambda: storage.rebuild_standings())
            async with storage.database.reading.connect() as connection:
                lines = await connection.scalar(text("SELECT count(*) FROM standings"))
            print(f"counted in {took / 1000:.1f} s: {lines} lines of standings")
            await rate(storage)
        print(f"the file has {file.stat().st_size / 1e6:.0f} MB")
        async with open_database(f"sqlite:///{file}") as storage:
            user = rows[len(rows) // 3]["user_id"]
            gc.freeze()  # As the bot does; it need not look at the benchmark's own rows.
            season = await storage.seasons.running(GUILD)
            assert season is not None
            worst = await pages(storage, season.period, user)
            worst = max(worst, await around(storage, user))
            await finishing(storage, rows)
        print(f"\nslowest of all: {worst:.1f} ms; the bar is {BAR:.0f} ms")
        raise SystemExit(worst >= BAR)


if __name__ == "__main__":
    asyncio.run(main())
