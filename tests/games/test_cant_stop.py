"""Can't Stop: every row of the rules, every variant, and all 1,296 throws against a brute-force list."""

import random
from dataclasses import replace
from itertools import permutations, product

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import BadOptions, IllegalAction, WrongSeats
from bot.engine.gate import legal, play
from bot.games.cant_stop.rules import HEIGHTS, PRESETS, RULES, CantStop, pairings


class Board:
    """A game of Can't Stop; every move goes through the gate."""

    def __init__(self, seats=2, **options):
        self.game = CantStop.from_options(options)
        self.state = self.game.new(seats)

    def runners(self, **heights):
        """As if these runners stood there: ``c6=1``."""
        self.state = replace(self.state, runners=_heights(heights))
        return self

    def cones(self, seat, **heights):
        """As if this seat had these cones."""
        cones = list(self.state.cones)
        cones[seat] = _heights(heights)
        self.state = replace(self.state, cones=tuple(cones))
        return self

    def won(self, seat, *columns):
        """As if this seat had won these columns."""
        won = list(self.state.won)
        won[seat] = columns
        self.state = replace(self.state, won=tuple(won))
        return self.cones(seat, **{f"c{column}": HEIGHTS[column] for column in columns})

    def do(self, text, throw="", seat=None):
        dice = ScriptedDice([tuple(map(int, throw.split("-")))] if throw else [])
        acting = self.state.turn if seat is None else seat
        self.state = play(self.game, self.state, acting, text, dice).state
        assert not dice.left
        return self

    def roll(self, throw):
        return self.do("roll", throw)

    @property
    def legal(self):
        return set(legal(self.game, self.state))

    @property
    def standing(self):
        return dict(self.state.runners)


def _heights(heights):
    return tuple(sorted((int(column[1:]), step) for column, step in heights.items()))


# -- numbers -----------------------------------------------------------------------------------------------------


def test_every_throw_has_the_pairings_found_by_force():
    for throw in product(range(1, 7), repeat=4):
        forced = {tuple(sorted((a + b, c + d))) for a, b, c, d in permutations(throw)}
        assert set(pairings(throw)) == forced, throw
        assert len(pairings(throw)) == len(forced)
        moves = Board().roll("-".join(map(str, throw))).legal
        assert moves == {f"move {first} {second}" for first, second in forced}, throw


@pytest.mark.parametrize(
    ("throw", "found"),
    [
        ("1-5-4-6", ((5, 11), (6, 10), (7, 9))),
        ("2-2-5-5", ((4, 10), (7, 7))),
        ("1-1-1-6", ((2, 7),)),
    ],
)
def test_pairings(throw, found):
    assert pairings(tuple(map(int, throw.split("-")))) == found


def test_heights():
    assert list(HEIGHTS) == list(range(2, 13))
    assert list(HEIGHTS.values()) == [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3]


# -- moves -------------------------------------------------------------------------------------------------------


def test_the_same_number_twice_moves_one_runner_two_spaces():
    board = Board().roll("2-2-5-5")
    assert board.legal == {"move 4 10", "move 7 7"}
    assert board.do("move 7 7").standing == {7: 2}
    assert board.legal == {"roll", "stop"}


def test_with_one_free_runner_the_player_chooses():
    board = Board().runners(c6=1, c10=1).roll("2-4-3-5")
    assert board.legal == {"move 5", "move 6 8", "move 7 7", "move 9"}
    assert board.do("move 9").standing == {6: 1, 9: 1, 10: 1}


def test_without_a_free_runner_only_the_runners_move():
    board = Board().runners(c4=1, c7=1, c9=1).roll("2-2-5-5")
    assert board.legal == {"move 4", "move 7 7"}
    assert board.do("move 4").standing == {4: 2, 7: 1, 9: 1}


def test_a_column_that_is_won_is_closed_to_everybody():
    for seat in (0, 1):
        assert Board().won(seat, 7).roll("3-4-3-4").legal == {"move 6 8"}


def test_steps_above_the_top_are_lost():
    board = Board().cones(0, c12=2).roll("6-6-6-6")
    assert board.legal == {"move 12"}
    assert board.do("move 12").standing == {12: 3}


def test_a_runner_on_top_does_not_move():
    board = Board().runners(c12=3, c2=1, c7=1).roll("6-6-1-1")
    assert board.legal == {"move 2", "move 7 7"}


def test_a_runner_begins_above_the_own_cone():
    board = Board().cones(0, c6=4).cones(1, c8=7).roll("3-3-4-4").do("move 6 8")
    assert board.standing == {6: 5, 8: 1}


