"""Two processes on one PostgreSQL: each looks after its servers, and takes over those of the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest

from bot import games
from bot.tables.model.processes import HeldShards, Shards
from bot.tables.model.table import AbsencePolicy, Table, TableSettings
from bot.tables.posts import Posts
from bot.tables.records.leaderboards import Season
from bot.tables.service.service import Change, TableService
from bot.tables.storage.rows import ResultRow
from bot.tables.storage.seals import Seals
from bot.ui.delivery.deadlines import TableClock
from bot.ui.pace.turns import PostTurns
from bot.ui.server.departures import ProcessMemory
from bot.ui.server.seasons import AT_ONCE, FinalTables
from db import Storage, open_database

HOUR = 3600
BEGIN = 1_792_500_000
"""In October 2026."""
NOVEMBER = 1_793_500_000
EVEN, ODD = 2 << 22, 3 << 22
"""A server of each process."""
SKIP = TableSettings(absent=AbsencePolicy.SKIP, patience=HOUR, reminder=0)


class Discord:
    """Its channels: for five minutes a message with the same nonce comes once."""

    def __init__(self, now: Callable[[], int] = lambda: BEGIN) -> None:
        self.now = now
        self.messages: list[tuple[int, int]] = []
        """Channels and ids."""
        self.known: dict[tuple[int, int], tuple[int, int]] = {}
        """By channel and nonce, when the last one came, and its id."""
        self.sent = 0
        self.roles: list[tuple[str, int, int, int]] = []
        """What became of the roles of people."""
        self.http = SimpleNamespace(add_role=self._changing("add"), remove_role=self._changing("remove"))

    def _changing(self, how: str) -> Any:
        async def change(guild: int, user: int, role: int, *, reason: str | None) -> None:
            self.roles.append((how, guild, user, role))
            await asyncio.sleep(0)

        return change

    def is_ready(self) -> bool:
        return True

    def get_guild(self, guild: int) -> None:
        """No server is known by name."""

    def get_partial_messageable(self, channel: int) -> Any:
        async def send(*, nonce: int, **_: Any) -> Any:
            self.sent += 1
            at, id = self.known.get((channel, nonce), (0, 0))
            if self.now() - at > 300:
                at, id = self.known[channel, nonce] = (self.now(), 1000 + self.sent)
                self.messages.append((channel, id))
            return SimpleNamespace(id=id)

        return SimpleNamespace(send=send)


class Shown:
    """The presenter's part: it notes what it should show."""

    def __init__(self) -> None:
        self.renderer = self.reconciler = self.sheets = self.own_sheets = self.words = self
        self.asked: list[int] = []
        self.lookups = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.reigning = SimpleNamespace(clear=lambda: None, drop=lambda _: None)

    def remember(self, change: Change, *, pressed: bool) -> None:
        """Nothing of it is looked at."""

    def doubt(self, id: int, **_: Any) -> None:
        self.asked.append(id)

    async def look_up(self) -> None:
        self.lookups += 1

    def forget_person(self, user: int) -> None:
        """Nobody is known."""

    def forget_pictures(self) -> None:
        """No board has one."""

    def run_later(self, work: Any, _: str) -> None:
        self.tasks.add(asyncio.create_task(work))

    def context(self, language: str) -> Any:
        from bot.locales import words  # noqa: PLC0415 - French is compiled for few tests.
        from bot.screens.kit import PLAIN_GLYPHS, RenderContext  # noqa: PLC0415

        return RenderContext(words(language), PLAIN_GLYPHS)


class NoComputers:
    """No computer plays, and nobody was away: the part of their turns."""

    async def end_absence(self, player: int) -> None:
        pass


class Everywhere:
    """The bot may play everywhere: the part of the pauses."""

    async def stands_still(self, table: Table) -> bool:
        return False


