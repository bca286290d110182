"""What positions of Can't Stop are worth: an estimate of the turns that a seat still needs, whatever others do.

Where runners can go, where they may stop and which columns are closed, the game's own rules say.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import fsum, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import Action, Roll, acting, has_power
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
    pairings,
)
from bot.mind.evaluator import Advice, Evaluator, NoEvaluator, Strength, Unit
from bot.mind.levels import Mind
from bot.mind.players import RuleOfThumb
from bot.mind.reasons import COUNT, Finding, Quantity, RiskEnd, Split, risk_split
from bot.mind.throws import FACES, Values

# -- The way that cones have brought a seat, and an estimate of the turns that it still needs ------------------------
# A column counts for its spaces, each as much as the column is rare; the upper ones count more, a finished column more
# still. The numbers that turn this into turns fit games of :class:`CantStopEstimate` alone.

_FINISHED = 20
_PER_TURN = 24.5
"""What a turn brings on average."""
_WHOLE_WAY = {3: 143.0, 4: 187.0, 5: 231.0}
"""What it takes to win so many columns."""


def _rare(column: int) -> int:
    return 1 + abs(column - 7)


def worth_of_step(column: int, step: int) -> float:
    """Return what a cone so high in ``column`` counts."""
    top = HEIGHTS[column]
    part = step / top
    # To the power of 1.5, so that half a column is worth less than half of it: spreading out finishes nothing. A root
    # is the same everywhere to the last digit; a power is not.
    return _rare(column) * top * part * sqrt(part) + (_FINISHED if step == top else 0)


class ClimbProgress:
    """The progress of the seat to act, before its turn."""

    def __init__(self, game: CantStop, state: State) -> None:
        """Look at the cones of the seat to act; there must be one."""
        seat = state.turn or 0
        self._whole = _WHOLE_WAY[game.goal]
        self._now = fsum(worth_of_step(column, height(state.cones[seat], column)) for column in HEIGHTS)
        self.missing = game.goal - len(state.won[seat])
        """Columns."""
        self.open = len(HEIGHTS) - sum(map(len, state.won))
        """Columns that nobody has won."""
        self.to_win = self._whole - self._capped(0)
        """What winning with this turn counts; never less than a turn does."""

    def _capped(self, gain: float) -> float:
        """Return how far the seat is after a turn that does not win: a turn from the end at most."""
        return min(self._now + gain, self._whole - _PER_TURN)

    @property
    def most(self) -> float:
        """The most that a turn can count without winning."""
        return max(0.0, self._whole - _PER_TURN - self._now)

    def turns(self, gain: float) -> float:
        """Return the turns still needed, this one included, if it counts ``gain``."""
        return 1 + (self.to_win - gain) / _PER_TURN


# -- The throws: how likely each is, and what it lets three runners do -----------------------------------------------

Indices = NDArray[np.int64]

COLUMNS = tuple(HEIGHTS)
PAIRS = tuple(combinations_with_replacement(range(len(COLUMNS)), 2))
"""The places of two columns, which a pairing of the dice names."""
NO_PAIR = len(PAIRS)
STEPS = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0), (0, 2, 0), (0, 0, 2), (1, 1, 0), (1, 0, 1), (0, 1, 1))
"""The steps that a pairing gives three placed runners."""


class PairThrows(NamedTuple):
    """All throws that differ in their pairings."""

    pairs: Indices
    """A row a throw: the places of its pairings in :data:`PAIRS`, filled up with :data:`NO_PAIR`."""
    chances: Values


@cache
def pair_throws() -> PairThrows:
    """Return all throws; made once."""
    many = Counter(pairings(tuple(sorted(faces))) for faces in product(FACES, repeat=DICE))
    rows = []
    for pairings_of_throw in many:
        places = [PAIRS.index((COLUMNS.index(first), COLUMNS.index(second))) for first, second in pairings_of_throw]
        rows.append(places + [NO_PAIR] * (3 - len(places)))
    return PairThrows(np.array(rows), np.array(list(many.values())) / len(FACES) ** DICE)


class PlacedThrows(NamedTuple):
    """What throws let three placed runners do."""

    choices: tuple[tuple[int, ...], ...]
    """Every choice between steps that some throw gives some runners, as places in :data:`STEPS`."""
    chances: dict[tuple[int, ...], Values]
    """For the columns (places, ascending) of three runners, how likely each choice is; the rest of 1 is a bust."""


@cache
def placed_throws() -> PlacedThrows:
    """Return the choices of all sets of three columns; made once."""
    counted: dict[tuple[int, ...], Counter[tuple[int, ...]]] = {}
    throws = pair_throws()
    for runners in combinations(range(len(COLUMNS)), RUNNERS):
        steps = [tuple(pair.count(column) for column in runners) for pair in PAIRS]
        choice = [STEPS.index(steps_of_pair) if any(steps_of_pair) else None for steps_of_pair in steps] + [None]
        chances = counted[runners] = Counter()
        for pairs, chance in zip(throws.pairs.tolist(), throws.chances.tolist(), strict=True):
            some = sorted({place for pair in pairs if (place := choice[pair]) is not None})
            if some:
                chances[tuple(some)] += chance
    choices = tuple(sorted({choice for chances in counted.values() for choice in chances}))
    by_runners = {runners: np.array([chances[choice] for choice in choices]) for runners, chances in counted.items()}
    return PlacedThrows(choices, by_runners)


# -- A turn, worked out over every place that its runners can reach --------------------------------------------------
# What a turn is worth where its runners stand is the better of stopping there and of throwing again; a throw that moves
# none of them is worth 0. Steps only ever lead upwards, so the places with the fewest steps left come first.

Flags = NDArray[np.bool_]


class ColumnPath(NamedTuple):
    """The spaces of an open column that its runner can reach, the lowest first; the last one is its top.

    Where a runner stands there already, its space is the first.
    """

    placed: bool
    worth: Sequence[float]
    """What stopping on each space counts."""
    closed: Sequence[bool]
    """Whether nobody may stop there."""
    climbed: Sequence[int]
    """By how many spaces that is above the cone."""


class Ends(NamedTuple):
    """What the end of the game counts."""

    finished: int
    """The number of columns to finish now to end it."""
    worth: float
    most: float
    """The most that stopping counts without it."""


class ClimbPlan:
    """What a turn is worth, wherever its runners may come to stand."""

    def __init__(self, paths: Mapping[int, ColumnPath], ends: Ends, *, both: bool) -> None:
        """Work out the turn: 0.1 s of one core while no runner is placed.

        ``paths`` are those of the open columns, by their places; with ``both``, moves of both numbers go first.
        """
        self._lengths = np.array([len(paths[at].worth) if at in paths else 0 for at in range(len(COLUMNS))])
        self._both = both
        self._lay_out(paths)
        self.stops = self._stops(paths, ends)
        self.again = np.zeros(self._nowhere + 1)
        """What throwing again is worth, in each place."""
        self.worth = np.zeros(self._nowhere + 1)
        """What each place is worth; the last one stands for no move at all."""
        self._solve_placed()
        self._solve_others()
        del self._spaces_of, self._left, self._sets  # Most of its memory; turns are remembered.

    def place_of(self, runners: Mapping[int, int]) -> int:
        """Return the place of these runners: for each column, which space of its path, from 1."""
        mask = sum(1 << column for column in runners)
        return int(self._base[mask] + sum(self._strides[mask, column] * at for column, at in runners.items()))

    def _lay_out(self, paths: Mapping[int, ColumnPath]) -> None:
        """Number all places, those of the most runners first."""
        self._base = np.zeros(1 << len(COLUMNS), np.int64)
        self._strides = np.zeros((1 << len(COLUMNS), len(COLUMNS)), np.int64)
        placed = {column for column, path in paths.items() if path.placed}
        spaces, sets, first = [], [], 0
        for many in range(RUNNERS, len(placed) - 1, -1):
            if many == RUNNERS - 1:
                self._first_free = first
            for columns in combinations(sorted(paths), many):
                if placed <= set(columns):
                    space = self._spaces(columns, first)
                    sets.append((columns, first))
                    spaces.append(space)
                    first += space.shape[1]
        if len(placed) == RUNNERS:
            self._first_free = first
        self._nowhere = first
        self._sets = sets
        self._spaces_of = np.concatenate(spaces, axis=1)
        self._left = np.where(self._spaces_of > 0, self._lengths[:, None] - self._spaces_of, 0)

    def _spaces(self, columns: tuple[int, ...], first: int) -> Indices:
        """Return the spaces of all places of runners in ``columns``; number them from ``first``."""
        lengths = [int(self._lengths[column]) for column in columns]
        mask, stride = sum(1 << column for column in columns), 1
        for column, length in zip(reversed(columns), reversed(lengths), strict=True):
            self._strides[mask, column] = stride
            stride *= length
        self._base[mask] = first - self._strides[mask].sum()
        spaces = np.zeros((len(COLUMNS), stride), np.int64)
        if columns:
            spaces[columns, :] = np.indices(lengths).reshape(len(columns), -1) + 1
        return spaces

    def _stops(self, paths: Mapping[int, ColumnPath], ends: Ends) -> Values:
        """Return what stopping counts in each place; less than nothing where nobody may."""
        counts, closed = np.zeros(self._nowhere), np.zeros(self._nowhere, np.bool_)
        for column, path in paths.items():
            spaces = self._spaces_of[column]
            counts += np.array([0.0, *path.worth])[spaces]
            closed |= np.array([False, *path.closed])[spaces]
        finished = ((self._spaces_of > 0) & (self._left == 0)).sum(axis=0)
        counts = np.where(finished >= ends.finished, ends.worth, np.minimum(counts, ends.most))
        closed |= (self._spaces_of == 0).all(axis=0)
        return np.where(closed, -1.0, counts)

    def _solve_placed(self) -> None:
        """Work out the places of three runners."""
        throws = placed_throws()
        if not self._first_free:
            return
        sets = [(columns, first) for columns, first in self._sets if len(columns) == RUNNERS]
        many = np.diff([*(first for _, first in sets), self._first_free])
        chances = np.array([throws.chances[columns] for columns, _ in sets]).T
        which = np.repeat(np.arange(len(sets)), many)
        columns = np.array([columns for columns, _ in sets]).T[:, which]
        strides = self._strides[(1 << columns).sum(axis=0), columns]
        left = self._left[columns, np.arange(self._first_free)]
        after, moved = self._placed_steps(strides, left)
        for places in _levels(left.sum(axis=0)):
            worth = self.worth[after[:, places]]
            steps = moved[:, places] if self._both else moved
            best = np.array([self._best(worth, steps, choice) for choice in throws.choices])
            self.again[places] = (best * chances[:, which[places]]).sum(axis=0)
            self.worth[places] = np.maximum(self.stops[places], self.again[places])
            self._solved_placed(places, after[:, places], steps, chances[:, which[places]])

    def _solved_placed(self, places: Indices, after: Indices, moved: Indices, chances: Values) -> None:
        """Nothing more is to do for ``places`` of three runners, which :data:`STEPS` (row) lead from."""

    def _solved_others(self, places: Indices, after: Indices, moved: Indices) -> None:
        """Nothing more is to do for ``places`` of fewer runners, which pairings lead from, two ways each."""

    def _placed_steps(self, strides: Indices, left: Indices) -> tuple[Indices, Indices]:
        """Return for each of STEPS (row) where it leads from each place, and how many steps that is."""
        rows, after, moved = np.arange(left.shape[1]), [], []
        taken = [(np.minimum(room, 0), np.minimum(room, 1), np.minimum(room, 2)) for room in left]
        for steps in STEPS:
            some = [(taken[runner][many], strides[runner]) for runner, many in enumerate(steps) if many]
            many = sum(step for step, _ in some)
            moved.append(many)
            after.append(np.where(many > 0, rows + sum(step * stride for step, stride in some), self._nowhere))
        return np.array(after), np.array(moved)

    def _best(self, worth: Values, moved: Indices, choice: tuple[int, ...]) -> Values:
        """Return the worth of the best of these steps in each place."""
        if self._both:
            some = list(choice)
            preferred = moved[some] == moved[some].max(axis=0)
            return np.where(preferred, worth[some], 0).max(axis=0)  # type: ignore[no-any-return]
        best: Values = worth[choice[0]]
        for other in choice[1:]:
            best = np.maximum(best, worth[other])
        return best

    def _solve_others(self) -> None:
        """Work out the places of fewer runners."""
        if self._first_free == self._nowhere:
            return
        throws = pair_throws()
        after, moved = self._free_steps()
        runners = (self._spaces_of[:, self._first_free :] > 0).sum(axis=0)
        left = self._left[:, self._first_free :].sum(axis=0)
        for rows in _levels(left - 1000 * runners):
            worth = self.worth[after[rows]].max(axis=2)[:, throws.pairs]
            if self._both:
                counts = moved[rows][:, throws.pairs]
                worth = np.where(counts == counts.max(axis=2, keepdims=True), worth, 0)
            places = rows + self._first_free
            self.again[places] = (worth.max(axis=2) * throws.chances).sum(axis=1)
            self.worth[places] = np.maximum(self.stops[places], self.again[places])
            self._solved_others(places, after[rows], moved[rows])

    def _free_steps(self) -> tuple[Indices, Indices]:
        """Return where each of PAIRS leads from places with a free runner, two choices each, and how many steps."""
        spaces = self._spaces_of[:, self._first_free :].T
        masks = ((spaces > 0) << np.arange(len(COLUMNS))).sum(axis=1)
        free = RUNNERS - (spaces > 0).sum(axis=1)
        playable = spaces < self._lengths  # Some runner is free, so that a column without one can be begun.
        after = np.full((len(spaces), NO_PAIR + 1, 2), self._nowhere)
        moved = np.zeros((len(spaces), NO_PAIR + 1), np.int64)
        single = [self._moved(spaces, masks, (column,), playable[:, column]) for column in range(len(COLUMNS))]
        for pair, (first, second) in enumerate(PAIRS):
            if first == second:
                again = playable[:, first] & (spaces[:, first] + 2 <= self._lengths[first])
                after[:, pair, 0] = np.where(again, self._moved(spaces, masks, (first, first), again), single[first])
                moved[:, pair] = playable[:, first].astype(np.int64) + again
                continue
            new = (spaces[:, first] == 0).astype(np.int64) + (spaces[:, second] == 0)
            together = playable[:, first] & playable[:, second] & (new <= free)
            after[:, pair, 0] = np.where(together, self._moved(spaces, masks, (first, second), together), single[first])
            after[:, pair, 1] = np.where(together, self._nowhere, single[second])
            moved[:, pair] = np.where(together, 2, playable[:, first] | playable[:, second])
        return after, moved

    def _moved(self, spaces: Indices, masks: Indices, columns: tuple[int, ...], possible: Flags) -> Indices:
        """Return the places once the runners of ``columns`` have moved; nowhere where that is not ``possible``."""
        after = np.full(len(spaces), self._nowhere)
        higher, more = spaces[possible], masks[possible]
        for column in columns:
            higher[:, column] += 1
            more = more | 1 << column
        after[possible] = self._base[more] + (higher * self._strides[more]).sum(axis=1)
        return after


class ClimbCourse(ClimbPlan):
    """A plan that also says how its turn ends, by columns, if it is followed."""

    def __init__(self, paths: Mapping[int, ColumnPath], ends: Ends, *, both: bool) -> None:
        """Work out as much as the plan, and twice as long."""
        self._paths = paths
        super().__init__(paths, ends, both=both)

    def _stops(self, paths: Mapping[int, ColumnPath], ends: Ends) -> Values:
        stops = super()._stops(paths, ends)
        self.ending = np.zeros((self._nowhere + 1, 1 + 2 * len(COLUMNS)))
        """By place, how likely the turn is not lost; for each column what it counts, and how far it is climbed."""
        self._stopped = np.zeros((self._nowhere, self.ending.shape[1]))
        self._stopped[:, 0] = 1.0
        for column, path in paths.items():
            spaces, height = self._spaces_of[column], HEIGHTS[COLUMNS[column]]
            self._stopped[:, 1 + column] = np.array([0.0, *path.worth])[spaces]
            self._stopped[:, 1 + len(COLUMNS) + column] = np.array([0.0, *path.climbed])[spaces] / height
        return stops

    def stopped(self, place: int) -> Values:
        """Return how the turn ends if the player stops there."""
        ending: Values = self._stopped[place]
        return ending

    def again_ending(self, place: int) -> Values:
        """Return how the turn ends if the player throws from ``place``."""
        ending: Values = self._thrown[place]
        return ending

    def _follow(self, places: Indices, thrown: Values) -> None:
        if not hasattr(self, "_thrown"):
            self._thrown = np.zeros_like(self.ending)
        self._thrown[places] = thrown
        on = self.again[places] > self.stops[places]
        self.ending[places] = np.where(on[:, None], thrown, self._stopped[places])

    def _solved_placed(self, places: Indices, after: Indices, moved: Indices, chances: Values) -> None:
        many, thrown = np.arange(len(places)), np.zeros((len(places), self.ending.shape[1]))
        for choice, chance in zip(placed_throws().choices, chances, strict=True):
            rows = list(choice)
            worth, steps = self.worth[after[rows]], moved[rows] if self._both else None
            if steps is not None:
                worth = np.where(steps == steps.max(axis=0), worth, -1.0)
            thrown += chance[:, None] * self.ending[after[rows][worth.argmax(axis=0), many]]
        self._follow(places, thrown)

    def _solved_others(self, places: Indices, after: Indices, moved: Indices) -> None:
        throws, many = pair_throws(), np.arange(len(places))
        one = self.worth[after].argmax(axis=2)
        leads = np.take_along_axis(after, one[:, :, None], axis=2)[:, :, 0]
        thrown = np.zeros((len(places), self.ending.shape[1]))
        for pairs, chance in zip(throws.pairs, throws.chances, strict=True):
            there = leads[:, pairs]
            worth = self.worth[there]
            if self._both:
                counts = moved[:, pairs]
                worth = np.where(counts == counts.max(axis=1, keepdims=True), worth, -1.0)
            thrown += chance * self.ending[there[many, worth.argmax(axis=1)]]
        self._follow(places, thrown)


def _levels(order: Indices) -> list[Indices]:
    """Return the rows of equal numbers in ``order``, the lowest numbers first."""
    rows = np.argsort(order, kind="stable")
    return np.split(rows, np.nonzero(np.diff(order[rows]))[0] + 1)


# -- The estimate of a position --------------------------------------------------------------------------------------

_TURNS = 4
"""Turns to remember, each with all that was worked out of it: every throw of a turn asks for the same."""


class _ClimbTurn(NamedTuple):
    """A turn worked out from where some runners stand."""

    progress: ClimbProgress
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
    """What the turn then counts on average, in turns."""
    safe: float
    """The chance that the turn is not lost."""
    counts: list[float]
    """What each column counts of that."""
    climbed: list[float]
    """The part of each column that the turn climbs on average."""


def _risky(way: ClimbWay, lucky: float) -> Iterator[RiskEnd]:
    yield RiskEnd(1 - lucky, 0.0, True)
    yield RiskEnd(lucky, way.worth / lucky, False, sum(way.climbed) / lucky)


@cache
def _sorts() -> list[tuple[tuple[int, ...], float]]:
    """Return one throw of each sort with its chance."""
    many = Counter(tuple(sorted(faces)) for faces in product(FACES, repeat=DICE))
    return [(faces, times / len(FACES) ** DICE) for faces, times in many.items()]


class CantStopEstimate:
    """Evaluates the positions of Can't Stop.

    An answer takes 0.1 s of one core before a turn, some 10 ms for its first throw, and few once all runners are
    placed: keep it off the event loop. Values are turns in the present game of a match, this one included. What others
    may do counts only as far as their cones and columns lie there.
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
            return known.progress.turns(float(worth[place]))

        valued = [(action, turns(action)) for action in self._game.legal_actions(state)]
        return Advice.of(Unit.TURNS, Strength.ESTIMATE, valued)

    def ways(self, state: State, actions: Sequence[CantStopAction]) -> Iterator[ClimbWay]:
        """Yield how each of ``actions`` goes on, if every later choice is the best."""
        course: _ClimbTurn | None = None
        for action in actions:
            after = self._game.climbed(state, action) if isinstance(action, Move) else state
            runners = dict(after.runners)
            if course is None or not course.covers(runners):
                course = self._turn(state, ClimbCourse)
            plan = course.plan
            if not isinstance(plan, ClimbCourse):
                raise TypeError(plan)
            place = course.place_of(runners)
            stop, again = float(plan.stops[place]), float(plan.again[place])
            throws = isinstance(action, Roll) or (isinstance(action, Move) and again > stop)
            ending = (plan.again_ending(place) if throws else plan.stopped(place)).tolist()
            yield ClimbWay(
                self._lucky(after) if throws else 1.0,
                (again if throws else stop) / _PER_TURN,
                ending[0],
                [counts / _PER_TURN for counts in ending[1 : 1 + len(COLUMNS)]],
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
        turns.append(self._turn(state))
        return turns[-1]

    def _turn(self, state: State, plan_of: type[ClimbPlan] = ClimbPlan) -> _ClimbTurn:
        progress = ClimbProgress(self._game, state)
        is_open = [self._game.winner(state, column) is None for column in COLUMNS]
        paths = {at: self._path(state, column) for at, column in enumerate(COLUMNS) if is_open[at]}
        ends = Ends(min(progress.missing, progress.open), progress.to_win, progress.most)
        plan = plan_of(
            {at: path for at, (path, _) in paths.items()}, ends, both=bool(self._game.house_rules["must_maximise"])
        )
        spaces = {COLUMNS[at]: steps for at, (_, steps) in paths.items()}
        return _ClimbTurn(progress, plan, spaces, frozenset(dict(state.runners)))

    def _path(self, state: State, column: int) -> tuple[ColumnPath, tuple[int, ...]]:
        """Return the path of an open column, and its spaces."""
        runner = dict(state.runners).get(column)
        steps = [] if runner is None else [runner]
        climbing = replace(state, runners=() if runner is None else ((column, runner),))
        while not steps or steps[-1] < HEIGHTS[column]:
            climbing = self._game.climbed(climbing, Move((column,)))
            steps.append(dict(climbing.runners)[column])
        cone = worth_of_step(column, height(state.cones[state.turn or 0], column))
        alone = (replace(state, runners=((column, step),)) for step in steps)
        path = ColumnPath(
            placed=runner is not None,
            worth=[worth_of_step(column, step) - cone for step in steps],
            closed=[not self._game.may_stop(stopped) for stopped in alone],
            climbed=[step - height(state.cones[state.turn or 0], column) for step in steps],
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
    """What Can't Stop knows of its positions: a turn worked out, the turns after it estimated."""

    def evaluator(self, game: CantStop, folder: Path) -> Evaluator:
        """Return the estimate of the turns still needed."""
        return CantStopEstimate(game)

    def splits(
        self, game: CantStop, evaluator: Evaluator, state: State, best: CantStopAction, done: CantStopAction
    ) -> Iterator[Split]:
        """Split by the risk of the next throw, and by how far the runners have come."""
        if isinstance(evaluator, CantStopEstimate):
            mine, other = evaluator.ways(state, (best, done))
            yield risk_split([*_risky(mine, mine.lucky)], [*_risky(other, other.lucky)], "stuck", "")[:1]
            yield risk_split([*_risky(mine, mine.safe)], [*_risky(other, other.safe)], "bust", "climbed", COUNT)
            yield [
                Quantity(Finding("column", high, low, COUNT, f"{Move.word} {column}"), counts - less)
                for column, high, low, counts, less in zip(
                    COLUMNS, mine.climbed, other.climbed, mine.counts, other.counts, strict=True
                )
            ]

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
