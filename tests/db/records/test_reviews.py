"""Stored reviews: kept once, found by their table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.tables.core.model import TableId
from bot.tables.records.game_reviews import StoredReview

ANN = StoredReview(
    table=TableId(7),
    seat=0,
    guild=2**62,
    game="yum_plus",
    kind="together",
    rules="",
    user=2**61 + 1,
    finished_at=1_700_000_000,
    unit="points",
    strength="net",
    start=467.8390,
    luck=31.0211,
    lost=43.9,
    others=0.0,
    score=455.0,
    games=1,
    details='{"version":1,"kinds":{},"mistakes":[],"throws":[]}',
)


async def test_a_review_comes_back_as_it_was_a_computers_too(storage: Any) -> None:
    champion = replace(ANN, seat=1, user=None, lost=0.0)
    elsewhere = replace(ANN, table=TableId(8))
    await storage.reviews.save([champion, ANN, elsewhere])
    assert await storage.reviews.of_table(TableId(7)) == [ANN, champion]
    assert await storage.reviews.of_table(TableId(9)) == []


async def test_the_first_review_stands(storage: Any) -> None:
    await storage.reviews.save([ANN])
    await storage.reviews.save([replace(ANN, lost=1.0), replace(ANN, seat=1)])
    assert [one.lost for one in await storage.reviews.of_table(TableId(7))] == [43.9, 43.9]


async def test_erasing_takes_their_review_and_leaves_the_others(storage: Any) -> None:
    await storage.reviews.save([ANN, replace(ANN, seat=1, user=5)])
    assert [row["luck"] for row in (await storage.privacy.export(5))["reviews"]] == [ANN.luck]
    await storage.privacy.erase(5)
    assert await storage.reviews.of_table(TableId(7)) == [ANN]
