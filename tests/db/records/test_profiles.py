"""One player's games: series, streaks, opponents, history; and that every query begins at an index."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import event, text

from bot.engine import Level
from bot.tables.model.table import Computer, ComputerResult, Status, TableId, stored_results
from bot.tables.records.profiles import CountedGame, FinishedGame, GameSeries, HeadToHead, Opponent, Scope
from db import Storage

ANN, BOB, CAT, GONE = 1, 2, 3, -7


@pytest.fixture
async def games(storage: Any, row: Any, result: Any) -> Any:
    """Ann's and Bob's games, the last ones first in nothing."""
    house_rules = {"options": {"columns": 3}, "options_default": False, "rules": "abcd1234"}
    finished = [
        (1, {"finished_at": 10}, [(ANN, 300, 1), (BOB, 200, 2)]),
        (2, {"finished_at": 30}, [(BOB, 250, 1), (ANN, 240, 2)]),
        (3, {"finished_at": 20}, [(ANN, 260, 1), (CAT, 260, 1)]),
        (4, {"finished_at": 40} | house_rules, [(ANN, 700, 1), (BOB, 600, 2), (CAT, 500, 3)]),
        (5, {"finished_at": 50, "kind": "solo", "seats": 1, "solo": True}, [(ANN, 222, 1)]),
        (6, {"finished_at": 60, "kind": "real", "real_dice": True}, [(ANN, 250, 1), (GONE, 90, 2)]),
        (7, {"finished_at": 70, "game": "421"}, [(BOB, 0, 1), (ANN, -11, 2)]),
        (8, {"finished_at": 80, "guild": 99}, [(ANN, 999, 1), (BOB, 1, 2)]),
    ]
    for table, about, seats in finished:
        rows = []
        for seat, (user, score, rank) in enumerate(seats):
            won = rank == 1 and len(seats) > 1
            about_seat = {"rank": rank, "won": won, "seats": len(seats)} | about
            rows.append(result(table, seat, user, score, details=f"{user}:{table}", **about_seat))
        board = {"channel": 500 + table, "message": 600 + table if table != 2 else None}
        await storage.tables.save(row(table, parent=None, status=Status.FINISHED, **board), (), rows)
    return storage.profiles


@pytest.fixture
def asked(storage: Any) -> list[tuple[str, Any]]:
    """The reading statements, with their values."""
    found: list[tuple[str, Any]] = []

    def statement(_c: Any, _cursor: Any, sql: str, values: Any, *_: Any) -> None:
        found.append((sql, values))

    event.listen(storage.database.reading.sync_engine, "before_cursor_execute", statement)
    return found


async def test_series_keep_kinds_and_rules_apart(games: Any) -> None:
    assert await games.series(1, ANN) == [
        GameSeries("yum_plus", "together", "", {}, 3, 2, 3, 3, 800, 300),
        GameSeries("421", "together", "", {}, 1, 0, 1, 1, -11, -11),
        GameSeries("yum_plus", "together", "abcd1234", {"columns": 3}, 1, 1, 1, 1, 700, 700),
        GameSeries("yum_plus", "solo", "", {}, 1, 0, 0, 1, 222, 222),
        GameSeries("yum_plus", "real", "", {}, 1, 1, 1, 1, 250, 250),
    ]
    assert (await games.series(1, ANN))[0].average == pytest.approx(800 / 3)
    assert await games.series(2, ANN) == []


async def test_games_of_a_kind_that_only_a_later_version_knows_are_left_out(
    games: Any, storage: Storage, row: Any, result: Any
) -> None:
    """It runs beside this one while processes are replaced."""
    every = await games.series(1, ANN)
    await storage.tables.save(row(50, channel=50), [], [result(50, 0, ANN, 300, kind="by mail")])
    assert await games.series(1, ANN) == every


async def test_games_come_in_the_order_they_were_finished(games: Any) -> None:
    found = await games.played(Scope(1, ANN, "yum_plus", "together", ""))
    assert [one.score for one in found] == [300, 260, 240]
    assert found[0] == FinishedGame(300, True, False, 2)
    assert [one.score for one in await games.played(Scope(1, ANN))] == [300, 260, 240, 700, 222, 250, -11]
    assert await games.counted(Scope(1, BOB, "421")) == [CountedGame("together", False, "2:7")]
    every = await games.counted(Scope(1, ANN))
    assert await games.counted(Scope(1, ANN), latest=3) == every[:-4:-1]


async def test_head_to_head(games: Any) -> None:
    assert await games.against(1, ANN) == [
        HeadToHead(BOB, 4, 2, 2),
        HeadToHead(CAT, 2, 1, 0),
        HeadToHead(GONE, 1, 1, 0),
    ]
    assert (await games.against(1, ANN))[1].tied == 1
    assert await games.against(1, ANN, "421") == [HeadToHead(BOB, 1, 0, 1)]
    assert await games.against(1, ANN, limit=1) == [HeadToHead(BOB, 4, 2, 2)]
    assert await games.against(1, CAT) == [HeadToHead(ANN, 2, 0, 1), HeadToHead(BOB, 1, 0, 1)]


async def test_games_against_computers_are_told_apart_by_level(storage: Any, row: Any, result: Any) -> None:
    async def played(table: int, rank: int, *met: ComputerResult, **changes: Any) -> None:
        about = {"kind": "computer", "rank": rank, "computers": stored_results(met)} | changes
        await storage.tables.save(
            row(table), (), [result(table, 0, 1, 200, **about), result(table, 1, 2, 100, **about)]
        )

    champion, beginner = (Level.CHAMPION, Level.BEGINNER)
    await played(1, 1, ComputerResult(1, champion, 2, 150, None))
    await played(2, 2, ComputerResult(1, champion, 1, 250, None), ComputerResult(2, beginner, 3, 9, None))
    await played(3, 1, ComputerResult(1, beginner, 1, 200, 0), side=0)  # Partners.
    assert await storage.profiles.against_computers(1, 1) == [
        HeadToHead(Computer(1, beginner), 1, 1, 0),
        HeadToHead(Computer(1, champion), 2, 1, 1),
    ]
    assert await storage.profiles.against(1, 1) == []
    page = await storage.profiles.history(Scope(1, 1))
    assert page.games[1].others == (
        Opponent(2, 2, 100),
        Opponent(Computer(1, champion), 1, 250),
        Opponent(Computer(2, beginner), 3, 9),
    )


async def test_the_first_win_against_a_champion_stands_once_for_each_game(storage: Any, row: Any, result: Any) -> None:
    async def played(table: int, champion: int | None, **changes: Any) -> frozenset[int]:
        """Ann's game at which the champion had this rank; return for whom it was the first win against it."""
        level = Level.REGULAR if champion is None else Level.CHAMPION
        met = stored_results([ComputerResult(1, level, champion or 2, 150, changes.pop("with_side", None))])
        about = {"kind": "computer", "won": True, "computers": met, "finished_at": 1000 + table} | changes
        ended = [result(table, 0, 1, 200, **about)]
        await storage.tables.save(row(table), (), ended)
        return (await storage.bests.before(ended)).beat_champion  # type: ignore[no-any-return]

    assert not await played(1, None), "it was a regular computer"
    assert not await played(2, 1, rank=2, won=False), "the champion won"
    assert not await played(3, 1), "both won"
    assert not await played(4, 2, kind="hints"), "with hints"
    assert not await played(5, 2, side=0, with_side=0), "with the champion as a partner"
    assert await storage.profiles.champions_beaten(1, 1) == {}
    assert await played(6, 2) == {1}
    assert not await played(7, 3), "once a game"
    assert await played(8, 2, game="421") == {1}
    assert await played(9, 2, guild=2) == {1}
    assert await storage.profiles.champions_beaten(1, 1) == {"yum_plus": 1006, "421": 1008}
    assert await storage.profiles.champions_beaten(1, 2) == {}


