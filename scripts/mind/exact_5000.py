"""Players of 5000, worked out instead of played: how each level's turns end, and how often one wins against another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.engine import Keep, Level, Seat
from bot.games.five_thousand.mind import (
    LOST,
    STEP,
    WON,
    FiveThousandDuel,
    FiveThousandPlace,
    FiveThousandTurnRules,
    FiveThousandTurns,
    after_turn,
)
from bot.games.five_thousand.rules import FiveThousand, State, wins_at_once
from bot.mind.levels import mind_of
from bot.mind.players import SLIP_AMONG
from bot.mind.strengths import slips

Chances = NDArray[np.float64]
Turns = Callable[[int, int], Chances]
"""How likely each total is (in steps of 50) after a turn, from the totals of who acts and of the other."""
Where: TypeAlias = FiveThousandPlace | int
"""A place of a turn, or its end."""


def wins_of(game: FiveThousand, mine: Turns, theirs: Turns) -> float:
    """Return how often ``mine`` wins against ``theirs`` if each begins half of the games."""
    first, second = chances_of(game, mine, theirs)
    return float(first[0, 0] + second[0, 0]) / 2


def _rules_of(game: FiveThousand) -> dict[bool, FiveThousandTurnRules]:
    return {opened: FiveThousandTurnRules(game.alone, opened=opened) for opened in (False, True)}


def totals_of(game: FiveThousand) -> list[int]:
    """Return all totals before a turn."""
    return [0, *range(max(game.opening, STEP), game.goal, STEP)]


def chances_of(game: FiveThousand, mine: Turns, theirs: Turns) -> tuple[Chances, Chances]:
    """Return the chance to win by both totals, if ``mine`` is the next turn, and if the other's is."""
    many = game.goal // STEP + 1
    first, second = np.zeros((many, many)), np.zeros((many, many))
    first[-1] = second[-1] = 1.0
    first[:, -1] = second[:, -1] = 0.0
    for one, other in sorted(product(totals_of(game), repeat=2), key=sum, reverse=True):
        at, to = one // STEP, other // STEP
        turn, answer = mine(one, other), theirs(other, one)
        stays, loses = turn[at], answer[to]
        wins = turn @ second[:, to] - stays * second[at, to]
        answers = answer @ first[at] - loses * first[at, to]
        first[at, to] = (wins + stays * answers) / (1 - stays * loses)
        second[at, to] = answers + loses * first[at, to]
    return first, second


def visits_of(game: FiveThousand, mine: Turns, theirs: Turns) -> Chances:
    """Return how often games come to each pair of totals, for both who may act next: either begins half of them."""
    many = game.goal // STEP + 1
    often = np.zeros((2, many, many))
    often[:, 0, 0] = 0.5
    for one, other in sorted(product(totals_of(game), repeat=2), key=sum):
        at, to = one // STEP, other // STEP
        turn, answer = mine(one, other), theirs(other, one)
        first, second = often[:, at, to]
        again = 1 - turn[at] * answer[to]
        first, second = (first + second * answer[to]) / again, (second + first * turn[at]) / again
        often[:, at, to] = first, second
        often[1, :-1, to] += first * np.where(np.arange(many - 1) == at, 0, turn[:-1])
        often[0, at, :-1] += second * np.where(np.arange(many - 1) == to, 0, answer[:-1])
    return often


# -- How turns end -----------------------------------------------------------------------------------------------------


def champions_turns(game: FiveThousand, champion: FiveThousandDuel) -> Turns:
    """Return the turns of ``champion``: two minutes of work for all totals."""
    rules = _rules_of(game)

    @cache
    def turns(mine: int, his: int) -> Chances:
        return _after_best(game, rules, mine, lambda end: champion.lost(mine, his, end))

    return turns


def simple_turns(game: FiveThousand, player: FiveThousandTurns) -> Turns:
    """Return the turns of a ``player`` who does not look at others."""
    rules = _rules_of(game)
    after = cache(lambda mine: _after_best(game, rules, mine, lambda end: player.later(mine, end)))
    return lambda mine, his: after(mine)


def turns_of(game: FiveThousand, folder: Path) -> dict[Level, Turns]:
    """Return the turns of all levels but the champion, who alone looks at others."""
    levels = [level for level in Level if level is not Level.CHAMPION]  # All see the same, and slip.
    after = cache(_SlippingTurns(game, mind_of(game).par(game, folder), [slips(game.key)[one] for one in levels]).after)
    return {level: lambda mine, his, nth=nth: after(mine)[nth] for nth, level in enumerate(levels)}  # type: ignore[misc]


def lost_of(game: FiveThousand, champion: FiveThousandDuel, turns: Turns) -> float:
    """Return what somebody with such ``turns`` loses in a game against their equal, in chances to win.

    In a turn that is what the position was worth before it, less what its ends are worth, each as often as it comes.
    """
    lost, often = 0.0, visits_of(game, turns, turns)[0]
    for mine, his in product(totals_of(game), repeat=2):
        at, to = mine // STEP, his // STEP
        after = turns(mine, his)
        lost += often[at, to] * float(champion.values[at, to] - after[-1] - after[:-1] @ (1.0 - champion.values[to]))
    return lost


