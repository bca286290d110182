"""Computer players, which choose among the legal actions of a position."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from bot.engine import Action, AnyGame, Faces, Keep, Roll, Seat, Temper, acting
from bot.engine.game import RaceState
from bot.mind.evaluator import Advice, Evaluator, Strength, Unit

SLIP_AMONG = 4
"""Of how many next best actions somebody who slips takes one: the better, the likelier."""
PLAIN = {Unit.WIN: 0.2, Unit.TURNS: 1.0}
"""An answer worth so much more is always seen, where values count that; :attr:`Sense.most` says it of points."""
PART_OF_GOAL = 0.1
"""What that is in a race for points."""
ALIKE = {Unit.WIN: 0.0025, Unit.TURNS: 0.05}
"""Answers within so much are about equally good: there, a temper decides."""
ALIKE_POINTS = 0.05
"""Of points: such a part of :attr:`Sense.most`."""

_DIGITS = 9
"""Of values that are alike, but for the order of sums."""
_IMAGINED = 8
"""The number of times that a player imagines what an action may bring."""


class Chance(Protocol):
    """What slips come from, such as ``random.Random`` with a seed of its own; it throws no dice of the game."""

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""


class Player(Protocol):
    """Chooses for a seat. The same position, seat, chance and temper lead to the same action."""

    def choose(self, state: Any, seat: Seat, chance: Chance, temper: Temper = Temper.EVEN) -> Action:
        """Return a legal action of ``seat``, which must be the one to act."""


class Sense(NamedTuple):
    """What keeps slips from looking absurd in a game."""

    most: float = math.inf
    """What a slip costs at most, in the points that the evaluator counts."""
    sees: Callable[[Any, Action], bool] = lambda state, best: False
    """Whether the best action is so plain that nobody misses it: the best hand of the game, or the game is won."""
    absurd: Callable[[Any, Action, Action], bool] = lambda state, best, action: False
    """Whether nobody would ever do the last action instead of the best one."""


NO_SENSE = Sense()


class View(Protocol):
    """A look at a position that leaves one thing out of account, as people do who overlook it."""

    def __call__(self, state: Any, among: Sequence[Action], chance: Chance) -> Action:
        """Return what seems best so ``among`` some legal actions; they come as good as they are, the best first.

        Of those that seem alike it is the first, so somebody to whom the best one still seems best overlooks nothing.
        """


def seen_by(evaluator: Evaluator) -> View:
    """Return the view of somebody who goes by ``evaluator``, which knows less."""

    def view(state: Any, among: Sequence[Action], chance: Chance) -> Action:
        return best_of(among, evaluator.advise(state))

    return view


def best_of(among: Sequence[Action], advice: Advice) -> Action:
    """Return the best ``among`` some of the actions of an advice; of those that are alike the first."""
    worth, good = dict(advice.actions), -1 if advice.unit is Unit.TURNS else 1
    return max(among, key=lambda action: round(good * worth[action], _DIGITS))


def all_alike(state: Any) -> bool:
    """Whether all dice on the table show the same."""
    return len(set(state.dice)) == 1


def thrown(action: Action) -> int:
    """Return what orders actions by how many dice they throw; the fewest are none."""
    return 1 - len(action.faces) if isinstance(action, Keep) else 2 * isinstance(action, Roll) - 100


class EvaluatorPlayer:
    """A player that does what an evaluator says is best, with a slip now and then if told so."""

    def __init__(
        self,
        game: AnyGame,
        evaluator: Evaluator,
        slips: float = 0.0,
        sense: Sense = NO_SENSE,
        views: Sequence[View] = (),
    ) -> None:
        """Play ``game`` by ``evaluator``.

        ``slips`` is how often something is overlooked, as far as ``sense`` allows: what seems best by the first of the
        ``views``, in a drawn order, by which another action does. Without views, one of the next best actions is taken.
        """
        self._game = game
        self._evaluator = evaluator
        self._slips = slips
        self._sense = sense
        self._views = views

    def choose(self, state: Any, seat: Seat, chance: Chance, temper: Temper = Temper.EVEN) -> Action:
        """Return the best action, one about as good that suits ``temper`` more, or one of the next best."""
        legal = self._game.legal_actions(state)
        if len(legal) == 1:
            only: Action = legal[0]
            return only
        advice = self._evaluator.advise(state)
        (best, worth), *others = advice.actions
        slips = self._slips and chance.random() < self._slips
        if not (slips or temper is not Temper.EVEN) or self._sense.sees(state, best):
            return best
        points = self._sense.most
        if slips:
            most = PLAIN.get(advice.unit, points)
        else:
            most = ALIKE.get(advice.unit, points * ALIKE_POINTS if points < math.inf else 0.0)
        near = [
            action
            for action, value in others
            if abs(worth - value) <= most and not self._sense.absurd(state, best, action)
        ]
        if not slips:
            return max((best, *near), key=thrown) if temper is Temper.BOLD else min((best, *near), key=thrown)
        if self._views:
            return self._overlooking(state, (best, *near), chance) if near else best
        near = near[:SLIP_AMONG] or [best]
        return near[int(len(near) * (1 - math.sqrt(chance.random())))]

    def _overlooking(self, state: Any, among: Sequence[Action], chance: Chance) -> Action:
        """Return what seems best by one of the views; the first of these actions if all agree on it."""
        views = list(self._views)
        while views:
            view = views.pop(int(len(views) * chance.random()))
            if (action := view(state, among, chance)) != among[0]:
                return action
        return among[0]


class RolloutPlayer:
    """Somebody who imagines throws and wants the most at the end of the turn: for house rules nobody evaluates."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def choose(self, state: Any, seat: Seat, chance: Chance, temper: Temper = Temper.EVEN) -> Action:
        """Return an action that wins; else the one after which the turn brings most on average.

        ``chance`` imagines the throws that say so.
        """
        dice = _Imagined(chance)

        def brings(action: Action) -> int:
            return sum(self._points(state, action, seat, dice) for _ in range(_IMAGINED))

        legal: Sequence[Action] = self._game.legal_actions(state)
        ends = (action for action in legal if not isinstance(action, Roll | Keep))
        return next((end for end in ends if self._wins(state, end, seat, dice)), None) or max(legal, key=brings)

    def _wins(self, state: Any, action: Action, seat: Seat, dice: "_Imagined") -> bool:
        outcome = self._game.outcome(self._game.apply(state, action, dice).state)
        return outcome is not None and seat in outcome.winners

    def _points(self, state: Any, action: Action, seat: Seat, dice: "_Imagined") -> int:
        """Return the points of ``seat`` after ``action`` and the best end of the turn that this allows then."""
        after = self._game.apply(state, action, dice).state
        while self._game.turn(after) == seat and after.dice:
            ends = [action for action in self._game.legal_actions(after) if not isinstance(action, Roll | Keep)]
            if not ends:
                after = self._game.apply(after, self._game.autoplay(after), dice).state
                continue
            ended = (self._game.apply(after, end, dice).state for end in ends)
            after = max(ended, key=lambda end: self._game.scores(end)[seat])
        return self._game.scores(after)[seat]


class _Imagined:
    """Throws that nobody makes."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> Faces:
        """Return what might fall."""
        return tuple(1 + int(self._chance.random() * sides) for _ in range(count))


class RacePlayer:
    """A player in a race, where each plays the game of one seat."""

    def __init__(self, alone: Player) -> None:
        self._alone = alone

    def choose(self, state: RaceState[Any], seat: Seat, chance: Chance, temper: Temper = Temper.EVEN) -> Action:
        """Return what somebody would do who plays alone."""
        return self._alone.choose(state.runs[seat], Seat(0), chance, temper)


class RuleOfThumb:
    """An evaluator that says how much a simple player likes each action."""

    def __init__(self, game: Any, likes: Callable[[Any, Action], float]) -> None:
        self._game = game
        self._likes = likes

    def advise(self, state: Any) -> Advice:
        """Return the legal actions, the one that is liked most first. Raises GameOver after the end."""
        acting(state)
        liked = [(action, self._likes(state, action)) for action in self._game.legal_actions(state)]
        return Advice.of(Unit.POINTS, Strength.ESTIMATE, liked)
