"""Leaderboards: their orders, ties, ranks that need a number of games, pages, one's own line."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import insert

from bot.tables.records.leaderboards import SETTLED, LeaderboardPage, LeaderboardQuery, Rating
from db import Storage, schema
from db.queries import leaderboards

YUM = LeaderboardQuery(1, "all", "together", "yum_plus", "", "wins")


@pytest.fixture
async def boards(storage: Storage, row: Any, result: Any) -> Any:
    """Users 1 to 4 at Yum Plus: 1 and 2 have won twice by standard rules, 3 once; 4 always leaves."""
    games = [
        [result(1, 0, 1, 300, won=True), result(1, 1, 2, 200, rank=2)],
        [result(2, 0, 2, 250, won=True), result(2, 1, 1, 100, rank=2)],
        [
            result(3, 0, 1, 260, won=True, rules="1a2b3c4d", options={"columns": 3}),
            result(3, 1, 4, 90, rank=2, left=True, rules="1a2b3c4d", options={"columns": 3}),
        ],
        [result(4, 0, 2, 255, won=True), result(4, 1, 3, 250, rank=2)],
        [result(5, 0, 3, 251, won=True), result(5, 1, 1, 5, rank=2, left=True)],
        [result(6, 0, 1, -1, won=True, game="421"), result(6, 1, 5, -4, rank=2, game="421")],
        [result(7, 0, 1, 999, won=True, guild=77), result(7, 1, 2, 9, rank=2, guild=77)],
        [result(8, 0, 4, 700, solo=True, seats=1, kind="solo")],
        [result(9, 0, 3, 800, won=True, kind="real"), result(9, 1, 2, 80, rank=2, kind="real")],
    ]
    for number, rows in enumerate(games, 1):
        timed = [replace(one, finished_at=1000 + number) for one in rows]
        await storage.tables.save(row(number, channel=number), [], timed)
    return storage.leaderboards


def _lines(page: LeaderboardPage) -> list[Any]:
    return [(line.rank, line.user, line.value) for line in page.lines]


async def test_wins_with_ties(boards: Any) -> None:
    page = await boards.page(YUM, 3)
    assert _lines(page) == [(1, 2, 2), (2, 1, 1), (2, 3, 1)]
    assert page.total == 3
    assert page.own == page.lines[2]
    counts = page.lines[1].counts
    assert (counts.games, counts.wins, counts.stayed, counts.points, counts.highest) == (3, 1, 2, 400, 300)


async def test_other_orders(boards: Any) -> None:
    assert _lines(await boards.page(replace(YUM, by="games"), 1)) == [(1, 1, 3), (1, 2, 3), (3, 3, 2)]
    assert _lines(await boards.page(replace(YUM, by="best"), 1)) == [(1, 1, 300), (2, 2, 255), (3, 3, 251)]
    assert _lines(await boards.page(replace(YUM, by="streak"), 1)) == [(1, 2, 2), (2, 1, 1), (2, 3, 1)]


async def test_a_rank_by_average_or_win_rate_needs_games(boards: Any, storage: Storage, row: Any, result: Any) -> None:
    average = await boards.page(replace(YUM, by="average"), 1)
    assert _lines(average) == [(None, 3, 250.5), (None, 2, 235), (None, 1, 200)]
    for number in range(20, 23):
        rows = [result(number, 0, 2, 100, won=True), result(number, 1, 6, 900, rank=2)]
        await storage.tables.save(row(number, channel=number), [], rows)
    assert _lines(await boards.page(replace(YUM, by="average"), 1)) == [
        (1, 2, pytest.approx(167.5)),
        (None, 6, 900),
        (None, 3, 250.5),
        (None, 1, 200),
    ]
    rate = await boards.page(replace(YUM, by="rate"), 1)
    assert _lines(rate)[0] == (1, 2, pytest.approx(5 / 6))
    week = replace(YUM, by="rate", period="w1970-01")
    assert [line.rank for line in (await boards.page(week, 1)).lines] == [1, 2, 3, None]


async def test_games_one_has_left_do_not_count_for_a_rank_by_average(boards: Any) -> None:
    """A rank needs three in a week; user 1 has played three, and left one of them."""
    page = await boards.page(replace(YUM, by="average", period="w1970-01"), 1)
    assert _lines(page) == [(1, 2, 235), (None, 3, 250.5), (None, 1, 200)]


async def test_pages_go_on_where_the_last_ended(boards: Any) -> None:
    whole = await boards.page(YUM, 1)
    pages = [await boards.page(YUM, 1, offset, 2) for offset in (0, 2)]
    assert [page.total for page in pages] == [3, 3]
    assert tuple(line for page in pages for line in page.lines) == whole.lines
    assert await boards.page(YUM, 1, 400, 2) == pages[1]
    assert (await boards.page(YUM, 3, None, 2)).lines == pages[1].lines
    assert (await boards.page(YUM, 99, None, 2)).lines == pages[0].lines


@pytest.mark.sample(3)
@pytest.mark.parametrize("by", ["wins", "games", "best", "average", "rate", "streak"])
async def test_a_page_of_one_line_has_the_rank_of_the_whole_board(boards: Any, by: Any) -> None:
    """Also where the line above, on the page before, is tied with it."""
    whole = await boards.page(replace(YUM, by=by), 1)
    for place, line in enumerate(whole.lines):
        page = await boards.page(replace(YUM, by=by), line.user, None, 1)
        assert page == await boards.page(replace(YUM, by=by), line.user, place, 1)
        assert (page.lines, page.own, page.total) == ((line,), line, 3)


_MANY = 13


@pytest.fixture
async def crowd(storage: Storage) -> list[dict[str, Any]]:
    """Many people with few different numbers, some of them without a rank; what ``storage`` holds of each."""
    chance = random.Random(7)
    same = {"guild": 1, "period": "all", "kind": "together", "game": "yum_plus", "rules": "", "options": "{}"}
    found = list[dict[str, Any]]()
    for user in chance.sample(range(1, 1000), _MANY):
        games = chance.randrange(3, 8)
        wins, stayed = chance.randrange(games), chance.randrange(games)
        totals: dict[str, Any] = {
            "games": games,
            "wins": wins,
            "stayed": stayed,
            "points": stayed * chance.randrange(-2, 3),
        }
        reviewed = chance.randrange(8)
        totals |= {"reviewed": reviewed, "lost": reviewed * chance.randrange(4) / 2}
        totals |= {"highest": chance.randrange(-1, 2) if stayed else None, "lowest": -9 if stayed else None}
        found.append(same | totals | {"user_id": user, "streak": 0, "longest": chance.randrange(3), "last": 1})
    rated = [(one["user_id"], 25.0 + one["wins"], one["games"]) for one in found]
    ratings = [
        {"guild": 1, "game": "yum_plus", "user_id": user, "mu": mu, "sigma": 5.0, "games": games}
        for user, mu, games in rated
    ]
    async with storage.database.writing.begin() as connection:
        await connection.execute(insert(schema.standings), found)
        await connection.execute(insert(schema.ratings), ratings)
    return found


_NUMBERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "wins": lambda one: one["wins"],
    "games": lambda one: one["games"],
    "best": lambda one: one["highest"],
    "average": lambda one: one["points"] / one["stayed"] if one["stayed"] else None,
    "rate": lambda one: one["wins"] / one["games"],
    "streak": lambda one: one["longest"],
    "skill": lambda one: one["lost"] / one["reviewed"] if one["reviewed"] else None,
    "rating": lambda one: Rating(25.0 + one["wins"], 5.0, one["games"]).shown,
}
_GAMES = {"average": ("stayed", 5), "rate": ("games", 5), "skill": ("reviewed", 5), "rating": ("games", SETTLED)}


def _by_hand(crowd: list[dict[str, Any]], by: str) -> list[tuple[int | None, int, float]]:
    """The whole board: everybody's rank, id and number."""
    what, least = _GAMES.get(by, ("games", 0))
    numbers = [(one[what] >= least, _NUMBERS[by](one), one["user_id"]) for one in crowd]
    most = -1 if by == "skill" else 1  # What decisions have lost is better the less it is.
    found = [(ranked, most * value, user) for ranked, value, user in numbers if value is not None]
    lines = sorted(found, key=lambda one: (not one[0], -one[1], one[2]))
    better = [sum(other[:2] > one[:2] for other in lines) for one in lines]
    return [
        (above + 1 if ranked else None, user, most * value)
        for above, (ranked, value, user) in zip(better, lines, strict=True)
    ]


