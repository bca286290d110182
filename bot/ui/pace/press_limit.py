"""The limit on one person's presses: a burst of 20, then 8 a second, so that quick holds pass and a program does not.

Every press and command asks this before it looks anything up or takes a lock. It writes nothing; a restart forgives.
Answering costs most of a refusal, so a program that goes on and on gets no more than 50 answers a second.
"""

import time
from collections.abc import Callable

BURST = 20
PER_SECOND = 8

REFUSALS_AT_ONCE = 100
REFUSALS_PER_SECOND = 50
"""The number of extra presses a second with an answer. For the others Discord shows a failure after three seconds."""

TELL_SECONDS = 5
"""Seconds between answers that are a sentence; other presses only get an acknowledgement."""

_MANY = 10_000
"""The number of people to remember. Above that, drop those whose burst is whole again."""


class PressLimit:
    """The limits of one person: presses and commands, and answers to those that are too many."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Go by the seconds of ``clock``."""
        self._clock = clock
        self._presses = _Buckets(BURST, PER_SECOND)
        self._refusals = _Buckets(REFUSALS_AT_ONCE, REFUSALS_PER_SECOND)
        self._notified_until: dict[int, float] = {}

    def allows(self, user: int) -> bool:
        """Count a press of ``user`` and return whether it may go on; a refused press costs nothing."""
        return self._presses.take(user, self._clock())

    def answers(self, user: int) -> bool:
        """Count a refused press of ``user``, and return whether it gets an answer."""
        return self._refusals.take(user, self._clock())

    def should_notify(self, user: int) -> bool:
        """Return whether the answer to ``user`` is a sentence now; if so, not again for :data:`TELL_SECONDS`."""
        now = self._clock()
        if now < self._notified_until.get(user, now):
            return False
        self._notified_until = {one: at for one, at in self._notified_until.items() if at > now}
        self._notified_until[user] = now + TELL_SECONDS
        return True


class _Buckets:
    """A token bucket per person, as one number: the moment at which it will be full again."""

    def __init__(self, burst: int, per_second: int) -> None:
        self._seconds = burst / per_second + 1e-9
        """The seconds that an empty bucket takes to fill."""
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
