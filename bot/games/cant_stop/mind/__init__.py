"""What positions of Can't Stop are worth: the turns that a seat still needs, if nobody disturbs it.

Where runners can go, where they may stop and which columns are closed, the game's own rules say.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import product
from math import fsum, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bot.engine import Action, Roll, acting, has_power
from bot.games.cant_stop.mind.boards import known_boards
from bot.games.cant_stop.mind.turn import COLUMNS, ClimbCourse, ClimbPlan, ColumnPath
from bot.games.cant_stop.rules import (
    DICE,
    HEIGHTS,
    RUNNERS,
    CantStop,
    CantStopAction,
    Heights,
    Move,
    State,
    StopClimbing,
    height,
)
from bot.mind.evaluator import Advice, Evaluator, NoEvaluator, Strength, Unit
from bot.mind.levels import Mind
from bot.mind.players import RuleOfThumb
from bot.mind.reasons import COUNT, Finding, Quantity, RiskEnd, Split, risk_split
from bot.mind.throws import FACES


def _rare(column: int) -> int:
    return 1 + abs(column - 7)


def _share(column: int, step: int) -> float:
    """Return how much a cone so high stands for, beside cones in other columns, of what a board is worth.

    Rare columns count more, and upper spaces: half a column is worth less than half of it. A root is the same
    everywhere to the last digit; a power is not.
    """
    part = step / HEIGHTS[column]
    return _rare(column) * HEIGHTS[column] * part * sqrt(part) + (_FINISHED if part == 1 else 0)


_FINISHED = 20

# -- The turns that a seat still needs ---------------------------------------------------------------------------------

_TURNS = 4
"""Turns to remember, each with all that was worked out of it: every throw of a turn asks for the same."""


class _ClimbTurn(NamedTuple):
    """A turn worked out from where some runners stand."""

    plan: ClimbPlan
    spaces: dict[int, tuple[int, ...]]
    """By column, the spaces that the turn can reach."""
    placed: frozenset[int]
    """The columns of these runners."""

    def place_of(self, runners: Mapping[int, int]) -> int:
        """Return the place of ``runners`` in the plan."""
        return self.plan.place_of({COLUMNS.index(at): self.spaces[at].index(step) + 1 for at, step in runners.items()})

    def covers(self, runners: Mapping[int, int]) -> bool:
        """Whether the turn may go on to where ``runners`` stand."""
        return self.placed <= runners.keys() and all(step in self.spaces[at] for at, step in runners.items())


class ClimbWay(NamedTuple):
    """What an action of a turn leads to."""

    lucky: float
    """The chance that the next throw moves a runner; 1 for who stops."""
    worth: float
    """The number of turns that it saves on average, beside a turn that brings nothing."""
    safe: float
    """The chance that the turn is not lost."""
    counts: list[float]
    """What of that is due to each column."""
    climbed: list[float]
    """The part of each column that the turn climbs on average."""


def _risky(way: ClimbWay, lucky: float) -> Iterator[RiskEnd]:
    yield RiskEnd(1 - lucky, 0.0, True)
    if lucky:  # No throw is, once all runners are on their top steps.
        yield RiskEnd(lucky, way.worth / lucky, False, sum(way.climbed) / lucky)


@cache
def _sorts() -> list[tuple[tuple[int, ...], float]]:
    """Return one throw of each sort with its chance."""
    many = Counter(tuple(sorted(faces)) for faces in product(FACES, repeat=DICE))
    return [(faces, times / len(FACES) ** DICE) for faces, times in many.items()]


class CantStopTurns:
    """Evaluates the positions of Can't Stop.

    An answer takes 0.2 s of one core before a turn, some 10 ms for its first throw, and few once all runners are
    placed: keep it off the event loop. Values are turns in the present game of a match, this one included, as if nobody
    else were there, but for the cones and columns that lie there now. Cones of others count in this turn alone.
    """

    def __init__(self, game: CantStop) -> None:
        """Answer by the house rules of ``game``. Raises NoEvaluator if teams or the Power die are among them."""
        if has_power(game.house_rules):
            raise NoEvaluator(f"no evaluator for {game.key} with the Power die")
        if game.sides:
            raise NoEvaluator(f"no evaluator for {game.key} in teams: partners add their columns")
        self._game = game
        self._turns: Callable[[State], list[_ClimbTurn]] = lru_cache(maxsize=_TURNS)(lambda before: [])
        """What is worked out of a turn that begins so."""

    def advise(self, state: State) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end."""
        acting(state)
        turn = None if state.dice and not state.runners else self._known(state)

        def turns(action: CantStopAction) -> float:
            after = self._game.climbed(state, action) if isinstance(action, Move) else state
            known = turn or self._known(after)  # Where runners are placed, few ways lead on.
            plan, place = known.plan, known.place_of(dict(after.runners))
            worth = plan.worth if isinstance(action, Move) else plan.again if isinstance(action, Roll) else plan.stops
            return float(worth[place])

        valued = [(action, turns(action)) for action in self._game.legal_actions(state)]
        return Advice.of(Unit.TURNS, self._strength(state), valued)

    def _strength(self, state: State) -> Strength:
        if len(state.cones) > 1 or self._game.house_rules["must_maximise"]:
            return Strength.ESTIMATE  # Others may close columns, which nothing here foresees.
        return Strength.EXACT if known_boards().exact(self._left(state)) else Strength.NET

    def _left(self, state: State) -> list[int]:
        """Return the board of the seat to act: the steps that are left in open columns."""
        cones = state.cones[acting(state)]
        return [
            HEIGHTS[column] - height(cones, column) if self._game.winner(state, column) is None else 0
            for column in COLUMNS
        ]

    def ways(self, state: State, actions: Sequence[CantStopAction]) -> Iterator[ClimbWay]:
        """Yield how each of ``actions`` goes on, if every later choice is the best."""
        course: _ClimbTurn | None = None
        for action in actions:
            after = self._game.climbed(state, action) if isinstance(action, Move) else state
            runners = dict(after.runners)
            if course is None or not course.covers(runners):
                course = self._turn(state, ClimbCourse, self._known(after).plan.lost)
            plan = course.plan
            if not isinstance(plan, ClimbCourse):
                raise TypeError(plan)
            place = course.place_of(runners)
            stop, again = float(plan.stops[place]), float(plan.again[place])
            throws = isinstance(action, Roll) or (isinstance(action, Move) and again < stop)
            ending = (plan.again_ending(place) if throws else plan.stopped(place)).tolist()
            yield ClimbWay(
                self._lucky(after) if throws else 1.0,
                plan.lost - (again if throws else stop),
                ending[0],
                ending[1 : 1 + len(COLUMNS)],
                ending[1 + len(COLUMNS) :],
            )

    def _lucky(self, state: State) -> float:
        """Return the chance that the next throw moves a runner."""
        return fsum(chance for chance, moves in self._next(state) if moves)

    def _next(self, state: State) -> Iterator[tuple[float, list[Move]]]:
        """Yield each sort of throw with its chance and the moves that it allows."""
        for faces, chance in _sorts():
            moves = self._game.moves(replace(state, dice=faces, moved=False))
            yield chance, [move for some in moves.values() for move in some]

    def _known(self, state: State) -> _ClimbTurn:
        """Return the turn from where its runners stand, or from earlier on."""
        turns = self._turns(replace(state, runners=(), dice=(), moved=False, last=None))
        runners = dict(state.runners)
        for turn in turns:
            if turn.covers(runners):
                return turn
        # Where a net compares boards, a whole turn is quick, and says better than the net what a lost one is worth.
        whole = replace(state, runners=()) if known_boards().compares(self._left(state)) else state
        turns.append(self._turn(whole))
        return turns[-1]

    def _turn(self, state: State, plan_of: type[ClimbPlan] = ClimbPlan, lost: float | None = None) -> _ClimbTurn:
        seat, left = acting(state), self._left(state)
        needed = self._game.goal - len(state.won[seat])
        paths = {at: self._path(state, column) for at, column in enumerate(COLUMNS) if left[at]}
        plan = plan_of(
            {at: path for at, (path, _) in paths.items()},
            lambda columns, steps: known_boards().after(left, columns, steps, needed),
            1 + known_boards().turns(left, needed) if lost is None else lost,
            both=bool(self._game.house_rules["must_maximise"]),
            settles=lost is None and known_boards().compares(left),
        )
        spaces = {COLUMNS[at]: steps for at, (_, steps) in paths.items()}
        return _ClimbTurn(plan, spaces, frozenset(dict(state.runners)))

    def _path(self, state: State, column: int) -> tuple[ColumnPath, tuple[int, ...]]:
        """Return the path of an open column, and its spaces."""
        runner = dict(state.runners).get(column)
        steps = [] if runner is None else [runner]
        climbing = replace(state, runners=() if runner is None else ((column, runner),))
        while not steps or steps[-1] < HEIGHTS[column]:
            climbing = self._game.climbed(climbing, Move((column,)))
            steps.append(dict(climbing.runners)[column])
        cone = height(state.cones[acting(state)], column)
        alone = (replace(state, runners=((column, step),)) for step in steps)
        path = ColumnPath(
            placed=runner is not None,
            left=HEIGHTS[column] - np.array(steps),
            closed=[not self._game.may_stop(stopped) for stopped in alone],
            climbed=[step - cone for step in steps],
            share=[_share(column, step) - _share(column, cone) for step in steps],
        )
        return path, tuple(steps)


