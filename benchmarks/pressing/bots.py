"""The bots: Gobelet, and one that does the least that a discord.py bot can do."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import click
from children import ROOT, RUN, Child
from hands import Disk, NoopHand, TableHand, Tally, person

from bot.standin.server import Standin
from pressing.slices import Side

_READY_SECONDS = 40
_UNCERTAIN_SECONDS = 8
"""For seven seconds after its start, Gobelet draws each board twice more that it saves: its last process may have left
requests behind (bot/ui/delivery/reconciler.py)."""

_TOKENS_LIVE = 10
"""Seconds; 15 minutes of interactions would fill the memory of the stand-in."""


@asynccontextmanager
async def standing_in(tables: int) -> AsyncIterator[Standin]:
    """A stand-in with a channel per table, compressing as Discord does."""
    async with Standin(compress=True) as standin:
        standin.world.interactions.token_life = _TOKENS_LIVE
        for number in range(tables):
            standin.world.add_channel(f"table-{number}")
        yield standin


@asynccontextmanager
async def noop(tables: int, folder: Path, core: int | None, *, stock: bool) -> AsyncIterator[Side]:
    """The no-op bot, a message with five buttons per hand."""
    tally = Tally()
    arguments = [str(ROOT / "benchmarks" / "pressing" / "noop_bot.py")]
    async with standing_in(tables) as standin:
        how = ["stock"] if stock else []
        child = Child(folder / "noop.log", [*arguments, standin.api_base, *how], {}, core)
        async with child:
            await _ready(standin, child)
            world = standin.world
            hands = [
                NoopHand(person(world, number), world.find_channel(f"table-{number}"), tally)
                for number in range(tables)
            ]
            await asyncio.gather(*(hand.sit_down() for hand in hands))
            yield Side("no-op", child, core, standin, tally, deque(hands))


@asynccontextmanager
async def gobelet(
    name: str, root: Path, tables: int, seats: int, folder: Path, core: int | None, *, text: bool = False
) -> AsyncIterator[Side]:
    """Gobelet from ``root`` on an empty database, a table per hand; each at another point of its game.

    Its score sheets are drawn, or ``text``.
    """
    tally, file = Tally(), folder / f"{name}.db"
    async with standing_in(tables) as standin:
        environment = {
            "DISCORD_TOKEN": "bench",
            "DISCORD_API_URL": standin.api_base,
            "DATABASE_URL": f"sqlite:///{file}",
            "LOG_LEVEL": "WARNING",
        }
        child = Child(folder / f"{name}.log", RUN, environment, core, root)
        async with child:
            await _ready(standin, child)
            await asyncio.sleep(_UNCERTAIN_SECONDS)
            world, disk = standin.world, Disk(file)
            if text:
                with closing(sqlite3.connect(file, timeout=30)) as database, database:
                    database.execute("INSERT INTO settings (guild, sheets) VALUES (?, 'text')", (world.guild_id,))
            hands = [
                TableHand(
                    [person(world, number * seats + seat) for seat in range(seats)],
                    world.find_channel(f"table-{number}"),
                    tally,
                    disk,
                )
                for number in range(tables)
            ]
            await asyncio.gather(*(hand.sit_down() for hand in hands))
            await asyncio.gather(*(hand.play(hand.left * number // tables) for number, hand in enumerate(hands)))
            yield Side(name, child, core, standin, tally, deque(hands), disk)


async def _ready(standin: Standin, child: Child) -> None:
    """Wait until the bot is connected; by then it has registered its commands."""
    until = time.monotonic() + _READY_SECONDS
    while not standin.world.sessions_online:
        if child.ended or time.monotonic() > until:
            raise click.ClickException(f"the bot did not start:\n{child.said()}")
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
