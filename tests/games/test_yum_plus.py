"""Yum Plus: rules.md §2, row by row."""

import pytest

from bot.engine.dice import dice_source
from bot.engine.errors import BadOptions, IllegalAction, WrongSeats
from bot.engine.gate import play
from bot.games import make

BOXES = [
    ("3-3-3-5-6", "threes", 9, {}, {}),
    ("1-2-4-5-6", "threes", 0, {}, {}),
    ("4-4-1-2-6", "one_pair", 17, {}, {}),
    ("4-4-1-2-6", "one_pair", 8, {}, {"of_a_kind": "matching"}),
    ("5-5-2-2-6", "two_pair", 20, {}, {}),
    ("5-5-2-2-6", "two_pair", 14, {}, {"of_a_kind": "matching"}),
    ("5-5-5-2-2", "two_pair", 19, {}, {}),
    ("5-5-5-2-2", "two_pair", 14, {}, {"of_a_kind": "matching"}),
    ("5-5-5-5-2", "two_pair", 0, {}, {}),
    ("5-5-5-5-2", "two_pair", 22, {}, {"quad_is_two_pair": True}),
    ("5-5-5-5-2", "two_pair", 20, {}, {"quad_is_two_pair": True, "of_a_kind": "matching"}),
    ("2-2-2-5-6", "three_kind", 17, {}, {}),
    ("2-2-2-5-6", "three_kind", 6, {}, {"of_a_kind": "matching"}),
    ("6-6-6-6-1", "three_kind", 25, {}, {}),
    ("6-6-6-6-1", "four_kind", 24, {}, {"of_a_kind": "matching"}),
    ("3-3-3-5-5", "four_kind", 0, {}, {}),
    ("1-2-3-4-6", "short_straight", 15, {}, {}),
    ("2-3-4-5-6", "short_straight", 15, {}, {}),
    ("1-2-4-5-6", "short_straight", 0, {}, {}),
    ("6-5-4-3-2", "long_straight", 20, {}, {}),
    ("1-2-3-4-5", "low_straight", 30, {}, {}),
    ("2-3-4-5-6", "high_straight", 40, {}, {}),
    ("1-2-3-4-5", "high_straight", 0, {}, {}),
    ("1-2-3-4-6", "low_straight", 30, {}, {"low_high": "yahtzee"}),
    ("1-2-3-4-5", "high_straight", 40, {}, {"low_high": "yahtzee"}),
    ("6-6-4-3-1", "low_score", 0, {}, {}),
    ("5-5-5-4-2", "low_score", 21, {}, {}),
    ("5-5-5-4-2", "high_score", 0, {}, {}),
    ("5-5-5-4-2", "high_score", 21, {}, {"high_min": "none"}),
    ("5-5-5-4-3", "high_score", 22, {}, {}),
    ("6-6-6-2-3", "high_score", 0, {"low_score": 23}, {}),
    ("6-6-6-2-3", "high_score", 0, {"low_score": 23}, {"high_min": "none"}),
    ("6-6-6-2-4", "high_score", 24, {"low_score": 23}, {}),
    ("6-5-5-4-4", "low_score", 0, {"high_score": 24}, {}),
    ("6-5-5-4-3", "low_score", 23, {"high_score": 24}, {}),
    ("6-6-6-2-3", "high_score", 23, {"low_score": 0}, {}),
    ("6-6-6-2-3", "low_score", 23, {"high_score": 0}, {}),
    ("2-2-2-5-5", "full_house", 25, {}, {}),
    ("4-4-4-4-4", "full_house", 0, {}, {}),
    ("4-4-4-4-4", "full_house", 25, {}, {"yum_is_full_house": True}),
    ("1-1-2-1-1", "minus", 30, {}, {}),
    ("6-6-6-6-6", "minus", 6, {}, {}),
    ("1-3-4-6-6", "chance", 20, {}, {}),
    ("4-4-4-4-4", "yum", 50, {}, {}),
    ("4-4-4-4-3", "yum", 0, {}, {}),
    ("2-2-2-2-2", "yum2", 100, {"yum": 50}, {}),
    ("2-2-2-2-2", "yum2", 0, {}, {}),
    ("2-2-2-2-2", "yum2", 100, {"yum": 0}, {}),
    ("2-2-2-2-2", "yum2", 0, {"yum": 0}, {"yum_order": "strict"}),
    ("2-2-2-2-2", "yum3", 0, {"yum": 50}, {}),
    ("2-2-2-2-2", "yum3", 100, {"yum": 50, "yum2": 0}, {}),
    ("2-2-2-2-2", "yum3", 0, {"yum": 50, "yum2": 0}, {"yum_order": "strict"}),
    ("2-2-2-2-2", "yum3", 100, {"yum": 50, "yum2": 100}, {"yum_order": "strict"}),
    ("2-2-2-2-2", "yum3", 0, {"yum2": 0}, {}),
]