# -- Simple ways to play, and the face to the mind --------------------------------------------------------------------

_TWENTY_EIGHT = 28


def rule_of_28(game: CantStop) -> RuleOfThumb:
    """Prefer few runners and rare columns; stop once the steps of the turn count 28, or win."""

    def counted(runners: Heights, before: dict[int, int]) -> float:
        return sum(_rare(at) * (step - before.get(at, 0) + 1) for at, step in runners)

    def likes(state: State, action: Action) -> float:
        seat = state.turn or 0
        if isinstance(action, Move):
            placed = dict(state.runners)
            return float(sum(_rare(at) - 6 * (at not in placed) for at in set(action.columns)))
        finished = sum(HEIGHTS[at] == step for at, step in state.runners)
        enough = counted(state.runners, dict(state.cones[seat])) >= _TWENTY_EIGHT
        return float((enough or len(state.won[seat]) + finished >= game.goal) == isinstance(action, StopClimbing))

    return RuleOfThumb(game, likes)


class CantStopMind(Mind[CantStop]):
    """What Can't Stop knows of its positions: a turn worked out, and how many follow it."""

    def evaluator(self, game: CantStop, folder: Path) -> Evaluator:
        """Return what knows the turns still needed."""
        return CantStopTurns(game)

    def reviewer(self, game: CantStop, seats: int, folder: Path) -> Evaluator:
        """Return the same. Raise NoEvaluator for house rules by which later turns bring something else."""
        if game.house_rules["must_maximise"]:
            raise NoEvaluator(f"no review of {game.key} with must_maximise: boards take up to a tenth more turns by it")
        for rule in ("jump", "no_stop_on_cone"):
            if seats > 1 and game.house_rules[rule]:
                raise NoEvaluator(f"no review of {game.key} with {rule}: later turns depend on the cones of others")
        return self.evaluator(game, folder)

    def splits(
        self, game: CantStop, evaluator: Evaluator, state: State, best: CantStopAction, done: CantStopAction
    ) -> Iterator[Split]:
        """Split by the risk of the next throw, and by how far the runners have come."""
        if isinstance(evaluator, CantStopTurns):
            mine, other = evaluator.ways(state, (best, done))
            yield risk_split([*_risky(mine, mine.lucky)], [*_risky(other, other.lucky)], "stuck", "")[:1]
            yield risk_split([*_risky(mine, mine.safe)], [*_risky(other, other.safe)], "bust", "climbed", COUNT)
            yield [
                Quantity(Finding("column", high, low, COUNT, f"{Move.word} {column}"), counts - less)
                for column, high, low, counts, less in zip(
                    COLUMNS, mine.climbed, other.climbed, mine.counts, other.counts, strict=True
                )
            ]

    def strong(self, game: CantStop, folder: Path) -> Evaluator:
        """Return what a champion goes by, since the rule of 28 is far from that."""
        return self.evaluator(game, folder)

    def par(self, game: CantStop, folder: Path) -> Evaluator:
        """Return the rule of 28."""
        return rule_of_28(game)

    def greedy(self, game: CantStop) -> Evaluator:
        """Return an evaluator that takes the rarest columns, and stops once all runners are placed or one is on top."""

        def likes(state: State, action: Action) -> float:
            if isinstance(action, Move):
                return float(sum(map(_rare, action.columns)))
            enough = len(state.runners) == RUNNERS or any(HEIGHTS[at] == step for at, step in state.runners)
            return float(enough == isinstance(action, StopClimbing))

        return RuleOfThumb(game, likes)


MIND = CantStopMind()
