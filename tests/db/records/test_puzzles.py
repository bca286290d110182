"""Puzzles and what people answer: the same everywhere, once, days in a row, a rating, who solved it here."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Any

import pytest

from bot.engine import IllegalAction, Theme
from bot.tables import puzzles
from bot.tables.model.days import day_begins
from bot.tables.puzzles import NO_DAY, PuzzlePage, PuzzleService, shipped
from bot.tables.records.trophies import solved_in_a_row

ANN, BEN = 2**61 + 1, 5
HERE, THERE = 2**62, 77
DAY = 86_400
NOON = day_begins(20261123) + DAY // 2


class Days:
    """Puzzles, with a clock to move."""

    def __init__(self, storage: Any, seed: str = "") -> None:
        self.now = NOON
        self.store = storage.puzzles
        choose = random.Random(seed).choice
        self.puzzles = PuzzleService(storage.puzzles, storage.settings, lambda: self.now, choose=choose)

    async def answer(self, *, right: bool, user: int = ANN, guild: int = HERE, hint: bool = False) -> PuzzlePage:
        page = await self.puzzles.today(guild, user)
        if hint:
            await self.puzzles.hint(guild, user, page.day, page.puzzle)
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


async def test_the_puzzle_changes_at_midnight_in_the_time_zone_of_the_server(days: Days, storage: Any) -> None:
    """In Montréal the day ends five hours after that of UTC; what is over there is today's puzzle here."""
    await storage.settings.choose(HERE, zone="America/Montreal")
    here = await days.puzzles.today(HERE, ANN)
    assert here.ends == day_begins(20261124) + 5 * 3_600
    assert (await days.puzzles.today(THERE, ANN)).ends == day_begins(20261124)
    for now, ids in ((here.ends - 1, {here.puzzle.id}), (here.ends, {(await days.puzzles.puzzle_of(20261124)).id})):
        days.now = now
        there = await days.puzzles.today(THERE, BEN)
        today = await days.puzzles.today(HERE, BEN)
        assert {today.puzzle.id} == ids
        assert there.day == 20261124
        over = await days.puzzles.past(HERE, BEN, 20261123)
        assert (over is None) == (today.day == 20261123)
        assert await days.puzzles.find(HERE, today.puzzle.id) is None


async def test_days_in_a_row_go_on_in_a_server_whose_day_is_another_one(days: Days, storage: Any) -> None:
    await storage.settings.choose(HERE, zone="America/Montreal")
    days.now = day_begins(20261124) + 3_600
    assert (await days.answer(right=True, guild=HERE)).day == 20261123
    page = await days.answer(right=True, guild=THERE)
    assert (page.day, page.streak) == (20261124, 2)
    assert (await days.puzzles.today(HERE, ANN)).streak == 1
    assert await days.puzzles.in_a_row(THERE, ANN) == 2


async def test_who_has_seen_the_answer_where_the_day_is_over_solves_it_with_a_hint(days: Days, storage: Any) -> None:
    await storage.settings.choose(HERE, zone="America/Montreal")
    days.now = day_begins(20261124) + 3_600
    over = await days.puzzles.past(THERE, ANN, 20261123)
    assert over is not None
    await days.puzzles.answer(THERE, ANN, NO_DAY, over.puzzle, over.puzzle.natural)
    page = await days.answer(right=True, guild=HERE)
    assert (page.day, page.hinted) == (20261123, True)
    assert await days.puzzles.in_a_row(HERE, ANN) == 0


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


async def test_what_is_solved_with_a_hint_counts_half_and_goes_on_with_the_days_in_a_row(days: Days) -> None:
    wrong, hinted, right = [await days.answer(right=user > 20, user=user, hint=user == 21) for user in (20, 21, 22)]
    assert wrong.rating.shown < hinted.rating.shown < right.rating.shown
    assert (wrong.hinted, hinted.hinted, right.hinted) == (False, True, False)
    assert (await days.puzzles.today(HERE, 21)).hinted, "it stays so"
    days.now += DAY
    assert (await days.answer(right=True, user=21)).streak == 2
    assert not (await days.puzzles.today(HERE, 21)).hinted, "that was yesterday's"


async def test_a_hint_that_somebody_wants_after_their_answer_is_none(days: Days) -> None:
    page = await days.answer(right=True)
    assert not (await days.puzzles.hint(HERE, ANN, page.day, page.puzzle)).hinted
    assert not (await days.puzzles.today(HERE, ANN)).hinted


async def test_ten_days_in_a_row_bring_a_trophy_unless_there_was_a_hint(days: Days, storage: Any) -> None:
    earned, recounted = [], []
    for day in range(1, 16):
        page = await days.answer(right=True, hint=day == 4)
        earned.append(await days.puzzles.earned(page) is not None)
        solved = (await storage.trophies.solved(HERE)).get(ANN, ())
        recounted.append(solved_in_a_row(solved) is not None)
        days.now += DAY
    assert page.streak == 15
    assert earned == recounted == [False] * 13 + [True] * 2


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


