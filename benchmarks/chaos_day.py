"""A day of chaos in ten minutes: several processes on one PostgreSQL, and everything that can break does.

    python benchmarks/chaos_day.py [--minutes 10] [--processes 3] [--shards 4] [--tables 56] [--seed 1]

People press at tables of all games in servers of all shards. Meanwhile processes are killed and started again or
stopped for a while, PostgreSQL restarts or stands still, connections to the gateway are cut, and one request in ten to
Discord fails. Afterwards every answered move has to be stored once and every stored one pressed once, every board right
within 30 seconds, every reminder sent once, nobody called twice for one turn, and as many moves answered as so many
tables make in so many minutes. Otherwise it says what was wrong and ends with status 1. ``--hurry`` shortens all waits,
of the bots too, for a run of less than a minute.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import click
import uvloop
from chaos import faults, rows
from chaos.bots import Bot
from chaos.people import Guest, Seen, moves_missing
from hands import person
from pressing.any_game import GAMES
from servers import postgres
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot import art
from bot.standin.server import Standin
from bot.standin.world.model import Emoji
from db import open_database
from db.connection.engines import parse

HEALED_SECONDS = 30
"""How long boards may be wrong after the last fault."""

_LOOK_ON_SECONDS = 60
"""How long to look on, to say what stays wrong."""
_KINDS = ((0.0, False), (0.0, False), (1.3, False), (0.0, True))
"""Whether people are slow, in times of when they get a call, and whether they leave."""
_START_SECONDS = 600
"""How long the bots may take to connect: a busy machine needs minutes."""
_HASTE = 20


@dataclass
class Day:
    """One run."""

    minutes: float
    processes: int
    shards: int
    tables: int
    seed: str
    hurry: bool
    logs: Path | None
    seen: Seen = field(default_factory=Seen)
    wrong: list[str] = field(default_factory=list)

    @property
    def call_seconds(self) -> float:
        return 4 if self.hurry else 30

    @property
    def reminder_seconds(self) -> int:
        return 8 if self.hurry else 60

    async def run(self) -> None:
        chance = random.Random(self.seed)
        with tempfile.TemporaryDirectory(prefix="chaos-") as name, postgres() as server:
            folder = self.logs or Path(name)
            url = server.make_database("chaos")
            async with Standin(compress=True, haste=_HASTE if self.hurry else 1) as standin:
                self._invite(standin)
                await self._prepare(url, standin)
                notices, guests = rows.Notices(standin.world), self._guests(standin)
                self.edits = rows.Edits(standin.world)
                async with self._bots(folder, url, standin) as bots:
                    broken = faults.Faults(
                        chance,
                        bots,
                        server,
                        standin,
                        self.seen,
                        self.shards,
                        faults.HURRY if self.hurry else faults.Pace(),
                    )
                    await self._chaos(broken, guests)
                    await self._compare(url, standin, notices, guests)
                    self.wrong += broken.wrong
                self.wrong += [error for bot in bots for error in bot.errors()][:20]
                self.wrong += [f"unknown request: {request}" for request in standin.unknown]
                self._report(broken, notices)

    # -- before ----------------------------------------------------------------------------------------------------

    def _invite(self, standin: Standin) -> None:
        """Have a server for each shard, with our emojis, as if an earlier start had uploaded them."""
        world = standin.world
        for number in range(2 * self.tables):
            person(world, number)
        for shard in range(self.shards):
            world.add_guild(f"shard-{shard}", shard=(shard, self.shards))
        for emoji in (Emoji(world.ids.next(), art.emoji(name)) for name in art.NAMES):
            world.emojis[emoji.id] = emoji
        standin.gateway.recommended = self.shards

    async def _prepare(self, url: str, standin: Standin) -> None:
        """Make the tables of the database, and let every server remind soon."""
        async with open_database(url):
            pass
        engine = create_async_engine(parse(url))
        async with engine.begin() as connection:
            for guild in standin.world.guilds:
                values = {"guild": int(guild), "reminder": self.reminder_seconds}
                await connection.execute(
                    text("INSERT INTO settings (guild, reminder) VALUES (:guild, :reminder)"), values
                )
        await engine.dispose()

    def _guests(self, standin: Standin) -> list[Guest]:
        world = standin.world
        guilds = [guild for guild in world.guilds.values() if guild.name.startswith("shard-")]
        guests = []
        for number in range(self.tables):
            shard, of_kind = number % self.shards, number // self.shards
            slow, leaves = _KINDS[of_kind % len(_KINDS)]
            channel = world.add_channel(f"table-{number}", guild=guilds[shard])
            players = [person(world, 2 * number), person(world, 2 * number + 1)]
            game = GAMES[(number + of_kind) % len(GAMES)]
            guests.append(Guest(players, channel, game, self.seen, shard, slow=slow * self.call_seconds, leaves=leaves))
        return guests

    @asynccontextmanager
    async def _bots(self, folder: Path, url: str, standin: Standin) -> AsyncIterator[list[Bot]]:
        environment = {
            "DISCORD_TOKEN": "bench",
            "DISCORD_API_URL": standin.api_base,
            "DATABASE_URL": url,
            "LOG_LEVEL": "INFO",
            "SHARDS": "claim",
            "SHARD_COUNT": str(self.shards),
        }
        bots = [Bot(number, folder, environment, hurry=self.hurry) for number in range(self.processes)]
        try:
            await asyncio.gather(*(bot.start() for bot in bots))
            await self._until_connected(standin, bots)
            keeping = [asyncio.create_task(bot.stay_up()) for bot in bots]
            yield bots
            for task in keeping:
                task.cancel()
        finally:
            await asyncio.gather(*(bot.end() for bot in bots))

    async def _until_connected(self, standin: Standin, bots: list[Bot]) -> None:
        until = time.monotonic() + _START_SECONDS
        while {session.shard[0] for session in standin.gateway.sessions.values()} != set(range(self.shards)):
            if any(bot.ended for bot in bots) or time.monotonic() > until:
                raise click.ClickException(
                    "\n".join(["the bots did not start:", *(e for b in bots for e in b.errors())])
                )
            await asyncio.sleep(0.1)

    # -- the day ---------------------------------------------------------------------------------------------------

    async def _chaos(self, broken: faults.Faults, guests: list[Guest]) -> None:
        over = asyncio.Event()
        playing = [asyncio.create_task(guest.play(over)) for guest in guests]
        await asyncio.sleep(5)
        await broken.go_on(self.minutes * 60)
        over.set()
        self.ended = time.monotonic()
        dead = [
            task for task in await asyncio.gather(*playing, return_exceptions=True) if isinstance(task, BaseException)
        ]
        self.wrong += [f"a guest failed: {error!r}" for error in dead]

    async def _compare(self, url: str, standin: Standin, notices: rows.Notices, guests: list[Guest]) -> None:
        async with rows.reader(url, standin.world, self.shards, self.edits) as reader:
            behind, self.healed = ["not looked yet"], 0.0
            while behind and time.monotonic() - self.ended < _LOOK_ON_SECONDS:
                await asyncio.sleep(0.5)
                behind = await reader.behind()
                self.healed = time.monotonic() - self.ended
            if self.healed > HEALED_SECONDS:
                self.wrong += [
                    f"{self.healed:.0f} s after the last fault: {line}" for line in behind or ["it healed late"]
                ]
            while True:
                sent, tables = Counter(notices.reminders), await reader.tables()
                reminders = rows.reminders_wrong(sent, tables)
                if not reminders or time.monotonic() - self.ended > HEALED_SECONDS:
                    break
                await asyncio.sleep(1)  # Some are on their way; those that were lost are sent again after 20 seconds.
            journal = await reader.journal()
            self.entries, self.rows = sum(map(len, journal.values())), len(tables)
            self.left = sum(guest.quiet for guest in guests)
            self.wrong += moves_missing(self.minutes, guests)
            self.wrong += rows.presses_wrong(self.seen, tables, journal)
            self.wrong += reminders
            self.wrong += rows.calls_wrong(notices, tables, journal)

    # -- afterwards ------------------------------------------------------------------------------------------------

    def _report(self, broken: faults.Faults, notices: rows.Notices) -> None:
        seen, requests = self.seen, broken.requests
        right = requests.pop("right", 0)
        share = sum(requests.values()) / max(1, right + sum(requests.values()))
        answered = sum(press.answered for press in seen.presses)
        click.echo(f"seed {self.seed}: {self.minutes:g} min, {self.processes} processes, {self.shards} shards")
        click.echo("faults: " + ", ".join(f"{kind} {times}" for kind, times in sorted(broken.counts.items())))
        click.echo(f"requests that failed: {sum(requests.values())} ({share:.1%})")
        click.echo(f"answers: {dict(seen.outcomes)}")
        click.echo(
            f"moves: {len(seen.presses)} pressed, {answered} answered, {self.entries} stored; {self.rows} tables"
        )
        owners = ", ".join(f"{seconds:.1f}" for seconds in sorted(broken.owners_after))
        click.echo(f"seconds until every shard answered after a kill: {owners}")
        longest = ", ".join(f"{seen.longest.get(shard, 0):.1f}" for shard in range(self.shards))
        click.echo(f"longest time without an answered press, by shard: {longest} s")
        calls, reminders = sum(map(len, notices.calls.values())), notices.reminders.total()
        click.echo(f"sent: {calls} calls, {reminders} reminders; {self.left} tables were left")
        click.echo(f"all boards right {self.healed:.1f} s after the last fault")
        for sentence, times in seen.sentences.most_common(8):
            click.echo(f"  said {times} times: {sentence!r}")
        click.echo("nothing was wrong" if not self.wrong else f"WRONG ({len(self.wrong)}):")
        for line in self.wrong[:60]:
            click.echo(f"  {line}")


@click.command(help=__doc__)
@click.option("--minutes", default=10.0, show_default=True, help="How long things break.")
@click.option("--processes", default=3, show_default=True)
@click.option("--shards", default=4, show_default=True)
@click.option("--tables", default=56, show_default=True)
@click.option("--seed", default=None, help="What breaks when; drawn and printed if absent.")
@click.option("--hurry", is_flag=True, help="Shorten all waits.")
@click.option("--logs", type=click.Path(path_type=Path, exists=True), help="Where to leave the logs of the bots.")
def main(
    minutes: float, processes: int, shards: int, tables: int, seed: str | None, hurry: bool, logs: Path | None
) -> None:
    seed = seed or str(random.SystemRandom().randrange(10**6))
    click.echo(f"seed {seed}", err=True)
    day = Day(minutes, processes, shards, tables, seed, hurry, logs)
    uvloop.run(day.run())
    if day.wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
