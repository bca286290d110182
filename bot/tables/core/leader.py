"""Which process does what is done once for all: commands, emojis, and whatever else belongs to no server."""

from collections.abc import Callable


class Leader:
    """Whether this process leads. One process alone always does; of several, the one with the lock (db/claims)."""

    def __init__(self, *, leads: bool = True) -> None:
        """Lead from the start, or not until :meth:`change` says so."""
        self._leads = leads
        self._listeners: list[Callable[[], None]] = []

    @property
    def leads(self) -> bool:
        """Whether this process leads now; ask again right before each piece of work."""
        return self._leads

    def change(self, leads: bool) -> None:
        """Begin or cease to lead."""
        begins = leads and not self._leads
        self._leads = leads
        if begins:
            for tell in self._listeners:
                tell()

    def on_lead(self, tell: Callable[[], None]) -> None:
        """Call ``tell`` each time this process begins to lead; it must not wait."""
        self._listeners.append(tell)
