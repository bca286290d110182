"""What every game of the catalogue promises, whatever its rules (design.md, rule 10)."""

import random
from contextlib import suppress
from functools import partial

import msgspec
import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import BadOptions, GameOver, IllegalAction, NotYourTurn
from bot.engine.gate import decode, encode, legal, play, replay_entry, shape
from bot.engine.record import as_json
from bot.engine.record import make as make_record
from bot.games import CATALOGUE, make
from bot.games.replay import replay

KEYS = list(CATALOGUE)

STAMPS = {
    "yum_plus": "3ad6643f2e79",
    "5000": "983ca4f419dd",
    "ambition": "86b3166b644b",
    "cant_stop": "e7b118e10425",
    "yamslam": "204941d7ed13",
    "421": "82159b8527a0",
}
"""The stamps of stored states, by family. A new stamp has every live table of that family rebuilt from its journal."""


def check_state(game, state):
    """What holds at every moment of every game."""
    actions, outcome, turn = game.legal_actions(state), game.outcome(state), game.turn(state)
    assert (not actions) == (outcome is not None) == (turn is None)
    texts = legal(game, state)
    assert len(texts) == len(actions)
    assert all(0 < len(text) <= 60 and text.isascii() for text in texts)
    stored = encode(state)
    assert decode(game.state_type, stored) == state
    assert encode(decode(game.state_type, stored)) == stored
    assert len(game.scores(state)) == len(game.report(state).seats)
    for text, action in texts.items():
        points = game.preview(state, action)
        assert points is None or isinstance(points, int), text
    no_dice = ScriptedDice([])
    if turn is None:
        assert sorted(seat for rank in outcome.ranks for seat in rank) == list(range(len(outcome.scores)))
        with pytest.raises(GameOver):
            play(game, state, 0, "roll", no_dice)
        return
    with pytest.raises(IllegalAction):
        play(game, state, turn, "no such action", no_dice)
    with pytest.raises(NotYourTurn):
        play(game, state, turn + 1, next(iter(texts)), no_dice)
    assert encode(state) == stored


def check_sometimes(game, source, state):
    """:func:`check_state` for one state in ten, and the last."""
    if game.turn(state) is None or source.random() < 0.1:
        check_state(game, state)


def check_replay(played):
    """The journal gives the same state byte for byte, and so does the record."""
    game, state = played.game, played.game.new(played.seats)
    for entry in played.entries:
        state = replay_entry(game, state, entry)
    assert encode(state) == encode(played.state)
    record = make_record(game.key, game.written, played.seats, played.entries)
    report = replay(msgspec.json.encode(as_json(record)))
    assert report["ok"] is True
    assert report["finished"] is True
    assert list(report["scores"]) == list(game.scores(state))
    assert msgspec.json.encode(report)


def seat_counts(game, *wanted):
    return [seats for seats in wanted if seats in game.seats]


def games():
    """Every game by each of its ready-made rules, with one, two and four people where it takes them."""
    for key in KEYS:
        for preset in CATALOGUE[key].presets:
            for seats in seat_counts(make(key, preset.options), 1, 2, 4):
                yield pytest.param(key, preset.options, seats, id=f"{key}-{preset.key}-{seats}")


@pytest.mark.sample(1, each="key")
@pytest.mark.parametrize(("key", "options", "seats"), list(games()))
def test_complete_games(key, options, seats, random_game):
    game = make(key, options)
    check_replay(random_game(game, seats, seats, each=partial(check_state, game)))


@pytest.mark.sample(1, each="key")
@pytest.mark.parametrize("key", [key for key in KEYS if any(rule.key == "power" for rule in CATALOGUE[key].rules)])
@pytest.mark.parametrize("chosen", [{}, {"freeze": "if_kept", "double_mandatory": True, "tiebreak": "roll_off"}])
@pytest.mark.parametrize("seats", [1, 2])
def test_complete_games_with_the_power_die(key, chosen, seats, random_game):
    known = {rule.key: rule.choices for rule in CATALOGUE[key].rules}
    fitting = {rule: value for rule, value in chosen.items() if value in known.get(rule, ())}
    game = make(key, {"power": True, **fitting})
    seats = min(max(seats, game.seats[0]), game.seats[-1])
    check_replay(random_game(game, seats, seats, each=partial(check_state, game)))


@pytest.mark.sample(4)
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", range(6))
def test_seats_leave_at_any_moment(key, seed, random_game):
    game = make(key, {})
    for seats in seat_counts(game, 1, 2, 3, 5):
        sometimes = partial(check_sometimes, game, random.Random(seed))
        played = random_game(game, seats, seed, drops=0.05, each=sometimes)
        check_replay(played)
        gone = [entry.seat for entry in played.entries if entry.do == "drop"]
        last = [seat for rank in game.outcome(played.state).ranks for seat in rank][seats - len(gone) :]
        assert sorted(last) == sorted(gone)


def random_rules(key, source):
    """The game with house rules that go together."""
    while True:
        chosen = {rule.key: source.choice(rule.choices) for rule in CATALOGUE[key].rules}
        if chosen.get("games_in_match", 1) != 1:
            chosen["games_in_match"] = 2
        with suppress(BadOptions):
            return make(key, chosen)


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("people", [1, 2])
def test_random_house_rules(key, people, random_game, seed):
    """Other rules in every run; a hundred runs find more than always the same rules a hundred times."""
    source = random.Random(seed)
    for _ in range(2):
        game = random_rules(key, source)
        assert make(key, game.options) == game
        seats = min(max(people, game.seats[0]), game.seats[-1])
        check_replay(random_game(game, seats, source.randrange(2**32), each=partial(check_sometimes, game, source)))


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", KEYS)
def test_the_points_of_each_game_add_up_to_the_score_of_a_side(key, random_game):
    source = random.Random(key)
    for seed in range(6):
        game = random_rules(key, source)
        seats = 2 * game.sides if 2 * game.sides in game.seats else game.seats[0]  # Two on each side.
        state = random_game(game, seats, seed).state
        own = [sum(game.own_games(state, seat)) for seat in range(seats)]
        for seat, score in enumerate(game.scores(state)):
            partners = range(game.side(seat), seats, game.sides) if game.sides else (seat,)
            assert score == (sum(own[partner] for partner in partners) if game.adds_partners else own[seat])


@pytest.mark.parametrize("key", STAMPS)
def test_stored_states_change_their_shape_only_on_purpose(key):
    assert shape(make(key, {}).state_type) == STAMPS[key]


@pytest.mark.parametrize("key", KEYS)
def test_listing(key):
    listing = CATALOGUE[key]
    assert (listing.key, listing.make({}).key, listing.make({}).seats) == (key, key, listing.seats)
    assert listing.make({}).options == {}
    assert listing.presets[0].key == "standard"
    assert listing.presets[0].options == {}
    for preset in listing.presets:
        assert dict(make(key, preset.options).options) == dict(preset.options), preset.key
    for rule in listing.rules:
        assert rule.label
        assert rule.default in rule.choices
        assert rule.names == () or len(rule.names) == len(rule.choices)
        assert rule.names or all(not isinstance(choice, str) for choice in rule.choices), rule.key
