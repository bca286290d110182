"""Matches and ties of the games without sheets (rules.md §25.13): points are added, ties decided at the end."""

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import groupby

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import BadOptions
from bot.engine.match import NextGame, RolledOff
from bot.engine.play import legal, play
from bot.games import CATALOGUE, make
from bot.games.ambition.rules import Ambition
from bot.games.cant_stop.rules import CantStop
from bot.games.cant_stop.state import HEIGHTS
from bot.games.five_thousand.rules import FiveThousand

TOTALS = {"5000": 15000, "ambition": 15000, "cant_stop": 10}
"""The total that ends a match of as many games as it takes."""
KEYS = list(TOTALS)
OF_MATCHES = ("games_in_match", "tiebreak")


# -- every match again, game by game, by the rules of a single game ---------------------------------------------------


class Again:
    """The journal of a match, each of its games played as a game of its own and added up by hand."""

    def __init__(self, played):
        options = {
            key: value for key, value in played.game.options.items() if key not in ("games_in_match", "tiebreak")
        }
        self.match, self.seats = played.game, range(played.seats)
        self.game = make(played.game.key, options)
        self.points, self.wins, self.games = Counter(), Counter(), 0
        state, dice = self.game.new(played.seats), ScriptedDice([])
        for entry in played.entries:
            assert not dice.left, "only the last move may throw for a tie"
            dice = ScriptedDice(entry.dice)
            state = play(self.game, state, entry.seat, entry.do, dice).state
            self.gone = state.gone
            if state.turn is None:
                self._count(state, entry)
                if not self.over:
                    state = replace(self.game.new(played.seats), turn=self._first(state, entry), gone=state.gone)
        self.roll_off = list(played.entries[-1].dice)[len(played.entries[-1].dice) - dice.left :]

    def side(self, seat):
        return seat % self.match.sides if self.match.sides else seat

    def _count(self, state, entry):
        outcome = self.game.outcome(state)
        self.games += 1
        best = [seat for seat in outcome.ranks[0] if seat not in state.gone]
        for seat in self.seats:
            self.points[seat] += outcome.scores[seat]
            self.wins[seat] += any(self.side(one) == self.side(seat) for one in best)
        if self.match.key == "5000" and entry.dice and entry.dice[-1].count(1) >= 5:
            for seat in self.seats:
                if self.side(seat) == self.side(entry.seat):
                    self.points[seat] += max(0, self.game.goal - outcome.scores[seat])

    def _first(self, state, entry):
        staying = [seat for seat in self.seats if seat not in state.gone]
        return min(staying, key=lambda seat: (seat - entry.seat - 1) % len(self.seats))

    @property
    def over(self):
        if len(self.gone) == len(self.seats):
            return True
        games = self.match.house_rules["games_in_match"]
        if isinstance(games, int):
            return self.games == games
        return max(self.points.values()) >= TOTALS[self.match.key]

    def ranks(self):
        """Return the ranks as the house rules say, ties left open where dice decide them."""
        games_won = self.match.house_rules["tiebreak"] == "games_won"

        def key(seat):
            return (seat in self.gone, -self.points[seat], -self.wins[seat] if games_won else 0)

        return [list(group) for _, group in groupby(sorted(self.seats, key=key), key=key)]


def match_rules(key, source):
    """Return a match of a game by any of its house rules."""
    chosen = {rule.key: source.choice(rule.choices) for rule in CATALOGUE[key].rules}
    chosen["games_in_match"] = source.choice((2, 3, f"to_{TOTALS[key]}"))
    with suppress(BadOptions):
        return make(key, chosen)
    return match_rules(key, source)


@pytest.mark.sample(2, each="key")
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("part", range(8))
def test_a_match_is_its_games_one_after_the_other(key, part, random_game):
    source = random.Random(f"{key} {part}")
    for seed in range(3):
        game = match_rules(key, source)
        seats = game.seats[-1] if game.sides else source.choice([seats for seats in (1, 2, 3) if seats in game.seats])
        played = random_game(game, seats, seed, drops=source.choice((0, 0, 0.002)))
        again, outcome = Again(played), game.outcome(played.state)
        assert again.over
        assert list(outcome.scores) == [again.points[seat] for seat in range(seats)]
        assert sum(map(len, outcome.ranks)) == seats
        open_ranks = again.ranks()
        if not again.roll_off:
            assert [sorted(rank) for rank in outcome.ranks] == open_ranks
        else:
            assert {game.side(seat) for seat in outcome.ranks[0]} < {game.side(seat) for seat in open_ranks[0]}
            assert len({game.side(seat) for seat in outcome.ranks[0]}) == 1


# -- 5000 --------------------------------------------------------------------------------------------------------------


class Seats:
    """A match; every move goes through the gate."""

    def __init__(self, kind, seats=2, **options):
        self.game = kind.from_options(options)
        self.state = self.game.new(seats)
        self.events = ()

    def put(self, **fields):
        """As if the game had come so far."""
        self.state = replace(self.state, **fields)
        return self

    def do(self, text, *throws, seat=None):
        dice = ScriptedDice([tuple(map(int, throw.split("-"))) for throw in throws])
        acting = self.state.turn if seat is None else seat
        step = play(self.game, self.state, acting, text, dice)
        self.state, self.events = step.state, step.events
        assert not dice.left
        return self

    @property
    def scores(self):
        return self.game.scores(self.state)

    @property
    def ranks(self):
        outcome = self.game.outcome(self.state)
        return None if outcome is None else outcome.ranks


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
    assert table.scores == (9500,) * 4
    assert table.ranks == ((1, 3), (0, 2))


def test_nobody_throws_for_a_match_that_everybody_has_left():
    table = Thousands(games_in_match=3, tiebreak="roll_off").do("drop", seat=0).do("drop", seat=1)
    assert table.ranks == ((0, 1),)


def test_who_has_left_ranks_last_whatever_the_points():
    table = Thousands(games_in_match=2).at(4000, 0).win().do("drop", seat=0)
    for _ in range(3):
        table.do("roll", "1-2-3-4-5").do("bank 1 2 3 4 5")
    assert table.ranks is None
    table.win()
    assert (table.scores, table.ranks) == ((5500, 6000), ((1,), (0,)))


# -- Ambition ----------------------------------------------------------------------------------------------------------


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


# -- Can't Stop --------------------------------------------------------------------------------------------------------


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
