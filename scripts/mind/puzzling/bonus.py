"""Where the upper bonus is what makes an answer of a puzzle the best: by the same sheet without it, worked out too."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import cast

import msgspec

from bot.engine import Options
from bot.engine.types import text
from bot.games.yum.mind.compiled import compiled
from bot.games.yum.mind.exact import MOST_STATES, ExactSheet, values_of
from bot.games.yum.rules import State, Yum
from bot.games.yum.scoring import NO_BONUS
from bot.games.yum.scoring.boxes import Layout
from bot.games.yum.scoring.sheet import Sheet
from bot.games.yum.sheets import SHEETS
from bot.mind.evaluator import Evaluator
from bot.tables.puzzles import Puzzle, game_of

_DECIDES = 0.05
"""Without the bonus, an answer is better than the best by at least so many points where the bonus decides."""


class _Unbonused(Sheet):
    """A sheet without its upper bonus, whatever its house rules say of it."""

    def laid_out(self, options: Options) -> Layout:
        """Return the layout with ``options`` applied, and no bonus."""
        return dataclasses.replace(super().laid_out(options), bonus=NO_BONUS)


def without_bonus(key: str, folder: Path) -> Evaluator | None:
    """Return exact values of the sheet ``key`` without its upper bonus, None where there are too many."""
    sheet, name = SHEETS[key], f"{key} without bonus"
    fields = {field.name: getattr(sheet, field.name) for field in dataclasses.fields(sheet)}
    cast("dict[str, Sheet]", SHEETS)[name] = _Unbonused(**{**fields, "key": name})
    plain = compiled(Yum.of_sheet(name, {}))
    if plain.least_states > MOST_STATES or plain.states > MOST_STATES:
        return None
    return ExactSheet(plain, values_of(plain, folder))


def ranked(evaluator: Evaluator, state: State) -> dict[str, float]:
    """Return the legal actions with what they are worth, the best first."""
    return {text(action): value for action, value in evaluator.advise(state).actions}


def bonus_decides(unbonused: Evaluator | None, state: State, chosen: list[str]) -> dict[str, float]:
    """Return the answers that would be better than the best one without the upper bonus, and by how much."""
    if unbonused is None:
        return {}
    values = ranked(unbonused, state)
    more = {do: round(values[do] - values[chosen[0]], 2) for do in chosen}
    return {do: points for do, points in more.items() if points >= _DECIDES}


def with_bonus(puzzle: Puzzle, unbonused: Evaluator | None) -> Puzzle:
    """Return a puzzle with what :func:`bonus_decides` says of it."""
    dos = [answer.do for answer in puzzle.answers]
    best, state = dos[puzzle.best], puzzle.state(game_of(puzzle.game))
    better = bonus_decides(unbonused, state, [best, *(do for do in dos if do != best)])
    answers = tuple(msgspec.structs.replace(answer, without_bonus=better.get(answer.do)) for answer in puzzle.answers)
    return msgspec.structs.replace(puzzle, answers=answers)
