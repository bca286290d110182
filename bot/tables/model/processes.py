"""What the processes of one bot share: their shards, which of them leads, and notices of changes."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from bot.tables.model.place import is_server

# -- Which servers this process serves: Discord divides all servers among shards, and a process holds some of them ---

SHARD_BITS = 22
"""The number of bits of a server's id that say nothing of its shard."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards ``held`` by this process, of ``count`` in all."""

    count: int = 1
    held: frozenset[int] = frozenset({0})

    @property
    def all(self) -> bool:
        """Whether these are all shards there are; then nothing needs to ask whose a server is."""
        return len(self.held) == self.count

    @property
    def share(self) -> float:
        """Return which part of all shards these are: 1 for all of them."""
        return len(self.held) / self.count

    def of(self, guild: int) -> int:
        """Return the shard of a place: what happens in no server comes to the first one."""
        return (guild >> SHARD_BITS) % self.count if is_server(guild) else 0

    def owns(self, guild: int) -> bool:
        """Whether a place belongs to one of the held shards."""
        return self.of(guild) in self.held

    def only(self, shard: int) -> "Shards":
        """Return one of the shards alone."""
        return Shards(self.count, frozenset({shard}))

    def with_shard(self, shard: int) -> "Shards":
        """Return these and ``shard``."""
        return Shards(self.count, self.held | {shard})

    def without(self, shards: frozenset[int]) -> "Shards":
        """Return these, but none of ``shards``."""
        return Shards(self.count, self.held - shards)


EVERY_SHARD = Shards()
"""All servers: what a process serves that is alone."""


class HeldShards:
    """The shards that this process serves now. There is one such object in a process.

    A shard counts from its first READY until it is released, so the client knows all its servers meanwhile.
    """

    def __init__(self, shards: Shards | None = None, valid: Callable[[], bool] = lambda: True) -> None:
        """Begin with ``shards``; without them, this process serves everything.

        ``valid`` says whether they are still its own at that very moment; it must cost next to nothing.
        """
        self.now = EVERY_SHARD if shards is None else shards
        self.valid = valid
        self._callbacks: list[Callable[[Shards], None]] = []

    def change(self, shards: Shards) -> None:
        """Serve ``shards`` from now on, and call the callbacks, unless these are the present ones."""
        if shards == self.now:
            return
        self.now = shards
        for callback in self._callbacks:
            callback(shards)

    def on_change(self, callback: Callable[[Shards], None]) -> None:
        """Call ``callback`` with the new shards after each change."""
        self._callbacks.append(callback)


# -- Which process does what is done once for all: commands, emojis, and whatever else belongs to no server ----------


class Leader:
    """Whether this process leads. One process alone always does; of several, the one with the lock (db/claims)."""

    def __init__(self, *, leads: bool = True) -> None:
        """Lead from the start, or not until :meth:`change` says so."""
        self.leads = leads
        """Whether this process leads now; ask again right before each piece of work."""
        self._listeners: list[Callable[[], None]] = []

    def change(self, leads: bool) -> None:
        """Begin or cease to lead."""
        begins = leads and not self.leads
        self.leads = leads
        if begins:
            for tell in self._listeners:
                tell()

    def on_lead(self, tell: Callable[[], None]) -> None:
        """Call ``tell`` each time this process begins to lead; it must not wait."""
        self._listeners.append(tell)


# -- What the processes of one bot tell each other: that something has changed which others may keep in memory -------
# Storage brings notices (PostgreSQL; :mod:`db.connection.listening`). One process alone gets none and needs none.


class Notice(StrEnum):
    """What a notice says; its number is an id."""

    SETTINGS = "settings"
    """The server has other settings."""
    PREFERENCES = "preferences"
    """The person has other preferences."""
    ERASED = "erased"
    """The person was erased."""
    PURGED = "purged"
    """Everything that was kept of the place was deleted, or all of its tables have changed."""
    BOARD = "board"
    """A request of another process for the message of the table may have been done after it passed on."""


class Notices:
    """Passes on what arrives. A listener must not wait."""

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
