"""5000: every row of the rules and every house rule."""

import random
from dataclasses import replace

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import BadOptions, GameOver, IllegalAction, NotYourTurn, WrongSeats
from bot.engine.gate import legal, play
from bot.games.five_thousand.rules import PRESETS, RULES, FiveThousand


class Seats:
    """A game of 5000; every move goes through the gate."""

    def __init__(self, seats=2, **options):
        self.game = FiveThousand.from_options(options)
        self.state = self.game.new(seats)

    def at(self, *totals):
        """As if these sides had opened and had these totals."""
        opened = tuple(bool(total) or not self.game.opening for total in totals)
        sheets = tuple((total,) if total else () for total in totals)
        self.state = replace(self.state, totals=sheets, opened=opened)
        return self

    def do(self, text, throw="", seat=None):
        dice = ScriptedDice([tuple(map(int, throw.split("-")))] if throw else [])
        acting = self.state.turn if seat is None else seat
        self.state = play(self.game, self.state, acting, text, dice).state
        assert not dice.left
        return self

    @property
    def legal(self):
        return set(legal(self.game, self.state))

    @property
    def scores(self):
        return self.game.scores(self.state)


# -- turns -------------------------------------------------------------------------------------------------------


def test_before_the_first_throw_there_is_only_the_throw():
    table = Seats()
    assert table.legal == {"roll"}
    with pytest.raises(NotYourTurn):
        table.do("roll", "1-1-2-3-4", seat=1)


def test_not_opened_one_must_throw_on():
    table = Seats().do("roll", "1-5-2-3-6")
    assert table.legal == {"keep 1", "keep 5", "keep 1 5"}


def test_below_the_opening_nothing_is_counted():
    table = Seats().do("roll", "6-6-6-2-3").do("keep 6 6 6", "2-1").do("keep 1", "6")
    assert (table.scores, table.state.turn, table.state.opened) == ((0, 0), 1, (False, False))
    table = Seats().do("roll", "5-2-3-4-4").do("keep 5", "5-2-3-4").do("keep 5", "6-6-6")
    assert (table.state.turn, table.state.last.how, table.state.last.points) == (1, "short", 700)
    assert table.scores == (0, 0)


def test_opening_counts():
    table = Seats().do("roll", "1-1-1-2-3")
    assert "bank 1 1 1" in table.legal
    table.do("bank 1 1 1")
    assert (table.scores, table.state.turn, table.state.opened) == ((1000, 0), 1, (True, False))


def test_exactly_the_opening_is_enough():
    table = Seats().do("roll", "6-6-6-1-2").do("keep 1 6 6 6", "5")
    assert table.legal == {"bank 5", "keep 5"}
    assert table.do("bank 5").scores == (750, 0)


def test_opened_there_is_no_minimum():
    assert Seats().at(1000, 0).do("roll", "5-2-3-4-4").do("bank 5").scores == (1050, 0)


def test_a_throw_without_points_loses_the_turn_only():
    table = Seats().at(1000, 0).do("roll", "1-2-3-4-6")
    assert table.game.report(table.state).seats[0]["turn"] == 0
    table.do("keep 1", "2-3-4-6")
    assert (table.scores, table.state.turn, table.state.dice) == ((1000, 0), 1, ())
    assert table.state.last[:4] == (0, "lost", (2, 3, 4, 6), 100)


def test_a_full_hand_throws_all_dice_again_and_is_one_of_three_throws():
    table = Seats().do("roll", "1-1-1-5-5").do("keep 1 1 1 5 5", "5-2-3-4-6")
    assert table.state.throws == 2
    assert table.do("bank 5").scores == (1150, 0)


def test_three_throws_at_most():
    table = Seats().at(1000, 0).do("roll", "1-5-2-3-6").do("keep 1", "5-5-5-2").do("keep 5 5 5", "5")
    assert table.legal == {"bank 5"}
    assert table.do("bank 5").scores == (1650, 0)


def test_combinations_are_not_completed_over_several_throws():
    table = Seats().at(1000, 0).do("roll", "1-2-3-4-6").do("keep 1", "1-1-2-3").do("bank 1 1")
    assert table.scores == (1300, 0)


def test_the_goal_ends_the_game():
    table = Seats().at(4900, 3000).do("roll", "1-5-2-3-6").do("bank 1 5")
    outcome = table.game.outcome(table.state)
    assert (outcome.ranks, outcome.scores, table.state.turn) == (((0,), (1,)), (5050, 3000), None)
    with pytest.raises(GameOver):
        table.do("roll", seat=1)


