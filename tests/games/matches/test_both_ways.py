"""Both ways: two players play two games, and exchange places and dice between them (docs/fair-dice.md, recipe 4)."""

import json
import random
from collections import Counter

import pytest

from bot.engine import commitment
from bot.engine.dice import dice_source, exchanged, mix_in
from bot.engine.errors import BadOptions, WrongSeats
from bot.engine.game import GAMES, NextGame
from bot.engine.gate import legal, play_recorded, replay_step
from bot.engine.record import FairnessProof, as_json
from bot.engine.record import make as make_record
from bot.games import CATALOGUE, make
from bot.games.cant_stop.rules import HEIGHTS
from bot.games.replay import replay
from tests.games.conftest import carelessly
from tests.games.matches.test_match_of_421 import Tokens
from tests.games.matches.test_match_of_cant_stop import Climbers

KEYS = ("421", "5000", "ambition", "yamslam", "cant_stop")
BOTH = {GAMES: "both_ways"}
POINTS = {"5000": "score", "ambition": "score", "yamslam": "score"}
"""What a report calls the points of a seat in the whole match."""


def played(game, seed, choose=carelessly, leaves=10**9):
    """Play both games with dice of a table; who is not to act leaves after so many moves."""
    source, secret, entropy = random.Random(seed), random.Random(seed).randbytes(32), exchanged(mix_in("2", str(seed)))
    dice, state, entries = dice_source(secret, entropy), game.new(2), []
    while (seat := game.turn(state)) is not None:
        do = choose(source, game, state)
        if len(entries) == leaves:
            seat, do = 1 - seat, "drop"
        number = sum(isinstance(event, NextGame) for entry in entries for event in entry[1])
        step, entry = play_recorded(game, state, seat, do, dice.for_seat(seat, state.dice, number))
        state = step.state
        entries.append((entry, step.events))
    fair = FairnessProof(commitment(secret), secret.hex(), entropy)
    lines = [entry for entry, _ in entries]
    return as_json(make_record(game.key, game.written, 2, lines, fair)), lines, state


class Seen:
    """The throws of a match as people see them fall: in which game, by whom, in which turn, as which of its throws."""

    def __init__(self, game, entries):
        self.throws, self.began, self.points = {}, [0], []
        state, number, turn, throw = game.new(2), 0, Counter(), Counter()
        for entry in entries:
            fallen, seat = list(entry.dice), entry.seat
            if entry.do.startswith(("roll", "keep")):
                begins = not state.dice
                turn[seat] += begins
                throw[seat] = 1 if begins else throw[seat] + 1
                self.throws[number, seat, turn[seat], throw[seat]] = fallen.pop(0)
            step = replay_step(game, state, entry)
            state = step.state
            if any(isinstance(event, NextGame) for event in step.events):
                self.points.append(next(event.points for event in step.events if isinstance(event, NextGame)))
                self.began.append(state.turn)
                number, turn, throw = 1, Counter(), Counter()
        self.state, self.report = state, game.report(state)


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("part", range(8))
def test_each_throws_in_the_second_game_what_the_other_threw_in_the_first(key, part):
    same = compared = 0
    for number in range(25):
        source = random.Random(f"{key} {part} {number}")
        game = make(key, BOTH | ({"power": True} if source.random() < 0.3 else {}))
        record, entries, state = played(game, f"{key} {part} {number}")
        seen = Seen(game, entries)
        assert seen.began == [0, 1], "the other one begins the second game"
        for (which, seat, turn, throw), faces in seen.throws.items():
            other = seen.throws.get((1 - which, 1 - seat, turn, throw))
            if other is not None:
                shared = min(len(faces), len(other))
                assert faces[:shared] == other[:shared]
                own = seen.throws.get((1 - which, seat, turn, throw), ())
                compared, same = compared + 1, same + (own[:shared] == faces[:shared])
        assert by_sum(game, seen) == [list(rank) for rank in game.outcome(state).ranks]
        told = replay(json.dumps(record).encode())
        assert (told["ok"], told["fair"], told["finished"]) == (True, True, True)
    assert compared > 100
    assert same < compared / 2, "the seats have rows of their own"


def by_sum(game, seen):
    """Return the ranks as the rules page tells them: the sum of both games; then steps, or the rounds of a win."""
    totals = [sum(game.own_games(seen.state, seat)) for seat in range(2)]
    if game.key in POINTS:
        assert totals == [seat[POINTS[game.key]] for seat in seen.report.seats]
    if game.key == "cant_stop":
        first = seen.state.match.earlier[0].tallies
        totals = [(total, first[seat][0] + steps(seen.state, seat)) for seat, total in enumerate(totals)]
    if game.key == "421":
        won = [seen.points[0], tuple(int(seat in seen.state.winners) for seat in range(2))]
        assert totals == [sum(game[seat] for game in won) for seat in range(2)]
        rounds = seen.state.match.earlier[0].tallies
        totals = [(total, rounds[seat][0] - won[1][seat] * seen.state.round) for seat, total in enumerate(totals)]
    best, last = max(totals), min(totals)
    return [[0, 1]] if best == last else [[totals.index(best)], [totals.index(last)]]


def steps(state, seat):
    return sum(step for _, step in state.cones[seat])


