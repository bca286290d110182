"""Log lines about an outage: one when it begins and then one a minute, however many presses fail."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

SECONDS = 60


class Seldom:
    """Logs the first line of each minute, and counts the others."""

    def __init__(self, log: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        """Write to ``log``; ``clock`` tells seconds, and is never set back."""
        self._log = log
        self._clock = clock
        self._next = 0.0
        self._silent = 0

    def error(self, text: str, *values: object) -> None:
        """Log an error, or count it; the next line says how many were counted since the last one."""
        now = self._clock()
        if now < self._next:
            self._silent += 1
            return
        self._next = now + SECONDS
        if self._silent:
            text, values = text + " (and %d more like it)", (*values, self._silent)
            self._silent = 0
        self._log.error(text, *values)
