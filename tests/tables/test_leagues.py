"""Leagues: the same evening every week, once; pauses; and the table of everybody's best weeks in a season."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.engine.duplicate import Scoring
from bot.run import services
from bot.tables import leagues
from bot.tables.leagues import (
    LATE_SECONDS,
    MOST_LEAGUES,
    MOST_WEEKS,
    League,
    LeagueLine,
    Leagues,
    LeagueStatus,
    counted,
    evening_after,
    league_lines,
    moved,
    table_lines,
)
from bot.tables.model import errors
from bot.tables.model.choices import NOBODY
from bot.tables.model.processes import EVERY_SHARD
from bot.tables.people import erase
from bot.tables.tournaments import (
    HOUR,
    MOST_AT_ONCE,
    Plan,
    RoundGame,
    Tournament,
    TournamentPace,
    TournamentStatus,
    plan_of,
)
from tests.tables.test_tournaments import ANA, BEN, CHANNEL, CHLOE, GUILD, Evening

DAY = 24 * HOUR
WEEK = 7 * DAY
TORONTO = "America/Toronto"


class Weeks(Evening):
    """Evenings of a league."""

    @property
    def leagues(self) -> Leagues:
        return self.services.leagues

    async def league(self, **plan: Any) -> League:
        return await self.leagues.repeat(await self.open(**plan), ANA)

    async def comes(self, league: League, late: int = 0) -> League:
        """Return the league after its next evening, at which somebody looks so much later."""
        evening = (await self.leagues.find(league.id, GUILD)).next
        assert evening is not None
        self.now[0] = evening + late
        await self.looks()
        return await self.leagues.find(league.id, GUILD)

    async def looks(self) -> list[League | None]:
        return [await self.leagues.go_on(id) for id in await self.leagues.due(EVERY_SHARD)]

    async def latest(self, league: League) -> Tournament:
        return await self.tournaments.find((await self.leagues.find(league.id, GUILD)).latest, GUILD)

    async def chosen(self, league: League, user: int, status: LeagueStatus, *, manager: bool = False) -> League:
        return await self.leagues.choose(league.id, GUILD, user, manager, status, CHANNEL + 1)

    async def zone(self, name: str) -> None:
        await self.services.settings.choose(GUILD, zone=name)


@pytest.fixture
async def weeks(tmp_path: Path) -> AsyncIterator[Weeks]:
    now = [1_790_000_000]
    async with services(f"sqlite:///{tmp_path}/g.db", lambda: now[0]) as made:
        yield Weeks(made, now)


def local(year: int, month: int, day: int, hour: int, minute: int = 0, zone: str = TORONTO) -> int:
    return int(datetime(year, month, day, hour, minute, tzinfo=ZoneInfo(zone)).timestamp())


@pytest.mark.parametrize(
    ("zone", "began", "evenings"),
    [
        (TORONTO, (2026, 10, 22, 20), [(2026, 10, 29, 20), (2026, 11, 5, 20), (2026, 11, 12, 20)]),
        (TORONTO, (2026, 2, 26, 20), [(2026, 3, 5, 20), (2026, 3, 12, 20), (2026, 3, 19, 20)]),
        ("Australia/Lord_Howe", (2026, 3, 31, 20), [(2026, 4, 7, 20), (2026, 4, 14, 20)]),
        (TORONTO, (2026, 3, 1, 2, 30), [(2026, 3, 8, 3, 30), (2026, 3, 15, 2, 30)]),
        ("Etc/UTC", (2026, 10, 22, 20), [(2026, 10, 29, 20), (2026, 11, 5, 20)]),
    ],
    ids=["clocks go back", "clocks go forward", "by half an hour", "an hour that is left out", "no change"],
)
def test_an_evening_keeps_its_weekday_and_hour_when_the_clocks_change(
    zone: str, began: tuple[int, ...], evenings: list[tuple[int, ...]]
) -> None:
    wanted = [local(*moment, zone=zone) for moment in evenings]
    at, found = local(*began, zone=zone), []
    for _ in wanted:
        at = evening_after(local(*began, zone=zone), at, zone)
        found.append(at)
    assert found == wanted


@pytest.mark.parametrize("moment", [-1, 0, 1])
def test_an_evening_comes_after_the_moment_asked_for(moment: int) -> None:
    began = local(2026, 10, 22, 20)
    second = local(2026, 11, 5, 20)
    assert evening_after(began, second + moment, TORONTO) == (second if moment < 0 else local(2026, 11, 12, 20))


@pytest.mark.parametrize(
    ("began", "weekday", "hour", "wanted"),
    [
        ((2026, 10, 22, 20, 7), 3, 20, (2026, 10, 22, 20)),
        ((2026, 10, 22, 20, 7), 3, 9, (2026, 10, 22, 9)),
        ((2026, 10, 22, 20, 7), 2, 20, (2026, 10, 28, 20)),
        ((2026, 3, 6, 20, 0), 6, 2, (2026, 3, 15, 2)),
    ],
    ids=["full hour", "earlier that day", "the day before", "an hour that clocks leave out"],
)
def test_a_league_moves_to_another_evening(began: Any, weekday: int, hour: int, wanted: Any) -> None:
    assert moved(local(*began), weekday, hour, TORONTO) == local(*wanted)


async def test_the_evening_moves_for_the_host_alone(weeks: Weeks) -> None:
    league = await weeks.leagues.repeat(await weeks.open("yum_classic"), ANA)
    with pytest.raises(errors.NotAllowed):
        await weeks.leagues.move(league.id, GUILD, BEN, False, 0, 0)
    with pytest.raises(errors.NoSuchChoice):
        await weeks.leagues.move(league.id, GUILD, ANA, False, 7, 0)
    at = await weeks.leagues.move(league.id, GUILD, ANA, False, 0, 18)
    assert await weeks.leagues.clock_of(at) == (0, 18, 0)
    assert at.next is not None
    assert weeks.now[0] < at.next <= weeks.now[0] + WEEK
    paused = await weeks.leagues.choose(league.id, GUILD, ANA, False, LeagueStatus.PAUSED, CHANNEL)
    assert (await weeks.leagues.move(league.id, GUILD, BEN, True, 1, 18)).next is paused.next is None


async def test_an_evening_that_moves_again_and_again_comes_within_a_week(weeks: Weeks) -> None:
    league = await weeks.league()
    weekday, _, _ = await weeks.leagues.clock_of(league)
    for back in (1, 2, 3, 0):
        league = await weeks.leagues.move(league.id, GUILD, ANA, False, (weekday - back) % 7, 18)
        assert league.next is not None
        assert weeks.now[0] < league.next <= weeks.now[0] + WEEK


async def test_the_same_tournament_opens_a_week_later_with_new_dice(weeks: Weeks) -> None:
    plan: dict[str, Any] = {"seconds": 12 * HOUR, "scoring": Scoring.TOTAL, "sides": 2}
    first = await weeks.open("yum_classic", "yum_full_house", **plan)
    league = await weeks.leagues.repeat(first, ANA)
    assert league.next == league.began + WEEK
    weeks.now[0] = league.next - 1
    assert await weeks.looks() == []
    await weeks.comes(league)
    second = await weeks.latest(league)
    assert second.id != first.id
    assert plan_of(second) == plan_of(first)
    assert (second.host, second.channel, second.language, second.league) == (ANA, CHANNEL, "en", first.id)
    assert second.secret != first.secret
    assert (second.opened, second.ends) == (league.next, league.next + 12 * HOUR)
    assert await weeks.looks() == []


async def test_the_hour_is_that_of_the_servers_time_zone(weeks: Weeks) -> None:
    await weeks.zone(TORONTO)
    weeks.now[0] = local(2026, 10, 22, 20)
    league = await weeks.league()
    opened = []
    for _ in range(3):
        league = await weeks.comes(league)
        opened.append((await weeks.latest(league)).opened)
    assert opened == [local(2026, 10, 29, 20), local(2026, 11, 5, 20), local(2026, 11, 12, 20)]


async def test_a_server_that_chooses_its_zone_late_has_one_evening_a_week(weeks: Weeks) -> None:
    """It is 20:00 there at the first; by the clocks of UTC the winter's evenings would come an hour early."""
    weeks.now[0] = local(2026, 10, 22, 20)
    league = await weeks.comes(await weeks.league())
    await weeks.zone(TORONTO)
    league = await weeks.comes(league)
    assert weeks.now[0] == local(2026, 11, 5, 19)
    assert league.next == local(2026, 11, 12, 20)


