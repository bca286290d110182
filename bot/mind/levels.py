"""The levels of computer players, and how each plays each game (docs/certified/tables.md says how strong they are).

A game whose house rules an evaluator does not know is played the next simpler way, so every level plays every game.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bot.engine import Action, AnyGame, Keep, Roll, Seat
from bot.engine.dice import FairDice
from bot.engine.game import GameWithOptions, Race
from bot.games.ambition.mind import AmbitionTurns, Between
from bot.games.ambition.rules import STARS, Ambition, Stop
from bot.games.cant_stop.mind import CantStopEstimate
from bot.games.cant_stop.rules import (
    HEIGHTS,
    RUNNERS,
    CantStop,
    CantStopRace,
    Heights,
    Move,
)
from bot.games.cant_stop.rules import (
    State as Climb,
)
from bot.games.cant_stop.rules import (
    Stop as StopClimbing,
)
from bot.games.five_thousand.mind import LOST, WON, FiveThousandDuel, FiveThousandTurns
from bot.games.five_thousand.rules import FiveThousand, FiveThousandRace
from bot.games.four_two_one.mind import ChanceToWin, plan
from bot.games.four_two_one.rules import HANDS, FourTwoOne, Stand, hand, place
from bot.games.yamslam import mind as yamslam_duel
from bot.games.yamslam.mind import YamslamEstimate
from bot.games.yamslam.rules import ALL_KINDS, CHIPS, KINDS, SET, Yamslam
from bot.games.yamslam.rules import State as Rack
from bot.games.yum.mind.compiled import CompiledSheet, compiled
from bot.games.yum.mind.estimate import (
    VERSION,
    BalutEstimate,
    Pars,
    SheetEstimate,
    levelled,
    no_pars,
    pars_of,
    rules_in_numbers,
)
from bot.games.yum.mind.exact import MOST_STATES, CompiledColumns, ExactSheet, NetSheet, compiled_columns, values_of
from bot.games.yum.rules import Yum
from bot.mind.evaluator import Advice, Evaluator, GameOver, NoEvaluator, RaceEvaluator, Strength, Unit
from bot.mind.net import net_of
from bot.mind.players import SLIPS, Imagining, Player, Runner, Sense, Thoughtful
from bot.mind.store import KeepValues, digest_of, kept
from bot.mind.throws import Values, throws_of

# -- Simple ways to see what moves are worth, in the games that are no score sheets: greedy ones, and rules of thumb --
# Values are in points of some kind; only their order matters.

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


# -- Which evaluator a game has --------------------------------------------------------------------------------------

_DUEL = 2
"""Sides between which 5000 has an exact chance to win."""


def evaluator_of(game: AnyGame, folder: Path) -> Evaluator:
    """Return the evaluator of ``game``; values that it works out stay in ``folder``.

    The first call for a game by its house rules may take 20 seconds, by some house rules a minute. Raises NoEvaluator
    where nothing evaluates the game.
    """
    match game:
        case Yum():
            return _of_sheet(game, folder)
        case FourTwoOne():
            return ChanceToWin(game, _keep(game, folder))
        case FiveThousand():
            return _of_5000(game, folder)
        case CantStop():
            return CantStopEstimate(game)
        case FiveThousandRace() | CantStopRace():
            return RaceEvaluator(evaluator_of(game.solo, folder))
        case Ambition():
            return AmbitionTurns(game, _keep(game, folder))
        case Yamslam():
            return _of_yamslam(game)
    raise NoEvaluator(f"no evaluator for {game.key} yet")


def evaluator_for_review(game: AnyGame, seats: int, folder: Path) -> Evaluator:
    """Return what a game of so many seats is reviewed by: the same, but for 5000 among more than two.

    There the turns that a player needs are exact, while a chance to win is a guess. Raises NoEvaluator.
    """
    if isinstance(game, FiveThousand) and (game.sides or seats) > _DUEL:
        return FiveThousandTurns(game, _keep(game, folder))
    return evaluator_of(game, folder)


def _of_yamslam(game: Yamslam) -> Evaluator:
    estimate = YamslamEstimate(game)
    try:
        net = net_of(game.key, yamslam_duel.digest(game))
    except NoEvaluator:
        return estimate
    return estimate if net is None else yamslam_duel.YamslamDuel(game, net, estimate)


def _of_5000(game: FiveThousand, folder: Path) -> Evaluator:
    if max(game.seats) == 1:
        return FiveThousandTurns(game, _keep(game, folder))
    try:
        return FiveThousandDuel(game, _keep(game, folder))
    except NoEvaluator:
        return FiveThousandTurns(game, _keep(game, folder))


def _of_sheet(game: Yum, folder: Path) -> Evaluator:
    try:
        return _of_columns(game, folder) if game.layout.columns > 1 else _of_column(compiled(game), folder)
    except NoEvaluator:
        return estimated(game, folder)


def _of_column(sheet: CompiledSheet, folder: Path) -> Evaluator:
    if sheet.least_states > MOST_STATES or sheet.states > MOST_STATES:
        net = net_of(sheet.game.key, sheet.digest)
        return estimated(sheet.game, folder) if net is None else NetSheet(CompiledColumns(sheet, (1,)), net)
    return ExactSheet(sheet, values_of(sheet, folder))


def _of_columns(game: Yum, folder: Path) -> Evaluator:
    sheet = compiled_columns(game)
    net = net_of(game.key, sheet.digest)
    return estimated(game, folder) if net is None else NetSheet(sheet, net)


def estimated(game: Yum, folder: Path) -> Evaluator:
    """Return the estimate of any sheet, by pars that stay in ``folder`` where its grand total is a sum."""
    if game.layout.award is not None:
        return BalutEstimate(game)
    return SheetEstimate(game, pars_kept(game, folder))


def pars_kept(game: Yum, folder: Path) -> Pars:
    """Return the pars of ``game``, which stay in ``folder``."""
    layout = game.layout
    digest = digest_of(game, rules_in_numbers(game), VERSION)
    found = kept(folder, "pars", digest, lambda: levelled(game, pars_of(game)).flat())
    return Pars.of_flat(found, layout.columns, len(layout.boxes))


def _keep(game: GameWithOptions[Any, Any], folder: Path) -> KeepValues:
    """Return what keeps values of ``game`` in ``folder``."""
    return lambda work_out, *more: kept(folder, game.key, digest_of(game, *more), work_out)


# -- The levels of computer players, and how each plays each game (docs/certified/tables.md says how strong they are) --


class Level(StrEnum):
    """How well a computer player plays (notation.md, ``advise --level``)."""

    BEGINNER = "beginner"
    """Greedy, and slips."""
    REGULAR = "regular"
    """By pars, or by a rule of thumb that people use."""
    CHAMPION = "champion"
    """The best we have."""


EvaluatorOf = Callable[[AnyGame, Path], Evaluator]
"""Finds the evaluator of a game, with values that stay in a folder. Raises NoEvaluator."""


class Found(NamedTuple):
    """Who plays a game at a level."""

    player: Player
    level: Level
    """How well they really play: below the level that was asked for where nobody knows more by these house rules."""


def player_of(game: AnyGame, level: Level, folder: Path) -> Player:
    """Return who plays ``game`` at that level; values that are worked out stay in ``folder``.

    The first call may take as long as :func:`bot.mind.levels.evaluator_of`, but for a beginner, who needs nothing.
    """
    return found(game, level, folder).player


def found(game: AnyGame, level: Level, folder: Path, champion_by: EvaluatorOf = evaluator_of) -> Found:
    """Return what :func:`player_of` does, and how well that is; ``champion_by`` finds the evaluator of a champion."""
    if isinstance(game, Race):
        alone = found(game.solo, level, folder, champion_by)
        return Found(Runner(alone.player), alone.level)
    with suppress(NoEvaluator):
        if level is Level.CHAMPION:
            return _champion(game, champion_by(game, folder))
    with suppress(NoEvaluator):
        if level is not Level.BEGINNER:
            return Found(Thoughtful(game, par(game, folder)), Level.REGULAR)
    try:
        player: Player = beginner(game) if level is Level.BEGINNER else Thoughtful(game, greedy(game))
    except NoEvaluator:
        player = Imagining(game)
    return Found(player, Level.BEGINNER)


def _champion(game: AnyGame, evaluator: Evaluator) -> Found:
    by_pars = isinstance(evaluator, SheetEstimate)
    return Found(Thoughtful(game, evaluator), Level.REGULAR if by_pars else Level.CHAMPION)


def beginner(game: AnyGame) -> Thoughtful:
    """Return who plays ``game`` greedily, and slips. Raises NoEvaluator."""
    return Thoughtful(game, greedy(game), SLIPS, sense(game))


def sense(game: AnyGame) -> Sense:
    """Return what no slip may be in ``game``, because it would look absurd."""
    match game:
        case Yum():
            return Sense(POINTS * max(game.layout.multipliers), lambda state, _: _all_alike(state))
        case Yamslam():
            return Sense(CHIPS_POINTS, lambda state, _: _all_alike(state))
        case FourTwoOne():
            return Sense(HANDS_WORSE, lambda state, _: hand(state.dice) == HANDS[0])
    return Sense(sees=_wins(game))


POINTS = 10.0
"""A slip costs at most so many points of a turn; a column that counts more makes it dearer."""
CHIPS_POINTS = 20.0
"""At Yamslam, where a chip counts up to 50."""
HANDS_WORSE = 40.0
"""At 421 a slip is beaten by so many more of 100 throws at most."""


def _all_alike(state: Any) -> bool:
    return len(set(state.dice)) == 1


def _wins(game: AnyGame) -> Callable[[Any, Action], bool]:
    """Return what says whether an action that throws nothing ends the game: nobody fails to see that they have won."""

    def wins(state: Any, action: Action) -> bool:
        if isinstance(action, Keep | Roll | Move):
            return False
        return game.turn(game.apply(state, action, FairDice(bytes(32), "a throw for a tie")).state) is None

    return wins


def greedy(game: AnyGame) -> Evaluator:
    """Return how somebody sees ``game`` who wants the most now. Raises NoEvaluator."""
    match game:
        case Yum():
            return SheetEstimate(game, no_pars(game))
        case FourTwoOne():
            return BestHand(game, ahead=1)
        case FiveThousand():
            return greedy_5000(game)
        case Ambition():
            return greedy_ambition(game)
        case CantStop():
            return greedy_climb(game)
        case Yamslam():
            return greedy_yamslam(game)
    raise NoEvaluator(f"nobody knows what is greedy in {game.key}")


def par(game: AnyGame, folder: Path) -> Evaluator:
    """Return how somebody sees ``game`` who plays by pars or by a rule of thumb. Raises NoEvaluator."""
    match game:
        case Yum():
            return estimated(game, folder)
        case FourTwoOne():
            return BestHand(game)
        case FiveThousand():
            return MostPoints5000(game)
        case Ambition():
            return MostPointsAmbition(game)
        case CantStop():
            return rule_of_28(game)
        case Yamslam():
            return par_yamslam(game)
    raise NoEvaluator(f"nobody knows a rule of thumb for {game.key}")
