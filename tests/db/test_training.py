"""Exercises as rows: made once of a review, counted once an answer, and gone with their person."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, cast

from bot.engine import Teaching, Theme
from bot.tables.hand import Did
from bot.tables.model.days import day_begins
from bot.tables.model.table import TableId
from bot.tables.records.reviews import StoredReview
from bot.tables.training import PORTION, Exercise, ExerciseAnswer, Memory, TrainedWeek, Training, remembered
from tests.db.records.test_reviews import ANN, BEN, REVIEW, finished
from tests.db.test_hand import deed

NOW = 1_700_000_000
MONDAY = 20231113
EXERCISE = Exercise(
    user=ANN,
    key="0123456789abcdef",
    game="yum_plus",
    options='{"rules_version":3}',
    state=b"state",
    answers=(ExerciseAnswer("keep 6", 250.5), ExerciseAnswer("mark chance", 240.25)),
    done="mark chance",
    unit="points",
    teaching=Teaching(Theme.STOP, 1),
    lost=10.25,
    times=1,
    table=TableId(7),
    move=4,
    at=NOW,
    memory=Memory(NOW),
)


async def reviewed(storage: Any, row: Any, result: Any, table: int = 7, user: int = ANN) -> None:
    await finished(storage, row, result, table)
    review: StoredReview = replace(REVIEW, table=TableId(table), user=user, seat=int(user == BEN))
    await storage.reviews.save(TableId(table), [review])


async def test_a_review_makes_its_exercises_once(storage: Any, row: Any, result: Any) -> None:
    await reviewed(storage, row, result)
    (waits,) = await storage.training.waiting(ANN, 9)
    assert (waits.table, waits.seat, waits.game, waits.unit, waits.strength) == (7, 0, "yum_plus", "points", "net")
    assert await storage.training.waiting(BEN, 9) == []
    await asyncio.gather(*(storage.training.keep(ANN, TableId(7), 0, [EXERCISE]) for _ in range(2)))
    assert await storage.training.waiting(ANN, 9) == []
    assert await storage.training.find(ANN, EXERCISE.key) == EXERCISE
    assert await storage.training.find(BEN, EXERCISE.key) is None
    assert await storage.training.of_table(ANN, TableId(7)) == {4: EXERCISE.key}


async def test_the_review_that_is_asked_for_comes_though_later_games_wait(storage: Any, row: Any, result: Any) -> None:
    for table in (7, 8, 9):
        await reviewed(storage, row, result, table)
    for table in (7, 8, 9):
        assert [one.table for one in await storage.training.waiting(ANN, 1, TableId(table))] == [table]
    await storage.training.keep(ANN, TableId(8), 0, [])
    assert await storage.training.waiting(ANN, 1, TableId(8)) == []


async def test_a_position_that_comes_again_is_the_same_exercise_and_counts_twice(
    storage: Any, row: Any, result: Any
) -> None:
    for table in (7, 8):
        await reviewed(storage, row, result, table)
        await storage.training.keep(ANN, TableId(table), 0, [replace(EXERCISE, table=TableId(table))])
    (known,) = await storage.training.known(ANN)
    assert (known.key, known.times, known.lost) == (EXERCISE.key, 2, 10.25)


async def test_an_answer_counts_once_and_in_its_week(storage: Any, row: Any, result: Any) -> None:
    await reviewed(storage, row, result)
    await storage.training.keep(ANN, TableId(7), 0, [EXERCISE])
    right = replace(EXERCISE, memory=remembered(EXERCISE.memory, NOW, right=True), tries=1, solved=1, answer="keep 6")
    wrong = replace(right, solved=0, answer="mark chance")
    stored = await asyncio.gather(*(storage.training.answer(one, MONDAY) for one in (right, wrong)))
    assert sorted(stored) == [False, True]
    found = await storage.training.find(ANN, EXERCISE.key)
    assert found in (right, wrong)
    again = replace(found, memory=remembered(found.memory, NOW + 600, right=False), tries=2, answer="mark chance")
    assert await storage.training.answer(again, MONDAY)
    assert await storage.training.find(ANN, EXERCISE.key) == again
    assert await storage.training.weeks(ANN, 8) == [TrainedWeek(MONDAY, 2, found.solved)]


async def test_the_portion_of_a_day_comes_at_midnight_in_the_time_zone_of_the_server(
    storage: Any, row: Any, result: Any
) -> None:
    """What somebody did on Sunday evening in Montréal is Sunday's there, though Monday has begun in UTC."""
    await reviewed(storage, row, result)
    midnight, nobody = day_begins(MONDAY, "America/Montreal"), cast("Any", None)
    evening = midnight - 6 * 3_600
    some = [replace(EXERCISE, key=str(number), memory=Memory(evening)) for number in range(9)]
    await storage.training.keep(ANN, TableId(7), 0, some)
    for one in some[:PORTION]:
        answered = replace(one, tries=1, answer="keep 6", memory=remembered(one.memory, evening, right=False))
        await storage.training.answer(answered, MONDAY)
    await storage.settings.choose(1, zone="America/Montreal")
    for now, left in ((midnight - 1, 0), (midnight, PORTION)):
        training = Training(nobody, nobody, storage.training, storage.settings, lambda now=now: now)
        assert (await training.page(1, ANN)).left == left
        assert (await training.page(2, ANN)).left == PORTION


async def test_who_is_erased_has_no_exercises_and_gets_none_of_a_look_that_was_under_way(
    storage: Any, row: Any, result: Any
) -> None:
    for table in (7, 8):
        await reviewed(storage, row, result, table)
    await storage.training.keep(ANN, TableId(7), 0, [EXERCISE])
    await storage.training.answer(replace(EXERCISE, tries=1, answer="keep 6", solved=1), MONDAY)
    exported = await storage.privacy.export(ANN)
    assert [line["key"] for line in exported["exercises"]] == [EXERCISE.key]
    assert [line["day"] for line in exported["training_weeks"]] == [MONDAY]
    await storage.privacy.erase(ANN)
    await storage.training.keep(ANN, TableId(8), 0, [EXERCISE])
    assert await storage.training.known(ANN) == []
    assert await storage.training.weeks(ANN, 8) == []


async def test_what_came_in_a_voided_game_alone_waits_until_that_is_lifted(storage: Any, row: Any, result: Any) -> None:
    for table in (7, 8, 9):
        await reviewed(storage, row, result, table)
    await storage.training.keep(ANN, TableId(7), 0, [EXERCISE, replace(EXERCISE, key="1")])
    await storage.training.keep(ANN, TableId(8), 0, [replace(EXERCISE, key="1", table=TableId(8))])

    async def comes() -> tuple[list[str], list[int]]:
        known, waiting = await storage.training.known(ANN), await storage.training.waiting(ANN, 9)
        return [one.key for one in known], [one.table for one in waiting]

    everything = ([EXERCISE.key, "1"], [9])
    assert await comes() == everything
    for table in (7, 9):
        assert await storage.hand.void(TableId(table), deed(table))
    assert await comes() == (["1"], []), "one has come in another game too"
    for table in (7, 9):
        assert await storage.hand.count(TableId(table), deed(table, Did.COUNT))
    assert await comes() == everything
