"""The tables of strengths in docs/certified/tables.md say what docs/certified/strengths.json holds."""

from __future__ import annotations

import json
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Level
from bot.engine.game import Race
from bot.games import CATALOGUE, FOLDER, make
from bot.mind.strengths import AVERAGES, SLIPS, Average, averages, measured

ROOT = Path(__file__).parents[3]


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(ROOT / "scripts" / "mind")
    return import_module("strength_tables")


def test_the_page_shows_what_was_measured(tables: Any) -> None:
    """Else run ``scripts/mind/strengths.py table``."""
    page = (ROOT / "docs" / "certified" / "tables.md").read_text()
    assert page == tables.with_tables(page, tables.load(ROOT / tables.RESULTS))


def test_the_averages_of_the_levels_are_those_that_were_measured(tables: Any) -> None:
    found = tables.load(ROOT / tables.RESULTS)
    assert {file.parent.name: file.read_text() for file in FOLDER.glob(f"*/{AVERAGES}")} == tables.averages(found)
    for key in found:
        points = [points for level in Level if (points := averages(key)[level].points) is not None]
        assert points == sorted(points)
    assert averages("yum_classic")[Level.CHAMPION].points == 254.59
    assert averages("5000")[Level.BEGINNER] == Average()
    assert averages("cant_stop_race") == {}


def test_each_level_wins_clearly_more_than_the_one_below_by_thousands_of_games(tables: Any) -> None:
    """Of a game for which nobody has chosen slips yet that is not said."""
    found = tables.load(ROOT / tables.RESULTS)
    chosen = [key for key in found if measured(key, SLIPS)]
    assert len(chosen) >= 18
    for key, (way, other) in product(chosen, tables.NEIGHBOURS):
        tally = found[key]["wins"][f"{way}-{other}"]
        assert tally["games"] >= tables.FEWEST, (key, way, other)
        assert 0.57 <= tally["mean"] <= 0.75, (key, way, other)


def test_what_two_neighbours_win_is_told_once_they_have_played_enough(tables: Any) -> None:
    tally = {"games": tables.FEWEST - 1, "mean": 0.6, "error": 0.01}
    figures = {"alone": {}, "wins": {"best-strong": tally, "strong-regular": tally | {"games": tables.FEWEST}}}
    told = json.loads(tables.averages({"5000": figures})["five_thousand"])
    assert told == {"5000": {"beginner": {}, "casual": {}, "regular": {}, "strong": {"beats": 0.6}, "champion": {}}}


def test_every_game_but_races_was_measured(tables: Any) -> None:
    found = tables.load(ROOT / tables.RESULTS)
    assert set(found) == {key for key in CATALOGUE if not isinstance(make(key, {}), Race)}
    for ways in found.values():
        assert set(ways["wins"]) == {"-".join(pair) for pair in tables.PAIRS}
