"""The Power die of Can't Stop and Yamslam, face by face and against a second set of rules, and of all such games."""

import random
from itertools import combinations

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.gate import legal, play, play_recorded
from bot.engine.types import PlayedStep, SeatStats
from bot.games import make
from tests.games.power.party import Party, needed

# -- Can't Stop --------------------------------------------------------------------------------------------------


def climbing(*moves):
    return Party("cant_stop").do(*moves)


@pytest.mark.parametrize("face", [1, 2, 3])
def test_cant_stop_power_1_to_3_do_nothing(face):
    board = climbing(f"roll 3-3-4-4-{face}", "move 6 8")
    assert board.legal == {"roll", "stop"}
    assert board.state.runners == ((6, 1), (8, 1))


def test_cant_stop_freeze_ends_the_turn_with_its_move():
    board = climbing("roll 3-3-4-4-1", "move 6 8", "roll 1-5-4-4-4")
    assert board.legal == {"move 6 8", "move 5", "move 9"}
    board.do("move 6 8")
    assert (board.state.turn, board.state.cones[0], board.state.runners) == (1, ((6, 2), (8, 2)), ())
    assert (board.state.last.stopped, board.state.last.frozen) == (True, True)


def test_cant_stop_freeze_places_the_cones_even_if_no_runner_can_move():
    board = climbing("roll 1-1-1-1-1", "move 2 2", "roll 6-6-6-6-2", "move 12 12", "roll 1-2-2-1-1", "move 3 3")
    board.do("roll 3-4-3-4-4")
    assert (board.state.turn, board.state.cones[0]) == (1, ((2, 2), (3, 2), (12, 2)))


def test_cant_stop_freeze_holds_on_a_cone_of_somebody_else_too():
    board = Party("cant_stop", no_stop_on_cone=True).do("roll 3-3-4-4-1", "move 7 7", "stop")
    board.do("roll 3-3-4-4-4", "move 7 7")
    assert (board.state.turn, board.state.cones) == (0, (((7, 2),), ((7, 2),)))


def test_cant_stop_double_moves_twice_by_any_pairing():
    board = climbing("roll 2-2-5-5-5", "move 7 7")
    assert board.legal == {"move 4 10", "move 7 7", "roll", "stop"}
    board.do("move 4 10")
    assert board.legal == {"roll", "stop"}
    assert board.state.runners == ((4, 1), (7, 2), (10, 1))


def test_cant_stop_the_second_move_of_a_double_may_be_left_out():
    assert climbing("roll 2-2-5-5-5", "move 7 7", "stop").state.cones[0] == ((7, 2),)
    board = climbing("roll 2-2-5-5-5", "move 7 7", "roll 3-3-4-4-1")
    assert board.legal == {"move 6 8", "move 7 7"}


FULL = ("roll 1-1-1-1-1", "move 2 2", "roll 6-6-6-6-2", "move 12 12", "roll 1-2-2-1-1", "move 3 3")


def test_cant_stop_power_6_throws_once_more_where_no_runner_can_move():
    board = climbing(*FULL, "roll 3-4-3-4-6")
    assert board.legal == {"roll"}
    assert board.state.runners == ((2, 2), (3, 2), (12, 2))
    board.do("roll 3-4-3-4-1")
    assert (board.state.turn, board.state.cones[0], board.state.last.stopped) == (1, (), False)


def test_cant_stop_power_6_does_nothing_where_a_runner_can_move():
    board = climbing("roll 3-3-4-4-6")
    assert board.legal == {"move 6 8", "move 7 7"}


