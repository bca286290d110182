"""All throws of a turn at once: what keeping dice is worth, given what each last throw is worth.

Dice that fell or that a player keeps are multisets, in ascending order. They all stand in one list, fewest dice first,
so the throws of all dice are its last part.

Every sum is made in one order, die by die: no matrix is multiplied here. A product of matrices adds up in an order that
each processor chooses for itself, so two hosts would get different values. Nets multiply whole numbers, which is exact;
reasons and how far scores stray, both told rounded, are all that goes by products of fractions.
"""

from functools import cache, cached_property, reduce
from itertools import combinations_with_replacement
from operator import add
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import Faces

FACES = range(1, 7)

Numbers = NDArray[np.int64]
Values = NDArray[np.float64]

_SIX = np.array(float(len(FACES)))
"""An array: numpy would make one of a number each time."""
_THROWS = 3
"""Of a turn."""
_MANY = 16
"""Positions from which on it is quicker to add face by face, in the room of other positions, than all faces at once."""


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
        self.alike = [row for row, faces in enumerate(self.throws) if faces[0] == faces[-1]]
        """The throws of equal dice, ones first."""
        self.index = {keep: place for place, keep in enumerate(self.keeps)}
        self.first_throw = len(self.keeps) - len(self.throws)
        self._starts = [self.index[size[0]] for size in sizes] + [len(self.keeps)]
        self._more = np.array([self._with_one_more(keep) for keep in self.keeps[: self.first_throw]])
        self._fewer = np.array([self._with_one_less(keep) for keep in self.keeps])
        itself = self._fewer == np.arange(len(self.keeps))[:, None]
        self._before = np.where(itself, len(self.keeps), self._fewer)  # A row beyond the last: nothing.
        self._steps = [(self._level(size), self._more[self._level(size)].T.copy()) for size in range(dice - 1, 0, -1)]
        fewer = self._level(dice - 1)
        self._held_by_fewer = fewer, self._held_by(fewer)
        self._one_less = np.vstack(
            [self._fewer[self.first_throw :, :dice].T, np.arange(self.first_throw, len(self.keeps))]
        )

    def _with_one_more(self, keep: Faces) -> list[int]:
        """Return the keep with another die of each face."""
        return [self.index[tuple(sorted((*keep, face)))] for face in FACES]

    def _with_one_less(self, keep: Faces) -> list[int]:
        """Return the keep without a die of each face that it has; then itself, so that all have as many."""
        less = [self.index[tuple(keep[:at] + keep[at + 1 :])] for at, face in enumerate(keep) if face not in keep[:at]]
        return [*less, *[self.index[keep]] * (len(FACES) - len(less))]

    def _held_by(self, level: slice) -> NDArray[np.int64]:
        """Return for each keep of a level (column) those that it holds; then itself, so that all have as many."""
        held: list[set[int]] = [{place} for place in range(level.stop)]
        for place, fewer in enumerate(self._fewer[: level.stop].tolist()):
            held[place].update(*(held[less] for less in fewer if less != place))
        keeps = [sorted(places) for places in held[level]]
        most = max(map(len, keeps))
        return np.array([[*places, *places[-1:] * (most - len(places))] for places in keeps]).T.copy()

    def _level(self, size: int) -> slice:
        """Return the places of the keeps of so many dice."""
        return slice(self._starts[size], self._starts[size + 1])

    def keeping(self, worth: Values) -> Values:
        """Return what each keep is worth, given what each throw (row) is."""
        keeps = np.empty((len(self.keeps), worth.shape[1]))
        keeps[self.first_throw :] = worth
        self.throw(keeps, np.empty_like(worth, dtype=float))
        return keeps

    def choosing(self, keeps: Values) -> Values:
        """Return what each throw is worth to a player who may keep any of its dice."""
        best = keeps.copy()
        self.choose(best, np.empty_like(best))
        return best[self.first_throw :]

    def throw(self, keeps: Values, room: Values) -> None:
        """Set in ``keeps``, where throws say what they are worth, what all others are."""
        many = keeps.shape[1] >= _MANY
        for size in range(self.dice - 1, -1, -1):  # The mean over the faces of one more die.
            level, mores = keeps[self._level(size)], self._more[self._level(size)].T
            if many:
                rows_of(keeps, mores[0], level)
                for more in mores[1:]:
                    level += rows_of(keeps, more, room)
            else:
                np.add.reduce(keeps[mores], axis=0, out=level)
            level /= len(FACES)

    def choose(self, keeps: Values, room: Values) -> None:
        """Set in ``keeps`` what each of them is worth to a player who may keep fewer dice."""
        for size in range(1, self.dice + 1):
            level = keeps[self._level(size)]
            for fewer in self._fewer[self._level(size)].T[:size]:
                np.maximum(level, rows_of(keeps, fewer, room), out=level)

    def chosen(self, keeps: Values) -> tuple[Values, NDArray[np.int64]]:
        """Return the same and, for each throw, the place of the keep that is worth it."""
        best = keeps.copy()
        which = np.broadcast_to(np.arange(len(keeps))[:, None], keeps.shape).copy()
        for size in range(1, self.dice + 1):
            level = self._level(size)
            top, place = best[level], which[level]
            for fewer in self._fewer[level, :size].T:
                less = best[fewer]
                better = less > top
                np.copyto(top, less, where=better)
                np.copyto(place, which[fewer], where=better)
        return best[self.first_throw :], which[self.first_throw :]

    def kept(self, often: Values, which: Numbers) -> Values:
        """Return how often each keep is thrown, if each throw falls so often and then leads to the keep ``which``."""
        many = often.shape[1]
        places = (which * many + np.arange(many)).ravel()
        rows = len(self.keeps)
        kept: Values = np.bincount(places, often.ravel(), rows * many).reshape(rows, many).astype(float, copy=False)
        return kept

    def falling(self, kept: Values) -> Values:
        """Return how often each throw falls, if each keep (row) is thrown so often."""
        often = np.concatenate([kept, np.zeros((1, kept.shape[1]))])
        for size in range(1, self.dice + 1):
            befores = self._before[self._level(size), :size].T
            often[self._level(size)] += np.add.reduce(often[befores], axis=0) / len(FACES)
        return often[self.first_throw : -1]

    def turn(self, final: Values) -> Turn:
        """Return what a turn is worth whose last throw is worth ``final``: a row a throw, a column a position."""
        second = self.keeping(final)
        first = self.keeping(self.choosing(second))
        return Turn(first, second, self.keeping(self.choosing(first))[0])

    def keeping_of_one(self, worth: Values) -> Values:
        """Return the same as :meth:`keeping` of one position, without its axis: the same sums in the same order."""
        keeps = np.empty(len(self.keeps))
        keeps[self.first_throw :] = worth
        for level, mores in self._steps:
            np.divide(np.add.reduce(keeps.take(mores), 0), _SIX, keeps[level])
        keeps[0] = reduce(add, keeps[self._level(1)].tolist()) / len(FACES)  # Quicker than numpy.
        return keeps

    def choosing_of_one(self, keeps: Values) -> Values:
        """Return the same as :meth:`choosing` of one position, without its axis."""
        level, held = self._held_by_fewer
        best = keeps.copy()
        best[level] = np.maximum.reduce(keeps.take(held), 0)
        chosen: Values = np.maximum.reduce(best.take(self._one_less), 0)
        return chosen

    def value_of_turn(self, keeps: Values, room: Values) -> Values:
        """Return what a turn is worth before its first throw: quicker than :meth:`turn` for hundreds of positions.

        The last rows of ``keeps`` say what each last throw is worth. This uses all rows, and ``room`` for as many as
        there are throws: to get such arrays anew from the system takes as long as all computing.
        """
        self.throw(keeps, room)
        for _ in range(_THROWS - 1):
            self.choose(keeps, room)
            self.throw(keeps, room)
        value: Values = keeps[0]
        return value


class TurnOfOne:
    """What a turn of three throws is worth for one position: to the last digit what :meth:`Throws.turn` says of it.

    It takes few calls of numpy, and works out only what somebody asks for.
    """

    def __init__(self, throws: Throws, final: Values) -> None:
        """Take the turn whose last throw is worth ``final``."""
        self._throws = throws
        self.second = throws.keeping_of_one(final)
        """What each keep of the second throw is worth; all dice kept means to stop there."""

    @cached_property
    def first(self) -> Values:
        """What each keep of the first throw is worth."""
        return self._throws.keeping_of_one(self._throws.choosing_of_one(self.second))

    @cached_property
    def value(self) -> float:
        """What the position is worth before the first throw."""
        return float(self._throws.keeping_of_one(self._throws.choosing_of_one(self.first))[0])


def rows_of(values: Values, which: NDArray[np.int64], room: Values) -> Values:
    """Return these rows of ``values``, copied to the beginning of ``room``."""
    return np.take(values, which, axis=0, out=room[: len(which)], mode="clip")  # Other modes make a copy first.


@cache
def throws_of(dice: int) -> Throws:
    """Return the throws of so many dice; made once."""
    return Throws(dice)