@pytest.mark.sample(1, each="by")
@pytest.mark.parametrize("by", list(_NUMBERS))
async def test_every_page_is_a_part_of_the_board_worked_out_by_hand(
    storage: Storage, crowd: list[dict[str, Any]], by: Any, seed: str
) -> None:
    limit = random.Random(seed).choice([1, 4, 10])
    board, read = replace(YUM, by=by), storage.leaderboards.page
    # Others show nothing of how they play before their third review.
    seen = [one for one in crowd if by != "skill" or one["reviewed"] >= 3]
    whole = _by_hand(seen, by)
    assert any(one[2] == other[2] for one, other in pairwise(whole)), "a board without ties shows little"
    last = (len(whole) - 1) // limit * limit
    for offset in range(len(whole) + 2):
        page, begin = await read(board, whole[0][1], offset, limit), offset if offset < len(whole) else last
        assert _lines(page) == whole[begin : begin + limit]
        assert [line.place for line in page.lines] == list(range(begin, begin + len(page.lines)))
        assert page.total == len(whole)
    for place, (rank, user, value) in enumerate(whole):
        page, begin = await read(board, user, None, limit), place // limit * limit
        assert page.own is not None
        assert (page.own.place, page.own.rank, page.own.value) == (place, rank, value)
        assert _lines(page) == whole[begin : begin + limit]


