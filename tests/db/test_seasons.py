"""Seasons: which are due, what ends and reopens, and the numbers of each; also when two processes act at once."""

from __future__ import annotations

import asyncio
from datetime import UTC as UTC_TIME
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import select

from bot.engine.gate import legal
from bot.games import make
from bot.tables.model import days
from bot.tables.model.choices import UTC
from bot.tables.model.processes import EVERY_SHARD
from bot.tables.records.leaderboards import NOWHERE, OLD, SeasonChampion
from bot.tables.service.service import TableService
from db import Storage, open_database, schema


def _at(month: int, day: int, hour: int = 12) -> int:
    return int(datetime(2026, month, day, hour, tzinfo=UTC_TIME).timestamp())


NOVEMBER, DECEMBER = _at(11, 1, 0), _at(12, 1, 0)


@pytest.fixture
def play(storage: Storage, row: Any, result: Any) -> Any:
    """Finish a game of 1 against 2 at some time; 1 wins."""
    numbers = iter(range(1, 1000))

    async def play(at: int, guild: int = 1) -> None:
        number, choices = next(numbers), await storage.settings.of(guild)
        when = {"finished_at": at, "guild": guild, "day": days.server_day(choices, at)}
        rows = [result(number, 0, 1, 10, won=True, **when), result(number, 1, 2, 5, rank=2, **when)]
        await storage.tables.save(row(number, channel=number, guild=guild), [], rows)

    return play


async def _wins(storage: Storage, number: int) -> int:
    counts = await storage.leaderboards.counts(1, 1, days.season_key(number))
    return counts["together", "yum_plus", ""].wins if counts else 0


async def _standings(storage: Storage) -> list[Any]:
    async with storage.database.reading.connect() as connection:
        return sorted(await connection.execute(select(schema.standings)), key=tuple)


async def test_the_first_season_begins_with_the_first_result(storage: Storage, play: Any) -> None:
    assert await storage.seasons.running(1) is None
    assert await storage.seasons.of(1) == []
    await play(_at(10, 5))
    await play(_at(10, 6))
    (season,) = await storage.seasons.of(1)
    assert (season.number, season.started, season.ended) == (1, _at(10, 5), None)


async def test_what_was_played_after_the_end_moves_to_the_next(storage: Storage, play: Any) -> None:
    await play(_at(10, 5))
    await play(_at(10, 31))
    await play(_at(11, 1))
    (due,) = await storage.seasons.due(_at(11, 2))
    assert due.at == NOVEMBER
    assert await _wins(storage, 1) == 3
    assert await storage.seasons.end(due.season, due.at) is not None
    assert (await _wins(storage, 1), await _wins(storage, 2)) == (2, 1)
    await play(_at(11, 3))
    assert (await _wins(storage, 1), await _wins(storage, 2)) == (2, 2)
    kept = await _standings(storage)
    await storage.rebuild_standings()
    assert await _standings(storage) == kept
    assert await storage.seasons.due(_at(11, 30)) == []


async def test_the_role_of_a_champion_is_due_until_all_have_what_they_should(storage: Storage, play: Any) -> None:
    async def due() -> list[int]:
        return await storage.seasons.roles_due(EVERY_SHARD)

    await play(_at(10, 5))
    (running,) = await storage.seasons.due(_at(11, 2))
    ended = await storage.seasons.end(running.season, NOVEMBER)
    assert ended is not None
    await storage.seasons.crown(ended, [SeasonChampion(1, 1, 3), SeasonChampion(1, -7, 3)])
    assert await due() == [], "no role is chosen"
    await storage.settings.choose(1, champion_role=9)
    assert await due() == [1]
    await storage.settings.choose(1, champion_refused=True)
    assert await due() == []
    await storage.settings.choose(1, champion_refused=False)
    await storage.seasons.note_role(1, 1, 9)
    assert await storage.seasons.roles(1) == {1: 9}
    assert await due() == [], "nobody knows who is erased"
    await storage.settings.choose(1, champion_role=8)
    assert await due() == [1]
    await storage.seasons.note_role(1, 1, 8)
    assert await storage.seasons.roles(1) == {1: 8}
    await storage.seasons.crown(ended, [SeasonChampion(1, 2, 3)])
    assert await due() == [1], "another one is the champion"
    await storage.seasons.note_role(1, 2, 8)
    assert await due() == [1], "the former one has it still"
    await storage.seasons.note_role(1, 1, None)
    assert await due() == []
    await storage.settings.choose(1, champion_role=None)
    assert await due() == [1]
    await storage.settings.choose(1, left_at=5)
    assert await due() == []


