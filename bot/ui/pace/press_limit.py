"""How fast one person may press: a burst of 20, then 8 a second, so that quick holds pass and a program does not.

Asked at every press and command, before anything is looked up or locked. Nothing is written; a restart forgives.
Answering a refusal is most of what it costs, so a program that goes on and on gets no more than 50 answers a second.
"""

from __future__ import annotations

import time
from collections.abc import Callable

BURST = 20
PER_SECOND = 8

REFUSALS_AT_ONCE = 100
REFUSALS_PER_SECOND = 50
"""How many presses too many are answered; Discord tells the person that the others failed, after three seconds."""

TELL_SECONDS = 5
"""How often somebody is told about it: their other presses are only acknowledged."""

_MANY = 10_000
"""People remembered; among so many, those whose burst is whole again are let go."""


class PressLimit:
    """What one person may do: presses and commands, and being answered when these are too many."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Go by the seconds of ``clock``."""
        self._clock = clock
        self._presses = _Buckets(BURST, PER_SECOND)
        self._refusals = _Buckets(REFUSALS_AT_ONCE, REFUSALS_PER_SECOND)
        self._told: dict[int, float] = {}

    def allows(self, user: int) -> bool:
        """Count a press of ``user`` and return whether it may be done; one that may not costs nothing."""
        return self._presses.take(user, self._clock())

    def answers(self, user: int) -> bool:
        """Count a press of ``user`` that may not be done, and return whether it is answered."""
        return self._refusals.take(user, self._clock())

    def tells(self, user: int) -> bool:
        """Return whether ``user`` is to be told now; if so, not again for :data:`TELL_SECONDS`."""
        now = self._clock()
        if now < self._told.get(user, now):
            return False
        self._told = {one: at for one, at in self._told.items() if at > now}
        self._told[user] = now + TELL_SECONDS
        return True


class _Buckets:
    """A token bucket per person, kept as one number: the moment at which it will be full again."""

    def __init__(self, burst: int, per_second: int) -> None:
        self._seconds = burst / per_second + 1e-9
        """How long an empty bucket takes to fill."""
        self._each = 1 / per_second
        self._full: dict[int, float] = {}

    def take(self, user: int, now: float) -> bool:
        full = max(self._full.get(user, now), now) + self._each
        if full - now > self._seconds:
            return False
        self._full[user] = full
        if len(self._full) > _MANY:
            self._full = {one: at for one, at in self._full.items() if at > now}
        return True
