"""Ambition: every row of the rules, every house rule, and every throw, by brute force."""

import random
from dataclasses import replace
from itertools import product

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import BadOptions, IllegalAction, WrongSeats
from bot.engine.gate import legal, play
from bot.games.ambition.rules import PRESETS, RULES, Ambition, qualifies, scoring, worth


class Seats:
    """A game of Ambition, everybody qualified by default; every move goes through the gate."""

    def __init__(self, seats=2, qualified=True, **options):
        self.game = Ambition.from_options(options)
        self.state = replace(self.game.new(seats), qualified=(qualified,) * seats)

    def at(self, *totals):
        """As if these sides had these totals."""
        self.state = replace(self.state, totals=tuple((total,) if total else () for total in totals))
        return self

    def roll(self, *throws):
        for throw in throws:
            self.do("roll", throw)
        return self

    def do(self, text, throw="", seat=None):
        dice = ScriptedDice([tuple(map(int, throw.split("-")))] if throw else [])
        acting = self.state.turn if seat is None else seat
        self.state = play(self.game, self.state, acting, text, dice).state
        assert not dice.left
        return self

    def stop(self):
        return self.do("stop")

    @property
    def legal(self):
        return set(legal(self.game, self.state))

    @property
    def scores(self):
        return self.game.scores(self.state)

    @property
    def how(self):
        return self.state.last.how


def test_every_throw():
    for throw in product(range(1, 7), repeat=3):
        ones, fives = throw.count(1), throw.count(5)
        equal = len(set(throw)) == 1
        points = {1: 1000}.get(throw[0], throw[0] * 100) if equal else ones * 100 + fives * 50
        assert worth(throw) == points, throw
        assert qualifies(throw) == (bool(ones) and bool(fives)), throw
        assert len(scoring(throw)) == (3 if equal else ones + fives), throw
    assert sum(qualifies(throw) for throw in product(range(1, 7), repeat=3)) == 30


# -- qualification -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("throw", "yes"), [("1-5-2", True), ("1-1-1", False), ("5-5-2", False), ("5-1-1", True)])
def test_qualify(throw, yes):
    table = Seats(qualified=False)
    assert table.legal == {"roll"}
    table.roll(throw)
    assert (table.state.qualified, table.state.turn) == (((True, False), 1) if yes else ((False, False), 0))


def test_three_throws_to_qualify_and_points_only_from_the_next_turn():
    table = Seats(qualified=False).roll("1-2-3", "1-1-1", "5-5-5")
    assert (table.state.turn, table.how, table.scores) == (1, "unqualified", (0, 0))
    table.roll("2-2-2", "1-5-5")
    assert (table.state.turn, table.how, table.scores) == (0, "qualified", (0, 0))
    assert table.roll("1-5-5").state.qualified == (True, True)
    table.roll("1-1-3")
    assert table.legal == {"roll", "stop"}
    assert table.stop().scores == (0, 200)


# -- points ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("throws", "points"),
    [
        (["1-1-5"], 250),
        (["5-5-2"], 100),
        (["1-5-3", "5-2-2"], 200),
        (["4-4-4", "1-3-6"], 500),
        (["1-1-1", "5-2-3"], 1050),
        (["1-1-1", "1-5-3"], 1150),
        (["2-2-2", "5-5-5", "1-2-3"], 800),
    ],
)
def test_stopping_writes_the_points(throws, points):
    assert Seats().roll(*throws).stop().scores == (points, 0)


@pytest.mark.parametrize(
    ("throws", "how"),
    [
        (["2-3-6"], "lost"),
        (["1-5-3", "2-3-6"], "lost"),
        (["4-4-4", "2-3-6"], "invalid"),
        (["4-4-4", "2-2-2"], "invalid"),
        (["1-1-1", "6-6-6"], "invalid"),
    ],
)
def test_a_throw_that_loses_the_turn(throws, how):
    table = Seats().at(1000, 0).roll(*throws)
    assert (table.scores, table.state.turn, table.how) == ((1000, 0), 1, how)
    assert table.state.last.faces == tuple(map(int, throws[-1].split("-")))


def test_a_trio_must_be_validated_before_stopping():
    table = Seats().roll("4-4-4")
    assert table.legal == {"roll"}
    with pytest.raises(IllegalAction):
        table.stop()
    table = Seats().roll("2-2-2", "5-5-5")
    assert (table.legal, table.state.risk, table.state.pending) == ({"roll"}, 700, 500)
    assert table.game.report(table.state).seats[0]["turn"] == 700


def test_all_three_dice_are_thrown_every_time():
    assert Seats().roll("1-5-3", "1-2-2").state.risk == 250


