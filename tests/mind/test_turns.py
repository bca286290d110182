"""The fewest turns of 5000 and Ambition, and the chance to win between two: every move, and known figures."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Keep, Roll, Seat
from bot.engine.dice import FairDice
from bot.engine.errors import GameOver
from bot.engine.game import GameWithOptions
from bot.engine.gate import legal, play
from bot.engine.types import text
from bot.games import make
from bot.games.ambition.mind import AmbitionDuel, AmbitionTurns
from bot.games.ambition.rules import Ambition, Stop
from bot.games.ambition.rules import State as AmbitionState
from bot.games.five_thousand.board import usual_choice
from bot.games.five_thousand.mind import MIND, FiveThousandTurns
from bot.games.five_thousand.rules import Bank, FiveThousand
from bot.games.five_thousand.rules import State as FiveThousandState
from bot.mind.evaluator import Evaluator, NoEvaluator, Strength, Unit
from bot.mind.levels import evaluator_for_review, evaluator_of
from tests.mind.by_the_rules import after, assert_all_priced, assert_chances_add_up, assert_turns_add_up, with_value

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


def game_of(key: str, rules: dict[str, object], goal: int | None = None) -> GameWithOptions[Any, Any]:
    """The game with a goal, by default one that is worked out at once."""
    name, usual = ("target", 1500) if key == "5000" else ("goal", 800)
    return with_value(make(key, rules), name, goal or usual)  # type: ignore[type-var]


def alone(game: GameWithOptions[Any, Any]) -> Any:
    """The beginning of a game of one seat."""
    if game.key == "5000":
        return FiveThousandState(1, ((),), Seat(0), (not game.house_rules["opening"],))
    return AmbitionState(((),), (False,), Seat(0))


def alone_evaluator(game: GameWithOptions[Any, Any], folder: Path) -> Evaluator:
    """What says how many turns a player needs who is alone: in 5000 that is another evaluator than for two."""
    if isinstance(game, FiveThousand):
        return FiveThousandTurns(game, lambda work_out, *more: work_out())
    assert isinstance(game, Ambition)
    return AmbitionTurns(game, lambda work_out, *more: work_out())


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
        wins = key == "5000" or (seats != 3 and not game.length.several)
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


NEAR = {
    "5000": FiveThousandState(2, ((1000,), (1200,)), Seat(1), (True, True), 1, (1, 5), None, (1, 1, 1), 1000),
    "ambition": AmbitionState(((250,), (300,)), (True, True), Seat(0), 2, (2, 2, 2), risk=250, pending=200),
}


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "rules"), [("5000", rules) for rules in FIVE_THOUSAND] + [("ambition", rules) for rules in AMBITION]
)
def test_every_move_against_one_other_is_worth_the_chance_to_win_that_it_leads_to(
    key: str, rules: dict[str, object], seed: str, folder: Path
) -> None:
    game = game_of(key, rules)
    evaluator = evaluator_of(game, folder)
    start = game.new(2)
    assert_chances_add_up(game, start, evaluator)
    states = [state for state in some_states(game, start, seed, 200) if state.dice]
    for state in (*random.Random(seed).sample(states, 4), NEAR[key]):
        assert_chances_add_up(game, state, evaluator)


# -- Ambition between two, solved again: slowly, turn by turn as it is played, until nothing changes ------------------

Standing = tuple[int, bool]
"""A total, and whether its player has qualified."""
Course = dict[AmbitionState, Counter[tuple[Standing | None, AmbitionState | None]]]
"""What may follow before a throw: the standing of somebody who stops or must, the moment of somebody who throws on."""


def note_course(game: Ambition, state: AmbitionState, course: Course) -> AmbitionState:
    """Play a turn on in every way; the moment before its next throw, without dice that no rule asks for any more."""
    moment = replace(state, dice=(), last=None, aside=game.next_aside(state))
    if moment not in course:
        course[moment] = Counter()
        for chance, then in after(game, state, Roll()):
            total, over = game.total(then, Seat(0)), then.last is not None
            stops = over or Stop() in game.legal_actions(then)
            written = (total + game.stopped(then) * (not over), then.qualified[0]) if stops else None
            following = None if over else note_course(game, then, course)
            course[moment][written, following] += chance  # type: ignore[assignment]
    return moment


def least_lost(course: Course, lost: dict[Standing | None, float]) -> float:
    """The chance to lose before the turn of a course, by that of every standing after it."""
    found = dict[AmbitionState | None, float]()

    def before(moment: AmbitionState | None) -> float:
        if moment is not None and moment not in found:
            ways = course[moment].items()
            found[moment] = sum(chance * min(lost[end], before(then)) for (end, then), chance in ways)
        return found.get(moment, 1.0)

    return before(next(iter(course)))


@pytest.mark.parametrize("rules", AMBITION)
def test_the_chances_of_ambition_are_those_of_a_slow_solver(rules: dict[str, object]) -> None:
    """With 250 points to reach: a trio of 2s and a star are just that."""
    game = game_of("ambition", rules, 250)
    assert isinstance(game, Ambition)
    standings: list[Standing] = [(0, False), *((total, True) for total in range(0, game.goal, 50))]
    courses = dict[Standing, Course]()
    for total, qualified in standings:
        courses[total, qualified] = {}
        note_course(game.alone, AmbitionState(((total,),), (qualified,), Seat(0)), courses[total, qualified])
    wins = dict.fromkeys(product(standings, repeat=2), 0.5)
    for _ in range(160):
        for mine, theirs in wins:
            lost: dict[Standing | None, float] = {(game.goal, True): 0.0, None: 1.0}
            lost |= {other: wins[theirs, other] for other in standings}
            wins[mine, theirs] = 1.0 - least_lost(courses[mine], lost)
    duel = AmbitionDuel(game, lambda work_out, *more: work_out())
    for (mine, theirs), chance in wins.items():
        state = AmbitionState(((mine[0],), (theirs[0],)), (mine[1], theirs[1]), Seat(0))
        assert duel.advise(state).value == pytest.approx(chance, abs=1e-9)


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


def test_who_is_behind_in_ambition_dares_more_than_who_is_ahead(folder: Path) -> None:
    """At 4,700 of 5,000 with 100 at risk, it matters whether the other is nearly there."""
    evaluator = evaluator_of(make("ambition", {}), folder)

    def best(theirs: int) -> str:
        state = AmbitionState(((4700,), (theirs,)), (True, True), Seat(0), 1, (1, 2, 3), risk=100)
        return text(evaluator.advise(state).actions[0][0])

    assert best(theirs=1000) == "stop"
    assert best(theirs=4950) == "roll"


def test_the_chances_of_ambition_that_come_with_the_bot_are_those_of_its_rules(tmp_path: Path) -> None:
    """Nothing is worked out, alone or between two; and who throws first is worth a little."""
    game = make("ambition", {})
    evaluator = evaluator_of(game, tmp_path)
    assert evaluator.advise(game.new(2)).value == pytest.approx(0.514338, abs=1e-6)
    assert evaluator.advise(game.new(3)).value == pytest.approx(42.5198, abs=1e-4)
    assert not list(tmp_path.iterdir())


def test_who_has_left_leaves_turns_to_count_in_ambition(folder: Path, seed: str) -> None:
    """Somebody alone wants the goal in the fewest turns; by the review of the table they have won."""
    game = game_of("ambition", {})
    alone_now = game.drop(game.new(2), Seat(0), FairDice(b"-" * 32, "left")).state
    assert evaluator_of(game, folder).advise(alone_now).unit == Unit.TURNS
    reviewed = evaluator_for_review(game, 2, folder).advise(alone_now)
    assert (reviewed.unit, reviewed.strength, reviewed.value) == (Unit.WIN, Strength.EXACT, 1.0)
    partners = game_of("ambition", {"teams": True})
    one_less = partners.drop(partners.new(4), Seat(3), FairDice(b"-" * 32, "left")).state
    assert evaluator_of(partners, folder).advise(one_less).strength == Strength.ESTIMATE


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
