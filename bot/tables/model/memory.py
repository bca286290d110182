"""What the process keeps in memory only: limits of time, recent values, locks, held dice, who pressed."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary, ref

from bot.engine import Faces
from bot.tables.model.store import StoreError
from bot.tables.model.table import Table, TableId

# -- What a task is about, for the lines that it logs -----------------------------------------------------------------


class About(NamedTuple):
    """The server and the table of a press or a command."""

    server: int | None = None
    table: TableId | None = None


ABOUT: ContextVar[About] = ContextVar("what a task is about", default=About())  # noqa: B039 - it is a tuple.
"""Set where a press or a command begins."""

# -- The time that storage may take while somebody waits for an answer -----------------------------------------------
# Discord takes the answer to a press or a command within three seconds. The task that serves one begins a limit. Until
# its answer, all its waiting for storage together has to fit that limit. Jobs and the work after an answer run in tasks
# of their own, and nobody waits for those.

log = logging.getLogger(__name__)

T = TypeVar("T")

SECONDS = 2.0
"""From the press on; the answer itself has the rest of Discord's three seconds."""

_limits: WeakKeyDictionary[asyncio.Task[Any], tuple[float, Callable[[], bool]]] = WeakKeyDictionary()


def begin(answered: Callable[[], bool]) -> None:
    """Limit the running task's waiting for storage to :data:`SECONDS` from now, until ``answered``."""
    task = asyncio.current_task()
    if task is not None:
        _limits[task] = asyncio.get_running_loop().time() + SECONDS, answered


def until() -> float | None:
    """Return when the limit of the running task ends, by the clock of its loop; None if nobody waits."""
    task = asyncio.current_task()
    limit = None if task is None else _limits.get(task)
    return None if limit is None or limit[1]() else limit[0]


async def within(work: Coroutine[Any, Any, T], abandoned: Callable[[asyncio.Task[T]], None]) -> T:
    """Return what ``work`` returns. Raises TimeoutError at the limit of the running task.

    At the limit, or where the running task is cancelled, the work goes on by itself: some storage cannot be
    interrupted, and waiting until it notices is what the limit prevents. ``abandoned`` gets its task, to clean up
    after it.
    """
    end = until()
    left = None if end is None else end - asyncio.get_running_loop().time()
    if left is not None and left <= 0:
        work.close()
        raise TimeoutError("no time is left")
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait((task,), timeout=left)
    except asyncio.CancelledError:  # Perhaps it is done in this moment, and nobody takes its result.
        abandoned(task)
        raise
    if not task.done():
        abandoned(task)
        raise TimeoutError("no answer in time")
    return task.result()


# -- What the service keeps in memory: tables, locks, held dice. All have limits, and losing them does no harm -------

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_AT_ONCE = 500
"""Values that one look brings."""


