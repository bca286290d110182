"""Pig: what a throw and a stop do, and when computers stop."""

import pytest

from bot.engine import ScriptedDice, Seat
from bot.engine.gate import legal, play
from bot.games import make
from bot.games.pig.rules import State

PIG = make("pig", {})


def after(state: State, *moves: str) -> State:
    """The position after throws (``4``) and stops."""
    for move in moves:
        dice = ScriptedDice([(int(move),)] if move.isdecimal() else [])
        state = play(PIG, state, PIG.turn(state), "roll" if move.isdecimal() else move, dice).state
    return state


def test_a_stop_writes_what_fell_and_a_1_loses_it() -> None:
    state = after(PIG.new(2), "4", "6", "stop", "5", "1")
    assert (state.totals, state.turn) == ((10, 0), Seat(0))


def test_nobody_stops_before_a_throw() -> None:
    assert list(legal(PIG, PIG.new(2))) == ["roll"]


def test_the_first_seat_with_100_points_wins() -> None:
    state = after(State((95, 99), Seat(0)), "5", "stop")
    assert PIG.outcome(state).ranks == ((Seat(0),), (Seat(1),))


@pytest.mark.parametrize(("level", "points"), [("greedy", 8), ("par", 15)])
def test_a_computer_stops_with_so_many_points(level: str, points: int) -> None:
    mind = pytest.importorskip("bot.games.pig.mind").MIND
    seen = mind.greedy(PIG) if level == "greedy" else mind.par(PIG, None)
    best = {risk: seen.advise(State((0, 0), Seat(0), (2,), risk)).actions[0][0].word for risk in (points - 1, points)}
    assert best == {points - 1: "roll", points: "stop"}


def test_the_champion_dares_what_the_goal_asks_for() -> None:
    champion = pytest.importorskip("bot.games.pig.mind").MIND.evaluator(PIG, None)
    best = {total: champion.advise(State((total, 0), Seat(0), (2,), 20)).actions[0][0].word for total in (0, 75)}
    assert best == {0: "stop", 75: "roll"}