async def test_the_first_season_keeps_what_is_older_than_it(storage: Storage, play: Any) -> None:
    """A clock that went back finished a game before the game that began the season."""
    await play(_at(10, 5))
    await play(_at(10, 4))
    await play(_at(11, 1))
    (due,) = await storage.seasons.due(_at(11, 2))
    await storage.seasons.end(due.season, due.at)
    assert (await _wins(storage, 1), await _wins(storage, 2)) == (2, 1)


async def test_an_end_taken_back_merges_the_seasons(storage: Storage, play: Any) -> None:
    await play(_at(10, 5))
    running = await storage.seasons.running(1)
    assert running is not None
    await storage.seasons.end(running, NOVEMBER)
    await play(_at(11, 3))
    before = await storage.seasons.reopen(1, 1, _at(11, 4))
    assert before is not None
    assert before.ended == NOVEMBER
    assert (await _wins(storage, 1), await _wins(storage, 2)) == (2, 0)
    assert [season.number for season in await storage.seasons.of(1)] == [1]
    assert await storage.seasons.due(_at(11, 5)) == []
    (due,) = await storage.seasons.due(_at(12, 5))
    assert due.at == DECEMBER
    assert await storage.seasons.reopen(1, 1, _at(12, 5)) is None
    kept = await _standings(storage)
    await storage.rebuild_standings(1)
    assert await _standings(storage) == kept


async def test_a_season_reopened_late_goes_on_to_the_next_turn(storage: Storage, play: Any) -> None:
    await play(_at(10, 5))
    running = await storage.seasons.running(1)
    assert running is not None
    await storage.seasons.end(running, NOVEMBER)
    await storage.seasons.reopen(1, 1, _at(11, 20))
    (due,) = await storage.seasons.due(_at(12, 1))
    assert due.at == DECEMBER


async def test_only_months_with_games_end_where_the_server_wants_it(storage: Storage, play: Any) -> None:
    await play(_at(10, 5))
    await play(_at(10, 5), guild=2)
    await play(_at(10, 5), guild=3)
    await storage.settings.choose(2, seasons="manual")
    await storage.settings.choose(3, left_at=_at(10, 6))
    assert [due.season.guild for due in await storage.seasons.due(_at(11, 2))] == [1]
    assert await storage.seasons.due(_at(10, 31)) == []
    assert [due.at for due in await storage.seasons.due(_at(12, 20))] == [NOVEMBER]


