"""The other sheets: the example rows of rules.md §5 to §14 and §20, box by box."""

import pytest

from bot.games import CATALOGUE, FAMILIES, make

ROWS = {
    "yum_original": [
        ("1-1-1-4-6", "ones", 3, {}, {}),
        ("1-2-3-4-5", "low_straight", 15, {}, {}),
        ("2-3-4-5-6", "high_straight", 20, {}, {}),
        ("2-3-4-5-6", "low_straight", 0, {}, {}),
        ("1-2-3-4-6", "low_straight", 0, {}, {}),
        ("6-6-6-2-3", "low", 23, {}, {}),
        ("6-6-6-2-3", "low", 0, {"high": 23}, {}),
        ("6-6-6-5-5", "sixes", 18, {}, {}),
        ("6-6-6-5-5", "fives", 10, {}, {}),
        ("5-5-5-4-2", "low", 21, {}, {}),
        ("5-5-5-4-2", "high", 0, {}, {}),
        ("6-6-6-4-3", "high", 25, {"low": 24}, {}),
        ("6-6-6-4-3", "high", 0, {"low": 25}, {}),
        ("3-3-3-6-6", "full_house", 25, {}, {}),
        ("5-5-5-5-5", "yum", 30, {}, {}),
        ("1-2-3-4-5", "low_straight", 30, {}, {"values": "yum_plus"}),
        ("2-3-4-5-6", "high_straight", 40, {}, {"values": "yum_plus"}),
        ("5-5-5-5-5", "yum", 50, {}, {"values": "yum_plus"}),
        ("5-5-5-5-5", "full_house", 0, {"yum": 30, "fives": 20}, {}),
    ],
    "yum_deluxe": [
        ("5-5-5-2-6", "three_kind", 23, {}, {}),
        ("5-5-5-2-6", "three_kind", 15, {}, {"of_a_kind": "matching"}),
        ("6-6-6-6-1", "four_kind", 25, {}, {}),
        ("6-6-6-6-1", "four_kind", 24, {}, {"of_a_kind": "matching"}),
        ("6-6-6-1-1", "four_kind", 0, {}, {}),
        ("1-2-3-4-4", "short_straight", 15, {}, {}),
        ("2-3-4-5-6", "short_straight", 15, {}, {}),
        ("2-3-4-5-6", "long_straight", 20, {}, {}),
        ("1-2-3-4-6", "long_straight", 0, {}, {}),
        ("1-3-4-6-6", "surplus", 20, {}, {}),
        ("2-2-2-4-5", "twos", 6, {}, {}),
        ("2-2-2-2-2", "yum", 30, {}, {}),
        ("2-2-2-2-2", "full_house", 0, {"yum": 30, "twos": 6}, {}),
        ("2-2-2-2-2", "full_house", 25, {"yum": 30, "twos": 6}, {"joker": "en"}),
    ],
    "yum_color": [
        ("1-1-6-6-3", "two_pair_color", 17, {}, {}),
        ("1-1-2-2-6", "two_pair_color", 0, {}, {}),
        ("5-5-5-5-2", "two_pair_color", 22, {}, {}),
        ("5-5-5-5-2", "two_pair_color", 0, {}, {"quad_is_two_pair": False}),
        ("3-3-3-4-4", "two_pair_color", 17, {}, {"quad_is_two_pair": False}),
        ("1-1-6-6-3", "two_pair_color", 17, {}, {"quad_is_two_pair": False}),
        ("1-2-3-4-5", "straight", 30, {}, {}),
        ("1-2-3-4-6", "straight", 0, {}, {}),
        ("1-6-6-1-6", "flush", 35, {}, {}),
        ("5-5-5-5-5", "flush", 35, {}, {}),
        ("1-6-6-1-2", "flush", 0, {}, {}),
        ("6-6-6-2-2", "full_house", 37, {}, {}),
        ("6-6-6-2-2", "full_house_color", 0, {}, {}),
        ("3-3-3-4-4", "full_house_color", 37, {}, {}),
        ("3-3-3-3-4", "four_kind", 41, {}, {}),
        ("3-3-3-3-4", "four_kind", 37, {}, {"of_a_kind": "matching"}),
        ("3-3-3-5-4", "three_kind", 18, {}, {}),
        ("1-2-4-5-6", "yarborough", 18, {}, {}),
        ("6-6-6-6-6", "yum", 80, {}, {}),
    ],
    "yum_classic": [
        ("3-3-3-5-6", "threes", 9, {}, {}),
        ("2-2-3-5-6", "three_kind", 0, {}, {}),
        ("3-3-3-3-5", "four_kind", 17, {}, {}),
        ("3-3-3-3-5", "four_kind", 12, {}, {"of_a_kind": "matching"}),
        ("3-3-3-5-5", "full_house", 25, {}, {}),
        ("5-5-5-5-2", "full_house", 0, {}, {}),
        ("1-2-3-4-6", "small_straight", 30, {}, {}),
        ("1-2-4-5-6", "small_straight", 0, {}, {}),
        ("1-2-3-4-5", "large_straight", 40, {}, {}),
        ("6-5-4-2-1", "chance", 18, {}, {}),
        ("4-4-4-4-4", "yum", 50, {}, {}),
        *(
            ("4-4-4-4-4", box, points, {"yum": yum, "fours": 8}, {})
            for yum in (0, 50)
            for box, points in {
                "full_house": 25,
                "small_straight": 30,
                "large_straight": 40,
                "three_kind": 20,
                "four_kind": 20,
                "chance": 20,
                "fives": 0,
            }.items()
        ),
        ("4-4-4-4-4", "full_house", 0, {"yum": 50}, {}),
        ("4-4-4-4-4", "fives", 25, {"yum": 50, "fours": 8}, {"joker": "fr"}),
        ("4-4-4-4-4", "full_house", 0, {"yum": 50, "fours": 8}, {"joker": "none"}),
        ("4-4-4-4-4", "full_house", 25, {"yum": 50, "fours": 8}, {"joker": "forced"}),
    ],
    "asian_yum": [
        ("2-3-3-5-6", "choice", 19, {}, {}),
        ("4-4-4-4-5", "four_kind", 21, {}, {}),
        ("4-4-4-4-5", "four_kind", 16, {}, {"of_a_kind": "matching"}),
        ("4-4-4-5-5", "four_kind", 0, {}, {}),
        ("4-4-4-5-5", "full_house", 22, {}, {}),
        ("2-3-4-5-6", "small_straight", 15, {}, {}),
        ("2-3-4-5-6", "large_straight", 30, {}, {}),
        ("1-2-3-4-6", "large_straight", 0, {}, {}),
        ("1-1-1-1-1", "yum", 50, {}, {}),
        ("5-5-5-5-5", "full_house", 0, {"yum": 50, "fives": 5}, {}),
        ("4-4-4-1-2", "fours", 12, {}, {"asian_sheet": "balut"}),
        ("1-2-3-4-5", "straight", 15, {}, {"asian_sheet": "balut"}),
        ("2-3-4-5-6", "straight", 20, {}, {"asian_sheet": "balut"}),
        ("1-2-3-4-6", "straight", 0, {}, {"asian_sheet": "balut"}),
        ("3-3-6-6-6", "full_house", 24, {}, {"asian_sheet": "balut"}),
        ("5-5-5-5-5", "balut", 45, {}, {"asian_sheet": "balut"}),
    ],
    "maxi_yum": [
        ("6-4-2-6-5-1", "one_pair", 12, {}, {}),
        ("2-1-3-3-5-5", "two_pairs", 16, {}, {}),
        ("2-2-5-5-6-6", "two_pairs", 22, {}, {}),
        ("2-2-5-5-6-6", "three_pairs", 26, {}, {}),
        ("5-5-5-5-2-2", "two_pairs", 14, {}, {}),
        ("5-5-5-5-2-2", "three_pairs", 0, {}, {}),
        ("4-5-3-5-5-4", "three_kind", 15, {}, {}),
        ("3-3-2-3-3-3", "four_kind", 12, {}, {}),
        ("3-3-2-3-3-3", "five_kind", 15, {}, {}),
        ("1-2-3-4-5-3", "small_straight", 15, {}, {}),
        ("2-3-4-5-6-6", "large_straight", 20, {}, {}),
        ("1-2-3-4-5-6", "full_straight", 21, {}, {}),
        ("1-2-3-4-5-6", "small_straight", 15, {}, {}),
        ("2-3-4-5-6-6", "small_straight", 0, {}, {}),
        ("3-3-3-5-5-5", "full_house", 21, {}, {}),
        ("3-3-3-3-5-5", "full_house", 19, {}, {}),
        ("3-3-3-3-3-3", "full_house", 0, {}, {}),
        ("2-2-2-5-5-5", "villa", 21, {}, {}),
        ("2-2-2-2-5-5", "villa", 0, {}, {}),
        ("2-2-2-2-5-5", "tower", 18, {}, {}),
        ("3-4-2-6-5-4", "chance", 24, {}, {}),
        ("6-6-6-6-6-6", "maxi_yum", 100, {}, {}),
        ("6-6-6-6-6-5", "maxi_yum", 0, {}, {}),
        ("4-4-4-4-4-1", "fours", 20, {}, {}),
    ],
    "yum_low_high": [
        ("1-2-3-4-5", "low_straight", 30, {}, {}),
        ("2-3-4-5-6", "high_straight", 40, {}, {}),
        ("2-3-4-5-6", "low_straight", 0, {}, {}),
        ("1-2-3-4-4", "high_straight", 0, {}, {}),
        ("3-3-3-6-6", "full_house", 25, {}, {}),
        ("6-6-6-6-6", "yum", 50, {}, {}),
        ("1-3-4-4-6", "chance", 18, {}, {}),
        ("6-6-6-6-1", "four_kind", 24, {}, {"of_a_kind": "matching"}),
        ("6-6-6-6-6", "high_straight", 40, {"yum": 50, "sixes": 6}, {}),
        ("6-6-6-6-6", "low_straight", 30, {"yum": 50, "sixes": 6}, {"joker": "fr"}),
        ("6-6-6-6-6", "ones", 5, {"yum": 50, "sixes": 6}, {"joker": "fr"}),
    ],
    "yum_full_house": [
        ("2-2-2-5-5", "full_house", 25, {}, {}),
        ("2-2-2-5-5", "full_house2", 0, {}, {}),
        ("2-2-2-5-5", "full_house2", 50, {"full_house": 0}, {}),
        ("6-6-6-4-4", "full_house3", 50, {"full_house": 25, "full_house2": 50}, {}),
        ("6-6-6-4-4", "full_house3", 0, {"full_house": 25}, {}),
        ("6-6-6-6-4", "full_house2", 0, {"full_house": 25}, {}),
        ("6-6-6-4-4", "chance", 26, {}, {}),
        ("6-6-6-4-4", "sixes", 18, {}, {}),
        ("2-3-4-5-6", "large_straight", 40, {}, {}),
        ("4-4-4-4-1", "four_kind", 17, {}, {}),
        ("2-2-2-5-5", "full_house2", 25, {"full_house": 25}, {"fh_values": "25,25,25"}),
        ("4-4-4-4-4", "full_house2", 50, {"yum": 0, "fours": 4, "full_house": 0}, {}),
        ("4-4-4-4-4", "full_house3", 0, {"yum": 0, "fours": 4, "full_house": 0}, {}),
        (
            "4-4-4-4-4",
            "full_house2",
            25,
            {"yum": 0, "fours": 4, "full_house": 0},
            {"fh_values": "25,25,25"},
        ),
    ],
    "yum_extra": [
        ("5-5-2-2-6", "two_pair", 20, {}, {}),
        ("5-5-5-5-6", "two_pair", 26, {}, {"quad_is_two_pair": True}),
        ("2-4-6-6-2", "even", 25, {}, {}),
        ("2-4-6-6-1", "even", 0, {}, {}),
        ("1-3-5-5-1", "odd", 25, {}, {}),
        ("1-3-5-5-2", "odd", 0, {}, {}),
        ("6-6-6-6-6", "even", 25, {}, {}),
        ("1-2-3-4-6", "small_straight", 30, {}, {}),
        ("5-5-5-2-2", "full_house", 25, {}, {}),
        ("1-1-1-1-1", "minus", 31, {}, {}),
        ("1-1-1-1-1", "yum2", 100, {"yum": 50}, {}),
        ("1-1-1-1-1", "yum2", 0, {}, {}),
        ("1-1-1-1-1", "full_house", 0, {"yum": 50, "ones": 3}, {}),
        ("1-1-1-1-1", "full_house", 25, {"yum": 50, "yum2": 0, "ones": 3}, {}),
        ("1-1-1-1-1", "two_pair", 5, {"yum": 50, "yum2": 0, "ones": 3}, {}),
        ("1-1-1-1-1", "even", 0, {"yum": 50, "yum2": 0, "ones": 3}, {}),
        ("1-1-1-1-1", "odd", 25, {"yum": 50, "yum2": 0, "ones": 3}, {}),
        ("1-1-1-1-1", "minus", 31, {"yum": 50, "yum2": 0, "ones": 3}, {}),
    ],
    "yams": [
        ("3-3-4-4-6", "fours", 8, {}, {}),
        ("5-5-5-5-6", "brelan", 10, {}, {}),
        ("5-5-2-2-6", "brelan", 0, {}, {}),
        ("1-2-3-4-5", "suite", 20, {}, {}),
        ("2-3-4-5-6", "suite", 20, {}, {}),
        ("1-2-3-4-6", "suite", 0, {}, {}),
        ("5-5-5-2-2", "full", 30, {}, {}),
        ("5-5-5-5-5", "full", 0, {}, {}),
        ("5-5-5-5-3", "carre", 40, {}, {}),
        ("2-2-2-2-2", "yams", 50, {}, {}),
        ("1-3-4-6-6", "chance", 20, {}, {}),
        ("5-5-5-5-5", "full", 30, {}, {"yams_is_full": True}),
        ("5-5-5-2-6", "brelan", 23, {}, {"brelan": "sum"}),
        ("5-5-5-5-6", "carre", 26, {}, {"carre": "sum"}),
        ("5-5-2-2-6", "double_paire", 14, {}, {"double_paire": True}),
        ("5-5-5-5-2", "double_paire", 0, {}, {"double_paire": True}),
        ("1-2-3-4-5", "suite", 15, {}, {"two_straights": True}),
        ("2-3-4-5-6", "suite", 20, {}, {"two_straights": True}),
        ("6-6-5-4-3", "maxi", 24, {"mini": 17}, {"maxi_mini": True}),
        ("6-5-4-2-2", "mini", 0, {"maxi": 18}, {"maxi_mini": True}),
        ("6-5-4-2-1", "mini", 0, {"maxi": 18}, {"maxi_mini": True}),
        ("2-1-1-3-2", "mini", 9, {}, {"maxi_mini": True}),
    ],
}