async def test_a_league_that_was_asleep_opens_late_within_a_day(weeks: Weeks) -> None:
    league = await weeks.league()
    after = await weeks.comes(league, LATE_SECONDS - 1)
    late = await weeks.latest(league)
    assert league.next is not None
    assert (late.opened, late.ends) == (league.next + DAY - 1, league.next + 2 * DAY - 1)
    assert after.next == league.next + WEEK


@pytest.mark.parametrize("slept", [DAY, 3 * WEEK + DAY])
async def test_an_evening_that_is_past_its_day_is_skipped(weeks: Weeks, slept: int) -> None:
    league = await weeks.league()
    after = await weeks.comes(league, slept)
    assert (await weeks.latest(league)).id == league.latest
    assert league.next is not None
    assert after.next == league.next + slept - DAY + WEEK
    assert await weeks.looks() == []


async def test_of_several_missed_evenings_the_last_opens_if_its_day_is_not_over(weeks: Weeks) -> None:
    league = await weeks.league()
    after = await weeks.comes(league, 3 * WEEK + HOUR)
    assert league.next is not None
    assert (await weeks.latest(league)).opened == league.next + 3 * WEEK + HOUR
    assert after.next == league.next + 4 * WEEK


async def test_two_processes_open_one_evening_once(weeks: Weeks) -> None:
    league = await weeks.league()
    other = Leagues(
        weeks.tournaments,
        weeks.leagues._store,
        weeks.services.seasons,
        weeks.services.settings,
        weeks.services.clock,
    )
    assert league.next is not None
    weeks.now[0] = league.next
    await asyncio.gather(*(one.go_on(league.id) for one in (weeks.leagues, other) * 5))
    going_on = await weeks.tournaments.on(GUILD)
    assert [one.id for one in going_on if one.id != league.id] == [(await weeks.latest(league)).id]