async def test_seasons_that_end_together_are_read_part_by_part(
    storage: Storage, play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("db.queries.seasons._SLICE", 2)
    for guild in range(1, 6):
        await play(_at(10, 5), guild=guild)
    assert [due.season.guild for due in await storage.seasons.due(_at(11, 2))] == [1, 2, 3, 4, 5]


async def test_a_season_ends_once_and_not_without_games(storage: Storage, play: Any, url: str) -> None:
    await play(_at(10, 5))
    running = await storage.seasons.running(1)
    assert running is not None
    async with open_database(url) as other:
        ended = await asyncio.gather(
            storage.seasons.end(running, NOVEMBER), other.seasons.end(running, NOVEMBER), return_exceptions=True
        )
    assert len([one for one in ended if one is not None and not isinstance(one, Exception)]) == 1
    assert [season.number for season in await storage.seasons.of(1)] == [2, 1]
    empty = await storage.seasons.running(1)
    assert empty is not None
    assert await storage.seasons.end(empty, DECEMBER) is None
    assert await storage.seasons.end(empty, NOVEMBER) is None


async def test_a_final_table_is_told_once(storage: Storage, play: Any) -> None:
    await play(_at(10, 5))
    running = await storage.seasons.running(1)
    assert running is not None
    await storage.seasons.end(running, NOVEMBER)
    (season,) = await storage.seasons.unannounced(_at(11, 2))
    assert await storage.seasons.unannounced(NOVEMBER + OLD) == []
    await storage.seasons.mark_announced(season, 5, 77)
    assert await storage.seasons.unannounced(_at(11, 2)) == []
    (_, told) = await storage.seasons.of(1)
    assert (told.channel, told.message) == (5, 77)
    await storage.seasons.mark_announced(season, None, NOWHERE)
    assert await storage.seasons.unannounced(_at(11, 2)) == []


async def test_a_game_finished_as_a_season_ends_belongs_to_the_next(storage: Storage, play: Any) -> None:
    await play(_at(10, 5))
    running = await storage.seasons.running(1)
    assert running is not None
    ended = await storage.seasons.end(running, NOVEMBER)
    assert ended is not None
    await play(NOVEMBER)
    assert (await _wins(storage, 1), await _wins(storage, 2)) == (1, 1)


async def _choose(storage: Storage, zone: str, now: int, guild: int = 1) -> None:
    await storage.settings.choose(guild, **days.with_zone(await storage.settings.of(guild), zone, now))


async def _turns(storage: Storage, now: int) -> dict[int, int]:
    """Which servers' seasons are due, and when they ended."""
    return {due.season.guild: due.at for due in await storage.seasons.due(now)}


async def test_a_season_ends_with_the_month_of_its_server(storage: Storage, play: Any) -> None:
    for guild, zone in ((1, "Pacific/Auckland"), (2, "America/Montreal"), (3, UTC)):
        await _choose(storage, zone, _at(10, 1), guild)
        await play(_at(11, 15), guild)
    auckland, montreal = _at(11, 30, 11), _at(12, 1, 5)
    assert await _turns(storage, auckland - 1) == {}
    assert await _turns(storage, auckland) == {1: auckland}
    assert await _turns(storage, DECEMBER) == {1: auckland, 3: DECEMBER}
    assert await _turns(storage, montreal - 1) == {1: auckland, 3: DECEMBER}
    assert await _turns(storage, montreal) == {1: auckland, 2: montreal, 3: DECEMBER}
    for due in await storage.seasons.due(montreal):
        await storage.seasons.end(due.season, due.at)
    assert await _turns(storage, _at(12, 31)) == {}


@pytest.mark.parametrize(
    ("before", "after"),
    [("Pacific/Auckland", "America/Montreal"), ("America/Montreal", "Pacific/Auckland"), (UTC, "Pacific/Tahiti")],
)
async def test_a_zone_chosen_as_a_month_ends_makes_one_season_end_once(
    storage: Storage, play: Any, before: str, after: str
) -> None:
    await _choose(storage, before, _at(10, 1))
    await play(_at(11, 15))
    turn = days.day_begins(20261201, before)
    await _choose(storage, after, turn - 7200)
    await play(turn - 1)
    await play(turn)
    ended = []
    for now in range(turn - 14400, turn + 72 * 3600, 14400):
        for due in await storage.seasons.due(now):
            assert due.at <= now
            await storage.seasons.end(due.season, due.at)
            ended.append(due.at)
    assert ended == [turn]
    assert (await _wins(storage, 1), await _wins(storage, 2)) == (2, 1)
    january = days.day_begins(20270101, after)
    await play(january)
    assert await _turns(storage, january - 1) == {}
    assert await _turns(storage, january) == {1: january}
    kept = await _standings(storage)
    await storage.rebuild_standings(1)
    assert await _standings(storage) == kept


async def test_the_months_and_weeks_of_boards_are_those_of_the_server(storage: Storage, play: Any) -> None:
    """Sunday evening in Montréal, the last of May and of a week, is Monday in UTC."""
    await _choose(storage, "America/Montreal", _at(2, 1))
    at = int(datetime(2026, 6, 1, 2, tzinfo=UTC_TIME).timestamp())
    await play(at)
    assert {row.period for row in await _standings(storage)} == {"all", "m2026-05", "w2026-22", "s1"}
    kept = await _standings(storage)
    await _choose(storage, UTC, at)
    await storage.rebuild_standings(1)
    assert await _standings(storage) == kept


async def test_a_game_counts_on_the_day_of_its_server(storage: Storage) -> None:
    at = _at(11, 21, 2)
    await _choose(storage, "America/Montreal", _at(11, 1))
    service = TableService(storage.tables, clock=lambda: at, settings=storage.settings)
    for guild, day in ((1, 20261120), (2, 20261121)):
        about = {"guild": guild, "channel": guild, "capacity": 1, "language": "en"}
        table = (await service.open(host=1, game=make("yams", {}), **about)).after
        table = (await service.start(table.id, 1, 2)).after
        while not table.over:
            text = next(one for one in legal(table.game, table.state) if not one.startswith("keep"))
            table = (await service.act(table.id, 1, table.step, text)).after
        query = select(schema.results.c.day).where(schema.results.c.guild == guild)
        async with storage.database.reading.connect() as connection:
            assert (await connection.execute(query)).scalar_one() == day


@pytest.mark.parametrize(
    ("at", "month", "week", "following"),
    [
        (_at(12, 31, 23), "m2026-12", "w2026-53", int(datetime(2027, 1, 1, tzinfo=UTC_TIME).timestamp())),
        (_at(11, 1, 0), "m2026-11", "w2026-44", DECEMBER),
        (int(datetime(2027, 1, 3, tzinfo=UTC_TIME).timestamp()), "m2027-01", "w2026-53", 1_801_440_000),
    ],
)
def test_keys_of_periods(at: int, month: str, week: str, following: int) -> None:
    day = days.day_of(at)
    assert (days.month_key(day), days.week_key(day)) == (month, week)
    assert days.day_begins(days.next_month(day)) == following
    assert days.month_begin(days.next_month(day)) == days.next_month(day)
