"""The chance to win Yamslam against one other: a net says what comes after a turn."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.engine import Seat
from bot.games import make
from bot.games.yamslam.mind import (
    PLACES_OF_CHIPS,
    RoundMoment,
    YamslamDuel,
    YamslamEstimate,
    digest,
    greedy_yamslam,
    par_yamslam,
)
from bot.games.yamslam.rules import KINDS, NONE, PLACES, Pass, State, Take, Yamslam
from bot.mind.evaluator import NoEvaluator, Strength, Unit
from bot.mind.levels import evaluator_of
from bot.mind.net import SheetNet
from tests.mind.playing import at_random, positions

SCRIPTS = Path(__file__).parents[2] / "scripts" / "mind"
LONG_STRAIGHT = PLACES["ls"]


def yamslam(**options: object) -> Yamslam:
    """The game by these house rules."""
    game = make("yamslam", options)
    assert isinstance(game, Yamslam)
    return game


def some_net(game: Yamslam) -> SheetNet:
    """A net that was never trained, and says chances between 0 and 1."""
    draw, kinds = np.random.default_rng(3), len(KINDS)
    upper, links = kinds * len(RoundMoment), kinds * len(PLACES_OF_CHIPS)
    rows = [draw.standard_normal((many, 8)).astype(np.float16) for many in (upper, links, 0)]
    linear = draw.standard_normal(upper + links + 1) / 40
    linear[-1] = 0.5
    others = (draw.standard_normal((4, 8)) / 40, draw.standard_normal(4), draw.standard_normal(4) / 10, linear)
    return SheetNet(digest(game), *rows, *(part.astype(np.float32) for part in others))


def duel() -> YamslamDuel:
    """What that net says."""
    game = yamslam()
    return YamslamDuel(game, some_net(game), YamslamEstimate(game))


def last_chip(own: int, other: int) -> State:
    """A large straight fits the last chip; both have so many of the chips for two pairs."""
    rack, mine, theirs = list(NONE), list(NONE), list(NONE)
    rack[LONG_STRAIGHT], mine[0], theirs[0] = 1, own, other
    taken = (tuple(mine), tuple(theirs))
    return State(tuple(rack), NONE, taken, Seat(0), throws=3, dice=(2, 3, 4, 5, 6))


def test_who_takes_the_last_chip_and_has_more_wins() -> None:
    values = dict(duel().advise(last_chip(0, 1)).actions)
    assert values[Take("ls")] == 1


def test_a_pass_that_removes_the_last_chip_ends_the_game() -> None:
    for own, other, won in ((2, 0, 1), (1, 1, 0.5), (0, 2, 0)):
        now = last_chip(other, own)
        second = replace(now, turn=Seat(1))  # The first player has passed before.
        assert dict(duel().advise(second).actions)[Pass()] == won


def test_the_others_chance_is_what_is_left() -> None:
    """After a pass the other throws: what the game is worth to them, the seat has not."""
    game, evaluator = yamslam(), duel()
    thrown = replace(game.new(2), throws=3, dice=(1, 1, 2, 4, 6))
    passed = dict(evaluator.advise(thrown).actions)[Pass()]
    after = YamslamDuel(game, some_net(game), YamslamEstimate(game))._chance
    chips = tuple((0, 0, 4) for _ in KINDS)
    assert passed == pytest.approx(1 - after(chips, RoundMoment.SECOND))
    assert passed != pytest.approx(1 - after(chips, RoundMoment.FIRST))


def test_it_answers_in_points_unless_two_play_by_its_rules(tmp_path: Path) -> None:
    assert duel().advise(yamslam().new(3)).unit is Unit.POINTS
    assert duel().advise(replace(yamslam().new(2), gone=(Seat(1),))).unit is Unit.POINTS
    for options in ({"sliding_round": True}, {"games_in_match": 2}, {"tiebreak": "most_kinds"}):
        assert evaluator_of(yamslam(**options), tmp_path).advise(yamslam(**options).new(2)).unit is Unit.POINTS
    advice = evaluator_of(yamslam(), tmp_path).advise(yamslam().new(2))
    assert (advice.unit, advice.strength) == (Unit.WIN, Strength.NET)


def test_a_match_has_no_net() -> None:
    with pytest.raises(NoEvaluator, match="matches"):
        digest(yamslam(games_in_match=3))


@pytest.mark.long
@pytest.mark.timeout(900)
def test_machine_code_sees_a_turn_as_the_players_of_the_bot_do(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba", reason="pip install -e '.[train]'")
    monkeypatch.syspath_prepend(SCRIPTS)
    racks: Any = import_module("yamslam_racks")
    rules, _, dice = racks.rules_for_racks()
    game, seen = yamslam(), 0
    known = racks.in_machine_code(some_net(game))
    players = [(racks.BY_NET, duel()), (racks.GREEDILY, greedy_yamslam(game)), (racks.BY_PAR, par_yamslam(game))]
    for seed in range(3):
        for state in positions(game, seed, at_random(seed), at_random(seed + 9)):
            if state.turn is not None and not state.throws:
                seat, moment = state.turn, 2 * state.turn + (state.fruitful or state.won)
                chips = np.array([[state.taken[seat], state.taken[1 - seat], state.rack]])
                for who, evaluator in players:
                    (said,) = racks.a_turn_ahead(who, chips, np.array([moment]), known, rules, dice)
                    assert evaluator.advise(state).value == pytest.approx(float(said), abs=2e-3)
                seen += 1
    assert seen > 100