async def test_what_the_host_plans_anew_goes_on(weeks: Weeks) -> None:
    league = await weeks.comes(await weeks.league())
    another = RoundGame("yams", (await weeks.latest(league)).rounds[0].options)
    await weeks.tournaments.plan(await weeks.latest(league), ANA, lambda plan: plan._replace(rounds=[another]))
    await weeks.comes(league)
    assert [game.game for game in (await weeks.latest(league)).rounds] == ["yams"]


async def test_the_host_alone_repeats_a_tournament_before_anybody_throws(weeks: Weeks) -> None:
    tournament = await weeks.entered(await weeks.open(), BEN)
    with pytest.raises(errors.NotHost):
        await weeks.leagues.repeat(tournament, BEN)
    league = await weeks.leagues.repeat(tournament, ANA)
    assert await weeks.leagues.repeat(tournament, ANA) == league
    begun = await weeks.entered(await weeks.open(), BEN)
    await weeks.play(begun, BEN)
    with pytest.raises(errors.AlreadyStarted):
        await weeks.leagues.repeat(begun, ANA)


@pytest.mark.parametrize("days", [1, 3, 6])
async def test_the_host_chooses_day_and_hour_before_a_league_begins(weeks: Weeks, days: int) -> None:
    tournament = await weeks.open()
    weekday, hour, _ = await weeks.leagues.clock_at(tournament.opened + days * DAY, GUILD)
    evening = (weekday, (hour + 2) % 24)
    shown = await weeks.leagues.first_evening(tournament, *evening)
    league = await weeks.leagues.repeat(tournament, ANA, evening)
    assert league.next == shown
    assert weeks.now[0] < shown <= weeks.now[0] + WEEK
    assert await weeks.leagues.clock_of(league) == (*evening, 0)
    for wrong in ((7, 0), (0, 24)):
        with pytest.raises(errors.NoSuchChoice):
            await weeks.leagues.repeat(await weeks.open(), ANA, wrong)


