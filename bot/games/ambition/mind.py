"""What positions of Ambition are worth: the turns still needed, and between two the chance to win.

Who is behind must dare more, and who is ahead less. A player climbs rungs: 0 before they have qualified, then 1, and
one more for every 50 points. Turns lead up or nowhere, so what a rung is worth follows from higher ones and itself.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from itertools import product
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bot.engine import Action, Faces, Roll, Seat, acting
from bot.engine.dice import ScriptedDice
from bot.engine.game import GAMES
from bot.games.ambition.rules import DICE, STARS, Ambition, State, Stop, is_trio, qualifies, scoring, worth
from bot.mind import alone
from bot.mind.alone import RiskTurn, ThrowSort, steady
from bot.mind.duel import Standings, fill_chances
from bot.mind.evaluator import Advice, Evaluator, NoEvaluator, Strength, Unit
from bot.mind.levels import Mind
from bot.mind.players import PART_OF_GOAL, RuleOfThumb, Sense
from bot.mind.reasons import RiskEnd, Split, reach_split, risk_split
from bot.mind.store import KeepValues, keeper
from bot.mind.throws import Values

# -- A turn as a tree: the game itself is played, throw by throw -----------------------------------------------------

STEP = 50
"""All points are multiples of this."""


class AmbitionPlace(NamedTuple):
    """A moment before a throw: what of the turn matters for all that follows."""

    throws: int = 0
    """Only of a turn to qualify."""
    aside: int = 0
    """The number of dice that the throw leaves on the table."""
    reached: int = 0
    """The points written before, and those of the turn: so one tree holds the turns from all totals."""
    pending: int = 0
    """Points of a trio not validated: where no part of a turn can be saved from it, only whether there are any."""


class AmbitionTurnRules:
    """What the rules say of turns; their ends are the rungs that they lead to, if these are higher."""

    def __init__(self, game: Ambition) -> None:
        """Ask ``game``.

        Raises NoEvaluator for house rules under which the turns of a seat alone are not those of the table: the Power
        die, partners who must all qualify.
        """
        if game.house_rules["power"]:
            raise NoEvaluator(f"no evaluator for {game.key} with the Power die")
        if game.sides and game.house_rules["everyone_qualifies"]:
            raise NoEvaluator(f"no evaluator for {game.key} where every partner must qualify")
        solo = game.alone
        self._game = replace(solo, house_rules=solo.house_rules.without(GAMES))
        self._saves = game.house_rules["overshoot"] == "stop_before"
        self.top = rung(game.goal)
        """The rung of the goal."""

    def turn(self, before: int) -> RiskTurn[AmbitionPlace, int]:
        """Return the tree that holds the turns from a rung, :meth:`start` being their begin there."""
        return self._scoring if before else self._qualifying

    def start(self, before: int) -> AmbitionPlace:
        """Return the place before the first throw of a turn."""
        return AmbitionPlace(reached=(before - 1) * STEP) if before else AmbitionPlace()

    def place(self, game: Ambition, state: State) -> AmbitionPlace:
        """Return where the seat to act is in ``game`` if it throws on."""
        seat = acting(state)
        if not state.qualified[seat]:
            return AmbitionPlace(state.throws)
        pending = state.pending if self._saves else int(bool(state.pending))
        return AmbitionPlace(0, len(game.next_aside(state)), game.total(state, seat) + state.risk, pending)

    @cached_property
    def _qualifying(self) -> RiskTurn[AmbitionPlace, int]:
        return RiskTurn(AmbitionPlace(), lambda place: self.throws(place, qualified=False))

    @cached_property
    def _scoring(self) -> RiskTurn[AmbitionPlace, int]:
        """The turn from 0 points on: with points at risk instead of written ones, it goes on as from any other rung."""
        starts = map(self.start, range(self.top - 1, 0, -1))
        return RiskTurn(self.start(1), lambda place: self.throws(place, qualified=True), starts)

    def throws(self, place: AmbitionPlace, *, qualified: bool) -> Iterable[ThrowSort[AmbitionPlace, int]]:
        """Return what throws lead to there: one end at most, and one place at most."""
        state = State(
            ((),),
            (qualified,),
            Seat(0),
            throws=place.throws,
            aside=(1,) * place.aside,
            risk=place.reached,
            pending=place.pending,
        )
        return (self._thrown(state, faces, chance) for faces, chance in _sorts(DICE - place.aside))

    def _thrown(self, state: State, faces: Faces, chance: float) -> ThrowSort[AmbitionPlace, int]:
        game = self._game
        after = game.apply(state, Roll(), ScriptedDice((faces,))).state
        if after.last is not None:
            end = rung(game.total(after, Seat(0))) if after.qualified[0] else 0
            return ThrowSort(chance, frozenset({end}), frozenset())
        stops = any(isinstance(do, Stop) for do in game.legal_actions(after))
        ends = frozenset({rung(game.stopped(after))}) if stops else frozenset[int]()
        return ThrowSort(chance, ends, frozenset({self.place(game, after)}))


def rung(total: int) -> int:
    """Return the rung of somebody who has qualified."""
    return 1 + total // STEP


def rung_of(game: Ambition, state: State, seat: Seat) -> int:
    """Return the rung of a seat, its present turn apart."""
    return rung(game.total(state, seat)) if state.qualified[seat] else 0


@cache
def _sorts(dice: int) -> list[tuple[Faces, float]]:
    """Return one throw of each sort, with the chance of its sort: throws between which no rule makes a difference."""
    throws_of_sort: dict[object, list[Faces]] = {}
    for faces in product(range(1, 7), repeat=dice):
        stars = any(face in STARS for face in faces)
        sort = worth(faces), is_trio(faces), qualifies(faces), stars, len(scoring(faces))
        throws_of_sort.setdefault(sort, []).append(faces)
    return [(throws[0], len(throws) / 6**dice) for throws in throws_of_sort.values()]


class AmbitionValues:
    """Evaluates positions by what a turn leads to."""

    def __init__(self, game: Ambition) -> None:
        """Know nothing of what rungs are worth yet. Raises NoEvaluator for rules that it does not know."""
        self.game, self.rules = game, AmbitionTurnRules(game)
        self.now = lru_cache(alone.TURNS)(self.places)

    def rungs(self, state: State) -> tuple[int, ...]:
        """Return the rung of the seat to act before its turn, and those of others that matter."""
        return (rung_of(self.game, state, acting(state)),)

    def later(self, rungs: tuple[int, ...], after: int) -> float:
        """Return how good it is to end the turn on a rung, from its own up: less is better."""
        raise NotImplementedError

    def places(self, rungs: tuple[int, ...]) -> list[float]:
        """Return what each place of the turn is worth: less is better."""
        before = rungs[0]
        turn = self.rules.turn(before)
        return turn.worth([self.later(rungs, max(before, end)) for end in turn.ends])

    def actions(self, state: State) -> list[tuple[Action, float]]:
        """Return each legal action with what it leads to on average, the best first: less is better."""
        rungs, valued = self.rungs(state), list[tuple[Action, float]]()
        for action in self.game.legal_actions(state):
            if isinstance(action, Stop):
                valued.append((action, self.later(rungs, self._stopped(state, rungs[0]))))
            else:
                place = self.rules.turn(rungs[0]).places[self.rules.place(self.game, state)]
                valued.append((action, self.now(rungs)[place]))
        return sorted(valued, key=itemgetter(1))

    def turn_ends(self, state: State, action: Action) -> Iterator[RiskEnd]:
        """Yield how the turn may end after ``action``, if every later choice is the best."""
        rungs = self.rungs(state)
        before, turn = rungs[0], self.rules.turn(rungs[0])
        often = {self._stopped(state, before): 1.0}
        if not isinstance(action, Stop):
            ends = [self.later(rungs, max(before, end)) for end in turn.ends]
            often = turn.ending(ends, self.rules.place(self.game, state))
        for end, chance in often.items():
            if chance:
                after = max(before, end)
                reached = after == (self.rules.top if before else 1)
                brings = (after - before) * STEP if before else 0
                yield RiskEnd(chance, -self.later(rungs, after), after == before, brings, reached)

    def _stopped(self, state: State, before: int) -> int:
        return before + self.game.stopped(state) // STEP


# -- The turns that a player still needs -----------------------------------------------------------------------------


class AmbitionTurns(AmbitionValues):
    """Evaluates the positions of Ambition, by the turns that a player alone needs.

    Others change nothing, so it is blind to the need to dare more far behind. Of a match it is the present game.
    """

    def __init__(self, game: Ambition, keep: KeepValues) -> None:
        """Work the turns from every rung out, and keep them by ``keep``.

        Raises NoEvaluator for house rules that a player alone cannot stand for.
        """
        super().__init__(game)
        self._values: Values = np.zeros(self.rules.top)
        self._values = keep(self._work_out)

    def _work_out(self) -> Values:
        """Return the turns still needed from each rung but the goal; that of an unqualified player comes last."""
        guess = 1.0
        for before in range(self.rules.top - 1, -1, -1):
            guess = steady(lambda turns, at=before: self._before_turn(at, turns), guess)  # type: ignore[misc]
            self._values[before - 1] = guess
        return self._values

    def _before_turn(self, before: int, turns: float) -> float:
        """Return the turns still needed, if so many are after one that brings nothing."""
        self._values[before - 1] = turns
        return self.places((before,))[self.rules.turn(before).places[self.rules.start(before)]]

    def later(self, rungs: tuple[int, ...], after: int) -> float:
        """Return the turns still needed, the present one included."""
        return 1.0 + (float(self._values[after - 1]) if after < self.rules.top else 0.0)

    def advise(self, state: State) -> Advice:
        """Return the turns that the seat to act still needs, this one included. Raises GameOver after the end."""
        strength = Strength.ESTIMATE if self.game.length.several else Strength.EXACT
        return Advice.of(Unit.TURNS, strength, self.actions(state))


# -- The chance to win between two -----------------------------------------------------------------------------------

_TWO = 2
"""Sides between which there is an exact chance to win; it also tells these values from those of a player alone."""


class AmbitionDuel(AmbitionValues):
    """Evaluates the positions of Ambition between two seats or sides by the chance to win the present game.

    It is an estimate once somebody has left a side, whose turns then come more seldom.
    """

    def __init__(self, game: Ambition, keep: KeepValues) -> None:
        """Work the chances out, and keep them by ``keep``. Raises NoEvaluator for rules that it does not know."""
        super().__init__(game)
        self._values: Values = np.zeros((0, 0))
        self._values = keep(self._work_out, _TWO)

    @property
    def values(self) -> Values:
        """The chance to win, by the rungs of the seat to act and of the other."""
        return self._values

    def _work_out(self) -> Values:
        self._values = np.full((self.rules.top, self.rules.top), 0.5)
        fill_chances(self._values, range(self.rules.top), self._turn)
        return self._values

    def _turn(self, mine: Standings, theirs: Standings, nothing: Values) -> Values:
        """Return the chances to lose before a turn; ``nothing`` are those after one that brings nothing."""
        lost = np.empty(len(mine))
        for qualified in (0, 1):
            at = np.flatnonzero((mine > 0) == qualified)
            if len(at):
                turn = self.rules.turn(qualified)
                ends = [self._lost(mine[at], theirs[at], nothing[at], end) for end in turn.ends]
                starts = [turn.places[self.rules.start(before)] for before in mine[at]]
                lost[at] = turn.all_worths(np.array(ends))[starts, np.arange(len(at))]
        return lost

    def _lost(self, mine: Standings, theirs: Standings, nothing: Values, end: int) -> Values:
        """Return the chances to lose after turns that lead to a rung; below their own they bring nothing."""
        later = 0.0 if end == self.rules.top else self._values[theirs, end]
        return np.where(end <= mine, nothing, later)

    def rungs(self, state: State) -> tuple[int, ...]:
        """Return the rungs of the seat to act and of the other side."""
        game = self.game
        mine = game.side(acting(state))
        theirs = next(seat for seat in map(Seat, range(len(state.qualified))) if game.side(seat) != mine)
        return rung_of(game, state, acting(state)), rung_of(game, state, theirs)

    def later(self, rungs: tuple[int, ...], after: int) -> float:
        """Return the chance to lose."""
        return float(self._values[rungs[1], after]) if after < self.rules.top else 0.0

    def advise(self, state: State) -> Advice:
        """Return the chance to win of the seat to act. Raises GameOver after the end."""
        if len(sides_left(self.game, state)) < _TWO:
            sure = [(action, 1.0) for action in self.game.legal_actions(state)]
            return Advice.of(Unit.WIN, Strength.EXACT, sure)
        strength = Strength.ESTIMATE if state.gone else Strength.EXACT
        # Chances close to 1 may round to the same number: they stay in order.
        return Advice.of(Unit.WIN, strength, [(action, 1.0 - lost) for action, lost in self.actions(state)])


def sides_left(game: Ambition, state: State) -> set[int]:
    """Return the sides of which somebody still plays. Raises GameOver after the end."""
    acting(state)
    return {game.side(seat) for seat in map(Seat, range(len(state.qualified))) if seat not in state.gone}


class AmbitionByTable:
    """Evaluates the positions of Ambition by the chance to win between two, else by the turns still needed."""

    def __init__(self, game: Ambition, keep: KeepValues) -> None:
        """Work out what a position needs when it is asked for. Raises NoEvaluator for rules that nobody knows."""
        self._game, self._keep = game, keep
        self.turns = AmbitionTurns(game, keep)

    @cached_property
    def _duel(self) -> AmbitionDuel:
        return AmbitionDuel(self._game, self._keep)

    def of(self, state: State) -> AmbitionTurns | AmbitionDuel:
        """Return what knows the position. Raises GameOver after the end."""
        two = len(state.totals) == len(sides_left(self._game, state)) == _TWO
        return self._duel if two and not self._game.length.several else self.turns

    def advise(self, state: State) -> Advice:
        """Return what that says. Raises GameOver after the end."""
        return self.of(state).advise(state)


# -- Simple ways to play, and the face to the mind --------------------------------------------------------------------

_QUALIFIED = 1_000
"""What it counts to qualify, more than any points."""


class MostPointsAmbition(AmbitionTurns):
    """Sees the points that a turn brings on average, below 0 as "turns"; to qualify counts more than anything."""

    def __init__(self, game: Ambition) -> None:
        super().__init__(game, lambda work_out, *more: np.zeros(0))

    def advise(self, state: State) -> Advice:
        """Return these points. Raises GameOver after the end."""
        return super().advise(state).in_points()

    def later(self, rungs: tuple[int, ...], after: int) -> float:
        """Return these points, below 0."""
        gained = after - rungs[0]
        return -float(gained * (STEP if rungs[0] else _QUALIFIED))


class AmbitionMind(Mind[Ambition]):
    """What Ambition knows of its positions: the turns to the goal, and between two the chance to win."""

    def evaluator(self, game: Ambition, folder: Path) -> Evaluator:
        """Return what goes by the table."""
        return AmbitionByTable(game, keeper(game, folder))

    def reviewer(self, game: Ambition, seats: int, folder: Path) -> Evaluator:
        """Return one for the whole game: between two the chance to win, even after somebody has left."""
        two = (game.sides or seats) == _TWO and not game.length.several
        return (AmbitionDuel if two else AmbitionTurns)(game, keeper(game, folder))

    def splits(self, game: Ambition, evaluator: Evaluator, state: State, best: Action, done: Action) -> Iterator[Split]:
        """Split by the goal reached now or the qualification, then by the risk of the turn and its points."""
        if isinstance(evaluator, AmbitionByTable):
            evaluator = evaluator.of(state)
        if isinstance(evaluator, AmbitionValues):
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