def test_five_ones_win_at_any_moment_even_before_the_opening():
    table = Seats(3).at(0, 4000, 0).do("roll", "1-1-1-1-1")
    outcome = table.game.outcome(table.state)
    assert outcome.ranks == ((0,), (1,), (2,))
    assert outcome.scores == (0, 4000, 0)


def test_five_fives_are_points():
    table = Seats().do("roll", "5-5-5-5-5").do("bank 5 5 5 5 5")
    assert table.game.outcome(table.state).scores == (5000, 0)


def test_stopping_asks_for_dice_that_score():
    table = Seats().at(1000, 0).do("roll", "1-1-1-2-5")
    for text in ("bank", "bank 2", "bank 1", "keep 1 1", "keep", "bank 1 1 1 2"):
        with pytest.raises(IllegalAction):
            table.do(text)


# -- house rules -------------------------------------------------------------------------------------------------


def exact(total, *texts):
    table = Seats(goal_mode="exact").at(total, 0)
    for text, throw in texts:
        table.do(text, throw)
    return table


def test_exact_goal():
    over = exact(4800, ("roll", "3-3-3-2-2"), ("bank 3 3 3", ""))
    assert (over.scores, over.state.turn, over.state.last.how) == ((4800, 0), 1, "nothing")
    there = exact(4800, ("roll", "1-1-2-3-4"), ("bank 1 1", ""))
    assert (there.scores, there.state.turn) == ((5000, 0), None)


@pytest.mark.parametrize(
    ("before", "keep", "throw", "after"),
    [
        (4000, "bank 1 2 3 4 5", "1-2-3-4-5", 5500),
        (4000, "bank 1 1 1", "1-1-1-2-3", 5000),
        (4000, "bank 6 6 6", "6-6-6-2-3", 4000),
        (3900, "bank 3 3 3", "3-3-3-2-2", 4000),
        (3000, "bank 3 3 3", "3-3-3-2-2", 3300),
    ],
)
def test_last_thousand(before, keep, throw, after):
    table = Seats(goal_mode="last_1000").at(before, 0).do("roll", throw).do(keep)
    assert table.scores == (after, 0)
    assert (table.state.turn is None) == (after >= 5000)


def test_last_thousand_950():
    table = Seats(goal_mode="last_1000").at(4000, 0).do("roll", "6-6-6-1-2").do("keep 1 6 6 6", "1")
    table.do("keep 1", "1-5-2-3-3").do("bank 1 5")
    assert table.scores == (4000, 0)
    assert table.state.last.points == 950


def test_target():
    table = Seats(target=10000).at(4900, 0).do("roll", "1-1-1-2-2").do("bank 1 1 1")
    assert (table.scores, table.state.turn) == ((5900, 0), 1)


@pytest.mark.parametrize(("opening", "may"), [(0, True), (350, True), (500, True), (750, False), (1000, False)])
def test_opening(opening, may):
    table = Seats(opening=opening).do("roll", "6-6-6-2-3")
    assert ("bank 6 6 6" in table.legal) == may


def test_throw_cap_per_hand():
    table = Seats(throw_cap="3_per_hand").at(1000, 0)
    table.do("roll", "1-5-2-3-6").do("keep 1", "5-5-5-2").do("keep 5 5 5", "5")
    assert table.legal == {"bank 5", "keep 5"}
    table.do("keep 5", "1-2-3-4-6")
    assert (table.state.throws, table.state.aside, table.state.risk) == (1, (), 650)
    assert table.do("bank 1").scores == (1750, 0)


def test_no_throw_cap():
    table = Seats(throw_cap="none").at(1000, 0).do("roll", "5-2-3-4-4")
    for dice in ("5-2-3-4", "5-2-3", "5-2"):
        table.do("keep 5", dice)
    assert table.do("keep 5", "5").do("keep 5", "5-2-2-3-3").do("bank 5").scores == (1300, 0)


def test_keep_all_that_scores():
    table = Seats(keep_all_scoring=True).at(1000, 0).do("roll", "1-5-2-3-6")
    assert table.legal == {"keep 1 5", "bank 1 5"}


def test_full_hand_forced():
    table = Seats(full_hand_forced=True).at(1000, 0).do("roll", "6-6-6-5-5")
    assert "bank 5 5 6 6 6" not in table.legal
    assert {"bank 5 6 6 6", "keep 5 5 6 6 6"} <= table.legal
    free = Seats().at(1000, 0).do("roll", "6-6-6-5-5")
    assert {"bank 5 5 6 6 6", "keep 5 5 6 6 6"} <= free.legal


def test_full_hand_forced_ends_with_the_throws():
    table = Seats(full_hand_forced=True).at(1000, 0)
    table.do("roll", "1-5-2-3-6").do("keep 1", "5-5-5-2").do("keep 5 5 5", "5")
    assert table.legal == {"bank 5"}