async def test_partners_are_not_opponents(storage: Any, row: Any, result: Any) -> None:
    seats = [
        result(1, seat, user, 9, side=seat % 2, seats=4, rank=1 + seat % 2) for seat, user in enumerate((1, 2, 3, 4))
    ]
    await storage.tables.save(row(1), (), seats)
    assert await storage.profiles.against(1, 1) == [HeadToHead(2, 1, 1, 0), HeadToHead(4, 1, 1, 0)]


async def test_history_newest_first(games: Any) -> None:
    page = await games.history(Scope(1, ANN), limit=3)
    assert page.total == 7
    assert [past.table for past in page.games] == [7, 6, 5]
    assert page.games[0].others == (Opponent(BOB, 1, 0),)
    assert page.games[1].others == (Opponent(GONE, 2, 90),)
    assert (page.games[0].channel, page.games[0].message) == (507, 607)
    rest = await games.history(Scope(1, ANN), offset=3, limit=9)
    assert [past.table for past in rest.games] == [4, 2, 3, 1]
    assert rest.games[0].options
    assert [other.user for other in rest.games[0].others] == [BOB, CAT]
    assert rest.games[1].channel is None  # no board any more
    only = await games.history(Scope(1, ANN, "421"))
    assert ([past.table for past in only.games], only.total) == ([7], 1)
    assert (await games.history(Scope(1, 77))).games == ()


async def test_a_game_of_the_day_has_no_board_to_look_at(storage: Any, row: Any, result: Any) -> None:
    await storage.tables.save(row(1, daily=20261121, message=5), (), [result(1, 0, ANN, 9, kind="daily", seats=1)])
    (past,) = (await storage.profiles.history(Scope(1, ANN))).games
    assert (past.table, past.message) == (TableId(1), None)


