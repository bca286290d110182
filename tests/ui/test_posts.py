"""Sixty days of posts with a clock that the test moves: each comes once in its hour, a little late, or not at all."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock
from zoneinfo import ZoneInfo

import aiohttp
import pytest
from discord import Forbidden

from bot.games import make
from bot.locales import words
from bot.run import services
from bot.screens.kit import PLAIN_GLYPHS, RenderContext
from bot.services import Services
from bot.tables.daily import DailyGame, DailyLine
from bot.tables.model import days
from bot.tables.model.choices import GuildChoices
from bot.tables.model.processes import EVERY_SHARD, HeldShards
from bot.tables.model.store import SaveFailed
from bot.tables.model.table import Status, Table, TableId
from bot.tables.posts import (
    LATE_HOURS,
    MOMENTS,
    MORNING,
    WEEK,
    Morning,
    Posts,
    RareMoment,
    Scored,
    Taken,
    WeekFacts,
    Yesterday,
)
from bot.tables.records.leaderboards import LeaderboardLine, LeaderboardPage, PlayerTotals, Season
from bot.tables.records.profiles import Before, BestGame, Feat, Series
from bot.ui.discord.names import DisplayNames
from bot.ui.pace.budget import DOUBT_SECONDS, nonce
from bot.ui.pace.turns import PostTurns
from bot.ui.server.posts import PostMessages
from bot.ui.server.seasons import FinalTables
from db.writing import statements
from tests import virtual_time
from tests.factories import table_of

HOUR, DAY = 3600, 86_400
MOMENT = "moment"
NONCE_SECONDS = 300
"""So long Discord knows a message by its nonce."""
BEGIN = int(datetime(2026, 9, 20, tzinfo=ZoneInfo("Etc/UTC")).timestamp())
ZONES = ("Australia/Lord_Howe", "Europe/Paris", "America/Toronto", "Pacific/Kiritimati", "Etc/UTC")
"""In these sixty days the clocks change in the first three, each time on a Sunday."""

HOURS = {
    zone: (hour, evening) for zone, hour, evening in zip(ZONES, (2, 9, 1, 9, 23), (20, 19, 22, 12, 23), strict=True)
}
"""Two of them choose the hour that their clocks leave out or repeat."""


@dataclass(frozen=True)
class Sent:
    """A message as Discord got it."""

    guild: int
    at: int
    nonce: str
    kind: str
    said: str


@dataclass
class Town:
    """Servers in five zones, and everything that has been posted in them."""

    made: Services
    now: list[int]
    sent: list[Sent] = field(default_factory=list)
    claimed: list[Any] = field(default_factory=list)
    held: set[tuple[int, str]] = field(default_factory=set)
    """Whose kinds of post somebody has claimed and not given back since it was last emptied."""
    dead: bool = False
    """Nobody plays what mornings tell of."""

    def process(self) -> Process:
        return Process(self)

    def knows(self, nonce: str) -> bool:
        """Whether Discord still knows a message by its nonce."""
        return any(one.nonce == nonce and self.now[0] - one.at < NONCE_SECONDS for one in self.sent)

    async def plays(self, guild: int, day: int) -> bool:
        return not self.dead

    def zone(self, guild: int) -> ZoneInfo:
        return ZoneInfo(ZONES[guild - 1])

    def local(self, guild: int, at: int) -> datetime:
        return datetime.fromtimestamp(at, self.zone(guild))


class Worded:
    """A process of the bot that tells everything in words, and names nobody of its servers."""

    def __init__(self, town: Town) -> None:
        self.town, known = town, cast(Any, town.made.posts)
        self.posts = Posts(*(getattr(known, f"_{name}") for name in Posts.__init__.__annotations__ if name != "return"))
        self.renderer = self
        self.under_way = list[Any]()

    def is_ready(self) -> bool:
        return True

    def get_guild(self, guild: int) -> None:
        return None

    def context(self, language: str) -> RenderContext:
        return RenderContext(words(language), PLAIN_GLYPHS)

    async def take_in(self, guild: int, channel: int) -> bool:
        return False

    def run_later(self, work: Any, what: str) -> None:
        self.under_way.append(work)


class Process(Worded):
    """A process of the bot: what it sends reaches Discord, is lost on the way, or dies with it."""

    def __init__(self, town: Town) -> None:
        super().__init__(town)
        self.failing = self.killed = self.dying = False
        self.losing = ""
        """What becomes of a post whose answer is lost: it comes, or is gone."""
        self.failure: Exception = aiohttp.ClientConnectorError(cast(Any, None), OSError())
        self.messages = PostMessages(
            cast(Any, self), cast(Any, self), self.posts, cast(Any, None), town.made.settings,
            *cast(Any, (self, None, self, HeldShards(), town.made.hand, PostTurns(HeldShards()))),
        )  # fmt: skip

    def get_partial_messageable(self, channel: int, guild_id: int) -> Channel:
        return Channel(self, guild_id)

    async def look(self) -> None:
        await self.messages.look(self.town.now[0])
        for work in self.under_way:
            if self.killed:
                work.close()
                continue
            try:
                await work
            except Killed:
                self.killed = True
        self.under_way.clear()


@dataclass
class Channel:
    process: Process
    guild: int

    async def send(self, *, nonce: str, **message: Any) -> Any:
        if self.process.failing:
            raise self.process.failure
        assert message["silent"]
        town, losing = self.process.town, self.process.losing
        embed = message["embed"].to_dict()
        kind = {"Good morning!": MORNING, "Yum Plus": MOMENT}.get(embed["title"], WEEK)
        if losing != "gone" and not town.knows(nonce):
            town.sent.append(Sent(self.guild, town.now[0], nonce, kind, embed["description"]))
        if losing:
            raise TimeoutError
        if self.process.dying:
            raise Killed
        return SimpleNamespace(id=len(town.sent))


@pytest.fixture
async def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Town]:
    now = [BEGIN]
    async with AsyncExitStack() as stack:
        made = await stack.enter_async_context(services(f"sqlite:///{tmp_path}/g.db", lambda: now[0]))
        town = Town(made, now)
        store: Any = cast(Any, made.posts)._store
        for guild, zone in enumerate(ZONES, 1):
            hour, evening = HOURS[zone]
            await made.settings.choose(guild, post_channel=7, zone=zone, post_hour=hour, post_evening=evening)
        claim, release = store.claim, store.release

        async def noted(guild: int, kind: str, at: int, *about: Any) -> bool:
            won: bool = await claim(guild, kind, at, *about)
            if won:
                town.claimed.append((guild, kind, at))
                town.held.add((guild, kind))
            return won

        async def given_back(guild: int, kind: str, at: int) -> None:
            await release(guild, kind, at)
            town.held.discard((guild, kind))

        async def somebody_played(asked: Any) -> WeekFacts:
            return WeekFacts(3, 2, None, None, None)

        monkeypatch.setattr(store, "claim", noted)
        monkeypatch.setattr(store, "release", given_back)
        monkeypatch.setattr(store, "week", somebody_played)
        monkeypatch.setattr(store, "played", town.plays)
        monkeypatch.setattr("bot.ui.pace.turns._A_SECOND", 1e9)  # Nobody waits for the turn of a post.
        yield town


def due(town: Town, guild: int, kind: str, at: int) -> date | None:
    """Return the day whose post may come at that moment; None where it is too early, too late, or no Sunday."""
    there = town.local(guild, at)
    hour = HOURS[ZONES[guild - 1]][kind == WEEK]
    on_its_day = kind == MORNING or there.weekday() == 6
    return there.date() if on_its_day and hour <= there.hour < hour + LATE_HOURS else None


RARE: dict[str, tuple[Series, BestGame | None]] = {
    "A server record": (Series({11: Before(9, 300)}, 398, 5), BestGame(0, 420, Feat.RECORD)),
    "First win against the champion": (Series({}, None, 5, beat_champion=frozenset({11})), None),
    "A perfect sheet": (Series({}, None, 5, flawless=frozenset({12})), None),
}
"""What makes a game a moment, by what its post says."""


@dataclass
class Moments:
    """Games that end as moments, each seen by the process of its server, and sometimes by the other one too."""

    town: Town
    chance: random.Random
    ended: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Their servers and ends, by the nonces of their posts."""
    excused: set[str] = field(default_factory=set)
    """Those that may never come: a server had three that week, or something went wrong with one."""
    noticed: list[tuple[Process, str]] = field(default_factory=list)
    again: list[tuple[int, str, Table, str]] = field(default_factory=list)
    """Whose board the other process draws once more, two hours later."""

    def let_end(self, processes: list[Process]) -> None:
        """Let a game end now, or nothing; and let boards of before be drawn again."""
        drawn, self.again, self.noticed = self.again, [], []
        if self.chance.random() < 0.4:
            guild, at = self.chance.randrange(len(ZONES)) + 1, self.town.now[0]
            of, players = nonce("moment", guild, at), (11, 12)
            status, id = Status.FINISHED, TableId(1000 + len(self.ended))
            table = table_of(make("yum_plus", {}), players, status=status, id=id, guild=guild, changed=at)
            self.ended[of] = (guild, at)
            drawn.append((guild % 2, of, table, self.chance.choice(list(RARE))))
        for number, of, table, rare in drawn:
            guild, at = self.ended[of]
            week = [one for one in self.town.claimed if one[0] == guild and one[1] in MOMENTS and one[2] > at - 7 * DAY]
            if len(week) >= len(MOMENTS) or self.town.now[0] - at >= LATE_HOURS * HOUR:
                self.excused.add(of)
            processes[number].messages.noticed(table, *RARE[rare])
            self.noticed.append((processes[number], of))
            if number == guild % 2 and self.chance.random() < 0.5:
                self.again.append((1 - number, of, table, rare))

    def judge(self) -> None:
        """Excuse those with which something went wrong."""
        for process, of in self.noticed:
            if process.killed or process.failing or process.losing == "gone":
                self.excused.add(of)

    def check(self) -> None:
        """Each came once, in its hours and as one of three a week at most; only an excused one may be missing."""
        came = [one for one in self.town.sent if one.kind == MOMENT]
        told = Counter(one.nonce for one in came)
        assert set(told.values()) == {1}
        assert set(self.ended) - set(told) <= self.excused
        assert set(told) <= set(self.ended)
        for one in came:
            guild, at = self.ended[one.nonce]
            assert (one.guild, 0 <= one.at - at < LATE_HOURS * HOUR) == (guild, True)
        for guild in range(1, len(ZONES) + 1):
            ends = sorted(self.ended[one.nonce][1] for one in came if one.guild == guild)
            assert all(fourth - first >= 7 * DAY for first, fourth in zip(ends, ends[3:], strict=False))
        assert {rare for rare in RARE for one in came if rare in one.said} == set(RARE), "of all kinds"
        assert len(self.ended) > len(came) > len(ZONES) * 8