# -- the goal ----------------------------------------------------------------------------------------------------


def test_the_goal_wins_at_once():
    table = Seats(3).at(4850, 4900, 0).roll("1-5-3")
    outcome = table.game.outcome(table.state)
    assert (outcome.ranks, outcome.scores) == (((0,), (1,), (2,)), (5000, 4900, 0))


def test_over_the_goal_the_turn_is_lost():
    table = Seats().at(4900, 0).roll("1-5-3")
    assert (table.scores, table.state.turn, table.how, table.state.last.points) == ((4900, 0), 1, "over", 150)


def test_a_trio_that_comes_to_the_goal_must_still_be_validated():
    table = Seats().at(4600, 0).roll("4-4-4")
    assert (table.state.turn, table.legal) == (0, {"roll"})
    assert table.roll("1-2-3").how == "over"


@pytest.mark.parametrize("goal", [2000, 3000])
def test_goal(goal):
    assert Seats(goal=goal).at(goal - 100, 0).roll("1-2-3").state.turn is None


def test_stop_before():
    table = Seats(overshoot="stop_before").at(4850, 0).roll("1-2-3", "1-2-3")
    assert (table.scores, table.how, table.state.turn) == ((4950, 0), "saved", 1)
    nothing = Seats(overshoot="stop_before").at(4900, 0).roll("1-5-3")
    assert (nothing.scores, nothing.how) == ((4900, 0), "over")
    trio = Seats(overshoot="stop_before").at(4500, 0).roll("5-2-3", "4-4-4", "1-2-3")
    assert (trio.scores, trio.how) == ((4550, 0), "saved")


# -- house rules -------------------------------------------------------------------------------------------------


def test_set_aside():
    table = Seats(set_aside=True).roll("1-2-3", "5-2", "1")
    assert table.state.risk == 250
    table.roll("5-2-3")
    assert (table.state.risk, table.game.next_aside(table.state)) == (300, (5,))
    assert table.roll("2-3").how == "lost"


def test_set_aside_throws_all_dice_to_validate_a_trio():
    assert Seats(set_aside=True).roll("4-4-4", "1-2-3").stop().scores == (500, 0)


def test_sides_share_a_score_and_qualify_once():
    table = Seats(4, qualified=False, teams=True)
    assert list(table.game.seats) == [4, 6, 8, 10, 12]
    table.roll("1-5-2")
    assert table.state.qualified == (True, False, True, False)
    table.roll("1-2-2", "1-2-2", "1-2-2").roll("1-1-2").stop()
    assert table.scores == (200, 0, 200, 0)
    table.at(4900, 0).roll("1-5-2").roll("1-2-2")
    assert table.game.outcome(table.state).ranks == ((0, 2), (1, 3))


def test_every_partner_qualifies():
    table = Seats(4, qualified=False, teams=True, everyone_qualifies=True).roll("1-5-2")
    assert table.state.qualified == (True, False, False, False)


# -- people ------------------------------------------------------------------------------------------------------


def test_leaving():
    table = Seats(3).at(1000, 4900, 3000).roll("1-2-3").do("drop", seat=0)
    assert (table.state.turn, table.state.risk, table.state.dice) == (1, 0, ())
    assert table.roll("1-2-3").game.outcome(table.state).ranks == ((1,), (2,), (0,))
    both = Seats().do("drop", seat=0).do("drop", seat=1)
    assert both.game.outcome(both.state).ranks == ((0, 1),)


def test_report():
    table = Seats().at(1000, 0).roll("1-2-3")
    assert table.game.report(table.state).seats == (
        {"score": 1000, "qualified": True, "turn": 100},
        {"score": 0, "qualified": True, "turn": 0},
    )


@pytest.mark.parametrize("seats", [0, 1, 13])
def test_wrong_number_of_players(seats):
    with pytest.raises(WrongSeats):
        Ambition.from_options({}).new(seats)


@pytest.mark.parametrize("options", [{"goal": 4000}, {"overshoot": "win"}, {"set_aside": 1}])
def test_impossible_options(options):
    with pytest.raises(BadOptions):
        Ambition.from_options(options)


def test_presets_and_random_games_end(random_game):
    source = random.Random(3)
    for preset in PRESETS:
        assert dict(Ambition.from_options(preset.options).options) == dict(preset.options)
    for seed in range(6):
        chosen = {rule.key: source.choice(rule.choices) for rule in RULES}
        chosen["teams"] = chosen["teams"] if chosen["games_in_match"] != "both_ways" else False
        game = Ambition.from_options(chosen)
        played = random_game(game, game.seats[0], seed)
        assert max(game.own_games(played.state, seat)[-1] for seat in range(played.seats)) == game.goal
