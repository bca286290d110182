"""Boards in words: sentences instead of tables, for every game, in both languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot import art
from bot.engine import Level, Rolled, Seat
from bot.engine.gate import legal
from bot.games import CATALOGUE, make
from bot.games.yum.scoring.boxes import Cell
from bot.locales import LANGUAGES, words
from bot.screens.kit import (
    IN_LARGE_WORDS,
    IN_WORDS,
    PLAIN_GLYPHS,
    WORDS_ONLY,
    BoardView,
    Button,
    Menu,
    RenderContext,
    Screen,
    Style,
    glyphs_for,
    spoken,
)
from bot.screens.kit.board import next_step_line
from bot.screens.kit.faces import face_of
from bot.screens.kit.patterns import HOLD
from bot.screens.kit.values import EMOJI, aloud
from bot.screens.table.board import HEARD_BY, heard_screen, sheets_screen, table_screen
from bot.screens.table.rules import rules_screen
from bot.tables.model.table import Computer, Status
from tests.boards import after, begun, put
from tests.browser.turns import boards_of_a_turn, tables_of_a_turn
from tests.factories import lobby_of, users

HEARD = RenderContext(words("en"), IN_WORDS)


def heard(table: object, *held: int) -> str:
    """The body of a board in words."""
    view = BoardView(frozenset(held) if held else None)
    return spoken(table_screen(HEARD, table, view)).body  # type: ignore[arg-type]


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
def test_no_board_in_words_has_a_table_an_emoji_or_dice_between_hyphens(key: str, language: str) -> None:
    for board in boards_of_a_turn(key, users(3, 11), language, IN_WORDS):
        body = spoken(board.screen).body
        assert "```" not in body, board.moment
        assert not EMOJI.search(body), board.moment
        assert not re.search(r"[1-6]-[1-6]", body), board.moment
        assert "│" not in body, board.moment


def menus_of(screen: Screen) -> list[str]:
    """All that the menus of a screen say."""
    menus = [item for row in screen.rows for item in row if isinstance(item, Menu)]
    lines = [text for menu in menus for one in menu.choices for text in (one.label, one.description)]
    return [menu.placeholder for menu in menus] + lines


UNHEARD = re.compile(r"[→·]|[1-6]-[1-6]")
LINE = 100
"""How long a line of a menu may be at Discord."""


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
def test_no_menu_in_words_has_dice_between_hyphens_or_signs_between_words(key: str, language: str) -> None:
    """Those of boards and, where people look a rule up, of the rules; they keep the limits of Discord."""
    context = RenderContext(words(language), IN_WORDS)
    screens = [board.screen for board in boards_of_a_turn(key, users(3, 11), language, IN_WORDS)]
    screens += [rules_screen(context, make(key, {}))]
    for screen in map(spoken, screens):
        assert [text for text in menus_of(screen) if UNHEARD.search(text)] == []
        assert max(map(len, menus_of(screen)), default=0) <= LINE


def test_the_dice_what_is_held_and_every_open_box_are_told_best_first() -> None:
    table = after(begun("yum_plus", 1), ("roll", "6-6-6-2-2"))
    body = heard(table, 0, 1, 2)
    assert body.split("\n")[0] == "Held **6, 6, 6**, to throw **2, 2**."
    told = next(line for line in body.split("\n") if line.startswith("Open boxes, the most points first: "))
    points = [int(found) for found in re.findall(r"\*\*(\d+)\*\*", told)]
    assert points == sorted(points, reverse=True)
    offered = {do: worth for do, worth in legal(table.game, table.state).items() if do.startswith("mark ")}
    worths = {do: table.game.preview(table.state, action) for do, action in offered.items()}
    assert sorted(points) == sorted(worth for worth in worths.values() if worth)
    others = sum(1 for worth in worths.values() if not worth)
    assert others > 4
    assert told.endswith(f". {others} other open boxes: 0 with these dice."), "a number, as after every throw"
    page = sheets_screen(HEARD, table, aloud=True)
    assert "Ones, Twos, Threes, Fours, Fives, " in page.body, "they are all named there"


DRAWN = {name: f"<:{art.emoji(name)}:1>" for name in art.NAMES}
WITH_POWER = [key for key in CATALOGUE if any(rule.key == "power" for rule in CATALOGUE[key].rules)]
SAYS_HELD = re.compile(r"garde(_power)?[1-6](_[a-e])?|(Power )?[1-6] (held|✓)|\[(Power )?[1-6]\]")


@pytest.mark.parametrize("glyphs", [DRAWN, PLAIN_GLYPHS, WORDS_ONLY], ids=["drawn", "not uploaded yet", "in words"])
@pytest.mark.parametrize("key", CATALOGUE)
def test_the_name_of_a_die_says_whether_it_is_held(key: str, glyphs: Mapping[str, str]) -> None:
    """The name of a button is its words; without any, that of its emoji. Its colour says the same to others."""
    boards = boards_of_a_turn(key, users(2, 11), "en", glyphs)
    boards += boards_of_a_turn(key, users(2, 11), "en", glyphs, power=True) if key in WITH_POWER else []
    holds = False
    for moment, screen in boards:
        for button in (item for row in screen.rows for item in row if isinstance(item, Button)):
            asked = HOLD.read(button.do)
            holds = holds or asked is not None
            name = button.label or (glyphs[button.emoji].split(":")[1] if button.emoji in glyphs else "")
            if asked is not None and name != "blank":
                held = asked["die"] in asked["shown"]  # type: ignore[operator]
                assert bool(SAYS_HELD.fullmatch(name)) == held == (button.style is Style.SUCCESS), (moment, name)
    assert not holds or any("held" in moment for moment, _ in boards)


@pytest.mark.parametrize(
    "glyphs", [PLAIN_GLYPHS, WORDS_ONLY, IN_WORDS], ids=["not uploaded yet", "no emoji", "in words"]
)
@pytest.mark.parametrize("key", CATALOGUE)
def test_no_button_is_read_aloud_as_signs_alone(key: str, glyphs: Mapping[str, str]) -> None:
    """Those that cannot be pressed, and only keep their place, too."""
    for moment, screen in boards_of_a_turn(key, users(2, 11), "en", glyphs):
        for button in (item for row in screen.rows for item in row if isinstance(item, Button)):
            assert button.emoji or re.search(r"\w", button.label), (moment, button)


def test_dice_are_told_in_the_order_of_their_buttons() -> None:
    table = after(begun("yum_plus", 1), ("roll", "3-2-3-6-3"))
    assert heard(table).split("\n")[0] == "No dice held: **3, 2, 3, 6, 3**."
    assert heard(table, 2, 3).split("\n")[0] == "Held **3, 6**, to throw **3, 2, 3**."
    dice = table_screen(HEARD, table, BoardView()).rows[0]
    named = [f"Die {place}: {face}" for place, face in enumerate((3, 2, 3, 6, 3), 1)]
    assert [item.label for item in dice if isinstance(item, Button)] == named


def test_how_far_the_bonus_is_is_told_once() -> None:
    table = after(begun("yum_classic", 1), ("roll", "6-6-6-2-1"), ("mark sixes", ""), ("roll", "1-2-3-4-6"))
    body = heard(table)
    assert "upper boxes for the bonus: 18 of 63" in body
    assert "bonus 18" not in body, "these are no points of the bonus"
    assert "Upper section" not in body
    assert "Upper section: 18. Bonus 0." in spoken(sheets_screen(HEARD, table, aloud=True)).body


def test_what_just_happened_is_told_on_after_the_next_throw() -> None:
    table = after(begun("yum_plus"), ("roll", "3-3-3-5-5"), ("mark full_house", ""), ("roll", "1-1-2-4-6"))
    assert "<@11> writes **25 in Full House**, with 3, 3, 3, 5, 5." in heard(table)
    table = after(begun("yum_plus"), ("roll", "6-2-1-2-4"), ("mark twos", ""))
    assert "<@11> writes **4 in Twos**, with 1, 2, 2, 4, 6." in heard(table)


def test_what_is_open_to_a_computer_is_not_told() -> None:
    table = replace(begun("yum_plus"), players=(Computer(1, Level.REGULAR), 12))
    table = after(table, ("roll", "6-6-6-2-2"))
    assert "Sheet of" not in heard(table), "nor what it has written: its turn lasts seconds"
    assert "Open" not in heard(table)
    assert "Open boxes, the most points first: " in heard(replace(table, players=(11, 12)))


def test_a_replay_tells_what_a_computer_has_written_too_as_its_turn_lasts_as_long_as_one_reads_it() -> None:
    alone = replace(begun("yum_classic", 1), players=(Computer(1, Level.CHAMPION),))
    alone = after(alone, ("roll", "6-6-6-2-1"), ("mark sixes", ""), ("roll", "5-5-5-2-1"))
    among = after(replace(begun("yum_classic"), players=(Computer(1, Level.REGULAR), 12)), ("roll", "6-6-6-2-1"))
    among = after(among, ("mark sixes", ""), ("roll", "5-5-5-2-1"), ("mark fives", ""))
    for view, tells in ((BoardView(), False), (BoardView(replayed=True), True)):
        assert ("Written: 18 in Sixes." in spoken(table_screen(HEARD, alone, view)).body) == tells
        body = spoken(table_screen(HEARD, among, view)).body
        assert ("18 in Sixes." in body.partition("Sheet of ")[2]) == tells


def test_a_voice_meets_no_line_without_words_before_the_first_throw_of_a_replay() -> None:
    lines = spoken(table_screen(HEARD, begun("yum_classic"), BoardView(replayed=True))).body.split("\n")
    assert [line for line in lines if not re.search(r"\w", line)] == []


def test_each_line_of_a_sheet_says_whose_it_is_as_a_voice_may_read_it_alone() -> None:
    """A press is told by the lines that it has changed."""
    table = after(begun("yum_classic"), ("roll", "6-6-6-2-1"), ("mark sixes", ""))
    assert "Sheet of <@12>: nothing yet." in heard(table)
    table = after(table, ("roll", "5-5-5-2-1"), ("mark fives", ""))
    assert "Sheet of <@11>: 18 in Sixes." in heard(table)
    several = after(begun("triple_yum"), ("roll", "6-6-6-6-6"), ("mark yum 3", ""), ("roll", "1-2-3-4-6"))
    assert "Sheet of <@12>: nothing yet." in heard(several)
    both = after(several, ("mark chance 3", ""), ("roll", "1-2-3-4-6"))
    assert "Column ×3, sheet of <@11>: 50 in Yum." in heard(both)
    assert "Column ×2, sheet of <@11>: nothing yet." in heard(both)
    assert "Written" in heard(after(begun("yum_classic", 1), ("roll", "6-6-6-2-1"), ("mark sixes", "")))


def test_what_the_dice_would_write_is_told_before_anything_known_from_before() -> None:
    """Those who press hear the first lines that are new: a large straight must be one of them."""
    said = heard(after(begun("yum_classic"), ("roll", "2-1-4-3-5"))).split("\n")
    assert said[1].startswith("**<@11>**")
    assert said[2].startswith("Open boxes, the most points first: **40** in Large Straight, **30** in Small Straight")
    assert said[2].endswith("5 other open boxes: 0 with these dice.")


@pytest.mark.parametrize(
    ("language", "held", "told"),
    [
        ("en", (0, 1, 2), "Pichet: Held **3, 3, 3**, to throw **4, 5**."),
        ("fr", (0, 1, 2), "Pichet : Gardés **3, 3, 3**, à lancer **4, 5**."),
        ("fr", (4,), "Pichet : Gardé **5**, à lancer **3, 3, 3, 4**."),
    ],
)
def test_what_a_computer_holds_is_told_with_its_name(language: str, held: tuple[int, ...], told: str) -> None:
    table = after(replace(begun("yum_classic"), players=(Computer(1, Level.REGULAR), 12)), ("roll", "3-3-3-4-5"))
    view, context = BoardView(frozenset(held), computer="Pichet"), RenderContext(words(language), IN_WORDS)
    said = spoken(table_screen(context, table, view)).body.replace("\N{NO-BREAK SPACE}", " ")
    assert said.split("\n")[0] == told
    large = spoken(table_screen(RenderContext(words(language), IN_LARGE_WORDS), table, view)).body
    assert large.replace("\N{NO-BREAK SPACE}", " ").split("\n")[0] == f"## {told}"
    table = after(table, ("mark threes", ""), ("roll", "1-1-2-3-4"), ("mark ones", ""))
    assert heard(table).startswith("<@12> writes"), "a line that names somebody is theirs"


def test_a_sheet_in_words_names_each_box_with_its_points_and_each_open_one() -> None:
    table = after(begun("yum_plus"), ("roll", "3-3-3-5-5"), ("mark full_house", ""))
    body = spoken(sheets_screen(HEARD, table)).body
    assert "Written: 25 in Full House." in body
    assert body.count("Open boxes: Ones, Twos") == 2
    assert "```" not in body


def test_before_a_throw_the_number_of_open_boxes_will_do_until_few_are_left() -> None:
    table = begun("yum_plus", 1)
    assert "22 boxes are open." in heard(table)
    filled = (*[Cell(0, 0)] * 18, *[None] * 4)
    assert "Open boxes: Minus, Yum, 2nd Yum, 3rd Yum." in heard(put(table, sheets=((filled,),)))


def test_columns_are_told_apart_and_a_box_that_is_open_in_several_is_told_once() -> None:
    table = after(begun("triple_yum", 1), ("roll", "6-6-6-6-6"))
    body = heard(table)
    assert "Columns ×3, ×2 and ×1: Open boxes, the most points first: **50** in Yum, **30** in" in body
    assert body.count("in Yum") == 1
    assert body.count("Nothing is written yet.") == 1
    body = heard(after(table, ("mark yum 3", ""), ("roll", "1-1-3-4-4")))
    assert "Columns ×3, ×2 and ×1: Open boxes, the most points first: **13** in Chance, **8** in Fours" in body
    assert "Columns ×2 and ×1: Open, but 0 with these dice: Yum." in body
    assert "Column ×3: Written: 50 in Yum." in body
    assert "Column ×2: Nothing is written yet." in body


def test_a_further_yum_is_told_by_what_it_brings_in_each_column() -> None:
    yums = [move for column in (1, 2, 3) for move in (("roll", "6-6-6-6-6"), (f"mark yum {column}", ""))]
    lines = heard(after(begun("triple_yum", 1), *yums, ("roll", "5-5-5-5-5"))).split("\n")
    for column in (1, 2, 3):
        line = next(line for line in lines if line.startswith(f"Column ×{column}: Open"))
        assert line.endswith(f"Each of these brings {100 * column} more, for another Yum.")


def test_a_lobby_in_words_says_the_game_how_long_it_takes_who_sits_and_the_rules() -> None:
    lobby = lobby_of(make("yum_plus", {"low_first": True}), users(2, 11))
    said = spoken(table_screen(HEARD, lobby)).body.split("\n")
    assert said[:3] == [
        "Like Yahtzee. 22 boxes: pairs, four straights, three Yums, a joker. About 15 minutes for two.",
        "At the table: <@11>, host; <@12>.",
        "10 seats are free.",
    ]
    assert all(line[-1] == "." for line in said if not line.startswith(("-#", "Seal to")))


@pytest.mark.parametrize(
    ("key", "throw", "possible"),
    [
        ("421", "4-2-1", "Throw again, holding dice or none; Stop: 4, 2, 1 (10 tokens)"),
        (
            "yamslam",
            "2-3-4-5-6",
            "Take Large Straight 50; Take Small Straight 20; Throw again, holding dice or none; Take no chip",
        ),
        (
            "5000",
            "1-5-5-3-4",
            "Set 1, 5, 5 aside for 200; Set 1, 5 aside for 150; Set 5, 5 aside for 100; Set 1 aside for 100; ",
        ),
        (
            "cant_stop",
            "1-1-6-6",
            "Columns 2 and 12: to step 1 of 3 and 1 of 3; Column 7 to step 2 of 13 (two steps)",
        ),
        ("ambition", "1-5-2", "qualified"),
    ],
)
def test_each_choice_is_told_with_what_it_gives_now_the_best_first(key: str, throw: str, possible: str) -> None:
    assert possible in heard(after(begun(key), ("roll", throw)))


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_line_of_a_board_in_words_is_a_sentence(key: str) -> None:
    for board in boards_of_a_turn(key, users(3, 11), "en", IN_WORDS):
        for line in spoken(board.screen).body.split("\n"):
            assert line.rstrip("*")[-1:] in tuple(".!?:"), (board.moment, line)
            assert not re.search(r"[★·→✓►–]|×(?!\d)", line), (board.moment, line)


@pytest.mark.parametrize(
    ("key", "moves", "told"),
    [
        ("yamslam", [("roll", "2-2-4-4-6"), ("take 2p", ""), ("roll", "1-2-3-5-6")], "<@11> ends with 2, 2, 4, 4, 6: "),
        ("ambition", [("roll", "1-5-4"), ("roll", "2-3-4")], "1, 4, 5, both stars: qualified!"),
        ("cant_stop", [("roll", "1-1-6-6"), ("move 2 12", ""), ("stop", ""), ("roll", "1-2-3-4")], "cones in 2 and 12"),
    ],
)
def test_in_games_without_sheets_too_what_just_happened_is_told_on(
    key: str, moves: list[tuple[str, str]], told: str
) -> None:
    assert told in heard(after(begun(key), *moves))


@pytest.mark.parametrize(("language", "first"), [("en", "Columns 2 and 12: "), ("fr", "Colonnes 2 et 12 : ")])
def test_a_button_of_cant_stop_says_its_columns_first_because_narrow_phones_cut_its_end(
    language: str, first: str
) -> None:
    table = after(begun("cant_stop"), ("roll", "1-1-6-6"))
    screen = table_screen(RenderContext(words(language), IN_LARGE_WORDS), table)
    labels = {item.do: item.label for row in screen.rows for item in row if isinstance(item, Button)}
    assert labels["move 2 12"].replace("\N{NO-BREAK SPACE}", " ").startswith(first)


def test_a_throw_that_was_just_told_is_not_told_again_in_the_same_line() -> None:
    table = after(begun("cant_stop"), ("roll", "6-1-3-1"))
    view = BoardView(news=(Rolled(Seat(0), (6, 1, 3, 1)),))
    body = spoken(table_screen(HEARD, table, view)).body
    assert "<@11> throws 4 dice: 6, 1, 3, 1. 3 runners free." in body
    assert "Thrown" not in body
    assert "Thrown **6, 1, 3, 1**" in heard(table), "later, no other sentence tells it"


def test_the_columns_of_cant_stop_tell_the_dice_of_a_move_that_may_have_made_itself() -> None:
    board = heard(after(begun("cant_stop"), ("roll", "1-1-6-6"), ("move 2 12", "")))
    assert board.startswith("Thrown **1, 1, 6, 6**. Runners: column **2**, step 1 of 3")


def test_boards_in_words_are_a_choice_of_their_own() -> None:
    """Apart from large text without emoji: each of the two may be chosen with or without the other."""
    chosen = {
        (plain, said): glyphs_for(PLAIN_GLYPHS, plain=plain, spoken=said)
        for plain in (False, True)
        for said in (False, True)
    }
    assert chosen[False, False] is PLAIN_GLYPHS
    assert chosen[True, False] is WORDS_ONLY
    for (plain, said), glyphs in chosen.items():
        context = RenderContext(words("en"), glyphs)
        assert (context.large, context.spoken) == (plain, said)
    assert chosen[True, True] is IN_LARGE_WORDS


def test_large_text_is_a_heading_for_the_dice_and_for_whose_turn_it_is() -> None:
    table = after(begun("yum_plus"), ("roll", "3-3-3-5-5"))
    large = table_screen(RenderContext(words("en"), WORDS_ONLY), table, BoardView()).body.split("\n")
    assert [line for line in large if line.startswith("## ")] == large[-2:]
    usual = table_screen(RenderContext(words("en"), PLAIN_GLYPHS), table, BoardView()).body
    assert "## " not in usual
    assert "## " not in heard(table)


def test_large_text_has_sums_and_the_boxes_that_pay_most_in_larger_letters_too() -> None:
    """The sheet stands in a table, whose letters nobody can enlarge."""
    large, small = (
        table_screen(RenderContext(words("en"), glyphs), table, BoardView())
        for table in [after(begun("yum_plus", 2), ("roll", "3-3-3-5-5"))]
        for glyphs in (WORDS_ONLY, PLAIN_GLYPHS)
    )
    headings = [line for line in large.body.split("\n") if line.startswith("### ")]
    assert headings[0] == (
        "### Open boxes, the most points first: **25** in Full House, **19** in One Pair, **19** in Two Pairs."
    )
    assert [player for player in ("<@11>", "<@12>") if not any(player in line for line in headings[1:])] == []
    assert "### " not in small.body
    three = table_screen(
        RenderContext(words("en"), WORDS_ONLY), after(begun("triple_yum", 1), ("roll", "6-6-6-6-6")), BoardView()
    )
    assert three.body.count("Open boxes, the most points first") == 1
    assert "### Columns ×3, ×2 and ×1: **50** in Yum, " in three.body


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("**1-2-6** · 2 throws left", "**1, 2, 6**, 2 throws left"),
        ("**More** → **Read** · `4-4-4` → 400", "**More**, **Read**, `4, 4, 4` = 400"),
        ("3-3-5-5 → no move", "3, 3, 5, 5, no move"),
        ("6\N{NON-BREAKING HYPHEN}6", "6, 6"),
        ("−23.4, 2026-11-25, 10-20", "−23.4, 2026-11-25, 10-20"),
        (
            "6-1-1, 6-6-6, and so on to 2-1-1, 2-2-2: 3 tokens",
            "6, 1, 1; 6, 6, 6, and so on to 2, 1, 1; 2, 2, 2: 3 tokens",
        ),
    ],
)
def test_dice_are_read_one_by_one_and_nothing_else_changes(written: str, read: str) -> None:
    assert aloud(written) == read


def test_a_throw_is_told_as_a_throw_until_somebody_touches_the_dice() -> None:
    table = after(begun("yum_plus", 2), ("roll", "4-4-2-5-6"), ("keep 4 4", "2-5-5"))
    news = (Rolled(Seat(0), (2, 5, 5)),)
    thrown = spoken(table_screen(HEARD, table, BoardView(news=news))).body.split("\n")
    assert thrown[0] == "<@11> throws 3 dice: 2, 5, 5. Held **4, 4**, to throw **2, 5, 5**."
    assert thrown[1].startswith("**<@11>**"), "what to do comes second, the boxes third"
    held = spoken(table_screen(HEARD, table, BoardView(frozenset({0}), news=news))).body
    assert "throws 3 dice" not in held


ENDS = {
    "yum_plus": ([("roll", "3-3-3-5-5"), ("mark full_house", "")], "<@11> has 25 points now."),
    "yamslam": ([("roll", "2-2-4-4-6"), ("take 2p", "")], "<@11> has 5 points now."),
    "5000": ([("roll", "1-1-1-3-4"), ("bank 1 1 1", "")], "<@11> has 1,000 points now."),
    "421": ([*[("roll", "4-3-2"), ("keep 4", "3-2"), ("keep 4", "3-2"), ("stand", "")],
             *[("roll", "5-3-2"), ("keep 5", "3-2"), ("keep 5", "3-2"), ("stand", "")]],
            "<@12> has 2 tokens now."),
}  # fmt: skip


@pytest.mark.parametrize("key", ENDS)
def test_the_end_of_a_turn_is_told_with_what_its_player_has_then(key: str) -> None:
    """A voice that is told of somebody's move reads the first line of the board."""
    moves, total = ENDS[key]
    table = after(begun(key), *moves)
    assert heard(table).split("\n")[0].endswith(f" {total}")
    thrown = heard(after(table, ("roll", "1-3-4-6-6"[: len(moves[0][1])]))).split("\n")
    assert total not in thrown[0]
    assert thrown[-1].endswith(f" {total}"), "it is told on, for those who have thrown at once"