class Process:
    """What one process has of its own."""

    def __init__(self, storage: Storage, world: World, shards: Shards) -> None:
        self.storage = storage
        self.shards = HeldShards(shards)
        seals = Seals(storage.dailies, lambda: world.now)
        self.tables = TableService(storage.tables, clock=lambda: world.now, seals=seals, shards=self.shards)
        self.shown = shown = Shown()
        self.clock = TableClock(self.tables, storage.preferences, shown, Everywhere(), NoComputers())  # type: ignore[arg-type]
        self.names = set[int]()
        forgetful = SimpleNamespace(forget=lambda: None, clear=lambda: None, drop_keys=lambda _: None)
        self.memory = ProcessMemory(world.discord, self.tables, shown, forgetful, forgetful, shown)  # type: ignore[arg-type]
        self.memory.follow(self.shards, storage.notices)
        posts = Posts(storage.posts, *cast(Any, (None,) * 9), lambda: world.now)
        posts.unnamed = AsyncMock(return_value=frozenset())  # type: ignore[method-assign]
        self.final_tables = FinalTables(
            world.discord,  # type: ignore[arg-type]
            shown,  # type: ignore[arg-type]
            storage.seasons,
            storage.leaderboards,
            SimpleNamespace(tables=AsyncMock(return_value=[])),  # type: ignore[arg-type]
            posts,
            storage.trophies,
            storage.settings,
            *([SimpleNamespace(take_in=AsyncMock(return_value=False))] * 3),  # type: ignore[arg-type]
            lambda: world.now,
            self.shards,
            SimpleNamespace(blocks_server=lambda _: False),  # type: ignore[arg-type]
            PostTurns(self.shards),
        )

    async def game(self, guild: int, channel: int) -> Table:
        host = 10 * channel
        opened = await self.tables.open(
            guild=guild,
            channel=channel,
            language="en",
            settings=SKIP,
            host=host,
            game=games.make("yum_classic", {}),
            capacity=2,
        )
        await self.tables.join(opened.after.id, host + 1, 2)
        return (await self.tables.start(opened.after.id, host, 9)).after

    async def act(self, table: Table, text: str) -> Table:
        assert table.turn_player is not None
        return (await self.tables.act(table.id, table.turn_player, table.step, text)).after


class World:
    """What the processes share."""

    def __init__(self) -> None:
        self.now = BEGIN
        self.discord = Discord(lambda: self.now)


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
async def two(postgres: Any, world: World) -> AsyncIterator[tuple[Process, Process]]:
    """The owner of even servers, and that of odd ones."""
    url = postgres()
    async with AsyncExitStack() as stack:
        made = []
        for shard in (0, 1):
            storage = await stack.enter_async_context(open_database(url))
            process = Process(storage, world, Shards(2, frozenset({shard})))
            heard = asyncio.Event()
            storage.notices.on_doubt(heard.set)
            await stack.enter_async_context(storage.listening())
            await heard.wait()
            made.append(process)
        yield made[0], made[1]


BOTH = Shards(2, frozenset({0, 1}))


async def test_each_table_is_served_once_and_by_its_owner(two: tuple[Process, Process], world: World) -> None:
    even, odd = two
    tables = [await (even, odd)[number % 2].game(number << 22, number) for number in range(2, 14)]
    world.now += HOUR
    await asyncio.gather(even.clock.look(world.now), odd.clock.look(world.now))
    assert sorted(even.shown.asked) == sorted(table.id for table in tables[::2])
    assert sorted(odd.shown.asked) == sorted(table.id for table in tables[1::2])
    assert {(await even.tables.repository.reload(table.id)).skips for table in tables} == {1}


async def test_the_tables_of_a_process_that_is_gone_are_served_by_who_takes_over(
    two: tuple[Process, Process], world: World
) -> None:
    even, odd = two
    table = await odd.game(ODD, 1)
    world.now += HOUR
    await even.clock.look(world.now)
    assert even.shown.asked == []
    even.shards.change(BOTH)
    await even.clock.look(world.now)
    assert even.shown.asked == [table.id]


async def test_memory_counts_no_more_after_a_server_was_elsewhere(two: tuple[Process, Process]) -> None:
    even, odd = two
    table = await odd.act(await odd.game(ODD, 1), "roll")
    other = await odd.act(await odd.game(ODD + 1, 2), "roll")
    mine = await even.act(await even.game(EVEN, 3), "roll")
    for process, one in ((odd, table), (odd, other), (even, mine)):
        assert one.turn_player is not None
        await process.tables.hold(one.id, one.turn_player, one.step, frozenset({2}))
    odd.shards.change(Shards(2, frozenset()))
    even.shards.change(BOTH)
    assert even.tables.held(mine) == {2}  # It was here all the time.
    assert table.state is not None
    after = await even.act(await even.tables.get(table.id), f"keep {table.state.dice[0]}")
    even.shards.change(Shards(2, frozenset({0})))
    odd.shards.change(Shards(2, frozenset({1})))
    assert (await odd.tables.get(table.id)).step == after.step
    assert odd.tables.held(await odd.tables.get(other.id)) is None


async def test_nobody_counts_as_away_whom_the_process_that_takes_over_cannot_know(
    two: tuple[Process, Process], world: World
) -> None:
    even, _ = two
    world.now += HOUR
    assert even.tables.presence.is_away(5)
    even.shards.change(BOTH)
    assert not even.tables.presence.is_away(5)
    world.now += HOUR
    even.shards.change(Shards(2, frozenset({0})))  # To lose servers makes nobody unknown.
    assert even.tables.presence.is_away(5)