async def test_skill_is_that_of_all_games_without_help(storage: Storage, crowd: list[dict[str, Any]]) -> None:
    of_one = crowd[0] | {"user_id": 5000, "reviewed": 2, "lost": 3.0}
    others = [("solo", 2, 8.0), ("daily", 1, 1.0), ("real", 0, 0.0), ("tourney", 3, 4.0)]
    apart = [("hints", 9, 0.0), ("computer", 9, 0.0), ("both", 9, 0.0), ("practice", 9, 0.0)]
    rows = [of_one, *(of_one | {"kind": kind, "reviewed": n, "lost": lost} for kind, n, lost in (*others, *apart))]
    async with storage.database.writing.begin() as connection:
        await connection.execute(insert(schema.standings), rows)
    page = await storage.leaderboards.page(replace(YUM, by="skill"), 5000)
    assert page.own is not None
    assert (page.own.value, page.own.counts.reviewed) == (16.0 / 8, 8)
    assert page.own.rank is not None


async def test_ones_own_line_is_told_wherever_it_is(boards: Any) -> None:
    page = await boards.page(YUM, 3, 0, 1)
    assert [line.user for line in page.lines] == [2]
    assert page.own is not None
    assert (page.own.rank, page.own.place) == (2, 2)
    assert (await boards.page(YUM, 4)).own is None


async def test_option_sets_and_kinds_are_ranked_apart(boards: Any) -> None:
    assert _lines(await boards.page(replace(YUM, rules="1a2b3c4d"), 1)) == [(1, 1, 1), (2, 4, 0)]
    assert _lines(await boards.page(replace(YUM, rules="*"), 1)) == [(1, 1, 2), (1, 2, 2), (3, 3, 1), (4, 4, 0)]
    assert _lines(await boards.page(replace(YUM, kind="real"), 1)) == [(1, 3, 1), (2, 2, 0)]
    assert _lines(await boards.page(replace(YUM, kind="both"), 1)) == [(1, 2, 2), (1, 3, 2), (3, 1, 1)]
    assert _lines(await boards.page(replace(YUM, kind="solo", by="best"), 1)) == [(1, 4, 700)]


