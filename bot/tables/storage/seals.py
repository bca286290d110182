"""Whether the bot may show dice that several people throw, each alone: those of a day, or of a tournament.

What it has shown once stays public, whatever happens to the clock. A tournament's dice are secret until it is over,
and nobody plays a round of it that is over. A day's dice are secret because others still throw them. When the day is
over by the clock, everybody may see them, and from then on nobody may play that day: a clock set back over midnight
does not make them secret again. So the bot writes down that it shows them before it does.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, Protocol

from bot.tables.model.days import dice_end
from bot.tables.model.errors import Sealed, SealedTournament, SecretDay, SecretTournament
from bot.tables.model.memory import LruCache
from bot.tables.model.table import DiceSeed, Table

_REMEMBERED = 10_000
"""The number of days to remember; of each server only one matters."""


class SealStore(Protocol):
    """Which days have shown their dice, as rows. Both methods raise StoreError."""

    async def is_revealed(self, guild: int, day: int) -> bool:
        """Return whether that day has shown its dice."""

    async def mark_revealed(self, guild: int, day: int) -> None:
        """Remember for ever that it has."""


class Phase(NamedTuple):
    """The progress of a tournament."""

    over: bool
    first: int
    """The first round that is not over; 0 also where everybody plays them all when they like."""
    seed: DiceSeed | None
    """Its dice; None where it is gone."""

    def closed(self, number: int) -> bool:
        """Whether nobody may play that round any more."""
        return self.over or number < self.first


class PhaseStore(Protocol):
    """The progress of tournaments, as rows. Raises StoreError."""

    async def phase(self, tournament: int) -> Phase:
        """Return how far it is; one that is gone is over."""


class NoSealStore:
    """A SealStore and a PhaseStore that keep nothing, for services without a storage for days."""

    async def phase(self, tournament: int) -> Phase:
        """Return that it goes on."""
        return Phase(False, 0, None)

    async def is_revealed(self, guild: int, day: int) -> bool:
        """Return False."""
        return False

    async def mark_revealed(self, guild: int, day: int) -> None:
        """Do nothing."""


class Seals:
    """The seals of days and tournaments. One read is enough while the server belongs to this process."""

    def __init__(self, store: SealStore, clock: Callable[[], int], tournaments: PhaseStore | None = None) -> None:
        """Go by ``clock`` (unix seconds) and by the rows of ``store`` and ``tournaments``."""
        self._store = store
        self._clock = clock
        self._tournaments = tournaments or NoSealStore()
        self._revealed: LruCache[tuple[int, int], bool] = LruCache(_REMEMBERED)
        self._phases: LruCache[tuple[int, int], Phase] = LruCache(_REMEMBERED)

    def note(self, guild: int, tournament: int, phase: Phase) -> None:
        """Remember how far a tournament is now."""
        self._phases.put((guild, tournament), phase)

    async def _phase(self, guild: int, tournament: int) -> Phase:
        known = self._phases.get((guild, tournament))
        if known is None:
            known = await self._tournaments.phase(tournament)
            if self._phases.get((guild, tournament)) is None:  # Else it has moved on while this read.
                self.note(guild, tournament, known)
        return self._phases.get((guild, tournament)) or known

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
        self._phases.drop_keys(lambda key: gone(key[0]))

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
        """Return whether nobody may throw the table's dice any more, which others threw too. Raises StoreError."""
        if (tournament := table.settings.tournament) is not None:
            return (await self._phase(table.guild, tournament)).closed(table.seed.round)
        day = None if table.settings.practice else table.settings.daily
        return day is not None and await self.is_revealed(table.guild, day)

    async def hides_secret(self, table: Table) -> bool:
        """Return whether the secret of the table's dice must stay hidden, though the table may be over."""
        if (tournament := table.settings.tournament) is not None:
            return not (await self._phase(table.guild, tournament)).over
        day, ends = table.settings.daily, dice_end(table.settings)
        if table.settings.practice:
            return False  # It began when the day was over.
        return day is not None and ends is not None and not await self.reveal(table.guild, day, ends)

    async def shares_dice(self, table: Table) -> bool:
        """Return whether a table of a tournament has the dice of all others there. Raises StoreError."""
        known = await self._tournaments.phase(table.settings.tournament or 0)
        return known.seed == replace(table.seed, round=0)

    async def check_revealed(self, table: Table) -> None:
        """Refuse to show the secret of a day or a tournament that is not over. Raises Sealed."""
        ends = dice_end(table.settings)
        if ends is not None and await self.hides_secret(table):
            raise Sealed(ends) if table.settings.tournament is None else SealedTournament(ends)

    async def check_reader(self, table: Table, user: int) -> None:
        """While others may throw the same dice, refuse to show the game to anybody but its player. Raises SecretDay."""
        if user not in table.players and await self.hides_secret(table):
            raise SecretDay if table.settings.tournament is None else SecretTournament
