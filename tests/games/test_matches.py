"""Matches of several games and teams: rules.md §1."""

import pytest

from bot.engine.errors import WrongSeats
from bot.games import make


def finish(table, *points):
    """Let every seat fill all but Chance, and then, in turn, mark that much in it."""
    for seat in range(len(points)):
        table.fill_all("chance", seat=seat)
    for dice in points:
        table.throw(dice).do("mark chance")
    return table


def test_the_totals_of_a_match_are_added(bench):
    table = bench("yum_plus", {"games_in_match": 2}, seats=2)
    finish(table, "1-1-1-1-2", "6-6-6-6-5")
    assert (table.state.turn, table.game.outcome(table.state)) == (1, None)
    assert table.game.scores(table.state) == (6, 29)
    assert table.report["earlier"] == [6]
    assert table.report["total"] == 0
    finish(table, "1-1-1-1-3", "6-6-6-6-5")
    assert table.game.outcome(table.state).scores == (35, 36)
    assert table.game.outcome(table.state).ranks == ((1,), (0,))


def test_ties_of_a_match_count_the_yums_of_all_games(bench):
    table = bench("yum_plus", {"games_in_match": 2, "tiebreak": "most_yums"}, seats=2)
    table.fill_all("chance").fill(yum=50).fill_all("chance", seat=1).fill(seat=1, sixes=30, four_kind=20)
    for _ in range(2):
        table.throw("1-1-1-1-2").do("mark chance")
    finish(table, "1-1-1-1-2", "1-1-1-1-2")
    assert table.game.outcome(table.state).ranks == ((0,), (1,))


def test_a_match_ends_when_everybody_has_left(bench):
    table = bench("yum_plus", {"games_in_match": 6}, seats=2).do("drop", seat=0).do("drop", seat=1)
    assert table.game.outcome(table.state) is not None


def test_the_next_game_begins_with_who_is_still_there(bench):
    table = bench("yum_plus", {"games_in_match": 2}, seats=2).do("drop", seat=0)
    table.fill_all("chance", seat=1).throw("1-1-1-1-2").do("mark chance")
    assert table.state.turn == 1


def test_partners_sit_alternately_and_add_their_totals(bench):
    table = bench("yum_plus", {"teams": True}, seats=4)
    finish(table, "1-1-1-1-1", "1-1-1-1-2", "6-6-6-6-6", "2-2-2-2-2")
    outcome = table.game.outcome(table.state)
    assert outcome.scores == (35, 16, 35, 16)
    assert outcome.ranks == ((0, 2), (1, 3))


def test_one_of_each_tied_team_throws(bench):
    table = bench("yum_plus", {"teams": True, "tiebreak": "roll_off"}, seats=4)
    for seat in range(4):
        table.fill_all("chance", seat=seat)
    for _ in range(3):
        table.throw("1-1-1-1-2").do("mark chance")
    table.throw("1-1-1-1-2").do("mark chance", "1-1-1-1-1", "2-1-1-1-1")
    assert [throw.seat for throw in table.state.match.roll_off[0]] == [0, 1]
    assert table.game.outcome(table.state).ranks == ((1, 3), (0, 2))


@pytest.mark.parametrize("seats", [1, 2, 3, 5, 7, 9, 11, 14])
def test_teams_are_of_equal_size(seats):
    with pytest.raises(WrongSeats):
        make("yum_plus", {"teams": True}).new(seats)


@pytest.mark.parametrize(("sides", "seats"), [(3, 6), (3, 12), (4, 8), (4, 12)])
def test_more_than_two_sides(bench, sides, seats):
    table = bench("yum_plus", {"teams": sides}, seats=seats)
    table.throw("6-6-6-6-6").do("mark yum")
    scores = table.game.scores(table.state)
    assert [seat for seat in range(seats) if scores[seat]] == list(range(0, seats, sides))
    for wrong in range(1, 15):
        if wrong not in (2 * sides, 3 * sides, 4 * sides) or wrong > 12:
            with pytest.raises(WrongSeats):
                make("yum_plus", {"teams": sides}).new(wrong)