def test_a_turn_that_ends_with_nothing_told_has_no_total() -> None:
    assert " now." not in heard(begun("yum_plus"))
    assert " now." not in heard(after(begun("5000"), ("roll", "2-3-4-6-6")))


def test_whatever_comes_and_goes_is_told_after_what_to_do() -> None:
    table = after(begun("yum_plus"), ("roll", "3-3-3-5-5"))
    said = spoken(table_screen(HEARD, table, BoardView(coach="The coach speaks.", remark="A computer speaks.")))
    assert said.body.startswith("No dice held: ")
    assert said.body.split("\n")[-2:] == ["The coach speaks.", "A computer speaks."]


def test_dice_of_a_first_throw_are_told_once() -> None:
    table, news = after(begun("yum_plus", 2), ("roll", "4-4-2-5-6")), (Rolled(Seat(0), (4, 4, 2, 5, 6)),)
    said = spoken(table_screen(HEARD, table, BoardView(news=news))).body.split("\n")
    assert said[0] == "<@11> throws 5 dice: 4, 4, 2, 5, 6."
    assert said[1].startswith("**<@11>**")
    assert said[2].startswith("Open boxes, the most points first: ")
    large = spoken(table_screen(RenderContext(words("en"), IN_LARGE_WORDS), table, BoardView(news=news))).body
    assert large.split("\n")[1].startswith("## **<@11>**")
    touched = spoken(table_screen(HEARD, table, BoardView(frozenset(), news=news))).body
    assert touched.startswith("No dice held: **4, 4, 2, 5, 6**.")


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        (2, "**Can't Stop**, final result: 1. **1** column, <@11>; 2. **0** columns, <@12>"),
        (4, "2. **0** columns, <@12>; 2. **0** columns, <@13>; 2. **0** columns, <@14>"),
    ],
)
def test_the_end_is_told_with_everybody_in_its_first_line(seats: int, told: str) -> None:
    """Whose press ends the game hears who wins, and this line."""
    table = put(begun("cant_stop", seats), won=((7,), *((),) * (seats - 1)), turn=None)
    said = spoken(table_screen(HEARD, replace(table, status=Status.FINISHED))).body
    assert told in said.split("\n")[0]
    assert said.count("<@12>") == 1, "nothing twice"


