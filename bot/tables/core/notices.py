"""What the processes of one bot tell each other: that something has changed which others may keep in memory.

Storage brings notices (PostgreSQL; :mod:`db.connection.listening`). One process alone gets none and needs none.
"""

from collections import defaultdict
from collections.abc import Callable
from enum import StrEnum


class Notice(StrEnum):
    """What a notice says; its number is an id."""

    SETTINGS = "settings"
    """The server has other settings."""
    PREFERENCES = "preferences"
    """The person has other preferences."""
    ERASED = "erased"
    """The person was erased."""
    PURGED = "purged"
    """Everything that was kept of the server was deleted."""
    BOARD = "board"
    """A request of another process for the message of the table may have been done after it passed on."""


class Notices:
    """Passes on what arrives. Whoever listens must not wait."""

    def __init__(self) -> None:
        self._listeners: defaultdict[Notice, list[Callable[[int], None]]] = defaultdict(list)
        self._doubters: list[Callable[[], None]] = []

    def on(self, notice: Notice, tell: Callable[[int], None]) -> None:
        """Call ``tell`` with the id of each notice of this kind. Those of this process itself come back to it too."""
        self._listeners[notice].append(tell)

    def on_doubt(self, tell: Callable[[], None]) -> None:
        """Call ``tell`` when notices may have been missed: nothing that memory holds is certain then."""
        self._doubters.append(tell)

    def heard(self, notice: Notice, id: int) -> None:
        """Pass on a notice."""
        for tell in self._listeners[notice]:
            tell(id)

    def doubt(self) -> None:
        """Pass on that notices may have been missed."""
        for tell in self._doubters:
            tell()
