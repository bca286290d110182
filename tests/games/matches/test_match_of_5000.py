"""Matches of 5000 and their ties (rules.md §25.13)."""

import pytest

from bot.engine.game import NextGame, RolledOff
from bot.engine.gate import legal
from bot.games.five_thousand.rules import FiveThousand
from tests.games.matches.seats import Seats


class Thousands(Seats):
    """A match of 5000."""

    def __init__(self, seats=2, **options):
        super().__init__(FiveThousand, seats, **options)

    def at(self, *totals):
        """As if these sides had opened and had these totals in the present game."""
        return self.put(
            totals=tuple((total,) if total else () for total in totals), opened=tuple(total > 0 for total in totals)
        )

    def win(self, *tied):
        """Let the seat to act throw 1,500 and stop."""
        return self.do("roll", "1-2-3-4-5").do("bank 1 2 3 4 5", *tied)


def test_the_points_of_all_games_of_5000_are_added():
    table = Thousands(games_in_match=2).at(4000, 3000).win()
    assert table.events == (NextGame((5500, 3000)),)
    assert (table.ranks, table.scores) == (None, (5500, 3000))
    assert table.game.own_games(table.state, 0) == (5500, 0)
    assert table.game.report(table.state).seats[1] == {"score": 3000, "opened": False, "turn": 0, "earlier": [3000]}
    table.at(1000, 4500).win()
    assert table.scores == (6500, 9000)
    assert table.ranks == ((1,), (0,))
    assert table.game.own_games(table.state, 1) == (3000, 6000)


def test_the_next_game_of_5000_is_opened_anew_by_the_next_player_in_turn():
    table = Thousands(3, games_in_match=2).at(4000, 0, 0).do("drop", seat=1).win()
    assert table.state.turn == 2
    assert table.state.gone == (1,)
    table.do("roll", "1-5-2-3-6")
    assert not any(text.startswith("bank") for text in legal(table.game, table.state))


def test_five_1s_count_the_goal_in_a_match_and_only_there():
    ones = ("roll", "1-1-1-1-1")
    assert Thousands().at(300, 0).do(*ones).scores == (300, 0)
    assert Thousands(games_in_match=2).at(300, 0).do(*ones).scores == (5000, 0)
    assert Thousands(games_in_match=2, target=10000).at(300, 0).do(*ones).scores == (10000, 0)
    table = Thousands(games_in_match=2).at(0, 4000).do(*ones).do(*ones)
    assert table.scores == (5000, 9000)
    assert table.ranks == ((1,), (0,))


def test_who_has_more_than_the_goal_keeps_it_with_five_1s():
    table = Thousands(4, games_in_match=2, teams=True, last_round=True).at(4000, 0).win()
    table.do("roll", "2-2-3-4-6").do("roll", "1-1-1-1-1")
    assert table.scores == (5500, 0, 5500, 0)


def test_a_match_to_a_total_ends_with_the_game_that_brings_it():
    table = Thousands(games_in_match="to_15000").at(4000, 0).win()
    for _ in range(2):
        assert table.ranks is None
        table.at(0, 4000).put(turn=1).win()
    assert (table.scores, table.ranks) == ((5500, 11000), None)
    assert table.at(0, 4000).put(turn=1).win().ranks == ((1,), (0,))


@pytest.mark.parametrize(("tiebreak", "ranks"), [("share", ((0, 1), (2,))), ("games_won", ((0,), (1,), (2,)))])
def test_equal_totals_of_a_match(tiebreak, ranks):
    table = Thousands(3, games_in_match=3, tiebreak=tiebreak)
    table.at(3500, 4000, 0).win().at(3500, 4000, 0).put(turn=0).win().at(3500, 4000, 0).put(turn=1).win()
    assert table.scores == (13500, 13500, 0)
    assert table.ranks == ranks


def test_one_more_throw_decides_between_equal_totals():
    table = Thousands(3, games_in_match=2, tiebreak="roll_off").at(3500, 4500, 4500).win()
    table.at(4500, 3500, 3500).put(turn=1).win("1-1-1-1-2", "1-1-1-2-1", "6-6-1-1-1", "6-6-1-1-2")
    assert table.scores == (9500, 9500, 8000)
    assert table.ranks == ((1,), (0,), (2,))
    assert table.events[-1] == RolledOff(1, (6, 6, 1, 1, 2))


def test_in_a_last_round_one_more_throw_decides_a_single_game_too():
    table = Thousands(tiebreak="roll_off", last_round=True).at(4000, 4000).win().win("1-1-1-1-2", "1-1-1-1-1")
    assert (table.scores, table.ranks) == ((5500, 5500), ((0,), (1,)))


def test_one_of_each_tied_side_throws():
    table = Thousands(4, games_in_match=2, tiebreak="roll_off", teams=True).at(3500, 4500).win()
    table.at(4500, 3500).put(turn=1).win("1-1-1-1-2", "1-1-1-1-3")
    assert [throw.seat for throw in table.state.match.roll_off[0]] == [0, 1]
    assert table.scores == (9500,) * 4
    assert table.ranks == ((1, 3), (0, 2))


def test_nobody_throws_for_a_match_that_everybody_has_left():
    table = Thousands(games_in_match=3, tiebreak="roll_off").do("drop", seat=0).do("drop", seat=1)
    assert table.ranks == ((0, 1),)


def test_nobody_wins_a_game_that_everybody_leaves():
    table = Thousands(games_in_match=3, tiebreak="games_won").at(3500, 4500).win().at(0, 500)
    table.do("drop", seat=0).do("drop", seat=1)
    assert (table.scores, table.ranks) == ((5000, 5000), ((0,), (1,)))


def test_who_has_left_ranks_last_whatever_the_points():
    table = Thousands(games_in_match=2).at(4000, 0).win().do("drop", seat=0)
    for _ in range(3):
        table.do("roll", "1-2-3-4-5").do("bank 1 2 3 4 5")
    assert table.ranks is None
    table.win()
    assert (table.scores, table.ranks) == ((5500, 6000), ((1,), (0,)))