def turns_needed(game: FiveThousand, turns: Turns) -> float:
    """Return the turns to the goal, on average, of somebody with such ``turns``."""
    totals = totals_of(game)
    leads = np.array([turns(total, 0) for total in totals])[:, [total // STEP for total in totals]]
    return float(np.linalg.solve(np.eye(len(totals)) - leads, np.ones(len(totals)))[0])


def _after_best(
    game: FiveThousand, rules: dict[bool, FiveThousandTurnRules], total: int, ends: Callable[[int], float]
) -> Chances:
    """Return how likely each total is after a turn of somebody to whom ``ends`` are worth so much: less is better."""
    turn = rules[total > 0 or not game.opening].turn
    return _after(game, total, turn.ending([ends(end) for end in turn.ends]))


def _after(game: FiveThousand, total: int, often: Mapping[int, float]) -> Chances:
    chances = np.zeros(game.goal // STEP + 1)
    for end, chance in often.items():
        chances[min(after_turn(game, total, end), game.goal) // STEP] += chance
    return chances


def needed_of(game: FiveThousand, turns: Turns, many: int) -> dict[int, list[int]]:
    """Return by total so ``many`` equally likely numbers of turns to the goal of somebody with such ``turns``."""
    goal, totals = game.goal // STEP, totals_of(game)
    matrix = np.zeros((goal + 1, goal + 1))
    matrix[[total // STEP for total in totals]] = [turns(total, 0) for total in totals]
    matrix[goal, goal] = 1.0
    there = np.zeros(goal + 1)
    there[goal] = 1.0  # How likely somebody is there by now, from each total.
    needed = {total: [0] * many for total in totals}
    places = (np.arange(many) + 0.5) / many
    while min(there[total // STEP] for total in totals) < places[-1]:
        for total, own in needed.items():
            missing = int(np.searchsorted(places, there[total // STEP], "right"))
            own[missing:] = [turn + 1 for turn in own[missing:]]
        there = np.add.reduce(matrix * there, axis=1)
    return needed


class _Thrown(NamedTuple):
    """A throw at a place of a turn."""

    chance: float
    wheres: list[Where]
    """Where each legal action leads, in the order of the game; or how the turn ends at once."""
    absurd: list[bool]
    """Whether nobody would do it who knows something better."""


class _SlippingTurns:
    def __init__(self, game: FiveThousand, player: FiveThousandTurns, often: Sequence[float]) -> None:
        """Go by ``player``, and slip so ``often``: somebody each. A turn must have a last throw by its rules."""
        self._game, self._player, self._often, self._rules = game, player, often, _rules_of(game)
        self._sense = mind_of(game).sense(game)
        self._throws = cache(self._throws_from)

    def after(self, total: int) -> list[Chances]:
        """Return of each of them how likely each total is after a turn from ``total``."""
        reached = [Counter({FiveThousandPlace(): 1.0}) for _ in self._often]
        ended = [Counter[int]() for _ in self._often]
        for place in sorted(self._rules[total > 0].turn.places):  # Fewest throws first.
            for chance, best, near in self._likes(total, place):
                for rate, places, ends in zip(self._often, reached, ended, strict=True):
                    for where, share in _taken(best, near, rate):
                        chances: Counter[Any] = places if isinstance(where, FiveThousandPlace) else ends
                        chances[where] += places[place] * chance * share
        return [_after(self._game, total, ends) for ends in ended]

    def _likes(self, total: int, place: FiveThousandPlace) -> Iterator[tuple[float, Where, list[Where]]]:
        """Yield of each throw its chance, where the best action leads, and where the slips lead that may happen."""
        rules, (places, ends) = self._rules[total > 0], self._worths(total)
        for chance, wheres, absurd in self._throws(total > 0, place):
            worths = [
                places[rules.turn.places[where]] if isinstance(where, FiveThousandPlace) else ends[where]
                for where in wheres
            ]
            best, *others = sorted(range(len(wheres)), key=worths.__getitem__)
            wins = not isinstance(wheres[best], FiveThousandPlace) and total + wheres[best] >= self._game.goal
            most = worths[best] + self._sense.most
            near = [] if wins else [wheres[one] for one in others if worths[one] <= most and not absurd[one]]
            yield chance, wheres[best], near[:SLIP_AMONG]

    @lru_cache(1)  # noqa: B019 - as short-lived as the turns of one game.
    def _worths(self, total: int) -> tuple[list[float], dict[int, float]]:
        """Return what the places and the ends of a turn from ``total`` are worth to the player: less is better."""
        rules = self._rules[total > 0]
        ends = {end: 1.0 + self._player.later(total, end) for end in (*rules.turn.ends, LOST, WON)}
        return rules.places(ends.__getitem__), ends

    def _throws_from(self, opened: bool, place: FiveThousandPlace) -> list[_Thrown]:
        dice, found = self._game.dice - place.aside, list[_Thrown]()
        for faces in combinations_with_replacement(range(1, 7), dice):
            chance = factorial(dice) / prod(map(factorial, Counter(faces).values())) / 6**dice
            aside, throws = (1,) * place.aside, place.throws + 1
            state = State(1, ((),), Seat(0), (opened,), throws, dice=faces, aside=aside, risk=place.risk)
            legal = self._game.alone.legal_actions(state)
            if wins_at_once(faces) or not legal:
                found.append(_Thrown(chance, [WON if wins_at_once(faces) else LOST], [False]))
            else:
                wheres = [self._where(state, action) for action in legal]
                found.append(_Thrown(chance, wheres, [self._sense.absurd(state, action, action) for action in legal]))
        return found

    def _where(self, state: State, action: Any) -> Where:
        if isinstance(action, Keep):
            return self._rules[state.opened[0]].place(state, action.faces)
        return self._game.stopped(state, action.faces)


def _taken(best: Where, near: list[Where], rate: float) -> Iterator[tuple[Where, float]]:
    """Yield where somebody goes, and how often: see :class:`bot.mind.players.EvaluatorPlayer`."""
    many = len(near)
    yield best, 1.0 - rate if near else 1.0
    for nth, where in enumerate(near):
        yield where, rate * ((many - nth) ** 2 - (many - nth - 1) ** 2) / many**2
