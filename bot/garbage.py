"""When the garbage collector looks: often, so that it never looks at more than it can check in some milliseconds.

Python counts new objects less those that are gone. Where states of tables take the place of older ones, the new ones
become many, and the count does not say so. So the collector also looks by the clock. It never looks at all objects:
that takes long, and a press leaves no garbage (:class:`bot.ui.discord.requests.PressResponse`).
"""

import asyncio
import gc
from itertools import cycle

_SECONDS = 0.25
"""Between two looks at what is new."""

_THRESHOLDS = (5_000, 2, 50_000)
"""When Python looks by itself: in a rush, before the clock does; at all objects practically never."""


class GarbageCollection:
    """Looks at new objects by the clock; each third time, also at those that the last two looks have left."""

    def __init__(self) -> None:
        self._generations = cycle((0, 0, 1))
        self._next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Collect everything for the last time, leave what is alive alone from now on, and begin to look."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_THRESHOLDS)
        self._wait()

    def stop(self) -> None:
        """Look no more."""
        if self._next is not None:
            self._next.cancel()

    def _wait(self) -> None:
        self._next = asyncio.get_running_loop().call_later(_SECONDS, self._look)

    def _look(self) -> None:
        gc.collect(next(self._generations))
        self._wait()
