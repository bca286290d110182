"""Simple ways to see what moves are worth, in the games that are no score sheets: greedy ones, and rules of thumb.

Values are in points of some kind; only their order matters.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from bot.engine import Action, Keep, Roll, Seat
from bot.games.ambition.points import STARS
from bot.games.ambition.rules import Ambition
from bot.games.ambition.state import Stop
from bot.games.cant_stop.rules import RUNNERS, CantStop
from bot.games.cant_stop.state import HEIGHTS, Heights, Move
from bot.games.cant_stop.state import State as Climb
from bot.games.cant_stop.state import Stop as StopClimbing
from bot.games.five_thousand.rules import FiveThousand
from bot.games.four_two_one.hands import HANDS, place
from bot.games.four_two_one.rules import FourTwoOne
from bot.games.four_two_one.state import Stand
from bot.games.yamslam.chips import ALL_KINDS, CHIPS, KINDS, SET
from bot.games.yamslam.rules import Yamslam
from bot.games.yamslam.state import State as Rack
from bot.mind.ambition.evaluator import AmbitionTurns
from bot.mind.ambition.turn import Between
from bot.mind.evaluator import Advice, GameOver, Strength, Unit
from bot.mind.five_thousand.evaluator import FiveThousandTurns
from bot.mind.five_thousand.turn import LOST, WON
from bot.mind.four_two_one.solver import plan
from bot.mind.throws import Values, throws_of
from bot.mind.yamslam.estimate import YamslamEstimate

_QUALIFIED = 1_000
_TWENTY_EIGHT = 28


class Liking:
    """An evaluator that says how much a simple player likes each action."""

    def __init__(self, game: Any, likes: Callable[[Any, Action], float]) -> None:
        self._game = game
        self._likes = likes

    def advise(self, state: Any) -> Advice:
        """Return the legal actions, the one that is liked most first. Raises GameOver after the end."""
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        liked = [(action, self._likes(state, action)) for action in self._game.legal_actions(state)]
        liked.sort(key=lambda one: -one[1])
        return Advice(Unit.POINTS, Strength.ESTIMATE, liked[0][1], tuple(liked))


# -- 5000 and Ambition ---------------------------------------------------------------------------------------------


class MostPoints5000(FiveThousandTurns):
    """Sees the points that a turn of 5000 brings on average, wherever the goal is; "turns" are such points below 0."""

    def __init__(self, game: FiveThousand) -> None:
        super().__init__(game, lambda work_out, *more: np.zeros(game.goal // 50 + 1))

    def _later(self, total: int, end: int, turns: float) -> float:
        if end == WON:
            return -float(self._game.goal)
        return 0.0 if end == LOST else float(total - self._game.counts(total, end))


class MostPointsAmbition(AmbitionTurns):
    """The same for Ambition; to qualify counts more than anything."""

    def __init__(self, game: Ambition) -> None:
        super().__init__(game, lambda work_out, *more: np.zeros(game.goal // 50 + 1))

    def _later(self, before: Between, after: Between, turns: float) -> float:
        return -float(after.total - before.total + _QUALIFIED * (after.qualified - before.qualified))


def greedy_5000(game: FiveThousand) -> Liking:
    """Stop as soon as that counts, with all that scores; before it does, risk the fewest dice."""

    def likes(state: Any, action: Action) -> float:
        if isinstance(action, Keep):
            after = game.set_aside(state, action.faces)
            return after.risk / game.goal - len(after.aside) / 100 - 1
        if isinstance(action, Roll):
            return -2.0
        return float(game.stopped(state, action.faces))  # type: ignore[attr-defined]

    return Liking(game, likes)


def greedy_ambition(game: Ambition) -> Liking:
    """Stop once the turn brings more than a single die does. To stop at any points is worse than to do anything."""

    def likes(state: Any, action: Action) -> float:
        enough = game.stopped(state) > max(STARS.values())
        return float(enough == isinstance(action, Stop))

    return Liking(game, likes)


# -- Can't Stop ----------------------------------------------------------------------------------------------------


def _rare(column: int) -> int:
    return 1 + abs(column - 7)


def rule_of_28(game: CantStop) -> Liking:
    """Prefer few runners and rare columns; stop once the steps of the turn count 28, or win."""

    def counted(runners: Heights, before: dict[int, int]) -> float:
        return sum(_rare(at) * (step - before.get(at, 0) + 1) for at, step in runners)

    def likes(state: Climb, action: Action) -> float:
        seat = state.turn or 0
        if isinstance(action, Move):
            placed = dict(state.runners)
            return float(sum(_rare(at) - 6 * (at not in placed) for at in set(action.columns)))
        finished = sum(HEIGHTS[at] == step for at, step in state.runners)
        enough = counted(state.runners, dict(state.cones[seat])) >= _TWENTY_EIGHT
        return float((enough or len(state.won[seat]) + finished >= game.goal) == isinstance(action, StopClimbing))

    return Liking(game, likes)


def greedy_climb(game: CantStop) -> Liking:
    """Take the rarest columns; stop once all runners are placed, or one is on top."""

    def likes(state: Climb, action: Action) -> float:
        if isinstance(action, Move):
            return float(sum(map(_rare, action.columns)))
        enough = len(state.runners) == RUNNERS or any(HEIGHTS[at] == step for at, step in state.runners)
        return float(enough == isinstance(action, StopClimbing))

    return Liking(game, likes)


# -- 421 -----------------------------------------------------------------------------------------------------------


def _ranks() -> Values:
    """Return for each hand (row) how many of 100 throws are worse."""
    throws = throws_of(3)
    places = np.array([place(faces) for faces in throws.throws])
    chances = throws.falling(np.eye(1, len(throws.keeps)).T)[:, 0]
    found: Values = 100 * np.where(places[:, None] < places, chances, 0).sum(axis=1, keepdims=True)
    return found


class BestHand:
    """Aims for a hand of 421 that beats as many throws as possible, whatever is at stake.

    The Power die changes how many throws there are, which a position knows, and what is at stake.
    """

    def __init__(self, game: FourTwoOne, ahead: int = 3) -> None:
        """Look so many throws ``ahead``."""
        self._game = game
        self._ahead = ahead
        self._throws = throws_of(3)
        self._ranks = _ranks()

    def advise(self, state: Any) -> Advice:
        """Return the legal actions by the hand that they lead to. Raises GameOver after the end."""
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        most = min(self._game.most_throws(state), state.throws + self._ahead)
        stands = [self._stand(state, number) for number in range(1, most)]
        turn = plan([*stands, self._ranks])
        index, first = self._throws.index, self._throws.first_throw
        found: list[tuple[Action, float]] = []
        for action in self._game.legal_actions(state):
            if isinstance(action, Keep):
                found.append((action, float(turn.keeps[state.throws - 1][index[action.faces], 0])))
            elif isinstance(action, Stand):
                found.append((action, float(self._ranks[index[tuple(sorted(state.dice))] - first, 0])))
            else:
                found.append((action, float(turn.value[0])))
        found.sort(key=lambda one: -one[1])
        return Advice(Unit.POINTS, Strength.ESTIMATE, found[0][1], tuple(found))

    def _stand(self, state: Any, throws: int) -> Values | None:
        """Return what standing after so many throws is worth; None where it is not allowed."""
        legal = self._game.legal_actions(replace(state, throws=throws, dice=HANDS[0]))
        return self._ranks if Stand() in legal else None


# -- Yamslam -------------------------------------------------------------------------------------------------------


def greedy_yamslam(game: Yamslam) -> YamslamEstimate:
    """Play for the dearest chip of this turn."""
    return YamslamEstimate(game, lambda game, state, seat: 0.0)


def par_yamslam(game: Yamslam) -> YamslamEstimate:
    """Count each new kind and each chip of a set for its part of the bonus."""

    def part(game: Yamslam, state: Rack, seat: Seat) -> float:
        own = state.taken[game.side(seat)]
        kinds = sum(map(bool, own)) * ALL_KINDS / len(KINDS)
        sets = sum(mine for mine, left in zip(own, state.rack, strict=True) if mine + left == CHIPS) * SET / CHIPS
        return kinds + sets

    return YamslamEstimate(game, part)