async def test_a_manager_who_repeats_a_tournament_after_its_end_hosts_a_league_with_it_as_first_week(
    weeks: Weeks,
) -> None:
    tournament = await weeks.entered(await weeks.open(), ANA, BEN)
    for user in (ANA, BEN):
        await weeks.finish(await weeks.play(tournament, user), user)
    over = await weeks.tournaments.end(await weeks.fresh(tournament), ANA, manager=False)
    with pytest.raises(errors.NotAllowed):
        await weeks.leagues.repeat(over, BEN)
    league = await weeks.leagues.repeat(over, BEN, manager=True)
    assert (league.host, league.status) == (BEN, LeagueStatus.ON)
    weekday, hour, minute = await weeks.leagues.clock_at(over.opened + HOUR // 2, GUILD)
    assert minute in range(60)
    assert await weeks.leagues.clock_of(league) == (weekday, hour, 0), "the nearest full hour"
    assert league.next is not None
    assert abs(league.next - over.opened - WEEK) <= HOUR // 2
    assert await weeks.leagues.repeat(over, ANA) == league
    table = await weeks.leagues.table(league)
    assert (table.weeks, {line.user for line in table.lines}) == (1, {ANA, BEN})
    await weeks.comes(league)
    assert plan_of(await weeks.latest(league)) == plan_of(over)


@pytest.mark.parametrize(
    ("opened", "hour"),
    [((20, 7), (20, 0)), ((20, 8), (20, 15)), ((20, 0), (20, 0)), ((23, 53), (0, 0))],
    ids=["down", "up", "as it is", "the next day"],
)
async def test_a_league_opens_on_a_quarter_of_an_hour_and_once_a_week(
    weeks: Weeks, opened: tuple[int, int], hour: tuple[int, int]
) -> None:
    await weeks.zone("Asia/Kathmandu")
    weeks.now[0] = local(2026, 11, 26, *opened, zone="Asia/Kathmandu")
    tournament = await weeks.open()
    shown = await weeks.leagues.own_evening(tournament)
    league = await weeks.leagues.repeat(tournament, ANA)
    assert (league.began, league.next) == shown
    weekday, *clock = await weeks.leagues.clock_of(league)
    assert (weekday, tuple(clock)) == (3 + (hour == (0, 0)), hour)
    assert league.next == league.began + WEEK
    assert abs(league.began - tournament.opened) <= HOUR // 8
    await weeks.chosen(league, ANA, LeagueStatus.PAUSED)
    assert (await weeks.chosen(league, ANA, LeagueStatus.ON)).next == league.next, "this week has had its evening"


async def test_a_league_together_waits_for_its_host(weeks: Weeks) -> None:
    league = await weeks.comes(await weeks.league(pace=TournamentPace.TOGETHER, seconds=HOUR))
    second = await weeks.entered(await weeks.latest(league), BEN)
    with pytest.raises(errors.NotStarted):
        await weeks.play(second, BEN)
    assert (await weeks.tournaments.start(second, ANA)).ends == weeks.now[0] + HOUR


async def test_host_and_managers_pause_it_and_let_it_go_on(weeks: Weeks) -> None:
    league = await weeks.league()
    with pytest.raises(errors.NotAllowed):
        await weeks.chosen(league, BEN, LeagueStatus.PAUSED)
    paused = await weeks.chosen(league, BEN, LeagueStatus.PAUSED, manager=True)
    assert paused.next is None
    weeks.now[0] += 2 * WEEK + DAY
    assert await weeks.looks() == []
    on = await weeks.chosen(league, ANA, LeagueStatus.ON)
    assert (on.next, on.channel, on.host) == (league.began + 3 * WEEK, CHANNEL, ANA)


async def test_a_league_that_is_over_stays_over(weeks: Weeks) -> None:
    league = await weeks.league()
    assert await weeks.leagues.of(GUILD) == [league]
    ended = await weeks.chosen(league, ANA, LeagueStatus.ENDED)
    assert await weeks.leagues.of(GUILD) == []
    assert await weeks.chosen(league, ANA, LeagueStatus.ON) == ended


async def test_a_league_that_cannot_be_posted_pauses_itself_and_goes_on_elsewhere(weeks: Weeks) -> None:
    league = await weeks.league()
    closed = await weeks.leagues.close(league.id, GUILD)
    assert (closed.status, closed.next) == (LeagueStatus.NO_CHANNEL, None)
    ended = await weeks.chosen(league, ANA, LeagueStatus.ENDED)
    assert await weeks.leagues.close(league.id, GUILD) == ended
    other = await weeks.leagues.close((await weeks.league()).id, GUILD)
    assert (await weeks.chosen(other, ANA, LeagueStatus.ON)).channel == CHANNEL + 1


async def test_a_league_without_its_host_waits_for_another(weeks: Weeks) -> None:
    league = await weeks.league()
    await erase(weeks.tables, weeks.services.privacy, ANA)
    after = await weeks.comes(league)
    assert (after.status, after.next, after.latest) == (LeagueStatus.NO_HOST, None, league.id)
    on = await weeks.chosen(league, CHLOE, LeagueStatus.ON, manager=True)
    await weeks.comes(on)
    assert (await weeks.latest(league)).host == CHLOE


async def test_a_server_that_wants_no_tournaments_has_no_evening(weeks: Weeks) -> None:
    league = await weeks.league()
    await weeks.services.settings.choose(GUILD, tournaments="off")
    after = await weeks.comes(league)
    assert (after.status, after.latest) == (LeagueStatus.SWITCHED_OFF, league.id)


async def test_the_table_of_thousands_holds_nobody_up(weeks: Weeks, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is worked out beside the event loop, and never compares each line with all others."""
    league, threads = await weeks.league(), list[int]()

    def lines(*about: Any) -> list[LeagueLine]:
        threads.append(threading.get_ident())
        return table_lines(*about)

    monkeypatch.setattr(leagues, "table_lines", lines)
    await weeks.leagues.table(league)
    assert threads
    assert threading.get_ident() not in threads
    chance, people = random.Random(1), 10_000
    week = {user: chance.randint(0, 1_000_000) / 1_000_000 for user in range(1, people + 1)}
    began = time.thread_time()
    assert len(league_lines([week], 1)) == people
    assert time.thread_time() - began < 1


@pytest.mark.parametrize("place", [0, CHANNEL])
async def test_no_evening_plays_a_game_that_its_server_or_channel_has_switched_off(weeks: Weeks, place: int) -> None:
    league = await weeks.league()
    await weeks.services.settings.choose(GUILD, switched_off={str(place): ("yum_classic",)})
    after = await weeks.comes(league)
    assert (after.status, after.latest) == (LeagueStatus.SWITCHED_OFF, league.id)


async def test_no_evening_in_a_thread_plays_a_game_that_the_channel_above_has_switched_off(weeks: Weeks) -> None:
    league, above = await weeks.league(), 70
    await weeks.services.settings.choose(GUILD, switched_off={str(above): ("yum_classic",)})
    assert league.next is not None
    weeks.now[0] = league.next
    after = await weeks.leagues.go_on(league.id, above=lambda guild, channel: above)
    assert after is not None
    assert after.status is LeagueStatus.SWITCHED_OFF


async def test_an_evening_waits_until_there_is_room_for_it(weeks: Weeks) -> None:
    league = await weeks.league()
    assert league.next is not None
    weeks.now[0] = league.next - HOUR
    await weeks.tournaments.end(await weeks.latest(league), ANA, manager=False)
    others = [await weeks.open() for _ in range(MOST_AT_ONCE)]
    assert (await weeks.comes(league)).latest == league.id
    await weeks.tournaments.end(others[0], ANA, manager=False)
    await weeks.looks()
    assert (await weeks.latest(league)).opened == league.next


async def test_a_server_has_only_so_many_leagues(weeks: Weeks) -> None:
    leagues = [await weeks.league() for _ in range(MOST_LEAGUES)]
    await weeks.tournaments.end(await weeks.latest(leagues[0]), ANA, manager=False)
    another = await weeks.open()
    with pytest.raises(errors.BadTournament):
        await weeks.leagues.repeat(another, ANA)
    await weeks.chosen(leagues[0], ANA, LeagueStatus.PAUSED)
    await weeks.leagues.repeat(another, ANA)
    with pytest.raises(errors.BadTournament):
        await weeks.chosen(leagues[0], ANA, LeagueStatus.ON)


# -- the table -------------------------------------------------------------------------------------------------------


def test_all_weeks_but_two_count_and_more_than_half() -> None:
    assert [counted(weeks) for weeks in (1, 2, 3, 4, 6, 10)] == [1, 2, 2, 3, 4, 8]


def test_a_league_may_count_so_many_of_the_best_weeks_and_never_more_than_there_were() -> None:
    assert [counted(weeks, 3) for weeks in (0, 1, 2, 3, 4, 10)] == [1, 1, 2, 3, 3, 3]
    assert [counted(weeks, MOST_WEEKS) for weeks in (1, 10, 52)] == [1, 10, 52]


def test_the_best_weeks_count_and_missed_ones_have_nothing() -> None:
    weeks = [{1: 100, 2: 80, 3: 90}, {1: 0, 2: 80}, {1: 50, 2: 70, 4: 90}, {1: 0, 2: 60}]
    found = {best: [tuple(line[:4]) for line in league_lines(weeks, best)] for best in (1, 2, 4)}
    assert found == {
        1: [(1, 1, 100.0, 4), (2, 3, 90.0, 1), (2, 4, 90.0, 1), (4, 2, 80.0, 4)],
        2: [(1, 2, 80.0, 4), (2, 1, 75.0, 4), (3, 3, 45.0, 1), (3, 4, 45.0, 1)],
        4: [(1, 2, 72.5, 4), (2, 1, 37.5, 4), (3, 3, 22.5, 1), (3, 4, 22.5, 1)],
    }


def test_one_visit_of_two_never_shares_the_title() -> None:
    """Chloé came once, with two thirds; Ana twice, with as much at her best."""
    weeks = [{ANA: 67, CHLOE: 67}, {ANA: 60, BEN: 40}]
    assert [(line.user, line.place) for line in league_lines(weeks, counted(2))] == [(ANA, 1), (CHLOE, 2), (BEN, 3)]


def test_a_tie_goes_to_who_came_more_often() -> None:
    weeks = [{1: 80, 2: 80}, {2: 0}, {1: 60, 2: 60}]
    assert [(line.user, line.place) for line in league_lines(weeks, counted(3))] == [(2, 1), (1, 2)]


def test_what_decided_a_week_decides_between_equal_ones_in_the_table() -> None:
    """Both beat three quarters of the others; Ben has won the week by his points, so he alone is first."""
    lines = league_lines([{ANA: 75, BEN: 75, CHLOE: 0}], 1, [[BEN]])
    assert [(line.user, line.place, line.won) for line in lines] == [(BEN, 1, 1), (ANA, 2, 0), (CHLOE, 3, 0)]
    shared = league_lines([{ANA: 75, BEN: 75, CHLOE: 0}], 1, [[ANA, BEN]])
    assert [(line.user, line.place, line.won) for line in shared] == [(ANA, 1, 1), (BEN, 1, 1), (CHLOE, 3, 0)]


def test_the_table_marks_who_has_climbed_by_the_latest_week() -> None:
    lines = table_lines([{1: 100, 2: 50}, {1: 0, 2: 100, 3: 50}])
    assert [(line.user, line.climbed) for line in lines] == [(2, True), (1, False), (3, False)]


def test_a_place_after_a_shared_one_is_left_out() -> None:
    places = {line.user: line.place for line in league_lines([{1: 50, 2: 50, 3: 20}], 1)}
    assert places == {1: 1, 2: 1, 3: 3}


@pytest.fixture
def plays(weeks: Weeks) -> Callable[..., Any]:
    """Have people play the latest tournament of a league, and end it."""

    async def plays(league: League, *users: int, alike: bool = False) -> dict[int, int | None]:
        """``alike``: they do the same with the same dice."""
        tournament = await weeks.entered(await weeks.latest(league), *users, CHLOE)
        scores = {}
        for user in users:
            table = await weeks.finish(await weeks.play(tournament, user), 1 if alike else user)
            scores[user] = table.game.scores(table.state)[0]
        await weeks.tournaments.end(await weeks.fresh(tournament), ANA, manager=False)
        return scores

    return plays


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seasons that somebody ends by hand, however short."""
    monkeypatch.setattr("bot.tables.leagues.SEASON_SECONDS", 0)


@pytest.mark.parametrize(
    ("opened", "ends"),
    [((2026, 11, 29, 20), (2027, 1, 1)), ((2026, 11, 4, 20), (2027, 1, 1)), ((2026, 11, 3, 0), (2026, 12, 1))],
    ids=["two days before its end", "less than four weeks", "four weeks"],
)
async def test_the_first_season_of_a_league_is_long_enough_to_be_one(
    weeks: Weeks, plays: Callable[..., Any], opened: Any, ends: Any
) -> None:
    await weeks.zone(TORONTO)
    weeks.now[0] = local(*opened)
    league = await weeks.league()
    await plays(league, ANA, BEN)
    season_end = local(*ends, 0)
    assert (await weeks.leagues.table(league)).ends == season_end
    turn = local(2026, 12, 1, 0)
    while league.next is not None and league.next < turn:
        league = await weeks.comes(league)
        await plays(league, ANA)
    played = (await weeks.leagues.table(league)).weeks
    weeks.now[0] = turn + 60
    for due in await weeks.services.seasons.due(weeks.now[0], EVERY_SHARD):
        await weeks.services.seasons.end(due.season, due.at)
    league = await weeks.comes(league)
    news = await weeks.leagues.news(await weeks.latest(league))
    if season_end == turn:
        assert news.ended is not None
        assert (news.ended.weeks, news.table.weeks) == (played, 0)
    else:
        assert (news.ended, news.table.weeks, news.table.ends) == (None, played, season_end), "that evening counts"
        assert not (await weeks.leagues.table(league, 1)).weeks, "no season of its own"
    await plays(league, ANA)
    assert (await weeks.leagues.table(league)).weeks == (1 if season_end == turn else played + 1)


async def test_a_week_knows_its_number_and_how_many_its_season_has(weeks: Weeks, plays: Callable[..., Any]) -> None:
    """The first one opens on 21 September: it has the whole of October, by a day a week."""
    league, told = await weeks.league(), list[tuple[int, int]]()
    for people in ((ANA, BEN), (), (ANA, BEN), (ANA, BEN)):
        week = await weeks.leagues.week(await weeks.latest(league))
        told.append((week.number, week.of))
        assert week.next == league.next
        await plays(league, *people)
        league = await weeks.comes(league)
    assert told == [(1, 6), (2, 6), (2, 5), (3, 5)], "one without a result is none"
    await weeks.services.settings.choose(GUILD, seasons="manual")
    assert (await weeks.leagues.week(await weeks.latest(league))).of == 0, "nobody knows when it ends"


async def test_a_week_of_seven_days_that_opens_before_the_last_one_ends_counts_it(weeks: Weeks) -> None:
    """The evening of a league begins on a quarter of an hour, its first week when somebody opens it."""
    await weeks.zone(TORONTO)
    weeks.now[0] = local(2026, 10, 5, 20, 7)
    league = await weeks.league(seconds=7 * 24 * HOUR)
    first = await weeks.entered(await weeks.latest(league), ANA, BEN)
    await weeks.finish(await weeks.play(first, ANA), 1)
    league = await weeks.comes(league)
    second, numbers = await weeks.latest(league), list[int]()
    assert (await weeks.fresh(first)).status is TournamentStatus.PLAYING
    numbers.append((await weeks.leagues.week(second)).number)
    await weeks.tournaments.end(await weeks.fresh(first), ANA, manager=False)
    numbers.append((await weeks.leagues.week(second)).number)
    assert numbers == [2, 2]


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(("plan", "of"), [({"pace": TournamentPace.TOGETHER, "seconds": HOUR}, 1), ({}, 0)])
async def test_an_evening_together_on_the_last_day_of_a_season_is_a_week_of_it(
    weeks: Weeks, plan: dict[str, Any], of: int
) -> None:
    """Where people play for a day, that week ends in the next season."""
    await weeks.zone(TORONTO)
    weeks.now[0] = local(2026, 9, 30, 20)
    league = await weeks.league(**plan)
    week = await weeks.leagues.week(await weeks.latest(league))
    assert (week.number, week.of, week.ahead) == (1, of, not of)


async def test_a_new_week_speaks_the_language_that_the_server_has_chosen_since(weeks: Weeks) -> None:
    league = await weeks.comes(await weeks.league())
    assert (await weeks.latest(league)).language == "en", "that of its first one, without a choice"
    await weeks.services.settings.choose(GUILD, language="fr")
    assert (await weeks.latest(await weeks.comes(league))).language == "fr"


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("tied", [False, True])
async def test_the_table_counts_the_weeks_of_a_season(weeks: Weeks, plays: Callable[..., Any], tied: bool) -> None:
    league = await weeks.league()
    assert (await weeks.leagues.table(league)).weeks == 0
    scores = await plays(league, ANA, BEN, alike=tied)
    best = max(scores, key=lambda user: scores[user])
    percent = (75.0, 75.0) if tied or scores[ANA] == scores[BEN] else (100.0, 50.0)  # The dice may tie them too.
    table = await weeks.leagues.table(league)
    assert table.season is not None
    assert (table.season.number, table.weeks, table.earlier) == (1, 1, False)
    assert [(line.user, line.percent) for line in table.lines] == list(
        zip((best, ANA + BEN - best), percent, strict=True)
    )
    assert [line.won for line in table.lines] == ([1, 1] if percent[1] == percent[0] else [1, 0])
    ended = await weeks.services.seasons.end(table.season, weeks.now[0] + 1)
    assert ended is not None
    league = await weeks.comes(league)
    await plays(league, ANA)
    again = await weeks.leagues.table(league)
    assert again.season is not None
    assert (again.season.number, again.weeks, again.earlier) == (2, 1, True)
    assert [line.user for line in again.lines] == [ANA]
    before = await weeks.leagues.table(league, 1)
    assert before.lines == table.lines


@pytest.mark.usefixtures("short")
async def test_the_weeks_after_a_season_know_of_its_end_until_the_next_one_has_two(
    weeks: Weeks, plays: Callable[..., Any]
) -> None:
    league = await weeks.league()
    await plays(league, ANA, BEN)
    season = (await weeks.leagues.table(league)).season
    assert season is not None
    told = []
    for ends in (False, True, False, False):
        if ends:
            await weeks.services.seasons.end(season, weeks.now[0] + 1)
        league = await weeks.comes(league)
        news = await weeks.leagues.news(await weeks.latest(league))
        told.append(None if news.ended is None or news.ended.season is None else news.ended.season.number)
        if news.ended is not None:
            assert {line.user for line in news.ended.lines} == {ANA, BEN}
            assert {line.user for line in news.without_names({ANA}).ended.lines} == {NOBODY, BEN}
        await plays(league, ANA)
    assert told == [None, 1, 1, None]


@pytest.mark.parametrize("tied", [False, True])
async def test_a_new_week_tells_of_those_who_played_the_last_one(
    weeks: Weeks, plays: Callable[..., Any], tied: bool
) -> None:
    league = await weeks.league()
    scores = await plays(league, ANA, BEN, alike=tied)
    league = await weeks.comes(league)
    news = await weeks.leagues.news(await weeks.latest(league))
    assert news.players == [ANA, BEN], "CHLOE has entered and not played"
    most = max(scores.values())
    assert set(news.winners) == {user for user, score in scores.items() if score == most}
    assert news.table == await weeks.leagues.table(league)
    hidden = news.without_names({*news.winners})
    assert set(hidden.winners) == {NOBODY}
    assert hidden.table.lines[0].user == NOBODY


async def test_who_skips_a_week_is_called_again_and_after_three_in_a_row_no_more(
    weeks: Weeks, plays: Callable[..., Any]
) -> None:
    league = await weeks.league()
    await plays(league, ANA, BEN)
    called = []
    for _ in range(4):
        league = await weeks.comes(league)
        called.append(set((await weeks.leagues.news(await weeks.latest(league))).players))
        assert set(await weeks.leagues.players(league)) == called[-1]
        await plays(league, ANA)
    assert called == [{ANA, BEN}, {ANA, BEN}, {ANA, BEN}, {ANA}]


async def test_of_a_week_that_one_plays_nobody_is_the_winner(weeks: Weeks, plays: Callable[..., Any]) -> None:
    league = await weeks.league()
    assert (await weeks.leagues.news(await weeks.latest(league)))[:2] == ((), ())
    await weeks.finish(await weeks.play(await weeks.entered(await weeks.latest(league), BEN), BEN))
    await weeks.tournaments.end(await weeks.fresh(await weeks.latest(league)), ANA, manager=False)
    league = await weeks.comes(league)
    news = await weeks.leagues.news(await weeks.latest(league))
    assert (news.players, news.winners) == ([BEN], [])


async def test_the_host_or_a_manager_chooses_how_many_weeks_count(weeks: Weeks, plays: Callable[..., Any]) -> None:
    league = await weeks.league()
    await plays(league, ANA, BEN)
    for _ in range(2):
        league = await weeks.comes(league)
        await plays(league, ANA)
    usual = await weeks.leagues.table(league)
    assert usual.counted == 2

    async def chosen(user: int, best: int | None, *, manager: bool = False) -> tuple[int, dict[int, float]]:
        table = await weeks.leagues.table(await weeks.leagues.count(league.id, GUILD, user, manager, best))
        return table.counted, {line.user: line.percent for line in table.lines}

    best = (await chosen(ANA, 1))[1]
    every, means = await chosen(BEN, MOST_WEEKS, manager=True)
    assert every == 3
    assert means[BEN] == round(best[BEN] / 3, 2), "two weeks that he has missed count too"
    assert await chosen(ANA, None) == (2, {line.user: line.percent for line in usual.lines})
    with pytest.raises(errors.NotAllowed):
        await chosen(BEN, 1)
    for wrong in (0, MOST_WEEKS + 1):
        with pytest.raises(errors.NoSuchChoice):
            await chosen(ANA, wrong)


@pytest.mark.usefixtures("short")
async def test_a_season_that_is_over_keeps_the_weeks_that_counted_in_it(
    weeks: Weeks, plays: Callable[..., Any]
) -> None:
    league = await weeks.league()
    for _ in range(3):
        await plays(league, ANA, BEN)
        league = await weeks.comes(league)
    for best in (1, 3, 2):
        league = await weeks.leagues.count(league.id, GUILD, ANA, False, best)
    assert len(league.counts) == 1, "one choice a season"
    before = await weeks.leagues.table(league)
    assert (before.weeks, before.counted) == (3, 2)
    assert before.season is not None
    await weeks.services.seasons.end(before.season, weeks.now[0] + 1)
    weeks.now[0] += 60
    await plays(league, ANA)
    league = await weeks.leagues.count(league.id, GUILD, ANA, False, MOST_WEEKS)
    assert (await weeks.leagues.table(league)).best == MOST_WEEKS
    after = await weeks.leagues.table(league, before.season.number)
    assert (after.lines, after.best) == (before.lines, 2)


async def test_a_week_that_nobody_has_played_is_none(weeks: Weeks) -> None:
    league = await weeks.league()
    await weeks.entered(await weeks.latest(league), ANA)
    await weeks.tournaments.end(await weeks.fresh(await weeks.latest(league)), ANA, manager=False)
    assert (await weeks.leagues.table(league)).weeks == 0


async def test_a_tournament_knows_the_plan_that_leads_to_it(weeks: Weeks) -> None:
    tournament = await weeks.open(scoring=Scoring.TOTAL)
    assert plan_of(tournament) == Plan(tournament.rounds, scoring=Scoring.TOTAL)
    assert plan_of(replace(tournament, sides=2)).sides == 2