@pytest.mark.parametrize("options", [{}, {"power": True}], ids=["", "power"])
@pytest.mark.parametrize("key", KEYS)
def test_two_who_play_alike_share_the_place_whatever_falls(key, options, seed):
    """The whole game comes again with the places exchanged, ties included: luck is out of it."""

    def alike(_source, game, state):
        texts = list(legal(game, state))
        return carelessly(random.Random(f"{seed} {texts} {state.dice}"), game, state)

    game = make(key, BOTH | options)
    for number in range(3):
        _, entries, state = played(game, f"{seed} {number}", alike)
        assert game.outcome(state).ranks == ((0, 1),)
        half = len(entries) // 2
        # Throws for ties come in the order of the seats.
        first, second = [
            [(entry.do, sorted(entry.dice)) for entry in part] for part in (entries[:half], entries[half:])
        ]
        assert first == second
        assert [1 - entry.seat for entry in entries[:half]] == [entry.seat for entry in entries[half:]]


@pytest.mark.parametrize("key", KEYS)
def test_a_throw_that_was_changed_is_found(key, seed):
    game = make(key, BOTH)
    record, entries, _ = played(game, seed)
    thrown = [number for number, entry in enumerate(entries) if entry.dice]
    for number in random.Random(seed).sample(thrown, 5):
        moves = json.loads(json.dumps(record["moves"]))
        moves[number]["dice"][0][-1] = moves[number]["dice"][0][-1] % 6 + 1
        told = replay(json.dumps(record | {"moves": moves}).encode())
        assert not told.get("fair"), "or the game goes another way, and the record does not play"


@pytest.mark.parametrize("key", KEYS)
def test_nobody_keeps_the_own_dice_both_ways_nor_exchanges_them_in_another_match(key, seed):
    record, _, _ = played(make(key, BOTH), seed)
    fair = record["fair"] | {"entropy": "2" + record["fair"]["entropy"][1:]}
    assert replay(json.dumps(record | {"fair": fair}).encode())["fair"] is False
    two, secret = make(key, {GAMES: 2}), bytes(32)
    for entropy, exchanges in (("2", False), ("4", True)):
        dice, state, entries = dice_source(secret, entropy), two.new(2), []
        for _ in range(4):
            seat, do = two.turn(state), list(legal(two, state))[-1]
            step, entry = play_recorded(two, state, seat, do, dice.for_seat(seat, state.dice))
            state = step.state
            entries.append(entry)
        fair = FairnessProof(commitment(secret), secret.hex(), entropy)
        told = replay(json.dumps(as_json(make_record(key, two.written, 2, entries, fair))).encode())
        assert (told["ok"], told["fair"]) == (True, not exchanges)


@pytest.mark.parametrize("key", KEYS)
def test_the_dice_stay_right_where_somebody_leaves(key, seed):
    """In the first game at once or midway, or in the second one."""
    game = make(key, BOTH)
    _, entries, _ = played(game, seed)
    for leaves in (1, len(entries) // 4, len(entries) * 3 // 4):
        record, _, state = played(game, seed, leaves=leaves)
        assert replay(json.dumps(record).encode())["fair"] is True
        assert len(state.gone) == 1
        assert game.outcome(state).ranks[-1] == state.gone


@pytest.mark.parametrize("key", KEYS)
def test_both_ways_is_for_two_without_teams(key):
    game = make(key, BOTH)
    assert [*game.seats] == [2]
    for seats in (1, 3, 4):
        with pytest.raises(WrongSeats):
            game.new(seats)
    if any(rule.key == "teams" for rule in CATALOGUE[key].rules):
        with pytest.raises(BadOptions, match="teams"):
            make(key, BOTH | {"teams": True})


def test_equal_columns_both_ways_are_parted_by_the_steps_of_all_cones():
    table = Climbers(**BOTH).at((2, 3), (12,)).win().at((3,), (11, 12)).win()
    high = (HEIGHTS[2] + HEIGHTS[3] + HEIGHTS[7] + HEIGHTS[3], HEIGHTS[12] + HEIGHTS[11] + HEIGHTS[12] + HEIGHTS[7])
    assert high == (26, 24)
    assert tuple(table.game.tally(table.state, seat)[0] for seat in (0, 1)) == high
    assert (table.scores, table.ranks) == ((4, 4), ((0,), (1,)))
    apart = Climbers(games_in_match=2).at((2, 3), (12,)).win().at((3,), (11, 12)).win()
    assert apart.ranks == ((0, 1),), "an ordinary match counts no steps"


def test_one_game_of_421_each_is_parted_by_the_rounds_of_the_wins():
    table = Tokens(**BOTH).put(round=9).at(4, 17).round("4-2-1", "6-5-3")
    assert (table.scores, table.state.turn) == ((1, 0), 1), "not the worst hand, but the other player begins"
    quick = table.put(round=7).at(17, 4).round("4-2-1", "6-5-3")
    assert (quick.scores, quick.ranks) == ((1, 1), ((1,), (0,)))
    again = Tokens(**BOTH).put(round=9).at(4, 17).round("4-2-1", "6-5-3").put(round=9).at(17, 4)
    assert again.round("4-2-1", "6-5-3").ranks == ((0, 1),)