async def test_sixty_days_bring_each_post_and_moment_once_late_or_not_at_all(town: Town, seed: str) -> None:
    chance, moments = random.Random(seed), Moments(town, random.Random(f"{seed} moments"))
    expected, lost = set[tuple[int, str, date]](), set[tuple[int, str, date]]()
    processes = [town.process(), town.process()]
    away = died = 0
    for step in range(60 * 12):
        town.now[0] = BEGIN + step * 2 * HOUR + chance.randrange(2 * HOUR - DOUBT_SECONDS)
        away = max(away - 1, 0) or (chance.randrange(6) if not chance.randrange(45) else 0)
        if away:
            continue  # Both are down, or Discord is.
        for process in processes:
            process.failing = process.dying = False
            process.losing, process.killed = "", not chance.randrange(60)
        if not any(process.killed for process in processes):
            losing = chance.choice([*[""] * 9, "comes", "gone"])
            for process in processes:
                process.losing = losing
                process.failing = not losing and not chance.randrange(20)
                process.dying = not losing and not chance.randrange(20)  # With the first post that Discord has taken.
        before, alive = len(town.sent), [not process.killed for process in processes]
        moments.let_end(processes)
        town.held.clear()
        await asyncio.gather(*(process.look() for process in processes))
        died += sum(was and process.killed for was, process in zip(alive, processes, strict=True))
        moments.judge()
        sent = {(one.guild, one.kind) for one in town.sent[before:]}
        for guild in range(1, len(ZONES) + 1):
            for kind in (MORNING, WEEK):
                day = due(town, guild, kind, town.now[0])
                had = {(guild, kind, day)} & (expected | lost)
                if day is None or had:
                    assert (guild, kind) not in sent
                elif (guild, kind) in sent:
                    expected.add((guild, kind, day))
                elif (guild, kind) in town.held:  # Nobody knows that it is gone.
                    assert any(process.killed or process.losing == "gone" for process in processes), (guild, kind, day)
                    lost.add((guild, kind, day))
                else:
                    assert any(process.failing for process in processes), (guild, kind, day)
        for number, process in enumerate(processes):
            if process.killed:
                processes[number] = town.process()
    moments.check()
    hourly = [one for one in town.sent if one.kind != MOMENT]
    told = Counter((one.guild, one.kind, town.local(one.guild, one.at).date()) for one in hourly)
    assert set(told) == expected
    assert set(told.values()) == {1}
    assert died, "some ended after a post that nobody has noted as sent"
    assert len(expected) > 0.7 * 60 * len(ZONES)
    assert {kind for _, kind, _ in expected} == {MORNING, WEEK}


