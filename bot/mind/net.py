"""A small net that knows nearly what the states of a sheet are worth, where there are too many for a table.

Its inputs are one-hot, for each column: the upper class, the state of the links, each open free box. The first layer is
a sum of rows, one for each input that is on; then come a hidden layer, one number, and what the inputs bring straight
away.
"""

from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.games import folder_of
from bot.mind.throws import Numbers, Values

_BITS = 53
"""Of a number that are exact."""

"""Where the nets lie that come with the bot, each under the key of its sheet."""


@dataclass(frozen=True)
class SheetNet:
    """The weights of a net; ``scripts/mind/train.py`` fits them."""

    digest: str
    """Of the compiled sheet that they hold for."""
    upper: NDArray[Any]
    """The row of each upper class; those of all columns one after another, here and below."""
    links: NDArray[Any]
    """The row of each state of the links."""
    free: NDArray[Any]
    """The row of each free box, as long as it is open."""
    hidden: NDArray[Any]
    hidden_bias: NDArray[Any]
    out: NDArray[Any]
    linear: NDArray[Any]
    """Points for each upper class, each state of the links, each open free box, and for all."""

    def save(self, file: Path) -> None:
        """Write the net to ``file``."""
        parts: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        np.savez(file, **parts)

    @cached_property
    def _rows(self) -> tuple[NDArray[np.float32], NDArray[np.float32], Values]:
        return self.upper.astype(np.float32), self.links.astype(np.float32), self.free.astype(float)

    @cached_property
    def _most(self) -> tuple[float, float, float]:
        """The most that a column and all open boxes bring to the first layer, and this layer to the hidden one."""
        upper, links, free = (np.abs(rows) for rows in self._rows)
        heaviest = np.abs(self.hidden).sum(axis=1, dtype=float).max(initial=0)
        return float(upper.max() + links.max()), float(free.sum(axis=0).max(initial=0)), float(heaviest)

    def _grid(self, columns: int) -> tuple[float, Values]:
        """Return the step to which the first layer is rounded, and the weights of the hidden one, rounded likewise.

        They are as fine as they can be while every product of the two layers and every sum of such products is exact,
        and so the same in any order; that is finer than numbers of 32 bits.
        """
        column, free, heaviest = self._most
        most = columns * column + free
        step = _step(most, _BITS // 2 - 3)
        fine = _step(most * heaviest, _BITS - 1) / step
        return step, (np.rint(self.hidden / fine) * fine).T

    def __call__(self, number: int, free: Numbers, classes: Numbers) -> Values:
        """Return what positions are worth: one state of the links, filled free boxes as bits, upper classes."""
        free, classes = np.broadcast_arrays(free, classes)
        return self.worth(np.stack([np.full_like(free, number), free, classes], axis=-1)[..., None, :])

    def worth(self, states: Numbers) -> Values:
        """Return what positions are worth, whose last axes are columns, and these three numbers of each column."""
        upper, links, boxes = self._rows
        columns = states.shape[-2]
        classes = _among(states[..., 2], len(upper) // columns)
        numbers = _among(states[..., 0], len(links) // columns)
        is_open = ~states[..., 1, None] >> np.arange(len(boxes) // columns) & 1
        is_open = is_open.reshape(*states.shape[:-2], len(boxes)).astype(float)
        step, hidden = self._grid(columns)
        # Each processor multiplies matrices in an order of its own. In these two nothing is rounded, so none matters.
        first = np.maximum(upper[classes].sum(axis=-2) + links[numbers].sum(axis=-2) + is_open @ boxes, 0)
        second = np.maximum(np.rint(first / step) * step @ hidden + self.hidden_bias, 0)
        starts = len(upper), len(upper) + len(links)
        straight = self.linear[classes].sum(axis=-1) + self.linear[starts[0] + numbers].sum(axis=-1)
        straight += (is_open * self.linear[starts[1] : -1]).sum(axis=-1)
        worths: Values = (second * self.out).sum(axis=-1) + straight + self.linear[-1]
        return worths


def _step(most: float, bits: int) -> float:
    """Return the least power of 2 of which ``most`` is fewer than 2 to the power of ``bits``."""
    return float(np.ldexp(1.0, int(np.frexp(most)[1]) - bits))


def _among(numbers: Numbers, many: int) -> Numbers:
    """Return the rows of inputs of which each column (last axis) has so ``many``."""
    rows: Numbers = numbers + many * np.arange(numbers.shape[-1])
    return rows


def net_of(key: str, digest: str, folder: Path | None = None) -> SheetNet | None:
    """Return the net of the game ``key``; None where there is none for exactly the rules with this ``digest``.

    It lies in ``folder``, by default that of its family.
    """
    file = (folder or folder_of(key)) / f"{key}.npz"
    if not file.exists():
        return None
    with np.load(file, allow_pickle=False) as arrays:
        net = SheetNet(str(arrays["digest"]), *(arrays[field.name] for field in fields(SheetNet)[1:]))
    return net if net.digest == digest else None
