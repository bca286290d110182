"""What evaluators remember of turns, all of them together: no more than so many bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from itertools import count
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

BYTES = 16_000_000
"""Every throw of a turn asks for the same, and computers of many tables ask by turns: enough for 200 with a big sheet.
Once each evaluator had so many to itself, and a process that thinks about all games grew by 200 MB in an hour."""

_remembered: OrderedDict[tuple[int, Hashable], tuple[Any, int]] = OrderedDict()
"""Values and their bytes, by memory and key; what was asked longest ago comes first."""
_numbers = count()


class Remembered(Generic[K, V]):
    """Values that are worked out when they are asked for, and forgotten for those that any evaluator asks later."""

    bytes = 0
    """What all of them hold."""

    def __init__(self, work_out: Callable[[K], V], size: Callable[[V], int]) -> None:
        """Ask ``work_out`` for what is not known; ``size`` says how many bytes it takes."""
        self._work_out, self._size = work_out, size
        self._number = next(_numbers)

    def __call__(self, key: K) -> V:
        """Return the value for ``key``."""
        place = self._number, key
        remembered: tuple[V, int] | None = _remembered.get(place)
        if remembered is not None:
            _remembered.move_to_end(place)
            return remembered[0]
        value = self._work_out(key)
        taken = self._size(value)
        _remembered[place] = value, taken
        Remembered.bytes += taken
        while Remembered.bytes > BYTES:
            _, (_, freed) = _remembered.popitem(last=False)
            Remembered.bytes -= freed
        return value
