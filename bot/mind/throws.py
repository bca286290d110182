"""All throws of a turn at once: what keeping dice is worth, given what each last throw is worth.

Dice that fell or that a player keeps are multisets, in ascending order. They all stand in one list, fewest dice first,
so the throws of all dice are its last part.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import Faces

FACES = range(1, 7)

Values = NDArray[np.float64]


class Turn(NamedTuple):
    """What a turn of three throws is worth, for each of several positions (the second axis)."""

    first: Values
    """What each keep of the first throw is worth."""
    second: Values
    """What each keep of the second throw is worth; all dice kept means to stop there."""
    value: Values
    """What the position is worth before the first throw."""


class Throws:
    """The throws and keeps of ``dice`` dice."""

    def __init__(self, dice: int) -> None:
        """Build the tables: some 30 ms for six dice."""
        self.dice = dice
        sizes = [list(combinations_with_replacement(FACES, size)) for size in range(dice + 1)]
        self.keeps: list[Faces] = [keep for size in sizes for keep in size]
        self.throws: list[Faces] = sizes[-1]
        self.index = {keep: place for place, keep in enumerate(self.keeps)}
        self.first_throw = len(self.keeps) - len(self.throws)
        self._starts = [self.index[size[0]] for size in sizes] + [len(self.keeps)]
        self._chances = self._chances_of_throws()
        self._fewer = np.array([self._with_one_less(keep) for keep in self.keeps])

    def _chances_of_throws(self) -> Values:
        """Return the chance that a keep (row) becomes a throw (column) when the other dice are thrown."""
        chances = np.zeros((len(self.keeps), len(self.throws)))
        chances[self.first_throw :] = np.eye(len(self.throws))
        for place in range(self.first_throw - 1, -1, -1):
            more = [self.index[tuple(sorted((*self.keeps[place], face)))] for face in FACES]
            chances[place] = chances[more].sum(axis=0) / len(FACES)
        return chances

    def _with_one_less(self, keep: Faces) -> list[int]:
        """Return the keep without a die of each face; itself where it has none."""
        less = []
        for face in FACES:
            rest = list(keep)
            if face in rest:
                rest.remove(face)
            less.append(self.index[tuple(rest)])
        return less

    def keeping(self, worth: Values) -> Values:
        """Return what each keep is worth, given what each throw (row) is."""
        return self._chances @ worth

    def choosing(self, keeps: Values) -> Values:
        """Return what each throw is worth to a player who may keep any of its dice."""
        best = keeps.copy()
        for size in range(1, self.dice + 1):
            level = slice(self._starts[size], self._starts[size + 1])
            for face in range(len(FACES)):
                np.maximum(best[level], best[self._fewer[level, face]], out=best[level])
        return best[self.first_throw :]

    def chosen(self, keeps: Values) -> tuple[Values, NDArray[np.int64]]:
        """Return the same and, for each throw, the place of the keep that is worth it."""
        best = keeps.copy()
        which = np.broadcast_to(np.arange(len(keeps))[:, None], keeps.shape).copy()
        for size in range(1, self.dice + 1):
            level = slice(self._starts[size], self._starts[size + 1])
            for face in range(len(FACES)):
                fewer = self._fewer[level, face]
                better = best[fewer] > best[level]
                best[level] = np.where(better, best[fewer], best[level])
                which[level] = np.where(better, which[fewer], which[level])
        return best[self.first_throw :], which[self.first_throw :]

    def falling(self, kept: Values) -> Values:
        """Return how often each throw falls, if each keep (row) is thrown so often."""
        return self._chances.T @ kept

    def turn(self, final: Values) -> Turn:
        """Return what a turn is worth whose last throw is worth ``final``: a row a throw, a column a position."""
        second = self.keeping(final)
        first = self.keeping(self.choosing(second))
        return Turn(first, second, self._chances[0] @ self.choosing(first))


@cache
def throws_of(dice: int) -> Throws:
    """Return the throws of so many dice; made once."""
    return Throws(dice)