@pytest.mark.parametrize(
    ("key", "dice", "box", "points", "filled", "options"), [(key, *row) for key, rows in ROWS.items() for row in rows]
)
def test_boxes(bench, key, dice, box, points, filled, options):
    assert bench(key, options).fill(**filled).throw(dice).worth(box) == points


TOTALS = [
    ("yum_original", {}, 63, 88),
    ("yum_original", {}, 62, 62),
    ("yum_original", {"values": "yum_plus"}, 71, 126),
    ("yum_deluxe", {}, 63, 88),
    ("yum_deluxe", {}, 62, 62),
    ("yum_color", {}, 62, 62),
    ("yum_color", {}, 63, 98),
    ("yum_color", {}, 71, 126),
    ("yum_color", {}, 78, 153),
    ("yum_classic", {}, 63, 98),
    ("yum_classic", {}, 78, 113),
    ("asian_yum", {}, 63, 98),
    ("asian_yum", {}, 62, 62),
    ("maxi_yum", {}, 84, 184),
    ("maxi_yum", {}, 83, 83),
    ("maxi_yum", {"maxi_bonus": "50_at_75"}, 75, 125),
    ("maxi_yum", {"maxi_bonus": "50_at_63"}, 63, 113),
    ("yum_low_high", {}, 63, 98),
    ("yum_full_house", {}, 63, 98),
    ("yum_extra", {}, 63, 98),
    ("yams", {}, 62, 62),
    ("yams", {}, 63, 63),
    ("yams", {"prime_at_63": True}, 63, 93),
    ("yams", {"prime_at_63": True}, 62, 62),
    ("yams", {}, 64, 95),
    ("yams", {}, 105, 177),
]


