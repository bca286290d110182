"""Who is here: when each person last pressed something of the bot. In memory only."""

from collections.abc import Callable
from typing import NamedTuple

from bot.tables.core.memory import LruCache
from bot.tables.core.model import TableId

AWAY_SECONDS = 600
"""How long after their last press somebody counts as here."""

_REMEMBERED = 20_000


class _Press(NamedTuple):
    at: int
    table: TableId | None


class Presence:
    """The last press of each person.

    Memory is empty after a start, and knows nobody of servers that this process takes over. For the first ten minutes
    nobody counts as away whom it does not know, since they may have pressed just before. A person is here where they
    press: another process does not know of it.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        """Go by the unix seconds of ``clock``."""
        self._clock = clock
        self._began = self._latest = clock()
        self._presses: LruCache[int, _Press] = LruCache(_REMEMBERED)

    def begin_anew(self) -> None:
        """Let ten minutes pass from now on before somebody unknown counts as away."""
        self._began = self._clock()

    def forget(self, user: int) -> None:
        """Forget when ``user`` pressed something."""
        self._presses.drop(user)

    def pressed(self, user: int, table: TableId | None = None) -> None:
        """Remember that ``user`` pressed something now, at ``table`` or at none."""
        self._latest = now = self._clock()
        self._presses.put(user, _Press(now, table))

    @property
    def quiet_seconds(self) -> int:
        """How long nobody has pressed anything in this process, counted from its start."""
        return self._clock() - self._latest

    def pressed_at(self, user: int, table: TableId) -> int | None:
        """Return when ``user`` pressed something last, if that was at ``table``."""
        press = self._presses.get(user)
        return None if press is None or press.table != table else press.at

    def is_away(self, user: int) -> bool:
        """Whether ``user`` has pressed nothing for :data:`AWAY_SECONDS`."""
        press = self._presses.get(user)
        return self._clock() - (self._began if press is None else press.at) >= AWAY_SECONDS