class CantStopModel:
    """The runners and cones of a game with the Power die, from its journal alone, without options."""

    def __init__(self, seats):
        self.cones, self.won, self.runners = [{} for _ in range(seats)], [set() for _ in range(seats)], {}
        self.dice, self.power, self.uses = (), 0, 0

    def top(self, column):
        return 13 - 2 * abs(7 - column)

    def step(self, seat, column, runners):
        at = runners.get(column, self.cones[seat].get(column, 0))
        closed = any(column in won for won in self.won)
        if closed or at == self.top(column) or (column not in runners and len(runners) == 3):
            return None
        return {**runners, column: at + 1}

    def moves(self, seat):
        found = set()
        for first in combinations(range(4), 2):
            one = sum(self.dice[place] for place in first)
            pair = sorted((one, sum(self.dice) - one))
            alone = [self.step(seat, column, self.runners) for column in pair]
            both = next((self.step(seat, b, after) for a, b, after in [(*pair, alone[0])] if after is not None), None)
            if both is not None:
                found.add(tuple(pair))
            else:
                found |= {(column,) for column, after in zip(pair, alone, strict=True) if after is not None}
        return found

    def legal(self, seat):
        moves = {"move " + " ".join(map(str, move)) for move in self.moves(seat)} if self.dice and self.uses else set()
        if not self.dice:
            return {"roll"}
        if self.used:
            return moves | {"roll", "stop"}
        return moves or {"roll"}

    def play(self, seat, text, dice):
        """Return whether the turn is over."""
        word, *columns = text.split()
        if word == "roll":
            *self.dice, self.power = dice[0]
            self.used, self.uses = False, 2 if self.power == 5 else 1
            if self.moves(seat) or self.power == 6:
                return False
            return self.stop(seat) if self.power == 4 else self.clear()
        if word == "move":
            for column in map(int, columns):
                self.runners = self.step(seat, column, self.runners)
            self.used, self.uses = True, self.uses - 1
            return self.power == 4 and self.stop(seat)
        return self.stop(seat)

    def stop(self, seat):
        self.cones[seat].update(self.runners)
        for column, at in self.runners.items():
            if at == self.top(column):
                self.won[seat].add(column)
                for other, cones in enumerate(self.cones):
                    if other != seat:
                        cones.pop(column, None)
        return self.clear()

    def clear(self):
        self.runners, self.dice = {}, ()
        return True


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_cant_stop_with_power_plays_as_a_second_set_of_rules_says(seats, seed, random_game):
    game, model, turn = make("cant_stop", {"power": True}), CantStopModel(seats), 0
    state = game.new(seats)
    for entry in random_game(game, seats, seed).entries:
        assert (state.turn, set(legal(game, state))) == (turn, model.legal(turn))
        if model.play(turn, entry.do, entry.dice):
            turn = (turn + 1) % seats
        state = play(game, state, entry.seat, entry.do, ScriptedDice(entry.dice)).state
        assert dict(state.runners) == model.runners
        assert [dict(cones) for cones in state.cones] == model.cones
        assert [set(won) for won in state.won] == model.won


# -- Yamslam -----------------------------------------------------------------------------------------------------


def test_yamslam_the_power_die_may_be_held_as_on_a_sheet():
    rack = Party("yamslam").do("roll 1-2-3-4-6-5")
    assert {"keep 1 2 3 4", "keep 1 2 3 4 p", "keep 1 2 3 4 6", "keep", "keep p"} <= rack.legal
    assert "keep 1 2 3 4 6 p" not in rack.legal
    assert needed(rack, "keep 1 2 3 4") == 2
    assert needed(rack, "keep 1 2 3 4 p") == 1
    after = play(rack.game, rack.state, 0, "keep 1 2 3 4 p", ScriptedDice([(5,)])).state
    assert (after.dice, after.power, after.power_kept) == ((1, 2, 3, 4, 5), 5, True)


def test_yamslam_freeze_ends_the_throws():
    assert Party("yamslam").do("roll 2-2-2-5-5-4").legal == {"take 2p", "take 3k", "take fh", "pass"}


def test_yamslam_double_takes_a_chip_of_another_kind():
    rack = Party("yamslam").do("roll 2-2-2-5-5-5", "take fh")
    assert (rack.state.turn, rack.legal) == (0, {"take 2p", "take 3k", "pass"})
    rack.do("take 3k")
    assert (rack.state.turn, rack.scores) == (1, (40, 0))


def test_yamslam_the_second_chip_may_be_left_and_the_turn_brought_one():
    rack = Party("yamslam").do("roll 2-2-2-5-5-5", "take fh", "pass")
    assert (rack.state.turn, rack.scores, rack.state.dry) == (1, (30, 0), 0)
    assert rack.events == ()


def test_yamslam_a_double_ends_where_the_dice_win_nothing_else():
    assert Party("yamslam").do("roll 1-1-2-2-5-5", "take 2p").state.turn == 1