@pytest.mark.parametrize(("key", "options", "upper", "total"), TOTALS)
def test_bonus(bench, key, options, upper, total):
    table = bench(key, options).fill(sixes=upper)
    assert table.total() == total
    assert table.report["upper"] == [upper]
    assert table.report["bonus"] == [total - upper]


@pytest.mark.parametrize(
    ("key", "boxes", "best"),
    [
        ("yum_original", 12, 279),
        ("yum_deluxe", 13, 105 + 25 + 30 + 30 + 25 + 15 + 20 + 30 + 30),
        ("yum_color", 15, None),
        ("yum_classic", 13, 375),
        ("asian_yum", 12, None),
        ("maxi_yum", 20, None),
        ("yum_low_high", 13, None),
        ("yum_full_house", 15, None),
        ("yum_extra", 18, None),
        ("yams", 12, None),
    ],
)
def test_size_and_best_sheet(bench, key, boxes, best):
    table = bench(key)
    assert len(table.game.layout.boxes) == boxes
    table.fill(**{box.key: box.maximum for box in table.game.layout.boxes})
    assert best in (None, table.total())


def test_three_full_houses_in_order(bench):
    table = bench("yum_full_house")
    for box in ("full_house", "full_house2", "full_house3"):
        table.throw("2-2-2-5-5").do(f"mark {box}")
    assert table.total() == 125


