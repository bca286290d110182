"""The boards of 5000, Ambition and Can't Stop say what there is to know, from the state alone."""

from dataclasses import replace
from typing import Any

import pytest

from bot.games.five_thousand.board import story_lines
from bot.locales import words
from bot.screens.kit.board import BoardView
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import PLAIN_GLYPHS, WORDS_ONLY, Button, RenderContext
from bot.screens.table.board import table_screen
from bot.screens.table.result import ResultView
from bot.tables.model.table import Status, Table, TableId, TableSettings
from tests.boards import DESK, after, begun, board, buttons, put

# -- 5000 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("thrown", "chosen"),
    [
        ((("roll", "5-2-1-5-3"),), "1"),  # 200 points: the two 5s are worth more as dice to throw.
        ((("roll", "5-2-2-4-3"),), "5"),
        ((("roll", "5-5-2-4-3"),), "5"),
        ((("roll", "2-2-2-5-3"),), "2-2-2"),
        ((("roll", "3-3-3-5-1"),), "1-3-3-3-5"),  # A full hand.
        ((("roll", "4-4-4-5-3"),), "4-4-4-5"),  # 450 points: many stop now.
        ((("roll", "5-5-5-1-3"),), "1-5-5-5"),
        ((("roll", "1-2-3-4-6"), ("keep 1", "1-2-3-6"), ("keep 1", "5-2-4")), "5"),
        ((("roll", "1-2-3-4-6"), ("keep 1", "2-3-4-5"), ("keep 5", "1-5-2")), "1-5"),  # The last throw.
    ],
)
def test_5000_chooses_the_usual_dice_until_one_is_pressed(thrown: Any, chosen: str) -> None:
    assert f"Chosen **{chosen}** =" in board(after(begun("5000", opening=0), *thrown)).body


def test_5000_takes_every_die_that_scores_where_the_rules_say_so() -> None:
    table = after(begun("5000", opening=0, keep_all_scoring=True), ("roll", "5-2-1-5-3"))
    assert "Chosen **1-5-5** = 200" in board(table).body


def test_5000_takes_other_dice_once_one_is_pressed() -> None:
    table = after(begun("5000", opening=0), ("roll", "5-2-1-5-3"))
    shown = board(table, 0, 2, 3)
    assert "Chosen **1-5-5** = 200 · to throw **2-3**" in shown.body
    assert buttons(shown)["Throw 2 dice"].do == "keep 1 5 5"
    assert buttons(shown)["Stop: +200"].do == "bank 1 5 5"
    fewer = board(table, 2)
    assert buttons(fewer)["Throw 4 dice"].do == "keep 1"
    assert not buttons(fewer)["Stop: +100"].disabled


@pytest.mark.parametrize(
    ("throw", "held", "said"),
    [
        ("1-1-1-2-3", (0, 3), "The 2 scores nothing."),
        ("1-1-1-2-3", (0, 1), "Three equal dice stay together."),
        ("3-3-3-2-5", (0, 1), "Three equal dice stay together."),
        ("4-4-4-4-5", (0, 1, 2, 3), "Only three 4s score."),
        ("2-3-4-5-6", (0, 1), "The 2 scores nothing."),
        ("1-2-3-4-5-3", (0, 1, 2, 3, 4, 5), "The 3 scores nothing."),
        ("1-1-1-2-3", (), "Choose at least one die that scores."),
    ],
)
def test_5000_says_what_is_wrong_with_a_choice(throw: str, held: tuple[int, ...], said: str) -> None:
    table = after(begun("5000", opening=0, dice=throw.count("-") + 1), ("roll", throw))
    shown = table_screen(DESK, table, BoardView(frozenset(held)))
    assert shown.body.split("\n")[-2] == said
    assert not {"keep", "bank"} & {one.do.split()[0] for one in buttons(shown).values() if not one.disabled}


