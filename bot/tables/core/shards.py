"""Which servers this process serves: Discord divides all servers among shards, and a process holds some of them."""

from collections.abc import Callable
from dataclasses import dataclass

SHARD_BITS = 22
"""How many bits of a server's id say nothing of its shard."""


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
        """Return the shard of a server."""
        return (guild >> SHARD_BITS) % self.count

    def owns(self, guild: int) -> bool:
        """Whether a server belongs to one of the held shards."""
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
