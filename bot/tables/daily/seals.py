"""Whether a day's dice may be told. What was told once stays told, whatever is done to the clock.

A day's dice are secret because others still throw them. When the day is over by the clock, whoever asks may see them,
and from then on nobody may play that day: a clock that is set back over midnight does not make them secret again. So
that they were told is written down before they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bot.tables.core.errors import Sealed, SecretDay
from bot.tables.core.memory import Recent
from bot.tables.core.model import Table
from bot.tables.daily import days

_REMEMBERED = 10_000
"""Days of servers; a server has one that matters."""


class SealStore(Protocol):
    """What was told, as rows. Both raise StoreError."""

    async def told(self, guild: int, day: int) -> bool:
        """Return whether the dice of that day were told."""

    async def tell(self, guild: int, day: int) -> None:
        """Remember for ever that they were."""


class NotKept:
    """A SealStore that keeps nothing, for services without a storage for days."""

    async def told(self, guild: int, day: int) -> bool:
        """Return False."""
        return False

    async def tell(self, guild: int, day: int) -> None:
        """Do nothing."""


class Seals:
    """The seals of days. A server belongs to one process, so what was read once need not be read again."""

    def __init__(self, store: SealStore, clock: Callable[[], int]) -> None:
        """Go by ``clock`` (unix seconds) and by what ``store`` remembers."""
        self._store = store
        self._clock = clock
        self._told: Recent[tuple[int, int], bool] = Recent(_REMEMBERED)

    async def told(self, guild: int, day: int) -> bool:
        """Return whether the dice of that day were told, so that it cannot be played any more. Raises StoreError."""
        known = self._told.get((guild, day))
        if known is None:
            known = await self._store.told(guild, day)
            self._told.put((guild, day), known)
        return known

    async def open(self, guild: int, day: int) -> bool:
        """Return whether the dice of that day may be told, and count them as told if so. Raises StoreError."""
        if await self.told(guild, day):
            return True
        if self._clock() < days.ends(day):
            return False
        await self._store.tell(guild, day)
        self._told.put((guild, day), True)
        return True

    async def hides(self, table: Table) -> bool:
        """Return whether the secret of the table's dice must not be told yet, though the table may be over."""
        return table.manner.daily is not None and not await self.open(table.guild, table.manner.daily)

    async def check_revealed(self, table: Table) -> None:
        """Refuse to tell the secret of a day that is not over. Raises Sealed."""
        if table.manner.daily is not None and await self.hides(table):
            raise Sealed(days.ends(table.manner.daily))

    async def check_reader(self, table: Table, user: int) -> None:
        """Refuse to show the game of a day to anybody but its player as long as the day lasts. Raises SecretDay."""
        if user not in table.players and await self.hides(table):
            raise SecretDay
