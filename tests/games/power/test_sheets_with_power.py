"""The Power die: rules.md §4, row by row and house rule by house rule."""

import pytest

from bot.engine.errors import IllegalAction

POWER = {"power": True}


def keeps(table):
    return [text for text in table.legal if text.startswith("keep")]


@pytest.mark.parametrize(
    ("dice", "box", "points"),
    [
        ("3-3-3-5-5-1", "full_house", 25),
        ("3-3-3-5-5-2", "full_house", 50),
        ("3-3-3-5-5-3", "full_house", 75),
        ("6-6-6-6-2-3", "sixes", 72),
        ("1-2-4-5-6-3", "full_house", 0),
        ("4-4-1-2-6-4", "one_pair", 17),
        ("2-3-4-5-6-5", "high_straight", 40),
        ("2-3-4-5-6-6", "high_straight", 40),
        ("6-6-6-6-6-2", "yum", 100),
        ("5-5-5-4-2-2", "low_score", 42),
    ],
)
def test_points(bench, dice, box, points):
    assert bench("yum_plus", POWER).throw(dice).worth(box) == points


def test_low_and_high_compare_the_dice_not_what_is_written(bench):
    table = bench("yum_plus", POWER).throw("5-5-5-4-2-2").do("mark low_score").throw("6-6-6-4-2-1")
    assert table.worth("high_score") == 24
    assert table.report["sheet"][0]["low_score"] == 42
    table = bench("yum_plus", POWER).throw("5-5-5-4-2-2").do("mark low_score").throw("6-6-3-2-3-3")
    assert table.worth("high_score") == 0


def test_jokers_and_columns_are_multiplied_too(bench):
    table = bench("triple_yum_plus", POWER).fill_all("full_house", "chance").throw("4-4-4-4-4-3")
    assert table.worth("full_house", 2) == 75
    assert table.do("mark full_house 2").total() == 150


def test_the_power_die_is_thrown_last_and_may_be_kept(bench):
    table = bench("yum_plus", POWER).throw("3-3-4-5-6-2")
    assert (table.state.dice, table.state.power, table.state.power_kept) == ((3, 3, 4, 5, 6), 2, False)
    table.do("keep 3 3 p", "1-2-3")
    assert (table.state.dice, table.state.power, table.state.power_kept) == ((3, 3, 1, 2, 3), 2, True)
    table.do("keep 1 2 3 3 3", "5")
    assert (table.state.dice, table.state.power, table.state.power_kept) == ((1, 2, 3, 3, 3), 5, False)
    assert not keeps(table)


def test_keeping_everything_is_no_throw(bench):
    found = keeps(bench("yum_plus", POWER).throw("1-2-3-4-5-2"))
    assert len(found) == 32 + 31
    assert "keep 1 2 3 4 5" in found
    assert "keep p" in found
    assert "keep 1 2 3 4 5 p" not in found


def test_freeze_ends_the_throws_at_once(bench):
    table = bench("yum_plus", POWER).throw("1-2-3-4-6-4")
    assert not keeps(table)
    assert table.worth("chance") == 16


def test_freeze_if_kept_lets_the_power_die_be_thrown_again(bench):
    table = bench("yum_plus", {**POWER, "freeze": "if_kept"}).throw("1-2-3-4-6-4")
    assert len(keeps(table)) == 32
    assert not [text for text in keeps(table) if text.endswith(" p")]
    table.do("keep 1 2 3 4", "5-4").do("keep 1 2 3 4", "5-4")
    assert not keeps(table)


def test_power_6_after_the_third_throw_gives_a_fourth_with_the_die_fixed(bench):
    table = bench("yum_plus", POWER).throw("1-2-3-4-6-6").do("keep 1", "2-3-4-6-1").do("keep", "1-2-2-4-6-6")
    assert all(text.endswith(" p") for text in keeps(table))
    assert len(keeps(table)) == 23
    with pytest.raises(IllegalAction):
        table.do("keep 2 2", "1-2-3-4")
    table.do("keep 2 2 p", "2-2-1")
    assert not keeps(table)
    assert table.worth("twos") == 8


def test_other_faces_give_no_fourth_throw(bench):
    for face in "12345":
        table = bench("yum_plus", POWER).throw("1-2-3-4-6-1").do("keep p", "1-2-3-4-6")
        table.do("keep", f"1-2-3-4-6-{face}")
        assert not keeps(table)


def test_double_fills_a_second_box_or_not(bench):
    table = bench("yum_plus", POWER, seats=2).throw("3-3-3-5-5-5").do("mark full_house")
    assert table.state.turn == 0
    assert list(table.legal)[-1] == "done"
    assert not keeps(table)
    assert "mark full_house" not in table.legal
    table.do("mark threes")
    assert (table.state.turn, table.total()) == (1, 34)
    table = bench("yum_plus", POWER, seats=2).throw("3-3-3-5-5-5").do("strike threes").do("done")
    assert (table.state.turn, table.total()) == (1, 0)


def test_double_may_be_mandatory(bench):
    table = bench("yum_plus", {**POWER, "double_mandatory": True}).throw("3-3-3-5-5-5").do("mark full_house")
    assert "done" not in table.legal


def test_the_last_box_is_alone(bench):
    table = bench("yum_plus", POWER).fill_all("chance").throw("3-3-3-5-5-5").do("mark chance")
    assert table.game.outcome(table.state) is not None


def test_who_is_full_earlier_is_skipped(bench):
    table = bench("yum_plus", POWER, seats=2).fill_all("chance", "ones").fill_all("chance", "ones", seat=1)
    table.throw("1-1-3-5-5-5").do("mark chance").do("mark ones")
    table.throw("1-1-3-5-5-1").do("mark chance")
    assert table.state.turn == 1


def test_the_first_box_of_a_double_may_open_the_second(bench):
    table = bench("yum_plus", POWER).throw("4-4-4-4-4-5").do("mark yum")
    assert table.worth("yum2") == 100


@pytest.mark.parametrize(("options", "bonus"), [({}, 35), ({"power_bonus_base": True}, 0)])
def test_multiplied_points_count_for_the_bonus_unless_the_house_says_no(bench, options, bonus):
    table = bench("yum_plus", {**POWER, **options}).throw("6-6-6-6-2-3").do("mark sixes")
    assert table.report["upper"] == [72]
    assert table.report["bonus"] == [{35: 55}.get(bonus, 0)]


def test_without_the_option_there_is_no_power_die(bench):
    table = bench("yum_plus").throw("3-3-3-5-5")
    assert table.state.power is None
    assert not [text for text in table.legal if text.endswith(" p")]
