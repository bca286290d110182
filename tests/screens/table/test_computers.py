"""What screens say of computer players: how strong each level was measured to be (docs/certified/tables.md)."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bot import games
from bot.engine import Level, Seat, Temper
from bot.engine.game import Race
from bot.locales import LANGUAGES, words
from bot.mind.strengths import averages
from bot.screens.kit import PLAIN_GLYPHS, WORDS_ONLY, BoardView, Menu, RenderContext
from bot.screens.kit.board import Moment, bust
from bot.screens.kit.computers import _CHARACTERS, Occasion, Remark, Talk, averages_line, last_word, strength_of
from bot.screens.server.help import help_screen, welcome_screen
from bot.screens.table.board import lobby_screen, table_screen
from bot.screens.table.options import computers_screen
from bot.screens.table.waiting import news_lines
from bot.tables.model.table import NAMES, Computer, Status, Table, TableSettings
from bot.tables.service.computers import PlaysBelow
from tests.boards import after, begun
from tests.factories import lobby_of, table_of

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "certified" / "tables.md").read_text()
ALONE, TOGETHER = re.findall(r"(?:^\|.*\n)+", PAGE.split("strengths -->")[1], re.M)
"""The tables of strengths."""
ENGLISH = RenderContext(words("en"), PLAIN_GLYPHS)
HELLO = welcome_screen(ENGLISH).title
GAMES = [key for key, listing in games.CATALOGUE.items() if not isinstance(listing.make({}), Race)]


def test_no_computer_has_the_name_by_which_the_bot_speaks_of_itself() -> None:
    """On a board, in a result or beside the game of the day, a name means one or the other."""
    assert [name for name in NAMES if name in HELLO] == []
    assert len(set(NAMES)) == len(NAMES)


def column(table: str, label: str, name: str, fewest: int = 0) -> float | None:
    """What a table says of a game in the column of this name; None where nobody has measured it in so many games."""
    head, _, *lines = ([cell.strip() for cell in line[1:-1].split("|")] for line in table.strip().splitlines())
    (row,) = (line for line in lines if line[0] == label)
    cell = row[head.index(name)]
    games = re.search(r"\(([\d,]+)\)$", cell)
    return float(cell.split(" ")[0]) if cell and (games is None or int(games[1].replace(",", "")) >= fewest) else None


def labels(key: str, options: dict[str, Any]) -> list[str]:
    """The levels that the lobby of this game offers."""
    screen = computers_screen(ENGLISH, lobby_of(games.make(key, options), [1]))
    (menu,) = (item for row in screen.rows for item in row if isinstance(item, Menu) and item.do.endswith("levels"))
    return [choice.label for choice in menu.choices]


@pytest.mark.parametrize("key", GAMES)
def test_levels_come_with_the_averages_of_the_page(key: str) -> None:
    label, below, said = games.CATALOGUE[key].label, "", list[str]()
    for name in ("beginner", "casual", "regular", "strong", "best"):
        level = "champion" if name == "best" else name
        told = [level.capitalize()]
        if f"\n| {label} | " in ALONE and column(ALONE, label, name) is not None:
            brought = averages(key)[level].points
            assert brought == pytest.approx(column(ALONE, label, name), abs=0.06)
            points = math.floor(brought) if level == "champion" else round(brought)
            told.append(ENGLISH.t("about {points} points", points=points))
        wins = column(TOGETHER, label, f"{name} against {below}", 2_000) if below else None
        if wins is not None:
            share = ENGLISH.t.percent(wins / 100)
            told.append(f"beats {below} in {share} of games")
        said.append(", ".join(told))
        below = name
    assert labels(key, {}) == said


PERFECT = {
    label: float(points)
    for label, points in re.findall(r"^\| (.+?) \| (\d+\.\d{4}) \|", (DOCS / "mind.md").read_text(), re.M)
}
"""What perfect play brings, by sheet."""


def test_no_level_is_said_to_bring_more_than_perfect_play() -> None:
    """Games of a net may bring more by luck, and a rounded number may be a point too high."""
    compared = dict[str, int]()
    for key, listing in games.CATALOGUE.items():
        said = re.findall(r"about ([\d,]+) points", " ".join(labels(key, {})))
        if listing.label in PERFECT and said:
            compared[key] = max(int(points.replace(",", "")) for points in said)
            assert compared[key] <= PERFECT[listing.label] < compared[key] + 2, key
    assert len(compared) == len(PERFECT) == 10
    assert compared["maxi_yum"] == 394


@pytest.mark.parametrize("key", GAMES)
def test_statistics_and_a_lobby_tell_the_same_points_of_a_level(key: str) -> None:
    lobby = [found[1] for label in labels(key, {}) if (found := re.search(r"about ([\d,]+) points", label))]
    assert re.findall(r"[\d,]+", averages_line(ENGLISH, games.make(key, {}))) == lobby


def test_nobody_measured_house_rules() -> None:
    assert labels("yum_classic", {"teams": True}) == ["Beginner", "Casual", "Regular", "Strong", "Champion"]


BY_HOUSE_RULES = [
    (key, {rule.key: value}, listing.make({rule.key: value}))
    for key, listing in games.CATALOGUE.items()
    for rule in listing.rules
    for value in rule.choices
    if value != rule.default
]


def test_by_every_house_rule_that_nobody_trained_for_the_champion_says_that_it_goes_by_estimates() -> None:
    """``tests/mind/test_review.py`` compares these rules with what the champion really goes by."""
    said = {
        (key, *options.items())
        for key, options, game in BY_HOUSE_RULES
        if strength_of(ENGLISH, game, Level.CHAMPION) == ["goes by estimates here"]
    }
    without = {
        (key, *options.items())
        for key, options, game in BY_HOUSE_RULES
        if not any(map(partial(games.CATALOGUE[key].reviewed, game), game.seats[game.seats[:2] == range(1, 3) :]))
    }
    assert said == without
    assert {key for key, _ in said} >= {"yum_plus", "triple_yum_plus", "triple_yum", "maxi_yum"}
    assert ("yum_plus", ("joker", "en")) in said
    assert ("5000_race", ("target", 10_000)) not in said
    assert ("cant_stop", ("no_stop_on_cone", True)) in said, "it is known for one player alone"
    assert ("yum_classic", ("joker", "fr")) not in said, "it is worked out"
    for _, _, game in BY_HOUSE_RULES:
        assert [strength_of(ENGLISH, game, level) for level in list(Level)[:-1]] == [[]] * 4


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "2. 🦁 Pichet, champion computer (goes by estimates here)"),
        ("fr", "2. 🦁 Pichet, ordinateur champion (joue par estimation ici)"),
    ],
)
def test_a_lobby_and_its_panel_say_where_the_champion_goes_by_estimates(language: str, said: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    lobby = lobby_of(games.make("yum_plus", {"joker": "en"}), [1, Computer(1, Level.CHAMPION)])
    assert said in lobby_screen(context, lobby).body
    assert said.removeprefix("2. ") in computers_screen(context, lobby).body
    assert labels("yum_plus", {"joker": "en"})[-1] == "Champion, goes by estimates here"


def test_levels_fit_the_menu_of_a_lobby_in_both_languages() -> None:
    """Discord takes 100 characters for a line of a menu."""
    for language, key in product(("en", "fr"), GAMES):
        context = RenderContext(words(language), PLAIN_GLYPHS)
        screen = computers_screen(context, lobby_of(games.make(key, {}), [1]))
        (menu,) = (item for row in screen.rows for item in row if isinstance(item, Menu) and item.do.endswith("levels"))
        assert len({choice.label for choice in menu.choices}) == len(Level)
        assert max(len(choice.label) for choice in menu.choices) <= 100


def test_a_lobby_tells_everybody_how_strong_its_computers_are() -> None:
    lobby = lobby_of(games.make("yum_plus", {}), [1, Computer(1, Level.CHAMPION)])
    assert "2. 🦁 Pichet, champion computer (about 468 points)" in lobby_screen(ENGLISH, lobby).body


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
        ("en", Level.REGULAR, "⏳ 🦁 Pichet is not ready yet and plays as regular for now."),
        (
            "fr",
            Level.REGULAR,
            "⏳ 🦁 Pichet n\N{RIGHT SINGLE QUOTATION MARK}est pas encore prêt et joue au niveau intermédiaire "
            "pour l\N{RIGHT SINGLE QUOTATION MARK}instant.",
        ),
        ("en", None, "⏳ 🦁 Pichet cannot think right now: it plays simple moves until it can."),
        ("fr", None, "⏳ 🦁 Pichet ne peut pas réfléchir en ce moment et joue des coups simples en attendant."),
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
    assert "Before the game, the table tells how strong each is." in page.body
    assert not re.search(r"\d", page.body)


def test_while_a_computer_thinks_at_5000_nobody_is_told_to_choose_dice() -> None:
    table = after(begun("5000"), ("roll", "1-2-2-4-6"))
    person, computer = (
        table_screen(ENGLISH, table, BoardView(held=frozenset(), computer=name)).body for name in ("", "Pichet")
    )
    assert "Choose at least one die that scores." in person
    assert "Thrown **1-2-2-4-6**" in computer


# -- what computers say ------------------------------------------------------------------------------------------

_LINE = 48
"""Characters of a line that fit two lines of a phone at most."""


def against(*players: int | Computer, id: int = 4, **about: Any) -> Table:
    """A table of Can't Stop; with an even number, computers speak during the game."""
    return table_of(games.make("cant_stop", {}), players, id=id, **about)  # type: ignore[arg-type]


