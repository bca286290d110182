"""How fast one person may press: a burst of 20, then 8 a second, so that quick holds pass and a program does not.

Asked at every press and command, before anything is looked up or locked. Nothing is written; a restart forgives.
"""

from __future__ import annotations

import time
from collections.abc import Callable

BURST = 20
PER_SECOND = 8

TELL_SECONDS = 5
"""How often somebody is told about it: their other presses are only acknowledged."""

_MANY = 10_000
"""People remembered; among so many, those whose burst is whole again are let go."""


class PressLimit:
    """A token bucket per person, kept as one number: the moment at which it will be full again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Go by the seconds of ``clock``."""
        self._clock = clock
        self._full: dict[int, float] = {}
        self._told: dict[int, float] = {}

    def allows(self, user: int) -> bool:
        """Count a press of ``user`` and return whether it may be done; one that may not costs nothing."""
        now = self._clock()
        full = max(self._full.get(user, now), now) + 1 / PER_SECOND
        if full - now > BURST / PER_SECOND + 1e-9:
            return False
        self._full[user] = full
        if len(self._full) > _MANY:
            self._full = {one: at for one, at in self._full.items() if at > now}
        return True

    def tells(self, user: int) -> bool:
        """Return whether ``user`` is to be told now; if so, not again for :data:`TELL_SECONDS`."""
        now = self._clock()
        if now < self._told.get(user, now):
            return False
        self._told = {one: at for one, at in self._told.items() if at > now}
        self._told[user] = now + TELL_SECONDS
        return True
