"""Players of 5000, worked out instead of played: how each level's turns end, and how often one wins against another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.engine import Keep, Seat
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
from bot.games.five_thousand.rules import THROWS, FiveThousand, State, wins_at_once
from bot.mind.levels import mind_of
from bot.mind.players import SLIP_AMONG, SLIPS

Chances = NDArray[np.float64]
Turns = Callable[[int, int], Chances]
"""How likely each total is (in steps of 50) after a turn, from the totals of who acts and of the other."""
Where: TypeAlias = FiveThousandPlace | int
"""A place of a turn, or its end."""


def champion_wins(game: FiveThousand, champion: FiveThousandDuel, other: FiveThousandTurns) -> float:
    """Return how often ``champion`` wins if each begins half of the games."""
    first, second = chances_of(game, champions_turns(game, champion), simple_turns(game, other))
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


def beginners_turns(game: FiveThousand) -> Turns:
    """Return the turns of a beginner, who is greedy and slips, by the default rules."""
    after = cache(_BeginnersTurns(game).after)
    return lambda mine, his: after(mine)


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


class _BeginnersTurns:
    def __init__(self, game: FiveThousand) -> None:
        """Ask ``game`` and its greedy player what a beginner likes to do after each throw."""
        self._game, self._rules = game, _rules_of(game)
        self._likes = mind_of(game).greedy(game.alone)
        self._liked = cache(self._work_out)

    def after(self, total: int) -> Chances:
        """Return how likely each total is after a turn from ``total``."""
        reached, often = Counter({FiveThousandPlace(): 1.0}), Counter[int]()
        for throws in range(THROWS):
            for place in [place for place in reached if place.throws == throws]:
                for chance, liked in self._liked(total > 0, place):
                    for where, share in self._taken(total, liked):
                        chances: Counter[Any] = reached if isinstance(where, FiveThousandPlace) else often
                        chances[where] += reached[place] * chance * share
        return _after(self._game, total, often)

    def _work_out(self, opened: bool, place: FiveThousandPlace) -> list[tuple[float, list[Where]]]:
        """Return the chance of each throw there, and where actions lead after it, the one that is liked most first."""
        dice, found = self._game.dice - place.aside, list[tuple[float, list[Where]]]()
        for faces in combinations_with_replacement(range(1, 7), dice):
            chance = factorial(dice) / prod(map(factorial, Counter(faces).values())) / 6**dice
            aside, throws = (1,) * place.aside, place.throws + 1
            state = State(1, ((),), Seat(0), (opened,), throws, dice=faces, aside=aside, risk=place.risk)
            if wins_at_once(faces):
                found.append((chance, [WON]))
            elif not self._game.alone.legal_actions(state):
                found.append((chance, [LOST]))
            else:
                actions = self._likes.advise(state).actions[: SLIP_AMONG + 1]
                found.append((chance, [self._where(state, action) for action, _ in actions]))
        return found

    def _where(self, state: State, action: Any) -> Where:
        if isinstance(action, Keep):
            return self._rules[state.opened[0]].place(state, action.faces)
        return self._game.stopped(state, action.faces)

    def _taken(self, total: int, liked: list[Where]) -> Iterator[tuple[Where, float]]:
        """Yield where a beginner goes, and how often: see :class:`bot.mind.players.EvaluatorPlayer`."""
        best, *others = liked
        many, wins = len(others), isinstance(best, int) and total + best >= self._game.goal
        if not others or wins:
            yield best, 1.0
            return
        yield best, 1.0 - SLIPS
        for nth, where in enumerate(others):
            yield where, SLIPS * ((many - nth) ** 2 - (many - nth - 1) ** 2) / many**2
