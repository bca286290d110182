"""Balut: the estimate knows that boxes bring points once they add up to enough, and the last turn exactly."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine import Level
from bot.engine.dice import FairDice
from bot.engine.gate import legal, play
from bot.engine.types import text
from bot.games import make
from bot.games.yum.rules import State, Yum
from bot.games.yum.scoring.boxes import Cell
from bot.mind.evaluator import Evaluator, Strength, Unit
from bot.mind.levels import evaluator_of, player_of

BALUT = {"asian_sheet": "balut"}
POINTS = {"fours": 12, "fives": 15, "sixes": 18, "straight": 15, "full_house": 20, "choice": 24, "balut": 0}
"""What each filled cell holds."""


def almost_full(game: Yum, faces: tuple[int, ...], throws: int = 3, **open_cells: int) -> State:
    """A sheet of which so many cells of some boxes are open, with a throw."""
    columns = tuple(
        tuple(
            None if number >= 4 - open_cells.get(box.key, 0) else Cell(POINTS[box.key], POINTS[box.key])
            for box in game.layout.boxes
        )
        for number in range(4)
    )
    return replace(game.new(1), sheets=(columns,), dice=faces, throws=throws)


def balut(**options: object) -> Yum:
    game = make("asian_yum", BALUT | options)
    assert isinstance(game, Yum)
    return game


@pytest.mark.parametrize("options", [{}, {"power": True}])
def test_every_move_of_balut_is_priced(options: dict[str, object], seed: str, tmp_path: Path) -> None:
    game = balut(**options)
    evaluator, choose, dice = evaluator_of(game, tmp_path), random.Random(seed), FairDice(bytes(32), seed)
    state, asked = game.new(2), 0
    while state.turn is not None:
        if choose.random() < 0.1:
            advice, asked = evaluator.advise(state), asked + 1
            assert {text(action) for action, _ in advice.actions} == set(legal(game, state))
            assert advice.strength is Strength.ESTIMATE
            assert advice.unit is Unit.POINTS
            assert -3 < advice.value < 60
        state = play(game, state, state.turn, choose.choice(list(legal(game, state))), dice).state
    assert asked


def test_the_last_cell_is_worth_the_grand_total(tmp_path: Path) -> None:
    game = balut()
    evaluator = evaluator_of(game, tmp_path)
    state = almost_full(game, (1, 2, 4, 6, 6), sixes=1)
    for action, value in evaluator.advise(state).actions:
        assert value == game.scores(play(game, state, 0, text(action), FairDice(bytes(32), "x")).state)[0]


def best(evaluator: Evaluator, state: State) -> str:
    return text(evaluator.advise(state).actions[0][0])


def test_points_count_where_a_box_still_needs_them(tmp_path: Path) -> None:
    """Three cells of sixes hold 54: a fourth with 24 makes 78, and 18 are nothing but a total score."""
    game = balut()
    evaluator = evaluator_of(game, tmp_path)
    assert best(evaluator, almost_full(game, (1, 6, 6, 6, 6), sixes=1, choice=1)) == "mark sixes"
    assert best(evaluator, almost_full(game, (3, 3, 6, 6, 6), sixes=1, full_house=1)) == "mark full_house"


def test_every_level_plays_balut(tmp_path: Path) -> None:
    game = balut()
    state = almost_full(game, (4, 4, 4, 2, 1), fours=1, straight=1)
    for level in Level:
        action = player_of(game, level, tmp_path).choose(state, state.turn or 0, random.Random(1))
        assert action in game.legal_actions(state)
    assert player_of(game, Level.BEGINNER, tmp_path).choose(state, 0, random.Random(2)) is not None
