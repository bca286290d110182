"""A day gets its dice once; an index finds its leaderboard and runs of days in the results."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from sqlalchemy import text

from bot.engine.duplicate import matchpoints, top
from bot.engine.gate import legal
from bot.tables.daily import Dailies, DailyGame, DailyLine
from bot.tables.model import days
from bot.tables.model.choices import GuildChoices
from bot.tables.model.days import with_day_length, with_zone
from bot.tables.model.errors import DiceRevealed, SecretDay
from bot.tables.model.processes import SHARD_BITS, Shards
from bot.tables.model.table import Status, Table, TableId
from bot.tables.service.service import TableService
from bot.tables.storage.seals import Seals
from db import Storage

DAY = 20261121
GUILD, ANN, BOB, CAT = 1, 10, 11, 12


def drawn(secret: bytes = b"1" * 32, day: int = DAY, guild: int = GUILD) -> DailyGame:
    return DailyGame(guild, day, "yams", {"joker": True, "columns": 2}, secret, days.day_ends(day))


def span(day: int = DAY) -> tuple[int, int]:
    return days.day_begins(day), days.day_ends(day)


async def finish(storage: Storage, row: Any, result: Any, number: int, user: int, score: int, **about: Any) -> None:
    values = {"guild": GUILD, "kind": "daily", "finished_at": span()[0] + number, "seats": 1, "solo": True}
    await storage.tables.save(row(number), (), [result(number, 0, user, score, **(values | about))])


async def test_the_first_draw_stands(storage: Storage) -> None:
    found = await asyncio.gather(*(storage.dailies.find_or_add(drawn(bytes([n]) * 32)) for n in range(20)))
    assert len({one.secret for one in found}) == 1
    assert found[0] == await storage.dailies.find(GUILD, DAY)
    assert found[0].options == {"joker": True, "columns": 2}
    assert await storage.dailies.find(GUILD, DAY + 1) is None
    assert (await storage.dailies.find_or_add(drawn(b"2" * 32, guild=2))).secret == b"2" * 32


async def test_the_latest_day_that_is_over_waits_for_the_champion_in_our_servers_alone(storage: Storage) -> None:
    here, there = 4 << SHARD_BITS, 5 << SHARD_BITS
    for guild, day in ((here, DAY - 2), (here, DAY - 1), (here, DAY), (there, DAY - 1)):
        await storage.dailies.find_or_add(drawn(day=day, guild=guild))
    ours, now = Shards(2, frozenset({0})), span()[0]
    waits = []
    while (daily := await storage.dailies.unplayed(ours, now)) is not None:
        waits.append((daily.guild, daily.day))
        await storage.dailies.keep_champion(daily.guild, daily.day, "" if len(waits) == 1 else "{}")
    assert waits == [(here, DAY - 1), (here, DAY - 2)]
    assert [(await storage.dailies.find(here, day)).champion for day in (DAY - 2, DAY - 1, DAY)] == ["{}", "", None]  # type: ignore[union-attr]


async def test_days_beside_a_day_are_those_that_somebody_finished_and_any_later_one(
    storage: Storage, row: Any, result: Any
) -> None:
    """A leaderboard of a day that nobody finished is none to look back at."""
    for day in (20261031, 20261101, 20261105, 20261118, DAY):
        await storage.dailies.find_or_add(drawn(day=day))
    for number, day in enumerate((20261031, 20261101), 1):
        await finish(storage, row, result, number, ANN, 200, finished_at=span(day)[0] + 9, day=day)
    await finish(storage, row, result, 8, ANN, 200, finished_at=span(20261118)[0] + 9, day=20261118, kind="practice")
    await finish(storage, row, result, 9, ANN, 200, finished_at=span(20261105)[0] + 9, day=20261105, guild=2)
    await storage.dailies.find_or_add(drawn(day=20261110, guild=2))
    assert await storage.dailies.around(GUILD, 20261101) == (20261031, 20261105)
    assert await storage.dailies.around(GUILD, 20261031) == (None, 20261101)
    assert await storage.dailies.around(GUILD, 20261115) == (20261101, 20261118)
    assert await storage.dailies.around(GUILD, DAY) == (20261101, None)


async def test_a_board_counts_the_dailies_of_its_day_and_nothing_else(storage: Storage, row: Any, result: Any) -> None:
    begin, end = span()
    await finish(storage, row, result, 1, ANN, 200)
    await finish(storage, row, result, 2, BOB, 300)
    await finish(storage, row, result, 3, CAT, 200)
    await finish(storage, row, result, 4, -7, 900)  # An erased person.
    await finish(storage, row, result, 5, ANN, 999, kind="solo")
    await finish(storage, row, result, 6, ANN, 999, guild=2)
    await finish(storage, row, result, 7, ANN, 999, finished_at=end)
    await finish(storage, row, result, 8, ANN, 999, finished_at=begin - 1)
    board = await storage.dailies.board(GUILD, DAY, CAT)
    assert board.lines == (DailyLine(1, BOB, 300), DailyLine(2, ANN, 200), DailyLine(2, CAT, 200))
    assert (board.own, board.total) == (DailyLine(2, CAT, 200), 3)
    page = await storage.dailies.board(GUILD, DAY, 99, offset=1, limit=1)
    assert (page.lines, page.own, page.total) == ((DailyLine(2, ANN, 200),), None, 3)
    assert (await storage.dailies.board(GUILD, DAY, ANN, limit=0)).lines == ()


async def test_a_players_table_of_a_day(storage: Storage, row: Any) -> None:
    await storage.tables.save(row(1, guild=GUILD, host=ANN, daily=DAY))
    await storage.tables.save(row(2, guild=GUILD, host=BOB, daily=DAY))
    assert await storage.dailies.table(GUILD, DAY, BOB) == TableId(2)
    assert await storage.dailies.table(GUILD, DAY + 1, BOB) is None
    assert await storage.dailies.table(2, DAY, BOB) is None


async def test_a_long_row_of_days_is_counted_to_its_end(storage: Storage, row: Any, result: Any) -> None:
    begin, _ = span()
    for ago in range(230):
        await finish(storage, row, result, 1 + ago, ANN, 1, finished_at=begin + 60 - ago * 86_400)
    await finish(storage, row, result, 300, ANN, 1, finished_at=begin + 60 - 233 * 86_400)  # Three days of April later.
    dailies = Dailies(TableService(storage.tables), storage.dailies, storage.settings, lambda: begin + 100 + 86_400)
    assert (await dailies.today(GUILD, ANN)).streak == 230
    assert (await dailies.today(GUILD, BOB)).streak == 0


async def played(storage: Storage, row: Any, result: Any, finished: tuple[int, ...]) -> None:
    """Let Ann finish the games of these days of 2026."""
    for number, day in enumerate(finished, 1):
        at = span(20260000 + day)[0] + 60
        await finish(storage, row, result, number, ANN, 1, finished_at=at, day=20260000 + day)


@pytest.mark.parametrize(
    ("finished", "today", "streak"),
    [
        ((1118, 1120), 1121, 2),
        ((1117, 1120), 1121, 2),
        ((1116, 1120), 1121, 1),  # Three days of November are missed in between.
        ((1117, 1119), 1121, 2),  # One in between, and yesterday.
        ((1117, 1118), 1121, 2),
        ((1117,), 1121, 0),
        ((1115, 1116, 1118, 1120), 1121, 4),
        ((1029, 1103), 1104, 2),  # Two of October and two of November.
        ((1028, 1103), 1104, 1),
        ((1029, 1104), 1105, 1),
        ((1024, 1026, 1028, 1102, 1104), 1105, 2),  # October: 29, 30 and 31.
        ((1026, 1028, 1030, 1102, 1104), 1105, 4),  # October: 31 and 29, not 27 as well.
        ((1031, 1102), 1101, 1),  # A clock set back: what is later is not looked at.
    ],
)
async def test_two_missed_days_of_a_month_end_no_streak(
    storage: Storage, row: Any, result: Any, finished: tuple[int, ...], today: int, streak: int
) -> None:
    await played(storage, row, result, finished)
    now = span(20260000 + today)[0] + 120
    dailies = Dailies(TableService(storage.tables), storage.dailies, storage.settings, lambda: now)
    assert (await dailies.today(GUILD, ANN)).streak == streak


@pytest.mark.parametrize(
    ("finished", "today", "ended", "left"),
    [
        ((), 1110, 0, 0),
        ((1106, 1107, 1109), 1110, 0, 3),
        ((1105, 1106, 1107), 1110, 0, 3),  # Two are missed.
        ((1105, 1106, 1107), 1111, 3, 0),
        ((1105,), 1111, 1, 0),
        ((1101, 1102, 1103, 1106), 1108, 4, 1),  # The third missed day of the month takes what lies before the gap.
    ],
)
async def test_a_day_tells_the_streak_that_missed_days_have_ended_until_its_player_has_played(
    storage: Storage, row: Any, result: Any, finished: tuple[int, ...], today: int, ended: int, left: int
) -> None:
    await played(storage, row, result, finished)
    now = span(20260000 + today)[0] + 120
    dailies = Dailies(TableService(storage.tables), storage.dailies, storage.settings, lambda: now)
    told = await dailies.today(GUILD, ANN)
    assert (told.ended, told.streak) == (ended, left)
    await finish(storage, row, result, 99, ANN, 1, finished_at=now, day=20260000 + today)
    now += 86_400
    assert (await dailies.today(GUILD, ANN)).ended == 0


# -- the table of a month ----------------------------------------------------------------------------------------------


def shares(field: list[int]) -> list[float]:
    """What each score of a day brings, of 100, by the rule of bridge."""
    return [round(100 * points / top(len(field)), 2) for points in matchpoints(field)]


async def test_a_month_adds_up_what_each_day_brought_but_for_everybodys_two_weakest(
    storage: Storage, row: Any, result: Any, seed: int
) -> None:
    chance, number, brought = random.Random(seed), 0, dict[int, list[float]]()
    played = sorted(chance.sample(range(1, 21), 9))
    for day in played:
        people = chance.sample(range(100, 112), chance.randint(1, 12))
        field = [chance.randint(1, 5) for _ in people]  # Few scores, so that many are equal.
        for user, score, share in zip(people, field, shares(field), strict=True):
            number += 1
            at = span(20261100 + day)[0] + number
            await finish(storage, row, result, number, user, score, finished_at=at, day=20261100 + day)
            brought.setdefault(user, []).append(share)
    board = await storage.dailies.month(GUILD, 20261101, 20261121, 100, limit=99)
    assert (board.days, board.total) == (9, len(brought))
    for line in board.lines:
        own = sorted(brought[line.user], reverse=True)
        assert line.points == pytest.approx(sum(own[:7]), abs=0.001)
        assert line.days == len(own)
        assert line.rank == 1 + sum(other.points > line.points for other in board.lines)
    assert [line.rank for line in board.lines] == sorted(line.rank for line in board.lines)
    assert board.own == next((line for line in board.lines if line.user == 100), None)
    page = await storage.dailies.month(GUILD, 20261101, 20261121, 100, offset=1, limit=2)
    assert (page.lines, page.own, page.total) == (board.lines[1:3], board.own, board.total)


async def test_a_month_holds_its_days_that_are_over_and_nothing_else(storage: Storage, row: Any, result: Any) -> None:
    days_of = {ANN: (1031, 1101, 1102, 1121), BOB: (1101, 1103), -7: (1101,)}
    for number, (user, day) in enumerate(((user, day) for user, some in days_of.items() for day in some), 1):
        at = span(20260000 + day)[0] + 60
        await finish(storage, row, result, number, user, number, finished_at=at, day=20260000 + day)
    await finish(storage, row, result, 90, CAT, 9, finished_at=span(20261102)[0], day=20261102, kind="practice")
    await finish(storage, row, result, 91, CAT, 9, finished_at=span(20261102)[0], day=20261102, guild=2)
    now = span(20261121)[0] + 43_200
    dailies = Dailies(TableService(storage.tables), storage.dailies, storage.settings, lambda: now)
    november = await dailies.month(GUILD, 20261115, ANN)
    assert {line.user: line.days for line in november.lines} == {ANN: 2, BOB: 2}, "today goes on"
    assert november.days == 3
    october = await dailies.month(GUILD, 20261031, BOB)
    assert [(line.user, line.points, line.days) for line in october.lines] == [(ANN, 50, 1)], "alone: half"
    assert october.own is None


async def test_the_last_seven_days_add_up_a_sunday_with_them(storage: Storage, row: Any, result: Any) -> None:
    """The 15th is a Sunday, whose evening brings the post of the week; the 20th has just begun."""
    played = [(ANN, 15), (ANN, 16), (BOB, 16), (ANN, 17), (ANN, 18), (BOB, 18), (BOB, 20)]
    for number, (user, day) in enumerate(played, 1):
        at = span(20261100 + day)[0] + 60
        await finish(
            storage, row, result, number, user, 300 if user == ANN else 200, finished_at=at, day=20261100 + day
        )
    now = span(20261120)[0] + 43_200
    dailies = Dailies(TableService(storage.tables), storage.dailies, storage.settings, lambda: now)
    week = await dailies.week(GUILD, 20261120)
    assert [(line.user, line.points, line.days) for line in week.lines] == [(ANN, 300, 4), (BOB, 0, 2)]
    assert (await dailies.week(GUILD, 20261115)).lines == (), "the day of the post goes on"
    assert [line.user for line in (await dailies.week(GUILD, 20261122)).lines] == [ANN, BOB], (
        "the Sunday is in the next"
    )
    assert [(line.user, line.days) for line in (await dailies.week(GUILD, 20261123)).lines] == [(ANN, 3), (BOB, 3)]


# -- past days ---------------------------------------------------------------------------------------------------------


async def test_a_past_day_is_played_for_practice_with_its_dice_and_counts_nowhere(storage: Storage) -> None:
    now = span()[0] + 60
    service = TableService(storage.tables, clock=lambda: now, settings=storage.settings)
    service.seals = Seals(storage.dailies, lambda: now)
    dailies = Dailies(service, storage.dailies, storage.settings, lambda: now)
    counted = await _finished(service, await dailies.play(GUILD, 2, ANN, "en"))
    drawn = await dailies.find(GUILD, DAY)
    assert drawn is not None
    with pytest.raises(SecretDay):
        await dailies.practise(drawn, 2, BOB, "en")
    board = await dailies.board(GUILD, DAY, ANN)
    now = drawn.ends + 60
    assert await dailies.past(GUILD) == [(DAY, drawn.game)]
    table = await dailies.practise(drawn, 2, BOB, "en")
    assert (await dailies.practise(drawn, 3, BOB, "en")).id == table.id, "an unfinished one goes on"
    assert await dailies.table(GUILD, DAY, BOB) is None
    done = await _finished(service, table)
    assert done.game.scores(done.state) == counted.game.scores(counted.state), "the same choices with the same dice"
    assert await service.history.verify(done.id)
    assert await dailies.board(GUILD, DAY, ANN) == board
    assert (await dailies.today(GUILD, BOB)).streak == 0
    told = await dailies.result(done)
    assert told is not None
    assert (told.rank, told.total, told.over) == (1, 1, True)
    again = await dailies.practise(drawn, 2, BOB, "en")
    assert again.settings.practice == 2
    assert (await dailies.practise(drawn, 2, ANN, "en")).settings.practice == 1, "who has played it may practise too"
    now += 8 * 86_400
    assert (await service.deadlines.give_up(again.id)).after.status is Status.ENDED
    async with storage.database.reading.connect() as connection:
        kinds = await connection.execute(text("SELECT kind, to_rate FROM results ORDER BY number"))
    assert [tuple(row) for row in kinds.all()] == [("daily", False), ("practice", False)]


async def test_a_result_knows_how_many_others_have_as_many_points(storage: Storage, row: Any, result: Any) -> None:
    service = TableService(storage.tables, clock=lambda: span()[0] + 60, settings=storage.settings)
    dailies = Dailies(service, storage.dailies, storage.settings, lambda: span()[0] + 60)
    ann = await _finished(service, await dailies.play(GUILD, 2, ANN, "en"))
    alone = await dailies.result(ann)
    assert alone is not None
    assert (alone.rank, alone.tied) == (1, 0)
    await _finished(service, await dailies.play(GUILD, 2, BOB, "en"))
    points = ann.game.scores(ann.state)[0]
    for number, score in enumerate((points + 1, points - 1), 900):
        await finish(storage, row, result, number, CAT + number, score, finished_at=span()[0] + 90, day=DAY)
    told = await dailies.result(ann)
    assert told is not None
    assert (told.rank, told.total, told.tied) == (2, 4, 1), "Bob chose as she did"


async def test_a_result_stands_on_the_board_of_its_day(storage: Storage, row: Any, result: Any) -> None:
    """Whatever day it was in UTC when it finished."""
    _, end = span()
    await finish(storage, row, result, 1, ANN, 200, finished_at=end + 9 * 3600, day=DAY)
    await finish(storage, row, result, 2, BOB, 300, finished_at=end + 9 * 3600, day=DAY + 1)
    await finish(storage, row, result, 3, CAT, 100, finished_at=end - 9 * 3600, day=DAY + 1)
    assert [line.user for line in (await storage.dailies.board(GUILD, DAY, ANN)).lines] == [ANN]
    assert [line.user for line in (await storage.dailies.board(GUILD, DAY + 1, ANN)).lines] == [BOB, CAT]


async def _finished(service: TableService, table: Table) -> Table:
    """Play a daily to its end."""
    while not table.over:
        text = next(one for one in legal(table.game, table.state) if not one.startswith("keep"))
        table = (await service.act(table.id, table.host, table.step, text)).after
    return table


async def test_a_row_of_days_goes_on_through_another_time_zone(storage: Storage) -> None:
    """The last day of UTC, the long one after it, and the first whole one of Tahiti."""
    now = span()[0] + 43_200
    await storage.settings.choose(GUILD, **with_zone(GuildChoices(), "Pacific/Tahiti", now))
    service = TableService(storage.tables, clock=lambda: now, settings=storage.settings)
    dailies = Dailies(service, storage.dailies, storage.settings, lambda: now)
    ends = []
    for streak in range(3):
        assert (await dailies.today(GUILD, ANN)).streak == streak
        table = await dailies.play(GUILD, 2, ANN, "en")
        ends.append(table.due)
        table = await _finished(service, table)
        found = await dailies.result(table)
        assert found is not None
        assert (found.rank, found.total, found.streak, found.over) == (1, 1, streak + 1, False)
        now = (table.settings.ends or 0) + 3600
        found = await dailies.result(table)
        assert found is not None
        assert found.over
    tahiti = 10 * 3600
    assert ends == [span()[1], span()[1] + 86_400 + tahiti, span()[1] + 2 * 86_400 + tahiti]


async def test_a_game_finished_after_the_clock_was_set_back_counts_on_its_own_day(storage: Storage) -> None:
    now = span()[0] + 60
    service = TableService(storage.tables, clock=lambda: now, settings=storage.settings)
    dailies = Dailies(service, storage.dailies, storage.settings, lambda: now)
    table = await dailies.play(GUILD, 2, ANN, "en")
    now -= 600
    table = await _finished(service, table)
    assert [line.user for line in (await dailies.board(GUILD, DAY, ANN)).lines] == [ANN]


async def test_another_length_leaves_the_days_before_it_and_the_streak_goes_on(storage: Storage) -> None:
    """Friday has been played, Saturday only announced, when the server chooses long days."""
    now = days.day_begins(20261120) + 43_200
    service = TableService(storage.tables, clock=lambda: now, settings=storage.settings)
    dailies = Dailies(service, storage.dailies, storage.settings, lambda: now)
    for streak in range(3):
        if streak == 1:
            chosen = with_day_length(await storage.settings.of(GUILD), "long", now)
            await storage.settings.choose(GUILD, **chosen)
        day = days.day_of(now)
        announced = await dailies.game_of(GUILD, day)
        today = await dailies.today(GUILD, ANN)
        assert (today.daily.game, today.streak, today.week[0]) == (announced, streak, (day, announced))
        await _finished(service, await dailies.play(GUILD, 2, ANN, "en"))
        now += 2 * 86_400 if streak else 86_400  # Sunday is missed.
    played = [days.WEEKS["short"][4], days.WEEKS["short"][5], days.WEEKS["long"][0]]
    assert [game for _, game in reversed(await dailies.past(GUILD))] == played
    assert await dailies.game_of(GUILD, 20261120) == played[0]


async def test_another_zone_does_not_draw_a_day_again(storage: Storage) -> None:
    """Neither while it lasts, nor where a clock set back makes it today once more after its dice were shown."""
    now = span()[0] + 43_200
    service = TableService(storage.tables, clock=lambda: now, settings=storage.settings)
    service.seals = Seals(storage.dailies, lambda: now)
    dailies = Dailies(service, storage.dailies, storage.settings, lambda: now)
    drawn = (await dailies.today(GUILD, ANN)).daily
    for zone in ("Pacific/Tahiti", "Pacific/Noumea"):
        await storage.settings.choose(GUILD, **with_zone(await storage.settings.of(GUILD), zone, now))
        assert (await dailies.today(GUILD, BOB)).daily == drawn
    now = drawn.ends
    assert await dailies.over(drawn)
    now = drawn.ends - 60
    for zone in ("Pacific/Tahiti", "Pacific/Noumea"):
        await storage.settings.choose(GUILD, **with_zone(await storage.settings.of(GUILD), zone, now))
        assert await dailies.over(drawn)
        with pytest.raises(DiceRevealed) as refused:
            await dailies.today(GUILD, CAT)
        assert refused.value.until == drawn.ends
    now = drawn.ends
    assert (await dailies.today(GUILD, CAT)).daily.day == DAY + 1


async def test_boards_and_rows_of_days_are_found_by_an_index(storage: Storage) -> None:
    if storage.database.file is None:
        return
    results = "FROM results WHERE guild = 1 AND kind = 'daily'"
    wanted = {
        f"SELECT score {results} AND finished_at BETWEEN 1 AND 2 AND (day = 3 OR day IS NULL AND finished_at < 2)": (
            "ix_results_guild_finished_at"
        ),
        f"SELECT finished_at {results} AND user_id = 2 AND finished_at < 9 ORDER BY finished_at DESC LIMIT 9": (
            "ix_results_guild_user_id_finished_at"
        ),
        "SELECT id FROM tables WHERE guild = 1 AND daily = 2 AND host = 3": "one_daily_per_player",
    }
    async with storage.database.reading.connect() as connection:
        for query, index in wanted.items():
            plan = (await connection.execute(text(f"EXPLAIN QUERY PLAN {query}"))).all()
            assert index in str(plan), (query, plan)
