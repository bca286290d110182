"""Values of standard sheets that come with the bot: those of every second layer of the states.

A layer is all states with so many boxes open. A box leads from a layer to the one below, so what lies between two
layers that are shipped is worth one turn: it is worked out when somebody asks for it.
"""

from collections.abc import Sequence
from math import isnan
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.games.yum.mind.compiled import OPEN, CompiledSheet
from bot.games.yum.mind.exact import AT_ONCE, ExactSheet, LinkTurns, Room
from bot.games.yum.mind.turns import ColumnWays
from bot.games.yum.scoring.boxes import Sheet
from bot.mind.evaluator import Strength
from bot.mind.throws import Numbers, Values

PER_POINT = 1 << 14
"""Values are rounded to such parts of a point: by 0.00003 at most."""
_SHIFTS = (16, 8, 0)
"""Of the three bytes of a value: apart they pack better."""


def shipped_file(sheet: CompiledSheet) -> Path:
    """Return where the values of ``sheet`` come with the bot, if they do."""
    return Path(__file__).with_name(f"sheet-{sheet.digest[:32]}.npz")


def _stored(sheet: CompiledSheet) -> NDArray[np.bool_]:
    """Return which states are shipped, in the order of :func:`bot.games.yum.mind.exact.solve`."""
    links = np.array([labels.count(OPEN) for labels in sheet.link_states])
    free = np.array([bits.bit_count() for bits in range(1 << len(sheet.free_places))])
    upper = np.array([int(mask).bit_count() for mask in sheet.upper.masks])
    filled = free[:, None] + upper
    left = links[:, None, None] + len(sheet.free_places) + len(sheet.upper_places) - filled
    stored: NDArray[np.bool_] = left % 2 == 0
    return stored


def write(sheet: CompiledSheet, values: Values, file: Path) -> None:
    """Write to ``file`` what is shipped of ``values``, which are those of all states."""
    parts = np.rint(values[_stored(sheet)] * PER_POINT).astype(np.int64)
    if parts.min() < 0 or parts.max() >> 24:
        raise ValueError(f"values of {sheet.game.key} do not fit three bytes")
    np.savez_compressed(file, planes=np.stack([(parts >> shift).astype(np.uint8) for shift in _SHIFTS]))


class ShippedSheet(ExactSheet):
    """Evaluates a sheet by values that came with the bot; others are worked out once they are asked for."""

    def __init__(self, sheet: CompiledSheet, file: Path) -> None:
        with np.load(file, allow_pickle=False) as stored:
            high, *lower = stored["planes"]
        parts = high.astype(np.int64)
        for plane in lower:
            parts = parts << 8 | plane
        there = _stored(sheet)
        values = np.full(there.shape, np.nan)
        values[there] = parts / PER_POINT
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
                after = some.after(self.column, *self.column.filled_of(cells), left)[missing]
                for number in np.unique(after[:, 0]).tolist():
                    these = after[:, 0] == number
                    later[missing[these]] = self.look_up_states(number, after[these, 1], after[these, 2])
        return laters, strength

    def _work_out_states(self, number: int, free: Numbers, classes: Numbers) -> None:
        """Work out states of the links ``number`` that are not shipped."""
        if number not in self._turns:
            self._turns[number] = LinkTurns(self.column, super().look_up_states, number)
        free, classes = np.unique(np.stack([free, classes]), axis=1)
        throws, room = self.column.throws, Room(self.column.throws, min(AT_ONCE, len(free)))
        for start in range(0, len(free), AT_ONCE):
            some = free[start : start + AT_ONCE], classes[start : start + AT_ONCE]
            keeps, rows = room.of(len(some[0]))
            self._turns[number].final(*some, keeps[throws.first_throw :], rows)
            self._values[number, *some] = throws.value_of_turn(keeps, rows)

    @property
    def values(self) -> Values:
        """The values of all states: that takes some seconds."""
        for number in range(len(self._values)):
            free, classes = np.nonzero(np.isnan(self._values[number]))
            if len(free):
                self._work_out_states(number, free, classes)
        return self._values
