"""How often the champion of 5000 wins against players who do not look at others, worked out instead of played."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bot.games.five_thousand.mind import STEP, FiveThousandDuel, FiveThousandTurnRules, FiveThousandTurns, after_turn
from bot.games.five_thousand.rules import FiveThousand

Chances = NDArray[np.float64]


def champion_wins(game: FiveThousand, champion: FiveThousandDuel, other: FiveThousandTurns) -> float:
    """Return how often ``champion`` wins if each begins half of the games."""
    rules = {opened: FiveThousandTurnRules(game.alone, opened=opened) for opened in (False, True)}
    totals = [0, *range(max(game.opening, STEP), game.goal, STEP)]
    theirs = {total: after_turn_of(game, rules, total, lambda end, at=total: other.later(at, end)) for total in totals}
    many = game.goal // STEP + 1
    first, second = np.zeros((many, many)), np.zeros((many, many))
    first[-1] = second[-1] = 1.0  # The champion's total comes first.
    first[:, -1] = second[:, -1] = 0.0
    pairs = sorted(((mine, his) for mine in totals for his in totals), key=sum, reverse=True)
    for mine, his in pairs:
        at, to = mine // STEP, his // STEP
        turn = after_turn_of(game, rules, mine, lambda end, a=mine, b=his: champion.lost(a, b, end))
        stays, loses = turn[at], theirs[his][to]
        wins = turn @ second[:, to] - stays * second[at, to]
        answers = theirs[his] @ first[at] - loses * first[at, to]
        first[at, to] = (wins + stays * answers) / (1 - stays * loses)
        second[at, to] = answers + loses * first[at, to]
    return float(first[0, 0] + second[0, 0]) / 2


def after_turn_of(
    game: FiveThousand, rules: dict[bool, FiveThousandTurnRules], total: int, ends: Callable[[int], float]
) -> Chances:
    """Return how likely each total is after a turn of somebody to whom ``ends`` are worth so much: less is better."""
    chances = np.zeros(game.goal // STEP + 1)
    turn = rules[total > 0 or not game.opening].turn
    for end, chance in turn.ending([ends(end) for end in turn.ends]).items():
        chances[min(after_turn(game, total, end), game.goal) // STEP] += chance
    return chances
