"""Players of 421, worked out instead of played: the hands that levels end with, and how often one beats another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import Keep, Level
from bot.games.four_two_one.mind import BestHand, Duel, Endings, Rounds, TokenPosition, plan
from bot.games.four_two_one.rules import THROWS, FourTwoOne, State
from bot.mind.evaluator import Unit
from bot.mind.levels import mind_of
from bot.mind.players import PLAIN, SLIP_AMONG
from bot.mind.strengths import slips, step
from bot.mind.throws import throws_of

Array = NDArray[Any]
_LIMITS = range(1, THROWS + 1)
_MANY = 8
"""The most choices of dice to keep, all three included."""


class Turns(NamedTuple):
    """How a level ends its turns."""

    first: Callable[[TokenPosition], Array]
    """How often after so many throws (first axis) with each hand, if it throws first."""
    second: Callable[[TokenPosition], Array]
    """By the throws that the other took and the hand that the other has (last axis): how often with each hand."""


# -- How turns end -----------------------------------------------------------------------------------------------------


class _Choices:
    """What may be done with each throw: places of keeps, three dice kept means to stand."""

    def __init__(self, game: FourTwoOne, limit: int, throws: int) -> None:
        self.states = [replace(game.new(2), limit=limit, throws=throws, dice=faces) for faces in throws_of(3).throws]
        self.legal = [game.legal_actions(state) for state in self.states]
        self.places = np.array(
            [
                [self.place(state, action) for action in legal] + [-1] * (_MANY - len(legal))
                for state, legal in zip(self.states, self.legal, strict=True)
            ]
        )

    def place(self, state: State, action: Any) -> int:
        """Return the place of what is kept."""
        return throws_of(3).index[action.faces if isinstance(action, Keep) else tuple(sorted(state.dice))]


class _Level:
    """What a level does, by what it believes each choice to be worth."""

    def __init__(self, game: FourTwoOne, level: Level, most: float) -> None:
        sense = mind_of(game).sense(game)
        self._often, self._most = slips(game.key).get(level, 0.0), most
        self.choices = {
            (limit, throws): _Choices(game, limit, throws)
            for limit in (0, *_LIMITS)
            for throws in range(1, limit or THROWS)
        }
        some = self.choices[0, 1].states
        self._sees = np.array([sense.sees(state, None) for state in some])

    def taken(self, choices: _Choices, worth: Array) -> Array:
        """Return how often each throw (row) leads to each of its choices, given what they are worth, by case."""
        there = (choices.places >= 0)[:, :, None]
        worth = np.where(there, worth, -np.inf)
        order = np.argsort(-worth, axis=1, kind="stable")
        ordered = np.take_along_axis(worth, order, axis=1)
        near = (ordered[:, :1] - ordered <= self._most).sum(axis=1, keepdims=True) - 1
        near = np.where(self._sees[:, None, None], 0, np.minimum(near, SLIP_AMONG))
        rank = np.arange(_MANY)[None, :, None]
        worse = np.maximum(near - rank + 1, 0) ** 2 - np.maximum(near - rank, 0) ** 2
        often = self._often * worse / np.maximum(near, 1) ** 2
        often = np.where(rank == 0, np.where(near > 0, 1 - self._often, 1.0), often)
        taken = np.empty_like(often)
        np.put_along_axis(taken, order, often, axis=1)
        return taken

    def ends(self, limit: int, worths: Sequence[Array], cases: int = 1) -> Array:
        """Return how often a turn ends after so many throws with each hand, by case.

        ``limit`` is as in the state of a game; ``worths`` say after each throw but the last what choices are worth.
        """
        throws = throws_of(3)
        first = throws.first_throw
        kept, ends = np.zeros((len(throws.keeps), cases)), np.zeros((limit or THROWS, len(throws.throws), cases))
        kept[0] = 1.0
        for thrown in range(1, len(ends) + 1):
            fallen = throws.falling(kept)
            if thrown == len(ends):
                ends[-1] = fallen
                break
            choices = self.choices[limit, thrown]
            parts = fallen[:, None] * self.taken(choices, worths[thrown - 1])
            kept = np.zeros_like(kept)
            np.add.at(kept, choices.places, np.where((choices.places >= 0)[:, :, None], parts, 0.0))
            ends[thrown - 1], kept[first:] = kept[first:], 0.0
        return ends


def _by_hands(game: FourTwoOne, level: Level, evaluator: BestHand) -> Turns:
    """Return the turns of a ``level`` that looks at nothing but its dice."""
    own = _Level(game, level, mind_of(game).sense(game).most)

    def worth(choices: _Choices) -> Array:
        worths = np.zeros((*choices.places.shape, 1))
        for row, (state, legal) in enumerate(zip(choices.states, choices.legal, strict=True)):
            advised = dict(evaluator.advise(state).actions)
            worths[row, : len(legal), 0] = [advised[action] for action in legal]
        return worths

    def ends(limit: int) -> Array:
        return own.ends(limit, [worth(own.choices[limit, throws]) for throws in range(1, limit or THROWS)])

    first = ends(0)[:, :, 0]
    second = np.array([np.repeat(ends(limit).sum(axis=0), len(throws_of(3).throws), axis=1) for limit in _LIMITS])
    return Turns(lambda at: first, lambda at: second)


def _by_chances(game: FourTwoOne, level: Level, duel: Duel) -> Turns:
    """Return the turns of a ``level`` that knows what is at stake."""
    own = _Level(game, level, PLAIN[Unit.WIN])

    def ends(limit: int, stands: list[Array | None], cases: int) -> Array:
        turn, worths = plan(stands), list[Array]()
        for thrown, (keeps, standing) in enumerate(zip(turn.keeps, stands, strict=False), 1):
            whole = keeps.copy()
            if standing is not None:
                whole[throws_of(3).first_throw :] = standing
            worths.append(whole[own.choices[limit, thrown].places])
        return own.ends(limit, worths, cases)

    def first(at: TokenPosition) -> Array:
        return ends(0, duel.first_stands(at, duel.ends(at)), 1)[:, :, 0]

    def second(at: TokenPosition) -> Array:
        worth = 1.0 - duel.ends(at)
        return np.array(
            [ends(limit, duel.second_stands(at, worth, limit), worth.shape[1]).sum(axis=0) for limit in _LIMITS]
        )

    return Turns(first, second)


def turns_of(game: FourTwoOne, duel: Duel) -> dict[Level, Turns]:
    """Return the turns of all levels; those from a strong player on know the chances of ``duel``."""
    mind, by_chances = mind_of(game), (Level.STRONG, Level.CHAMPION)
    simple = {level: mind.par(game, Path()) for level in Level if level not in by_chances}
    simple[Level.BEGINNER] = mind.weak(game)
    turns = {level: _by_hands(game, level, by) for level, by in simple.items()}
    return turns | {level: _by_chances(game, level, duel) for level in by_chances}


# -- How games end -----------------------------------------------------------------------------------------------------


class Leads(NamedTuple):
    """What rounds of somebody who begins them lead to, by the number of each position before a round."""

    won: Array
    """How often the first wins the game in the round."""
    again: Array
    """How often each position (column) comes next, and the same throws first."""
    swapped: Array
    """Likewise, and the other throws first."""


class Moments(NamedTuple):
    """Moments before a turn of a game between two levels."""

    had: tuple[int, int]
    """The points of the seat to act, and of the other."""
    answers: bool
    """Whether the other one began the round."""
    often: Array
    """How likely the hand and the throws of the other are that the seat answers, if it answers."""
    true: Array
    """The chance of the seat to act."""
    equal: Array
    """What it would be between champions."""

    def edge(self) -> float:
        """Return the edge of the seat to act over a champion that fits these moments best, in steps."""
        steps = [[step(chance) for chance in chances] for chances in (self.true, self.equal)]
        true, equal = np.array(steps)
        weights = self.often * np.exp(-equal * equal)  # What a step changes, squared.
        return float(weights @ (true - equal) / weights.sum())


class Pairs:
    """The chance of every level against every other one."""

    def __init__(self, game: FourTwoOne) -> None:
        """Take ``game``, between two: some seconds of work."""
        self.game, tokens = game, int(game.house_rules["tokens"])
        self.duel = Duel(Rounds(game), tokens)
        self.positions = [
            TokenPosition(pot, first, tokens - pot - first)
            for pot in range(tokens + 1)
            for first in range(tokens - pot + 1)
        ]
        self._number = {at: place for place, at in enumerate(self.positions)}
        self._endings = [self.duel.leads(at) for at in self.positions]
        self._turns = {
            level: [(turns.first(at), turns.second(at)) for at in self.positions]
            for level, turns in turns_of(game, self.duel).items()
        }
        self.leads, self.chances = cache(self._leads), cache(self._chances)

    def _leads(self, first: Level, second: Level) -> Leads:
        """Return the rounds of ``first``, who begins them."""
        many = len(self.positions)
        found = Leads(np.zeros(many), np.zeros((many, many)), np.zeros((many, many)))
        for place, (mine, theirs) in enumerate(zip(self._turns[first], self._turns[second], strict=True)):
            both = np.einsum("tf,tsf->sf", mine[0], theirs[1])
            often = np.bincount(self.duel.rounds.kinds.ravel(), both.ravel())
            for chance, endings in zip(often, self._endings[place], strict=True):
                for end in endings:
                    if end.won is not None:
                        found.won[place] += chance * end.won / len(endings)
                    else:
                        leads = found.swapped if end.swapped else found.again
                        leads[place, self._number[end.position]] += chance / len(endings)
        return found

    def _system(self, first: Level, second: Level) -> tuple[Leads, Leads, Array]:
        mine, theirs = self.leads(first, second), self.leads(second, first)
        return mine, theirs, np.block([[mine.again, mine.swapped], [theirs.swapped, theirs.again]])

    def _chances(self, first: Level, second: Level) -> Array:
        """Return the chance of ``first`` before a round that it begins, then one that ``second`` begins."""
        mine, theirs, leads = self._system(first, second)
        won = [mine.won, 1.0 - theirs.won - theirs.again.sum(axis=1) - theirs.swapped.sum(axis=1)]
        return np.linalg.solve(np.eye(len(leads)) - leads, np.concatenate(won)).reshape(2, -1)

    def visits(self, first: Level, second: Level) -> Array:
        """Return how often games come to each position before a round of ``first``; either begins half of them."""
        leads = self._system(first, second)[2]
        begins = np.zeros((2, len(self.positions)))
        begins[:, self._number[TokenPosition(self.positions[-1].pot, 0, 0)]] = 0.5
        often: Array = np.linalg.solve(np.eye(len(leads)) - leads.T, begins.ravel())[: len(self.positions)]
        return often

    def moments(self, first: Level, second: Level) -> Iterator[tuple[Moments, Moments]]:
        """Yield, by position, the moment before a round of ``first``, and those in which ``second`` answers."""
        (chances, others), champions = self.chances(first, second), self.chances(Level.CHAMPION, Level.CHAMPION)
        for place, at in enumerate(self.positions):
            had = self.game.scores(self.duel.rounds.start(at))
            yield (
                Moments((had[0], had[1]), False, np.ones(1), chances[[place]], champions[0][[place]]),
                Moments((had[1], had[0]), True, *self._answered(place, first, second, chances, others)),
            )

    def _answered(
        self, place: int, first: Level, second: Level, chances: Array, others: Array
    ) -> tuple[Array, Array, Array]:
        at, often = self.positions[place], self._turns[first][place][0]
        after = np.array([self._mean(endings, chances, others) for endings in self._endings[place]])
        ends = 1.0 - after[self.duel.rounds.kinds]
        true = np.einsum("tsf,sf->tf", self._turns[second][place][1], ends)
        worth = 1.0 - self.duel.ends(at)
        equal = np.array([plan(self.duel.second_stands(at, worth, limit)).value for limit in _LIMITS])
        there = often > 0
        return often[there], true[there], equal[there]

    def _mean(self, endings: Endings, chances: Array, others: Array) -> float:
        worths = [
            (others if end.swapped else chances)[self._number[end.position]] if end.won is None else end.won
            for end in endings
        ]
        return float(sum(worths)) / len(worths)
