"""What was played before a game: by the same rules, on the same server, by those who stayed."""

from __future__ import annotations

import gc
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Alias, event

from bot.tables.model.table import Status
from bot.tables.records.profiles import Before, Company, HeadToHead, Series
from bot.tables.storage.results import GameStats, to_json

ANN, BOB, CAT, GONE = 1, 2, 3, -7


@pytest.fixture
def played(storage: Any, row: Any, result: Any) -> Any:
    """Store a game that ends, and return its results."""

    async def played(table: int, *seats: tuple[int, int], left: tuple[int, ...] = (), **about: Any) -> Any:
        rows = [
            result(table, seat, user, score, left=user in left, seats=len(seats), **about)
            for seat, (user, score) in enumerate(seats)
        ]
        await storage.tables.save(row(table, status=Status.FINISHED), (), rows)
        return rows

    return played


async def earlier(storage: Any, results: Any) -> Series:
    """What was played before, without the score between two players."""
    return replace(await storage.bests.before(results), met=None)


async def test_earlier_games_of_the_players_and_the_best_of_all_others(storage: Any, played: Any) -> None:
    await played(1, (ANN, 300), (BOB, 200))
    await played(2, (ANN, 280), (CAT, 500))
    await played(3, (CAT, 450), (GONE, 900))
    now = await played(4, (ANN, 600), (BOB, 100))
    assert await earlier(storage, now) == Series({ANN: Before(2, 300), BOB: Before(1, 200)}, 500, 3)


async def test_the_first_game_has_none_before(storage: Any, played: Any) -> None:
    assert await earlier(storage, await played(1, (ANN, 300), (BOB, 200))) == Series({}, None, 0)


async def test_games_later_in_the_same_second_are_not_before(storage: Any, played: Any) -> None:
    first = await played(5, (ANN, 300), (BOB, 200))
    await played(1, (ANN, 400), (BOB, 500))
    assert await earlier(storage, first) == Series({}, None, 0)


@pytest.mark.parametrize(
    "other",
    [
        {"guild": 2},
        {"game": "yum_classic"},
        {"kind": "real", "real_dice": True},
        {"kind": "solo"},
        {"rules": "abcd1234", "options": {"columns": 3}, "options_default": False},
    ],
    ids=["server", "game", "dice", "alone", "rules"],
)
async def test_only_games_of_the_same_series_count(storage: Any, played: Any, other: dict[str, Any]) -> None:
    await played(1, (ANN, 900), (CAT, 950), **other)
    assert await earlier(storage, await played(2, (ANN, 300), (BOB, 200))) == Series({}, None, 0)


async def test_a_game_that_somebody_left_is_none_of_theirs(storage: Any, played: Any) -> None:
    await played(1, (ANN, 900), (CAT, 950), left=(ANN, CAT))
    assert await earlier(storage, await played(2, (ANN, 300), (BOB, 200))) == Series({}, None, 0)


async def test_many_games_are_counted_up_to_enough(storage: Any, played: Any) -> None:
    for table in range(1, 9):
        await played(table, (CAT, table))
    assert await earlier(storage, await played(9, (ANN, 1))) == Series({}, 8, 5)


async def test_the_score_between_two_players_is_that_of_this_game_by_any_rules_up_to_now(
    storage: Any, row: Any, result: Any
) -> None:
    async def met(table: int, *ranks: tuple[int, int], **about: Any) -> HeadToHead | None:
        seats = enumerate(ranks)
        rows = [result(table, seat, user, 9, seats=len(ranks), rank=rank, **about) for seat, (user, rank) in seats]
        await storage.tables.save(row(table, status=Status.FINISHED), (), rows)
        return (await storage.bests.before(rows)).met

    assert await met(1, (ANN, 1), (BOB, 2)) == HeadToHead(BOB, 1, 1, 0)
    assert await met(2, (BOB, 1), (ANN, 2), kind="real") == HeadToHead(ANN, 2, 1, 1)
    assert isinstance(await met(3, (ANN, 1), (CAT, 2), (BOB, 3)), Company), "three have a score of their own"
    await met(4, (ANN, 1), (BOB, 2), game="421")
    await met(5, (ANN, 1), (BOB, 2), guild=2)
    now = await met(6, (ANN, 1), (BOB, 1))
    assert now == HeadToHead(BOB, 4, 2, 1)
    assert now.tied == 1
    assert await met(7, (CAT, 1), (ANN, 2)) == HeadToHead(ANN, 2, 1, 1)


