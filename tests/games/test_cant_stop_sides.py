"""Random games of Can't Stop in sides, against a model of two sides written without the rules."""

from itertools import permutations

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.gate import legal, play
from bot.games.cant_stop.rules import CantStop


class Model:
    """Two teams at the board, written without the rules: four players' cones as dictionaries."""

    def __init__(self, goal, jump, no_stop):
        self.goal, self.jump, self.no_stop = goal, jump, no_stop
        self.cones, self.closed, self.runners, self.at = [{}, {}, {}, {}], {}, {}, 0

    def taken(self, column, step):
        return any(self.cones[seat].get(column) == step for seat in range(4) if (seat - self.at) % 2)

    def climb(self, runners, column):
        if column in self.closed or (column not in runners and len(runners) == 3):
            return None
        step, top = runners.get(column, self.cones[self.at].get(column, 0)), 13 - 2 * abs(column - 7)
        if step == top:
            return None
        step += 1
        while self.jump and step < top and self.taken(column, step):
            step += 1
        return {**runners, column: step}

    def moves(self, dice):
        found = {}
        for first, second, third, fourth in permutations(dice):
            for one, other in ((first + second, third + fourth), (third + fourth, first + second)):
                once = self.climb(self.runners, one)
                if once is None:
                    continue
                twice = self.climb(once, other)
                if twice is not None:
                    found[tuple(sorted((one, other)))] = twice
                elif one == other or self.climb(self.runners, other) is None or len({*self.runners, one, other}) > 3:
                    found[(one,)] = once
        return {f"move {' '.join(map(str, move))}": after for move, after in found.items()}

    def next(self):
        self.runners = {}
        self.at = (self.at + 1) % 4

    def may_stop(self):
        return not (self.no_stop and any(self.taken(*runner) for runner in self.runners.items()))

    def play(self, do, dice):
        if do == "stop":
            for column, step in self.runners.items():
                self.cones[self.at][column] = step
                if step == 13 - 2 * abs(column - 7):
                    self.closed[column] = self.at
                    for seat in {0, 1, 2, 3} - {self.at}:
                        self.cones[seat].pop(column, None)
            won = [side % 2 for side in self.closed.values()].count(self.at % 2)
            over = won >= self.goal or len(self.closed) == 11
            self.next()
            return over
        if do == "roll":
            self.options = self.moves(dice)
            if not self.options:
                self.next()
            return False
        self.runners = self.options[do]
        return False


@pytest.mark.parametrize("variant", [{}, {"jump": True}, {"no_stop_on_cone": True}])
@pytest.mark.parametrize("goal", [3, 5])
def test_random_games_of_sides_go_as_the_model_says(random_game, seed, variant, goal):
    game = CantStop.from_options({"teams": True, "columns_to_win": goal, **variant})
    played = random_game(game, 4, seed)
    model = Model(goal, variant.get("jump"), variant.get("no_stop_on_cone"))
    state, ends = game.new(4), []
    for entry in played.entries:
        assert state.turn == model.at
        if state.dice and not state.moved:
            assert set(legal(game, state)) == set(model.options)
        if state.moved:
            assert ("stop" in legal(game, state)) == model.may_stop()
        state = play(game, state, entry.seat, entry.do, ScriptedDice(entry.dice)).state
        ends.append(model.play(entry.do, entry.dice[0] if entry.dice else ()))
        assert [dict(cones) for cones in state.cones] == model.cones
        assert dict(state.runners) == model.runners
    assert ends == [False] * (len(ends) - 1) + [True]
    sides = [sum(seat % 2 == side for seat in model.closed.values()) for side in (0, 1)]
    assert game.scores(state) == (*sides, *sides)
    best = [seat for seat in range(4) if sides[seat % 2] == max(sides)]
    assert list(game.outcome(state).winners) == best


def test_partners_who_leave_rank_last_and_their_columns_still_count(random_game, seed):
    game = CantStop.from_options({"teams": True})
    for number in range(8):
        played = random_game(game, 4, f"{seed} {number}", drops=0.02)
        gone, outcome = played.state.gone, game.outcome(played.state)
        own = [len(columns) for columns in played.state.won]
        assert list(outcome.scores) == [own[0] + own[2], own[1] + own[3]] * 2
        ranked = [seat for rank in outcome.ranks for seat in rank]
        assert set(ranked[4 - len(gone) :]) == set(gone)
