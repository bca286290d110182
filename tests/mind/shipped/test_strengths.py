"""The tables of strengths in docs/certified/tables.md say what docs/certified/strengths.json holds."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Level
from bot.engine.game import Race
from bot.games import CATALOGUE, FOLDER, make
from bot.mind.strengths import AVERAGES, Average, Measure, averages

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
        by_level = [averages(key)[level].value for level in Level]
        assert by_level == sorted(by_level)
    assert averages("yum_classic")[Level.CHAMPION] == Average(Measure.POINTS, 254.6)
    assert averages("5000")[Level.REGULAR] == Average(Measure.WINS, 0.5)
    assert averages("cant_stop_race") == {}


def test_every_game_but_races_was_measured(tables: Any) -> None:
    found = tables.load(ROOT / tables.RESULTS)
    assert set(found) == {key for key in CATALOGUE if not isinstance(make(key, {}), Race)}
    for ways in found.values():
        assert set(ways["wins"]) == {"-".join(pair) for pair in tables.PAIRS}
