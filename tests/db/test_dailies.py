"""A day gets its dice once; an index finds its leaderboard and runs of days in the results."""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy import text

from bot.tables.core.model import TableId
from bot.tables.daily import daily_calendar
from bot.tables.daily.games import Dailies, DailyGame, DailyLine
from bot.tables.play.service import TableService
from db import Storage

DAY = 20261121
GUILD, ANN, BOB, CAT = 1, 10, 11, 12


def drawn(secret: bytes = b"1" * 32, day: int = DAY, guild: int = GUILD) -> DailyGame:
    return DailyGame(guild, day, "yams", {"joker": True, "columns": 2}, secret)


def span(day: int = DAY) -> tuple[int, int]:
    return daily_calendar.day_begins(day), daily_calendar.day_ends(day)


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


async def test_days_beside_a_day(storage: Storage) -> None:
    for day in (20261031, 20261101, DAY):
        await storage.dailies.find_or_add(drawn(day=day))
    await storage.dailies.find_or_add(drawn(day=20261110, guild=2))
    assert await storage.dailies.around(GUILD, 20261101) == (20261031, DAY)
    assert await storage.dailies.around(GUILD, 20261031) == (None, 20261101)
    assert await storage.dailies.around(GUILD, 20261115) == (20261101, DAY)


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
    board = await storage.dailies.board(GUILD, span(), CAT)
    assert board.lines == (DailyLine(1, BOB, 300), DailyLine(2, ANN, 200), DailyLine(2, CAT, 200))
    assert (board.own, board.total) == (DailyLine(2, CAT, 200), 3)
    page = await storage.dailies.board(GUILD, span(), 99, offset=1, limit=1)
    assert (page.lines, page.own, page.total) == ((DailyLine(2, ANN, 200),), None, 3)
    assert (await storage.dailies.board(GUILD, span(), ANN, limit=0)).lines == ()


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
    await finish(storage, row, result, 300, ANN, 1, finished_at=begin + 60 - 231 * 86_400)
    dailies = Dailies(TableService(storage.tables), storage.dailies, lambda: begin + 100 + 86_400)
    assert (await dailies.today(GUILD, ANN)).streak == 230
    assert (await dailies.today(GUILD, BOB)).streak == 0


async def test_boards_and_rows_of_days_are_found_by_an_index(storage: Storage) -> None:
    if storage.database.file is None:
        return
    results = "FROM results WHERE guild = 1 AND kind = 'daily'"
    wanted = {
        f"SELECT score {results} AND finished_at >= 1 AND finished_at < 2": "ix_results_guild_finished_at",
        f"SELECT finished_at {results} AND user_id = 2 AND finished_at < 9 ORDER BY finished_at DESC LIMIT 9": (
            "ix_results_guild_user_id_finished_at"
        ),
        "SELECT id FROM tables WHERE guild = 1 AND daily = 2 AND host = 3": "one_daily_per_player",
    }
    async with storage.database.reading.connect() as connection:
        for query, index in wanted.items():
            plan = (await connection.execute(text(f"EXPLAIN QUERY PLAN {query}"))).all()
            assert index in str(plan), (query, plan)