@pytest.mark.parametrize(("dice", "box", "points", "filled", "options"), BOXES)
def test_boxes(bench, dice, box, points, filled, options):
    assert bench("yum_plus", options).fill(**filled).throw(dice).worth(box) == points


YUMS = {"yum": 50, "yum2": 0, "yum3": 0}
FULL = {**YUMS, "fours": 12}
JOKERS = [
    ("fives", 25, FULL, {}),
    ("fives", 20, FULL, {"joker_upper": "sum"}),
    ("sixes", 30, FULL, {}),
    ("full_house", 25, FULL, {}),
    ("short_straight", 15, FULL, {}),
    ("long_straight", 20, FULL, {}),
    ("low_straight", 30, FULL, {}),
    ("high_straight", 40, FULL, {}),
    ("high_straight", 40, FULL, {"low_high": "yahtzee"}),
    ("two_pair", 20, FULL, {}),
    ("two_pair", 16, FULL, {"of_a_kind": "matching"}),
    ("one_pair", 20, FULL, {}),
    ("one_pair", 8, FULL, {"of_a_kind": "matching"}),
    ("three_kind", 20, FULL, {}),
    ("four_kind", 20, FULL, {}),
    ("chance", 20, FULL, {}),
    ("minus", 16, FULL, {}),
    ("low_score", 0, FULL, {}),
    ("high_score", 0, FULL, {}),
    ("fives", 0, FULL, {"joker": "en"}),
    ("full_house", 25, FULL, {"joker": "en"}),
    ("high_straight", 40, FULL, {"joker": "en"}),
    ("two_pair", 20, FULL, {"joker": "en"}),
    ("fives", 0, FULL, {"joker": "none"}),
    ("full_house", 0, FULL, {"joker": "none"}),
    ("two_pair", 0, FULL, {"joker": "none"}),
    ("one_pair", 20, FULL, {"joker": "none"}),
    ("full_house", 0, YUMS, {}),
    ("fives", 0, YUMS, {}),
    ("fours", 20, YUMS, {}),
    ("full_house", 0, {"yum": 50, "fours": 12}, {}),
    ("full_house", 0, {"yum": 50, "yum2": 100, "fours": 12}, {}),
    ("full_house", 25, {"yum": 50, "fours": 12}, {"joker_needs": "first"}),
    ("full_house", 25, {"yum": 0, "fours": 0}, {"joker_needs": "first"}),
    ("full_house", 0, {"yum2": 0, "fours": 0}, {"joker_needs": "first"}),
    ("yum2", 100, {"yum": 50, "fours": 12}, {"joker_needs": "first"}),
]


@pytest.mark.parametrize(("box", "points", "filled", "options"), JOKERS)
def test_joker(bench, box, points, filled, options):
    assert bench("yum_plus", options).fill(**filled).throw("4-4-4-4-4").worth(box) == points


def test_a_joker_forces_nothing(bench):
    table = bench().fill(**YUMS).throw("4-4-4-4-4")
    assert {text for text in table.legal if text.startswith("mark")} == {
        f"mark {box.key}" for box in table.game.layout.boxes if box.key not in YUMS
    }


UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = (22, 20, 25, 17, 15, 20, 30, 0, 22, 27, 25, 24, 28, 50, 0, 0)


