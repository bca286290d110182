"""Players of Ambition, worked out instead of played: how turns end of each level and of simpler players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from exact_turns import Chances, ExactPlayers, Ladder, Turns

from bot.engine import Level
from bot.games.ambition.mind import (
    STEP,
    AmbitionDuel,
    AmbitionPlace,
    AmbitionTurnRules,
    AmbitionTurns,
    AmbitionValues,
    MostPointsAmbition,
)
from bot.games.ambition.rules import STARS, Ambition
from bot.mind.levels import evaluator_for_review, mind_of
from bot.mind.strengths import slips

_TWO = 2
SLIPPING = 0.15
"""How often a greedy player slips who is called slipping."""


def ladder_of(game: Ambition) -> Ladder:
    """Return all rungs before a turn."""
    top = AmbitionTurnRules(game).top
    return Ladder(range(top), top, lambda rung: max(rung - 1, 0) * STEP)


def players_of(game: Ambition, folder: Path) -> ExactPlayers:
    """Return all levels, and ``random``, ``greedy``, ``slipping`` and ``par``: that takes a minute."""
    champion, often = evaluator_for_review(game, _TWO, folder), slips(game.key)
    assert isinstance(champion, AmbitionDuel)  # noqa: S101
    par, most = MostPointsAmbition(game), mind_of(game).sense(game).most
    ways = {
        "random": _Way(None, 0.5),
        "greedy": _Way(None, 0.0),
        "slipping": _Way(None, SLIPPING),
        "par": _Way(par, 0.0),
    }
    for level in Level:
        if level is not Level.CHAMPION:
            ways[level.value] = _Way(None if level is Level.BEGINNER else par, often[level])
    levels: dict[str, Turns] = {way: _turns(game, who, most) for way, who in ways.items()}
    levels[Level.CHAMPION.value] = best_turns(champion, lambda mine, theirs: (mine, theirs))
    alone = AmbitionTurns(game, lambda work_out, *_: work_out())
    return ExactPlayers(ladder_of(game), champion.values, levels, best_turns(alone, lambda mine, theirs: (mine,)))


def best_turns(evaluator: AmbitionValues, rungs: Callable[[int, int], tuple[int, ...]]) -> Turns:
    """Return the turns of somebody who does what ``evaluator`` says is best, to whom these ``rungs`` matter."""
    rules = evaluator.rules

    @cache
    def turns(known: tuple[int, ...]) -> Chances:
        chances, before = np.zeros(rules.top + 1), known[0]
        turn = rules.turn(before)
        ends = [evaluator.later(known, max(before, end)) for end in turn.ends]
        for end, chance in turn.ending(ends, rules.start(before)).items():
            chances[max(before, end)] += chance
        return chances

    return lambda mine, theirs: turns(rungs(mine, theirs))


class _Way(NamedTuple):
    """A simple way to play: one of two answers, or the other one by a slip."""

    par: MostPointsAmbition | None
    """Whoever has none is greedy."""
    slips: float = 0.0


def _turns(game: Ambition, way: _Way, most: float) -> Turns:
    """Return the turns of somebody who does not look at others; what a slip costs is ``most`` at most."""
    rules = way.par.rules if way.par else AmbitionTurnRules(game)

    @cache
    def after(before: int) -> Chances:
        turn, chances = rules.turn(before), np.zeros(rules.top + 1)
        reached = defaultdict[AmbitionPlace, float](float, {rules.start(before): 1.0})
        places = way.par.places((before,)) if way.par else []
        for place in reversed(list(turn.places)):  # What a place leads to comes after it.
            here = reached.pop(place, 0.0)
            for throw in rules.throws(place, qualified=before > 0) if here else ():
                (end,), (on,) = throw.ends or {None}, throw.places or {None}
                stops = float(on is None)
                if on is not None and end is not None:
                    gains = (end - before) * STEP > max(STARS.values())
                    more = places[turn.places[on]] - way.par.later((before,), end) if way.par else 2.0 * gains - 1.0
                    slip = way.slips if abs(more) <= most else 0.0
                    stops = 1.0 - slip if more > 0 else slip
                if end is not None:
                    chances[max(before, end)] += here * throw.chance * stops
                if on is not None:
                    reached[on] += here * throw.chance * (1.0 - stops)
        return chances

    return lambda mine, theirs: after(mine)
