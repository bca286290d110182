"""The fewest turns of 5000 and Ambition: what every move is worth, and known figures."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Keep, Seat
from bot.engine.dice import FairDice
from bot.engine.errors import GameOver
from bot.engine.game import GameWithOptions
from bot.engine.gate import legal, play
from bot.engine.types import text
from bot.games import make
from bot.games.ambition.rules import State as AmbitionState
from bot.games.five_thousand.board import usual_choice
from bot.games.five_thousand.mind import MIND, FiveThousandTurns
from bot.games.five_thousand.rules import Bank, FiveThousand
from bot.games.five_thousand.rules import State as FiveThousandState
from bot.mind.evaluator import Evaluator, NoEvaluator, Strength, Unit
from bot.mind.levels import evaluator_of
from tests.mind.by_the_rules import assert_all_priced, assert_chances_add_up, assert_turns_add_up, with_value

FIVE_THOUSAND: list[dict[str, object]] = [
    {},
    {"throw_cap": "3_per_hand", "opening": 350, "full_hand_forced": True},
    {"throw_cap": "none", "goal_mode": "exact", "keep_all_scoring": True},
    {"goal_mode": "last_1000", "opening": 0},
    {"throw_cap": "none", "full_hand_forced": True, "opening": 500},
    {"dice": 6},
]
AMBITION: list[dict[str, object]] = [
    {},
    {"set_aside": True},
    {"overshoot": "stop_before"},
    {"set_aside": True, "overshoot": "stop_before"},
]


@pytest.fixture
def folder(worked_out: Path) -> Path:
    """Where values stay that the tests here work out: it takes up to two seconds for a game."""
    return worked_out


def game_of(key: str, rules: dict[str, object]) -> GameWithOptions[Any, Any]:
    """The game with a goal that is worked out at once."""
    goal = ("target", 1500) if key == "5000" else ("goal", 800)
    return with_value(make(key, rules), *goal)  # type: ignore[type-var]


def alone(game: GameWithOptions[Any, Any]) -> Any:
    """The beginning of a game of one seat."""
    if game.key == "5000":
        return FiveThousandState(1, ((),), Seat(0), (not game.house_rules["opening"],))
    return AmbitionState(((),), (False,), Seat(0))


def alone_evaluator(game: GameWithOptions[Any, Any], folder: Path) -> Evaluator:
    """What says how many turns a player needs who is alone: in 5000 that is another evaluator than for two."""
    if isinstance(game, FiveThousand):
        return FiveThousandTurns(game, lambda work_out, *more: work_out())
    return evaluator_of(game, folder)


def rare_states(key: str) -> tuple[Any, ...]:
    """Positions in which most rules have a say: near the goal with a full hand, with a trio to validate."""
    if key == "5000":
        return (FiveThousandState(1, ((1000,),), Seat(0), (True,), 1, (1, 5), None, (1, 1, 1), 1000),)
    trio = AmbitionState(((),), (True,), Seat(0), 2, (2, 2, 2), risk=450, pending=200)
    return trio, AmbitionState(((450,),), (True,), Seat(0), 2, (1, 5, 2), risk=150)


def some_states(game: GameWithOptions[Any, Any], state: Any, seed: str, moves: int) -> Iterator[Any]:
    """The positions of a game played at random; a finished game begins anew."""
    choose, dice, start = random.Random(seed), FairDice(seed.encode().ljust(32, b"-")[:32], "turns"), state
    for _ in range(moves):
        state = start if state.turn is None else state
        yield state
        state = play(game, state, state.turn, choose.choice(list(legal(game, state))), dice).state


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("key", "rules"), [("5000", rules) for rules in FIVE_THOUSAND] + [("ambition", rules) for rules in AMBITION]
)
def test_every_move_is_worth_what_it_brings_by_the_rules(
    key: str, rules: dict[str, object], seed: str, folder: Path
) -> None:
    game = game_of(key, rules)
    evaluator = alone_evaluator(game, folder)
    start = alone(game)
    assert_turns_add_up(game, start, evaluator)
    states = [state for state in some_states(game, start, seed, 200) if state.dice]
    for state in (*random.Random(seed).sample(states, 4), *rare_states(key)):
        assert_turns_add_up(game, state, evaluator)


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", ["5000", "ambition"])
@pytest.mark.parametrize(("seats", "rules"), [(3, {}), (4, {"teams": True}), (2, {"games_in_match": 3})])
def test_every_legal_action_of_a_game_with_others_is_priced(
    key: str, seats: int, rules: dict[str, object], seed: str, folder: Path
) -> None:
    game = game_of(key, rules)
    evaluator = evaluator_of(game, folder)
    for state in some_states(game, game.new(seats), seed, 150):
        advice = evaluator.advise(state)
        wins = key == "5000"
        assert advice.unit == (Unit.WIN if wins else Unit.TURNS)
        estimated = "games_in_match" in rules or (wins and seats == 3)
        assert advice.strength == (Strength.ESTIMATE if estimated else Strength.EXACT)
        assert_all_priced(game, state, advice, fewer=not wins)


@pytest.mark.long
def test_the_fewest_turns_of_5000_are_what_others_found(folder: Path) -> None:
    """By the study's program with one change: three equal dice stay together (rules.md §17)."""
    game = make("5000", {})
    evaluator, begun = alone_evaluator(game, folder), game.new(2)
    for total, turns in ((0, 20.1246164), (750, 13.5457371), (4950, 1.0836120)):
        state = FiveThousandState(2, ((total,) if total else (), ()), Seat(0), (total > 0, False))
        assert evaluator.advise(state).value == pytest.approx(turns, abs=1e-6)
    race = make("5000_race", {})
    assert evaluator_of(race, folder).advise(race.new(1)) == evaluator.advise(begun)


