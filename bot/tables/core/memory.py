"""What the service keeps in memory: tables, locks, held dice. All have limits, and losing them does no harm."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from bot.engine import Faces
from bot.tables.core import time_limit
from bot.tables.core.model import Table, TableId

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """The values in recent use; the one unused for longest gives way."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """Return the value, which now counts as used."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def put(self, key: K, value: V) -> None:
        """Keep ``value``."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._size:
            self._values.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        self._values.clear()

    def drop_where(self, unwanted: Callable[[V], bool]) -> None:
        """Forget every value that is ``unwanted``."""
        for key in [key for key, value in self._values.items() if unwanted(value)]:
            del self._values[key]

    def drop_keys(self, unwanted: Callable[[K], bool]) -> None:
        """Forget every key that is ``unwanted``."""
        for key in [key for key in self._values if unwanted(key)]:
            del self._values[key]

    def drop(self, key: K) -> None:
        """Forget ``key``, known or not."""
        self._values.pop(key, None)


class Lock(asyncio.Lock):
    """The lock of a table. It knows whether it is free."""

    def __init__(self) -> None:
        super().__init__()
        self._claims = 0

    async def claim(self) -> None:
        """Acquire it. Raises TimeoutError at the limit of the press that waits (time_limit.py)."""
        self._claims += 1
        try:
            if self._claims == 1:
                await self.acquire()
            else:  # A timer costs more than all the rest, and hardly anybody waits.
                async with asyncio.timeout_at(time_limit.until()):
                    await self.acquire()
        except BaseException:
            self._claims -= 1
            raise

    def leave(self) -> None:
        """Release the lock."""
        self._claims -= 1
        self.release()


class Locks:
    """One lock per table, alive while somebody holds or awaits it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[TableId, Lock] = WeakValueDictionary()

    def of(self, id: TableId) -> Lock:
        """Return the table's lock; the caller must keep the reference until it is done."""
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = Lock()
        return lock


@dataclass(frozen=True, slots=True)
class EnteredDice:
    """A throw that somebody enters face by face: the action it belongs to, and the faces so far."""

    action: str
    faces: Faces = ()
    throws: tuple[Faces, ...] = ()
    """The whole throws of the action before this one."""

    @property
    def all(self) -> tuple[Faces, ...]:
        """Every throw, with this one as it stands."""
        return (*self.throws, self.faces)


class StepCache(Generic[V]):
    """What belongs to one step of a table and no row holds: valid at that step only."""

    def __init__(self, size: int) -> None:
        self._kept: LruCache[TableId, tuple[int, V, int]] = LruCache(size)
        """The step, what was done there, and the server."""

    def of(self, table: Table) -> V | None:
        """Return what is kept of the table's present step; None if there is nothing."""
        kept = self._kept.get(table.id)
        return kept[1] if kept is not None and kept[0] == table.step else None

    def put(self, table: Table, value: V | None) -> None:
        """Keep ``value`` for the table's present step; None forgets what was there."""
        if value is None:
            self._kept.drop(table.id)
        else:
            self._kept.put(table.id, (table.step, value, table.guild))

    def forget_guilds(self, gone: Callable[[int], bool]) -> None:
        """Forget the tables of the servers of which ``gone`` is true."""
        self._kept.drop_where(lambda kept: gone(kept[2]))


class HeldDiceCache(StepCache[frozenset[int]]):
    """Held dice on tables, by their positions."""

    def toggle(self, table: Table, position: int, shown: frozenset[int], *, equal: bool = False) -> frozenset[int]:
        """Hold or release the die at ``position``, starting from ``shown`` if this step has no selection yet.

        With ``equal``, all dice of its face are held with it; one die is still released alone.
        """
        base = self._base(table, shown)
        held = base ^ {position}
        if equal and position in held and table.state is not None:
            faces = table.state.dice
            held |= {place for place, face in enumerate(faces) if position < len(faces) and face == faces[position]}
        self.put(table, held)
        return held

    def add(self, table: Table, positions: frozenset[int], shown: frozenset[int]) -> None:
        """Hold the dice at ``positions`` besides those that are held; ``shown`` as in :meth:`toggle`."""
        self.put(table, self._base(table, shown) | positions)

    def _base(self, table: Table, shown: frozenset[int]) -> frozenset[int]:
        """Return what is held now: as remembered, else as the board shows."""
        before = self.of(table)
        return shown if before is None else before
