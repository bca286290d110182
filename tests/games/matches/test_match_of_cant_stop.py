"""Matches of Can't Stop and their ties (rules.md §25.13)."""

import pytest

from bot.engine.game import NextGame
from bot.games.cant_stop.rules import HEIGHTS, CantStop
from tests.games.matches.seats import Seats


class Climbers(Seats):
    """A match of Can't Stop."""

    def __init__(self, seats=2, **options):
        super().__init__(CantStop, seats, **options)

    def at(self, *won):
        """As if the seats had won these columns of the present game; the seat to act has a cone below the top of 7."""
        cones = [tuple((column, HEIGHTS[column]) for column in columns) for columns in won]
        cones[self.state.turn] = tuple(sorted((*cones[self.state.turn], (7, 12))))
        return self.put(cones=tuple(cones), won=won)

    def win(self, *tied):
        """Let the seat to act win column 7."""
        return self.do("roll", "3-4-3-4").do("move 7").do("stop", *tied)


def test_the_columns_of_all_games_of_cant_stop_are_added():
    table = Climbers(games_in_match=2).at((2, 3), (12,)).win()
    assert table.events == (NextGame((3, 1)),)
    assert (table.ranks, table.scores, table.state.turn) == (None, (3, 1), 1)
    assert table.state.cones == ((), ())
    assert table.game.report(table.state).seats[0] == {"cones": {}, "won": [], "earlier": [3]}
    assert table.at((2,), (11, 12)).win().ranks == ((0, 1),)
    assert table.scores == (4, 4)


def test_a_match_of_cant_stop_to_ten_columns():
    table = Climbers(games_in_match="to_10")
    for _ in range(3):
        assert table.put(turn=0).at((2, 3), (11, 12)).win().ranks is None
    assert table.put(turn=0).at((2, 3), ()).win().ranks == ((0,), (1,))
    assert table.scores == (12, 6)


@pytest.mark.parametrize(
    ("tiebreak", "thrown", "ranks"),
    [
        ("share", (), ((0, 1),)),
        ("games_won", (), ((0,), (1,))),
        ("roll_off", ("1-1-1-1", "1-1-1-2"), ((1,), (0,))),
    ],
)
def test_equal_columns(tiebreak, thrown, ranks):
    table = Climbers(games_in_match=3, tiebreak=tiebreak)
    table.put(turn=0).at((2, 3), (11, 12)).win().put(turn=0).at((2, 3), (12,)).win()
    table.put(turn=1).at((), (11, 12)).win(*thrown)
    assert (table.scores, table.ranks) == ((6, 6), ranks)


def test_where_all_columns_are_won_one_more_throw_may_decide():
    table = Climbers(3, columns_to_win=5, tiebreak="roll_off")
    table.at((2, 3, 4), (5, 6, 8, 9), (10, 11, 12)).win("1-1-1-1", "1-1-1-2")
    assert (table.scores, table.ranks) == ((4, 4, 3), ((1,), (0,), (2,)))


def test_turns_alone_are_those_of_all_games():
    table = Climbers(1, games_in_match=2).at((2, 3)).win()
    assert (table.state.turns, table.state.turn) == ((1,), 0)
    assert table.at((2, 3)).win().state.turns == (2,)


def test_the_columns_of_who_has_left_are_open_in_the_next_game():
    table = Climbers(3, games_in_match=2).at((2, 3), (12,), ()).do("drop", seat=1).win()
    assert table.state.won == ((), (), ())
    assert table.state.turn == 2
    assert table.at((), (), (11, 12)).win().ranks == ((0, 2), (1,))
