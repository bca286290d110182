"""What an answer of a puzzle brings in its turn, and how often each box gets points."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from bot.engine import Action, Keep, ScriptedDice
from bot.engine.types import text
from bot.games.yum.rules import Mark, State, Strike, Yum
from bot.mind.evaluator import Evaluator
from bot.mind.throws import throws_of
from bot.tables.puzzles import BoxChance

_SEEN = 5
"""Of 100: a box that comes so much more often says what a throw is for."""

_THROWS = 3


class Ends(NamedTuple):
    """The best end of a turn by its last throw, for one sheet."""

    worth: np.ndarray
    gains: np.ndarray
    """The points that it brings at once, a bonus included."""
    actions: list[Action]


def ends(game: Yum, exact: Evaluator, state: State) -> Ends:
    """Return how a turn that has begun with the sheet of ``state`` ends best, by its last throw."""
    throws, worth, gains, actions = throws_of(game.layout.dice).throws, [], [], []
    for faces in throws:
        last = replace(state, dice=faces, throws=_THROWS, kept=0)
        action, value = exact.advise(last).actions[0]
        worth.append(value)
        gains.append(gain(game, last, action))
        actions.append(action)
    return Ends(np.array(worth), np.array(gains), actions)


def gain(game: Yum, state: State, action: Action) -> int:
    """Return the points that filling a box brings at once."""
    after = game.apply(state, action, ScriptedDice(())).state
    return game.scores(after)[0] - game.scores(state)[0]


def falls(game: Yum, state: State, action: Keep, end: Ends) -> np.ndarray:
    """Return how often the turn ends with each throw, if the player holds these dice, then always the best ones."""
    throws = throws_of(game.layout.dice)
    kept = np.zeros(len(throws.keeps))
    kept[throws.index[action.faces]] = 1.0
    second = throws.keeping(end.worth[:, None])
    _, which = throws.chosen(second)
    for _ in range(_THROWS - 1 - state.throws):
        fallen = throws.falling(kept[:, None])
        kept = np.zeros(len(throws.keeps))
        np.add.at(kept, which[:, 0], fallen[:, 0])
    often: np.ndarray = throws.falling(kept[:, None])[:, 0]
    return often


class Outcome(NamedTuple):
    """What an action brings in this turn: points on average, and how often each box gets some, of 100."""

    now: float
    boxes: dict[str, float]
    throws: bool
    """Whether there are throws to come."""


def outcome(game: Yum, state: State, action: Action, end: Ends) -> Outcome:
    """Return what ``action`` leads to within the turn."""
    if isinstance(action, Mark | Strike):
        points = gain(game, state, action)
        return Outcome(points, {text(action): 100.0} if points else {}, throws=False)
    chances, boxes = falls(game, state, action, end), defaultdict[str, float](float)
    for chance, last, points in zip(chances, end.actions, end.gains, strict=True):
        if points and isinstance(last, Mark):
            boxes[text(last)] += 100 * chance
    return Outcome(float(chances @ end.gains), boxes, throws=True)


def chance_of(best: Outcome, other: Outcome) -> BoxChance | None:
    """Return the box that the best answer brings most more often than another one, if any does."""
    more = {do: often - other.boxes.get(do, 0.0) for do, often in best.boxes.items()}
    do = max(more, key=lambda action: (more[action], action), default="")
    if not do or more[do] < _SEEN or not (best.throws or other.throws):
        return None
    return BoxChance(do, round(best.boxes[do]), round(other.boxes.get(do, 0.0)))
