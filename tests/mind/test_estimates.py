"""Estimates of sheets: the last turn is exact, and every sheet by nearly all of its rules has an answer."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.engine import POWER, Faces, Keep, multiplier
from bot.engine.dice import FairDice
from bot.engine.gate import legal, play
from bot.engine.types import text
from bot.games import CATALOGUE, make
from bot.games.yum.mind.estimate import SheetEstimate, levelled, pars_of, with_cell
from bot.games.yum.rules import State, Yum
from bot.games.yum.scoring import NO_BONUS
from bot.games.yum.scoring.boxes import Cell
from bot.games.yum.scoring.points import Scorer
from bot.mind.evaluator import Strength
from bot.mind.levels import evaluator_of
from tests.mind.by_the_rules import throws
from tests.mind.small_sheets import small

SHEETS = [key for key in CATALOGUE if isinstance(make(key, {}), Yum)]
RULES: list[tuple[str, dict[str, Any]]] = [
    ("yum_plus", {"power": True}),
    ("yum_classic", {"power": True, "freeze": "if_kept", "double_mandatory": True}),
    ("maxi_yum", {"saved_rolls": True, "power": True}),
    ("triple_yum", {"games_in_match": 2}),
    *((key, {}) for key in SHEETS),
]
_PRICE = 1.25
"""What a further throw costs, where there is one."""


def two_dice(options: Mapping[str, object], **throwing: object) -> Yum:
    """A sheet of Sixes and Chance for two dice: small enough for slow code."""
    game = small("yum_classic", ("sixes", "chance"), NO_BONUS, yum_bonus=False, joker="none", **options)
    layout = replace(game.layout, dice=2)
    changed = {
        "layout": layout,
        "scorer": Scorer(layout, None),
        "throwing": replace(game.throwing, dice=2, **throwing),
    }
    for name, value in changed.items():
        object.__setattr__(game, name, value)
    return game


class SlowTurn:
    """The last turn of a sheet, each throw followed by every keep that the rules allow."""

    def __init__(self, game: Yum, before: State) -> None:
        self._game, self._before = game, before
        self.value = cache(self._value)
        self._faces: list[int | None] = list(range(1, 7)) if game.throwing.power else [None]

    def position(self, number: int, faces: Faces, power: int | None) -> State:
        """After so many throws."""
        beyond = max(0, number - 3 - (power == POWER))
        spare = tuple(held - beyond for held in self._before.spare)
        return replace(self._before, throws=number, dice=faces, power=power, spare=spare)

    def _value(self, number: int, faces: Faces, power: int | None) -> float:
        state = self.position(number, faces, power)
        points = self._game.scorer.raw(state.sheets[0], 0, faces)[1] * multiplier(power)
        saved = sum(self._game.throwing.saved(state)) - sum(state.spare)
        keeps = [action for action in self._game.throws(state) if isinstance(action, Keep)]
        return max([points + saved * _PRICE, *(self.keeping(number, power, keep) for keep in keeps)])

    def keeping(self, number: int, power: int | None, keep: Keep) -> float:
        """What a keep brings, less the price of the throw."""
        free = number < 3 or (number == 3 and power == POWER)
        after = [power] if keep.power else self._faces
        found = sum(
            chance * self.value(number + 1, tuple(sorted((*keep.faces, *fallen))), face) / len(after)
            for fallen, chance in throws(2 - len(keep.faces)).items()
            for face in after
        )
        return found - (0 if free else _PRICE)


@pytest.mark.parametrize(
    ("options", "throwing"),
    [
        ({}, {}),
        ({"power": True}, {}),
        ({"power": True, "freeze": "if_kept"}, {}),
        ({}, {"tokens": 1}),
        ({"power": True}, {"tokens": 1}),
        ({}, {"saves": True}),
    ],
)
def test_the_last_turn_is_worked_out_by_every_rule_of_throwing(
    options: Mapping[str, object], throwing: Mapping[str, object]
) -> None:
    game = two_dice(options, **throwing)
    pars = replace(pars_of(game, 5), throw=_PRICE)
    spare = (int(bool(throwing)),)
    before = replace(game.new(1), sheets=(((Cell(6, 6), None),),), spare=spare)
    slow, evaluator = SlowTurn(game, before), SheetEstimate(game, pars)
    for number, faces, power in ((1, (1, 5), 6), (2, (3, 4), 2), (2, (3, 4), 4), (3, (1, 2), 6), (3, (2, 2), 1)):
        state = slow.position(number, faces, power if options else None)
        advice = evaluator.advise(state)
        besides = 6 + sum(state.spare) * _PRICE
        found = {action: worth - besides for action, worth in advice.actions if isinstance(action, Keep)}
        assert found == pytest.approx(
            {keep: slow.keeping(number, state.power, keep) for keep in game.throws(state) if isinstance(keep, Keep)}
        )


def test_a_double_is_worth_two_boxes_and_is_never_left_at_one_where_the_other_brings_more() -> None:
    game = two_dice({"power": True})
    evaluator = SheetEstimate(game, pars_of(game, 5))
    state = replace(game.new(1), throws=3, dice=(6, 6), power=5)
    worth = {text(action): value for action, value in evaluator.advise(state).actions}
    assert worth["mark sixes"] == worth["mark chance"] == 24
    state = play(game, state, 0, "mark sixes", FairDice(bytes(32), "x")).state
    worth = {text(action): value for action, value in evaluator.advise(state).actions}
    assert worth["mark chance"] == 24 > worth["done"]


def test_saved_throws_that_a_turn_has_used_do_not_matter() -> None:
    game = two_dice({}, saves=True)
    evaluator = SheetEstimate(game, pars_of(game, 5))
    turns = [replace(game.new(1), throws=throws, dice=(6, 5), spare=(2,)) for throws in (4, 9)]
    short, long = (dict(evaluator.advise(turn).actions) for turn in turns)
    assert short == long
    assert any(action.word == "keep" for action in long)


@pytest.mark.sample(3)
@pytest.mark.parametrize(("key", "options"), RULES)
def test_every_legal_action_of_every_sheet_is_priced(key: str, options: dict[str, Any], seed: str) -> None:
    game = make(key, options)
    assert isinstance(game, Yum)
    evaluator, choose, dice = SheetEstimate(game, pars_of(game, 3)), random.Random(seed), FairDice(bytes(32), seed)
    state, asked = game.new(2), 0
    while state.turn is not None:
        actions = legal(game, state)
        if choose.random() < 0.1:
            advice, asked = evaluator.advise(state), asked + 1
            assert {text(action) for action, _ in advice.actions} == set(actions)
            assert all(np.isfinite(worth) and abs(worth) < 1e5 for _, worth in advice.actions)
            assert advice.strength is Strength.ESTIMATE
        state = play(game, state, state.turn, choose.choice(list(actions)), dice).state
    assert asked


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["yum_plus", "triple_yum"])
def test_sixes_are_dearer_than_ones_in_every_column(key: str) -> None:
    """To strike a box costs more than to strike the one above it: its price, and its part of the bonus."""
    game = make(key, {})
    assert isinstance(game, Yum)
    pars = pars_of(game, 300)
    estimate, start = SheetEstimate(game, pars), game.new(1)
    (sheet,) = start.sheets
    for column in range(game.layout.columns):
        struck = [replace(start, sheets=(with_cell(sheet, column, box, Cell(0, 0)),)) for box in range(6)]
        cost = [estimate.before(start) - estimate.before(state) for state in struck]
        assert cost == sorted(cost)
        assert cost[0] > 10
    assert (pars.upper[:, :6] <= [box.maximum for box in game.layout.boxes[:6]]).all()


@pytest.mark.long
def test_the_search_for_the_pars_of_triple_yum_settles() -> None:
    """Followed too quickly, its bonus came and went: prices of the last column moved by 26 points in fifty rounds."""
    game = make("triple_yum", {})
    assert isinstance(game, Yum)
    earlier, then = (pars_of(game, rounds).prices for rounds in (850, 900))
    assert np.abs(earlier - then).max() < 6


@pytest.mark.long
def test_the_bonus_of_maxi_yum_is_worth_playing_for() -> None:
    """It is so high that a search which follows it too quickly gives it up in the end."""
    game = make("maxi_yum", {})
    assert isinstance(game, Yum)
    assert pars_of(game).upper.sum() > 80  # It takes 84.


@pytest.mark.long
def test_pars_are_worked_out_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make("yum_color", {"kismet_penalty": True})
    found = evaluator_of(game, tmp_path).advise(game.new(2))
    assert found.strength is Strength.ESTIMATE
    monkeypatch.setattr("bot.games.yum.mind.estimate.pars_of", None)
    assert evaluator_of(game, tmp_path).advise(game.new(2)) == found


@pytest.mark.long(9)
def test_a_game_brings_what_the_estimate_says_of_its_beginning() -> None:
    game = make("yum_classic", {})
    assert isinstance(game, Yum)
    pars = levelled(game, pars_of(game))
    evaluator, scores = SheetEstimate(game, pars), []
    for number in range(30):
        state, dice = game.new(1), FairDice(number.to_bytes(32, "little"), "estimate")
        while state.turn is not None:
            state = play(game, state, state.turn, text(evaluator.advise(state).actions[0][0]), dice).state
        scores.append(game.scores(state)[0])
    error = np.std(scores) / len(scores) ** 0.5
    assert abs(evaluator.advise(game.new(1)).value - np.mean(scores)) < 4 * error
    assert np.mean(scores) > 220  # What greedy play makes.