class LruCache(Generic[K, V]):
    """The values in recent use; the one unused for longest gives way."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[K, V] = OrderedDict()

    @property
    def empty(self) -> bool:
        """Whether nothing is kept."""
        return not self._values

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

    def drop_oldest(self, unwanted: Callable[[V], bool]) -> None:
        """Forget the values unused for longest, as far as they are ``unwanted``."""
        while self._values and unwanted(next(iter(self._values.values()))):
            self._values.popitem(last=False)

    def drop_keys(self, unwanted: Callable[[K], bool]) -> None:
        """Forget every key that is ``unwanted``."""
        for key in [key for key in self._values if unwanted(key)]:
            del self._values[key]

    def drop(self, key: K) -> None:
        """Forget ``key``, known or not."""
        self._values.pop(key, None)


class TableCache(Generic[V]):
    """What belongs to a table as it stands: it goes when the table moves on, and when nobody has the table any more."""

    def __init__(self, size: int) -> None:
        self._kept: LruCache[TableId, tuple[ref[Table], V]] = LruCache(size)

    def of(self, table: Table) -> V | None:
        """Return what is kept of this very ``table``."""
        kept = self._kept.get(table.id)
        return kept[1] if kept is not None and kept[0]() is table else None

    def put(self, table: Table, value: V) -> None:
        """Keep ``value`` instead of what was kept of the table before."""
        id = table.id
        self._kept.put(id, (ref(table, lambda _: self._kept.drop(id)), value))


class RememberedChoices(ABC, Generic[V]):
    """Choices that a storage holds, by id, in memory after the first look until somebody changes them."""

    def __init__(self, size: int) -> None:
        self._known: LruCache[int, V] = LruCache(size)
        self._changes = 0
        """Counts removals from memory. Memory must not take the result of a look that began before one."""

    @abstractmethod
    async def _read(self, ids: Sequence[int]) -> dict[int, V]:
        """Return what the storage holds of all of these, at most :data:`_AT_ONCE`."""

    async def of(self, id: int, /) -> V:
        """Return the value."""
        known = self._known.get(id)
        return known if known is not None else (await self._look([id]))[id]

    async def of_or(self, id: int, usual: V, /) -> V:
        """Return the value; ``usual`` if storage cannot read it."""
        try:
            return await self.of(id)
        except StoreError as error:
            log.warning("what %s has chosen cannot be read: %s", id, error)
            return usual

    async def preload(self, ids: Iterable[int], /) -> None:
        """Read the values of all of these at once, where memory lacks them."""
        unknown = [id for id in ids if self._known.get(id) is None]
        for first in range(0, len(unknown), _AT_ONCE):
            await self._look(unknown[first : first + _AT_ONCE])

    async def _look(self, ids: Sequence[int]) -> dict[int, V]:
        changes = self._changes
        values = await self._read(ids)
        if changes == self._changes:
            for id, value in values.items():
                self._known.put(id, value)
        return values

    def forget(self, id: int) -> None:
        """Read the value again next time, because another part has changed or deleted it."""
        self._changes += 1
        self._known.drop(id)

    def forget_all(self) -> None:
        """Read every value again next time."""
        self._changes += 1
        self._known.clear()


class TableLock(asyncio.Lock):
    """The lock of a table. It knows whether it is free."""

    def __init__(self) -> None:
        super().__init__()
        self._claims = 0

    async def claim(self) -> None:
        """Acquire it. Raises TimeoutError at the limit of the press that waits."""
        self._claims += 1
        try:
            if self._claims == 1:
                await self.acquire()
            else:  # A timer costs more than all the rest, and hardly anybody waits.
                async with asyncio.timeout_at(until()):
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
        self._locks: WeakValueDictionary[TableId, TableLock] = WeakValueDictionary()

    def of(self, id: TableId) -> TableLock:
        """Return the table's lock; the caller must keep the reference until it is done."""
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = TableLock()
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


def toggled(held: frozenset[int], position: int, faces: Faces, *, equal: bool = False) -> frozenset[int]:
    """Return the held dice once the one at ``position`` is held or released.

    With ``equal``, all dice of its face are held with it; one die is still released alone.
    """
    after = held ^ {position}
    if equal and position in after and position < len(faces):
        after |= {place for place, face in enumerate(faces) if face == faces[position]}
    return after


class HeldDiceCache(StepCache[frozenset[int]]):
    """Held dice on tables, by their positions."""

    def toggle(self, table: Table, position: int, shown: frozenset[int], *, equal: bool = False) -> frozenset[int]:
        """Hold or release the die at ``position``, starting from ``shown`` if this step has no selection yet."""
        faces = () if table.state is None else table.state.dice
        held = toggled(self._base(table, shown), position, faces, equal=equal)
        self.put(table, held)
        return held

    def add(self, table: Table, positions: frozenset[int], shown: frozenset[int]) -> None:
        """Hold the dice at ``positions`` besides those that are held; ``shown`` as in :meth:`toggle`."""
        self.put(table, self._base(table, shown) | positions)

    def _base(self, table: Table, shown: frozenset[int]) -> frozenset[int]:
        """Return what is held now: as remembered, else as the board shows."""
        before = self.of(table)
        return shown if before is None else before


# -- Presence: when each person last pressed something of the bot. In memory only ------------------------------------

AWAY_SECONDS = 600
"""Seconds after their last press for which a person counts as here."""

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
        """The seconds since anybody pressed anything in this process, or since its start."""
        return self._clock() - self._latest

    def pressed_at(self, user: int, table: TableId) -> int | None:
        """Return when ``user`` pressed something last, if that was at ``table``."""
        press = self._presses.get(user)
        return None if press is None or press.table != table else press.at

    def is_away(self, user: int) -> bool:
        """Whether ``user`` has pressed nothing for :data:`AWAY_SECONDS`."""
        press = self._presses.get(user)
        return self._clock() - (self._began if press is None else press.at) >= AWAY_SECONDS
