"""Matches of 421, which count games won, and their ties (rules.md §25.13)."""

import pytest

from bot.engine.game import NextGame
from bot.games.four_two_one.rules import FourTwoOne
from tests.games.matches.seats import Seats


class Tokens(Seats):
    """A match of 421."""

    def __init__(self, seats=2, **options):
        super().__init__(FourTwoOne, seats, **options)

    def at(self, *tokens):
        """As if the discharge had come to these tokens, the seat to act beginning a round."""
        return self.put(pot=0, tokens=tokens, discharge=True, first=self.state.turn)

    def round(self, *hands, rampo=()):
        """Let each throw this hand at once and stop, in turn."""
        for hand in hands[:-1]:
            self.do("roll", hand).do("stand")
        return self.do("roll", hands[-1]).do("stand", *rampo)


def test_each_game_of_421_that_is_won_counts_one():
    table = Tokens(games_in_match=3).at(4, 17).round("4-2-1", "6-5-3")
    assert table.events == (NextGame((1, 0)),)
    assert (table.ranks, table.scores) == (None, (1, 0))
    assert (table.state.pot, table.state.tokens, table.state.discharge) == (21, (0, 0), False)
    assert table.game.report(table.state).seats[0] == {"tokens": 0, "hand": None, "earlier": [1]}
    for _ in range(2):
        table.put(turn=1).at(17, 4).round("4-2-1", "6-5-3")
    assert (table.scores, table.ranks) == ((1, 2), ((1,), (0,)))
    assert table.game.own_games(table.state, 1) == (0, 1, 1)


def test_a_single_game_of_421_counts_tokens_as_before():
    table = Tokens().at(4, 17).round("4-2-1", "6-5-3")
    assert (table.scores, table.ranks) == ((0, -21), ((0,), (1,)))


@pytest.mark.parametrize(("starter", "first"), [("loser", 1), ("winner", 2), ("clockwise", 1)])
def test_who_would_begin_the_next_round_begins_the_next_game(starter, first):
    table = Tokens(3, games_in_match=2, starter=starter).at(7, 10, 4)
    table.round("6-5-3", "6-5-2", "4-2-1")
    assert table.scores == (0, 0, 1)
    assert (table.state.turn, table.state.first) == (first, first)


def test_a_match_of_421_ends_with_three_games_won():
    table = Tokens(games_in_match="to_3")
    for tokens in ((4, 17), (17, 4), (4, 17)):
        assert table.ranks is None
        table.put(turn=tokens.index(4)).at(*tokens).round("4-2-1", "6-5-3")
    assert (table.ranks, table.scores) == (None, (2, 1))
    assert table.put(turn=0).at(4, 17).round("4-2-1", "6-5-3").ranks == ((0,), (1,))


def test_one_more_hand_decides_between_equal_numbers_of_games_won():
    table = Tokens(games_in_match=2, tiebreak="roll_off").at(4, 17).round("4-2-1", "6-5-3")
    table.put(turn=1).at(17, 4).round("4-2-1", "6-5-3", rampo=("6-6-5", "6-5-6", "6-6-5", "2-1-1"))
    assert table.scores == (1, 1)
    assert table.ranks == ((1,), (0,))
    assert Tokens(games_in_match=2).game.throws_for_ties
    assert not Tokens(games_in_match=2, ties="none").game.throws_for_ties
    assert Tokens(games_in_match=2, ties="none", tiebreak="roll_off").game.throws_for_ties


def test_a_shared_game_counts_for_all_who_win_it():
    table = Tokens(3, games_in_match=2, ties="none", zero_after_charge="win").put(pot=1, tokens=(0, 0, 20))
    table.round("6-5-3", "6-5-3", "6-5-2")
    assert table.events[-1] == NextGame((1, 1, 0))


def test_a_match_of_421_goes_on_while_two_stay():
    table = Tokens(3, games_in_match=3).at(4, 10, 7).round("4-2-1", "6-5-3", "6-5-4")
    table.do("drop", seat=2)
    assert table.ranks is None
    table.do("drop", seat=0)
    assert table.ranks == ((1,), (0,), (2,))
