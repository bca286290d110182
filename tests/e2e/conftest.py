"""The stand-in for Discord and the real bot: in one loop, or the bot as a process of its own. Hands to play with."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import art
from bot.client import Gobelet
from bot.connect import point_at
from bot.run import services
from bot.screens.kit import know_commands
from bot.standin.client.person import BotReply, Person
from bot.standin.server import Standin
from bot.standin.world.clock import Clock
from bot.standin.world.model import Emoji
from bot.tables.model import memory
from bot.tables.model.choices import GuildChoices
from bot.tables.model.memory import AWAY_SECONDS
from bot.tables.model.table import Table, table_id
from bot.thinker.worker import NICER
from bot.ui.delivery import pictures
from bot.ui.discord.pictures import within_seconds
from bot.ui.pace import budget
from db.connection import engines
from db.queries.settings import DatabaseSettings
from tests.e2e.playing import (
    Play,
    PrivateMessage,
    asked_of_lobby,
    attached,
    choose_under_more,
    code_of,
    described,
    does,
    forge,
    on_turn,
    rows,
    until,
    write,
)
from tests.forked import ENVIRONMENT, ForkServer, fork_server
from tests.postgres_keeper import RUN

HASTE = 1000
"""Tests play that much faster than people, and the windows of Discord's rate limits are that much shorter."""

UNLIMITED = (
    "from bot import arrivals, cli; from bot.ui.pace import budget; from db.queries.settings import DatabaseSettings;"
    f"arrivals.BURST = 10**9; budget.SECONDS /= {HASTE}; chosen = DatabaseSettings._chosen;"
    "DatabaseSettings._chosen = lambda self, row: chosen(self, {**row, 'sheets': row.get('sheets') or 'text'});"
    "cli.main()"
)
"""``-m bot``, for hands that press faster than people do, and read text where a server has chosen nothing."""

TOKEN = "end.to-end.token"
BEGIN = int(datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp())
"""When every evening begins: a Wednesday noon, far from the end of a day, a week or a month."""

PATIENCE = 200.0
"""Seconds for an answer, here and in storage: no test fails because the machine is busy. Tests about late answers say
what is too late for them.
"""


@pytest.fixture(scope="session")
def hands() -> Any:
    """The functions of playing.py, for test modules."""
    made = (attached, does, code_of, on_turn, described, forge, until, rows, write)
    return {one.__name__: one for one in made}


