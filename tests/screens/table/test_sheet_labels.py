"""The names of boxes on the boards of score sheets, and where the columns break."""

import re
from typing import Any

import pytest

from bot.games import CATALOGUE, make
from bot.games.yum.rules import Yum
from bot.games.yum.sheet_lines import LONGEST, board_sheet, labels, two_columns
from bot.locales import LANGUAGES, words
from bot.screens.kit import PLAIN_GLYPHS, RenderContext

SHEETS = [key for key in CATALOGUE if isinstance(make(key, {}), Yum)]


@pytest.mark.parametrize("key", SHEETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_boxes_have_names_of_six_letters_which_differ(key: str, language: str) -> None:
    layout: Any = make(key, {}).layout
    found = labels(words(language), layout)
    assert all(len(label) <= LONGEST for label in found)
    assert len(set(found)) == len(layout.boxes)
    assert not [label for label in found if label.endswith(" .")]


@pytest.mark.parametrize("key", SHEETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_box_has_its_name_and_one_short_form_of_it_everywhere(key: str, language: str) -> None:
    """Buttons, menus, the sheet, statistics and the line of the last turn: people learn no third name of a box."""
    t, layout = words(language), make(key, {}).layout
    forms = zip(labels(t, layout), layout.boxes, strict=True)
    assert [(label, box.short) for label, box in forms if label != t(box.short) != t(box.label)] == []


def test_a_name_that_is_cut_ends_with_a_consonant() -> None:
    layout: Any = make("yum_color", {}).layout
    found = dict(zip((box.key for box in layout.boxes), labels(words("fr"), layout), strict=True))
    assert (found["flush"], found["yarborough"]) == ("Coul.", "Yarb.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_is_cut_beside_points_of_two_digits(language: str) -> None:
    """A name of six letters may touch the sign before the points: nothing else may hide a letter of it."""
    game: Any = make("maxi_yum", {})
    state, places = game.new(1), range(len(game.layout.boxes))
    context = RenderContext(words(language), PLAIN_GLYPHS)
    sheet = "\n".join(board_sheet(context, game, state, {(0, place): 24 for place in places}, ()))
    assert [label for label in labels(context.t, game.layout) if label not in sheet] == []
    assert len(re.findall(r"\S\s*\+24", sheet)) == len(places)


@pytest.mark.parametrize(
    ("key", "left", "right"),
    [
        ("yum_plus", "full_house", "short_straight"),
        ("yum_classic", "sixes", "three_kind"),
        ("yum_original", "sixes", "full_house"),
        ("maxi_yum", "five_kind", "full_house"),
        ("yum_extra", "two_pair", "full_house"),
        ("yams", "sixes", "brelan"),
    ],
)
def test_columns_break_between_sections(key: str, left: str, right: str) -> None:
    layout: Any = make(key, {}).layout
    sides = two_columns(layout, tuple(range(len(layout.boxes))))
    assert layout.boxes[sides[0][-1]].key == left
    assert layout.boxes[sides[1][0]].key == right


@pytest.mark.parametrize("key", ["yum_plus", "triple_yum_plus", "maxi_yum"])
def test_two_pairs_are_in_the_plural_where_the_word_fits(key: str) -> None:
    t, layout = words("fr"), make(key, {}).layout
    box: Any = layout.box("two_pair") if key != "maxi_yum" else layout.box("three_pairs")
    number = "2" if key != "maxi_yum" else "3"
    assert t(box.label) == t(box.short) == f"{number} paires"
    assert labels(t, layout)[layout.index(box.key)] == f"{number} pair", "a narrow sheet has room for six letters"
