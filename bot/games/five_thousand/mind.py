"""What positions of 5000 are worth: the turns still needed, and against one other the chance to win.

A player who is behind must dare more, and one who is ahead less.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, cached_property, lru_cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bot.engine import Action, Faces, Keep, Roll, Seat, acting
from bot.games.five_thousand.rules import Bank, FiveThousand, State, wins_at_once
from bot.mind import alone
from bot.mind.alone import RiskTurn, ThrowSort, steady
from bot.mind.duel import Standings, fill_chances
from bot.mind.evaluator import Advice, Evaluator, NoEvaluator, Strength, Unit, win_chance_among
from bot.mind.levels import Mind
from bot.mind.players import PART_OF_GOAL, RuleOfThumb, Sense
from bot.mind.reasons import RiskEnd, Split, reach_split, risk_split, scaled
from bot.mind.store import KeepValues, keeper
from bot.mind.throws import Values

# -- A turn as a tree, by the game's own rules: which dice may be set aside, and when a player may stop --------------
# What points bring depends on the total of the player, but the tree does not.

STEP = 50
"""All points are multiples of this."""
LOST, WON = -1, -2
"""Ends of a turn besides the points that are counted: none are, and the game is won at once."""


class FiveThousandPlace(NamedTuple):
    """A moment before a throw: what of the turn matters for all that follows."""

    throws: int = 0
    """0 where throws are not limited."""
    aside: int = 0
    """The number of dice that lie aside."""
    risk: int = 0
    """Points beyond the goal are all alike."""


def check_rules(game: FiveThousand) -> None:
    """Raise NoEvaluator for house rules in which the others matter beyond their points, and for the Power die."""
    for rule in ("power", "bump", "last_round"):
        if game.house_rules.get(rule):
            raise NoEvaluator(f"no evaluator for {game.key} with the house rule {rule}")


def after_turn(game: FiveThousand, total: int, end: int) -> int:
    """Return the total after a turn that ends so; the goal for somebody who wins at once."""
    if end == WON:
        return game.goal
    return total if end == LOST else game.counts(total, end)


class FiveThousandTurnRules:
    """What the rules say of the turns of a player who has opened, or who has not."""

    def __init__(self, game: FiveThousand, *, opened: bool) -> None:
        """Ask ``game``."""
        self._game = game
        self._opened = opened
        self._limited = game.throws_left(self._state(FiveThousandPlace(), ())) is not None

    @cached_property
    def turn(self) -> RiskTurn[FiveThousandPlace, int]:
        """The tree of a turn: its ends are the points that are counted, :data:`LOST` and :data:`WON`."""
        return RiskTurn(FiveThousandPlace(), self._throws)

    def places(self, ends: Callable[[int], float]) -> list[float]:
        """Return what each place of a turn is worth, given what its ends are: less is better."""
        return self.turn.worth([ends(end) for end in self.turn.ends])

    def actions(
        self, game: FiveThousand, state: State, ends: Callable[[int], float], places: list[float]
    ) -> list[tuple[Action, float]]:
        """Return what each legal action of ``game`` after a throw is worth: less is better. It may have sides."""
        valued: list[tuple[Action, float]] = []
        for action in game.legal_actions(state):
            if isinstance(action, Keep):
                valued.append((action, places[self.turn.places[self.place(state, action.faces)]]))
            elif isinstance(action, Bank):
                valued.append((action, ends(game.stopped(state, action.faces))))
            else:
                raise TypeError(action)
        return valued

    def place(self, state: State, some: Faces) -> FiveThousandPlace:
        """Return where a player is who sets ``some`` of the throw on the table aside."""
        after = self._game.set_aside(state, some)
        risk = min(after.risk, self._game.goal + STEP)
        return FiveThousandPlace(after.throws if self._limited else 0, len(after.aside), risk)

    def _state(self, place: FiveThousandPlace, fallen: Faces) -> State:
        """Return the moment after a throw."""
        aside = (1,) * place.aside
        throws = place.throws + 1
        return State(1, ((),), Seat(0), (self._opened,), throws, dice=fallen, aside=aside, risk=place.risk)

    def _throws(self, place: FiveThousandPlace) -> Iterable[ThrowSort[FiveThousandPlace, int]]:
        for fallen, chance in self._sorts(self._game.dice - place.aside):
            yield self._thrown(self._state(place, fallen), chance)

    def _thrown(self, state: State, chance: float) -> ThrowSort[FiveThousandPlace, int]:
        if wins_at_once(state.dice):
            return ThrowSort(chance, frozenset({WON}), frozenset())
        legal = self._game.legal_actions(state)
        places = frozenset(self.place(state, do.faces) for do in legal if isinstance(do, Keep))
        points = {self._game.stopped(state, do.faces) for do in legal if isinstance(do, Bank)}
        return ThrowSort(chance, frozenset(points) if legal else frozenset({LOST}), places)

    @cache  # noqa: B019 - as short-lived as the rules of one game.
    def _sorts(self, dice: int) -> list[tuple[Faces, float]]:
        """Return one throw of each sort, with the chance of its sort: throws of which the same may be set aside."""
        sorts: dict[object, tuple[Faces, int]] = {}
        ways = Counter(tuple(sorted(thrown)) for thrown in product(range(1, 7), repeat=dice))
        for faces in combinations_with_replacement(range(1, 7), dice):
            allowed = self._game.allowed(self._state(FiveThousandPlace(), faces))
            sort = wins_at_once(faces), frozenset((len(some), points) for some, points in allowed.items())
            example, many = sorts.get(sort, (faces, 0))
            sorts[sort] = example, many + ways[faces]
        return [(faces, many / 6**dice) for faces, many in sorts.values()]


# -- The turns that a player still needs to the goal -----------------------------------------------------------------


class FiveThousandTurns:
    """Evaluates the positions of 5000, by the turns that a player alone needs.

    Others change nothing, so it is blind to the need to dare more far behind. Of a match it is the present game.
    """

    def __init__(self, game: FiveThousand, keep: KeepValues) -> None:
        """Work the turns from every total out, and keep them by ``keep``.

        Raises NoEvaluator for house rules in which the others matter, and for the Power die.
        """
        check_rules(game)
        self._game = game
        solo = game.alone
        self._rules = {opened: FiveThousandTurnRules(solo, opened=opened) for opened in (False, True)}
        self._now = lru_cache(alone.TURNS)(self._places)
        self._values: Values = np.full(game.goal // STEP + 1, 0.0)
        self._values = keep(self._work_out)

    def _work_out(self) -> Values:
        """Return the turns still needed from each total, in steps of 50; from 0 as the game begins."""
        guess = 1.0
        for total in range(self._game.goal - STEP, -1, -STEP):
            opened = total > 0 or not self._game.opening
            if opened and total < self._game.opening:
                continue
            guess = steady(lambda turns, at=total: self._after(at, turns), guess)  # type: ignore[misc]
            self._values[total // STEP] = guess
        return self._values

    def _after(self, total: int, turns: float) -> float:
        """Return the turns needed from ``total`` if every turn that brings nothing leads to so many more."""
        opened = total > 0 or not self._game.opening
        return self._places(total, opened, turns)[-1]

    def turn_of(self, state: State) -> tuple[FiveThousandTurnRules, Callable[[int], float]]:
        """Return the rules of the present turn, and what says how good its ends are: less is better."""
        total, opened = self._game.total(state, acting(state)), state.opened[self._game.side(acting(state))]
        return self._rules[opened], lambda end: 1.0 + self.later(total, end)

    def _places(self, total: int, opened: bool, turns: float) -> list[float]:
        """Return the turns still needed at each place of a turn, that turn included."""
        return self._rules[opened].places(lambda end: 1.0 + self._later(total, end, turns))

    def later(self, total: int, end: int) -> float:
        """Return the turns still needed after a turn from ``total`` that ends so."""
        return self._later(total, end, float(self._values[total // STEP]))

    def _later(self, total: int, end: int, turns: float) -> float:
        """Return the turns still needed after a turn that ends so; ``turns`` if it brings nothing."""
        after = after_turn(self._game, total, end)
        if after == total:
            return turns
        return 0.0 if after >= self._game.goal else float(self._values[after // STEP])

    def advise(self, state: State) -> Advice:
        """Return the turns that the seat to act still needs, this one included. Raises GameOver after the end."""
        seat = acting(state)
        strength = Strength.ESTIMATE if self._game.length.several else Strength.EXACT
        total, opened = self._game.total(state, seat), state.opened[self._game.side(seat)]
        turns = float(self._values[total // STEP])
        if not state.dice:
            return Advice.of(Unit.TURNS, strength, [(Roll(), turns)])
        places = self._now(total, opened, turns)
        valued = self._rules[opened].actions(
            self._game, state, lambda end: 1.0 + self._later(total, end, turns), places
        )
        return Advice.of(Unit.TURNS, strength, valued)


# -- The chance to win against one other, at every moment of a game --------------------------------------------------

MOST_GOAL = 5000
"""Farther goals take minutes to work out."""
_FOR_TWO = 2
"""Tells these values from those of a player alone."""


class FiveThousandDuel:
    """Evaluates the positions of 5000 by the chance to win.

    Exact between two seats or sides. Among more it is an estimate: the seat to act plays against the leader alone, and
    its chance against each other one is taken to be the same. Of a match it is the present game, and an estimate.
    """

    def __init__(self, game: FiveThousand, keep: KeepValues) -> None:
        """Work the chances out, and keep them by ``keep``. Raises NoEvaluator for rules that it does not know."""
        check_rules(game)
        if game.goal > MOST_GOAL:
            raise NoEvaluator(f"no chances for {game.key} with a goal of {game.goal}")
        self._game = game
        self._rules = {opened: FiveThousandTurnRules(game.alone, opened=opened) for opened in (False, True)}
        self._now = lru_cache(alone.TURNS)(self._places)
        self._after = cache(self._totals_after)
        self._values: Values = np.zeros((0, 0))
        self._values = keep(self._work_out, _FOR_TWO)

    @property
    def values(self) -> Values:
        """The chance to win, by the totals of the seat to act and of the other, in steps of 50."""
        return self._values

    def advise(self, state: State) -> Advice:
        """Return the chance to win of the seat to act. Raises GameOver after the end."""
        seat = acting(state)
        game, side = self._game, self._game.side(seat)
        others = {game.side(other): other for other in range(state.seats) if other not in state.gone}
        others.pop(side, None)
        mine, theirs = self._totals(state)
        exact = len(others) == 1 and not state.gone and not game.length.several
        strength = Strength.EXACT if exact else Strength.ESTIMATE
        many = max(1, len(others))  # The last player plays on as if against one without points.
        if not state.dice:
            value = win_chance_among(many, float(self._values[mine // STEP, theirs // STEP]))
            return Advice.of(Unit.WIN, strength, [(Roll(), value)])
        opened = state.opened[side]
        places = self._now(mine, theirs, opened)
        lost = self._rules[opened].actions(game, state, lambda end: self.lost(mine, theirs, end), places)
        lost.sort(key=lambda pair: pair[1])  # Chances close to 1 may round to the same number.
        return Advice.of(
            Unit.WIN, strength, [(action, win_chance_among(many, 1.0 - chance)) for action, chance in lost]
        )

    def turn_of(self, state: State) -> tuple[FiveThousandTurnRules, Callable[[int], float]]:
        """Return the rules of the present turn, and what says how good its ends are: less is better."""
        game, seat = self._game, acting(state)
        mine, theirs = self._totals(state)
        return self._rules[state.opened[game.side(seat)]], lambda end: self.lost(mine, theirs, end)

    def _totals(self, state: State) -> tuple[int, int]:
        """Return the total of the seat to act, and that of the leader of the others."""
        game, seat = self._game, acting(state)
        others = {game.side(other): other for other in range(state.seats) if other not in state.gone}
        others.pop(game.side(seat), None)
        return game.total(state, seat), max((game.total(state, Seat(at)) for at in others.values()), default=0)

    def _places(self, mine: int, theirs: int, opened: bool) -> list[float]:
        """Return the chance to lose at each place of a turn."""
        return self._rules[opened].places(lambda end: self.lost(mine, theirs, end))

    def lost(self, mine: int, theirs: int, end: int) -> float:
        """Return the chance to lose after a turn that ends so."""
        after = after_turn(self._game, mine, end)
        return 0.0 if after >= self._game.goal else float(self._values[theirs // STEP, after // STEP])

    # -- all positions -------------------------------------------------------------------------------------------------

    def _work_out(self) -> Values:
        """Return the chances of all pairs of totals, the highest first."""
        many, least = self._game.goal // STEP, self._game.opening // STEP
        self._values = np.full((many, many), 0.5)
        fill_chances(self._values, [0, *range(max(1, least), many)], self._turn)
        return self._values

    def _turn(self, mine: Standings, theirs: Standings, nothing: Values) -> Values:
        """Return the chances to lose before a turn; ``nothing`` are those after one that counts nothing."""
        chances = np.empty(len(mine))
        opened = (mine > 0) | (not self._game.opening)
        for which in (False, True):
            if (opened == which).any():
                at = np.flatnonzero(opened == which)
                turn = self._rules[which].turn
                ends = [self._ends(mine[at], theirs[at], nothing[at], end) for end in turn.ends]
                chances[at] = turn.worths(np.array(ends))
        return chances

    def _ends(self, mine: Standings, theirs: Standings, nothing: Values, end: int) -> Values:
        """Return the chances to lose after turns that end so."""
        after = self._after(end)[mine]
        won = after >= self._game.goal // STEP
        later = self._values[theirs, np.where(won, 0, after)]
        return np.where(won, 0.0, np.where(after == mine, nothing, later))

    def _totals_after(self, end: int) -> Standings:
        """Return the total after a turn from each total that ends so."""
        totals = range(0, self._game.goal, STEP)
        return np.array([after_turn(self._game, total, end) for total in totals]) // STEP


# -- Simple ways to play, and the face to the mind --------------------------------------------------------------------


class MostPoints5000(FiveThousandTurns):
    """Sees the points that a turn of 5000 brings on average; "turns" are such points below 0.

    The goal is worth more than any points, so a game that is won is taken.
    """

    def __init__(self, game: FiveThousand) -> None:
        super().__init__(game, lambda work_out, *more: np.zeros(game.goal // 50 + 1))

    def advise(self, state: State) -> Advice:
        """Return these points. Raises GameOver after the end."""
        return super().advise(state).in_points()

    def _later(self, total: int, end: int, turns: float) -> float:
        after = after_turn(self._game, total, end)
        return -float(self._game.goal) if after >= self._game.goal else float(total - after)


_DUEL = 2
"""Sides between which 5000 has an exact chance to win."""


def _ends(
    evaluator: FiveThousandTurns | FiveThousandDuel, game: FiveThousand, state: State, action: Action
) -> Iterator[RiskEnd]:
    """Yield how the turn may end after ``action``, if every later choice is the best."""
    total = game.total(state, acting(state))
    rules, worth = evaluator.turn_of(state)
    if isinstance(action, Bank):
        often = {game.stopped(state, action.faces): 1.0}
    else:
        faces = action.faces if isinstance(action, Keep) else ()
        ends = [worth(end) for end in rules.turn.ends]
        often = rules.turn.ending(ends, rules.place(state, faces))
    for end, chance in often.items():
        after = after_turn(game, total, end)
        if chance:
            yield RiskEnd(chance, -worth(end), after == total, min(after, game.goal) - total, after >= game.goal)


class FiveThousandMind(Mind[FiveThousand]):
    """What 5000 knows of its positions: the turns to the goal, and between two the chance to win."""

    def splits(
        self, game: FiveThousand, evaluator: Evaluator, state: State, best: Action, done: Action
    ) -> Iterator[Split]:
        """Split by the goal reached now, then by the risk of the turn and the points that it brings."""
        if isinstance(evaluator, FiveThousandTurns | FiveThousandDuel):
            ends = [list(_ends(evaluator, game, state, action)) for action in (best, done)]
            values = dict(evaluator.advise(state).actions)
            lost = abs(values[best] - values[done])
            risks = risk_split(ends[0], ends[1], "bust", "gain")
            share = lost / (sum(quantity.part for quantity in risks) or 1.0)  # Below 1 among more than two.
            yield [quantity._replace(part=share * quantity.part) for quantity in reach_split(ends[0], ends[1], "reach")]
            yield scaled(risks, lost)

    def evaluator(self, game: FiveThousand, folder: Path) -> Evaluator:
        """Return the chance to win where that is exact, else the turns still needed."""
        if max(game.seats) > 1:
            with suppress(NoEvaluator):
                return FiveThousandDuel(game, keeper(game, folder))
        return FiveThousandTurns(game, keeper(game, folder))

    def reviewer(self, game: FiveThousand, seats: int, folder: Path) -> Evaluator:
        """Return the turns among more than two: they are exact, while a chance to win is a guess there."""
        if (game.sides or seats) > _DUEL:
            return FiveThousandTurns(game, keeper(game, folder))
        return self.evaluator(game, folder)

    def par(self, game: FiveThousand, folder: Path) -> Evaluator:
        """Return the points that a turn brings on average, or the win."""
        return MostPoints5000(game)

    def greedy(self, game: FiveThousand) -> Evaluator:
        """Return an evaluator: it stops once that counts, with all that scores; before, it risks the fewest dice."""

        def likes(state: Any, action: Action) -> float:
            if isinstance(action, Keep):
                after = game.set_aside(state, action.faces)
                return after.risk / game.goal - len(after.aside) / 100 - 1
            if isinstance(action, Roll):
                return -2.0
            return float(game.stopped(state, action.faces))  # type: ignore[attr-defined]

        return RuleOfThumb(game, likes)

    def weak(self, game: FiveThousand) -> Evaluator:
        """Return what a regular player goes by, who slips less: whoever stops as soon as they may is nearly as good."""
        return MostPoints5000(game)

    def sense(self, game: FiveThousand) -> Sense:
        """Return that nobody leaves points on the table when they stop, gives far more away, or fails to win."""

        def absurd(state: State, best: Action, action: Action) -> bool:
            stops = [game.stopped(state, one.faces) for one in game.legal_actions(state) if isinstance(one, Bank)]
            return isinstance(action, Bank) and game.stopped(state, action.faces) < max(stops)

        return super().sense(game)._replace(most=game.goal * PART_OF_GOAL, absurd=absurd)


MIND = FiveThousandMind()