@pytest.mark.parametrize(
    ("upper", "lower", "total"),
    [
        ((3, 6, 9, 12, 15, 18), (), 98),
        ((2, 6, 9, 12, 15, 18), (), 62),
        ((4, 6, 9, 12, 15, 24), (), 105),
        ((4, 8, 9, 12, 20, 18), (), 126),
        ((5, 8, 9, 16, 15, 24), (), 77 + 55),
        ((5, 10, 15, 20, 25, 30), (), 180),
        ((3, 6, 12, 12, 15, 30), LOWER, 478),
    ],
)
def test_totals(bench, upper, lower, total):
    table = bench()
    keys = [box.key for box in table.game.layout.boxes]
    table.fill(**dict(zip(keys, (*upper, *lower), strict=False)))
    assert table.total() == total
    assert table.report["upper"] == [sum(upper)]
    assert table.report["total"] == total


def test_the_best_sheet_is_800(bench):
    table = bench()
    table.fill(**{box.key: box.maximum for box in table.game.layout.boxes}).fill(two_pair=30)
    assert table.total() == 800


def test_a_turn_begins_with_a_throw_and_has_three(bench):
    table = bench()
    assert list(table.legal) == ["roll"]
    table.throw("3-4-5-3-6")
    assert "roll" not in table.legal
    table.do("keep 3 3", "3-5-1")
    assert (table.state.dice, table.state.kept, table.state.throws) == ((3, 3, 3, 5, 1), 2, 2)
    table.do("keep", "6-5-4-3-2")
    assert (table.state.dice, table.state.kept) == ((6, 5, 4, 3, 2), 0)
    assert not [text for text in table.legal if text.startswith("keep")]


def test_every_choice_of_dice_may_be_kept_but_not_all(bench):
    keeps = [text for text in bench().throw("3-3-1-1-1").legal if text.startswith("keep")]
    assert len(keeps) == len(set(keeps)) == 4 * 3 - 1
    assert keeps[0] == "keep"
    assert "keep 1 3 3" in keeps
    assert "keep 1 1 1 3 3" not in keeps


def test_strike_stands_where_a_mark_would_score(bench):
    table = bench().fill(chance=20).throw("1-1-2-3-4")
    marks = {text[5:]: points for text, points in table.legal.items() if text.startswith("mark")}
    strikes = {text[7:] for text in table.legal if text.startswith("strike")}
    assert strikes == {box for box, points in marks.items() if points}
    assert "chance" not in marks
    assert table.do("strike ones").report["sheet"][0]["ones"] == 0


def test_low_first_closes_high_while_low_is_open(bench):
    table = bench("yum_plus", {"low_first": True}).throw("6-6-6-6-5")
    assert not [text for text in table.legal if text.endswith("high_score")]
    table.do("strike low_score").throw("6-6-6-6-5")
    assert table.legal["mark high_score"] == 29


def test_seats_take_turns_and_full_sheets_end_the_game(bench):
    table = bench(seats=2).fill_all("ones").fill_all("ones", seat=1)
    table.throw("1-1-2-3-4").do("mark ones")
    assert (table.game.turn(table.state), table.game.outcome(table.state)) == (1, None)
    table.throw("1-2-2-3-4").do("mark ones")
    assert table.game.outcome(table.state).ranks == ((0,), (1,))
    assert table.legal == {}


@pytest.mark.parametrize(
    ("tiebreak", "ranks"),
    [
        ("share", ((0, 1, 2),)),
        ("most_yums", ((1,), (0, 2))),
        ("upper_then_yums", ((2,), (1,), (0,))),
    ],
)
def test_equal_totals(bench, tiebreak, ranks):
    table = bench("yum_plus", {"tiebreak": tiebreak}, seats=3)
    for seat in range(3):
        table.fill_all("ones", seat=seat)
    table.fill(seat=0, chance=20, four_kind=26, one_pair=4)
    table.fill(seat=1, yum=50)
    table.fill(seat=2, sixes=30, chance=20)
    for _seat in range(3):
        table.throw("2-2-3-4-6").do("mark ones")
    assert table.game.outcome(table.state).scores == (50, 50, 50)
    assert table.game.outcome(table.state).ranks == ranks