@pytest.mark.parametrize("kind", [MORNING, WEEK])
async def test_a_server_that_chooses_another_zone_has_no_day_twice(town: Town, kind: str) -> None:
    """Kiritimati is a day ahead of Honolulu: its Sunday morning and evening come there once more."""
    process = town.process()
    for step in range(4 * 24):
        town.now[0] = BEGIN + 5 * DAY + step * HOUR
        await process.look()
        if any(one.guild == 4 and one.kind == kind for one in town.sent):
            await town.made.settings.choose(4, zone="Pacific/Honolulu")
    mine = [one.at for one in town.sent if one.guild == 4 and one.kind == kind]
    least = 12 * HOUR if kind == MORNING else 3 * DAY
    assert mine
    assert all(later - earlier >= least for earlier, later in pairwise(mine))


@pytest.mark.parametrize(("first", "then"), [("Etc/UTC", "Australia/Sydney"), ("Australia/Sydney", "America/Toronto")])
async def test_no_day_of_a_server_has_two_mornings_by_another_zone(town: Town, first: str, then: str) -> None:
    process, settings = town.process(), town.made.settings
    await settings.choose(5, zone=first, post_hour=9)
    mine = list[str]()
    for step in range(5 * 24):
        town.now[0] = BEGIN + step * HOUR
        await process.look()
        choices, mine = await settings.of(5), [one.nonce for one in town.sent if (one.guild, one.kind) == (5, MORNING)]
        if mine and choices.zone == first:
            changes = days.with_zone(choices, then, town.now[0])
            await process.posts.begin(5, replace(choices, **cast(Any, changes)))
            await settings.choose(5, **changes)
    assert len(mine) > 2
    assert len(mine) == len(set(mine)), "the nonce is that of a day"


