"""Ratings: how a result changes them, games in their order, none twice, and the same after rating all afresh."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sqlalchemy import select

from bot.tables.model.store import StoreError
from bot.tables.records.leaderboards import NEW, Finish, LeaderboardQuery, Rating, update_ratings
from db import Storage, open_database, schema


def _finishes(*ranks: int) -> list[Finish]:
    return [Finish(user, rank, False, None) for user, rank in enumerate(ranks, 1)]


def test_the_winner_rises_and_the_loser_falls() -> None:
    won, lost = update_ratings([NEW, NEW], _finishes(1, 2))
    assert won.shown > 1500 > lost.shown
    assert won.spread < 500
    assert won.games == lost.games == 1


def test_equal_finishes_rate_alike_and_ranks_in_their_order() -> None:
    first, second, third, last = update_ratings([NEW] * 4, _finishes(1, 2, 2, 4))
    assert second.mu == pytest.approx(third.mu)
    assert first.mu > second.mu > last.mu


def test_a_draw_brings_strangers_closer() -> None:
    strong, weak = Rating(30, 5, 9), Rating(20, 5, 9)
    after = update_ratings([strong, weak], _finishes(1, 1))
    assert after[0].mu < strong.mu
    assert after[1].mu > weak.mu


def test_partners_rise_together() -> None:
    finishes = [Finish(seat, 1 if seat % 2 else 3, False, seat % 2) for seat in range(4)]
    after = update_ratings([NEW] * 4, finishes)
    assert after[1].mu == pytest.approx(after[3].mu)
    assert after[1].mu > 25 > after[0].mu == pytest.approx(after[2].mu)


def test_who_left_is_last_and_drags_no_partner_down() -> None:
    finishes = [Finish(0, 1, False, 0), Finish(1, 3, False, 1), Finish(2, 4, True, 0), Finish(3, 3, False, 1)]
    after = update_ratings([NEW] * 4, finishes)
    assert after[0].mu > 25 > after[2].mu
    assert after[1].mu == pytest.approx(after[3].mu)
    alone = update_ratings([NEW, NEW], [Finish(1, 1, True, None), Finish(2, 1, False, None)])
    assert alone[0].mu < 25 < alone[1].mu


def test_nothing_is_rated_where_all_are_partners() -> None:
    assert update_ratings([NEW, NEW], [Finish(1, 1, False, 0), Finish(2, 1, False, 0)]) == [NEW, NEW]


async def _ratings(storage: Storage) -> list[Any]:
    columns = schema.ratings.c
    async with storage.database.reading.connect() as connection:
        query = select(schema.ratings).order_by(columns.guild, columns.game, columns.user_id)
        return [tuple(row) for row in await connection.execute(query)]


async def _play(storage: Storage, row: Any, result: Any, number: int, *users: int, **changes: Any) -> None:
    rows = [
        result(
            number,
            seat,
            user,
            100 - seat,
            rank=seat + 1,
            won=not seat,
            seats=len(users),
            to_rate=True,
            **{"finished_at": number} | changes,
        )
        for seat, user in enumerate(users)
    ]
    await storage.tables.save(row(number, channel=number), [], rows)


async def test_games_are_rated_once_and_in_order(storage: Storage, row: Any, result: Any) -> None:
    chance = random.Random(4)
    games = [(number, chance.sample(range(1, 7), chance.randint(2, 4))) for number in range(1, 200)]
    for number, users in chance.sample(games, len(games)):
        await _play(storage, row, result, 1000 - number, *users, finished_at=number)
    await storage.ratings.catch_up(1)
    once = await _ratings(storage)
    await storage.ratings.catch_up(1)
    assert await _ratings(storage) == once
    by_hand: dict[int, Rating] = {}
    for _, users in games:
        before = [by_hand.get(user, NEW) for user in users]
        finishes = [Finish(user, seat + 1, False, None) for seat, user in enumerate(users)]
        by_hand |= dict(zip(users, update_ratings(before, finishes), strict=True))
    assert [(user, rating.mu, rating.sigma, rating.games) for user, rating in sorted(by_hand.items())] == [
        pytest.approx(row[2:]) for row in once
    ]
    await storage.ratings.recompute(1)
    assert await _ratings(storage) == []
    await storage.ratings.catch_up_everywhere()
    assert await _ratings(storage) == once


async def test_a_crash_between_the_game_and_its_rating_heals(url: str, row: Any, result: Any) -> None:
    async with open_database(url) as storage:
        await _play(storage, row, result, 1, 1, 2)
        await storage.ratings.catch_up(1)
        await _play(storage, row, result, 2, 2, 1)
    async with open_database(url) as storage:
        assert (await storage.ratings.of(1, 1))["yum_plus"].games == 1
        await storage.ratings.catch_up_everywhere()
        assert (await storage.ratings.of(1, 1))["yum_plus"].games == 2


async def test_only_ranked_rules_and_dice_count(storage: Storage, row: Any, result: Any) -> None:
    await _play(storage, row, result, 1, 1, 2, rules="1a2b3c4d")
    await _play(storage, row, result, 2, 3, 4, kind="real")
    await storage.ratings.catch_up(1)
    assert await _ratings(storage) == []
    await storage.settings.choose(1, ranked="all", count_real_dice=True)
    await storage.ratings.recompute(1)
    await storage.ratings.catch_up(1)
    assert [row[2] for row in await _ratings(storage)] == [1, 2, 3, 4]


async def test_who_plays_only_against_computers_gets_no_rating(storage: Storage, row: Any, result: Any) -> None:
    await storage.tables.save(row(1), (), [result(1, 0, 1, 9, seats=3, to_rate=True)])
    await storage.ratings.recompute(1)
    await storage.ratings.catch_up(1)
    assert await _ratings(storage) == []


async def test_an_erased_person_is_an_unknown_opponent(storage: Storage, row: Any, result: Any) -> None:
    await _play(storage, row, result, 1, 1, -5)
    await storage.ratings.catch_up(1)
    assert [row[2] for row in await _ratings(storage)] == [1]


async def test_provisional_players_are_listed_below_the_others(storage: Storage, row: Any, result: Any) -> None:
    for number in range(1, 7):
        await _play(storage, row, result, number, 1, 2)
    await _play(storage, row, result, 9, 3, 1)
    await storage.ratings.catch_up(1)
    page = await storage.leaderboards.page(LeaderboardQuery(1, "all", "together", "yum_plus", "", "rating"), 2)
    assert [(line.rank, line.user) for line in page.lines] == [(1, 1), (2, 2), (None, 3)]
    assert page.lines[2].rating is not None
    assert page.lines[2].rating.provisional
    assert page.own == page.lines[1]
    assert [line.value for line in page.lines] == [line.rating.shown for line in page.lines if line.rating]


async def test_rules_that_change_while_games_are_rated_hold_for_all_of_them(
    storage: Storage, row: Any, result: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await storage.settings.choose(1, ranked="all")
    for number in range(1, 121):  # More than one transaction rates.
        await _play(storage, row, result, number, 1, 2, rules="0a1b2c3d")
    alone = storage.writer.run_in_transaction

    async def chosen_meanwhile(work: Any) -> Any:
        monkeypatch.undo()
        rated = await alone(work)
        assert await _ratings(storage)
        await storage.settings.choose(1, ranked="standard")
        await storage.ratings.recompute(1)
        return rated

    monkeypatch.setattr(storage.writer, "run_in_transaction", chosen_meanwhile)
    await storage.ratings.catch_up(1)
    assert await _ratings(storage) == []


async def test_a_server_that_cannot_be_rated_keeps_no_other_waiting(
    storage: Storage, row: Any, result: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _play(storage, row, result, 1, 1, 2, guild=1)
    await _play(storage, row, result, 2, 1, 2, guild=2)
    of = storage.settings.of

    async def fails(guild: int) -> Any:
        if guild == 1:
            raise StoreError("not read")
        return await of(guild)

    monkeypatch.setattr(storage.settings, "of", fails)
    await storage.ratings.catch_up_everywhere()
    assert {rating[0] for rating in await _ratings(storage)} == {2}