def test_of_many_players_each_has_a_line_right_below_the_first() -> None:
    table = put(begun("yum_classic", 5), turn=None)
    said = spoken(table_screen(HEARD, replace(table, status=Status.FINISHED))).body.split("\n")
    assert [line.partition(", ")[2] for line in said[1:6]] == [f"<@{user}>" for user in users(5, 11)]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "**<@11> loses 3 steps in 2, 7 and 12!** <@11>: 2, 2, 2, 2, no move, **turn lost**."),
        ("fr", "**<@11> perd 3 cases dans 2, 7 et 12!** <@11> : 2, 2, 2, 2, bloqué, **tour perdu**."),
    ],
)
def test_a_lost_turn_is_told_with_the_throw_that_lost_it(language: str, told: str) -> None:
    before = after(begun("cant_stop"), ("roll", "1-1-6-6"), ("move 2 12", ""), ("roll", "4-4-3-4"), ("move 7", ""))
    lost = after(before, ("roll", "2-2-2-2"))
    moment = face_of("cant_stop").moment(lost.game, before.state, lost.state, ())
    assert moment is not None
    context = RenderContext(words(language), IN_WORDS)
    view = BoardView(moment=moment.said(context, lost), tone=moment.tone)
    said = spoken(table_screen(context, lost, view)).body.replace("\N{NO-BREAK SPACE}", " ")
    assert said.split("\n")[0] == told


