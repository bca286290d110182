"""The player after the one who began the last game of a match begins the next; those who left are skipped.

So rules.md §26.6 has it for every game but 421, whose own rule test_match_of_421.py tells. Versions 1 and 2 of the
rules had others: ``tests/golden/rules_version_2.json`` holds matches by them.
"""

import random
from contextlib import suppress

import pytest

from bot.engine.errors import BadOptions
from bot.engine.game import GAMES, NextGame
from bot.engine.gate import legal, play, replay_step
from bot.engine.options import VERSION_KEY
from bot.games import CATALOGUE, make
from bot.games.yamslam.rules import Removed
from tests.games.conftest import RandomDice

KEYS = [key for key, listing in CATALOGUE.items() if key != "421" and any(rule.key == GAMES for rule in listing.rules)]


def hastily(source, game, state):
    """Choose any way to end the turn at once, else to go on: matches would be mostly throws."""
    texts = list(legal(game, state))
    return source.choice([text for text in texts if not text.startswith("keep")] or texts)


def some_match(key, source):
    """Return a match of two or three games by house rules that are drawn."""
    chosen = {rule.key: source.choice(rule.choices) for rule in CATALOGUE[key].rules} | {GAMES: source.choice((2, 3))}
    with suppress(BadOptions):
        return make(key, chosen)
    return some_match(key, source)


class Circle:
    """The players around the table, by what everybody sees: who begins, who leaves, and whose turn it is in a round."""

    def __init__(self, seats):
        self.seats, self.gone = range(seats), set()
        self.begin(0)

    def begin(self, seat):
        self.began = seat
        self.begin_round()

    def begin_round(self):
        around = (*self.seats[self.began :], *self.seats[: self.began])
        self.to_play = [seat for seat in around if seat not in self.gone]

    def leave(self, seat):
        self.gone.add(seat)

    def next_to_begin(self):
        """Go round the table from who began, past the chairs that are empty."""
        chair = self.began
        while True:
            chair = chair + 1 if chair + 1 in self.seats else 0
            if chair not in self.gone:
                return chair


@pytest.mark.parametrize("key", KEYS)
def test_the_player_after_the_one_who_began_the_last_game_begins_the_next(key, seed):
    source, skipped = random.Random(f"{seed} {key}"), False
    dice = RandomDice(source)
    while not skipped:
        game = some_match(key, source)
        seats = source.choice([seats for seats in game.seats if seats >= 3][:2])
        circle, state = Circle(seats), game.new(seats)
        assert state.turn == 0, "the first game begins with the first seat"
        while state.turn is not None:
            seat, text = state.turn, hastily(source, game, state)
            if len(circle.gone) < seats - 1 and source.random() < 0.01:
                seat, text = source.choice((circle.next_to_begin(), state.turn)), "drop"
                circle.leave(seat)
            step = play(game, state, seat, text, dice)
            state = step.state
            if any(isinstance(event, NextGame) for event in step.events):
                skipped = skipped or circle.next_to_begin() != (circle.began + 1) % seats
                circle.begin(circle.next_to_begin())
                assert state.turn == circle.began


@pytest.mark.parametrize("key", ["yum_original", "yams"])
def test_a_round_of_a_sheet_is_a_turn_of_everybody_from_who_began_the_game(key, random_game, seed):
    game = make(key, {GAMES: 3})
    played = random_game(game, 4, f"{seed} {key}", drops=0.005, choose=hastily)
    circle, state, number = Circle(4), game.new(4), 1
    for entry in played.entries:
        step = replay_step(game, state, entry)
        if entry.do == "drop":
            circle.leave(entry.seat)
        if any(isinstance(event, NextGame) for event in step.events):
            circle.begin(circle.next_to_begin())
            number = 1
        elif step.state.turn not in (entry.seat, None) or (entry.do == "drop" and entry.seat == state.turn):
            circle.to_play = [seat for seat in circle.to_play if seat not in circle.gone and seat != entry.seat]
            if not circle.to_play:
                circle.begin_round()
                number += 1
        state = step.state
        if state.turn is None or len(circle.gone) > 2:
            break
        assert state.round == number
        assert state.turn == next(seat for seat in circle.to_play if seat not in circle.gone)
    assert game.games_before(state) or len(circle.gone) > 2


def test_a_round_without_a_chip_ends_before_the_turn_of_who_began_the_game(random_game, seed):
    game, removed = make("yamslam", {GAMES: 3}), []
    played = random_game(game, 4, f"{seed} yamslam", drops=0.005)
    circle, state, chips = Circle(4), game.new(4), False
    for entry in played.entries:
        step = replay_step(game, state, entry)
        if entry.do == "drop":
            circle.leave(entry.seat)
        chips = chips or entry.do.startswith("take")
        if len(circle.gone) > 2:
            break
        passes = entry.seat == state.turn and step.state.turn != entry.seat
        if passes or any(isinstance(event, Removed | NextGame) for event in step.events):
            circle.to_play = [seat for seat in circle.to_play if seat not in circle.gone and seat != entry.seat]
        taken_away = any(isinstance(event, Removed) for event in step.events)
        if any(isinstance(event, NextGame) for event in step.events):
            assert not taken_away or not (circle.to_play or chips)
            circle.begin(circle.next_to_begin())
            chips = False
        elif circle.to_play:
            assert not taken_away
        elif step.state.turn is not None:
            assert taken_away != chips
            circle.begin_round()
            chips = False
        removed += [circle.began] * taken_away
        state = step.state
    assert removed


@pytest.mark.parametrize(("version", "begins"), [(1, 0), (2, 0), (3, 1)])
def test_the_second_game_of_a_sheet_and_of_yamslam_before_and_now(version, begins, random_game):
    for key in ("yum_classic", "yamslam"):
        game = make(key, {GAMES: 2, VERSION_KEY: version})
        state = game.new(3)
        for entry in random_game(game, 3, key, choose=hastily).entries:
            state, before = replay_step(game, state, entry).state, state
            if len(state.match.earlier) != len(before.match.earlier):
                assert state.turn == begins
        assert state.match.earlier


@pytest.mark.parametrize("version", [1, 2, 3])
def test_the_second_game_of_others_before_and_now(version, random_game, seed):
    """Before, the player after the one with the last turn began it."""
    for key in ("5000", "ambition", "cant_stop"):
        game = make(key, {GAMES: 2, VERSION_KEY: version})
        state = game.new(3)
        for entry in random_game(game, 3, f"{seed} {key}", choose=hastily).entries:
            state, before = replay_step(game, state, entry).state, state
            if len(state.match.earlier) != len(before.match.earlier):
                assert state.turn == (1 if version == 3 else (entry.seat + 1) % 3)
        assert state.match.earlier
