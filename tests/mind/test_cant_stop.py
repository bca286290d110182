"""Values of Can't Stop: boards alone, one turn as the rules say, and a player who takes the best action wins."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import replace
from importlib import import_module
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bot.engine import Action, AnyGame, Roll, Seat
from bot.engine.errors import GameOver
from bot.games import CATALOGUE, make
from bot.games.cant_stop.mind import CantStopTurns
from bot.games.cant_stop.mind.boards import known_boards
from bot.games.cant_stop.rules import HEIGHTS, CantStop, Heights, Move, State, StopClimbing
from bot.mind.evaluator import NoEvaluator, Strength
from bot.mind.levels import evaluator_for_review, evaluator_of
from tests.mind.playing import at_random, best_by, matches_won, positions
from tests.mind.slow_climb import SlowClimb, SlowGame, steps_left

OPTIONS: list[dict[str, object]] = [
    {},
    {"jump": True},
    {"no_stop_on_cone": True},
    {"must_maximise": True},
    {"columns_to_win": 4},
]


def cant_stop(**options: object) -> CantStop:
    """The game by these house rules."""
    game = make("cant_stop", options)
    assert isinstance(game, CantStop)
    return game


def tops(*columns: int) -> Heights:
    """Cones on top of these columns."""
    return tuple((column, HEIGHTS[column]) for column in columns)


def late(own: Heights, others: Heights, *, own_won: tuple[int, ...] = (3,), others_won: tuple[int, ...] = ()) -> State:
    """A position before a turn of the first of two seats."""
    cones = (tuple(sorted(own + tops(*own_won))), tuple(sorted(others + tops(*others_won))))
    return State(cones, (own_won, others_won), Seat(0), (5, 5))


SMALL = [
    late(((2, 1), (5, 7), (7, 11), (10, 6)), ((7, 12), (10, 5)), own_won=(3, 6), others_won=(4, 8, 9, 11, 12)),
    late(((2, 1), (7, 12), (8, 9)), ((7, 11), (12, 2)), own_won=(5,), others_won=(3, 4, 6, 9, 10, 11)),
    late(((4, 5), (6, 10), (8, 6)), ((4, 6), (8, 9)), own_won=(7, 9), others_won=(2, 3, 5, 10, 11, 12)),
    late(((7, 9), (9, 6), (12, 1)), (), own_won=(2, 3), others_won=(4, 5, 6, 8, 10, 11)),
]


@pytest.mark.sample(4)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("place", range(len(SMALL)))
def test_values_are_those_of_simple_code_that_asks_the_rules(options: dict[str, object], place: int) -> None:
    game, state = cant_stop(**options), SMALL[place]
    evaluator, slow = CantStopTurns(game), SlowClimb(game, state)
    choose = random.Random(place)
    for _ in range(6):
        found = dict(evaluator.advise(state).actions)
        assert found == pytest.approx({action: slow.of(state, action) for action in game.legal_actions(state)})
        for _ in range(4):
            action = choose.choice([Roll(), *[one for one in game.legal_actions(state) if isinstance(one, Move)]])
            if isinstance(action, Move):
                state = replace(game.climbed(state, action), moved=True)
                break
            thrown = replace(state, dice=tuple(choose.choices(range(1, 7), k=4)), moved=False)
            if game.legal_actions(thrown):
                state = thrown
                break


@pytest.mark.sample(2)
@pytest.mark.parametrize("options", [*OPTIONS, {"games_in_match": 2}], ids=str)
def test_every_legal_action_is_priced_and_the_best_is_the_worth_of_the_position(options: dict[str, object]) -> None:
    game = cant_stop(**options)
    evaluator = CantStopTurns(game)
    every = list(positions(game, 3, at_random(1), at_random(2), at_random(3)))
    for state in random.Random(4).sample(every[:-1], 6):
        advice = evaluator.advise(state)
        assert sorted(map(str, game.legal_actions(state))) == sorted(str(action) for action, _ in advice.actions)
        worth = [value for _, value in advice.actions]
        assert worth == sorted(worth)
        assert advice.value == worth[0]
        assert worth[0] >= 1
    with pytest.raises(GameOver):
        evaluator.advise(every[-1])


def test_who_can_win_by_stopping_needs_this_turn_alone() -> None:
    state = replace(late((), (), own_won=(3, 7)), dice=(6, 6, 1, 1), moved=True, runners=((2, 1), (12, 3)))
    advice = CantStopTurns(cant_stop()).advise(state)
    assert advice.actions[0] == (StopClimbing(), 1)
    assert dict(CantStopTurns(cant_stop(columns_to_win=4)).advise(state).actions)[StopClimbing()] > 2


def test_the_race_is_worth_what_the_game_alone_is(tmp_path: Path) -> None:
    race = make("cant_stop_race", {"must_maximise": True})
    evaluator, alone = evaluator_of(race, tmp_path), CantStopTurns(cant_stop(must_maximise=True))
    for state in list(positions(race, 8, at_random(8)))[5:8]:
        assert evaluator.advise(state) == alone.advise(state.runs[0])


@pytest.mark.parametrize(("options", "why"), [({"power": True}, "Power"), ({"teams": True}, "teams")])
def test_who_cannot_be_evaluated_is_told_so(options: dict[str, object], why: str) -> None:
    with pytest.raises(NoEvaluator, match=why):
        CantStopTurns(cant_stop(**options))


# -- Boards alone ----------------------------------------------------------------------------------------------------


def alone(left: dict[int, int], needed: int) -> State:
    """A board of which so many steps are left in open columns; somebody else has won the others."""
    cones = tuple((at, HEIGHTS[at] - steps) for at, steps in sorted(left.items()) if steps < HEIGHTS[at])
    own = tuple(at for at in HEIGHTS if at not in left)[: 3 - needed]
    closed = tuple(at for at in HEIGHTS if at not in left and at not in own)
    return State((tuple(sorted(cones + tops(*own))), tops(*closed)), (own, closed), Seat(0), (0, 0))


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("left", "needed"),
    [
        ({2: 3}, 1),
        ({6: 2, 7: 1, 8: 2}, 2),
        ({4: 1, 7: 3, 12: 1}, 3),
        ({5: 2, 6: 1, 9: 1, 10: 1}, 3),
        ({3: 1, 7: 2, 11: 1}, 1),
    ],
)
def test_small_boards_take_as_many_turns_as_simple_code_finds_by_the_rules(left: dict[int, int], needed: int) -> None:
    game, state = cant_stop(), alone(left, needed)
    assert known_boards().turns(steps_left(game, state, Seat(0)), needed) == pytest.approx(
        SlowGame(game).turns(state), abs=0.0006
    )


@pytest.mark.parametrize(
    ("open_columns", "needed", "turns"),
    [((2, 3, 4, 11, 12), 3, 14.637), ((6, 7, 8), 1, 3.472), ((4, 6, 8, 10), 2, 4.607)],
)
def test_boards_with_closed_columns_take_as_many_turns_as_another_maker_found(
    open_columns: tuple[int, ...], needed: int, turns: float
) -> None:
    state = alone({at: HEIGHTS[at] for at in open_columns}, needed)
    assert CantStopTurns(cant_stop()).advise(state).value == pytest.approx(turns, rel=0.02)


def worked_out() -> list[dict[str, Any]]:
    """Boards at random with their exact values (``scripts/mind/cant_stop.py measure``)."""
    found: list[dict[str, Any]] = json.loads((Path(__file__).parent / "shipped" / "cant_stop_boards.json").read_text())
    return found


def test_boards_at_random_are_at_most_two_percent_off() -> None:
    found = worked_out()
    assert len(found) == 200
    game = cant_stop()
    for board in random.Random(5).sample(found, 12):
        left = {at: steps for at, steps in zip(HEIGHTS, board["left"], strict=True) if steps}
        value = CantStopTurns(game).advise(alone(left, board["needed"])).value
        assert value == pytest.approx(board["exact"], rel=0.02), board
    assert max(abs(board["said"] / board["exact"] - 1) for board in found) <= 0.02
    assert max(board["taken"] / board["exact"] - 1 for board in found) <= 0.02


def test_mirrored_boards_with_few_open_columns_are_the_same() -> None:
    assert known_boards().turns([0, 2, 0, 4, 0, 6, 0, 0, 0, 0, 0], 2) == known_boards().turns(
        [0] * 5 + [6, 0, 4, 0, 2, 0], 2
    )


def test_values_say_how_sure_they_are() -> None:
    game = cant_stop()
    assert CantStopTurns(game).advise(game.new(1)).strength is Strength.NET
    few = replace(game.new(1), won=((7,),), cones=(tops(7),))
    assert CantStopTurns(game).advise(few).strength is Strength.NET
    several = alone({6: 2, 7: 1, 8: 2}, 2)
    assert CantStopTurns(game).advise(several).strength is Strength.ESTIMATE, "others may close columns"


@pytest.mark.parametrize("rule", ["jump", "no_stop_on_cone"])
def test_cones_of_others_that_count_leave_no_review_but_alone_there_are_none(rule: str, tmp_path: Path) -> None:
    game = cant_stop(**{rule: True})
    with pytest.raises(NoEvaluator, match="cones of others"):
        evaluator_for_review(game, 2, tmp_path)
    assert [CATALOGUE[game.key].reviewed(game, seats) for seats in (1, 2)] == [True, False]
    evaluator_for_review(game, 1, tmp_path)


@pytest.mark.parametrize("key", ["cant_stop", "cant_stop_race"])
def test_a_rule_that_changes_every_throw_leaves_no_review(key: str, tmp_path: Path) -> None:
    """By *Pairing must move both* boards take up to 11 % more turns than the table says."""
    game = make(key, {"must_maximise": True})
    with pytest.raises(NoEvaluator, match="must_maximise"):
        evaluator_for_review(game, 1, tmp_path)
    assert not CATALOGUE[key].reviewed(game, 1)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("c++") is None, reason="it needs a compiler")
def test_the_solver_finds_what_simple_code_finds_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "scripts" / "mind")
    solver_of = import_module("cant_stop").Solver
    game = cant_stop()
    for left, needed in (({6: 2, 7: 1, 8: 2}, 2), ({2: 1, 5: 2, 7: 2, 9: 1, 12: 1}, 3)):
        state = alone(left, needed)
        exact = SlowGame(game).turns(state)
        assert solver_of(steps_left(game, state, Seat(0))).value(needed) == pytest.approx(exact, rel=1e-4)
    both = cant_stop(must_maximise=True)
    state = alone({6: 2, 7: 1, 8: 2}, 2)
    solver = solver_of(steps_left(both, state, Seat(0)), must_maximise=True)
    assert solver.value(2) == pytest.approx(SlowGame(both).turns(state), rel=1e-4)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("c++") is None, reason="it needs a compiler")
def test_a_whole_game_on_low_columns_by_slices_is_the_solvers_though_it_stops_in_between(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each run has time for 40 slices; the sets of 9, 10 and 11 open columns have more."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "scripts" / "mind")
    script = import_module("cant_stop")
    low, goal = (1, 1, 1, 1, 2, 3, 2, 1, 1, 1, 1), 3
    runs = 0
    while not capsys.readouterr().out:
        monkeypatch.setattr(script, "time", SimpleNamespace(monotonic=count().__next__))
        script.whole_game(tmp_path, goal, 5, 40, low)
        runs += 1
    assert runs > 3
    solver = script.Solver(low)
    assert solver.value(goal) > 1
    for file in tmp_path.glob("*.f32"):
        mask = int(file.stem)
        needed = goal - (len(low) - mask.bit_count())
        assert np.fromfile(file, np.float32) == pytest.approx(solver.values[mask][:, needed - 1], rel=2e-4)
    assert len(list(tmp_path.glob("*.f32"))) == 1 + 11 + 55


def rule_of_28(game: AnyGame, state: Any) -> Action:
    """Prefer few runners and rare columns, and stop once the steps of the turn count 28."""
    legal = game.legal_actions(state)
    placed, before = dict(state.runners), dict(state.cones[state.turn])

    def counted(runners: Heights) -> float:
        return sum((1 + abs(at - 7)) * (step - before.get(at, 0) + 1) for at, step in runners)

    def liked(move: Move) -> float:
        return sum(1 + abs(at - 7) - 6 * (at not in placed) for at in set(move.columns))

    moves = [action for action in legal if isinstance(action, Move)]
    if moves:
        return max(moves, key=liked)
    finished = sum(HEIGHTS[at] == step for at, step in state.runners)
    enough = counted(state.runners) >= 28 or len(state.won[state.turn]) + finished >= game.goal
    return StopClimbing() if StopClimbing() in legal and enough else Roll()


@pytest.mark.long(8)
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("other", "games", "least"), [(at_random(9), 6, 6), (rule_of_28, 12, 8)])
def test_the_best_actions_win(other: Any, games: int, least: int) -> None:
    game = cant_stop()
    assert matches_won(game, best_by(CantStopTurns(game)), other, games) >= least


def test_the_moves_of_a_first_throw_are_worth_what_the_whole_turn_says() -> None:
    game = cant_stop()
    thrown = replace(game.new(2), turn=Seat(0), dice=(2, 3, 5, 5))
    before = CantStopTurns(game)
    before.advise(game.new(2))
    by_turn, by_move = before.advise(thrown), CantStopTurns(game).advise(thrown)
    assert [action for action, _ in by_move.actions] == [action for action, _ in by_turn.actions]
    assert [worth for _, worth in by_move.actions] == pytest.approx([worth for _, worth in by_turn.actions])
