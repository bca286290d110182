"""What a durable save costs: saves per second, latency and commits at several numbers of presses at once.

    python benchmarks/writer.py [--url sqlite:////tmp/bench.db] [--seconds 3] [--at-once 1 10 100]

Each press saves a snapshot of 0.6 KB and one journal line through the real writer (SQLite: WAL, synchronous=FULL) and
waits for its commit. ``fsync`` beside it shows how many the disk can do one after another.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from itertools import chain
from pathlib import Path

from sqlalchemy import event

from bot.games import make
from bot.tables.model.store import JournalRow, Row
from bot.tables.model.table import TableId
from bot.tables.moves.lobbies import open_table
from bot.tables.storage.rows import to_row
from db import Storage, open_database


def table(number: int) -> Row:
    lobby = open_table(
        TableId(number),
        guild=1,
        channel=number,
        host=1,
        game=make("yum_plus", {}),
        capacity=4,
        language="en",
        secret=bytes(32),
        now=1,
    ).table
    return {**to_row(lobby), "state": b"s" * 350}


async def player(storage: Storage, number: int, until: float) -> list[float]:
    row, took = table(number), []
    await storage.tables.save(row)
    while (start := time.perf_counter()) < until:
        line = JournalRow(row["id"], row["entries"], 0, "keep 3 3", ((1, 2, 6),), 1)
        row = {**row, "version": row["version"] + 1, "entries": row["entries"] + 1}
        await storage.tables.save(row, [line])
        took.append(time.perf_counter() - start)
    return took


async def measure(storage: Storage, at_once: int, seconds: float, first: int) -> None:
    commits = 0

    def count(_: object) -> None:
        nonlocal commits
        commits += 1

    engine = storage.database.writing.sync_engine
    event.listen(engine, "commit", count)
    cpu, start = time.process_time(), time.perf_counter()
    until = start + seconds
    players = await asyncio.gather(*(player(storage, first + n, until) for n in range(at_once)))
    took = sorted(chain.from_iterable(players))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - start
    event.remove(engine, "commit", count)
    print(
        f"{at_once:4} at once: {len(took) / wall:8.0f} saves/s  p50 {statistics.median(took) * 1e3:6.1f} ms"
        f"  p99 {took[int(len(took) * 0.99)] * 1e3:6.1f} ms  {commits / wall:6.0f} commits/s"
        f"  {cpu / len(took) * 1e6:6.0f} us CPU/save"
    )


def fsyncs(folder: Path) -> float:
    """Return milliseconds per append and fsync."""
    with (folder / "fsync").open("wb", buffering=0) as file:
        start = time.perf_counter()
        for _ in range(50):
            file.write(bytes(4096))
            os.fsync(file.fileno())
        return (time.perf_counter() - start) / 50 * 1e3


async def run(url: str, seconds: float, levels: list[int]) -> None:
    async with open_database(url) as storage:
        first = 1
        for at_once in levels:
            await measure(storage, at_once, seconds, first)
            first += at_once


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="", help="an empty database; a temporary SQLite file unless given")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--at-once", type=int, nargs="+", default=[1, 10, 100])
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(f"fsync: {fsyncs(Path(folder)):.1f} ms")
        asyncio.run(run(chosen.url or f"sqlite:///{folder}/bench.db", chosen.seconds, chosen.at_once))


if __name__ == "__main__":
    main()