def test_yamslam_power_6_gives_a_fourth_throw_and_stays():
    rack = Party("yamslam").do("roll 1-2-3-4-6-1", "keep 1 2 3 4 6-1", "keep 1 2 3 4 1-6")
    assert "keep 1 2 3 4 p" in rack.legal
    assert "keep 1 2 3 4" not in rack.legal
    after = play(rack.game, rack.state, 0, "keep 1 2 3 4 p", ScriptedDice([(5,)])).state
    assert set(legal(rack.game, after)) == {"take ss", "take ls", "pass"}


def test_yamslam_a_yamslam_is_played_as_without_power():
    rack = Party("yamslam").do("roll 5-5-5-5-5-5", "take ls")
    assert (rack.state.turn, rack.legal, rack.scores) == (0, {"roll"}, (50, 0))


KINDS = {
    "2p": lambda d: sum(d.count(face) >= 2 for face in set(d)) >= 2,
    "3k": lambda d: max(map(d.count, d)) >= 3,
    "ss": lambda d: any(set(range(low, low + 4)) <= set(d) for low in (1, 2, 3)),
    "fl": lambda d: len({face % 2 for face in d}) == 1,
    "fh": lambda d: sorted(map(d.count, set(d))) == [2, 3],
    "4k": lambda d: max(map(d.count, d)) >= 4,
    "ls": lambda d: set(d) in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}),
}


@pytest.mark.parametrize("seats", [2, 3])
def test_yamslam_with_power_allows_what_a_second_set_of_rules_says(seats, seed, random_game):
    game = make("yamslam", {"power": True})
    state = game.new(seats)
    for entry in random_game(game, seats, seed).entries:
        texts = set(legal(game, state))
        if state.dice and len(set(state.dice)) > 1:
            left = dict(zip(KINDS, state.rack, strict=True))
            fit = {
                kind for kind, fits in KINDS.items() if fits(list(state.dice)) and left[kind] and kind != state.second
            }
            assert {text for text in texts if text.startswith("take")} == {f"take {kind}" for kind in fit}
            most = 4 if state.power == 6 else 3
            throws = state.throws < most and state.power != 4 and state.second is None
            assert any(text.startswith("keep") for text in texts) == throws
        before, state = state, play(game, state, entry.seat, entry.do, ScriptedDice(entry.dice)).state
        if entry.do.startswith("take") and len(set(before.dice)) > 1 and any(state.rack):
            both = before.power == 5 and before.second is None
            others = {k for k, fits in KINDS.items() if fits(list(before.dice)) and k != entry.do.split()[1]}
            rack = dict(zip(KINDS, state.rack, strict=True))
            stays = both and any(rack[kind] for kind in others)
            assert (state.turn == before.turn) == (stays or seats == 1)


# -- all of them -------------------------------------------------------------------------------------------------

ALL = ("421", "5000", "ambition", "cant_stop", "yamslam")


@pytest.mark.parametrize("key", ALL)
def test_the_first_throw_asks_for_one_die_more(key):
    """Players with dice of their own enter the Power die last."""
    with_power, without = Party(key), Party(key, power=False)
    assert needed(with_power, "roll") == needed(without, "roll") + 1


@pytest.mark.parametrize("key", ALL)
def test_statistics_keep_the_power_die_apart(key):
    party = Party(key)
    number = needed(party, "roll")
    before = party.state
    step, entry = play_recorded(party.game, before, 0, "roll", ScriptedDice([(3,) * (number - 1) + (2,)]))
    seats = [SeatStats(), SeatStats()]
    party.game.count_stats(seats, PlayedStep(before, "roll", step.events, step.state))
    assert seats[0].faces == [0, 0, number - 1, 0, 0, 0]
    assert seats[0].power == [0, 1, 0, 0, 0, 0]
    assert entry.dice == ((3,) * (number - 1) + (2,),)


@pytest.mark.parametrize("key", ALL)
def test_without_the_option_nothing_is_different(key):
    assert make(key, {}).options == {}
    assert Party(key, power=False).do().state.power is None


@pytest.mark.parametrize("key", ALL)
def test_games_with_power_end(key, seed, random_game):
    source = random.Random(seed)
    for _ in range(3):
        game = make(key, {"power": True})
        played = random_game(game, source.choice([seats for seats in game.seats if seats < 5]), source.random())
        assert game.outcome(played.state) is not None
