"""Seasons of a server, numbered from 1. After the first result one always runs; each begins where another ends."""

from dataclasses import dataclass
from typing import Protocol

from bot.tables.core.shards import Shards
from bot.tables.records import periods

NOWHERE = 0
"""In place of a message: the bot could not post the final table."""

OLD = 31 * 24 * 3600
"""So many seconds after its end the bot announces a season no more."""


@dataclass(frozen=True, slots=True)
class Season:
    """A season. Games count in it from the second it started to the one before it ended."""

    guild: int
    number: int
    started: int
    ended: int | None = None
    channel: int | None = None
    """The channel of its final table."""
    message: int | None = None

    @property
    def period(self) -> str:
        """The key of its standings (:mod:`bot.tables.records.periods`)."""
        return periods.season_key(self.number)


@dataclass(frozen=True, slots=True)
class DueSeason:
    """A season that should end with a past month."""

    season: Season
    at: int


class SeasonStore(Protocol):
    """The seasons of servers. Methods that change one raise SaveFailed when storage fails."""

    async def of(self, guild: int) -> list[Season]:
        """Return all seasons of ``guild``, the running one first."""

    async def running(self, guild: int) -> Season | None:
        """Return the running season; None before the first result."""

    async def end(self, season: Season, at: int) -> Season | None:
        """End ``season`` at ``at`` and let the next begin; games finished since then move to it.

        Returns None, and changes nothing, if it has ended already or has no games.
        """

    async def reopen(self, guild: int, number: int, now: int) -> Season | None:
        """Reopen season ``number``, the last that ended; the season after it becomes a part of it.

        Returns the season as it was, or None if it is not the last that ended. It goes on to the next turn of the
        month.
        """

    async def due(self, now: int, shards: Shards) -> list[DueSeason]:
        """Return the seasons of ``shards`` with games that should have ended with a month, and when."""

    async def unannounced(self, now: int, shards: Shards) -> list[Season]:
        """Return the seasons of ``shards`` that ended lately and have no posted final table."""

    async def mark_announced(self, season: Season, channel: int | None, message: int) -> None:
        """Remember where the final table is; the message is :data:`NOWHERE` if the bot could not post it."""

    async def last_channel(self, season: Season) -> int | None:
        """Return the channel of the season's last finished game."""
