"""Estimates of the turns that a seat still needs in Can't Stop, if nobody else ends the game before.

Where runners can go, where they may stop and which columns are closed, the game's own rules say.
"""

from dataclasses import replace
from typing import NamedTuple

from bot.engine import Roll, has_power
from bot.games.cant_stop.rules import CantStop
from bot.games.cant_stop.state import HEIGHTS, CantStopAction, Move, State, height
from bot.mind.cant_stop.pairs import COLUMNS
from bot.mind.cant_stop.plan import Ends, Path, Plan
from bot.mind.cant_stop.progress import Progress, worth_of_step
from bot.mind.evaluator import Advice, GameOver, NoEvaluator, Strength, Unit


class _Turn(NamedTuple):
    """A turn worked out."""

    progress: Progress
    plan: Plan
    spaces: dict[int, tuple[int, ...]]
    """By column, the spaces that the turn can reach."""


class CantStopEstimate:
    """Evaluates the positions of Can't Stop.

    An answer takes 0.1 s of one core while no runner is placed, a few milliseconds once all are: keep it off the event
    loop. Values are turns in the present game of a match, this one included. What others may do counts only as far as
    their cones and columns lie there.
    """

    def __init__(self, game: CantStop) -> None:
        """Answer by the house rules of ``game``. Raises NoEvaluator if teams or the Power die are among them."""
        if has_power(game.house_rules):
            raise NoEvaluator(f"no evaluator for {game.key} with the Power die")
        if game.sides:
            raise NoEvaluator(f"no evaluator for {game.key} in teams: partners add their columns")
        self._game = game
        self._before: State | None = None
        self._whole: _Turn

    def advise(self, state: State) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end."""
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        progress, plan, spaces = self._known(state)

        def turns(action: CantStopAction) -> float:
            after = self._game.climbed(state, action) if isinstance(action, Move) else state
            place = plan.place_of({COLUMNS.index(at): spaces[at].index(step) + 1 for at, step in after.runners})
            worth = plan.worth if isinstance(action, Move) else plan.again if isinstance(action, Roll) else plan.stops
            return progress.turns(float(worth[place]))

        valued = [(action, turns(action)) for action in self._game.legal_actions(state)]
        valued.sort(key=lambda one: one[1])
        return Advice(Unit.TURNS, Strength.ESTIMATE, valued[0][1], tuple(valued))

    def _known(self, state: State) -> "_Turn":
        """Return the turn from the places of its runners on; that of a whole turn also serves its later throws."""
        before = replace(state, runners=(), dice=(), moved=False, last=None)
        if before != self._before:
            turn = self._turn(state)
            if state.runners:
                return turn
            self._before, self._whole = before, turn
        return self._whole

    def _turn(self, state: State) -> "_Turn":
        progress = Progress(self._game, state)
        paths = {at: self._path(state, column) for at, column in enumerate(COLUMNS) if self._open(state, column)}
        ends = Ends(min(progress.missing, progress.open), progress.to_win, progress.most)
        plan = Plan(
            {at: path for at, (path, _) in paths.items()}, ends, both=bool(self._game.house_rules["must_maximise"])
        )
        return _Turn(progress, plan, {COLUMNS[at]: steps for at, (_, steps) in paths.items()})

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
