"""What positions of Ambition are worth: the turns that a player still needs to the goal; and simple ways to play."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bot.engine import Action, Faces, Roll, Seat, acting
from bot.engine.dice import ScriptedDice
from bot.engine.game import GAMES
from bot.games.ambition.rules import DICE, STARS, Ambition, State, Stop, is_trio, qualifies, scoring, worth
from bot.mind import alone
from bot.mind.alone import RiskTurn, ThrowSort, steady
from bot.mind.evaluator import Advice, Evaluator, NoEvaluator, Strength, Unit
from bot.mind.levels import Mind
from bot.mind.players import PART_OF_GOAL, RuleOfThumb, Sense
from bot.mind.reasons import RiskEnd, Split, reach_split, risk_split
from bot.mind.store import KeepValues, keeper
from bot.mind.throws import Values

# -- A turn as a tree: the game itself is played, throw by throw -----------------------------------------------------


class Between(NamedTuple):
    """A moment before a turn."""

    total: int
    qualified: bool
    over: bool = False
    """Whether the game is over."""


class AmbitionPlace(NamedTuple):
    """A moment before a throw: what of the turn matters for all that follows."""

    throws: int = 0
    """Only of a turn to qualify."""
    aside: int = 0
    """The number of dice that the throw leaves on the table."""
    risk: int = 0
    pending: int = 0
    """Points of a trio not validated: where no part of a turn can be saved from it, only whether there are any."""


class AmbitionTurnRules:
    """What the rules say of turns."""

    def __init__(self, game: Ambition) -> None:
        """Ask ``game``."""
        self._game = game
        self._saves = game.house_rules["overshoot"] == "stop_before"

    def turn(self, before: Between) -> RiskTurn[AmbitionPlace, Between]:
        """Return the tree of a turn; its ends are the moments after it."""
        start = State(((before.total,),), (before.qualified,), Seat(0))

        def throws(place: AmbitionPlace) -> Iterable[ThrowSort[AmbitionPlace, Between]]:
            state = replace(
                start,
                throws=place.throws,
                aside=(1,) * place.aside,
                risk=place.risk,
                pending=place.pending,
            )
            return (self._thrown(state, faces, chance) for faces, chance in _sorts(DICE - place.aside))

        return RiskTurn(AmbitionPlace(), throws)

    def place(self, state: State, seat: Seat) -> AmbitionPlace:
        """Return where ``seat`` is if it throws on."""
        pending = state.pending if self._saves else int(bool(state.pending))
        throws = 0 if state.qualified[seat] else state.throws
        return AmbitionPlace(throws, len(self._game.next_aside(state)), state.risk, pending)

    def after_points(self, total: int) -> Between:
        """Return the moment after a turn that has brought the player to ``total``."""
        return Between(total, qualified=True, over=total == self._game.goal)

    def _thrown(self, state: State, faces: Faces, chance: float) -> ThrowSort[AmbitionPlace, Between]:
        after = self._game.apply(state, Roll(), ScriptedDice((faces,))).state
        if after.last is not None:
            return ThrowSort(chance, frozenset({self._between(after)}), frozenset())
        total = self._game.total(after, Seat(0)) + self._game.stopped(after)
        ends = {self.after_points(total) for do in self._game.legal_actions(after) if isinstance(do, Stop)}
        return ThrowSort(chance, frozenset(ends), frozenset({self.place(after, Seat(0))}))

    def _between(self, state: State) -> Between:
        return Between(self._game.total(state, Seat(0)), state.qualified[0], state.turn is None)


@cache
def _sorts(dice: int) -> list[tuple[Faces, float]]:
    """Return one throw of each sort, with the chance of its sort: throws between which no rule makes a difference."""
    throws_of_sort: dict[object, list[Faces]] = {}
    for faces in product(range(1, 7), repeat=dice):
        stars = any(face in STARS for face in faces)
        sort = worth(faces), is_trio(faces), qualifies(faces), stars, len(scoring(faces))
        throws_of_sort.setdefault(sort, []).append(faces)
    return [(throws[0], len(throws) / 6**dice) for throws in throws_of_sort.values()]


# -- The turns that a player still needs -----------------------------------------------------------------------------

_STEP = 50
"""All points are multiples of this."""


class AmbitionTurns:
    """Evaluates the positions of Ambition, by the turns that a player alone needs.

    Others change nothing, so it is blind to the need to dare more far behind. Of a match it is the present game.
    """

    def __init__(self, game: Ambition, keep: KeepValues) -> None:
        """Work the turns from every total out, and keep them by ``keep``.

        Raises NoEvaluator for house rules that a player alone cannot stand for: the Power die, partners who must all
        qualify.
        """
        if game.house_rules["power"]:
            raise NoEvaluator(f"no evaluator for {game.key} with the Power die")
        if game.sides and game.house_rules["everyone_qualifies"]:
            raise NoEvaluator(f"no evaluator for {game.key} where every partner must qualify")
        self._game = game
        solo = game.alone
        self._rules = AmbitionTurnRules(replace(solo, house_rules=solo.house_rules.without(GAMES)))
        self._turn = lru_cache(alone.TURNS)(self._rules.turn)
        self._now = lru_cache(alone.TURNS)(
            lambda before: self._places(before, float(self._values[self._number(before)]))
        )
        self._values: Values = np.zeros(game.goal // _STEP + 1)
        self._values = keep(self._work_out)

    def _work_out(self) -> Values:
        """Return the turns still needed from each total in steps of 50; the last entry is for an unqualified player."""
        before = [Between(total, True) for total in range(self._game.goal - _STEP, -1, -_STEP)]
        guess = 1.0
        for at in (*before, Between(0, False)):
            guess = steady(lambda turns, at=at: self._places(at, turns)[-1], guess)  # type: ignore[misc]
            self._values[self._number(at)] = guess
        return self._values

    def _number(self, at: Between) -> int:
        return at.total // _STEP if at.qualified else -1

    def _places(self, before: Between, turns: float) -> list[float]:
        """Return the turns still needed at each place of a turn, that turn included.

        ``turns`` are those needed after one that brings nothing.
        """
        turn = self._turn(before)
        return [1.0 + later for later in turn.worth([self._later(before, end, turns) for end in turn.ends])]

    def _later(self, before: Between, after: Between, turns: float) -> float:
        if after.over:
            return 0.0
        return turns if after == before else float(self._values[self._number(after)])

    def turn_ends(self, state: State, action: Action) -> Iterator[RiskEnd]:
        """Yield how the turn may end after ``action``, if every later choice is the best."""
        seat = acting(state)
        before = Between(self._game.total(state, seat), state.qualified[seat])
        turns, turn = float(self._values[self._number(before)]), self._turn(before)
        often = {self._rules.after_points(before.total + self._game.stopped(state)): 1.0}
        if not isinstance(action, Stop):
            ends = [self._later(before, end, turns) for end in turn.ends]
            often = turn.ending(ends, self._rules.place(state, seat))
        for end, chance in often.items():
            if chance:
                reached = end.over if before.qualified else end.qualified
                yield RiskEnd(
                    chance, -self._later(before, end, turns), end == before, end.total - before.total, reached
                )

    def advise(self, state: State) -> Advice:
        """Return the turns that the seat to act still needs, this one included. Raises GameOver after the end."""
        seat = acting(state)
        strength = Strength.ESTIMATE if self._game.length.several else Strength.EXACT
        before = Between(self._game.total(state, seat), state.qualified[seat])
        turns = float(self._values[self._number(before)])
        rolled = self._now(before)[self._turn(before).places[self._rules.place(state, seat)]]
        valued: list[tuple[Action, float]] = []
        for action in self._game.legal_actions(state):
            if isinstance(action, Stop):
                after = self._rules.after_points(before.total + self._game.stopped(state))
                valued.append((action, 1.0 + self._later(before, after, turns)))
            else:
                valued.append((action, rolled))
        return Advice.of(Unit.TURNS, strength, valued)


# -- Simple ways to play, and the face to the mind --------------------------------------------------------------------

_QUALIFIED = 1_000
"""What it counts to qualify, more than any points."""


class MostPointsAmbition(AmbitionTurns):
    """Sees the points that a turn brings on average, below 0 as "turns"; to qualify counts more than anything."""

    def __init__(self, game: Ambition) -> None:
        super().__init__(game, lambda work_out, *more: np.zeros(game.goal // 50 + 1))

    def advise(self, state: State) -> Advice:
        """Return these points. Raises GameOver after the end."""
        return super().advise(state).in_points()

    def _later(self, before: Between, after: Between, turns: float) -> float:
        return -float(after.total - before.total + _QUALIFIED * (after.qualified - before.qualified))


class AmbitionMind(Mind[Ambition]):
    """What Ambition knows of its positions: the turns to the goal."""

    def evaluator(self, game: Ambition, folder: Path) -> Evaluator:
        """Return the turns still needed."""
        return AmbitionTurns(game, keeper(game, folder))

    def splits(self, game: Ambition, evaluator: Evaluator, state: State, best: Action, done: Action) -> Iterator[Split]:
        """Split by the goal reached now or the qualification, then by the risk of the turn and its points."""
        if isinstance(evaluator, AmbitionTurns):
            ends = [list(evaluator.turn_ends(state, action)) for action in (best, done)]
            yield reach_split(ends[0], ends[1], "reach" if state.qualified[acting(state)] else "qualify")
            yield risk_split(ends[0], ends[1], "bust", "gain")

    def par(self, game: Ambition, folder: Path) -> Evaluator:
        """Return the points that a turn brings on average."""
        return MostPointsAmbition(game)

    def greedy(self, game: Ambition) -> Evaluator:
        """Return an evaluator that stops once the turn brings more than a single die, and never before."""

        def likes(state: Any, action: Action) -> float:
            enough = game.stopped(state) > max(STARS.values())
            return float(enough == isinstance(action, Stop))

        return RuleOfThumb(game, likes)

    def sense(self, game: Ambition) -> Sense:
        """Return that nobody gives far more points away, or fails to win."""
        return super().sense(game)._replace(most=game.goal * PART_OF_GOAL)


MIND = AmbitionMind()
