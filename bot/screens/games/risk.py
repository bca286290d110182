"""How often a throw loses what a turn has brought: every throw is tried by the game's own rules."""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from bot.engine import Action, AnyGame, Faces, ScriptedDice, has_power
from bot.screens.kit.values import RenderContext

_SIDES = range(1, 7)


@lru_cache(maxsize=8)
def _throws(dice: int) -> tuple[tuple[Faces, int], ...]:
    """Return every throw of so many dice, ascending, and in how many ways it falls."""
    found = combinations_with_replacement(_SIDES, dice)
    return tuple((faces, factorial(dice) // prod(factorial(faces.count(face)) for face in _SIDES)) for faces in found)


@lru_cache(maxsize=64)
def _lost(game: AnyGame, state: Any, action: Action, dice: int, lost: Callable[[Any], bool]) -> int:
    ways: int = 0
    for faces, many in _throws(dice):
        last = game.apply(state, action, ScriptedDice((faces,))).state.last
        if last is not state.last and lost(last):
            ways += many
    return round(100 * ways / float(len(_SIDES)) ** dice)


def risk(game: Any, state: Any, action: Action, dice: int, lost: Callable[[Any], bool]) -> int | None:
    """Return in how many of 100 ``action``, a throw of so many ``dice``, ends the turn so that it is ``lost``.

    ``lost`` looks at the end of a turn, the ``last`` of a state. Each of up to 462 throws is played: some milliseconds.
    None with the Power die, whose faces nobody counts here.
    """
    return None if has_power(game.house_rules) else _lost(game, state, action, dice, lost)


def points_at_risk(context: RenderContext, points: int, n: int | None) -> str:
    """Return what a throw may cost; empty where nobody knows."""
    if n is None or not points:
        return ""
    return context.t("A throw loses {points} points in {n} of 100.", points=context.t.number(points), n=n)
