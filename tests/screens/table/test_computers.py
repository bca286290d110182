"""What screens say of computer players: how strong each level was measured to be, in docs/mind.md and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot import games
from bot.engine.race import Race
from bot.locales import words
from bot.screens.computers.panel import computers_screen
from bot.screens.kit import PLAIN_GLYPHS, Menu, RenderContext
from bot.screens.server.help import COMPUTERS, help_screen
from bot.screens.table.lobby import lobby_screen
from bot.tables.core.occupants import Computer, Level
from tests.factories import lobby_of

PAGE = (Path(__file__).parents[3] / "docs" / "mind.md").read_text()
ALONE, TOGETHER = re.findall(r"(?:^\|.*\n)+", PAGE.split("strengths -->")[1], re.M)
"""The tables of strengths."""
ENGLISH = RenderContext(words("en"), PLAIN_GLYPHS)
GAMES = [key for key, listing in games.CATALOGUE.items() if not isinstance(listing.make({}), Race)]


def column(table: str, label: str, name: str) -> float:
    """What a table says of a game in the column of this name."""
    head, _, *lines = (line.strip("| ").split(" | ") for line in table.strip().splitlines())
    (row,) = (line for line in lines if line[0] == label)
    return float(row[head.index(name)].split(" ")[0])


def labels(key: str, options: dict[str, Any]) -> list[str]:
    """The levels that the lobby of this game offers."""
    screen = computers_screen(ENGLISH, lobby_of(games.make(key, options), [1]))
    (menu,) = (item for row in screen.rows for item in row if isinstance(item, Menu) and item.do.endswith("levels"))
    return [choice.label for choice in menu.choices]


@pytest.mark.parametrize("key", GAMES)
def test_levels_come_with_the_averages_of_the_page(key: str) -> None:
    label = games.CATALOGUE[key].label
    if f"\n| {label} | " not in ALONE:
        best = column(TOGETHER, label, "best against par") / 100
        beginner = round(1 - column(TOGETHER, label, "par against beginner") / 100, 3)
        assert labels(key, {}) == [
            f"Beginner, beats regular in {ENGLISH.t.percent(beginner)}",
            "Regular",
            f"Champion, beats regular in {ENGLISH.t.percent(best)}",
        ]
        return
    measured = {"Beginner": "beginner", "Regular": "par", "Champion": "best"}
    assert labels(key, {}) == [
        ENGLISH.t("{level}, about {points} points", level=level, points=round(column(ALONE, label, name)))
        for level, name in measured.items()
    ]


def test_nobody_measured_house_rules() -> None:
    assert labels("yum_classic", {"teams": True}) == ["Beginner", "Regular", "Champion"]


def test_a_lobby_tells_everybody_how_strong_its_computers_are() -> None:
    lobby = lobby_of(games.make("yum_plus", {}), [1, Computer(1, Level.CHAMPION)])
    assert "2. 🤖 Gobelet, champion (about 466 points)" in lobby_screen(ENGLISH, lobby).body


def test_help_tells_the_strength_of_all_levels_in_every_game() -> None:
    points, wins = help_screen(ENGLISH, COMPUTERS).fields
    said = "\n".join((points.value, wins.value)).splitlines()
    assert {line.split("**")[1] for line in said} == {games.CATALOGUE[key].label for key in GAMES}
    assert "**Yum Plus** 338 · 441 · 466" in said