def test_one_must_throw_before_stopping_and_move_before_throwing_again():
    board = Board()
    assert board.legal == {"roll"}
    board.roll("1-2-3-4")
    with pytest.raises(IllegalAction):
        board.do("stop")
    with pytest.raises(IllegalAction):
        board.do("roll")


def test_a_throw_without_a_move_takes_the_runners_off():
    board = Board().cones(0, c2=1).runners(c2=2, c3=1, c4=1).roll("6-6-6-6")
    assert (board.state.turn, board.state.runners, board.state.dice) == (1, (), ())
    assert board.state.cones[0] == ((2, 1),)
    assert board.state.last[:4] == (0, False, (6, 6, 6, 6), ((2, 2), (3, 1), (4, 1)))


def test_stopping_puts_cones_and_several_may_share_a_space():
    board = Board().cones(0, c6=1).cones(1, c6=2).roll("3-3-4-4").do("move 6 8").do("stop")
    assert board.state.cones == (((6, 2), (8, 1)), ((6, 2),))
    assert (board.state.turn, board.state.runners) == (1, ())


def test_a_cone_on_top_wins_the_column_and_takes_the_others_off():
    board = Board(3).cones(0, c12=2).cones(1, c12=1, c11=2).cones(2, c12=2).roll("6-6-6-6").do("move 12").do("stop")
    assert board.state.won == ((12,), (), ())
    assert board.state.cones == (((12, 3),), ((11, 2),), ())
    assert board.game.outcome(board.state) is None


def test_three_columns_win_when_stopping():
    board = Board(3).won(0, 2, 3).won(1, 7).cones(0, c12=2).roll("6-6-6-6").do("move 12")
    assert board.game.outcome(board.state) is None
    outcome = board.do("stop").game.outcome(board.state)
    assert (outcome.ranks, outcome.scores, board.state.turn) == (((0,), (1,), (2,)), (3, 1, 0), None)


# -- variants ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("goal", [4, 5])
def test_more_columns_to_win(goal):
    board = Board(columns_to_win=goal).won(0, *range(2, goal)).cones(0, c12=2).roll("6-6-6-6").do("move 12").do("stop")
    assert (board.state.turn, board.game.scores(board.state)) == (1, (goal - 1, 0))
    more = Board(columns_to_win=goal).won(0, *range(2, goal + 1)).cones(0, c12=2).roll("6-6-6-6").do("move 12")
    assert more.do("stop").state.turn is None


def test_when_every_column_is_won_the_most_columns_win():
    board = Board(4, columns_to_win=5).won(0, 2, 3, 4).won(1, 5, 6, 7, 8).won(2, 9, 10, 11).cones(0, c12=2)
    outcome = board.roll("6-6-6-6").do("move 12").do("stop").game.outcome(board.state)
    assert (outcome.ranks, outcome.scores) == (((0, 1), (2,), (3,)), (4, 4, 3, 0))


def test_jump_skips_cones_of_others():
    board = Board(3, jump=True).cones(0, c6=1).cones(1, c6=2, c8=1).cones(2, c6=3).roll("3-3-4-4").do("move 6 8")
    assert board.standing == {6: 4, 8: 2}
    assert Board(3).cones(0, c6=1).cones(1, c6=2).roll("3-3-4-4").do("move 6 8").standing == {6: 2, 8: 1}


def test_jump_never_passes_the_top():
    board = Board(3, jump=True).cones(1, c12=1).cones(2, c12=2).roll("6-6-6-6")
    assert board.legal == {"move 12"}
    assert board.do("move 12").standing == {12: 3}


def test_no_stop_on_a_cone():
    board = Board(no_stop_on_cone=True).cones(0, c8=1).cones(1, c6=1).roll("3-3-4-4").do("move 6 8")
    assert board.legal == {"roll"}
    assert board.roll("1-5-1-5").do("move 6 6").legal == {"roll", "stop"}


def test_the_top_is_always_free_to_stop_on():
    board = Board(no_stop_on_cone=True).cones(0, c12=2).cones(1, c12=1).roll("6-6-6-6").do("move 12")
    assert board.legal == {"roll", "stop"}


def test_use_both_numbers():
    board = Board(must_maximise=True).runners(c6=1, c10=1).roll("2-4-3-5")
    assert board.legal == {"move 6 8", "move 7 7"}
    alone = Board(must_maximise=True).runners(c6=1, c10=1, c12=1).roll("2-4-1-3")
    assert alone.legal == {"move 6"}


def test_variants_that_exclude_each_other():
    with pytest.raises(BadOptions):
        CantStop.from_options({"jump": True, "no_stop_on_cone": True})


# -- sides -------------------------------------------------------------------------------------------------------


