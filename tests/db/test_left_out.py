"""People whom no board shows to others stand on none of them, for anybody but themselves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, get_args

import pytest
from sqlalchemy import insert

from bot.tables.daily import DailyGame
from bot.tables.model import days
from bot.tables.puzzles import PuzzleReply
from bot.tables.records.leaderboards import NEW, LeaderboardQuery, SortKey
from db import Storage, schema

GUILD, ANN, BEN = 1, 10, 11
DAY = 20261121
NOON = days.day_begins(DAY) + 43_200
YUM = LeaderboardQuery(GUILD, "all", "together", "yum_plus", "", "wins")
Board = Callable[[Storage, int], Awaitable[list[int]]]


@pytest.fixture(autouse=True)
async def played(storage: Storage, row: Any, result: Any) -> None:
    """Ann and Ben have done everything that a board may tell of."""
    when = {"finished_at": NOON, "day": DAY, "guild": GUILD}
    rows = [result(1, 0, ANN, 300, won=True, **when), result(1, 1, BEN, 200, rank=2, **when)]
    await storage.tables.save(row(1, channel=1, guild=GUILD), (), rows)
    await storage.dailies.find_or_add(DailyGame(GUILD, DAY, "yams", {}, b"1" * 32, days.day_ends(DAY)))
    for number, user in enumerate((ANN, BEN), 2):
        alone = when | {"kind": "daily", "seats": 1, "solo": True}
        await storage.tables.save(row(number, channel=number, guild=GUILD), (), [result(number, 0, user, 200, **alone)])
        await storage.puzzles.add(PuzzleReply(user, DAY, "p", GUILD, "mark yum", True, NEW, NOON), NEW)
    async with storage.database.writing.begin() as connection:
        for user in (ANN, BEN):
            rating = {"guild": GUILD, "game": "yum_plus", "user_id": user, "mu": 25.0, "sigma": 1.0, "games": 50}
            await connection.execute(insert(schema.ratings).values(rating))
        await connection.execute(schema.standings.update().values(reviewed=9, lost=3.0))


def sorted_by(key: SortKey) -> Board:
    async def board(storage: Storage, reader: int) -> list[int]:
        return [line.user for line in (await storage.leaderboards.page(replace(YUM, by=key), reader, 0)).lines]

    return board


async def day(storage: Storage, reader: int) -> list[int]:
    return [line.user for line in (await storage.dailies.board(GUILD, DAY, reader)).lines]


async def month(storage: Storage, reader: int) -> list[int]:
    found = await storage.dailies.month(GUILD, days.month_begin(DAY), days.next_month(DAY), reader)
    return [line.user for line in found.lines]


BOARDS: dict[str, Board] = {**{key: sorted_by(key) for key in get_args(SortKey)}, "day": day, "month": month}


@pytest.mark.parametrize("board", BOARDS)
async def test_each_board_shows_everybody_who_has_chosen_nothing(storage: Storage, board: str) -> None:
    assert sorted(await BOARDS[board](storage, BEN)) == [ANN, BEN]


@pytest.mark.parametrize("board", BOARDS)
async def test_no_board_shows_others_who_wants_to_be_left_out(storage: Storage, board: str) -> None:
    await storage.preferences.choose(ANN, listed=False)
    assert await BOARDS[board](storage, BEN) == [BEN]
    assert await BOARDS[board](storage, 0) == [BEN]
    assert sorted(await BOARDS[board](storage, ANN)) == [ANN, BEN]
    await storage.preferences.choose(ANN, listed=True)
    assert sorted(await BOARDS[board](storage, BEN)) == [ANN, BEN]


async def places(storage: Storage, board: str, reader: int) -> dict[int, int | None]:
    """Return the places that ``reader`` sees, with that of themselves as it stands apart from the page."""
    if board in ("day", "month"):
        found: Any = (
            await storage.dailies.board(GUILD, DAY, reader)
            if board == "day"
            else await storage.dailies.month(GUILD, days.month_begin(DAY), days.next_month(DAY), reader)
        )
    else:
        found = await storage.leaderboards.page(replace(YUM, by=board), reader, 0)
    own = {} if found.own is None else {found.own.user: found.own.rank}
    assert own.items() <= {line.user: line.rank for line in found.lines}.items()
    return {line.user: line.rank for line in found.lines}


@pytest.mark.parametrize("board", BOARDS)
async def test_people_who_are_left_out_keep_their_places(storage: Storage, board: str) -> None:
    everybody = await places(storage, board, ANN)
    await storage.preferences.choose(ANN, listed=False)
    for reader in (BEN, 0, ANN):
        seen = await places(storage, board, reader)
        assert seen == {user: place for user, place in everybody.items() if user != ANN or reader == ANN}


async def test_who_is_left_out_is_counted_among_those_who_finished(storage: Storage) -> None:
    await storage.preferences.choose(ANN, listed=False)
    board = await storage.dailies.board(GUILD, DAY, BEN)
    assert ([line.user for line in board.lines], board.total, board.hidden) == ([BEN], 2, 1)


async def test_a_season_is_decided_among_everybody(storage: Storage) -> None:
    await storage.preferences.choose(ANN, listed=False)
    page = await storage.leaderboards.page(replace(YUM, everybody=True), 0, 0)
    assert [(line.user, line.rank, line.counts.wins) for line in page.lines] == [(ANN, 1, 1), (BEN, 2, 0)]


async def test_others_learn_nothing_of_how_somebody_plays_from_less_than_three_reviews(storage: Storage) -> None:
    async with storage.database.writing.begin() as connection:
        await connection.execute(schema.standings.update().values(reviewed=1))  # Together and in the daily: two in all.
    assert await BOARDS["skill"](storage, BEN) == [BEN]
    assert await BOARDS["skill"](storage, 0) == []


async def test_the_solvers_of_a_puzzle_are_counted_and_not_named(storage: Storage) -> None:
    await storage.preferences.choose(ANN, listed=False)
    solvers = await storage.puzzles.solvers(GUILD, DAY)
    assert (list(solvers.solved), solvers.total) == ([BEN], 2)


async def test_what_decisions_cost_is_on_no_board_of_who_keeps_reviews_to_themselves(storage: Storage) -> None:
    await storage.preferences.choose(ANN, reviews=False)
    for board, users in (("skill", [BEN]), ("wins", [ANN, BEN])):
        assert sorted(await BOARDS[board](storage, BEN)) == users
    assert sorted(await BOARDS["skill"](storage, ANN)) == [ANN, BEN]
    async with storage.database.writing.begin() as connection:
        for table, user in ((2, ANN), (3, BEN)):
            values = {"table_id": table, "seat": 0, "guild": GUILD, "game": "yams", "kind": "daily", "rules": ""}
            values |= {"user_id": user, "finished_at": NOON, "unit": "points", "strength": "exact", "start": 200.0}
            values |= {"luck": 0.0, "lost": 10.0, "others": 0.0, "score": 200.0, "games": 1, "details": "{}"}
            await connection.execute(insert(schema.reviews).values(values))

    async def nets(reader: int) -> dict[int, float | None]:
        return {line.user: line.net for line in (await storage.dailies.board(GUILD, DAY, reader)).lines}

    assert await nets(BEN) == {ANN: None, BEN: 190.0}
    assert await nets(ANN) == {ANN: 190.0, BEN: 190.0}
