"""The decisions of rules.md §25 one by one, by playing them; version 0.1 differed in the first two.

test_rules_version.py has what older games do instead.
"""

from dataclasses import replace
from itertools import combinations_with_replacement

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.gate import legal, play
from bot.games import make

NOTHING = "1-3-5-6-6"
MATCHING = {"of_a_kind": "matching"}
DOUBLE = {"power": True}


class Game:
    """A game that is no score sheet; every move goes through the gate."""

    def __init__(self, key, seats=1, **options):
        self.game = make(key, options)
        self.state = self.game.new(seats)

    def put(self, **fields):
        self.state = replace(self.state, **fields)
        return self

    def do(self, text, *throws):
        dice = ScriptedDice([tuple(map(int, throw.split("-"))) for throw in throws])
        self.state = play(self.game, self.state, self.game.turn(self.state), text, dice).state
        assert not dice.left
        return self

    @property
    def legal(self):
        return list(legal(self.game, self.state))

    @property
    def scores(self):
        return self.game.scores(self.state)

    @property
    def over(self):
        return self.game.outcome(self.state) is not None


def strikes(table):
    return [text for text in table.legal if text.startswith("strike")]


# 1


def rack_of_one(**options):
    """Yamslam alone: one chip for 2 Pairs is left, all others are gone."""
    table = Game("yamslam", **options)
    for _ in range(27):
        table.do("roll", NOTHING).do("pass")
    return table


def test_1_alone_a_yamslam_gives_two_chips_even_when_the_first_is_the_last_on_the_rack():
    table = rack_of_one().do("roll", "3-3-3-3-3").do("take 2p")
    assert not table.over
    assert table.legal == [f"take {kind} out" for kind in ("2p", "3k", "ss", "fl", "fh", "4k", "ls")]
    table.do("take ls out")
    assert table.over
    assert table.scores == (5 + 50 + 20,)


def test_1_the_game_ends_after_the_second_chip_also_in_a_match():
    table = rack_of_one(games_in_match=2).do("roll", "3-3-3-3-3").do("take 2p").do("take 4k out")
    assert (table.legal, table.scores, sum(table.state.rack)) == (["roll"], (5 + 40 + 20,), 28)


def test_1_the_last_chip_on_the_rack_may_be_the_second_one():
    table = rack_of_one().do("roll", "3-3-3-3-3").do("take ls out")
    assert "take 2p" in table.legal
    assert table.do("take 2p").over
    assert table.scores == (50 + 5 + 20,)


def test_1_where_no_chip_was_removed_the_last_one_is_all_there_is():
    table = Game("yamslam").put(rack=(1, 0, 0, 0, 0, 0, 0), taken=((3, 4, 4, 4, 4, 4, 4),))
    table.do("roll", "3-3-3-3-3").do("take 2p")
    assert table.over
    assert table.scores == (1000,)


def test_1_with_others_the_last_chip_still_ends_the_game():
    table = Game("yamslam", 2).put(rack=(1, 0, 0, 0, 0, 0, 0), out=(0, 0, 0, 0, 0, 0, 4))
    assert table.do("roll", "3-3-3-3-3").do("take 2p").over


# 2


@pytest.mark.parametrize(
    ("dice", "all_dice", "matching", "without_quads"),
    [
        ("1-1-6-6-3", 17, 14, 14),
        ("3-3-3-4-4", 17, 14, 14),
        ("5-5-5-5-2", 22, 20, 0),
        ("5-5-5-5-5", 25, 20, 0),
        ("1-1-2-2-6", 0, 0, 0),
        ("6-6-6-1-2", 0, 0, 0),
    ],
)
def test_2_two_pair_same_colour_adds_its_four_dice(bench, dice, all_dice, matching, without_quads):
    assert bench("yum_color").throw(dice).worth("two_pair_color") == all_dice
    assert bench("yum_color", MATCHING).throw(dice).worth("two_pair_color") == matching
    strict = {**MATCHING, "quad_is_two_pair": False}
    assert bench("yum_color", strict).throw(dice).worth("two_pair_color") == without_quads


def searched(dice, quads):
    """The most points of four dice that are two pairs of one colour, by trying every die to leave out."""
    found = [0]
    for left_out in range(5):
        a, b, c, d = (face for place, face in enumerate(sorted(dice)) if place != left_out)
        if a == b and c == d and (a + c == 7 or (quads and a == c)):
            found.append(a + b + c + d)
    return max(found)


@pytest.mark.parametrize("quads", [True, False])
def test_2_every_throw_against_a_search(quads):
    game = make("yum_color", {**MATCHING, "quad_is_two_pair": quads})
    box = game.layout.box("two_pair_color")
    for dice in combinations_with_replacement(range(1, 7), 5):
        assert box.points(dice) == searched(dice, quads), dice


# 3


@pytest.mark.parametrize("key", ["yum_plus", "yum_classic", "yum_low_high", "yum_full_house", "yum_extra"])
def test_3_a_joker_in_3_and_4_of_a_kind_is_worth_what_the_option_says(bench, key):
    for options, three, four in (({}, 20, 20), (MATCHING, 12, 16)):
        table = bench(key, options).fill_all("three_kind", "four_kind", "chance", points=1).throw("4-4-4-4-4")
        assert table.game.scorer.is_joker(table.state.sheets[0], 0, table.state.dice)
        assert (table.worth("three_kind"), table.worth("four_kind"), table.worth("chance")) == (three, four, 20)


# 4


