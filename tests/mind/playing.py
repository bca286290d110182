"""Games that are played by choices at random, by simple ways, or by the advice of an evaluator."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from bot.engine import Action, AnyGame
from bot.engine.dice import FairDice
from bot.mind.evaluator import Evaluator

Way = Callable[[AnyGame, Any], Action]
"""How somebody chooses: the game and a position in, a legal action out."""


def at_random(seed: int) -> Way:
    """Somebody who chooses among all legal actions alike."""
    choose = random.Random(seed)
    return lambda game, state: choose.choice(game.legal_actions(state))


def best_by(evaluator: Evaluator) -> Way:
    """Somebody who follows the advice."""

    def choose(game: AnyGame, state: Any) -> Action:
        legal: tuple[Action, ...] = game.legal_actions(state)
        return legal[0] if len(legal) == 1 else evaluator.advise(state).actions[0][0]

    return choose


def positions(game: AnyGame, seed: int, *ways: Way) -> Iterator[Any]:
    """Every position of one game between these players, the last one included."""
    dice = FairDice(f"{seed}".encode().ljust(32, b"-"), "mind")
    state = game.new(len(ways))
    while (turn := game.turn(state)) is not None:
        yield state
        state = game.apply(state, ways[turn](game, state), dice).state
    yield state


def final(game: AnyGame, seed: int, *ways: Way) -> Any:
    """The last position of one game between these players."""
    *_, last = positions(game, seed, *ways)
    return last


def matches_won(game: AnyGame, one: Way, other: Way, games: int) -> float:
    """The number of games that ``one`` wins against ``other``, each beginning half of them; a tie is half a win."""
    won = 0.0
    for seed in range(games):
        seat = seed % 2
        outcome = game.outcome(final(game, seed, *((other, one) if seat else (one, other))))
        assert outcome is not None
        first = outcome.ranks[0]
        won += (seat in first) / len(first)
    return won