@pytest.mark.parametrize(("column", "upper", "total"), [(1, 63, 248), (2, 63, 496), (3, 63, 744), (3, 60, 630)])
def test_triple_yum_columns(bench, column, upper, total):
    assert bench("triple_yum").fill(column=column, sixes=upper, chance=150).total() == total


def test_triple_yum_grand_total(bench):
    table = bench("triple_yum").fill(column=1, chance=248).fill(column=2, chance=200).fill(column=3, chance=260)
    assert table.total() == 1428
    assert len(table.game.layout.boxes) * table.game.layout.columns == 39


@pytest.mark.parametrize(("column", "adds"), [(1, 50), (2, 100), (3, 150)])
def test_a_yum_adds_what_its_column_is_worth(bench, column, adds):
    assert bench("triple_yum").throw("4-4-4-4-4").do(f"mark yum {column}").total() == adds


def test_grids_of_yams_are_added(bench):
    table = bench("yams", {"grids": 3}).fill(column=1, chance=20).fill(column=2, sixes=64).throw("2-2-2-2-2")
    assert len([text for text in table.legal if text.startswith("mark")]) == 34
    table.do("mark yams 3")
    assert table.total() == 20 + 95 + 50
    assert (
        bench("yams", {"grids": 3, "maxi_mini": True}).fill(column=1, mini=30).throw("1-1-1-1-2").worth("maxi", 2) == 6
    )


def test_boxes_of_house_rules_appear_and_disappear(bench):
    keys = [box.key for box in bench("yams", {"maxi_mini": True, "double_paire": True}).game.layout.boxes]
    assert keys[6:] == ["double_paire", "brelan", "suite", "full", "carre", "yams", "maxi", "mini"]


def test_a_box_has_one_name_on_all_sheets_and_its_short_form_is_made_from_it() -> None:
    numbers = {"1": "One", "2": "Two", "3": "Three"}
    names: dict[str, str] = {}
    for key, listing in CATALOGUE.items():
        if FAMILIES[listing.key] != "yum":
            continue
        for box in make(key, {}).layout.boxes:
            in_france = (key, box.label) == ("yams", "Aces")
            assert in_france or names.setdefault(box.key, box.label) == box.label
            words = box.label.split()
            for word in box.short.rstrip(".").split():
                assert any(full.startswith((word, numbers.get(word, word))) for full in words), (box.label, box.short)
