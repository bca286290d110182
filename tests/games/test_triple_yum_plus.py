"""Triple Yum Plus: rules.md §3, row by row."""

import pytest

FULL = {"yum": 50, "yum2": 0, "yum3": 0, "fours": 12}


@pytest.mark.parametrize(
    ("column", "upper", "lower", "total"),
    [(1, 63, 200, 298), (2, 63, 200, 596), (3, 63, 200, 894), (3, 62, 200, 786), (3, 78, 325, 1434)],
)
def test_a_column_is_multiplied_with_its_bonus(bench, column, upper, lower, total):
    table = bench("triple_yum_plus").fill(column=column, sixes=upper, chance=lower)
    assert table.total() == total


def test_the_grand_total_adds_the_three_totals(bench):
    table = bench("triple_yum_plus").fill(column=1, chance=300).fill(column=2, chance=350).fill(column=3, chance=400)
    assert table.total() == 2200


@pytest.mark.parametrize(("column", "adds"), [(1, 25), (2, 50), (3, 75)])
def test_a_full_house_adds_what_its_column_is_worth(bench, column, adds):
    table = bench("triple_yum_plus").throw("2-2-2-5-5")
    assert table.worth("full_house", column) == 25
    assert table.do(f"mark full_house {column}").total() == adds


def test_boxes_keep_face_value(bench):
    table = bench("triple_yum_plus").throw("3-3-3-5-6")
    assert table.worth("threes", 2) == 9
    assert table.do("mark threes 2").total() == 18
    high = bench("triple_yum_plus").throw("2-3-4-5-6").do("mark high_straight 3")
    assert high.total() == 120


def test_the_order_of_boxes_is_asked_inside_one_column(bench):
    table = bench("triple_yum_plus").fill(column=1, low_score=24, yum=50).throw("6-6-6-2-3")
    assert table.worth("high_score", 2) == 23
    assert table.worth("high_score", 1) == 0
    yums = bench("triple_yum_plus").fill(column=1, yum=50).throw("6-6-6-6-6")
    assert [yums.worth("yum2", column) for column in (1, 2, 3)] == [100, 0, 0]


@pytest.mark.parametrize(
    ("columns", "scope", "points"),
    [
        ((1, 2, 3), "all_columns", 25),
        ((1, 2), "all_columns", 0),
        ((1,), "same_column", 25),
        ((2, 3), "same_column", 0),
    ],
)
def test_joker_scope(bench, columns, scope, points):
    table = bench("triple_yum_plus", {"joker_scope": scope})
    for column in columns:
        table.fill(column=column, **FULL)
    assert table.throw("4-4-4-4-4").worth("full_house", 1) == points


def test_every_column_is_named_and_the_game_has_66_turns(bench):
    table = bench("triple_yum_plus").throw("1-1-2-3-4")
    marks = [text for text in table.legal if text.startswith("mark")]
    assert len(marks) == 66
    assert marks[0] == "mark ones 1"
    assert marks[-1] == "mark yum3 3"
    assert "strike ones 2" in table.legal
    table.do("strike ones 2")
    assert [column["ones"] for column in table.report["sheet"]] == [None, 0, None]
