"""Estimates of the turns that a seat still needs in Can't Stop, if nobody else ends the game before.

Where runners can go, where they may stop and which columns are closed, the game's own rules say.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from bot.engine import Roll, has_power
from bot.games.cant_stop.rules import CantStop
from bot.games.cant_stop.state import HEIGHTS, CantStopAction, Move, State, height
from bot.mind.cant_stop.pairs import COLUMNS
from bot.mind.cant_stop.plan import Ends, Path, Plan
from bot.mind.cant_stop.progress import Progress, worth_of_step
from bot.mind.evaluator import Advice, GameOver, NoEvaluator, Strength, Unit

_TURNS = 4
"""Turns to remember, each with all that was worked out of it: every throw of a turn asks for the same."""


class _Turn(NamedTuple):
    """A turn worked out from where some runners stand."""

    progress: Progress
    plan: Plan
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
        self._turns = lru_cache(maxsize=_TURNS)(self._begun)

    def advise(self, state: State) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end."""
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        turn = None if state.dice and not state.runners else self._known(state)

        def turns(action: CantStopAction) -> float:
            after = self._game.climbed(state, action) if isinstance(action, Move) else state
            known = turn or self._known(after)  # Where runners are placed, few ways lead on.
            plan, place = known.plan, known.place_of(dict(after.runners))
            worth = plan.worth if isinstance(action, Move) else plan.again if isinstance(action, Roll) else plan.stops
            return known.progress.turns(float(worth[place]))

        valued = [(action, turns(action)) for action in self._game.legal_actions(state)]
        valued.sort(key=lambda one: one[1])
        return Advice(Unit.TURNS, Strength.ESTIMATE, valued[0][1], tuple(valued))

    def _known(self, state: State) -> "_Turn":
        """Return the turn from where its runners stand, or from earlier on."""
        found = self._turns(replace(state, runners=(), dice=(), moved=False, last=None))
        runners = dict(state.runners)
        for one in found:
            if one.covers(runners):
                return one
        found.append(self._turn(state))
        return found[-1]

    def _begun(self, before: State) -> list["_Turn"]:
        """Return where to keep what is worked out of a turn that begins so."""
        return []

    def _turn(self, state: State) -> "_Turn":
        progress = Progress(self._game, state)
        paths = {at: self._path(state, column) for at, column in enumerate(COLUMNS) if self._open(state, column)}
        ends = Ends(min(progress.missing, progress.open), progress.to_win, progress.most)
        plan = Plan(
            {at: path for at, (path, _) in paths.items()}, ends, both=bool(self._game.house_rules["must_maximise"])
        )
        spaces = {COLUMNS[at]: steps for at, (_, steps) in paths.items()}
        return _Turn(progress, plan, spaces, frozenset(dict(state.runners)))

    def _open(self, state: State, column: int) -> bool:
        return self._game.winner(state, column) is None

    def _path(self, state: State, column: int) -> tuple[Path, tuple[int, ...]]:
        """Return the path of an open column, and its spaces."""
        runner = dict(state.runners).get(column)
        steps = [] if runner is None else [runner]
        now = replace(state, runners=() if runner is None else ((column, runner),))
        while not steps or steps[-1] < HEIGHTS[column]:
            now = self._game.climbed(now, Move((column,)))
            steps.append(dict(now.runners)[column])
        cone = worth_of_step(column, height(state.cones[state.turn or 0], column))
        alone = (replace(state, runners=((column, step),)) for step in steps)
        path = Path(
            placed=runner is not None,
            worth=[worth_of_step(column, step) - cone for step in steps],
            closed=[not self._game.may_stop(one) for one in alone],
        )
        return path, tuple(steps)
