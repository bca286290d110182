"""How long ``python -m bot move`` takes, and how large a database is: copies of one finished game of Yum Plus.

``python benchmarks/move.py --games 20000`` moves them from SQLite to PostgreSQL and back, then packs their journals. It
starts a PostgreSQL of its own, with every commit on disk.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

import click
from sqlalchemy import text

from bot.engine.gate import legal
from bot.games import make
from bot.tables.service.service import TableService
from db import copies, moving, open_database
from db.connection.engines import migrating, parse
from tests.postgres import Server

NOW = 1_700_000_000
_NUMBERS = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?) "


async def one_game(url: str) -> None:
    """Play a game of two to its end, by chance, with holding as people do."""
    chance = random.Random(1)
    async with open_database(url) as storage:
        service = TableService(storage.tables, clock=lambda: NOW, settings=storage.settings)
        table = (await service.open(guild=1, channel=2, host=10, game=make("yum_plus", {}), language="en")).after
        await service.join(table.id, 11, 2)
        table = (await service.start(table.id, 10, 3)).after
        while not table.over:
            assert table.turn_player is not None
            actions = list(legal(table.game, table.state))
            kept = [one for one in actions if one.startswith("keep")]
            do = chance.choice(kept if kept else actions)
            table = (await service.act(table.id, table.turn_player, table.step, do)).after


def copied(file: Path, games: int) -> int:
    """Copy its rows, and return how many moves there are."""
    with closing(sqlite3.connect(file)) as connection, connection:
        for table, own in (
            ("tables", {"id": "n.n + 1000000", "number": "n.n + 1000000", "channel": "n.n"}),
            ("journal", {"table_id": "n.n + 1000000"}),
            ("results", {"table_id": "n.n + 1000000", "number": "n.n * 12 + seat + 1000000", "user_id": "n.n % 5000"}),
        ):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            values = ", ".join(own.get(name, f'"{name}"') for name in columns)
            named = ", ".join(f'"{name}"' for name in columns)
            chosen = f"SELECT {values} FROM {table}, n"  # noqa: S608
            connection.execute(f"{_NUMBERS} INSERT INTO {table} ({named}) {chosen}", (games - 1,))
        return int(connection.execute("SELECT count(*) FROM journal").fetchone()[0])


async def size(url: str) -> int:
    engine = migrating(parse(url))
    async with engine.connect() as connection:
        found = await connection.scalar(text("SELECT pg_database_size(current_database())"))
    await engine.dispose()
    return int(found or 0)


def server_seconds(server: Server) -> float:
    """The processor time of a PostgreSQL, with that of its sessions which have ended (on Linux)."""
    fields = Path(f"/proc/{server.process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


async def moved(source: str, target: str, server: Server) -> str:
    began, ours, theirs = time.monotonic(), time.process_time(), server_seconds(server)
    rows = (await moving.move(source, target, lambda *_: None)).rows
    took, ours = time.monotonic() - began, time.process_time() - ours
    theirs = server_seconds(server) - theirs
    busy = f"processor time {ours:.1f} s and {theirs:.1f} s of PostgreSQL: {rows / (ours + theirs):,.0f} a second of it"
    return f"{rows:,} rows in {took:.1f} s; {busy}"


async def measure(games: int, folder: Path, server: Server) -> None:
    file, url = folder / "gobelet.db", f"sqlite:///{folder}/gobelet.db"
    await one_game(url)
    moves = copied(file, games)
    copies.vacuum(file)
    print(f"{games:,} games, {moves:,} moves: SQLite {file.stat().st_size / moves:.0f} bytes a move, with all else")
    there = server.make_database("bench")
    print("to PostgreSQL:", await moved(url, there, server))
    print(f"PostgreSQL: {await size(there) / moves:.0f} bytes a move, with all else")
    print("back:", await moved(there, f"sqlite:///{folder}/back.db", server))
    began = time.monotonic()
    async with open_database(url) as storage:
        packed = await storage.shrink(NOW + 1, lambda *_: None)
    print(f"packed in {time.monotonic() - began:.1f} s: {packed}")
    copies.vacuum(file)
    print(f"SQLite afterwards: {file.stat().st_size / moves:.0f} bytes a move, with all else")


@click.command()
@click.option("--games", default=20_000, show_default=True, type=click.IntRange(2))
def main(games: int) -> None:
    """Measure."""
    folder = Path(tempfile.mkdtemp(prefix="gobelet-move-"))
    server = Server(folder.with_name(f"{folder.name}-postgres"), fsync="on", full_page_writes="on")
    server.start()
    try:
        asyncio.run(measure(games, folder, server))
    finally:
        server.stop()
        shutil.rmtree(server.folder)
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