@pytest.mark.long
@pytest.mark.parametrize("rules", FIVE_THOUSAND)
def test_every_move_against_one_other_is_worth_the_chance_to_win_that_it_leads_to(
    rules: dict[str, object], seed: str, folder: Path
) -> None:
    game = game_of("5000", rules)
    evaluator = evaluator_of(game, folder)
    start = game.new(2)
    assert_chances_add_up(game, start, evaluator)
    states = [state for state in some_states(game, start, seed, 200) if state.dice]
    near = FiveThousandState(2, ((1000,), (1200,)), Seat(1), (True, True), 1, (1, 5), None, (1, 1, 1), 1000)
    for state in (*random.Random(seed).sample(states, 4), near):
        assert_chances_add_up(game, state, evaluator)


def test_who_is_behind_in_5000_dares_more_than_who_is_ahead(folder: Path) -> None:
    """At 4,600 of 5,000 with 300 at risk and two dice to throw, it matters whether the other is nearly there."""
    evaluator = evaluator_of(make("5000", {}), folder)

    def best(theirs: int) -> str:
        state = FiveThousandState(2, ((4600,), (theirs,)), Seat(0), (True, True), 2, (1, 4, 6), None, (1, 1), 200)
        return text(evaluator.advise(state).actions[0][0])

    assert best(theirs=3600) == "bank 1"
    assert best(theirs=4950) == "keep 1"


def test_the_chances_of_5000_that_come_with_the_bot_are_those_of_its_rules(tmp_path: Path) -> None:
    """Nothing is worked out; and who throws first is worth a little."""
    game = make("5000", {})
    evaluator = evaluator_of(game, tmp_path)
    assert not list(tmp_path.iterdir())
    assert evaluator.advise(game.new(2)).value == pytest.approx(0.52016, abs=1e-5)


def test_who_has_not_qualified_needs_the_turns_for_that_too(folder: Path) -> None:
    """A throw shows both stars in 30 of 216; there are three in a turn."""
    evaluator = evaluator_of(game_of("ambition", {}), folder)
    before, after = (evaluator.advise(AmbitionState(((),), (done,), Seat(0))).value for done in (False, True))
    assert before - after == pytest.approx(1 / (1 - (1 - 30 / 216) ** 3), abs=1e-8)


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        ("5000", {"power": True}),
        ("5000", {"bump": True}),
        ("5000", {"last_round": True}),
        ("5000_race", {"power": True}),
        ("ambition", {"power": True}),
        ("ambition", {"teams": True, "everyone_qualifies": True}),
        ("421", {"power": True}),
    ],
)
def test_house_rules_that_are_not_solved_for_are_refused(key: str, rules: dict[str, object], folder: Path) -> None:
    with pytest.raises(NoEvaluator, match="no evaluator for"):
        evaluator_of(make(key, rules), folder)


@pytest.mark.long
@pytest.mark.parametrize("key", ["5000", "ambition"])
def test_nobody_is_to_act_after_the_end(key: str, folder: Path) -> None:
    game = game_of(key, {})
    evaluator, state = evaluator_of(game, folder), game.new(2)
    for seat in (0, 1):
        state = game.drop(state, Seat(seat), FairDice(b"-" * 32, "end")).state
    with pytest.raises(GameOver):
        evaluator.advise(state)


@pytest.mark.long(22)
def test_the_dice_that_the_board_of_5000_chooses_cost_less_than_half_of_taking_all_that_scores(tmp_path: Path) -> None:
    """By these games, always the same, 0.44 of it; over 60 by chance it may be more than half."""
    game, chance = make("5000", {}), random.Random("usual")
    assert isinstance(game, FiveThousand)
    dice = FairDice(b"usual".ljust(32, b"-"), "usual")
    duel = MIND.evaluator(game, tmp_path)
    usual = every = 0.0
    for _ in range(240):
        state = game.new(2)
        while state.turn is not None:
            advice = duel.advise(state)
            if state.dice:
                values = dict(advice.actions)
                best = max(values.values())
                costs = [
                    best - max(values[do] for do in (Keep(some), Bank(some)) if do in values)
                    for some in (usual_choice(game, state), next(iter(game.allowed(state))))
                ]
                usual, every = usual + costs[0], every + costs[1]
            state = game.apply(state, chance.choice(game.legal_actions(state)), dice).state
    assert usual < every / 2