async def test_a_process_forgets_whom_another_one_has_erased(two: tuple[Process, Process], until: Any) -> None:
    even, odd = two
    table = await odd.game(ODD, 1)
    erased, stays = table.players
    odd.tables.presence.pressed(erased, table.id)
    await even.tables.leave(table.id, erased)
    await even.storage.privacy.erase(erased)
    await until(lambda: odd.shown.lookups)
    assert erased not in (await odd.tables.get(table.id)).known
    assert stays in (await odd.tables.get(table.id)).known
    assert odd.tables.presence.pressed_at(erased, table.id) is None
    assert odd.tables.repository.shards.now.owns(table.guild)
    assert table.id in await odd.tables.repository.not_shown()
    assert await even.tables.repository.not_shown() == {}


async def test_the_table_of_a_season_is_posted_once(two: tuple[Process, Process], world: World) -> None:
    even, odd = two
    for number, guild in enumerate((EVEN, ODD), 1):
        await _played(even.storage, number, guild)
    world.now = NOVEMBER
    for _ in range(2):
        await asyncio.gather(even.final_tables.look(world.now), odd.final_tables.look(world.now))
        await asyncio.gather(*even.shown.tasks, *odd.shown.tasks)
    assert sorted(channel for channel, _ in world.discord.messages) == [1, 2]
    assert world.discord.sent == 2


async def test_final_tables_are_under_way_beside_each_other_but_never_all_at_once(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, under_way, most, told = two[0].final_tables, 0, 0, list[int]()

    async def tell(season: Season) -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        if season.guild == 3:
            raise OSError
        told.append(season.guild)

    ended = [Season(guild, 1, 0, 5) for guild in range(12)]
    monkeypatch.setattr(two[0].storage.seasons, "unannounced", AsyncMock(return_value=ended))
    monkeypatch.setattr(tables, "_tell", tell)
    await tables.post_all()
    assert sorted(told) == [guild for guild in range(12) if guild != 3], "one that fails holds up no other"
    assert most == AT_ONCE < len(ended)


async def test_two_processes_give_and_take_the_role_of_a_champion_once(
    two: tuple[Process, Process], world: World
) -> None:
    even, odd = two
    await _played(even.storage, 1, ODD)
    for process in two:
        process.shards.change(BOTH)
    await even.storage.settings.choose(ODD, champion_role=7)
    odd.storage.settings.forget(ODD)
    world.now = NOVEMBER
    await odd.final_tables.look(world.now)
    await asyncio.gather(*odd.shown.tasks)
    (champion,) = await even.storage.seasons.champions(ODD)
    assert world.discord.roles == [("add", ODD, champion.user, 7)]
    await even.storage.settings.choose(ODD, champion_role=8)
    odd.storage.settings.forget(ODD)
    world.now += 61
    for _ in range(2):
        await asyncio.gather(*(process.final_tables.give_roles() for process in two))
    assert world.discord.roles[1:] == [("remove", ODD, champion.user, 7), ("add", ODD, champion.user, 8)]


@pytest.mark.parametrize(("seconds", "again"), [(0, True), (119, True), (120, False), (86_400, False)])
async def test_who_takes_over_posts_no_second_table_of_a_season(
    two: tuple[Process, Process], world: World, monkeypatch: pytest.MonkeyPatch, seconds: int, again: bool
) -> None:
    """The other process ended between the message and its row, and Discord soon forgets which message that was."""
    even, odd = two
    await _played(even.storage, 1, ODD)
    world.now = NOVEMBER

    async def killed(*_: Any) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(odd.storage.seasons, "mark_announced", killed)
    await odd.final_tables.look(world.now)
    await asyncio.gather(*odd.shown.tasks, return_exceptions=True)
    assert world.discord.sent == 1
    world.now += seconds
    even.shards.change(BOTH)
    await even.final_tables.look(world.now)
    await asyncio.gather(*even.shown.tasks)
    assert (world.discord.sent, len(world.discord.messages)) == (1 + again, 1)
    assert await even.storage.seasons.unannounced(world.now) == []


async def _played(storage: Storage, channel: int, guild: int) -> None:
    """A game that was finished in October, in a channel that its server has chosen for final tables."""
    await storage.settings.choose(guild, season_channel=channel)
    process = SimpleNamespace(now=BEGIN, discord=Discord())
    table = await Process(storage, process, Shards()).game(guild, channel)  # type: ignore[arg-type]
    row = await storage.tables.load(table.id)
    assert row is not None
    seats = [
        ResultRow(
            table.id,
            seat,
            guild,
            "yum_classic",
            {},
            True,
            user,
            100 - seat,
            seat + 1,
            not seat,
            False,
            2,
            False,
            False,
            BEGIN,
        )
        for seat, user in enumerate(table.players)
    ]
    await storage.tables.save({**row, "version": row["version"] + 1, "status": "ended"}, (), seats)