def mornings(town: Town, guild: int = 2) -> int:
    return sum(one.guild == guild and one.kind == MORNING for one in town.sent)


async def nine_in_paris(town: Town, process: Process, many: int) -> None:
    """Let it become nine there so many times."""
    for _ in range(many):
        town.now[0] = (town.now[0] - BEGIN) // DAY * DAY + BEGIN + DAY + 7 * HOUR
        await process.look()


async def test_mornings_pause_after_seven_on_which_nobody_played_until_somebody_does(town: Town) -> None:
    process, posts = town.process(), town.made.posts
    town.dead = True
    await nine_in_paris(town, process, 7)
    assert (mornings(town), await posts.paused(2)) == (7, False)
    await nine_in_paris(town, process, 5)
    assert (mornings(town), await posts.paused(2)) == (7, True)
    town.dead = False
    await nine_in_paris(town, process, 3)
    assert (mornings(town), await posts.paused(2)) == (10, False)


async def test_a_server_that_chooses_another_channel_has_seven_mornings_more(town: Town) -> None:
    process, posts = town.process(), town.made.posts
    town.dead = True
    await nine_in_paris(town, process, 9)
    chosen = replace(await town.made.settings.of(2), post_channel=8)
    await posts.begin(2, chosen)
    await town.made.settings.choose(2, post_channel=8)
    assert not await posts.paused(2)
    await nine_in_paris(town, process, 9)
    assert mornings(town) == 14


async def test_choosing_a_channel_or_an_hour_posts_nothing_at_once(town: Town) -> None:
    """At ten, a manager chooses a channel: the morning of nine and the Sunday evening of eight begin the next time."""
    process, guild = town.process(), 1
    before = replace(await town.made.settings.of(guild), post_channel=None)
    await town.made.settings.choose(guild, post_channel=None)
    sunday = next(at for at in range(BEGIN, BEGIN + 8 * DAY, HOUR) if town.local(guild, at).weekday() == 6)
    hours = [at for at in range(sunday, sunday + 2 * DAY, HOUR) if town.local(guild, at).hour == 23]
    town.now[0] = hours[0]
    chosen = replace(before, post_channel=8, post_hour=22, post_evening=23)
    await process.posts.begin(guild, chosen)
    await town.made.settings.choose(guild, post_channel=8, post_hour=22, post_evening=23)
    town.sent.clear()
    await process.look()
    assert not [one for one in town.sent if one.guild == guild]
    town.now[0] = hours[1]
    await process.look()
    assert [one.kind for one in town.sent if one.guild == guild] == [MORNING]


