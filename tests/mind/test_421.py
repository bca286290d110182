"""The chance to win 421: what two players' rounds lead to, and what every move is worth."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from bot.engine import Action, Faces, Keep, Roll, Seat
from bot.engine.dice import FairDice, ScriptedDice
from bot.engine.gate import legal, play
from bot.games import make
from bot.games.four_two_one.mind import ChanceToWin, Duel, Rounds, TokenPosition
from bot.games.four_two_one.rules import FourTwoOne, Stand, State
from bot.mind import store
from bot.mind.evaluator import Strength, Unit
from bot.mind.levels import evaluator_of
from bot.mind.store import keeper
from tests.mind.by_the_rules import assert_all_priced, throws, with_value

TOKENS = 3
RULES: list[dict[str, object]] = [
    {},
    {"ties": "none", "starter": "clockwise", "nenette": "fixed2"},
    {"le_bon": True, "charge_one_throw": True, "starter": "winner", "zero_after_charge": "win"},
    {"may_stand": True, "nenette": "none", "espagnole": True, "zero_after_charge": "out", "value_421": 8},
]
NAMES = ["-".join(f"{key}={value}" for key, value in rules.items()) or "default" for rules in RULES]


def game_of(rules: dict[str, object]) -> FourTwoOne:
    game = make("421", rules)
    assert isinstance(game, FourTwoOne)
    return game


def some_states(game: FourTwoOne, seats: int, seed: str) -> Iterator[State]:
    """The positions of a game played at random."""
    choose, dice = random.Random(seed), FairDice(seed.encode().ljust(32, b"-")[:32], "421")
    state = game.new(seats)
    while state.turn is not None:
        yield state
        state = play(game, state, state.turn, choose.choice(list(legal(game, state))), dice).state


ROLL_OFFS = [faces for pair in (((4, 2, 1), (2, 2, 1)), ((2, 2, 1), (4, 2, 1))) for faces in pair]


class SlowRounds:
    """The chance of seat 0 in every moment of a round, move by move through the rules, given that of later rounds."""

    def __init__(self, game: FourTwoOne, duel: Duel) -> None:
        self._game, self._duel = game, duel
        self._known: dict[State, float] = {}
        self._kept: dict[tuple[State, int], float] = {}

    def chance(self, state: State) -> float:
        if state.turn is None:
            return float(state.winners == (0,))
        if state not in self._known:
            moves = [self.after(state, action) for action in self._game.legal_actions(state)]
            self._known[state] = (max if state.turn == 0 else min)(moves)
        return self._known[state]

    def after(self, state: State, action: Action) -> float:
        if isinstance(action, Stand):
            return self._stood(state)
        thrown = 3 - len(action.faces) if isinstance(action, Keep) else 3
        leads = ((chance, self._thrown(state, action, faces)) for faces, chance in throws(thrown).items())
        chance, first = next(leads)
        # The same dice kept out of another throw lead to the same position, so what else may fall does so too.
        if (first, thrown) not in self._kept:
            others = sum(chance * self.chance(then) for chance, then in leads)
            self._kept[first, thrown] = chance * self.chance(first) + others
        return self._kept[first, thrown]

    def _thrown(self, state: State, action: Action, faces: Faces) -> State:
        after = self._game.apply(state, action, ScriptedDice((faces,))).state
        return replace(after, dice=tuple(sorted(after.dice)), kept=0)

    def _stood(self, state: State) -> float:
        if not any(state.hands):
            after = self._game.apply(state, Stand(), ScriptedDice(())).state
            return self.chance(replace(after, stood=None, hands=tuple(tuple(sorted(hand)) for hand in after.hands)))
        both = [ScriptedDice(ROLL_OFFS[:2]), ScriptedDice(ROLL_OFFS[2:])]
        return sum(self._later(self._game.apply(state, Stand(), dice).state) for dice in both) / 2

    def _later(self, state: State) -> float:
        if state.turn is None:
            return float(state.winners == (0,))
        at = TokenPosition(state.pot, state.tokens[state.turn], state.tokens[1 - state.turn])
        chance = float(self._duel.values[at.pot, at.first])
        return chance if state.turn == 0 else 1.0 - chance


def exact(game: FourTwoOne) -> tuple[ChanceToWin, Duel]:
    """An evaluator between two, and what it goes by."""
    duel = Duel(Rounds(game), int(game.house_rules["tokens"]))
    return ChanceToWin(game, lambda _, *more: duel.values), duel


def few_tokens(game: FourTwoOne, tokens: int) -> FourTwoOne:
    """421 with so few tokens that it is worked out at once."""
    return with_value(game, "tokens", tokens)


@pytest.mark.sample(2)
@pytest.mark.parametrize("rules", RULES, ids=NAMES)
def test_every_pair_of_hands_ends_a_round_as_its_example_does(rules: dict[str, object], seed: str) -> None:
    rounds, choose = Rounds(game_of(rules)), random.Random(seed)
    hands = rounds.throws.throws
    for at in (
        TokenPosition(21, 0, 0),
        TokenPosition(1, 20, 0),
        TokenPosition(0, 1, 20),
        TokenPosition(0, 0, 21),
        TokenPosition(0, 12, 9),
    ):
        ends = [rounds.endings(at, *pair) for pair in rounds.examples]
        for row, column in choose.sample(list(product(range(56), repeat=2)), 300):
            assert rounds.endings(at, hands[column], hands[row]) == ends[rounds.kinds[row, column]]


@pytest.mark.sample(2)
@pytest.mark.parametrize("rules", RULES, ids=NAMES)
def test_the_moves_of_who_throws_second_are_worth_what_they_bring_by_the_rules(rules: dict[str, object]) -> None:
    game = few_tokens(game_of(rules), TOKENS)
    evaluator, duel = exact(game)
    slow = SlowRounds(game, duel)
    start = State(0, (1, 2), ((), ()), Seat(0), Seat(0), discharge=True)
    state = replace(start, turn=Seat(1), hands=((1, 1, 6), ()), limit=2, throws=1, dice=(1, 4, 4))
    for now in (state, replace(state, throws=2), replace(state, hands=((2, 2, 1), ()), dice=(1, 1, 6))):
        found = dict(evaluator.advise(now).actions)
        assert found == pytest.approx({do: 1.0 - slow.after(now, do) for do in game.legal_actions(now)}, abs=1e-8)
    stood = replace(start, throws=1, dice=(3, 4, 5))
    assert dict(evaluator.advise(stood).actions)[Stand()] == pytest.approx(slow.after(stood, Stand()), abs=1e-8)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_position_is_worth_what_its_rounds_bring_by_the_rules_themselves() -> None:
    game = few_tokens(game_of(RULES[0]), TOKENS)
    _, duel = exact(game)
    start = State(0, (1, TOKENS - 1), ((), ()), Seat(0), Seat(0), discharge=True)
    assert duel.values[0, 1] == pytest.approx(SlowRounds(game, duel).chance(start), abs=1e-8)


def test_a_throw_is_worth_the_mean_of_what_may_fall() -> None:
    game = few_tokens(game_of({}), TOKENS)
    evaluator, _ = exact(game)
    start = game.new(2)
    for state, action, many in (
        (start, Roll(), 3),
        (replace(start, throws=1, dice=(2, 1, 6)), Keep((1, 2)), 1),
        (replace(start, turn=Seat(1), hands=((4, 4, 1), ()), limit=3, throws=1, dice=(1, 2, 6)), Keep((6,)), 2),
    ):
        mean = sum(
            chance * evaluator.advise(game.apply(state, action, ScriptedDice((faces,))).state).value
            for faces, chance in throws(many).items()
        )
        assert dict(evaluator.advise(state).actions)[action] == pytest.approx(mean, abs=1e-9)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_action_of_a_game_is_priced(seats: int, seed: str, tmp_path: Path) -> None:
    game = few_tokens(game_of({}), 4)
    evaluator = evaluator_of(game, tmp_path)
    for state in some_states(game, seats, seed):
        advice = evaluator.advise(state)
        assert advice.unit == Unit.WIN
        assert (advice.strength == Strength.EXACT) == (seats == 2)
        assert_all_priced(game, state, advice, fewer=False)
        assert 0.0 <= advice.actions[-1][1] <= advice.value <= 1.0


def test_who_is_level_with_more_others_has_an_equal_share(tmp_path: Path) -> None:
    """Between two, who throws first has the better half."""
    game = few_tokens(game_of({}), 5)
    evaluator = evaluator_of(game, tmp_path)
    two, four = (evaluator.advise(game.new(seats)).value for seats in (2, 4))
    assert 0.5 < two < 0.6
    assert 0.25 < four < 0.35


def test_two_without_a_token_beside_a_third_are_level(tmp_path: Path) -> None:
    game = few_tokens(game_of({}), 4)
    state = replace(game.new(3), pot=0, tokens=(0, 0, 4), discharge=True)
    assert evaluator_of(game, tmp_path).advise(state).value == pytest.approx(1 / 3)


def test_a_match_is_an_estimate_of_the_present_game(tmp_path: Path) -> None:
    one, three = (few_tokens(game_of({"games_in_match": games}), 5) for games in (1, 3))
    alone, match = (evaluator_of(game, tmp_path).advise(game.new(2)) for game in (one, three))
    assert (match.value, match.strength) == (alone.value, Strength.ESTIMATE)
    assert len(list(tmp_path.iterdir())) == 1


def test_what_two_of_many_may_share_of_all_tokens_needs_no_working_out(tmp_path: Path) -> None:
    """A computer has no time for it in the middle of a game; among three it looks at itself and the leader alone."""
    game = game_of({})
    evaluator = ChanceToWin(game, keeper(game, tmp_path))
    with store.patience(has_time=False):
        for shared in range(22):
            state = replace(game.new(3), pot=0, tokens=(shared, 0, 21 - shared), discharge=True)
            assert 0 <= evaluator.advise(state).value <= 1
