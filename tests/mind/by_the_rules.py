"""What every evaluator must fulfil, checked by playing on with the game's own rules; and games small enough for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any, TypeVar

import pytest

from bot.engine import Action, Faces
from bot.engine.dice import ScriptedDice
from bot.engine.game import GameWithOptions
from bot.mind.evaluator import Advice, Evaluator

G = TypeVar("G", bound=GameWithOptions[Any, Any])


def with_value(game: G, key: str, value: int) -> G:
    """A game with a value of a house rule that nobody may choose, so small that it is worked out at once."""
    found = game.house_rules
    rules = tuple(replace(rule, default=value) if rule.key == key else rule for rule in found.rules)
    return replace(game, house_rules=replace(found.without(key), rules=rules))


@cache
def throws(many: int) -> dict[Faces, float]:
    """Every throw of so many dice, ascending, and its chance."""
    ways = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=many))
    return {faces: many_ways / ways.total() for faces, many_ways in ways.items()}


class _OnesDice:
    """Dice that always show ones, and know how many were thrown."""

    thrown = 0

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> Faces:
        self.thrown = count
        return (1,) * count


def after(game: GameWithOptions[Any, Any], state: Any, action: Action) -> Iterator[tuple[float, Any]]:
    """Yield every state to which an action may lead, and its chance."""
    ones = _OnesDice()
    step = game.apply(state, action, ones)
    if not ones.thrown:
        yield 1.0, step.state
        return
    for faces, chance in throws(ones.thrown).items():
        yield chance, game.apply(state, action, ScriptedDice((faces,))).state


def assert_all_priced(game: GameWithOptions[Any, Any], state: Any, advice: Advice, *, fewer: bool) -> None:
    """Every legal action has a value, the best comes first, and it is the worth of the position."""
    assert {action for action, _ in advice.actions} == set(game.legal_actions(state))
    values = [value for _, value in advice.actions]
    assert values == sorted(values, reverse=not fewer)
    assert advice.value == values[0]


def assert_turns_add_up(game: GameWithOptions[Any, Any], state: Any, evaluator: Evaluator) -> None:
    """In a game of one seat, an action is worth the mean of what it leads to, and one turn more if it ends a turn."""

    def worth(then: Any) -> float:
        ended = then.last is not state.last
        return ended + (0.0 if then.turn is None else evaluator.advise(then).value)

    _assert_means(game, state, evaluator, worth, fewer=True)


def assert_chances_add_up(game: GameWithOptions[Any, Any], state: Any, evaluator: Evaluator) -> None:
    """Between two, an action is worth the mean chance of what it leads to: the other's loss on the other's turn."""

    def worth(then: Any) -> float:
        if then.turn is None:
            outcome = game.outcome(then)
            assert outcome is not None
            return float(state.turn in outcome.ranks[0])
        now = evaluator.advise(then).value
        return now if then.turn == state.turn else 1 - now

    _assert_means(game, state, evaluator, worth, fewer=False)


def assert_points_add_up(game: GameWithOptions[Any, Any], state: Any, evaluator: Evaluator) -> None:
    """In a game of one seat, an action is worth the mean of what it leads to: the final score in the end."""

    def worth(then: Any) -> float:
        return float(game.scores(then)[0]) if then.turn is None else evaluator.advise(then).value

    _assert_means(game, state, evaluator, worth, fewer=False)


def _assert_means(
    game: GameWithOptions[Any, Any], state: Any, evaluator: Evaluator, worth: Callable[[Any], float], *, fewer: bool
) -> None:
    advice = evaluator.advise(state)
    assert_all_priced(game, state, advice, fewer=fewer)
    for action, value in advice.actions:
        mean = sum(chance * worth(then) for chance, then in after(game, state, action))
        assert value == pytest.approx(mean, abs=1e-8)