def test_throw_or_stop_is_asked_once() -> None:
    board = heard(after(begun("cant_stop"), ("roll", "1-1-6-6"), ("move 2 12", "")))
    assert "**Throw** on, or **Stop**?" in board
    assert "Possible now" not in board


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "**<@12>**, choose dice to hold, then **Throw**. Each player throws 3 times."),
        ("fr", "**<@12>**, choisis tes dés, puis **Lancer**. Chacun fait 3 lancers."),
    ],
)
def test_how_often_all_throw_is_told_in_a_sentence(language: str, told: str) -> None:
    table = after(begun("421"), ("roll", "4-3-1"), ("keep 4", "3-2"), ("keep 4", "3-2"), ("stand", ""))
    table = after(table, ("roll", "3-2-5"))
    context = RenderContext(words(language), IN_WORDS)
    step = face_of("421").next_step(context, table.game, table.state)
    assert told in spoken(table_screen(context, table, BoardView(next_step=next_step_line(table, step)))).body


def test_points_and_a_box_whose_name_has_a_number_do_not_run_together() -> None:
    table = after(begun("yum_classic", 1), ("roll", "5-5-5-1-5"))
    name = face_of("yum_classic").action_name(HEARD, table.game, table.state, "mark four_kind")
    assert name == "21 in 4 of a Kind"


@pytest.mark.parametrize("key", CATALOGUE)
def test_a_private_board_plays_all_that_the_shared_one_does_in_the_turn_of_its_reader(key: str) -> None:
    """In the turn of others it takes back at most; and it keeps the limits of Discord."""
    for table in tables_of_a_turn(key, users(3, 11), "en"):
        board = table_screen(HEARD, table)
        plays = {item.do for row in board.rows for item in row}  # type: ignore[union-attr]
        for user in table.people:
            rows = heard_screen(HEARD, table, board, 0, user).rows
            asked = {item.do for row in rows for item in row}  # type: ignore[union-attr]
            assert asked >= HEARD_BY
            assert len(rows) <= 5
            assert max(map(len, rows)) <= 5
            if user == table.turn_player:
                assert asked >= plays
            else:
                undoes = table.undoable is not None and table.players[table.undoable] == user
                assert asked & plays == ({"more", "undo"} if undoes else {"more"})