def test_roll_off_is_thrown_with_the_last_mark(bench):
    table = bench("yum_plus", {"tiebreak": "roll_off"}, seats=3)
    for seat in range(3):
        table.fill_all("ones", seat=seat)
    table.fill(seat=1, chance=9).throw("1-2-2-3-4").do("strike ones").throw("1-2-2-3-4").do("strike ones")
    table.fill(seat=0, chance=9).fill(seat=2, chance=9).throw("1-2-2-3-4")
    table.do("strike ones", "1-1-1-1-2", "6-1-1-1-1", "1-1-1-1-6", "1-1-1-1-3", "1-1-1-1-2")
    assert table.game.outcome(table.state).ranks == ((1,), (2,), (0,))
    assert [[throw.seat for throw in turn] for turn in table.state.match.roll_off] == [[0, 1, 2], [1, 2]]


def test_each_seat_throws_a_roll_off_from_its_own_row_of_throws(bench):
    table = bench("yum_plus", {"tiebreak": "roll_off"}, seats=3)
    for seat in range(3):
        table.fill_all("ones", seat=seat)
    table.throw("2-2-3-4-6").do("mark ones").throw("2-2-3-4-6").do("mark ones").throw("2-2-3-4-6")
    dice, again = (dice_source(bytes(32), "2", 0, ((9, 0), (9, 1), (9, 2))) for _ in range(2))
    after = play(table.game, table.state, 2, "mark ones", dice.for_seat(2)).state
    rows = {seat: again.for_seat(0) for seat in range(3)}
    for turn in after.match.roll_off:
        assert [throw.faces for throw in turn] == [rows[throw.seat].roll(5, tie=throw.seat) for throw in turn]
    assert [seat for turn in after.match.roll_off for seat, _ in turn][:3] == [0, 1, 2]
    assert {turns for turns, _ in dice.counts} == {9}


def test_without_a_tie_for_the_first_place_nobody_throws(bench):
    table = bench("yum_plus", {"tiebreak": "roll_off"}, seats=3)
    for seat in range(3):
        table.fill_all("ones", seat=seat)
    table.fill(seat=0, chance=9)
    for _seat in range(3):
        table.throw("2-2-3-4-6").do("mark ones")
    assert table.game.outcome(table.state).ranks == ((0,), (1, 2))


def test_who_leaves_ranks_last_and_the_others_go_on(bench):
    table = bench(seats=3).fill(seat=0, chance=30).throw("1-1-1-2-2").do("drop", seat=0)
    assert (table.game.turn(table.state), table.state.dice) == (1, ())
    table.do("drop", seat=2)
    assert table.game.turn(table.state) == 1
    with pytest.raises(IllegalAction):
        table.do("drop", seat=2)
    table.fill_all("ones", seat=1).throw("1-1-1-2-2").do("mark ones")
    assert table.game.outcome(table.state).ranks == ((1,), (0,), (2,))


def test_when_all_have_left_the_game_is_over(bench):
    table = bench("yum_plus", {"tiebreak": "roll_off"}, seats=2).do("drop", seat=1).do("drop", seat=0)
    assert table.game.outcome(table.state).ranks == ((0, 1),)


def test_a_seat_that_leaves_last_to_act_ends_the_game_with_a_roll_off(bench):
    table = bench("yum_plus", {"tiebreak": "roll_off"}, seats=3)
    for seat in range(3):
        table.fill_all("ones", seat=seat)
    table.throw("1-2-2-3-4").do("mark ones").throw("1-2-2-3-4").do("mark ones")
    table.do("drop", "1-1-1-1-2", "6-1-1-1-1", seat=2)
    assert table.game.outcome(table.state).ranks == ((1,), (0,), (2,))


@pytest.mark.parametrize("seats", [0, 13, -1, 10**20])
def test_one_to_twelve_seats(seats):
    with pytest.raises(WrongSeats):
        make("yum_plus", {}).new(seats)


@pytest.mark.parametrize(
    "options",
    [{"joker": "de"}, {"joker": True}, {"high_min": 21}, {"low_first": 1}, {"jokers": "fr"}, {"tiebreak": None}],
)
def test_impossible_options_are_refused(options):
    with pytest.raises(BadOptions) as refused:
        make("yum_plus", options)
    assert refused.value.key == next(iter(options))
    assert str(refused.value)


def test_equal_options_make_equal_games():
    assert make("yum_plus", {"joker": "fr"}) == make("yum_plus", {})
    assert make("yum_plus", {"joker": "en"}) != make("yum_plus", {})
    assert make("yum_plus", {"joker": "en", "high_min": 22}).options == {"joker": "en"}