async def test_who_has_left_all_games_has_no_best(boards: Any) -> None:
    assert [line.user for line in (await boards.page(replace(YUM, rules="*", by="best"), 1)).lines] == [1, 2, 3]


async def test_all_games_together_and_servers_apart(boards: Any) -> None:
    every = replace(YUM, game="*")
    assert _lines(await boards.page(every, 1)) == [(1, 1, 2), (1, 2, 2), (3, 3, 1), (4, 5, 0)]
    assert _lines(await boards.page(replace(YUM, guild=77), 1)) == [(1, 1, 1), (2, 2, 0)]
    assert await boards.page(replace(YUM, game="yams"), 1) == LeaderboardPage((), 0)


async def test_a_run_of_wins_goes_through_all_games(boards: Any) -> None:
    """User 1 won table 3 by house rules, lost 5, won 6 at 421; user 2 won 2 and 4, then lost with real dice."""
    counts = await boards.counts(1, 1)
    assert (counts["together", "*", "*"].longest, counts["together", "*", "*"].streak) == (1, 1)
    two = await boards.counts(1, 2)
    assert (two["together", "yum_plus", ""].longest, two["together", "yum_plus", ""].streak) == (2, 2)
    assert (two["both", "yum_plus", ""].longest, two["both", "yum_plus", ""].streak) == (2, 0)


async def test_what_is_played_here(boards: Any) -> None:
    assert await boards.games(1) == ["yum_plus", "421"]
    played = await boards.played(1, "yum_plus")
    assert [(one.kind, one.rules, one.options) for one in played] == [
        ("together", "", {}),
        ("real", "", {}),
        ("together", "1a2b3c4d", {"columns": 3}),
        ("solo", "", {}),
    ]
    assert [(one.kind, one.rules) for one in await boards.played(1, "*")] == [
        ("together", "*"),
        ("together", ""),
        ("real", ""),
        ("real", "*"),
        ("solo", ""),
        ("solo", "*"),
    ]
    assert (await boards.games(5), await boards.played(5, "421")) == ([], [])


async def test_what_people_play_now_comes_before_what_they_played_more_often(
    boards: Any, storage: Storage, row: Any, result: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(leaderboards, "_LATELY", 4)
    for number, about in ((10, {"rules": "1a2b3c4d", "options": {"columns": 3}}), (11, {"game": "421"})):
        rows = [result(number, seat, seat + 1, 200, **about) for seat in (0, 1, 2)]
        await storage.tables.save(
            row(number, channel=number), [], [replace(one, finished_at=number * 1000) for one in rows]
        )
    assert await boards.games(1) == ["421", "yum_plus"]
    assert [(one.kind, one.rules) for one in await boards.played(1, "yum_plus")][:2] == [
        ("together", "1a2b3c4d"),
        ("real", ""),
    ]


async def test_the_games_of_a_season_are_in_order_of_that_season(
    boards: Any, storage: Storage, row: Any, result: Any
) -> None:
    rows = [replace(result(10, seat, seat + 1, -1, game="421"), finished_at=1010) for seat in (0, 1, 2)]
    await storage.tables.save(row(10, channel=10), [], rows)
    running = await storage.seasons.running(1)
    assert running is not None
    await storage.seasons.end(running, 1006)
    second, first = await storage.seasons.of(1)
    assert await boards.games(1, first) == ["yum_plus"]
    assert await boards.games(1, second) == ["421", "yum_plus"]
    assert await boards.games(1) == ["yum_plus", "421"]
