"""What levels lose: the page and the bot say what docs/certified/reviews.json holds, and weaker levels lose more."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Level
from bot.games import FAMILIES, FOLDER
from bot.mind.strengths import LOSSES, Average, averages, edge, level_place, losses, shifted

ROOT = Path(__file__).parents[3]


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(ROOT / "scripts" / "mind")
    monkeypatch.chdir(ROOT)
    return import_module("review_tables")


def test_the_page_shows_what_was_measured(tables: Any) -> None:
    """Else run ``scripts/mind/reviews.py table``."""
    page = (ROOT / "docs" / "certified" / "tables.md").read_text()
    assert page == tables.with_table(page, tables.load(tables.RESULTS))


def test_the_bot_knows_what_was_measured(tables: Any) -> None:
    strengths = import_module("strength_tables")
    found = tables.load(tables.RESULTS)
    lost = tables.losses(found, strengths.load(strengths.RESULTS))
    assert {file.parent.name: file.read_text() for file in FOLDER.glob(f"*/{LOSSES}")} == lost
    known = [one for key in found if (one := losses(key)) is not None]
    assert len(known) > 10
    for one in known:
        assert 0 <= one.champion < one.strong < one.regular < one.casual < one.beginner
        assert 0 < one.strong_each < one.regular_each < one.casual_each < one.beginner_each
        assert one.unit != "turns" or not one.error, "others move these values too"


def test_every_reviewed_game_added_up(tables: Any) -> None:
    for key, ways in tables.load(tables.RESULTS).items():
        for way, one in ways.items():
            assert one["worst"] < 0.01, (key, way)


def averages_of_levels() -> list[str]:
    """The games with a measured beginner."""
    return [key for key in FAMILIES if averages(key).get(Level.CASUAL, Average()).beats is not None]


def test_every_level_has_its_place_from_the_champion_down_to_the_beginner() -> None:
    for key in averages_of_levels():
        places = {level: level_place(key, level) for level in Level}
        assert list(places.values()) == sorted(places.values(), reverse=True)
        assert [places[Level.BEGINNER], places[Level.REGULAR], places[Level.CHAMPION]] == [2, 1, 0]
        if (lost := losses(key)) is not None:
            assert lost.each(1) == lost.regular_each
            assert lost.each(2) == pytest.approx(lost.beginner_each)
            for place in places.values():
                assert lost.place(lost.each(place)) == pytest.approx(place)


@pytest.mark.parametrize("key", ["421", "5000"])
def test_between_equals_a_strong_player_wins_as_often_as_measured_against_a_regular_one(key: str) -> None:
    strong = shifted(0.5, edge(key, level_place(key, Level.STRONG)))
    assert strong == pytest.approx(averages(key)[Level.STRONG].beats)
    champion, casual = (edge(key, level_place(key, level)) for level in (Level.CHAMPION, Level.CASUAL))
    assert champion > edge(key, level_place(key, Level.STRONG)) > 0 > casual > edge(key, 2)