@pytest.fixture
def knobs() -> Any:
    """Puts discord.py's two addresses back afterwards; ``point_at`` sets them for the whole process."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE
    yield
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE = before


# -- the bot in this loop ----------------------------------------------------------------------------------------


@dataclass
class Evening:
    """The stand-in and the bot in one event loop."""

    standin: Standin
    file: Path
    client: Gobelet = field(init=False)
    may_complain: bool = False
    """Whether the test is about errors in the bot's log."""
    limits_presses: bool = False
    """Whether there is a limit for one person's presses, as in real use; most tests press as fast as they can."""
    has_jobs: bool = False
    """Whether jobs take their turns by themselves too; in most tests they run when the test ticks."""
    reviews: bool = False
    """Whether the bot reviews finished games by itself when a job takes its turn."""
    set_back: int = 0
    """Seconds by which the bot's clock is behind that of the world."""
    server: str = ""
    """The URL of a database of PostgreSQL, in place of the file."""

    @property
    def url(self) -> str:
        """The bot's database."""
        return self.server or f"sqlite+aiosqlite:///{self.file}"

    @contextmanager
    def unanswered(self) -> Iterator[None]:
        """Presses in here get no answer: their person waits as long as at Discord, not for a busy machine."""
        interactions = self.standin.world.interactions
        patience, interactions.answer_limit = interactions.answer_limit, 3.0
        yield
        interactions.answer_limit = patience

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Gobelet]:
        """Start the bot on this evening's database, and stop it as ``run`` does."""
        clock = self.standin.world.clock.now
        async with services(self.url, self.now, clock, background_reviews=self.reviews) as found:
            self.client = client = Gobelet(found)
            if not self.limits_presses:
                setattr(client.arrivals.limit, "allows", lambda _: True)  # noqa: B010 - a method, for once
            client._connection.guild_ready_timeout = 0.01
            if not self.has_jobs:
                setattr(client.scheduler, "start", lambda: None)  # noqa: B010 - a method, for once
            async with client:
                connected = asyncio.create_task(client.start(TOKEN))
                ready = asyncio.create_task(client.wait_until_ready())
                await asyncio.wait((connected, ready), timeout=60, return_when=asyncio.FIRST_COMPLETED)
                if connected.done():
                    connected.result()
                assert ready.done()
                try:
                    yield client
                finally:
                    know_commands({})
                await client.close()
                await connected

    def now(self) -> int:
        """The bot's time. It stands still, so that no test depends on when a second ends; ``advance`` moves it."""
        return BEGIN + int(self.standin.world.clock.advanced) - self.set_back

    def everybody_was_away(self) -> None:
        """Let so much time pass that everybody counts as away until they press something."""
        self.standin.world.advance(AWAY_SECONDS)

    def person(self, key: str) -> Person:
        """One of the people: ana (who may manage the server), ben, chloe and david (who read French)."""
        return self.standin.person(key)

    async def settle(self) -> None:
        """Wait until the bot has done all work after its answers."""
        await self.client.router.settle()
        await self.client.presenter.settle()

    async def lobby(self, *players: str, channel: str = "dice", command: str = "yum start", **options: Any) -> Play:
        """Open a table, choose under More what no ``start`` asks for, and seat these people; the first is the host."""
        if command == "yum start":
            options.setdefault("sheet", "yum_plus")
        wanted = asked_of_lobby(options)
        host, *others = map(self.person, players)
        opened = await host.command(command, channel, **options)
        assert opened.message is not None
        assert not opened.ephemeral, opened.text
        people = {one.id: one for one in map(self.person, self.standin.world.people)}
        play = Play(self.standin, people, opened.message["id"])
        await choose_under_more(play, host, wanted)
        await self.settle()
        for other in others:
            await play.do("join" if "join" in play.does else "side dealt", other)
        await self.settle()
        return play

    async def end_table(self, who: Person, channel: str = "dice") -> BotReply:
        """End the table of a channel: by the command, and yes to its question where it asks."""
        panel = PrivateMessage(who, await who.command("table", channel))
        said = await panel.do("mygames end")
        return await panel.do("mygames end") if panel.asks("mygames end") and panel.asks("mygames table") else said

    async def leave_table(self, who: Person, channel: str = "dice") -> BotReply:
        """Leave the live game of a channel: by the command, and yes to its question."""
        panel = PrivateMessage(who, await who.command("table", channel))
        await panel.do("mygames leave")
        return await panel.do("mygames leave")

    async def game(self, *players: str, channel: str = "dice", **options: Any) -> Play:
        """Open a table and start its game."""
        play = await self.lobby(*players, channel=channel, **options)
        await play.begin()
        await self.settle()
        return play

    async def table(self, play: Play) -> Table:
        """The table itself, as the bot knows it."""
        found = table_id(code_of(play.now))
        assert found is not None
        return await self.client.services.tables.get(found)