async def test_the_score_among_three_is_that_of_exactly_these_people_up_to_now(
    storage: Any, row: Any, result: Any
) -> None:
    async def met(table: int, *ranks: tuple[int, int], **about: Any) -> Any:
        rows = [
            result(table, seat, user, 9, seats=len(ranks), rank=rank, won=rank == 1, **about)
            for seat, (user, rank) in enumerate(ranks)
        ]
        await storage.tables.save(row(table, status=Status.FINISHED), (), rows)
        return (await storage.bests.before(rows)).met

    three = (ANN, 1), (BOB, 2), (CAT, 3)
    first = await met(1, *three)
    assert first == Company(1, {ANN: 1, BOB: 0, CAT: 0})
    assert await met(2, *three, (4, 4)) == Company(1, {ANN: 1, BOB: 0, CAT: 0, 4: 0}), "a fourth sat there"
    await met(3, (ANN, 1), (BOB, 2))
    await met(4, *three, game="421")
    await met(5, *three, guild=2)
    assert await met(6, (CAT, 1), (ANN, 2), (BOB, 3)) == Company(2, {ANN: 1, BOB: 0, CAT: 1})
    assert await met(7, (CAT, 1), (ANN, 1), (BOB, 3), kind="real") == Company(3, {ANN: 2, BOB: 0, CAT: 2})


async def test_every_query_begins_at_an_index(storage: Any, played: Any, url: str) -> None:
    if not url.startswith("sqlite"):
        pytest.skip("SQLite tells its plan in words")
    asked: list[tuple[str, Any]] = []
    event.listen(
        storage.database.reading.sync_engine,
        "before_cursor_execute",
        lambda _c, _cursor, sql, values, *_: asked.append((sql, values)),
    )
    await storage.bests.before(await played(1, (ANN, 300), (BOB, 200)))
    own, others, games, met, sheets = list(asked)
    async with storage.database.reading.connect() as connection:

        async def plan(sql: str, values: Any) -> str:
            steps = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values)
            return "\n".join(step.detail for step in steps.all())

        assert "USING INDEX ix_results_guild_user_id_finished_at" in await plan(*own)
        assert "SEARCH standings USING PRIMARY KEY" in await plan(*others)
        assert "USING INDEX ix_results_guild_game_finished_at" in await plan(*games)
        assert "USING INDEX ix_results_guild_user_id_finished_at" in await plan(*met)
        assert "(table_id=?)" in await plan(*sheets)


async def test_asking_leaves_no_second_table_of_results_to_the_garbage_collector(storage: Any, played: Any) -> None:
    """The bot's collector never looks at all objects, so a few of them would stay for ever."""
    results = await played(1, (ANN, 300), (BOB, 200))

    def aliases() -> int:
        return sum(isinstance(one, Alias) for one in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = aliases()
        await storage.bests.before(results)
        await storage.profiles.against(1, ANN)
        assert aliases() == before
    finally:
        gc.enable()


async def test_a_sheet_without_a_struck_box_or_a_missed_bonus_is_flawless(storage: Any, row: Any, result: Any) -> None:
    def sheet(*boxes: int, bonuses: tuple[int, ...] = (35,)) -> str:
        filled = {f"{number}": (points,) for number, points in enumerate(boxes)}
        return to_json(GameStats(version=1, boxes=filled, bonuses=bonuses))

    sheets = [sheet(3, 40), sheet(3, 0), sheet(3, 40, bonuses=(0,)), sheet(), None]
    ended = [result(1, seat, 11 + seat, 200, details=details, seats=5) for seat, details in enumerate(sheets)]
    await storage.tables.save(row(1), (), ended)
    assert (await storage.bests.before(ended)).flawless == {11}
    real = [result(2, 0, 11, 200, details=sheets[0], kind="real")]
    await storage.tables.save(row(2), (), real)
    assert (await storage.bests.before(real)).flawless == set()
