"""Players of 5000, worked out instead of played: how each level's turns end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from exact_turns import Chances, ExactPlayers, Ladder, Turns

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
from bot.mind.levels import evaluator_of, mind_of
from bot.mind.players import SLIP_AMONG
from bot.mind.strengths import slips

Where: TypeAlias = FiveThousandPlace | int
"""A place of a turn, or its end."""


def ladder_of(game: FiveThousand) -> Ladder:
    """Return all totals before a turn, in steps of 50."""
    places = [0, *range(max(game.opening // STEP, 1), game.goal // STEP)]
    return Ladder(places, game.goal // STEP, lambda place: place * STEP)


def _rules_of(game: FiveThousand) -> dict[bool, FiveThousandTurnRules]:
    return {opened: FiveThousandTurnRules(game.alone, opened=opened) for opened in (False, True)}


def players_of(game: FiveThousand, folder: Path) -> ExactPlayers:
    """Return all levels, and ``par``: that takes two minutes."""
    champion, par = evaluator_of(game, folder), mind_of(game).par(game, folder)
    assert isinstance(champion, FiveThousandDuel)  # noqa: S101
    assert isinstance(par, FiveThousandTurns)  # noqa: S101
    levels = {level.value: turns for level, turns in turns_of(game, folder).items()}
    levels |= {Level.CHAMPION.value: champions_turns(game, champion), "par": simple_turns(game, par)}
    alone = simple_turns(game, FiveThousandTurns(game, lambda work_out, *_: work_out()))
    return ExactPlayers(ladder_of(game), champion.values, levels, alone)


# -- How turns end -----------------------------------------------------------------------------------------------------


def champions_turns(game: FiveThousand, champion: FiveThousandDuel) -> Turns:
    """Return the turns of ``champion``: two minutes of work for all totals."""
    rules = _rules_of(game)

    @cache
    def turns(mine: int, his: int) -> Chances:
        both = mine * STEP, his * STEP
        return _after_best(game, rules, both[0], lambda end: champion.lost(*both, end))

    return turns


def simple_turns(game: FiveThousand, player: FiveThousandTurns) -> Turns:
    """Return the turns of a ``player`` who does not look at others."""
    rules = _rules_of(game)
    after = cache(lambda mine: _after_best(game, rules, mine, lambda end: player.later(mine, end)))
    return lambda mine, his: after(mine * STEP)


def turns_of(game: FiveThousand, folder: Path) -> dict[Level, Turns]:
    """Return the turns of all levels but the champion, who alone looks at others."""
    levels = [level for level in Level if level is not Level.CHAMPION]  # All see the same, and slip.
    after = cache(_SlippingTurns(game, mind_of(game).par(game, folder), [slips(game.key)[one] for one in levels]).after)
    return {level: lambda mine, his, nth=nth: after(mine * STEP)[nth] for nth, level in enumerate(levels)}  # type: ignore[misc]


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