async def test_a_puzzle_that_people_miss_gains_and_one_that_they_solve_loses(days: Days, storage: Any) -> None:
    page = await days.puzzles.today(HERE, ANN)
    assert page.worth == page.puzzle.rating
    seen = [(await days.answer(right=False, user=user)).worth for user in range(1, 9)]
    assert seen == sorted(set(seen)), "each who misses it makes it harder"
    assert seen[0] > page.puzzle.rating
    assert (await days.answer(right=False, user=1)).worth == seen[-1], "a second answer counts nothing"
    easier = [(await days.answer(right=True, user=user)).worth for user in range(11, 15)]
    assert easier == sorted(set(easier), reverse=True)
    kept = await storage.puzzles.puzzle_rating(page.puzzle.id)
    assert (kept.shown, kept.games) == (easier[-1], 12)


async def test_a_puzzle_learns_from_everybody_who_answers_at_once(days: Days, storage: Any) -> None:
    page = await days.puzzles.today(HERE, ANN)
    await asyncio.gather(*(days.answer(right=False, user=user) for user in range(1, 5)))
    kept = await storage.puzzles.puzzle_rating(page.puzzle.id)
    assert kept.games == 4
    days.now += DAY
    other = await days.puzzles.today(HERE, ANN)
    one = await days.answer(right=False, user=1)
    assert kept.shown - page.puzzle.rating > one.worth - other.puzzle.rating, "four misses say more than one"


async def test_days_that_are_over_can_be_seen_and_solved_without_a_streak(days: Days) -> None:
    missed = (await days.puzzles.today(HERE, ANN)).puzzle
    days.now += DAY
    solved = (await days.answer(right=True)).puzzle
    days.now += DAY
    (yesterday, before, *_), total = await days.puzzles.archive(HERE, ANN, 0)
    assert ([yesterday.day, before.day], total) == ([20261124, 20261123], 500)
    assert (yesterday.solved, before.solved) == (True, None)
    again = await days.puzzles.past(HERE, ANN, 20261124)
    assert again is not None
    assert again.puzzle == solved
    assert again.reply is not None
    page = await days.puzzles.past(HERE, ANN, 20261123)
    assert page is not None
    assert (page.puzzle, page.reply, page.was) == (missed, None, 20261123)
    assert await days.puzzles.find(HERE, missed.id) == missed
    await days.puzzles.answer(HERE, ANN, NO_DAY, missed, missed.best)
    assert (await days.puzzles.today(HERE, ANN)).streak == 1, "the day itself stays missed"
    (yesterday, before, *others), _ = await days.puzzles.archive(HERE, ANN, 0)
    assert (yesterday.solved, before.solved, {one.solved for one in others}) == (True, True, {None}), "solved since"
    await days.puzzles.answer(HERE, ANN, NO_DAY, solved, next(place for place in (0, 1) if place != solved.best))
    assert (await days.puzzles.archive(HERE, ANN, 0))[0][0].solved, "the answer of the day itself counts"
    last, _ = await days.puzzles.archive(HERE, ANN, 49)
    assert len(last) == 10
    assert await days.puzzles.past(HERE, ANN, last[-1].day) is not None


async def test_neither_today_nor_a_day_to_come_is_in_the_archive(days: Days) -> None:
    today = (await days.puzzles.today(HERE, ANN)).puzzle
    for day in (20261123, 20261124, 20270101, 20200101):
        assert await days.puzzles.past(HERE, ANN, day) is None
    assert await days.puzzles.find(HERE, today.id) is None


async def test_what_people_play_here_comes_more_often(storage: Any, seed: str) -> None:
    pools: list[Any] = []

    def first(some: Any) -> Any:
        pools.append(Counter(one.game for one in some))
        return some[0]

    puzzles = PuzzleService(storage.puzzles, storage.settings, lambda: NOON, choose=first)
    for played in ((), ("yams", "maxi_yum")):
        await puzzles.more(HERE, ANN, None, played=played)
    usual, often = pools
    assert often["yams"] == 5 * usual["yams"]
    assert often["maxi_yum"] == 4 * usual["maxi_yum"]
    assert often["yum_classic"] == usual["yum_classic"] > 0, "others come too"


async def test_puzzles_of_a_theme_are_about_it(days: Days) -> None:
    themes = await days.puzzles.themes()
    assert set(themes) >= {Theme.BONUS, Theme.STRAIGHTS, Theme.SETS, Theme.STRIKE, Theme.STOP, Theme.LAST}
    for theme in themes:
        page = await days.puzzles.more(HERE, ANN, None, theme=theme)
        assert page is not None
        assert page.puzzle.theme is theme


async def test_an_erased_person_has_answered_nothing(days: Days, storage: Any) -> None:
    await days.answer(right=True, hint=True)
    page = await days.puzzles.more(HERE, ANN, None)
    assert page is not None
    await days.puzzles.answer(HERE, ANN, page.day, page.puzzle, page.puzzle.best)
    (of_day, more) = sorted((await storage.privacy.export(ANN))["puzzle_answers"], key=lambda row: -row["day"])
    assert of_day["day"] == 20261123
    assert more["day"] == NO_DAY
    assert [row["day"] for row in (await storage.privacy.export(ANN))["puzzle_hints"]] == [20261123]
    await storage.privacy.erase(ANN)
    again = await days.puzzles.today(HERE, ANN)
    assert again.reply is None
    assert (await storage.privacy.export(ANN))["puzzle_hints"] == []
    assert again.rating.games == 0
    assert again.solvers.answered == 0
