"""What screens say of computer players: how strong each level was measured to be (docs/certified/tables.md)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot import games
from bot.engine import Level
from bot.engine.game import Race
from bot.locales import words
from bot.screens.kit import PLAIN_GLYPHS, BoardView, Menu, RenderContext
from bot.screens.server.help import help_screen, welcome_screen
from bot.screens.table.board import lobby_screen, table_screen
from bot.screens.table.options import computers_screen
from bot.screens.table.waiting import news_lines
from bot.tables.model.table import NAMES, Computer
from bot.tables.service.computers import PlaysBelow
from tests.boards import after, begun
from tests.factories import lobby_of

PAGE = (Path(__file__).parents[3] / "docs" / "certified" / "tables.md").read_text()
ALONE, TOGETHER = re.findall(r"(?:^\|.*\n)+", PAGE.split("strengths -->")[1], re.M)
"""The tables of strengths."""
ENGLISH = RenderContext(words("en"), PLAIN_GLYPHS)
HELLO = welcome_screen(ENGLISH).title
GAMES = [key for key, listing in games.CATALOGUE.items() if not isinstance(listing.make({}), Race)]


def test_no_computer_has_the_name_by_which_the_bot_speaks_of_itself() -> None:
    """On a board, in a result or beside the game of the day, a name means one or the other."""
    assert [name for name in NAMES if name in HELLO] == []
    assert len(set(NAMES)) == len(NAMES)


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
            f"Beginner, beats regular in {ENGLISH.t.percent(beginner)} of games",
            "Regular",
            f"Champion, beats regular in {ENGLISH.t.percent(best)} of games",
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
    assert "2. 🤖 Pichet, champion (about 466 points)" in lobby_screen(ENGLISH, lobby).body


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "🤖 With these rules, champion plays like beginner: I know no better."),
        ("fr", "🤖 Avec ces règles, champion joue comme débutant\N{NO-BREAK SPACE}: je ne sais pas faire mieux."),
    ],
)
def test_a_lobby_says_where_a_level_is_no_better_than_one_below(language: str, said: str) -> None:
    lobby = lobby_of(games.make("yamslam", {"power": True}), [1, Computer(1, Level.CHAMPION)])
    context = RenderContext(words(language), PLAIN_GLYPHS)
    assert said in lobby_screen(context, lobby, {Level.CHAMPION: Level.BEGINNER}).body.splitlines()
    assert "🤖 With" not in lobby_screen(ENGLISH, lobby).body


@pytest.mark.parametrize(
    ("language", "level", "said"),
    [
        ("en", Level.REGULAR, "⏳ 🤖 Pichet is not ready yet and plays as regular for now."),
        (
            "fr",
            Level.REGULAR,
            "⏳ 🤖 Pichet n\N{RIGHT SINGLE QUOTATION MARK}est pas encore prêt et joue au niveau intermédiaire "
            "pour l\N{RIGHT SINGLE QUOTATION MARK}instant.",
        ),
        ("en", None, "⏳ 🤖 Pichet cannot think right now: it plays simple moves until it can."),
        ("fr", None, "⏳ 🤖 Pichet ne peut pas réfléchir en ce moment et joue des coups simples en attendant."),
    ],
)
def test_the_board_says_that_a_computer_does_not_play_as_promised(
    language: str, level: Level | None, said: str
) -> None:
    gobelet = Computer(1, Level.CHAMPION)
    table = lobby_of(games.make("yum_classic", {}), [1, gobelet])
    context = RenderContext(words(language), PLAIN_GLYPHS)
    assert news_lines(context, table, [PlaysBelow(gobelet, level)]) == [said]


def test_help_leaves_numbers_to_the_lobby() -> None:
    page = help_screen(ENGLISH, "computers")
    assert page.fields == ()
    assert "The lobby tells how strong each of them is in its game." in page.body
    assert not re.search(r"\d", page.body)


def test_while_a_computer_thinks_at_5000_nobody_is_told_to_choose_dice() -> None:
    table = after(begun("5000"), ("roll", "1-2-2-4-6"))
    person, computer = (
        table_screen(ENGLISH, table, BoardView(held=frozenset(), computer=name)).body for name in ("", "Pichet")
    )
    assert "Choose at least one die that scores." in person
    assert "Thrown **1-2-2-4-6**" in computer