@pytest.fixture
def complaints(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """The errors in the bot's log so far."""
    return lambda: [one.getMessage() for one in caplog.get_records("call") if one.levelno >= logging.ERROR]


def begin_with_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers that have chosen nothing have text, which most tests read; in real use their boards are drawn."""
    names, defaults = [one.name for one in fields(GuildChoices)], list(GuildChoices.__init__.__defaults__ or ())
    defaults[names.index("sheets") - len(names)] = "text"
    monkeypatch.setattr(GuildChoices.__init__, "__defaults__", tuple(defaults))
    chosen = DatabaseSettings._chosen

    def or_text(self: DatabaseSettings, row: Any) -> GuildChoices:
        return chosen(self, {**row, "sheets": row.get("sheets") or "text"})

    monkeypatch.setattr(DatabaseSettings, "_chosen", or_text)


def upload_emojis(standin: Standin) -> None:
    """Have our emojis, as if an earlier start had uploaded them: that takes longer than most tests."""
    daily = ((standin.world.ids.next(), art.emoji(name)) for name in art.NAMES)
    standin.world.emojis |= {number: Emoji(number, name) for number, name in daily}


@pytest.fixture
async def quiet_evening(
    tmp_path: Path,
    knobs: Any,
    complaints: Callable[[], list[str]],
    database: Callable[[Path], Path],
    quick_start: None,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[Evening]:
    """A stand-in without the bot; ``async with evening.running()`` starts it. Errors in the log fail the test."""
    monkeypatch.setattr(memory, "SECONDS", PATIENCE)
    monkeypatch.setattr(engines, "POOL_TIMEOUT", PATIENCE)
    monkeypatch.setattr(budget, "SECONDS", budget.SECONDS / HASTE)
    monkeypatch.setattr(within_seconds, "__defaults__", (PATIENCE,))
    monkeypatch.setattr(pictures, "SECONDS", PATIENCE)
    monkeypatch.setattr("bot.run.NICEST", NICER)  # On a machine that is never idle, reviews would never come.
    monkeypatch.setattr(pictures, "SHEET_SECONDS", PATIENCE)
    monkeypatch.setattr(pictures, "FIRST_SECONDS", PATIENCE)
    begin_with_text(monkeypatch)
    began = time.monotonic()
    clock = Clock(lambda: BEGIN + time.monotonic() - began)
    async with Standin(name="Gobelet", haste=HASTE, clock=clock) as standin:
        await point_at(standin.api_base)
        standin.world.interactions.answer_limit = PATIENCE
        upload_emojis(standin)
        evening = Evening(standin, database(tmp_path / "gobelet.db"))
        yield evening
        assert standin.unknown == []
    assert evening.may_complain or complaints() == []


@pytest.fixture
async def evening(quiet_evening: Evening) -> AsyncIterator[Evening]:
    """The stand-in with the bot connected."""
    async with quiet_evening.running():
        yield quiet_evening


@pytest.fixture
def unhurried(evening: Evening) -> None:
    """No board is late however busy the machine is, so the bot draws none again, and requests can be counted."""
    evening.client.presenter.reconciler.patience = 3600.0


@pytest.fixture
def punctual(quiet_evening: Evening) -> None:
    """Discord waits three seconds for an answer, as in real use."""
    quiet_evening.standin.world.interactions.answer_limit = 3.0


# -- the bot as a process ----------------------------------------------------------------------------------------


@dataclass
class Process:
    """``python -m bot run`` beside a stand-in of this process."""

    standin: Standin
    folder: Path
    database: Callable[[Path], Path]
    server: ForkServer | None
    """Starts processes that have imported everything; without it, they are ``python -c`` from the beginning."""
    program: str = UNLIMITED
    """What Python runs."""
    started: list[Any] = field(default_factory=list)
    """Of ``asyncio.subprocess.Process``, or :class:`ForkedProcess`."""

    @property
    def file(self) -> Path:
        """The bot's database file."""
        return self.folder / "gobelet.db"

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the bot."""
        kept = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
        return kept | {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API_URL": self.standin.api_base,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.file}",
            "BACKGROUND_REVIEWS": "off",  # Another process would think beside every bot.
        }

    async def spawn(self, *arguments: str, **environment: str) -> Any:
        """Start ``python -m bot`` with ``arguments``; read its errors from ``stderr``."""
        environment = self.environment | environment
        process: Any
        if self.server is not None:
            process = await self.server.start(self.program, arguments, self.folder, environment)
        else:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-c", self.program, *arguments),
                cwd=self.folder,
                env=environment,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
        self.started.append(process)
        return process

    async def start(self) -> Any:
        """Start the bot and wait until it is connected; the first time its database is empty."""
        if not self.file.exists():
            self.database(self.file)
        process = await self.spawn("run")
        await until(lambda: self.standin.world.sessions_online, 60)
        return process

    async def kill(self, process: Any) -> None:
        """End it by SIGKILL, and wait until Discord has noticed."""
        process.kill()
        await process.communicate()
        self.started.remove(process)  # Its log with it: after a hundred kills that is much.
        await until(lambda: not self.standin.world.sessions_online, 60)

    async def end(self, process: Any, number: int = signal.SIGTERM) -> tuple[int | None, str]:
        """Ask it to stop; returns its exit status and its log."""
        process.send_signal(number)
        return await self.outcome(process)

    async def outcome(self, process: Any, seconds: float = 60.0) -> tuple[int | None, str]:
        """Wait for its end; returns its exit status and its standard error."""
        async with asyncio.timeout(seconds):
            _, errors = await process.communicate()
        return process.returncode, errors.decode()

    async def lobby(self, *players: str, command: str = "yum start", **options: Any) -> Play:
        """Open a table, choose under More what no ``start`` asks for, and seat these people; the first is the host."""
        if command == "yum start":
            options.setdefault("sheet", "yum_plus")
        wanted = asked_of_lobby(options)
        host, *others = map(self.standin.person, players)
        opened = await host.command(command, **options)
        assert opened.message is not None
        people = {one.id: one for one in map(self.standin.person, self.standin.world.people)}
        play = Play(self.standin, people, opened.message["id"])
        await choose_under_more(play, host, wanted)
        for other in others:
            await play.do("join" if "join" in play.does else "side dealt", other)
        return play


@pytest.fixture(scope="session")
def _fork_server() -> Iterator[ForkServer | None]:
    """What starts processes quickly; it is made of what Linux alone has."""
    if sys.platform != "linux":
        yield None
        return
    with fork_server(int(os.environ[RUN])) as server:
        yield server


@pytest.fixture
async def process(
    tmp_path: Path, database: Callable[[Path], Path], _fork_server: ForkServer | None
) -> AsyncIterator[Process]:
    """A stand-in, and a way to start the bot as hosts start it."""
    async with Standin(name="Gobelet", haste=HASTE) as standin:
        upload_emojis(standin)
        found = Process(standin, tmp_path, database, _fork_server)
        yield found
        for process in found.started:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.communicate()
        assert standin.unknown == []