async def test_a_day_is_left_out_of_everything_for_those_who_still_throw_its_dice(
    storage: Any, row: Any, result: Any
) -> None:
    today, yesterday = 20261121, 20261120
    for table, day, score in ((1, yesterday, 200), (2, today, 315)):
        about = {"kind": "daily", "seats": 1, "day": day, "finished_at": day, "details": f"{day}"}
        await storage.tables.save(row(table, daily=day), (), [result(table, 0, ANN, score, **about)])
    profiles, others = storage.profiles, Scope(1, ANN, without_day=today)
    assert [one.score for one in await profiles.played(others)] == [200]
    assert [one.details for one in await profiles.counted(others)] == [str(yesterday)]
    assert [(one.games, one.highest) for one in await profiles.series(1, ANN, without_day=today)] == [(1, 200)]
    page = await profiles.history(Scope(1, ANN, without_day=today))
    assert ([past.table for past in page.games], page.total) == ([1], 1)
    assert [one.score for one in await profiles.played(Scope(1, ANN))] == [200, 315]
    assert (await profiles.history(Scope(1, ANN))).total == 2


async def test_the_finished_games_of_a_channel_are_everybodys(storage: Any, row: Any, result: Any) -> None:
    """A live table and a closed one have no result; a game of the day is its player's own, wherever it was opened."""
    over = {"guild": 1, "channel": 9, "status": "finished"}
    await storage.tables.save(row(1, guild=1, channel=9), (), [])
    await storage.tables.save(row(2, **over), (), [result(2, 1, BOB, 90, rank=1), result(2, 2, ANN, 80, rank=2)])
    await storage.tables.save(row(3, **over), (), [result(3, 0, ANN, 9, seats=1)])
    await storage.tables.save(row(4, **over, daily=20261121), (), [result(4, 0, ANN, 9, kind="daily", seats=1)])
    await storage.tables.save(row(5, **over | {"channel": 8}), (), [result(5, 0, ANN, 9, seats=1)])
    page = await storage.profiles.finished_in(1, 9)
    assert ([past.table for past in page.games], page.total) == ([3, 2], 2)
    assert (page.games[1].user, page.games[1].others) == (BOB, (Opponent(ANN, 2, 80),))
    older = await storage.profiles.finished_in(1, 9, offset=1, limit=1)
    assert [past.table for past in older.games] == [2]
    assert (await storage.profiles.finished_in(2, 9)).total == 0


async def test_managers_find_the_dailies_of_a_channel_but_for_that_of_today(
    storage: Any, row: Any, result: Any
) -> None:
    """Nor are games for practice among them, nor rounds of tournaments."""
    over, alone = {"guild": 1, "channel": 9, "status": "finished"}, {"kind": "daily", "seats": 1}
    await storage.tables.save(row(1, **over), (), [result(1, 0, BOB, 90)])
    for table, about in ((2, {}), (3, {"daily": 20261122}), (4, {"practice": 1}), (5, {"channel": 8})):
        of_a_day = row(table, **over | {"daily": 20261121, "host": ANN + table} | about)
        await storage.tables.save(of_a_day, (), [result(table, 0, ANN, 9, day=of_a_day["daily"], **alone)])
    await storage.tables.save(
        row(6, **over, tournament=5, entry=1, round=0), (), [result(6, 0, ANN, 9, **alone | {"kind": "tourney"})]
    )
    page = await storage.profiles.finished_in(1, 9, days_before=20261122)
    assert ([past.table for past in page.games], page.total) == ([2, 1], 2)
    assert (page.games[0].user, page.games[0].kind, page.games[0].message) == (ANN, "daily", None)
    assert [past.table for past in (await storage.profiles.finished_in(1, 9)).games] == [1]


async def test_every_question_begins_at_an_index(games: Any, asked: Any, storage: Any, url: str) -> None:
    if not url.startswith("sqlite"):
        pytest.skip("plans are SQLite's")
    asked.clear()
    await games.series(1, ANN)
    await games.played(Scope(1, ANN, "yum_plus", "together", ""))
    await games.counted(Scope(1, ANN))
    await games.against(1, ANN, "yum_plus")
    await games.history(Scope(1, ANN, "yum_plus"), offset=2)
    await games.finished_in(2**62, 507)
    await games.finished_in(2**62, 507, days_before=20261122)
    assert len(asked) == 16
    async with storage.database.reading.connect() as connection:
        for sql, values in list(asked):
            plan = [
                line.detail for line in (await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values)).all()
            ]
            found = "\n".join(plan)
            assert not re.search(r"SCAN (results|tables|other)\b", found), f"{sql}\n{found}"
            assert "SEARCH" in found
            if "guild" in sql:
                index = (
                    "ix_tables_guild_channel_number" if "channel = " in sql else "ix_results_guild_user_id_finished_at"
                )
                assert index in found, found
        await connection.execute(text("SELECT 1"))
