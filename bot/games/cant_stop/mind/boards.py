"""The turns that a seat of Can't Stop still needs on a board, if nobody disturbs it.

A board is, for each column, how many steps are left to its top; 0 for a closed column. Boards with up to four open
columns lie in a table, worked out exactly. For up to seven a net says which part of the best four of them it takes; for
more, another net says it all. Nets reckon in whole numbers, so that they say the same on every processor.
``scripts/mind/cant_stop.py`` makes all of it; docs/mind.md says how far it is off.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.cant_stop.rules import HEIGHTS
from bot.mind.throws import Values

FILE = Path(__file__).with_suffix(".npz")

MOST_EXACT, MOST_NEAR = 4, 7
"""The most open columns of boards in the table, and of those that are compared with such boards."""
PER_TURN = 1000
"""Values in the table are whole numbers of this part of a turn."""
FIRST_BITS, FEATURE_BITS, OUT_BITS = 11, 10, 12
"""A weight of the first two layers, a feature, and a weight of the last is a whole number over 2 to this power."""

Rows = NDArray[np.int64]
_TOPS = tuple(HEIGHTS.values())


def mask_of(left: Sequence[int]) -> int:
    """Return the open columns of a board as bits."""
    return sum(1 << column for column, steps in enumerate(left) if steps)


class BoardsNet(NamedTuple):
    """Weights in whole numbers. The net says the fourth root of a value, or of a part of it, for each number needed."""

    rows: Values
    """By column and steps left."""
    features: Values
    hidden: Values
    hidden_bias: Values
    out: Values
    out_bias: Values

    def roots(self, first: Values) -> Values:
        """Return what follows from the sums of rows. All are whole numbers below 2 to the power of 53, in any order."""
        second = np.maximum(np.maximum(first, 0) @ self.hidden + self.hidden_bias, 0)
        roots: Values = np.rint(second / 2**FIRST_BITS) @ self.out + self.out_bias
        roots /= 2 ** (FIRST_BITS + OUT_BITS)
        return np.maximum(roots, 0.5, out=roots)

    def sums(self, left: Sequence[int], columns: Sequence[int], steps: Sequence[Rows]) -> Values:
        """Return the sums of rows where so many ``steps`` are left in ``columns``, combined."""
        sums: Values = np.zeros(self.rows.shape[-1])
        for column, steps_left in enumerate(left):
            if column not in columns:
                sums = sums + self.rows[column, steps_left]
        for column, some in zip(columns, steps, strict=True):
            sums = sums[..., None, :] + self.rows[column, some]
        return sums


class _Fours(NamedTuple):
    """All fours of some open columns: by four, what of :data:`FILE` they are."""

    has: NDArray[np.bool_]
    """By column."""
    first: Rows
    strides: Rows
    """By column; 0 for those without."""


class Boards:
    """Values of boards."""

    def __init__(self, file: Path) -> None:
        """Read what ``scripts/mind/cant_stop.py`` wrote."""
        with np.load(file, allow_pickle=False) as arrays:
            self._table = arrays["table"]
            self._near, self._far = (
                BoardsNet(*(arrays[f"{net}_{name}"].astype(float) for name in BoardsNet._fields))
                for net in ("near", "far")
            )
            self._places = dict(self._lay_out(arrays["masks"].tolist()))
        self._first_four = min(first for mask, (first, _) in self._places.items() if mask.bit_count() == MOST_EXACT)
        self._of_four = self._table[self._first_four :].reshape(-1, MOST_EXACT)
        self._fours = cache(self._find_fours)

    @staticmethod
    def _lay_out(masks: list[int]) -> Iterator[tuple[int, tuple[int, tuple[int, ...]]]]:
        """Yield where the values of each set of open columns begin in the table, and the stride of each column.

        Values of a board for 1, 2, ... columns still needed lie side by side; mirrored boards are one.
        """
        first, last = 0, len(_TOPS) - 1
        for mask in masks:
            strides, stride = [0] * len(_TOPS), mask.bit_count()
            for column in reversed(range(len(_TOPS))):
                if mask >> column & 1:
                    strides[column] = stride
                    stride *= _TOPS[column]
            yield (
                sum(1 << last - column for column in range(last + 1) if mask >> column & 1),
                (first, (*strides[::-1],)),
            )
            yield mask, (first, tuple(strides))
            first += stride

    def exact(self, left: Sequence[int]) -> bool:
        """Return whether the table has the board, and so all that it can lead to."""
        return mask_of(left).bit_count() <= MOST_EXACT

    def compares(self, left: Sequence[int]) -> bool:
        """Return whether a net says how the board compares with its best four columns."""
        return MOST_EXACT < mask_of(left).bit_count() <= MOST_NEAR

    def turns(self, left: Sequence[int], needed: int) -> float:
        """Return the turns to win so many more columns; all that are open, where fewer are."""
        return float(self.after(left, (), (), needed)[0])

    def after(self, left: Sequence[int], columns: Sequence[int], steps: Sequence[Rows], needed: int) -> Values:
        """Return the turns still needed once so many ``steps`` are left in ``columns``, all of them combined.

        The last of the columns is the fastest. The steps of each end with 0, which wins the column.
        """
        worth, by_net = np.zeros([len(some) for some in steps]), None
        for tops in product((False, True), repeat=len(columns)):
            rest, missing = list(left), needed - sum(tops)
            for column, top in zip(columns, tops, strict=True):
                rest[column] = int(not top)
            mask = mask_of(rest)
            if missing <= 0 or not mask:
                continue
            part = tuple(slice(-1, None) if top else slice(-1) for top in tops)
            some = [at[-1:] if top else at[:-1] for at, top in zip(steps, tops, strict=True)]
            missing, many = min(missing, mask.bit_count()), mask.bit_count()
            if many <= MOST_EXACT:
                worth[part] = self._in_table(mask, missing, left, columns, some)
            elif many <= MOST_NEAR:
                worth[part] = self._by_fours(mask, missing, left, columns, some)
            else:
                by_net = self._by_net(left, columns, steps) if by_net is None else by_net
                worth[part] = by_net[(*part, missing - 1)]
        return worth.reshape(-1)

    def _in_table(
        self, mask: int, needed: int, left: Sequence[int], columns: Sequence[int], steps: Sequence[Rows]
    ) -> Values:
        """Return what the table says; ``steps`` are 0 alone in columns that are won."""
        first, strides = self._places[mask]
        place = np.array(first + needed - 1 + _offset(strides, left, columns))
        for column, some in zip(columns, steps, strict=True):
            place = place[..., None] + np.maximum(some - 1, 0) * strides[column]
        values: Values = self._table[place] / PER_TURN
        return values

    def _by_net(self, left: Sequence[int], columns: Sequence[int], steps: Sequence[Rows]) -> Values:
        """Return what the net says, for 1, 2, ... columns still needed (last axis)."""
        roots = np.maximum(self._far.roots(self._far.sums(left, columns, steps)), 1)
        squares = roots * roots
        worth: Values = squares * squares
        return worth

    def _by_fours(
        self, mask: int, needed: int, left: Sequence[int], columns: Sequence[int], steps: Sequence[Rows]
    ) -> Values:
        """Return what the other net makes of the best four columns; ``steps`` are 0 alone in columns that are won."""
        best, together = self._compared(mask, left, columns, steps)
        features = np.rint(2**FEATURE_BITS / (np.sqrt(np.sqrt(together)) * best))
        net = self._near
        first = net.sums(left, columns, steps) + np.rint(features @ net.features / 2**FEATURE_BITS)
        roots = net.roots(first)[..., needed - 1]
        squares = roots * roots
        return np.maximum(squares * squares * best[..., min(needed, MOST_EXACT) - 1], 1)

    def _compared(
        self, mask: int, left: Sequence[int], columns: Sequence[int], steps: Sequence[Rows]
    ) -> tuple[Values, Values]:
        """Return what the best four columns take, for 1 to 4 needed (last axis), and a sum that counts all fours."""
        fours, moved = self._fours(mask), [column for column in columns if mask >> column & 1]
        first = fours.first + sum(
            fours.strides[:, column] * (some - 1) for column, some in enumerate(left) if some and column not in columns
        )
        best: Values | float = np.inf
        together: Values | float = 0.0
        touched = fours.has[:, moved] @ (1 << np.arange(len(moved)))
        for kind in range(1 << len(moved)):
            some_fours = np.nonzero(touched == kind)[0]
            if not len(some_fours):
                continue
            place = first[some_fours]
            for column, some in zip(columns, steps, strict=True):
                place = place[..., None]
                if column in moved and kind >> moved.index(column) & 1:
                    shape = (-1, *[1] * (place.ndim - 1))
                    place = place + fours.strides[some_fours, column].reshape(shape) * (some - 1)
            worth = self._of_four[place] / PER_TURN
            squares = worth * worth
            best = np.minimum(best, worth.min(axis=0))
            together = together + (1 / (squares * squares)).sum(axis=0)
        return np.asarray(best), np.asarray(together)

    def _find_fours(self, mask: int) -> _Fours:
        some = list(combinations(_columns(mask), MOST_EXACT))
        places = [self._places[sum(1 << column for column in four)] for four in some]
        strides = np.array([at for _, at in places]) // MOST_EXACT
        first = (np.array([at for at, _ in places]) - self._first_four) // MOST_EXACT
        return _Fours(strides > 0, first, strides)


def _columns(mask: int) -> list[int]:
    return [column for column in range(len(_TOPS)) if mask >> column & 1]


def _offset(strides: Sequence[int], left: Sequence[int], columns: Sequence[int]) -> int:
    return sum((some - 1) * strides[column] for column, some in enumerate(left) if some and column not in columns)


@cache
def known_boards() -> Boards:
    """Return the values that come with the bot; read once."""
    return Boards(FILE)