async def test_a_morning_that_the_storage_failed_to_tell_comes_once_it_works_again(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    process, store = town.process(), cast(Any, town.made.posts)._store
    town.now[0] = BEGIN + DAY + 7 * HOUR  # 9:00 in Paris, summer time.
    release, zones, find = store.release, store.zones, process.posts._dailies.find

    async def fails(*about: Any) -> Any:
        raise SaveFailed("disk full")

    with monkeypatch.context() as failing:
        failing.setattr(cast(Any, process.posts)._dailies._store, "find", fails)
        failing.setattr(store, "release", fails)
        await process.look()
        assert [one for one in town.sent if one.guild == 2] == []
        await process.look()
        assert [one for one in town.sent if one.guild == 2] == []
    assert (store.zones, process.posts._dailies.find) == (zones, find)
    assert store.release == release
    await process.look()
    await process.look()
    assert [one.kind for one in town.sent if one.guild == 2] == [MORNING]


async def test_a_clock_set_back_brings_nothing_twice(town: Town) -> None:
    process = town.process()
    town.now[0] = BEGIN + DAY + 7 * HOUR
    await process.look()
    first = len(town.sent)
    assert first
    for back in (HOUR, 5 * HOUR):
        town.now[0] = BEGIN + DAY + 7 * HOUR - back
        await process.look()
        town.now[0] = BEGIN + DAY + 7 * HOUR
        await process.look()
    assert Counter(one.guild for one in town.sent)[2] == 1


async def test_ten_thousand_servers_of_one_hour_have_their_posts_spread_evenly(tmp_path: Path) -> None:
    now = [BEGIN + DAY + 7 * HOUR]
    async with services(f"sqlite:///{tmp_path}/g.db", lambda: now[0]) as made:
        store: Any = cast(Any, made.posts)._store
        await many_servers(store, 10_000)
        asked = list[int]()
        known = store.due

        async def counted(*about: Any) -> Any:
            asked.append(1)
            return await known(*about)

        store.due = counted
        taken = [await made.posts.take(EVERY_SHARD, 40) for _ in range(5)]
        assert [len(some) for some in taken] == [40] * 5, "eight a second, as the bot looks each five"
        assert len({post.guild for some in taken for post in some}) == 200
        assert len(asked) == 5, "a look asks once for a zone, however many wait there"
        now[0] += LATE_HOURS * HOUR
        assert await made.posts.take(EVERY_SHARD, 40) == [], "late ones are noted, some at a time"


async def many_servers(store: Any, many: int) -> None:
    """Let so many servers in Paris want their posts at 9."""
    from sqlalchemy import insert  # noqa: PLC0415

    from db import schema  # noqa: PLC0415

    rows = [{"guild": number, "zone": "Europe/Paris", "post_channel": 7} for number in range(1, many + 1)]

    async def work(connection: Any) -> None:
        await connection.execute(insert(schema.settings), rows)

    await store._writer.run_in_transaction(work)


def moment(at: int, user: int = 11) -> RareMoment:
    return RareMoment(1, "yum_plus", at, record=Scored("yum_plus", user, 400), before=390)


async def test_a_week_has_three_moments_at_most_each_once(town: Town) -> None:
    posts, at = town.made.posts, BEGIN
    taken = []
    for number in range(6):
        town.now[0] = at + number * HOUR
        taken.append(await posts.take_moment(moment(town.now[0])))
        assert await posts.take_moment(moment(town.now[0])) is None, "the board of its game was drawn again"
    assert [found is not None for found in taken] == [True] * 3 + [False] * 3
    town.now[0] = at + 7 * DAY + 1
    assert await posts.take_moment(moment(town.now[0])) is not None
    assert await posts.take_moment(moment(town.now[0] + 1)) is None


async def test_a_game_whose_end_is_told_twice_at_once_takes_one_moment_of_the_week(town: Town) -> None:
    found = await asyncio.gather(*(town.made.posts.take_moment(moment(BEGIN)) for _ in range(4)))
    assert [one.kind for one in found if one is not None] == [MOMENTS[0]]


async def test_a_moment_that_discord_refused_takes_no_place_in_the_week(town: Town) -> None:
    process, at, came = town.process(), BEGIN, list[bool]()
    missing = Forbidden(
        cast(Any, SimpleNamespace(status=403, reason="")), {"code": 50_001, "message": "Missing Access"}
    )
    for number in range(6):
        town.now[0] = at + number * HOUR
        process.failing, process.failure = number < 3, missing
        table = table_of(make("yum_plus", {}), (11, 12), status=Status.FINISHED, guild=1, changed=town.now[0])
        before = len(town.sent)
        process.messages.noticed(table, *RARE["A server record"])
        await process.look()
        came.append(any(one.kind == MOMENT for one in town.sent[before:]))
    assert came == [False] * 3 + [True] * 3


async def test_a_moment_whose_answer_is_lost_may_have_come_and_keeps_its_place(town: Town) -> None:
    process = town.process()
    process.losing = "comes"
    table = table_of(make("yum_plus", {}), (11, 12), status=Status.FINISHED, guild=1, changed=BEGIN)
    for _ in range(2):
        process.messages.noticed(table, *RARE["A server record"])
        await process.look()
        town.now[0] += NONCE_SECONDS
        process.losing = ""
    assert len([one for one in town.sent if one.kind == MOMENT]) == 1


async def test_no_moment_comes_hours_later_or_where_a_server_wants_none(town: Town) -> None:
    posts = town.made.posts
    town.now[0] = BEGIN + LATE_HOURS * HOUR
    assert await posts.take_moment(moment(BEGIN)) is None
    await town.made.settings.choose(1, post_moments=False)
    assert await posts.take_moment(moment(town.now[0])) is None
    await town.made.settings.choose(1, post_moments=True, post_channel=None)
    assert await posts.take_moment(moment(town.now[0])) is None


async def test_a_moment_names_nobody_who_does_not_want_that(town: Town) -> None:
    await town.made.preferences.choose(11, named=False)
    found = await town.made.posts.take_moment(moment(BEGIN))
    assert found is not None
    assert found.unnamed == {11}


async def test_a_storage_that_fails_among_many_posts_loses_none(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three servers have their hour at once, and the note of the second fails, after it was written."""
    process, store = town.process(), cast(Any, town.made.posts)._store
    for guild in (11, 12, 13):
        await town.made.settings.choose(guild, post_channel=7, zone="Europe/Paris")
    town.now[0] = BEGIN + DAY + 7 * HOUR
    claim, failures = store.claim, [12]

    async def fails_once(*about: Any) -> bool:
        won: bool = await claim(*about)
        if about[0] in failures:
            failures.clear()
            raise SaveFailed("disk full")
        return won

    monkeypatch.setattr(store, "claim", fails_once)
    for _ in range(3):
        await process.look()
    assert failures == []
    assert Counter(one.guild for one in town.sent if one.guild > 10) == {11: 1, 12: 1, 13: 1}


@pytest.mark.parametrize("failure", [TimeoutError(), ConnectionResetError()], ids=["no answer", "cut off"])
@pytest.mark.parametrize(("seconds", "comes"), [(60, True), (119, True), (120, False), (600, False)])
async def test_what_may_have_come_is_sent_again_only_while_discord_would_know_it(
    town: Town, failure: Exception, seconds: int, comes: bool
) -> None:
    """The nonce makes it one message for some minutes."""
    process = town.process()
    process.failing, process.failure = True, failure
    town.now[0] = BEGIN + DAY + 7 * HOUR  # 9:00 in Paris.
    await process.look()
    town.now[0] += seconds // 2
    await process.look()
    process.failing = False
    town.now[0] += seconds - seconds // 2
    await process.look()
    assert any(one.guild == 2 for one in town.sent) is comes
    town.now[0] += DAY
    process.failing = False
    await process.look()
    assert Counter(one.guild for one in town.sent)[2] == 1 + comes, "the next day is another one"


# -- Seasons: their post has no hour, and is never sent twice either -------------------------------------------------


class Killed(BaseException):
    """The process is no more."""


class Ender(Worded):
    """A process that ends seasons: a table that it sends may be refused, may get lost, or may be its last deed."""

    def __init__(self, town: Town, luck: random.Random | None, came: dict[str, list[int]], hit: set[str]) -> None:
        super().__init__(town)
        self.luck, self.came, self.hit, self.dead = luck, came, hit, False
        made = town.made
        self.tables = FinalTables(
            *cast(Any, (self, self, made.seasons, made.leaderboards, made.leagues, self.posts, made.trophies)),
            *cast(Any, (made.settings, None, None, self, made.clock, HeldShards(), made.hand, PostTurns(HeldShards()))),
        )
        self.reigning = self

    def drop(self, guild: int) -> None:
        """Nobody looks who reigns."""

    def get_partial_messageable(self, channel: int) -> Any:
        return SimpleNamespace(send=partial(self.send, channel))

    async def send(self, channel: int, *, embed: Any, nonce: str, silent: bool, **_: Any) -> Any:
        assert silent
        season, now = f"{channel} {embed.to_dict()['title']}", self.town.now[0]
        fate = (
            "comes" if self.luck is None else self.luck.choice(["comes", "refused", "lost", "lost", "killed", "dies"])
        )
        if fate != "comes":
            self.hit.add(season)
        if fate == "refused":
            where: Any = SimpleNamespace(host="discord", port=443, ssl=True)
            raise aiohttp.ClientConnectorError(where, OSError())
        if fate == "killed" or (fate == "lost" and now % 2):
            self.dead = fate == "killed"
            raise Killed if self.dead else TimeoutError
        known = self.came.setdefault(season, [])
        if not known or now - known[-1] > NONCE_SECONDS:
            known.append(now)
        if fate in ("lost", "dies"):
            self.dead = fate == "dies"
            raise Killed if self.dead else TimeoutError
        return SimpleNamespace(id=len(known))

    async def look(self) -> None:
        await self.tables.look(self.town.now[0])
        for work in self.under_way:
            with suppress(Killed):
                await work
        self.under_way.clear()


async def played(town: Town, guilds: int, at: int) -> None:
    """Let two people finish a game in each of these servers."""
    store: Any = cast(Any, town.made.posts)._store
    rows = [
        {
            "table_id": at * 100 + guild, "seat": seat, "guild": guild, "game": "yum_plus", "options": "{}",
            "options_default": True, "user_id": 11 + seat, "score": 300 - seat, "rank": 1 + seat, "won": not seat,
            "has_left": False, "seats": 2, "solo": False, "real_dice": False, "finished_at": at, "kind": "together",
            "rules": "", "side": None, "details": "{}", "day": None, "to_rate": False,
        }
        for guild in range(1, guilds + 1) for seat in range(2)
    ]  # fmt: skip

    async def work(connection: Any) -> None:
        await connection.execute(statements.results("sqlite"), rows)
        await store._writer.standings.add(connection, rows)

    await store._writer.run_in_transaction(work)


async def test_sixty_days_end_two_seasons_and_each_has_one_post_or_a_kill_or_an_outage_took_it(
    town: Town, seed: str
) -> None:
    luck, guilds = random.Random(seed), 10
    came, hit = dict[str, list[int]](), set[str]()
    for guild in range(1, guilds + 1):
        zone = ZONES[guild % len(ZONES)]
        await town.made.settings.choose(guild, season_channel=100 + guild, post_channel=None, zone=zone)
    processes = [Ender(town, luck, came, hit) for _ in range(2)]
    months = {days.day_of(town.now[0]) // 100}
    await played(town, guilds, town.now[0])
    while town.now[0] < BEGIN + 60 * DAY:
        busy = await town.made.seasons.unannounced(town.now[0], EVERY_SHARD)
        town.now[0] += luck.choice([60, 61, 600]) if busy else luck.randrange(12 * HOUR)
        if (month := days.day_of(town.now[0]) // 100) not in months and days.day_of(town.now[0]) % 100 > 2:
            months.add(month)
            await played(town, guilds, town.now[0])
        for process in processes if luck.randrange(2) else processes[::-1]:
            await process.look()
        processes = [Ender(town, luck, came, hit) if process.dead else process for process in processes]
    every = {f"{100 + guild} Season {number} is over" for guild in range(1, guilds + 1) for number in (1, 2)}
    assert {season: times for season, times in came.items() if len(times) > 1} == {}
    assert set(came) <= every
    assert every - set(came) <= hit, "what nothing went wrong with has come"
    assert came
    assert await town.made.seasons.unannounced(town.now[0], EVERY_SHARD) == []


async def test_a_table_of_a_season_that_never_left_comes_however_long_discord_is_away(town: Town) -> None:
    came = dict[str, list[int]]()
    await town.made.settings.choose(1, season_channel=101, post_channel=None)
    await played(town, 1, BEGIN)
    away = Ender(town, cast(Any, SimpleNamespace(choice=lambda fates: "refused")), came, set())
    town.now[0] = BEGIN + 20 * DAY
    for _ in range(5):
        await away.look()
        town.now[0] += HOUR
    assert came == {}
    away.luck = None
    await away.look()
    assert list(came) == ["101 Season 1 is over"]


# -- Very many servers have one hour ---------------------------------------------------------------------------------


def test_the_morning_of_ten_thousand_servers_asks_discord_eight_times_a_second_names_included() -> None:
    """Nobody's name is known, so each post with its podium of three takes four requests."""
    asked, posted = list[float](), set[int]()

    async def for_ten_minutes() -> None:
        loop, waiting, tasks = asyncio.get_running_loop(), list(range(1, 10_001)), set[asyncio.Task[None]]()

        async def take(shards: Any, room: int) -> list[Taken]:
            taken, waiting[:room] = waiting[:room], []
            return [Taken(guild, MORNING, int(loop.time())) for guild in taken]

        async def request(of: Any = None, **_: Any) -> Any:
            asked.append(loop.time())
            await asyncio.sleep(0.1)
            return SimpleNamespace(id=of, display_name="Ana")

        async def send(guild: int, **message: Any) -> Any:
            posted.add(guild)
            return await request()

        best = tuple(DailyLine(rank, 1000 + rank, 300 - rank) for rank in (1, 2, 3))
        yesterday = Yesterday(DailyGame(1, 20261120, "yum_plus", {}, b"", 0), best, 3)
        morning = Morning(20261121, "yum_plus", "yum_plus", yesterday, {}, frozenset())
        nothing = AsyncMock(return_value=None)
        client: Any = SimpleNamespace(
            is_ready=lambda: True,
            get_guild=lambda guild: SimpleNamespace(fetch_member=request, preferred_locale="en-US"),
            get_partial_messageable=lambda channel, guild_id: SimpleNamespace(send=partial(send, guild_id)),
        )
        presenter: Any = SimpleNamespace(
            run_later=lambda work, what: tasks.add(asyncio.ensure_future(work)),
            renderer=SimpleNamespace(context=lambda language: RenderContext(words(language), PLAIN_GLYPHS)),
        )
        posts: Any = SimpleNamespace(take=take, morning=AsyncMock(return_value=morning), posted=nothing)
        choices = AsyncMock(return_value=GuildChoices(post_channel=7))
        drawing: Any = SimpleNamespace(picture=AsyncMock(side_effect=TimeoutError))
        places: Any = SimpleNamespace(take_in=AsyncMock(return_value=True))
        messages = PostMessages(
            client, presenter, posts, cast(Any, None), cast(Any, SimpleNamespace(of=choices)), DisplayNames(client),
            drawing, places, HeldShards(), cast(Any, SimpleNamespace(blocks_server=lambda guild: False)),
            PostTurns(HeldShards()),
        )  # fmt: skip
        while loop.time() < 600:
            await messages.look(int(loop.time()))
            await asyncio.sleep(5)
        for task in tasks:
            task.cancel()

    virtual_time.run(for_ten_minutes())
    busiest = Counter(int(at) for at in asked)
    assert max(busiest.values()) <= 10
    assert len(posted) > 1_000, "all of them have theirs before it would be late"


def test_the_turn_of_the_month_of_ten_thousand_servers_asks_discord_as_seldom() -> None:
    """All their seasons end in one moment; nobody's name is known, so each table takes four requests."""
    asked, posted = list[float](), list[int]()

    async def for_ten_minutes() -> None:
        loop, tasks = asyncio.get_running_loop(), set[asyncio.Task[None]]()
        waiting = {guild: Season(guild, 1, 0, 1) for guild in range(1, 10_001)}

        async def request(of: Any = None, **_: Any) -> Any:
            asked.append(loop.time())
            await asyncio.sleep(0.1)
            return SimpleNamespace(id=of, display_name="Ana")

        async def send(**message: Any) -> Any:
            return await request()

        async def announced(season: Season, channel: int, message: int) -> None:
            posted.append(season.guild)
            del waiting[season.guild]

        async def unannounced(now: int, shards: Any) -> list[Season]:
            return list(waiting.values())

        async def take_season(guild: int, at: int) -> tuple[Taken, bool]:
            return Taken(guild, "season", int(loop.time())), True

        async def ended(guild: int) -> list[Season]:
            return [Season(guild, 1, 0, 1)]

        def gives(value: Any) -> Any:
            return AsyncMock(return_value=value)

        lines = tuple(
            LeaderboardLine(rank - 1, rank, 1000 + rank, 4 - rank, PlayerTotals(4, 4 - rank, 0, 0, None, None, 0, 3, 0))
            for rank in (1, 2, 3)
        )
        client: Any = SimpleNamespace(
            is_ready=lambda: True,
            get_guild=lambda guild: SimpleNamespace(fetch_member=request, preferred_locale="en-US"),
            get_partial_messageable=lambda channel: SimpleNamespace(send=send),
        )
        presenter: Any = SimpleNamespace(
            run_later=lambda work, what: tasks.add(asyncio.ensure_future(work)),
            renderer=SimpleNamespace(
                context=lambda language: RenderContext(words(language), PLAIN_GLYPHS),
                reigning=SimpleNamespace(drop=lambda guild: None),
            ),
        )
        seasons: Any = SimpleNamespace(
            due=gives([]), unannounced=unannounced, crown=gives(None), champions=gives([]), of=ended,
            mark_announced=announced, roles_due=gives([]),
        )  # fmt: skip
        boards: Any = SimpleNamespace(
            games=gives(["yum_plus"]), page=gives(LeaderboardPage(lines, 3)), played=gives([])
        )
        tables = FinalTables(
            client, presenter, seasons, boards, cast(Any, SimpleNamespace(tables=gives([]))),
            cast(Any, SimpleNamespace(unnamed=gives(frozenset()), take_season=take_season)),
            cast(Any, SimpleNamespace(all=gives([]), champions=gives([]), replace=gives(None))),
            cast(Any, SimpleNamespace(of=gives(GuildChoices(season_channel=7)))), DisplayNames(client),
            cast(Any, SimpleNamespace(picture=AsyncMock(side_effect=TimeoutError))),
            cast(Any, SimpleNamespace(take_in=gives(True))), lambda: int(loop.time()), HeldShards(),
            cast(Any, SimpleNamespace(blocks_server=lambda guild: False)), PostTurns(HeldShards()),
        )  # fmt: skip
        while loop.time() < 600:
            await tables.look(int(loop.time()))
            await asyncio.sleep(5)
        for task in tasks:
            task.cancel()

    virtual_time.run(for_ten_minutes())
    assert max(Counter(int(at) for at in asked).values()) <= 10
    assert len(posted) == len(set(posted))
    assert len(posted) > 1000, "they come as fast as that allows"