def test_last_round():
    table = Seats(3, last_round=True).at(3000, 4900, 4000)
    table.do("roll", "2-3-4-4-6")
    table.do("roll", "1-2-3-4-6").do("bank 1")
    assert (table.scores, table.state.turn) == ((3000, 5000, 4000), 2)
    table.do("roll", "1-2-3-4-5").do("bank 1 2 3 4 5")
    assert (table.scores, table.state.turn) == ((3000, 5000, 5500), 0)
    table.do("roll", "2-3-4-4-6")
    assert table.game.outcome(table.state).ranks == ((2,), (1,), (0,))


def test_last_round_ties_are_shared_and_leaving_ends_it():
    table = Seats(3, last_round=True).at(4900, 4900, 0)
    table.do("roll", "1-2-3-4-6").do("bank 1").do("roll", "1-2-3-4-6").do("bank 1").do("drop", seat=2)
    assert table.game.outcome(table.state).ranks == ((0, 1), (2,))


def test_bump():
    table = Seats(3, bump=True).at(1000, 1150, 1150).do("roll", "1-5-2-3-6").do("bank 1 5")
    assert table.scores == (1150, 0, 0)
    assert table.state.last.bumped == (1, 2)
    assert table.state.opened == (True, True, True)
    assert Seats(3).at(1000, 1150, 1150).do("roll", "1-5-2-3-6").do("bank 1 5").scores == (1150, 1150, 1150)


def test_six_dice():
    table = Seats(dice=6).do("roll", "1-2-3-4-5-6")
    assert {"bank 1 2 3 4 5 6", "keep 1 2 3 4 5 6", "bank 1 2 3 4 5"} <= table.legal
    assert table.do("keep 1 2 3 4 5 6", "5-5-2-2-3-3").state.risk == 1500
    assert table.do("bank 5 5").scores == (1600, 0)
    with pytest.raises(GameOver):
        Seats(dice=6).do("roll", "1-1-1-2-1-1").do("roll", seat=0)


def test_sides_share_one_score_and_open_together():
    table = Seats(4, teams=True)
    assert list(table.game.seats) == [4, 6, 8, 10, 12]
    table.do("roll", "1-1-1-2-3").do("bank 1 1 1").do("roll", "2-3-4-4-6").do("roll", "5-2-3-4-4").do("bank 5")
    assert table.scores == (1050, 0, 1050, 0)
    table.at(4900, 0).do("roll", "2-3-4-4-6").do("roll", "1-2-3-4-6").do("bank 1")
    assert table.game.outcome(table.state).ranks == ((0, 2), (1, 3))


# -- people ------------------------------------------------------------------------------------------------------


def test_leaving_passes_the_turn_and_ranks_last():
    table = Seats(3).at(1000, 2000, 3000).do("roll", "1-2-3-4-6").do("drop", seat=0)
    assert (table.state.turn, table.state.dice, table.state.risk) == (1, (), 0)
    table.do("drop", seat=2).do("roll", "1-2-3-4-5").do("bank 1 2 3 4 5").do("roll", "1-2-3-4-5").do("bank 1 2 3 4 5")
    assert table.game.outcome(table.state).ranks == ((1,), (2,), (0,))


def test_everybody_leaves():
    table = Seats(2).do("drop", seat=1).do("drop", seat=0)
    assert table.game.outcome(table.state).ranks == ((0, 1),)


def test_report():
    table = Seats().at(1000, 0).do("roll", "1-5-2-3-6").do("keep 1", "5-2-3-4")
    assert table.game.report(table.state).seats == (
        {"score": 1000, "opened": True, "turn": 100},
        {"score": 0, "opened": False, "turn": 0},
    )


@pytest.mark.parametrize("seats", [0, 1, 13])
def test_wrong_number_of_players(seats):
    with pytest.raises(WrongSeats):
        FiveThousand.from_options({}).new(seats)


@pytest.mark.parametrize("options", [{"opening": 600}, {"dice": "5"}, {"bump": 1}, {"no_such": True}])
def test_impossible_options(options):
    with pytest.raises(BadOptions):
        FiveThousand.from_options(options)


@pytest.mark.long
def test_presets_and_random_games_end(random_game):
    source = random.Random(5000)
    for preset in PRESETS:
        assert dict(FiveThousand.from_options(preset.options).options) == dict(preset.options)
    for seed in range(12):
        chosen = {rule.key: source.choice(rule.choices) for rule in RULES}
        chosen["teams"] = chosen["teams"] if chosen["games_in_match"] != "both_ways" else False
        game = FiveThousand.from_options(chosen)
        played = random_game(game, game.seats[0], seed)
        assert game.outcome(played.state) is not None
