"""The rules in short, each part from a menu, what is good to know, and everything at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import combinations_with_replacement
from typing import Any

import pytest

from bot.engine import Race
from bot.engine.errors import WrongSeats
from bot.games import CATALOGUE, FAMILIES, make
from bot.locales import LANGUAGES, words
from bot.screens.kit.patterns import RULES_PART
from bot.screens.kit.values import (
    IN_WORDS,
    PLAIN_GLYPHS,
    WORDS_ONLY,
    Button,
    Choice,
    Field,
    Menu,
    RenderContext,
    Screen,
)
from bot.screens.table.rules import rules_screen, whole_rules
from bot.ui.discord.adapter import render
from tests.games.told.scenes import every_pair
from tests.limits import problems


def desk(language: str = "en") -> RenderContext:
    return RenderContext(words(language), PLAIN_GLYPHS)


def choices(screen: Screen, *, games: bool = False) -> list[Choice]:
    """The lines of the menus of parts, or of the one of all games."""
    menus = [item for row in screen.rows for item in row if isinstance(item, Menu)]
    return [choice for menu in menus if (menu.do == "rules of games") == games for choice in menu.choices]


def page_of(choice: Choice) -> Any:
    words = RULES_PART.read(choice.do)
    assert words is not None
    return words["page"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
def test_the_short_rules_tell_the_aim_and_a_turn_and_lead_to_every_word_of_the_whole(key: str, language: str) -> None:
    context, game = desk(language), make(key, {})
    short = rules_screen(context, game)
    assert 2 <= len(short.body.splitlines()) <= 1 + 6
    parts = [rules_screen(context, game, page_of(choice)) for choice in choices(short)]
    for page in (short, *parts, rules_screen(context, game, "notes"), rules_screen(context, game, "whole")):
        assert problems(render(page, PLAIN_GLYPHS, "1y2p0ij32e8e7", 1)) == [], page.title
    told = "\n".join([short.body, short.footer, *(f"{part.title} {part.body}" for part in parts)])
    for word in re.findall(r"[\w-]+", whole_rules(context, game).body):
        assert word in told, word


@pytest.mark.parametrize(
    ("key", "options", "english", "french"),
    [
        ("yum_plus", {}, "1 to 12 players, 25 all at once", "1 à 12 joueurs, 25 en même temps"),
        ("yum_color", {"kismet_penalty": True}, "1 to 12 players", "1 à 12 joueurs"),
        ("421", {}, "2 to 12 players", "2 à 12 joueurs"),
        ("5000", {"teams": True}, "4, 6, 8, 10 and 12 players", "4, 6, 8, 10 et 12 joueurs"),
        ("yamslam", {"games_in_match": "both_ways"}, "2 players", "2 joueurs"),
        ("cant_stop_race", {}, "1 to 25 players", "1 à 25 joueurs"),
    ],
)
def test_the_rules_say_for_how_many_players_a_game_is(
    key: str, options: dict[str, Any], english: str, french: str
) -> None:
    for language, said in (("en", english), ("fr", french)):
        short, whole = (rules_screen(desk(language), make(key, options), page) for page in ("short", "whole"))
        assert short.footer.startswith(f"{said}.")
        assert whole.body.split("\n", 1)[0].endswith(f". {said}.")


@pytest.mark.parametrize("key", [key for key in CATALOGUE if not isinstance(make(key, {}), Race)])
def test_as_many_may_play_as_the_rules_say_and_no_other_number(key: str) -> None:
    """Teams are of equal size, and two play both ways."""
    changes = [(rule.key, choice) for rule in CATALOGUE[key].rules for choice in rule.choices]
    for rule, choice in changes:
        if rule not in ("teams", "games_in_match"):
            continue
        game = make(key, {rule: choice})
        told, _, _ = rules_screen(desk(), game).footer.partition(" players")
        named: Sequence[int] = [int(number) for number in re.findall(r"\d+", told)]
        if " to " in told:
            named = range(named[0], named[-1] + 1)
        for number in range(1, 14):
            with nullcontext() if number in named else pytest.raises(WrongSeats):
                game.new(number)


@pytest.mark.sample(2, each="language")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
def test_the_pages_fit_whatever_house_rules_a_table_has_chosen(key: str, language: str) -> None:
    """The standard, each choice of each house rule, and all pairs of them."""
    context = desk(language)
    for options in every_pair(key):
        for page in ("short", "notes", "whole"):
            screen = rules_screen(context, make(key, options), page)
            assert problems(render(screen, PLAIN_GLYPHS, "1y2p0ij32e8e7", 1)) == [], (options, page)


@pytest.mark.parametrize(
    ("key", "options", "said"),
    [
        (
            "5000",
            {},
            ["**1**: 100 each", "**5**: 50 each", "**1-1-1**: 1,000", "100 times their number", "750 or more"],
        ),
        ("5000", {"opening": 500}, ["500 or more"]),
        ("5000", {"dice": 6}, ["**1-2-3-4-5-6**: 1,500"]),
        ("5000_race", {}, ["**1**: 100 each", "your race ends at once", "750 or more"]),
        ("ambition", {}, ["★1**: 100 each", "★5**: 50 each", "**1-1-1**: 1,000", "100 times", "must be validated"]),
    ],
)
def test_the_short_rules_of_games_for_points_tell_what_scores_and_what_counts_first(
    key: str, options: dict[str, Any], said: list[str]
) -> None:
    fields = rules_screen(desk(), make(key, options)).fields
    assert fields[0].name == "Points"
    told = "\n".join(field.value for field in fields)
    assert [sentence for sentence in said if sentence not in told] == []
    assert (fields[-1].name == "House rules") == bool(options)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", [key for key, family in FAMILIES.items() if family in ("yum", "yamslam", "421")])
def test_the_first_page_shows_what_scores_in_lines_that_fit_a_phone(key: str, language: str) -> None:
    for options in every_pair(key):
        (table, *_) = rules_screen(desk(language), make(key, options)).fields
        lines = table.value.removeprefix("```\n").partition("\n```")[0].split("\n")
        assert len(lines) <= 14
        assert max(map(len, lines)) <= 28, options


def test_a_box_is_told_by_dice_and_the_points_it_takes_for_them() -> None:
    shown = rules_screen(desk(), make("yum_classic", {})).fields[0]
    lines = shown.value.partition("\n```\n")[0].split("\n")[1:]
    assert lines[0].split("…")[1].split() == ["Sixes", "3-3-3-2-5", "9"]
    layout = make("yum_classic", {}).layout
    boxes = {box.label: box for box in layout.boxes}
    told = {line[:14].strip(): line[14:].split() for line in lines[1:]}
    assert set(told) == {box.label for box in layout.boxes if not box.face}
    for label, (dice, points) in told.items():
        assert boxes[label].points(tuple(map(int, dice.split("-")))) == int(points)
    heard = rules_screen(RenderContext(words("en"), IN_WORDS), make("yum_plus", {})).fields[0].value
    assert "Full House, 3-3-3-5-5: 25\n" in heard
    assert heard.endswith("\nThe sum of all dice: One Pair, Two Pairs, 3 of a Kind and 4 of a Kind. Chance: any dice.\n"
                          "Low Score: a sum of 21 or more, under High. High Score: 22 or more, over Low. Else 0.\n"
                          "Minus: 36 less the sum of the dice.\n"
                          "Upper bonus: 63 or more → +35, 71 or more → +55, 78 or more → +75")  # fmt: skip
    assert "`" not in heard


@pytest.mark.parametrize("key", ["triple_yum", "triple_yum_plus"])
def test_the_first_page_says_what_columns_count_and_what_the_bonus_asks_for(key: str) -> None:
    page = rules_screen(desk(), make(key, {}))
    assert "an open box of any column: columns count ×1, ×2 and ×3." in page.body
    value = page.fields[0].value
    assert "Upper bonus: 63 or more → +35" in value
    assert "Prime" in rules_screen(desk("fr"), make("yams", {})).fields[0].value, "as its sheet calls it"


@pytest.mark.parametrize(
    ("key", "named"),
    [
        ("triple_yum_plus", ("Courte : Suite courte", "Haute : Suite haute", "Pleine : Main pleine", "Yum 2 : 2e Yum")),
        ("yum_classic", ("3 par. : 3 pareils", "Pleine : Main pleine")),
    ],
)
def test_the_rules_tell_every_short_name_that_a_button_or_a_narrow_sheet_has(key: str, named: tuple[str, ...]) -> None:
    whole = rules_screen(desk("fr"), make(key, {}), "whole")
    names = next(field.value for field in whole.fields if field.name == "Noms courts")
    assert set(named) <= set(names.replace("\N{NO-BREAK SPACE}", " ").split(" · "))
    assert "paires" not in names, "as the sheet says it"


@pytest.mark.parametrize("key", ["yum_plus", "maxi_yum", "yum_extra"])
def test_a_long_sheet_tells_the_boxes_that_add_up_all_dice_in_one_sentence(key: str) -> None:
    layout = make(key, {}).layout
    boxes = [box for box in layout.boxes if not box.face]
    value = rules_screen(desk(), make(key, {})).fields[0].value
    table, sentence = value.removeprefix("```\n").split("\n```\nThe sum of all dice: ")
    asking, *others = re.split(r"\.\s", sentence)
    free = {line.removesuffix(": any dice") for line in others if line.endswith(": any dice")}
    told = {line.partition(":")[0] for line in others} - free  # Such as Minus, and Low beside High.
    rows = [found[1] for line in table.split("\n") if (found := re.match(r"(.+?) +\d(?:-\d)+ ", line))]
    in_table = told | {name for row in rows for name in row.split(", ")}
    in_sentence = free | {name for part in asking.split(", ") for name in part.split(" and ")}
    throws = list(combinations_with_replacement(range(1, 7), layout.dice))
    for box in boxes:
        written = {(box.points(dice), sum(dice)) for dice in throws if box.points(dice)}
        sums = all(points == total for points, total in written) and len(written) > 1
        sums = sums and not (box.above or box.below)
        assert (box.label in free) == (sums and len(throws) == len([dice for dice in throws if box.points(dice)]))
        assert (box.label in in_sentence) == sums, box.label
        assert bool(in_table & {box.label, box.short}) != sums, box.label


PHONE, ACROSS, TITLE_ACROSS, SMALL_ACROSS = 24, 45, 40, 50
"""The lines between Discord's bars on a phone of 390 by 844 pixels, and the letters of one: a title has letters of 16
pixels and a footer of 12, all else of 14."""


def height(screen: Screen) -> int:
    """The lines that a phone needs for the text of ``screen``."""
    lines = 0
    for text, across in (
        (screen.title, TITLE_ACROSS),
        (screen.body, ACROSS),
        *((part, ACROSS) for field in screen.fields for part in (field.name, field.value)),
        (screen.footer, SMALL_ACROSS),
    ):
        in_table = False
        for line in text.split("\n") if text else ():
            if line.startswith("```"):
                in_table = not in_table
            elif in_table or not line:
                lines += 1
            else:
                lines += 2 if line.startswith("# ") else -(-len(re.sub(r"[*`]", "", line)) // across)
    return lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
def test_the_first_page_of_the_rules_fits_on_a_phone(key: str, language: str) -> None:
    screen = rules_screen(desk(language), make(key, {}))
    assert len(screen.body.splitlines()) <= 1 + 6, "the aim, and a turn in six steps"
    assert height(screen) <= PHONE


def test_the_height_of_a_page_counts_lines_that_break_tables_and_large_dice() -> None:
    assert height(Screen("Rules", "a" * 46, fields=(Field("Points", "```\n1\n2\n```\n# ⚀ ⚁"),), footer="Small.")) == 9


def test_the_tokens_of_421_follow_the_house_rule() -> None:
    def first(options: dict[str, Any]) -> str:
        return rules_screen(desk(), make("421", options)).fields[0].value.split("\n")[1]

    assert first({}).split() == ["4-2-1", "10"]
    assert first({"value_421": 8}).split() == ["4-2-1", "8"]


def test_standard_rules_stand_in_small_print_and_chosen_ones_by_name() -> None:
    usual, chosen = (rules_screen(desk(), make("yamslam", options)) for options in ({}, {"forced_take": True}))
    assert usual.footer == "1 to 8 players. Standard rules."
    assert not any(field.name == "House rules" for field in usual.fields)
    assert chosen.footer == "1 to 8 players."
    assert chosen.fields[-1].name == "House rules"


@pytest.mark.parametrize(
    ("nenette", "said"),
    [
        ("add2", "2-2-1 takes 2 tokens from the pot or the best hand"),
        ("fixed2", "receives 2 tokens"),
        ("none", "nothing more"),
    ],
)
def test_the_short_rules_of_421_show_the_nenette_and_say_what_it_does(nenette: str, said: str) -> None:
    (field,) = (one for one in rules_screen(desk(), make("421", {"nenette": nenette})).fields if one.name == "Nénette")
    assert "2-2-1" in field.value
    assert said in field.value


@pytest.mark.parametrize("options", [{}, {"power": True, "games_in_match": 6, "teams": 4}])
def test_every_box_of_a_sheet_is_a_line_of_the_menu(options: dict[str, object]) -> None:
    game = make("triple_yum_plus", options)
    names = [choice.label for choice in choices(rules_screen(desk(), game))]
    for box in game.layout.boxes:
        assert any(box.label in name for name in names), box.label


def test_a_box_shows_its_rule_and_the_dice_of_an_example() -> None:
    screen = rules_screen(desk(), make("yum_plus", {}))
    full = next(choice for choice in choices(screen) if choice.label == "Full House")
    shown = rules_screen(desk(), make("yum_plus", {}), page_of(full))
    assert shown.title == "Rules of Yum Plus · Full House"
    assert "25 points. `3-3-3-5-5` → 25\n# ⚂ ⚂ ⚂ ⚄ ⚄" in shown.body
    plain = rules_screen(RenderContext(words("en"), WORDS_ONLY), make("yum_plus", {}), page_of(full))
    assert "#" not in plain.body


@pytest.mark.parametrize("page", [99, "99", "weather"])
def test_a_page_there_is_not_is_the_short_one(page: str | int) -> None:
    game = make("421", {})
    assert rules_screen(desk(), game, page) == rules_screen(desk(), game)


def test_buttons_beside_no_table_name_their_game() -> None:
    screen = rules_screen(desk(), make("421", {}), of="421")
    asked = [item.do for row in screen.rows for item in row if isinstance(item, Button)]
    assert asked == ["rules of 421 whole", "rules of 421 notes"]
    parts, (games,) = screen.rows[:-2], screen.rows[-1]
    assert all(choice.do.startswith("rules of 421 part ") for row in parts for menu in row for choice in menu.choices)
    assert [(choice.do, choice.label, choice.chosen) for choice in games.choices] == [
        (f"rules of {key} short", listing.label, False) for key, listing in CATALOGUE.items() if key != "421"
    ]


@pytest.mark.parametrize(("page", "first"), [("short", "short"), ("whole", "whole"), ("notes", "short")])
def test_the_rules_of_another_game_begin_with_its_aim_and_not_with_its_exceptions(page: str, first: str) -> None:
    for of in ("421", ""):
        games = rules_screen(desk(), make("421", {}), page, of=of).rows[-1][0]
        assert isinstance(games, Menu)
        assert [choice.do for choice in games.choices] == [
            f"rules of {key} {first}" for key in CATALOGUE if key != "421"
        ]


@pytest.mark.parametrize("key", ["cant_stop", "cant_stop_race"])
def test_the_short_rules_of_cant_stop_show_a_throw_and_a_part_the_columns(key: str) -> None:
    game, heard = make(key, {}), RenderContext(words("en"), IN_WORDS)
    (example,) = rules_screen(desk(), game).fields
    assert example.name == "Example"
    assert example.value.startswith("# ⚀ ⚃ ⚄ ⚅\n`1-4-5-6` makes 5 + 11, 6 + 10, 7 + 9.\n")
    assert "#" not in rules_screen(heard, game).fields[0].value
    columns = next(
        page_of(choice) for choice in choices(rules_screen(desk(), game)) if choice.label == "Steps to climb"
    )
    assert " 7│·············│13\n" in rules_screen(desk(), game, columns).body
    spoken = rules_screen(heard, game, columns).body
    assert spoken.endswith("\n2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3.")


@pytest.mark.parametrize("key", CATALOGUE)
def test_rules_lead_to_those_of_all_games_and_a_tables_own_to_their_parts(key: str) -> None:
    game = make(key, {})
    standard, own = rules_screen(desk(), game, of=key), rules_screen(desk(), game)
    assert problems(render(standard, PLAIN_GLYPHS)) == []
    assert problems(render(own, PLAIN_GLYPHS, "1y2p0ij32e8e7", 1)) == []
    others = [f"rules of {other} short" for other in CATALOGUE if other != key]
    for screen in (standard, own):
        assert [choice.do for choice in choices(screen, games=True)] == others
    assert all(choice.do.startswith("rules part ") for choice in choices(own))
