"""The rows below the dice of a score sheet: always in the same places; the best boxes, the menu and its two pages."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.engine import Seat
from bot.engine.dice import FairDice
from bot.engine.gate import legal, play
from bot.games import FAMILIES, make
from bot.games.yum.rules import State, Yum
from bot.games.yum.scoring.boxes import Cell
from bot.locales import words
from bot.pictures import Pad
from bot.screens.kit import BoardView, Button, Menu, RenderContext, Row, Screen, Style
from bot.screens.kit.dice import DiceInHand, hold_rows
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import IN_WORDS, PLAIN_GLYPHS, WORDS_ONLY, words_only
from bot.screens.table.board import table_screen
from tests.boards import DESK, after, begun
from tests.factories import table_of, users

SHEETS = [key for key, family in FAMILIES.items() if family == "yum"]
SEAT = Seat(0)


def context(language: str = "en", *, plain: bool = False) -> RenderContext:
    return RenderContext(words(language), WORDS_ONLY if plain else PLAIN_GLYPHS)


def a_game(key: str, **options: Any) -> Yum:
    game = make(key, options)
    assert isinstance(game, Yum)
    return game


def with_dice(game: Yum, *faces: int, throws: int = 1, **about: Any) -> State:
    """The first turn of a game alone, with these dice on the table."""
    return replace(game.new(1), dice=faces, throws=throws, **about)


def filled(game: Yum, state: State, column: int = 1, **cells: int) -> State:
    """The state with points written in the boxes named by key."""
    sheet = state.sheets[0]
    row = list(sheet[column - 1])
    for key, points in cells.items():
        row[game.layout.index(key)] = Cell(points, points)
    return replace(state, sheets=((*sheet[: column - 1], tuple(row), *sheet[column:]), *state.sheets[1:]))


def board(game: Yum, state: State, *, language: str = "en", plain: bool = False, **view: Any) -> Screen:
    table = table_of(game, users(len(state.sheets)), state=state, **view.pop("table", {}))
    return table_screen(context(language, plain=plain), table, BoardView(**view))


def buttons(row: Row) -> list[Button]:
    return [one for one in row if isinstance(one, Button)]


def the_menu(screen: Screen) -> Menu:
    (menu,) = screen.rows[-1]
    assert isinstance(menu, Menu)
    return menu


def best(screen: Screen) -> list[str]:
    return [one.label for one in buttons(screen.rows[2])]


# -- the same rows -------------------------------------------------------------------------------------------------


@pytest.mark.sample(16)
@pytest.mark.parametrize("by_menu", [False, True])
@pytest.mark.parametrize("power", [False, True])
@pytest.mark.parametrize("key", SHEETS)
def test_the_rows_stay_from_the_first_throw_to_the_last(key: str, power: bool, by_menu: bool) -> None:
    options = {"power": True} if power else {}
    game, chance = a_game(key, **options), random.Random(f"{key} {power}")
    state, dice = game.new(2), FairDice(b"rows" * 8, key)
    rows = 5 if game.layout.named_columns else 4
    places_of_throw = set()
    for _ in range(60):
        screen = board(game, state, by_menu=by_menu)
        assert len(screen.rows) == rows
        assert all(1 <= len(row) <= 5 for row in screen.rows)
        names = [one.do for row in screen.rows for one in row if isinstance(one, Button | Menu)]
        assert len(set(names)) == len(names), names
        (place,) = [
            (at, index)
            for at, row in enumerate(screen.rows)
            for index, one in enumerate(row)
            if isinstance(one, Button) and one.do.split()[0] in ("roll", "keep", "done")
        ]
        places_of_throw.add(place)
        assert isinstance(screen.rows[-1][0], Menu)
        turn = game.turn(state)
        assert turn is not None
        state = play(game, state, turn, chance.choice(list(legal(game, state))), dice).state
    assert len(places_of_throw) == 1


def test_beside_dice_the_button_to_throw_is_short_and_in_words_it_is_not() -> None:
    game = a_game("yum_plus", power=True)
    label = {plain: buttons(board(game, game.new(1), plain=plain).rows[1])[-2].label for plain in (False, True)}
    assert label == {False: "Throw (3)", True: "Throw (3 left)"}


def test_the_power_die_that_brings_a_fourth_throw_cannot_be_let_go() -> None:
    game = a_game("yum_plus", power=True)

    def power_die(throws: int, **view: Any) -> Button:
        screen = board(game, with_dice(game, 4, 4, 4, 6, 6, throws=throws, power=6), **view)
        return next(one for row in screen.rows for one in buttons(row) if one.do.startswith("hold 6 "))

    assert not power_die(2).disabled
    assert power_die(3).disabled
    assert power_die(3, held=frozenset({0})).disabled  # A message from before the throw asks for other dice.


def test_before_the_first_throw_nothing_but_the_throw_can_be_pressed() -> None:
    screen = board(a_game("triple_yum_plus"), a_game("triple_yum_plus").new(2))
    usable = [one.label for row in screen.rows for one in row if isinstance(one, Button) and not one.disabled]
    assert usable == ["Throw (3 left)", "More"]
    assert the_menu(screen).disabled
    assert the_menu(screen).placeholder == "Boxes"
    assert best(screen) == ["First a throw, then a box"]


def test_the_sixth_die_and_the_power_die_stand_before_the_throw() -> None:
    game = a_game("maxi_yum", power=True)
    state = with_dice(game, 1, 2, 3, 4, 5, 6, power=2)
    assert [one.do.split()[0] for one in buttons(board(game, state).rows[1])] == ["hold", "hold", "keep", "more"]


def test_undo_stands_where_nothing_else_can_be_pressed_so_that_its_going_moves_nothing() -> None:
    def shown(key: str, *faces: int, **options: object) -> list[str]:
        game = a_game(key, **options)
        state = with_dice(game, *faces) if faces else game.new(1)
        return [one.do.split()[0] for one in buttons(board(game, state, table={"undoable": SEAT}).rows[1])]

    assert shown("yum_plus") == ["undo", "roll", "more"]  # Instead of the button that holds equal dice.
    assert shown("yum_plus", power=True) == ["hold", "undo", "roll", "more"]
    assert shown("maxi_yum", power=True) == [
        "undo",
        "hold",
        "roll",
        "more",
    ]  # Instead of a die.


def test_a_held_die_says_so_without_a_colour_and_in_words_to_those_who_hear_it() -> None:
    game = a_game("yum_plus")
    screen = board(game, with_dice(game, 1, 2, 3, 4, 6), plain=True, held=frozenset({1}))
    assert [one.label for one in buttons(words_only(screen).rows[0])] == ["1", "[2]", "3", "4", "6"]
    for language, said in (("en", ["Die 1: 1", "Die 2: 2 held"]), ("fr", ["Dé 1 : 1", "Dé 2 : 2 gardé"])):
        heard = RenderContext(words(language), IN_WORDS)
        (row,) = hold_rows(heard, DiceInHand((1, 2), held=frozenset({1})), active=True, dice=2, menu=False)
        assert [one.label.replace("\N{NO-BREAK SPACE}", " ") for one in buttons(row)] == said


def test_one_button_holds_the_most_equal_dice_before_the_throw() -> None:
    game = a_game("yum_plus")

    def group(*faces: int, throws: int = 1, held: frozenset[int] | None = None) -> tuple[str, str | None, bool]:
        first = buttons(board(game, with_dice(game, *faces, throws=throws), held=held).rows[1])[0]
        return first.do, first.emoji, first.disabled

    assert group(4, 4, 4, 2, 2) == ("group 123 -", "✋", False)
    assert group(4, 4, 4, 2, 2, held=frozenset({0, 1, 2})) == ("group 45 123", "✋", False)
    assert group(4, 4, 4, 2, 2, held=frozenset({0, 1, 3, 4})) == ("group 123 1245", "✋", False)
    assert group(5, 2, 5, 2, 1) == ("group 13 -", "✋", False)  # Of two pairs the higher.
    assert group(4, 4, 4, 2, 2, held=frozenset(range(5))) == ("group - 12345", "✋", True)
    assert group(1, 2, 3, 4, 6) == ("group - -", "✋", True)
    assert group(4, 4, 4, 2, 2, throws=3)[2]  # Nothing is left to throw.


def test_blue_is_the_throw_and_after_the_last_throw_the_boxes() -> None:
    game = a_game("yum_plus")

    def blue(throws: int) -> list[str]:
        screen = board(game, with_dice(game, 4, 4, 4, 2, 6, throws=throws))
        return [one.label for row in screen.rows for one in buttons(row) if one.style is Style.PRIMARY]

    assert blue(1) == ["Throw (2 left)"]
    assert blue(3) == ["No throws left", "3 of a Kind: 20", "One Pair: 20"]


def test_a_yum_on_the_table_leads_to_its_box_and_not_to_another_throw() -> None:
    game = a_game("yum_classic")

    def style(state: State, name: str) -> Style:
        screen = board(game, state)
        return next(one.style for row in screen.rows for one in buttons(row) if one.label.startswith(name))

    yum = with_dice(game, 4, 4, 4, 4, 4)
    assert (style(yum, "Yum"), style(yum, "Throw")) == (Style.SUCCESS, Style.SECONDARY)
    assert face_of("yum_classic").next_step(DESK, game, yum) == "choose a box below"
    assert style(with_dice(game, 4, 4, 4, 4, 2), "Throw") == Style.PRIMARY
    written = filled(game, yum, yum=50)
    assert style(written, "Throw") == Style.PRIMARY, "its box is filled"
    assert face_of("yum_classic").next_step(DESK, game, written) == "choose dice to hold, then **Throw**"


# -- the best boxes ------------------------------------------------------------------------------------------------


def test_the_two_boxes_that_pay_most_are_buttons() -> None:
    game = a_game("yum_plus")
    state = filled(game, with_dice(game, 4, 4, 4, 2, 6), one_pair=20)
    assert best(board(game, state)) == ["3 of a Kind: 20", "Chance: 20"]


def test_of_equal_points_the_later_box_comes_first_and_chance_last() -> None:
    game = a_game("yum_plus")
    screen = board(game, filled(game, with_dice(game, 4, 4, 4, 4, 2), minus=10, low_score=0, high_score=0, fours=16))
    marks = [choice.do for choice in the_menu(screen).choices if choice.do.startswith("mark")]
    assert marks == [f"mark {box}" for box in ("four_kind", "three_kind", "one_pair", "chance", "twos")]
    assert [one.do for one in buttons(screen.rows[2])] == marks[:2]


def test_where_two_whole_names_have_no_room_both_are_those_of_the_sheet() -> None:
    game = a_game("yum_plus")
    assert best(board(game, with_dice(game, 2, 3, 4, 5, 6))) == ["Hi Str: 40", "Long: 20"], "never one of each kind"


def test_names_on_buttons_are_those_of_the_sheet_in_french_too() -> None:
    game = a_game("triple_yum_plus")
    shown = best(board(game, with_dice(game, 2, 3, 4, 5, 6), language="fr"))
    assert shown == ["Haute\N{NO-BREAK SPACE}: 40 ×3", "Longue\N{NO-BREAK SPACE}: 20 ×3"]


def test_striking_fills_the_place_of_a_second_box() -> None:
    game = a_game("yum_classic")
    state = with_dice(game, 1, 2, 2, 4, 6, throws=3)
    others = {box.key: 5 for box in game.layout.boxes if box.key not in ("chance", "full_house", "yum")}
    screen = board(game, filled(game, state, **others))
    assert best(screen) == ["Chance: 15", "Strike a box…"]
    assert buttons(screen.rows[2])[1].do == "menu strike"


def test_nobody_is_told_to_strike_while_a_throw_is_left() -> None:
    game = a_game("yum_classic")
    others = {box.key: 5 for box in game.layout.boxes if box.key != "yum"}
    assert best(board(game, filled(game, with_dice(game, 1, 2, 2, 4, 6, throws=2), **others))) == ["No box scores yet"]


def only(key: str, *open_boxes: str, faces: tuple[int, ...], throws: int = 3, **options: Any) -> Screen:
    """The board of a sheet with these boxes open alone."""
    game = a_game(key, **options)
    others = {box.key: 5 for box in game.layout.boxes if box.key not in open_boxes}
    return board(game, filled(game, with_dice(game, *faces, throws=throws), **others))


@pytest.mark.parametrize("throws", [1, 3])
def test_the_last_box_has_one_button_that_writes_it(throws: int) -> None:
    screen = only("yum_classic", "chance", faces=(1, 2, 2, 4, 6), throws=throws)
    assert [(one.label, one.do) for one in buttons(screen.rows[2])] == [("Chance: 15", "mark chance")]
    assert best(only("yum_classic", "chance", "yum", faces=(1, 2, 2, 4, 6), throws=throws))[1:] == ["Strike a box…"]


def test_the_last_box_that_scores_nothing_is_struck_by_the_same_button() -> None:
    (strike,) = buttons(only("yum_classic", "yum", faces=(1, 2, 2, 4, 6)).rows[2])
    assert (strike.label, strike.do, strike.style, strike.disabled) == ("Strike Yum", "mark yum", Style.PRIMARY, False)
    triple = a_game("triple_yum_plus")
    state, others = with_dice(triple, 1, 2, 2, 4, 6, throws=3), [box.key for box in triple.layout.boxes]
    for column in (1, 2, 3):
        state = filled(triple, state, column, **dict.fromkeys(others if column == 3 else others[:-3], 5))
    assert best(board(triple, state)) == ["No box scores: strike one"], "it is open in two columns"


def test_nobody_is_led_to_strike_a_second_box_that_the_power_die_leaves_to_choice() -> None:
    game = a_game("yum_classic", power=True)
    others = {box.key: 5 for box in game.layout.boxes if box.key != "yum"}
    state = filled(game, with_dice(game, 1, 2, 2, 4, 6, throws=3, power=5, second=True), **others)
    screen = board(game, state)
    assert all(one.disabled for one in buttons(screen.rows[2]))
    assert "No 2nd box" in [one.label for one in buttons(screen.rows[1])]


def test_below_a_drawn_sheet_the_closed_menu_says_what_the_other_boxes_would_hold() -> None:
    game = a_game("yum_plus")
    for throws in (1, 2, 3):
        state = with_dice(game, 4, 4, 4, 2, 6, throws=throws)
        assert the_menu(board(game, state)).placeholder == "All boxes", "the sheet in words shows them"
        drawn = board(game, state, pictured=True, names=("Ana",))
        assert drawn.picture is not None
        assert best(drawn) == ["3 of a Kind: 20", "One Pair: 20"]
        assert the_menu(drawn).placeholder == "All boxes · Chance: 20 · Minus: 16"


def test_where_no_box_scores_the_menu_strikes_at_once() -> None:
    game = a_game("yum_classic")
    others = {box.key: 5 for box in game.layout.boxes if box.key not in ("full_house", "yum")}
    screen = board(game, filled(game, with_dice(game, 1, 2, 2, 4, 6, throws=3), **others))
    assert best(screen) == ["No box scores: strike one"]
    assert [choice.label for choice in the_menu(screen).choices] == ["Strike Full House", "Strike Yum"]


# -- the menu ------------------------------------------------------------------------------------------------------


def lines(screen: Screen) -> dict[str, str]:
    return {choice.label: choice.description for choice in the_menu(screen).choices}


def test_the_menu_says_what_the_player_usually_gets_where_that_is_known() -> None:
    game = a_game("yum_plus")
    state, usual = with_dice(game, 4, 4, 4, 2, 6), {"three_kind": 22, "fours": 9, "high_straight": 31}
    known, unknown = lines(board(game, state, usual=usual)), lines(board(game, state))
    assert known["3 of a Kind: 20 points"] == "+20 · you usually get 22 here"
    assert known["Fours: 12 points"] == "+12 → 12 of 63 for the bonus · you usually get 9 here"
    assert known["Chance: 20 points"] == unknown["Chance: 20 points"] == "+20"
    strikes = lines(board(game, state, usual=usual, striking=True))
    assert strikes["Strike High Straight"] == "would be worth 40 · you usually get 31 here"
    assert not any("usually" in said for said in unknown.values())


def test_the_menu_says_what_a_box_leads_to() -> None:
    game = a_game("yum_plus")
    state = filled(game, with_dice(game, 4, 4, 4, 2, 6), sixes=18, threes=9, one_pair=22)
    found = lines(board(game, state))
    assert found["Fours: 12 points"] == "+12 → 39 of 63 for the bonus"
    assert found["Chance: 20 points"] == "+20 → 69"
    assert list(found)[-1] == "Strike a box…"
    assert all("0 points" not in label or "20 points" in label for label in found)


def test_the_first_points_of_a_game_are_told_once() -> None:
    game = a_game("yum_plus")
    first = with_dice(game, 2, 2, 3, 5, 6)
    assert lines(board(game, first))["Chance: 18 points"] == "+18"
    assert lines(board(game, filled(game, first, yum=30)))["Chance: 18 points"] == "+18 → 48"


def test_reaching_the_bonus_is_news() -> None:
    game = a_game("yum_plus")
    full = {"ones": 3, "twos": 6, "threes": 9, "fives": 15, "sixes": 18}
    found = lines(board(game, filled(game, with_dice(game, 4, 4, 4, 2, 6), **full)))
    assert found["Fours: 12 points"] == "+12 → 63: a bonus of 35"
    tier = lines(board(game, filled(game, with_dice(game, 2, 4, 2, 2, 6), **(full | {"twos": 8}) | {"sixes": 30})))
    assert tier["Fours: 4 points"] == "+4 → 69 of 71 for the bonus"


def test_a_bonus_without_the_multiplier_of_its_column_is_told_without_it_too() -> None:
    game, full = a_game("triple_yum_plus"), {"ones": 3, "twos": 6, "threes": 9, "fives": 15, "sixes": 18}
    state = with_dice(game, 4, 4, 4, 2, 6)
    for box, points in full.items():
        state = filled(game, state, column=3, **{box: points})
    assert lines(board(game, state))["Fours: 12 ×3 = 36 points"] == "without ×3: 63, a bonus of 35"


def test_a_joker_is_news() -> None:
    game = a_game("yum_classic")
    state = filled(game, with_dice(game, 4, 4, 4, 4, 4), yum=50, fours=16)
    found = lines(board(game, state))
    assert any(line.startswith("as a joker: +") for label, line in found.items() if label.startswith("Large Straight"))
    assert found["Chance: 20 points +100"] == "+120 → 186"


def test_a_further_yum_says_with_each_box_what_it_brings_besides() -> None:
    game = a_game("yum_classic")
    state = filled(game, with_dice(game, 3, 3, 3, 3, 3, throws=3), yum=50, threes=9, small_straight=30, full_house=25)
    pressed = play(game, state, SEAT, "mark large_straight", FairDice(b"extra" * 8, "x")).state
    before, after_it = (game.totals(one, SEAT).total for one in (state, pressed))
    assert after_it - before == 140
    assert best(board(game, state)) == ["Large: 40 +100", "4 Kind: 15 +100"]
    assert "+140 → " in lines(board(game, state))["Large Straight: 40 points +100"]
    struck = lines(board(game, state, striking=True))
    assert "Strike Ones +100" in struck, "a Yum brings them even with a 0"
    second = lines(board(game, replace(state, sheets=filled(game, with_dice(game), yum=0).sheets)))
    assert not any("+100" in label for label in second), "a Yum box that is struck earns nothing"


def test_a_phone_has_room_for_the_whole_names_of_two_boxes() -> None:
    classic = a_game("yum_classic")
    assert best(board(classic, with_dice(classic, 3, 3, 3, 5, 5))) == ["Full House: 25", "3 of a Kind: 19"]
    triple = a_game("triple_yum_plus")
    state = filled(triple, with_dice(triple, 5, 1, 2, 5, 1), column=3, minus=18)
    assert best(board(triple, state, column=3)) == ["Two Pairs: 14 ×3", "One Pair: 14 ×3"]


def test_the_column_shown_after_a_throw_has_the_box_in_which_the_dice_bring_most() -> None:
    triple = a_game("triple_yum_plus")
    state = filled(triple, with_dice(triple, 5, 1, 2, 5, 1), column=3, minus=18)
    assert best(board(triple, state)) == ["Minus: 22 ×2", "Two Pairs: 14 ×2"], "44 points, and 42 in the other column"
    assert best(board(triple, with_dice(triple, 5, 1, 2, 5, 1)))[0] == "Minus: 22 ×3"


def test_the_points_of_a_column_count_several_times() -> None:
    game = a_game("triple_yum_plus")
    state = with_dice(game, 4, 4, 4, 2, 6)
    screen = board(game, state)
    assert best(screen) == ["3 Kind: 20 ×3", "1 Pair: 20 ×3"], "as on the card, and what that counts"
    assert [one.label for one in buttons(screen.rows[3])] == ["○ ×1", "○ ×2", "● ×3"], "as the columns of the sheet"
    assert not any(one.disabled for one in buttons(screen.rows[3]))
    assert the_menu(screen).placeholder == "Boxes · ×3"
    assert lines(screen)["Chance: 20 ×3 = 60 points"] == "+60"
    assert lines(screen)["Fours: 12 ×3 = 36 points"] == "without ×3: 12 of 63 for the bonus"
    other = board(game, state, column=1)
    assert [one.label for one in buttons(other.rows[3])] == ["● ×1", "○ ×2", "○ ×3"]
    assert best(other) == ["3 of a Kind: 20", "One Pair: 20"]


def test_a_column_in_which_nothing_scores_gives_way_to_one_where_something_does() -> None:
    game = a_game("triple_yum_plus")
    others = [box.key for box in game.layout.boxes if box.key != "yum"]
    state = filled(game, with_dice(game, 4, 4, 4, 2, 6), column=3, **dict.fromkeys(others, 5))
    assert [one.label for one in buttons(board(game, state).rows[3])] == ["○ ×1", "● ×2", "○ ×3"]
    assert best(board(game, state)) == ["3 Kind: 20 ×2", "1 Pair: 20 ×2"]
    full = filled(game, state, column=3, **dict.fromkeys([*others, "yum"], 5))
    assert [one.label for one in buttons(board(game, replace(full, dice=(), throws=0)).rows[3])] == [
        "○ ×1",
        "● ×2",
        "○ ×3",
    ]
    asked = board(game, state, column=3)
    assert asked.rows[3][2].label == "● ×3"  # type: ignore[union-attr]


@pytest.mark.parametrize("key", ["yum_plus", "yum_extra", "yum_color", "maxi_yum"])
def test_the_page_of_strikes_has_the_boxes_in_the_order_of_the_drawn_sheet(key: str) -> None:
    game = a_game(key)
    state = with_dice(game, *(4, 4, 4, 2, 6, 6)[: game.layout.dice])
    drawn = board(game, state, pictured=True, names=("Ana",)).picture
    assert isinstance(drawn, Pad)
    boxes = [names[0] for half in drawn.halves for names in half]
    labels = [choice.label for choice in the_menu(board(game, state, striking=True)).choices]
    places = [boxes.index(label.removeprefix("Strike ")) for label in labels if label.startswith("Strike ")]
    assert places == sorted(places)
    assert len(places) > len(boxes) // 2


def test_the_page_of_strikes_says_what_each_costs() -> None:
    game = a_game("yum_plus")
    screen = board(game, with_dice(game, 4, 4, 4, 2, 6), striking=True)
    choices = the_menu(screen).choices
    assert {choice.label for choice in choices[:-1]} == {f"Strike {box.label}" for box in game.layout.boxes}
    assert choices[-1].do == "menu mark"
    found = lines(screen)
    assert found["Strike Fours"] == "worth 12 now"
    assert found["Strike Low Straight"] == "would be worth 30"
    assert found["Strike 2nd Yum"] == "would be worth 100, after Yum"
    assert found["Strike Low Score"] == "would be worth up to 29"
    by_label = {choice.label: choice.do for choice in choices}
    assert by_label["Strike Fours"] == "strike fours"
    assert by_label["Strike Yum"] == "mark yum"  # It scores 0 anyway, and the rules have one word for that.


def test_a_fine_is_a_page_of_strikes() -> None:
    game = a_game("yum_color", kismet_penalty=True)
    state = replace(game.new(2), penalties=(1, 0))
    screen = board(game, state)
    assert best(screen) == ["A 0 for the fine: choose its box"]
    assert set(legal(game, state)) == {choice.do for choice in the_menu(screen).choices}
    assert buttons(screen.rows[1])[1].label == "No throws left"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_sheet_has_more_boxes_than_a_menu_has_lines(language: str) -> None:
    for key in SHEETS:
        game = a_game(key)
        screen = board(game, replace(game.new(1), dice=(1,) * game.layout.dice, throws=1), language=language)
        striking = board(
            game, replace(game.new(1), dice=(1,) * game.layout.dice, throws=1), language=language, striking=True
        )
        assert len(the_menu(screen).choices) <= 25
        assert len(the_menu(striking).choices) >= len(game.layout.boxes)


def test_in_words_the_shown_column_is_told() -> None:
    game = a_game("triple_yum_plus")
    screen = board(game, with_dice(game, 4, 4, 4, 2, 6), plain=True)
    assert [one.label for one in buttons(screen.rows[3])] == ["×1", "×2", "×3, shown"]


def test_the_fourth_throw_of_a_power_six_keeps_the_power_die_by_itself() -> None:
    game = a_game("yum_plus", power=True)
    state = with_dice(game, 4, 4, 4, 2, 6, throws=3, power=6)
    throw = buttons(board(game, state, held=frozenset({0, 1, 2})).rows[1])[2]
    assert (throw.do, throw.disabled) == ("keep 4 4 4 p", False)


def test_reviews_and_hints_part_the_points_of_a_box_from_its_column() -> None:
    table = after(begun("triple_yum"), ("roll", "1-1-2-3-5"))
    face = face_of("triple_yum")
    said = [face.action_name(DESK, table.game, table.state, f"mark fives {column}") for column in (1, 3)]
    assert said == ["5 ×1 in Fives", "5 ×3 in Fives"]
    single = after(begun("yum_plus"), ("roll", "1-1-2-3-5"))
    assert face_of("yum_plus").action_name(DESK, single.game, single.state, "mark fives") == "Fives 5"


@pytest.mark.parametrize("key", ["triple_yum", "triple_yum_plus"])
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_drawn_sheet_of_three_columns_leaves_its_room_to_the_board(key: str, seats: int) -> None:
    """On a phone of 320 pixels, words to somebody new would push the sheet out of sight, and so would longer labels."""
    table = after(begun(key, seats), ("roll", "2-2-4-4-6"))
    view = BoardView(pictured=True, explained=True, names=("Ana", "Ben", "Chloé", "David")[:seats])
    shown = table_screen(DESK, table, view)
    assert shown.picture is not None
    legend = [line for line in shown.body.split("\n") if line.startswith("-# ")]
    words_on_signs = [item for row in shown.rows for item in row if isinstance(item, Button) and item.label == "Equal"]
    assert not words_on_signs
    assert not legend
    marks = [item.label for row in shown.rows for item in row if isinstance(item, Button) and "mark" in item.do]
    best = [label for label in marks if ":" in label]
    assert len(best) == 2
    assert sum(map(len, best)) <= 28


def test_a_column_that_was_asked_for_stays_without_points_and_else_it_is_the_one_that_brings_most() -> None:
    game = a_game("triple_yum_plus")
    state = with_dice(game, 1, 2, 2, 4, 6, throws=2)
    full = {box.key: 5 for box in game.layout.boxes if box.key != "yum"}
    without = {column: filled(game, state, column, **full) for column in (1, 3)}
    assert best(board(game, without[1], column=1)) == ["No box scores yet"]
    assert best(board(game, without[3], column=3)) == ["No box scores yet"]
    assert all("×2" in label for label in best(board(game, without[3])))
    assert all("×3" in label for label in best(board(game, without[1])))
