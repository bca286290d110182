"""Values of standard sheets that come with the bot: those of every second layer of the states, or of the last turns.

A layer is all states with so many boxes open. A box leads from a layer to the one below, so what lies between two
layers that are shipped is worth one turn: it is worked out when somebody asks for it. A sheet with too many states has
a net, and only its last layers beside it.
"""

from collections.abc import Sequence
from math import isnan
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.games.yum.mind.compiled import CompiledSheet
from bot.games.yum.mind.exact import AT_ONCE, ExactSheet, LastTurns, LinkTurns, Room
from bot.games.yum.mind.turns import ColumnWays
from bot.games.yum.scoring.boxes import Sheet
from bot.mind.evaluator import Strength
from bot.mind.throws import Numbers, Values

PER_POINT = 1 << 14
"""Values are rounded to such parts of a point: by 0.00003 at most."""


def shipped_file(sheet: CompiledSheet) -> Path:
    """Return where the values of ``sheet`` come with the bot, if they do."""
    return Path(__file__).with_name(f"sheet-{sheet.digest[:32]}.npz")


def _stored(sheet: CompiledSheet) -> NDArray[np.bool_]:
    """Return which states are shipped, in the order of :func:`bot.games.yum.mind.exact.solve`."""
    sizes = len(sheet.link_states), 1 << len(sheet.free_places), sheet.upper.count
    stored: NDArray[np.bool_] = sheet.left(*np.indices(sizes, sparse=True)) % 2 == 0
    return stored


def write(sheet: CompiledSheet, values: Values, file: Path) -> None:
    """Write to ``file`` what is shipped of ``values``, which are those of all states."""
    np.savez_compressed(file, planes=_planes(values[_stored(sheet)] * PER_POINT, 3))


def _planes(values: Values, many: int) -> NDArray[np.uint8]:
    """Return rounded values in so many bytes, the highest ones first: apart they pack better."""
    parts = np.rint(values).astype(np.int64)
    if parts.min() < 0 or parts.max() >> 8 * many:
        raise ValueError(f"values do not fit {many} bytes")
    return np.stack([(parts >> 8 * place).astype(np.uint8) for place in reversed(range(many))])


def _joined(planes: NDArray[np.uint8]) -> Values:
    """Return the values whose bytes those are."""
    values = np.zeros(planes.shape[1])
    for plane in planes:
        values = values * 256 + plane
    return values


class ShippedSheet(ExactSheet):
    """Evaluates a sheet by values that came with the bot; others are worked out once they are asked for."""

    def __init__(self, sheet: CompiledSheet, file: Path) -> None:
        there = _stored(sheet)
        values = np.full(there.shape, np.nan)
        with np.load(file, allow_pickle=False) as stored:
            values[there] = _joined(stored["planes"]) / PER_POINT
        super().__init__(sheet, values)
        self._turns: dict[int, LinkTurns] = {}

    def look_up_states(self, number: int, free: Numbers, classes: Numbers) -> Values:
        """Return what positions of one column are worth (LookUp)."""
        worths: Values = self._values[number, free, classes]
        missing = np.isnan(worths) & (classes >= 0)
        if missing.any():
            self._work_out_states(number, free[missing], classes[missing])
            worths = self._values[number, free, classes]
        return worths

    def _later(
        self, sheet: Sheet, ways: Sequence[ColumnWays], tokens: Sequence[int]
    ) -> tuple[list[list[Values]], Strength]:
        (laters, strength), (cells,), (some,) = super()._later(sheet, ways, tokens), sheet, ways
        for left, (later,) in zip(tokens, laters, strict=True):
            if isnan(np.add.reduce(later)):  # Of one number: that is quicker.
                missing = some.in_open_boxes(cells)
                missing = missing[np.isnan(later[missing])]
                after = some.after(self.column, left, *self.column.filled_of(cells))[missing]
                for number in np.unique(after[:, 0]).tolist():
                    these = after[:, 0] == number
                    later[missing[these]] = self.look_up_states(number, after[these, 1], after[these, 2])
        return laters, strength

    def _work_out_states(self, number: int, free: Numbers, classes: Numbers) -> None:
        """Work out states of the links ``number`` that are not shipped."""
        if number not in self._turns:
            self._turns[number] = LinkTurns(self.column, super().look_up_states, number)
        free, classes = np.unique(np.stack([free, classes]), axis=1)
        room = Room(self.column.throws, min(AT_ONCE, len(free)))
        for start in range(0, len(free), AT_ONCE):
            some = free[start : start + AT_ONCE], classes[start : start + AT_ONCE]
            self._values[number, *some] = self._turns[number].worth(*some, room)

    @property
    def values(self) -> Values:
        """The values of all states: that takes some seconds."""
        for number in range(len(self._values)):
            free, classes = np.nonzero(np.isnan(self._values[number]))
            if len(free):
                self._work_out_states(number, free, classes)
        return self._values


_PER_POINT_LAST = 1 << 7
"""Values of the last turns are rounded to such parts of a point: by 0.004 at most."""


def last_turns_file(sheet: CompiledSheet) -> Path:
    """Return where the values of the last turns of ``sheet`` come with the bot, if they do."""
    return Path(__file__).with_name(f"last-{sheet.digest[:32]}.npz")


def write_last_turns(last: LastTurns, file: Path) -> None:
    """Write to ``file`` what is shipped of the last turns."""
    np.savez_compressed(file, most=last.most, planes=_planes(last.values * _PER_POINT_LAST, 2))


def shipped_last_turns(sheet: CompiledSheet, file: Path) -> LastTurns | None:
    """Return the last turns of ``sheet`` that came with the bot; None if there is no ``file``."""
    if not file.exists():
        return None
    with np.load(file, allow_pickle=False) as stored:
        return LastTurns(sheet, int(stored["most"]), _joined(stored["planes"]) / _PER_POINT_LAST)
