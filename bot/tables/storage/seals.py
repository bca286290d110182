"""Whether the bot may show a day's dice. What it has shown once stays public, whatever happens to the clock.

A day's dice are secret because others still throw them. When the day is over by the clock, everybody may see them, and
from then on nobody may play that day: a clock set back over midnight does not make them secret again. So the bot writes
down that it shows them before it does.
"""

from collections.abc import Callable
from typing import Protocol

from bot.tables.model.days import table_day_ends
from bot.tables.model.errors import Sealed, SecretDay
from bot.tables.model.memory import LruCache
from bot.tables.model.table import Table

_REMEMBERED = 10_000
"""The number of days to remember; of each server only one matters."""


class SealStore(Protocol):
    """Which days have shown their dice, as rows. Both methods raise StoreError."""

    async def is_revealed(self, guild: int, day: int) -> bool:
        """Return whether that day has shown its dice."""

    async def mark_revealed(self, guild: int, day: int) -> None:
        """Remember for ever that it has."""


class NoSealStore:
    """A SealStore that keeps nothing, for services without a storage for days."""

    async def is_revealed(self, guild: int, day: int) -> bool:
        """Return False."""
        return False

    async def mark_revealed(self, guild: int, day: int) -> None:
        """Do nothing."""


class Seals:
    """The seals of days. One read is enough while the server belongs to this process."""

    def __init__(self, store: SealStore, clock: Callable[[], int]) -> None:
        """Go by ``clock`` (unix seconds) and by the rows of ``store``."""
        self._store = store
        self._clock = clock
        self._revealed: LruCache[tuple[int, int], bool] = LruCache(_REMEMBERED)

    async def is_revealed(self, guild: int, day: int) -> bool:
        """Return whether that day has shown its dice, so that nobody can play it any more. Raises StoreError."""
        known = self._revealed.get((guild, day))
        if known is None:
            known = await self._store.is_revealed(guild, day)
            self._revealed.put((guild, day), known)
        return known

    def forget_guilds(self, gone: Callable[[int], bool]) -> None:
        """Forget the days of the servers of which ``gone`` is true."""
        self._revealed.drop_keys(lambda key: gone(key[0]))

    async def reveal(self, guild: int, day: int, ends: int) -> bool:
        """Return whether that day, which ``ends`` then, may show its dice. If so, it counts as shown from now on.

        Raises StoreError.
        """
        if await self.is_revealed(guild, day):
            return True
        if self._clock() < ends:
            return False
        await self._store.mark_revealed(guild, day)
        self._revealed.put((guild, day), True)
        return True

    async def is_revealed_at(self, table: Table) -> bool:
        """Return whether the table's dice are those of a day and were told. Raises StoreError."""
        day = table.settings.daily
        return day is not None and await self.is_revealed(table.guild, day)

    async def hides_secret(self, table: Table) -> bool:
        """Return whether the secret of the table's dice must stay hidden, though the table may be over."""
        day, ends = table.settings.daily, table_day_ends(table.settings)
        return day is not None and ends is not None and not await self.reveal(table.guild, day, ends)

    async def check_revealed(self, table: Table) -> None:
        """Refuse to show the secret of a day that is not over. Raises Sealed."""
        ends = table_day_ends(table.settings)
        if ends is not None and await self.hides_secret(table):
            raise Sealed(ends)

    async def check_reader(self, table: Table, user: int) -> None:
        """While the day lasts, refuse to show its game to anybody but its player. Raises SecretDay."""
        if user not in table.players and await self.hides_secret(table):
            raise SecretDay