PICHET, TIMBALE = Computer(1, Level.CHAMPION), Computer(2, Level.BEGINNER)
GREAT = Moment((), Seat(1), great=True)


def ended(table: Table, *columns: tuple[int, ...]) -> Table:
    """The table once each seat has won these columns."""
    return replace(table, status=Status.FINISHED, state=replace(table.state, turn=None, won=columns))


def turned(table: Table, seat: int) -> Table:
    return replace(table, state=replace(table.state, turn=Seat(seat)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_character_has_several_short_lines_for_every_occasion(language: str) -> None:
    t, every = words(language), [line for lines in _CHARACTERS for those in lines for line in those]
    assert len(set(map(t, every))) == len(set(every)) == len(every), "no two say the same"
    for lines in _CHARACTERS:
        assert [len(those) >= 8 for those in lines] == [True] * len(Occasion)
    assert max(len(f"🦁 Timbale\N{NO-BREAK SPACE}: «\N{NO-BREAK SPACE}{t(line)} »") for line in every) <= _LINE


def test_games_of_an_evening_have_different_lines() -> None:
    said = {
        Remark(Seat(1), Occasion.BUST).said(ENGLISH, against(1, PICHET, evening=(1, PICHET), evening_wins=(won, 1)))
        for won in range(8)
    }
    assert len(said) == 8


def test_a_computer_speaks_once_a_game_of_its_own_turns_and_is_read_for_a_whole_turn() -> None:
    lobby = lobby_of(games.make("cant_stop", {}), [1, PICHET, TIMBALE])
    table = against(1, PICHET, TIMBALE)
    first, second, third = (turned(table, seat) for seat in range(3))
    began = Talk().after(lobby, first, None)
    assert began.may
    hers = began.after(first, second, bust(Seat(0)))
    assert hers.remark is None, "the turn of a person"
    spoken = hers.after(second, third, bust(Seat(1)))
    assert spoken.remark == Remark(Seat(1), Occasion.BUST)
    again = spoken.after(third, first, replace(GREAT, seat=Seat(2)))
    assert again.remark == spoken.remark, "the next computer is silent, and the person still reads the first"
    assert again.after(first, first, None).remark == spoken.remark
    passed = again.after(first, second, None)
    assert passed.remark is None
    assert passed.after(second, third, bust(Seat(1))) == passed, "once a game"
    assert hers.after(second, third, GREAT).remark == Remark(Seat(1), Occasion.TRIUMPH)
    assert hers.after(second, third, replace(GREAT, great=False)).remark is None


def test_the_one_line_of_a_game_may_praise_the_great_turn_of_the_person_before() -> None:
    lobby = lobby_of(games.make("cant_stop", {}), [1, PICHET, 2, TIMBALE])
    table = against(1, PICHET, 2, TIMBALE)
    first, second, third, fourth = (turned(table, seat) for seat in range(4))
    began = Talk().after(lobby, third, None)
    great = replace(GREAT, seat=Seat(2))
    assert began.after(third, third, great).remark is None, "it is still their turn"
    assert began.after(third, fourth, replace(great, great=False)).remark is None
    praise = began.after(third, fourth, great)
    assert praise.remark == Remark(Seat(3), Occasion.PRAISE)
    own = praise.after(fourth, first, replace(GREAT, seat=Seat(3)))
    assert own.remark == praise.remark, "it is read first"
    later = own.after(first, second, replace(GREAT, seat=Seat(0)))
    assert later.remark is None
    assert later.after(second, third, GREAT).remark is None, "a computer has spoken in this game"


def test_after_a_line_about_itself_no_computer_praises() -> None:
    lobby = lobby_of(games.make("cant_stop", {}), [1, PICHET])
    first, second = (turned(against(1, PICHET), seat) for seat in range(2))
    spoken = Talk().after(lobby, second, None).after(second, first, GREAT)
    assert spoken.remark == Remark(Seat(1), Occasion.TRIUMPH)
    assert spoken.after(first, second, replace(GREAT, seat=Seat(0))).remark is None


def test_where_a_computer_speaks_at_the_end_it_praises_nobody_before() -> None:
    lobby = lobby_of(games.make("cant_stop", {}), [1, PICHET])
    first, second = (turned(against(1, PICHET, id=5), seat) for seat in range(2))
    assert Talk().after(lobby, first, None).after(first, second, replace(GREAT, seat=Seat(0))).remark is None


def test_nobody_speaks_in_a_game_of_which_memory_has_not_seen_everything() -> None:
    table = against(1, PICHET)
    assert Talk().after(turned(table, 1), turned(table, 0), bust(Seat(1))) == Talk()


def test_a_game_has_its_line_either_during_the_game_or_at_its_end() -> None:
    lobby = lobby_of(games.make("cant_stop", {}), [1, PICHET])
    for id in (4, 5):
        table = against(1, PICHET, id=id)
        over = ended(table, (), (2, 3, 4))
        assert Talk().after(lobby, table, None).may is (last_word(over) is None) is (id == 4)


def test_the_best_computer_has_the_last_word_and_nobody_after_a_tie() -> None:
    three = against(1, PICHET, TIMBALE, id=5)
    assert last_word(ended(three, (2, 3, 4), (), (5,))) == Remark(Seat(2), Occasion.DEFEAT)
    assert last_word(ended(three, (2,), (3, 4, 5), (6,))) == Remark(Seat(1), Occasion.VICTORY)
    assert last_word(ended(three, (2, 3), (4, 5), ())) is None
    assert last_word(ended(against(1, 2, id=5), (2, 3, 4), ())) is None, "only people"


def test_a_line_names_its_computer_with_its_face_or_without_emoji() -> None:
    table, remark = against(1, PICHET), Remark(Seat(1), Occasion.DEFEAT)
    assert remark.said(ENGLISH, table) == "**🦁 Pichet**: “Well thrown!”"
    assert remark.said(RenderContext(words("en"), WORDS_ONLY), table) == "**Pichet**: “Well thrown!”"


def test_at_a_table_of_a_style_every_computer_has_that_character() -> None:
    said = {
        temper: [
            Remark(Seat(seat), Occasion.VICTORY)
            .said(ENGLISH, against(1, PICHET, TIMBALE, settings=TableSettings(computer_temper=temper)))
            .partition(": ")[2]
            for seat in (1, 2)
        ]
        for temper in Temper
    }
    bold, careful = said[Temper.EVEN]
    assert bold != careful
    assert said == {Temper.EVEN: [bold, careful], Temper.BOLD: [bold] * 2, Temper.CAREFUL: [careful] * 2}


@pytest.mark.parametrize(("seats", "offered"), [(1, False), (2, True)])
def test_a_lobby_with_a_free_seat_alone_offers_a_computer(seats: int, offered: bool) -> None:
    rows = lobby_screen(ENGLISH, lobby_of(games.make("yum_classic", {}), [1], capacity=seats)).rows
    (add,) = (button for row in rows for button in row if button.label == "Add a computer")
    assert add.disabled != offered
