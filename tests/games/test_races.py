"""Races: one game of its own for everybody, counted in turns; random ones against a count by the journal alone."""

import pytest

from bot.engine import BadOptions, ScriptedDice, Seat
from bot.engine.gate import legal, play
from bot.games import CATALOGUE, FAMILIES, make

RACES = {
    "5000_race": [{}, {"opening": 350, "throw_cap": "3_per_hand"}, {"goal_mode": "exact", "dice": 6, "opening": 0}],
    "cant_stop_race": [{}, {"columns_to_win": 5}, {"must_maximise": True}],
}
CASES = [(key, options) for key, several in RACES.items() for options in several]


def turns_by_journal(key, entries):
    """The number of turns that a journal holds, read from its words alone.

    In 5000 every turn begins with one throw of all dice. In Can't Stop a turn ends by stopping, or by a throw after
    which no runner moves.
    """
    words = [entry.do.split()[0] for entry in entries]
    if key == "5000_race":
        return words.count("roll")
    lost = sum(word == "roll" and following != "move" for word, following in zip(words, [*words[1:], ""], strict=True))
    return words.count("stop") + lost


@pytest.mark.sample(4)
@pytest.mark.parametrize(("key", "options"), CASES)
@pytest.mark.parametrize("seed", range(5))
def test_a_race_counts_every_turn_until_the_goal(key, options, seed, random_game):
    game = make(key, options)
    played = random_game(game, 1, seed)
    turns = turns_by_journal(key, played.entries)
    assert played.state.turns == (turns,)
    assert game.scores(played.state) == (-turns,)
    assert game.outcome(played.state).ranks == ((0,),)
    (seat,) = game.report(played.state).seats
    assert seat["turns"] == turns
    if key == "5000_race":
        five_ones = bool(played.entries[-1].dice) and played.entries[-1].dice[-1].count(1) >= 5
        assert five_ones or seat["score"] >= 5000
        assert five_ones or options.get("goal_mode") != "exact" or seat["score"] == 5000
    else:
        assert len(seat["won"]) >= options.get("columns_to_win", 3)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("key", "options"), CASES)
def test_a_race_is_the_game_of_one_seat_step_by_step(key, options, random_game):
    """Play equal decisions with equal dice, once in the race and once in the game it is made from."""
    game = make(key, options)
    played = random_game(game, 1, 7)
    state = game.solo.new(1)
    for entry in played.entries:
        assert entry.do in legal(game.solo, state)
        state = play(game.solo, state, Seat(0), entry.do, ScriptedDice(entry.dice)).state
    assert state == played.state.runs[0]


@pytest.mark.parametrize("key", RACES)
def test_the_fewest_turns_win_and_equal_turns_share_the_place(key, random_game):
    game = make(key, {})
    alone = [random_game(game, 1, seed).state for seed in range(6)]
    merged = game.merge([*alone, alone[0]], gone=(Seat(3),))
    turns = [state.turns[0] for state in alone] + [alone[0].turns[0]]
    outcome = game.outcome(merged)
    assert outcome.scores == tuple(-number for number in turns)
    assert outcome.ranks[-1] == (3,)
    staying = sorted({turns[seat] for seat in range(7) if seat != 3})
    assert [{turns[seat] for seat in group} for group in outcome.ranks[:-1]] == [{number} for number in staying]
    assert any({0, 6} <= set(group) for group in outcome.ranks)


@pytest.mark.parametrize("key", RACES)
def test_who_has_reached_the_goal_is_told_so_however_they_came_there(key, random_game):
    game = make(key, {})
    played = random_game(game, 1, 2)
    done, of, turns = game.progress(played.state, Seat(0))
    assert (done, turns) == (of, played.state.turns[0])
    assert game.progress(game.new(1), Seat(0)) == (0, of, 0)


def test_five_1s_end_the_race_at_once():
    game = make("5000_race", {})
    state = play(game, game.new(1), Seat(0), "roll", ScriptedDice(((1, 1, 1, 1, 1),))).state
    assert game.turn(state) is None
    assert state.turns == (1,)
    assert game.progress(state, Seat(0)) == (5000, 5000, 1)


@pytest.mark.parametrize(
    ("key", "option"),
    [
        ("5000_race", {"bump": True}),
        ("5000_race", {"last_round": True}),
        ("5000_race", {"teams": True}),
        ("cant_stop_race", {"jump": True}),
        ("cant_stop_race", {"no_stop_on_cone": True}),
    ],
)
def test_house_rules_that_need_others_do_not_exist_in_a_race(key, option):
    with pytest.raises(BadOptions):
        make(key, option)


@pytest.mark.parametrize("key", CATALOGUE)
def test_games_in_which_seats_touch_each_other_say_why_they_take_turns(key):
    game = make(key, {})
    alone = FAMILIES[key] == "yum" or key in RACES
    assert bool(game.only_in_turns) is not alone


def test_a_seat_that_leaves_a_race_ends_it():
    game = make("5000_race", {})
    left = game.drop(game.new(1), Seat(0), ScriptedDice(())).state
    assert game.turn(left) is None
    assert game.legal_actions(left) == ()