def test_5000_with_every_scoring_die_to_choose_refuses_fewer() -> None:
    table = after(begun("5000", opening=0, keep_all_scoring=True), ("roll", "1-5-2-3-3"))
    assert "Here every die that scores must be chosen." in board(table, 0).body


def test_5000_shows_points_at_risk_dice_aside_and_the_opening() -> None:
    table = after(begun("5000"), ("roll", "1-5-2-3-6"), ("keep 1 5", "5-2-3"))
    shown = board(table)
    *_, aside, _, what, who = shown.body.split("\n")
    assert aside == "Aside **1-5** · at risk **200** · 1 more throw"
    assert what == "Chosen **5** = 50 · to throw **2-3**"
    assert who == "**<@11>** · **750** to open"
    assert buttons(shown)["Stop: +200"].disabled
    assert "<@12> (not open)" in shown.body


def test_5000_shows_the_way_to_the_goal_before_each_name() -> None:
    table = put(begun("5000", 3), totals=((4150,), (5000 // 12,), ()), opened=(True, True, False))
    lines = board(table).body.split("\n")[:3]
    assert lines == [
        "`████████░░` ►\N{NO-BREAK SPACE}**<@11> 4,150**",
        "`░░░░░░░░░░` <@12> 416",
        "<@13> (not open)",  # No bar: nothing counts yet, and a phone would wrap the line.
    ]
    words_only = table_screen(RenderContext(words("en"), WORDS_ONLY), table, BoardView())
    assert words_only.body.split("\n")[0] == "### <@11> 4,150 (to play)"


@pytest.mark.parametrize(
    ("key", "who"),
    [("5000_race", "**750** to open"), ("cant_stop_race", "throw the dice"), ("yum_plus", "3 throws left")],
)
def test_nobody_alone_on_a_board_reads_that_it_is_their_turn(key: str, who: str) -> None:
    alone = board(begun(key, 1)).body
    assert who in alone
    assert "►" not in alone
    assert "your turn" not in alone


def test_5000_at_a_large_table_shows_one_line_of_the_player_to_act_and_the_best_others_behind_each_other() -> None:
    table = put(begun("5000", 8), totals=((4150,), (500,), *[()] * 6), opened=(True, True, *[False] * 6))
    mine, others = board(table).body.split("\n")[:2]
    assert mine == "`████████░░` ►\N{NO-BREAK SPACE}**<@11> 4,150**"
    assert others == "<@12>\N{NO-BREAK SPACE}500 · <@13>\N{NO-BREAK SPACE}0 · <@14>\N{NO-BREAK SPACE}0 · 4 more"
    words_only = table_screen(RenderContext(words("en"), WORDS_ONLY), table, BoardView())
    assert words_only.body.split("\n")[1:3] == ["### <@12> 500", "### <@13> (not open)"]


@pytest.mark.parametrize("key", ["5000", "ambition", "yamslam", "421", "yum_classic"])
def test_the_first_board_says_that_the_game_begins(key: str) -> None:
    table = begun(key)
    assert board(table).body.split("\n")[-2] == "The game begins."
    thrown = {"421": "6-4-1", "ambition": "2-3-4"}.get(key, "1-2-2-3-6")
    assert "The game begins." not in board(after(table, ("roll", thrown))).body


def test_5000_says_once_that_a_side_is_not_open() -> None:
    red, blue = board(begun("5000", 4, teams=True)).body.split("\n")[:2]
    assert red == "🔴 **0** (not open) · ►\N{NO-BREAK SPACE}**<@11>** · <@13>"
    assert blue == "🔵 **0** (not open) · <@12> · <@14>"


def test_5000_says_what_the_total_is_if_one_stops() -> None:
    table = put(begun("5000"), totals=((3650,), ()), opened=(True, False))
    shown = board(after(table, ("roll", "1-5-2-3-6"), ("keep 1 5", "5-5-2")), 0, 1)
    assert shown.body.endswith("Chosen **5-5** = 100 · to throw **2**\n**<@11>** · stop now: **3,900**")
    assert [one.label for one in shown.rows[-2] if isinstance(one, Button)] == ["Throw 1 die", "Stop: +250"]


def test_5000_never_puts_stop_in_the_place_of_throw() -> None:
    """A second press on Throw finds Throw there, though it may be off."""
    table = put(begun("5000"), totals=((3650,), ()), opened=(True, False))
    moves = (("roll", "5-2-3-4-4"), ("keep 5", "5-2-3-4"), ("keep 5", "5-5-2"))
    for number in range(len(moves) + 1):
        shown = board(after(table, *moves[:number]))
        throw, stop = (one for one in shown.rows[-2] if isinstance(one, Button))
        assert throw.do.startswith(("roll", "keep"))
        assert stop.do.startswith("bank")
    assert (throw.label, throw.disabled) == ("No throws left", True)


def test_after_the_last_throw_of_5000_somebody_new_is_not_told_to_throw() -> None:
    table = put(begun("5000"), totals=((3650,), ()), opened=(True, False))
    before = after(table, ("roll", "5-2-3-4-4"), ("keep 5", "5-2-3-4"))

    def step(table: Table) -> str:
        return face_of("5000").next_step(DESK, table.game, table.state)

    assert step(before) == "choose dice that score, then **Throw** or **Stop**"
    assert step(after(before, ("keep 5", "5-5-2"))) == "choose dice that score, then **Stop**"


def test_5000_keeps_the_dice_of_the_latest_turn_until_the_next_throw() -> None:
    table = after(begun("5000", opening=0), ("roll", "1-2-3-4-6"), ("bank 1", ""))
    assert "# ⚀ ⚁ ⚂ ⚃ ⚅\n<@11>: 1-2-3-4-6 → **+100**\n**<@12>**, your turn" in board(table).body
    assert "+100" not in board(after(table, ("roll", "1-5-3-4-6"))).body


def test_5000_offers_all_dice_again_on_a_full_hand() -> None:
    shown = board(after(begun("5000"), ("roll", "1-1-1-5-5")))
    assert buttons(shown)["Throw all 5 dice"].do == "keep 1 1 1 5 5"


@pytest.mark.parametrize(
    ("options", "moves", "said"),
    [
        ({}, [("roll", "2-3-4-6-6")], "<@11>: 2-3-4-6-6 → **nothing**"),
        ({}, [("roll", "1-2-3-4-6"), ("keep 1", "2-3-4-6")], "<@11>: 2-3-4-6 → nothing, **100 lost**"),
        ({"opening": 0}, [("roll", "1-2-3-4-6"), ("bank 1", "")], "<@11>: 1-2-3-4-6 → **+100**"),
        ({}, [("roll", "1-1-1-1-1")], "<@11> throws five 1s and wins at once!"),
        (
            {},
            [("roll", "5-2-3-4-4"), ("keep 5", "5-2-3-4"), ("keep 5", "6-6-6")],
            "<@11>: 6-6-6 → **700 lost**, too few to open",
        ),
    ],
)
def test_5000_tells_how_the_latest_turn_ended(options: Any, moves: Any, said: str) -> None:
    assert said in board(after(begun("5000", **options), *moves)).body


@pytest.mark.parametrize(("mode", "said"), [("exact", "would pass the goal"), ("last_1000", "in one turn")])
def test_5000_tells_why_points_count_nothing(mode: str, said: str) -> None:
    before = {"exact": 4800, "last_1000": 4000}[mode]
    table = put(begun("5000", goal_mode=mode), totals=((before,), ()), opened=(True, False))
    assert said in board(after(table, ("roll", "3-3-3-2-2"), ("bank 3 3 3", ""))).body


def test_5000_tells_who_is_bumped_and_how_many_turns_are_left() -> None:
    bumped = put(begun("5000", bump=True), totals=((1000,), (1100,)), opened=(True, True))
    body = board(after(bumped, ("roll", "1-2-3-4-6"), ("bank 1", ""))).body
    assert "back to **0** for <@12>!" in body
    last = put(begun("5000", 3, last_round=True), totals=((4900,), (), ()), opened=(True, True, True))
    body = board(after(last, ("roll", "1-2-3-4-6"), ("bank 1", ""))).body
    assert "Last round: 1 more turn after this one. **5,000** to beat." in body
    exact = put(begun("5000", 3, last_round=True, goal_mode="exact"), totals=((4900,), (), ()), opened=(True,) * 3)
    assert "to beat" not in board(after(exact, ("roll", "1-2-3-4-6"), ("bank 1", ""))).body


def test_somebody_new_to_5000_reads_what_opens_and_then_what_is_at_risk() -> None:
    def lines(opened: bool, **view: bool) -> list[str]:
        table = put(begun("5000"), totals=((800,) if opened else (), ()), opened=(opened, False))
        return table_screen(DESK, table, BoardView(**view)).body.split("\n")  # type: ignore[arg-type]

    assert "-# To open: 750 points or more in one turn" in lines(False, explained=True)
    assert "-# At risk: lost if a throw scores nothing" in lines(True, explained=True)
    assert not [line for line in lines(False) if line.startswith("-# ")]


# -- Ambition ----------------------------------------------------------------------------------------------------


def test_ambition_says_what_qualifies_and_who_has() -> None:
    table = begun("ambition")
    assert "To qualify: a ★1 and a ★5 in one throw" in board(table).body
    assert board(table).body.endswith("**<@11>**, your turn · 3 throws left")
    shown = board(after(table, ("roll", "1-2-3")))
    assert shown.body.endswith("**★1-2-3** does not qualify: no ★5\n**<@11>** · 2 throws left")
    assert buttons(shown)["Stop: +0"].disabled
    passed = board(after(table, ("roll", "1-5-3")))
    assert "# ⚀ ⚄ ⚂\n<@11>: ★1-3-★5 → **qualified!**\n**<@12>**, your turn" in passed.body
    assert "<@11> 0\n►\N{NO-BREAK SPACE}**<@12> (not qualified)**" in passed.body


def test_each_throw_of_ambition_that_does_not_qualify_says_what_it_lacks_and_what_is_left() -> None:
    told = []
    for throws in (["3-5-6"], ["3-5-6", "2-4-4"]):
        table = after(begun("ambition"), *(("roll", throw) for throw in throws))
        step = face_of("ambition").next_step(DESK, table.game, table.state)
        told.append((board(table).body.split("\n")[-2], step))
    assert told == [
        ("**3-★5-6** does not qualify: no ★1", "**Throw** again: 2 left"),
        ("**2-4-4** does not qualify: no star", "**Throw** again: 1 left"),
    ]


@pytest.mark.parametrize("qualified", [False, True])
def test_ambition_tells_somebody_new_what_trios_are_worth_and_nobody_else(qualified: bool) -> None:
    table = after(put(begun("ambition"), qualified=(qualified, True)), ("roll", "1-2-3"))
    said = "-# ★1: 100, ★5: 50, 4-4-4: 400, 1-1-1: 1,000"
    assert said in table_screen(DESK, table, BoardView(explained=True)).body.split("\n")
    assert "-# " not in board(table).body


def test_ambition_shows_the_trio_to_validate() -> None:
    table = put(begun("ambition"), qualified=(True, True))
    shown = board(after(table, ("roll", "4-4-4")))
    assert shown.body.endswith("**4-4-4** = 400 · trio (to validate)\n**<@11>** · throw a ★1 or a ★5")
    assert buttons(shown)["Stop: +400"].disabled
    lost = board(after(table, ("roll", "4-4-4"), ("roll", "2-2-3")))
    assert "<@11>: 2-2-3 → no star, **400 lost**" in lost.body


def test_ambition_says_what_is_at_risk_and_where_one_would_stop() -> None:
    table = put(begun("ambition", goal=2000), qualified=(True, True), totals=((350,), (1850,)))
    shown = board(after(table, ("roll", "1-5-3")))
    assert "At risk **150** · then missing **1,500**" in shown.body
    assert shown.body.endswith("**★1-★5** = 150\n**<@11>** · stop now: **500**")
    assert "`█████████░` <@12> 1,850" in shown.body
    told = board(after(table, ("roll", "1-5-3"), ("stop", "")))
    assert "<@11>: ★1-3-★5 → **+150**" in told.body


@pytest.mark.parametrize(
    ("options", "moves", "said"),
    [
        ({}, [("roll", "2-3-6")], "<@11>: 2-3-6 → **nothing**"),
        ({}, [("roll", "1-3-6"), ("roll", "2-3-6")], "<@11>: 2-3-6 → nothing, **100 lost**"),
        ({}, [("roll", "2-2-2")], "<@11>: 2-2-2 → past the goal, **200 lost**"),
        (
            {"overshoot": "stop_before"},
            [("roll", "5-3-6"), ("roll", "1-5-4")],
            "<@11>: ★1-4-★5 → past the goal, **+50** before",
        ),
    ],
)
def test_ambition_tells_how_the_latest_turn_ended(options: Any, moves: Any, said: str) -> None:
    table = put(begun("ambition", goal=2000, **options), qualified=(True, True), totals=((1850,), ()))
    assert said in board(after(table, *moves)).body


def test_ambition_keeps_throw_and_stop_in_their_places() -> None:
    table = put(begun("ambition"), qualified=(True, True))
    for moves in ((), (("roll", "1-2-3"),), (("roll", "4-4-4"),), (("roll", "2-3-4"),)):
        throw, more = board(after(table, *moves)).rows
        assert [one.do for one in (*throw, *more) if isinstance(one, Button)] == ["roll", "stop", "more"]


def test_ambition_keeps_dice_set_aside_in_sight() -> None:
    table = put(begun("ambition", set_aside=True), qualified=(True, True))
    shown = board(after(table, ("roll", "1-2-3"), ("roll", "5-2")))
    (dice,) = (line for line in shown.body.split("\n") if line.startswith("# "))
    assert dice.count("⚀") == 1
    assert len(dice.removeprefix("# ").split()) == 3
    assert "Throw 1 die" in buttons(shown)


def test_5000_names_no_dice_to_throw_when_no_throw_is_left() -> None:
    second = after(begun("5000", opening=0), ("roll", "1-2-3-4-6"), ("keep 1", "1-2-3-4"))
    assert "\nChosen **1** = 100 · to throw **2-3-4**\n" in board(second).body
    assert "\nChosen **5** = 50\n" in board(after(second, ("keep 1", "5-2-3"))).body


# -- the Power die -----------------------------------------------------------------------------------------------


def test_5000_says_what_the_power_die_does_and_counts_it_on_the_button() -> None:
    table = after(begun("5000", opening=0, power=True), ("roll", "5-2-1-5-3-3"))
    shown = board(table)
    assert shown.body.endswith("**<@11>** · stop now: **600** · Power 3, ×3")
    assert not buttons(shown)["Stop: +600"].disabled
    assert [one for one in buttons(shown) if one.startswith("Power")] == [], "nobody holds it"
    (dice,) = (line for line in shown.body.split("\n") if line.startswith("# "))
    assert dice.endswith(PLAIN_GLYPHS["power_3"])
    table = after(table, ("bank 1 5 5", ""))
    assert "→ **+600** · Power 3, ×3" in board(table).body


def test_5000_tells_of_a_shelter_another_turn_and_another_throw() -> None:
    opened = begun("5000", opening=0, power=True)
    frozen = after(opened, ("roll", "1-2-3-4-6-1"), ("keep 1", "2-3-4-6-4"))
    assert "→ **+100** · Power 4, Freeze" in board(frozen).body
    double = after(opened, ("roll", "1-2-3-4-6-5"), ("bank 1", ""))
    assert "→ **+100** · Power 5, Double" in board(double).body
    missed = board(after(opened, ("roll", "2-3-4-6-6-6")))
    assert "**2-3-4-6-6** → nothing, but Power 6: throw again" in missed.body
    free = board(after(opened, ("roll", "1-2-3-4-6-6")))
    assert "At risk **100** · 3 more throws\n" in free.body
    assert free.body.endswith(" · Power 6, a free throw")
    unlimited = begun("5000", opening=0, power=True, throw_cap="none")
    assert board(after(unlimited, ("roll", "1-2-3-4-6-6"))).body.endswith(" · Power 6: nothing")
    assert board(after(opened, ("roll", "1-2-3-4-6-1"))).body.endswith(" · Power 1: nothing")
    assert not buttons(missed)["Throw 5 dice"].disabled
    assert all(button.disabled for row in missed.rows for button in row if button.do.startswith("hold"))


@pytest.mark.parametrize("last_round", [False, True])
def test_no_double_at_the_goal_is_told_as_another_turn(last_round: bool) -> None:
    """The story stands on results, and behind the last turn of a replay."""
    double = ("roll", "5-5-5-5-5-5"), ("bank 5 5 5 5 5", "")
    table = after(begun("5000", power=True, last_round=last_round), *double)
    assert "another turn" not in "\n".join(story_lines(DESK, table, table.game, table.state))
    below = after(begun("5000", power=True, opening=0), ("roll", "1-2-3-4-6-5"), ("bank 1", ""))
    assert "Power 5, Double: another turn!" in "\n".join(story_lines(DESK, below, below.game, below.state))


def test_ambition_counts_the_power_die_on_the_button_and_tells_of_another_throw() -> None:
    table = after(begun("ambition", power=True), ("roll", "1-5-2-4"), ("roll", "1-5-2-6"), ("roll", "1-5-3-2"))
    shown = board(table)
    assert shown.body.endswith("**<@11>** · stop now: **300** · Power 2, ×2")
    assert not buttons(shown)["Stop: +300"].disabled
    trying = board(after(begun("ambition", power=True), ("roll", "2-3-4-5")))
    assert trying.body.endswith(" · Power 5: nothing"), "while one qualifies"
    idle = after(begun("ambition", power=True), ("roll", "1-5-2-4"), ("roll", "1-5-2-6"))
    for face in (1, 6):
        assert board(after(idle, ("roll", f"1-5-3-{face}"))).body.endswith(f" · Power {face}: nothing")
    missed = board(after(table, ("roll", "2-3-4-6")))
    assert "**2-3-4** → nothing, but Power 6: throw again" in missed.body
    assert buttons(missed)["Stop: +150"].disabled


# -- the end of a board for one player -----------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["cant_stop_race", "5000_race", "yum_plus"])
@pytest.mark.parametrize("kind", ["own pace", "daily", "tournament"])
def test_the_picture_of_ones_own_board_stays_at_its_end(key: str, kind: str) -> None:
    settings = {"daily": TableSettings(daily=20261121), "tournament": TableSettings(tournament=1)}
    table = replace(
        begun(key, 1), status=Status.FINISHED, parent=TableId(9), settings=settings.get(kind, TableSettings())
    )
    pictured, in_words = (table_screen(DESK, table, result=ResultView(names=names)) for names in (("Ana",), None))
    assert pictured.picture is not None
    assert "```" not in pictured.body
    assert in_words.picture is None
    plain = RenderContext(words("en"), WORDS_ONLY)
    assert table_screen(plain, table, result=ResultView(names=("Ana",))).picture is None
