"""Matches of Ambition and their ties (rules.md §25.13)."""

import pytest

from bot.engine.game import NextGame
from bot.games.ambition.rules import Ambition
from tests.games.matches.seats import Seats


class Ambitious(Seats):
    """A match of Ambition in which everybody has qualified."""

    def __init__(self, seats=2, **options):
        super().__init__(Ambition, seats, **options)

    def at(self, *totals):
        """As if these sides had these points in the present game, all qualified."""
        return self.put(totals=tuple((total,) for total in totals), qualified=(True,) * len(self.state.qualified))

    def win(self, *tied):
        """Let the seat to act make the last 150 points."""
        return self.do("roll", "1-5-3", *tied)


def test_the_points_of_all_games_of_ambition_are_added():
    table = Ambitious(games_in_match=2).at(4850, 3000).win()
    assert table.events[-1] == NextGame((5000, 3000))
    assert (table.ranks, table.scores, table.state.turn) == (None, (5000, 3000), 1)
    assert table.state.qualified == (False, False)
    told = {"score": 3000, "qualified": False, "turn": 0, "earlier": [3000]}
    assert table.game.report(table.state).seats[1] == told
    assert table.at(2000, 4850).win().ranks == ((1,), (0,))
    assert table.scores == (7000, 8000)


def test_a_match_of_ambition_to_a_total():
    table = Ambitious(games_in_match="to_15000")
    for _ in range(2):
        assert table.at(4850, 4850).put(turn=0).win().ranks is None
    assert table.at(4850, 0).put(turn=0).win().ranks == ((0,), (1,))
    assert table.scores == (15000, 9700)


@pytest.mark.parametrize(
    ("tiebreak", "thrown", "ranks"),
    [("share", (), ((0, 1),)), ("games_won", (), ((0, 1),)), ("roll_off", ("1-1-1", "1-1-2"), ((1,), (0,)))],
)
def test_equal_totals_of_ambition(tiebreak, thrown, ranks):
    table = Ambitious(games_in_match=2, tiebreak=tiebreak).at(4850, 3000).win().at(3000, 4850).win(*thrown)
    assert (table.scores, table.ranks) == ((8000, 8000), ranks)


def test_a_match_of_ambition_goes_on_without_who_leaves():
    table = Ambitious(3, games_in_match=2).at(4850, 0, 0).win().do("drop", seat=1)
    assert table.state.turn == 2
    assert table.at(0, 0, 4850).win().ranks == ((0, 2), (1,))
    assert table.scores == (5000, 0, 5000)
