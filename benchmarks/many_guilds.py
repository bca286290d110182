"""A bot in very many servers with very many open tables: its start, its memory, and what people wait for.

    python benchmarks/many_guilds.py [--guilds 10000] [--each 10] [--postgres]

One table is played, and copied into every server. Then the bot starts anew. The event of each server names 30 channels
and 15 roles beside the channels of its tables. A hundred servers have a thousand results each.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import uvloop
from children import RUN, Child, cpu
from clock import memory
from copies import FIRST_TABLE, Copies, guild_id
from hands import person
from leaderboard import played
from pressing.any_game import AnyHand, Presses
from servers import postgres, processes

from bot.standin.client.person import BotReply, Person
from bot.standin.server import Standin
from bot.standin.world.world import World
from db import open_database
from db.writing import statements

PRESSED = 2000
"""Tables that somebody presses on."""

ASKED = 100
"""Servers with results, where somebody asks for a list."""

RESULTS = 1000
_START_SECONDS = 900


@dataclass(slots=True)
class Bot:
    """The bot as a process, and its database."""

    child: Child
    server: int | None
    lines: list[str] = field(default_factory=list)

    def used(self) -> float:
        server = sum(cpu(pid).used for pid in processes(self.server)) if self.server else 0.0
        return cpu(self.child.pid).used + server

    async def ready(self, since: float) -> None:
        """Wait until it has said so, and then until it computes no more."""
        while "ready as" not in self.child.said():
            if self.child.ended or time.monotonic() - since > _START_SECONDS:
                raise click.ClickException(f"the bot did not start:\n{self.child.said()}")
            await asyncio.sleep(0.05)
        took, used = time.monotonic() - since, self.used()
        busy = 1.0
        while busy > 0.05:
            before = self.used()
            await asyncio.sleep(1)
            busy = self.used() - before
        self.say(f"ready after {took:.1f} s, {used:.1f} s of processor time; {self.used():.1f} s until it is quiet")
        self.say(f"memory: {memory(self.child.pid)} MB")

    def say(self, line: str) -> None:
        click.echo(line)
        self.lines.append(line)

    async def each(self, what: str, asks: list[Callable[[], Awaitable[BotReply]]]) -> None:
        """Ask one after the other; say what people waited, and the processor time."""
        before, took = self.used(), list[float]()
        for ask in asks:
            start = time.perf_counter()
            outcome = await ask()
            took.append((time.perf_counter() - start) * 1e3)
            if outcome.failed or not (outcome.updated or outcome.message):
                raise click.ClickException(f"{what}: {outcome.state} {outcome.text}\n{self.child.said()[-2000:]}")
        used = (self.used() - before) / len(asks) * 1e3
        took.sort()
        p50, p99 = statistics.median(took), took[int(len(took) * 0.99)]
        self.say(f"{what}: p50 {p50:.1f}, p99 {p99:.1f} ms; {used:.1f} ms of processor time each")


async def results(url: str, guilds: list[int]) -> None:
    """Store the results of some servers, counted."""
    async with open_database(url) as storage:
        dialect = storage.database.writing.dialect.name
        for number, guild in enumerate(guilds):
            rows = [row for game in played(RESULTS, 50, random.Random(number)) for row in game]
            for row in rows:
                row |= {"guild": guild, "table_id": row["table_id"] + number * RESULTS, "to_rate": False}
            async with storage.database.writing.begin() as connection:
                await connection.execute(statements.results(dialect), rows)
        await storage.rebuild_standings()


async def model(world: World) -> tuple[str, list[Person]]:
    """Play a table up to the beginning of a turn; returns its board, and who plays there, the one to play first."""
    players = [person(world, 0), person(world, 1)]
    seen = Presses()
    hand = AnyHand(players, world.find_channel("table"), "yum_plus", seen, "1")
    await hand.sit_down()
    while seen.moves < 20 or "roll" not in hand.offers:
        await hand.press()
    if seen.wrong:
        raise click.ClickException("; ".join(seen.wrong))
    await asyncio.sleep(2)  # The bot notes at most once a second which step a board shows.
    return hand.message, sorted(players, key=lambda player: player is not hand.to_play)


async def ask(bot: Bot, world: World, copies: Copies, players: list[Person]) -> None:
    """Press and ask in servers all over."""
    chance = random.Random(1)
    tables = [FIRST_TABLE + n for n in chance.sample(range(copies.count), min(PRESSED, copies.count))]
    some = chance.sample(range(ASKED), ASKED)
    first, other = players

    def press(table: int, do: str) -> Callable[[], Awaitable[BotReply]]:
        return lambda: first.press(str(table), custom_id_contains=f":{do}")

    def command(name: str, guild: int, who: Person) -> Callable[[], Awaitable[BotReply]]:
        return lambda: who.command(name, str(FIRST_TABLE + guild * copies.each))

    for table in tables:
        copies.draw(table)
    before = memory(bot.child.pid)
    await bot.each("first press on a table", [press(table, "roll") for table in tables])
    await bot.each("a die held there", [press(table, "hold 1") for table in tables[:500]])
    grown = (memory(bot.child.pid) - before) * 1024 / len(tables)
    bot.say(f"memory: {grown:.0f} KB for each table that was pressed")
    await bot.each("/table (10 tables in that server)", [command("table", guild, other) for guild in some])
    await bot.each("/leaderboard (1,000 results there)", [command("leaderboard", guild, other) for guild in some])


async def backlog(bot: Bot, copies: Copies) -> None:
    """Make all tables due at once, and wait until the bot has saved them."""
    before, most = bot.used(), 0
    await copies.wake()
    start = time.monotonic()
    while left := await copies.due():
        most = max(most, memory(bot.child.pid))
        click.echo(f"{time.monotonic() - start:6.0f} s: {copies.count - left} saved", err=True)
        await asyncio.sleep(5 if left > 2000 else 0.5)
    took, used = time.monotonic() - start, (bot.used() - before) / copies.count * 1e3
    bot.say(f"{copies.count} tables due at once: {took:.0f} s, {used:.2f} ms of processor time each, {most} MB at most")


async def run(guilds: int, each: int, shards: int, server: Any, folder: Path, *, due: bool, at_once: bool) -> None:
    url = server.make_database("big") if server else f"sqlite:///{folder}/gobelet.db"
    process = server.process if server else None
    async with Standin(compress=True) as standin:
        world = standin.world
        world.add_channel("table")
        standin.gateway.most_guilds = max(2500, guilds)
        if at_once:
            standin.gateway.starts.max_concurrency = max(1, shards)
        environment = {"DISCORD_TOKEN": "bench", "DISCORD_API_URL": standin.api_base, "DATABASE_URL": url}
        environment |= {"LOG_LEVEL": "INFO"} | ({"SHARD_COUNT": str(shards)} if shards else {})
        since = time.monotonic()
        async with Child(folder / "first.log", RUN, environment, None) as child:
            bot = Bot(child, process)
            bot.say("in one server:")
            await bot.ready(since)
            board, players = await model(world)
        copies = Copies(url, world, board, guilds, each)
        world.guild.members |= {player.id: "2026-01-01T00:00:00+00:00" for player in players}
        copies.show()
        since = time.monotonic()
        async with Child(folder / "guilds.log", RUN, environment, None) as child:
            bot = Bot(child, process)
            bot.say(f"in {guilds} servers, without tables:")
            await bot.ready(since)
        await copies.store()
        await results(url, [guild_id(number) for number in range(ASKED)])
        since = time.monotonic()
        async with Child(folder / "tables.log", RUN, environment, None) as child:
            bot = Bot(child, process)
            bot.say(f"in {guilds} servers with {copies.count} open tables:")
            await bot.ready(since)
            await ask(bot, world, copies, players)
            if due:
                await backlog(bot, copies)
            if "Traceback" in child.said() or standin.unknown:
                sys.exit(f"{standin.unknown[:5]} {child.said()[-3000:]}")


@click.command(help=__doc__)
@click.option("--guilds", default=10_000, show_default=True, help="Servers.")
@click.option("--each", default=10, show_default=True, help="Open tables in each.")
@click.option("--shards", default=0, help="Shards; without it one, which Discord would refuse from 2,500 servers on.")
@click.option("--postgres", "on_postgres", is_flag=True, help="Store in a PostgreSQL instead of an SQLite file.")
@click.option("--due/--no-due", default=True, help="Make all tables due at once at the end.")
@click.option(
    "--at-once", is_flag=True, help="Let all shards begin at once; Discord lets one begin every five seconds."
)
def main(guilds: int, each: int, shards: int, on_postgres: bool, due: bool, at_once: bool) -> None:
    click.echo(f"{'PostgreSQL' if on_postgres else 'SQLite'}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory(prefix="guilds-") as name:
        folder = Path(name)

        async def measured() -> None:
            async with AsyncExitStack() as stack:
                server = stack.enter_context(postgres()) if on_postgres else None
                await run(guilds, each, shards, server, folder, due=due, at_once=at_once)

        uvloop.run(measured())


if __name__ == "__main__":
    main()
