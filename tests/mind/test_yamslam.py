"""Estimates of Yamslam: every legal action has its worth, and a player who takes the best one wins."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.engine import Action, AnyGame, Keep, Seat
from bot.engine.errors import GameOver
from bot.games import make
from bot.games.yamslam.mind import YamslamEstimate
from bot.games.yamslam.rules import NONE, PLACES, State, Take, Yamslam
from bot.mind.evaluator import NoEvaluator
from tests.mind.playing import at_random, best_by, final, matches_won, positions

OPTIONS: list[tuple[dict[str, object], int]] = [
    ({}, 1),
    ({}, 3),
    ({"quad_is_two_pair": True, "sliding_round": True}, 2),
    ({"forced_take": True, "games_in_match": 2}, 2),
    ({"teams": True}, 4),
]


def yamslam(**options: object) -> Yamslam:
    """The game by these house rules."""
    game = make("yamslam", options)
    assert isinstance(game, Yamslam)
    return game


def chips(**numbers: int) -> tuple[int, ...]:
    """So many chips of each kind; the words of kinds that begin with a digit end with it here."""
    found = list(NONE)
    for kind, number in numbers.items():
        found[PLACES[kind if kind in PLACES else kind[::-1]]] = number
    return tuple(found)


@pytest.mark.parametrize(("options", "seats"), OPTIONS)
def test_every_legal_action_is_priced_and_the_best_is_the_worth_of_the_position(
    options: dict[str, object], seats: int
) -> None:
    game = yamslam(**options)
    evaluator = YamslamEstimate(game)
    every = list(positions(game, 1, *[at_random(seat) for seat in range(seats)]))
    for state in random.Random(2).sample(every[:-1], 30):
        advice = evaluator.advise(state)
        assert sorted(map(str, game.legal_actions(state))) == sorted(str(action) for action, _ in advice.actions)
        worth = [value for _, value in advice.actions]
        assert worth == sorted(worth, reverse=True)
        assert advice.value == worth[0]
    with pytest.raises(GameOver):
        evaluator.advise(every[-1])


def test_a_keep_is_worth_the_mean_of_the_throws_that_follow() -> None:
    game = yamslam()
    evaluator = YamslamEstimate(game)
    for seed, faces in enumerate(((1, 1, 3, 4, 5), (2, 2, 5, 5, 5), (6, 6, 6, 6, 6))):
        every = list(positions(game, seed, at_random(seed), at_random(7)))
        state = replace(random.Random(seed).choice([one for one in every[:-1] if not one.throws]), dice=faces)
        values = dict(evaluator.advise(replace(state, throws=2)).actions)
        for keep in (faces[:3], faces[2:], faces[1:]):
            thrown = [(*keep, *rest) for rest in product(range(1, 7), repeat=5 - len(keep))]
            after = [evaluator.advise(replace(state, throws=3, dice=dice)).value for dice in thrown]
            assert values[Keep(keep)] == pytest.approx(sum(after) / len(after), abs=1e-9)


def test_a_keep_of_the_first_throw_is_worth_the_mean_of_the_second_throws() -> None:
    game = yamslam()
    evaluator, state = YamslamEstimate(game), game.new(2)
    keep = Keep((3, 3, 4, 6))
    values = dict(evaluator.advise(replace(state, throws=1, dice=(3, 3, 4, 6, 6))).actions)
    after = [evaluator.advise(replace(state, throws=2, dice=(*keep.faces, face))).value for face in range(1, 7)]
    assert values[keep] == pytest.approx(sum(after) / 6, abs=1e-9)


@pytest.mark.long
def test_before_the_dice_a_position_is_worth_the_mean_of_first_throws() -> None:
    game = yamslam()
    evaluator, state = YamslamEstimate(game), game.new(2)
    throws = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=5))
    first = [often * evaluator.advise(replace(state, throws=1, dice=dice)).value for dice, often in throws.items()]
    assert evaluator.advise(state).value == pytest.approx(sum(first) / 6**5, abs=1e-9)


def test_where_a_chip_ends_the_game_its_worth_is_the_final_score() -> None:
    game = yamslam()
    state = State(chips(ls=1), NONE, (chips(k3=4, ls=3), chips(ss=2)), Seat(0), throws=3, dice=(2, 3, 4, 5, 6))
    advice = YamslamEstimate(game).advise(state)
    assert advice.actions[0] == (Take("ls"), 4 * 10 + 4 * 50 + 2 * 30 + 20)


def test_alone_a_yamslam_is_worth_both_of_its_chips() -> None:
    game = yamslam()
    state = State(chips(ls=1), chips(k4=1), (chips(ls=1),), Seat(0), throws=3, dice=(5,) * 5)
    advice = YamslamEstimate(game).advise(state)
    assert advice.actions[0] == (Take("ls"), 50 + 50 + 40 + 20)


def test_the_power_die_has_no_evaluator() -> None:
    with pytest.raises(NoEvaluator, match="Power"):
        YamslamEstimate(yamslam(power=True))


def greedy(game: AnyGame, state: Any) -> Action:
    """Keep the most frequent faces, and take the dearest chip."""
    legal = game.legal_actions(state)
    takes = [action for action in legal if isinstance(action, Take)]
    if takes:
        return max(takes, key=lambda one: PLACES[one.kind])
    keeps = [action for action in legal if isinstance(action, Keep) and len(set(action.faces)) == 1]
    return max(keeps, key=lambda one: len(one.faces)) if keeps else legal[-1]


def test_the_best_actions_alone_bring_more_than_greed() -> None:
    game = yamslam()
    best = game.scores(final(game, 5, best_by(YamslamEstimate(game))))[0]
    assert best > game.scores(final(game, 5, greedy))[0] + 100


@pytest.mark.long(9)
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("other", "least"), [(at_random(9), 19), (greedy, 16)])
def test_the_best_actions_win(other: Any, least: int) -> None:
    game = yamslam()
    assert matches_won(game, best_by(YamslamEstimate(game)), other, 20) >= least