@pytest.mark.parametrize(
    ("key", "low", "high", "options"),
    [
        ("yum_plus", "low_score", "high_score", {}),
        ("yum_original", "low", "high", {}),
        ("yams", "mini", "maxi", {"maxi_mini": True}),
    ],
)
def test_4_a_struck_box_asks_nothing_of_its_partner(bench, key, low, high, options):
    def after(struck):
        return bench(key, options).throw("6-6-6-6-6").do(f"strike {struck}").throw("6-6-6-6-5")

    assert after(high).worth(low) == 29
    assert after(low).worth(high) == 29


# 5


@pytest.mark.parametrize("order", ["open", "strict"])
def test_5_one_throw_may_fill_two_yum_boxes(bench, order):
    table = bench("yum_plus", {**DOUBLE, "yum_order": order}).throw("4-4-4-4-4-5").do("mark yum").do("mark yum2")
    assert table.total() == 150


def test_5_the_second_box_may_be_a_joker_that_the_first_has_made(bench):
    table = bench("yum_plus", DOUBLE).fill(yum=50, yum2=100, fours=12).throw("4-4-4-4-4-5")
    assert table.worth("high_straight") == 0
    assert table.do("mark yum3").worth("high_straight") == 40
    table = bench("yum_classic", DOUBLE).fill(yum=50).throw("4-4-4-4-4-5").do("mark fours")
    assert table.worth("large_straight") == 40


# 6


@pytest.mark.parametrize(
    ("filled", "points"),
    [({}, 0), ({"yum": 50}, 0), ({"yum2": 0}, 0), ({"yum": 50, "yum2": 100}, 100), ({"yum": 0, "yum2": 0}, 100)],
)
def test_6_the_3rd_yum_comes_after_both_others(bench, filled, points):
    assert bench("yum_plus").fill(**filled).throw("4-4-4-4-4").worth("yum3") == points


def test_6_a_joker_waits_for_both_others_too(bench):
    table = bench("yum_plus", {"joker_needs": "first"}).fill(yum=50, fours=12).throw("4-4-4-4-4")
    assert (table.worth("full_house"), table.worth("yum2"), table.worth("yum3")) == (25, 100, 0)


# 7


@pytest.mark.parametrize(("do", "points"), [("mark chance", 20), ("mark ones", 0), ("strike chance", 0)])
def test_7_each_further_yum_earns_its_bonus_wherever_it_is_written(bench, do, points):
    table = bench("yum_classic").fill(yum=50).throw("4-4-4-4-4").do(do).throw("2-2-2-2-2").do("strike twos")
    assert table.report["yum_bonus"] == [200]
    assert table.total() == 50 + points + 200


# 8


def kept(dice, **options):
    """The dice a player may set aside, and stop with."""
    table = Game("5000", 2, opening=0, **options).do("roll", dice)
    return {text.removeprefix("bank ") for text in table.legal if text.startswith("bank")}


@pytest.mark.parametrize(
    ("dice", "may", "may_not"),
    [
        ("1-1-1-2-3", {"1 1 1"}, {"1", "1 1"}),
        ("1-1-1-1-2", {"1", "1 1 1", "1 1 1 1"}, {"1 1"}),
        ("5-5-5-5-2", {"5", "5 5 5", "5 5 5 5"}, {"5 5"}),
        ("5-5-5-5-5", {"5", "5 5", "5 5 5", "5 5 5 5", "5 5 5 5 5"}, set()),
        ("4-4-4-4-2", {"4 4 4"}, {"4", "4 4", "4 4 4 4"}),
    ],
)
def test_8_three_equal_dice_stay_whole_and_those_beyond_are_free(dice, may, may_not):
    assert kept(dice) == may
    assert not may_not & kept(dice)


def test_8_the_fourth_4_scores_nothing():
    table = Game("5000", 2, opening=0).do("roll", "4-4-4-4-2").do("bank 4 4 4")
    assert table.scores == (400, 0)
    assert kept("4-4-4-4-2", keep_all_scoring=True) == {"4 4 4"}


# 9


def test_9_who_reaches_the_goal_where_the_leader_stands_bumps_and_leads():
    table = Game("5000", 3, opening=0, bump=True, last_round=True).put(totals=((4900,), (3500,), (0,)))
    table.do("roll", "1-2-3-4-6").do("bank 1").do("roll", "1-2-3-4-5").do("bank 1 2 3 4 5")
    assert table.scores == (0, 5000, 0)
    table.do("roll", "2-3-4-4-6")
    assert table.game.outcome(table.state).winners == (1,)


# 10


def test_10_what_a_forced_joker_may_mark_it_may_strike(bench):
    table = bench("yum_classic", {"joker": "forced"}).fill(yum=50).throw("4-4-4-4-4")
    assert strikes(table) == ["strike fours"]
    assert table.do("strike fours").report["sheet"][0]["fours"] == 0
    table.throw("4-4-4-4-4")
    assert {"strike full_house", "strike large_straight"} <= set(strikes(table))


# 11


def test_11_le_bon_stops_early_and_nobody_throws_more_than_three_times():
    table = Game("421", 3, le_bon=True).do("roll", "6-6-1").do("keep 1", "5-5").do("keep 1", "4-4")
    assert table.legal == ["stand"]
    table.do("stand").do("roll", "4-2-1")
    assert "stand" in table.legal
    table.do("stand").do("roll", "6-6-1").do("keep 1", "5-5").do("keep 1", "4-4")
    assert table.legal == ["stand"]


def test_11_le_bon_gives_nobody_more_throws_than_the_first_player_made():
    table = Game("421", 2, le_bon=True).do("roll", "6-6-1").do("stand").do("roll", "6-6-1")
    assert table.legal == ["stand"]
