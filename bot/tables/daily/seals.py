"""Whether the bot may show a day's dice. What it has shown once stays public, whatever happens to the clock.

A day's dice are secret because others still throw them. When the day is over by the clock, everybody may see them, and
from then on nobody may play that day: a clock set back over midnight does not make them secret again. So the bot writes
down that it shows them before it does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bot.tables.core.errors import Sealed, SecretDay
from bot.tables.core.memory import Recent
from bot.tables.core.model import Table
from bot.tables.daily import days

_REMEMBERED = 10_000
"""How many days to remember; of each server only one matters."""


class SealStore(Protocol):
    """Which days have shown their dice, as rows. Both methods raise StoreError."""

    async def told(self, guild: int, day: int) -> bool:
        """Return whether that day has shown its dice."""

    async def tell(self, guild: int, day: int) -> None:
        """Remember for ever that it has."""


class NotKept:
    """A SealStore that keeps nothing, for services without a storage for days."""

    async def told(self, guild: int, day: int) -> bool:
        """Return False."""
        return False

    async def tell(self, guild: int, day: int) -> None:
        """Do nothing."""


class Seals:
    """The seals of days. A server belongs to one process, so one read is enough."""

    def __init__(self, store: SealStore, clock: Callable[[], int]) -> None:
        """Go by ``clock`` (unix seconds) and by the rows of ``store``."""
        self._store = store
        self._clock = clock
        self._told: Recent[tuple[int, int], bool] = Recent(_REMEMBERED)

    async def told(self, guild: int, day: int) -> bool:
        """Return whether that day has shown its dice, so that nobody can play it any more. Raises StoreError."""
        known = self._told.get((guild, day))
        if known is None:
            known = await self._store.told(guild, day)
            self._told.put((guild, day), known)
        return known

    async def open(self, guild: int, day: int) -> bool:
        """Return whether that day may show its dice. If so, it counts as shown from now on. Raises StoreError."""
        if await self.told(guild, day):
            return True
        if self._clock() < days.ends(day):
            return False
        await self._store.tell(guild, day)
        self._told.put((guild, day), True)
        return True

    async def told_of(self, table: Table) -> bool:
        """Return whether the table's dice are those of a day and were told. Raises StoreError."""
        day = table.manner.daily
        return day is not None and await self.told(table.guild, day)

    async def hides(self, table: Table) -> bool:
        """Return whether the secret of the table's dice must stay hidden, though the table may be over."""
        day = table.manner.daily
        return day is not None and not await self.open(table.guild, day)

    async def check_revealed(self, table: Table) -> None:
        """Refuse to show the secret of a day that is not over. Raises Sealed."""
        day = table.manner.daily
        if day is not None and await self.hides(table):
            raise Sealed(days.ends(day))

    async def check_reader(self, table: Table, user: int) -> None:
        """While the day lasts, refuse to show its game to anybody but its player. Raises SecretDay."""
        if user not in table.players and await self.hides(table):
            raise SecretDay
