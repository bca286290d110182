"""Puzzles and what people answer: the same everywhere, once, days in a row, a rating, who solved it here."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from bot.engine import IllegalAction
from bot.tables import puzzles
from bot.tables.model.days import day_begins
from bot.tables.puzzles import NO_DAY, PuzzlePage, PuzzleService, shipped

ANN, BEN = 2**61 + 1, 5
HERE, THERE = 2**62, 77
DAY = 86_400
NOON = day_begins(20261123) + DAY // 2


class Days:
    """Puzzles, with a clock to move."""

    def __init__(self, storage: Any, seed: str = "") -> None:
        self.now = NOON
        self.store = storage.puzzles
        self.puzzles = PuzzleService(storage.puzzles, lambda: self.now, choose=random.Random(seed).choice)

    async def answer(self, *, right: bool, user: int = ANN, guild: int = HERE) -> PuzzlePage:
        page = await self.puzzles.today(guild, user)
        place = page.puzzle.best if right else page.puzzle.natural
        return await self.puzzles.answer(guild, user, page.day, page.puzzle, place)


@pytest.fixture
def days(storage: Any, seed: str) -> Days:
    return Days(storage, seed)


async def test_a_day_has_the_same_puzzle_in_every_server_and_another_for_everybody_tomorrow(days: Days) -> None:
    today = (await days.puzzles.today(HERE, ANN)).puzzle
    assert (await days.puzzles.today(THERE, BEN)).puzzle == today
    seen = []
    for _ in range(5):
        days.now += DAY
        seen.append((await days.puzzles.today(HERE, ANN)).puzzle.id)
    assert len({today.id, *seen}) == 6
    days.now = NOON + DAY * len(shipped().days)
    assert (await days.puzzles.today(HERE, ANN)).puzzle == today, "then they begin again"


async def test_the_first_answer_counts_and_no_other(days: Days) -> None:
    wrong = await days.answer(right=False)
    assert wrong.reply is not None
    assert not wrong.reply.solved
    assert wrong.rating.shown < 1500
    assert await days.answer(right=True) == wrong
    page = await days.puzzles.today(HERE, BEN)
    places = page.puzzle.best, page.puzzle.natural
    both = await asyncio.gather(*(days.puzzles.answer(HERE, BEN, page.day, page.puzzle, place) for place in places))
    assert both[0].reply == both[1].reply
    assert both[0].rating.games == 1


async def test_an_answer_that_there_is_not_is_refused(days: Days) -> None:
    page = await days.puzzles.today(HERE, ANN)
    with pytest.raises(IllegalAction):
        await days.puzzles.answer(HERE, ANN, page.day, page.puzzle, len(page.puzzle.answers))
    assert (await days.puzzles.today(HERE, ANN)).reply is None


async def test_days_in_a_row_end_with_a_wrong_answer_and_with_a_missed_day(days: Days) -> None:
    streaks = []
    for right in (True, True, True, False, True):
        streaks.append((await days.answer(right=right)).streak)
        days.now += DAY
        streaks.append((await days.puzzles.today(HERE, ANN)).streak)
    assert streaks == [1, 1, 2, 2, 3, 3, 0, 0, 1, 1]
    days.now += DAY
    assert (await days.puzzles.today(HERE, ANN)).streak == 0, "a day is missing"
    assert (await days.answer(right=True)).streak == 1


async def test_a_streak_longer_than_one_look_at_the_storage_counts(days: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "_MANY_DAYS", 2)
    for streak in range(1, 6):
        assert (await days.answer(right=True)).streak == streak
        days.now += DAY


async def test_one_more_puzzle_is_new_while_there_are_any_and_counts_for_the_rating_alone(days: Days) -> None:
    seen = set()
    for _ in range(5):
        page = await days.puzzles.more(HERE, ANN, "yum_classic")
        assert page is not None
        assert page.puzzle.game == "yum_classic"
        seen.add(page.puzzle.id)
        answered = await days.puzzles.answer(HERE, ANN, page.day, page.puzzle, page.puzzle.best)
    assert len(seen) == 5
    assert not seen & {one.id for one in shipped().days}
    assert answered.rating.games == 5
    assert answered.rating.shown > 1500
    assert (await days.puzzles.today(HERE, ANN)).streak == 0
    assert await days.puzzles.more(HERE, ANN, "cant_stop") is None


async def test_a_server_sees_who_answered_there_and_nobody_else(days: Days) -> None:
    await days.answer(right=True, user=ANN, guild=HERE)
    await days.answer(right=False, user=BEN, guild=HERE)
    await days.answer(right=True, user=8, guild=THERE)
    assert (await days.puzzles.today(HERE, 9)).solvers == ((ANN,), 1, 2)
    assert (await days.puzzles.today(THERE, 9)).solvers == ((8,), 1, 1)


async def test_an_erased_person_has_answered_nothing(days: Days, storage: Any) -> None:
    await days.answer(right=True)
    page = await days.puzzles.more(HERE, ANN, None)
    assert page is not None
    await days.puzzles.answer(HERE, ANN, page.day, page.puzzle, page.puzzle.best)
    (of_day, more) = sorted((await storage.privacy.export(ANN))["puzzle_answers"], key=lambda row: -row["day"])
    assert of_day["day"] == 20261123
    assert more["day"] == NO_DAY
    await storage.privacy.erase(ANN)
    again = await days.puzzles.today(HERE, ANN)
    assert again.reply is None
    assert again.rating.games == 0
    assert again.solvers.answered == 0
