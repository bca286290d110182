"""Leaderboards: order, ties, pages, months; settings and meta."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.tables.choices import GuildChoices, Preferences
from bot.tables.model import Absent
from bot.tables.store import Page, Standing
from db import open_database


async def _results(storage: Any, row: Any, results: list[Any]) -> None:
    for result in results:
        table = row(result.table, channel=result.table * 10 + result.seat)
        if result.seat == 0:
            await storage.tables.save(table, [], [other for other in results if other.table == result.table])


@pytest.fixture
async def stats(storage: Any, row: Any, result: Any) -> Any:
    """Users 1 to 4; 1 and 2 have won twice, 3 once long ago, 4 always leaves; 5 plays something else."""
    await _results(
        storage,
        row,
        [
            result(1, 0, 1, 300, won=True),
            result(1, 1, 2, 200, rank=2),
            result(2, 0, 2, 250, won=True),
            result(2, 1, 1, 100, rank=2),
            result(3, 0, 1, 260, won=True, options={"columns": 3}, options_default=False),
            result(3, 1, 4, 90, rank=2, left=True),
            result(4, 0, 2, 255, won=True, finished_at=2000),
            result(4, 1, 3, 250, rank=2, finished_at=2000),
            result(5, 0, 3, 251, won=True, finished_at=10),
            result(5, 1, 1, 5, rank=2, left=True, finished_at=10),
            result(6, 0, 5, 1, won=True, game="421"),
            result(7, 0, 1, 999, won=True, guild=77),
            result(8, 0, 4, 700, left=True, solo=True, seats=1),
        ],
    )
    return storage.stats


def _lines(page: Page) -> list[tuple[int, int, float]]:
    return [(line.rank, line.user, line.value) for line in page.rows]


async def test_wins_with_ties(stats: Any) -> None:
    page = await stats.leaderboard(1, "yum_plus")
    assert _lines(page) == [(1, 1, 2), (1, 2, 2), (3, 3, 1)]
    assert page.total == 3
    assert page.rows[0] == Standing(1, 1, 2.0, games=4, wins=2, best=300, average=220.0)


async def test_other_orders(stats: Any) -> None:
    assert _lines(await stats.leaderboard(1, "yum_plus", "games")) == [(1, 1, 4), (2, 2, 3), (3, 3, 2)]
    assert _lines(await stats.leaderboard(1, "yum_plus", "best")) == [(1, 1, 300), (2, 2, 255), (3, 3, 251)]
    average = await stats.leaderboard(1, "yum_plus", "average")
    assert _lines(average) == [(1, 3, 250.5), (2, 2, 235), (3, 1, 220)]
    lowest = await stats.leaderboard(1, "yum_plus", "best", lowest=True)
    assert _lines(lowest) == [(1, 1, 100), (2, 2, 200), (3, 3, 250)]


async def test_pages_go_on_where_the_last_ended(stats: Any) -> None:
    whole = await stats.leaderboard(1, "yum_plus")
    pages = [await stats.leaderboard(1, "yum_plus", offset=offset, limit=2) for offset in (0, 2, 4)]
    assert [page.total for page in pages] == [3, 3, 3]
    assert tuple(line for page in pages for line in page.rows) == whole.rows
    assert pages[2].rows == ()


async def test_a_month_counts_only_its_games(stats: Any) -> None:
    assert _lines(await stats.leaderboard(1, "yum_plus", since=2000)) == [(1, 2, 1), (2, 3, 0)]
    assert _lines(await stats.leaderboard(1, "yum_plus", since=2001)) == []


async def test_house_rules_can_be_left_out_and_guilds_are_apart(stats: Any) -> None:
    assert _lines(await stats.leaderboard(1, "yum_plus", defaults_only=True)) == [(1, 2, 2), (2, 1, 1), (2, 3, 1)]
    assert _lines(await stats.leaderboard(77, "yum_plus")) == [(1, 1, 1)]
    assert (await stats.leaderboard(1, "yams")) == Page((), 0)
    assert [line.user for line in (await stats.leaderboard(1)).rows] == [1, 2, 3, 5]


async def test_ones_own_line_is_the_line_of_the_board(stats: Any) -> None:
    for by in ("wins", "games", "best", "average"):
        for line in (await stats.leaderboard(1, "yum_plus", by)).rows:
            assert await stats.standing(1, "yum_plus", line.user, by) == line
    assert await stats.standing(1, "yum_plus", 4) is None
    assert await stats.standing(1, None, 5) is not None


async def test_real_dice_count_only_where_they_are_allowed(storage: Any, row: Any, result: Any) -> None:
    await _results(storage, row, [result(1, 0, 1, 100), result(2, 0, 1, 500, real_dice=True), result(2, 1, 2, 9)])
    await _results(storage, row, [result(3, 0, 3, 400, real_dice=True)])
    fair = await storage.stats.leaderboard(1, by="best")
    assert [(line.user, line.best) for line in fair.rows] == [(1, 100), (2, 9)]
    every = await storage.stats.leaderboard(1, by="best", real_dice=True)
    assert [(line.user, line.best) for line in every.rows] == [(1, 500), (3, 400), (2, 9)]
    assert await storage.stats.standing(1, None, 3, "best") is None
    assert (await storage.stats.standing(1, None, 3, "best", real_dice=True)).best == 400


async def test_settings_do_not_touch_each_other(storage: Any, url: str) -> None:
    assert await storage.settings.of(1) == GuildChoices()
    await storage.settings.choose(1, language="fr")
    await storage.settings.choose(1, count_real_dice=True, channels=(2**62, 7), presets={"yum_plus": "friends"})
    chosen = await storage.settings.choose(1, language="en", absent=Absent.SKIP)
    assert chosen == GuildChoices(
        language="en",
        count_real_dice=True,
        channels=(2**62, 7),
        presets={"yum_plus": "friends"},
        absent=Absent.SKIP,
    )
    async with open_database(url) as other:
        assert await other.settings.of(1) == chosen
        assert (await other.settings.choose(1, count_real_dice=False)).language == "en"
        assert await other.settings.of(2) == GuildChoices()


async def test_what_was_chosen_can_be_taken_back(storage: Any, url: str) -> None:
    await storage.settings.choose(1, language="fr", season_channel=5)
    await storage.settings.choose(2, language="en")
    async with open_database(url) as other:
        assert (await other.settings.of(1)).language == "fr"
        assert await other.settings.choose(1, language=None, season_channel=None) == GuildChoices()


async def test_preferences_are_those_of_a_person(storage: Any, url: str) -> None:
    assert await storage.preferences.of(9) == Preferences()
    chosen = await storage.preferences.choose(9, hold="menu", quiet_from=22, quiet_to=0, plain=True)
    assert chosen == Preferences(hold="menu", quiet_from=22, quiet_to=0, plain=True)
    async with open_database(url) as other:
        assert await other.preferences.of(9) == chosen
        assert await other.preferences.of(8) == Preferences()


async def test_meta_is_remembered(storage: Any) -> None:
    assert await storage.meta.get("commands") is None
    for value in ("abc", "abd"):
        await storage.meta.set("commands", value)
        assert await storage.meta.get("commands") == value


def test_standings_compare_by_value() -> None:
    line = Standing(1, 2, 3.0, 4, 5, 6, 7.0)
    assert replace(line) == line