def test_the_columns_of_partners_are_added():
    board = Board(4, teams=True).won(0, 7).won(2, 2).won(1, 3, 4).cones(0, c12=2)
    assert (list(board.game.seats), board.game.scores(board.state)) == ([4], (2, 2, 2, 2))
    outcome = board.roll("6-6-6-6").do("move 12").do("stop").game.outcome(board.state)
    assert (outcome.ranks, outcome.scores, board.state.turn) == (((0, 2), (1, 3)), (3, 2, 3, 2), None)
    assert [board.game.own_games(board.state, seat) for seat in range(4)] == [(2,), (2,), (1,), (0,)]


def test_a_side_with_too_few_columns_plays_on():
    board = Board(4, teams=True).won(1, 3, 4, 5).won(0, 7).cones(0, c12=2).roll("6-6-6-6").do("move 12").do("stop")
    assert (board.state.turn, board.game.outcome(board.state)) == (1, None)


def test_a_column_of_a_partner_is_closed_and_its_cones_leave():
    board = Board(4, teams=True).won(2, 7).roll("3-4-3-4")
    assert board.legal == {"move 6 8"}
    board = Board(4, teams=True).cones(0, c12=2).cones(2, c12=2).roll("6-6-6-6").do("move 12").do("stop")
    assert (board.state.won, board.state.cones[2]) == (((12,), (), (), ()), ())


def test_everybody_climbs_from_cones_of_their_own():
    assert Board(4, teams=True).cones(2, c6=4).roll("3-3-4-4").do("move 6 8").standing == {6: 1, 8: 1}


def test_runners_skip_no_cones_of_partners():
    board = Board(4, teams=True, jump=True).cones(1, c6=1).cones(2, c6=2, c8=1).roll("3-3-4-4").do("move 6 8")
    assert board.standing == {6: 2, 8: 1}


def test_one_may_stop_on_a_cone_of_a_partner():
    board = Board(4, teams=True, no_stop_on_cone=True).cones(2, c6=1, c8=1).roll("3-3-4-4").do("move 6 8")
    assert board.legal == {"roll", "stop"}
    assert board.cones(3, c8=1).legal == {"roll"}


def test_a_partner_who_leaves_leaves_the_columns_to_the_side():
    board = Board(4, teams=True).won(2, 3, 4).do("drop", seat=2).cones(0, c12=2).roll("6-6-6-6")
    outcome = board.do("move 12").do("stop").game.outcome(board.state)
    assert outcome.scores == (3, 0, 3, 0)
    assert outcome.ranks == ((0,), (1, 3), (2,))


# -- people ------------------------------------------------------------------------------------------------------


def test_alone_the_turns_are_counted():
    board = Board(1).won(0, 2, 3).cones(0, c12=2)
    board.roll("1-2-3-4").do("move 5 5").do("stop").roll("6-6-6-6").do("move 12").do("stop")
    assert board.state.turns == (2,)
    assert board.game.outcome(board.state).ranks == ((0,),)


def test_leaving_takes_cones_away_but_not_columns():
    board = Board(3).won(0, 7).cones(0, c7=13, c6=3).roll("3-3-4-5").do("drop", seat=0)
    assert (board.state.cones[0], board.state.won[0], board.state.turn) == (((7, 13),), (7,), 1)
    assert board.state.runners == ()
    assert "move 7 7" not in board.roll("3-4-3-4").legal


def test_report():
    board = Board().won(0, 12).cones(1, c6=3).roll("1-2-3-4").do("move 5 5")
    report = board.game.report(board.state)
    assert report.seats == ({"cones": {"12": 3}, "won": [12]}, {"cones": {"6": 3}, "won": []})
    assert report.extra == {"runners": {"5": 2}}


@pytest.mark.parametrize("seats", [0, 5])
def test_wrong_number_of_players(seats):
    with pytest.raises(WrongSeats):
        CantStop.from_options({}).new(seats)


def test_presets_and_random_games_end(random_game):
    source = random.Random(12)
    for preset in PRESETS:
        assert dict(CantStop.from_options(preset.options).options) == dict(preset.options)
    for seed in range(12):
        chosen = {rule.key: source.choice(rule.choices) for rule in RULES}
        chosen["no_stop_on_cone"] = chosen["no_stop_on_cone"] and not chosen["jump"]
        chosen["teams"] = chosen["teams"] if chosen["games_in_match"] != "both_ways" else False
        game = CantStop.from_options(chosen)
        played = random_game(game, game.seats[seed % len(game.seats)], seed)
        assert game.outcome(played.state) is not None
        won = [column for columns in played.state.won for column in columns]
        assert len(won) == len(set(won))
