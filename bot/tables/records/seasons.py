"""Seasons of a server: numbered from 1, one always running once something was played; each begins where one ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.tables.records import periods

NOWHERE = 0
"""In place of a message: the final table could not be posted."""

OLD = 31 * 24 * 3600
"""So many seconds after its end, nobody is told of a season any more."""


@dataclass(frozen=True, slots=True)
class Season:
    """A season. Games count in it from the second it started to the one before it ended."""

    guild: int
    number: int
    started: int
    ended: int | None = None
    channel: int | None = None
    """Where its final table was posted."""
    message: int | None = None

    @property
    def period(self) -> str:
        """The key of its standings (:mod:`bot.tables.records.periods`)."""
        return periods.season(self.number)


@dataclass(frozen=True, slots=True)
class Due:
    """A season that is to end with a month that is over."""

    season: Season
    at: int


class Seasons(Protocol):
    """The seasons of servers. What changes one raises SaveFailed when it cannot be stored."""

    async def of(self, guild: int) -> list[Season]:
        """Return all seasons of ``guild``, the running one first."""

    async def running(self, guild: int) -> Season | None:
        """Return the season that runs; None before the first result."""

    async def end(self, season: Season, at: int) -> Season | None:
        """End ``season`` at ``at`` and let the next begin; games finished since then move to it.

        Returns None, and changes nothing, when it has ended already, or nothing was played in it.
        """

    async def reopen(self, guild: int, number: int, now: int) -> Season | None:
        """Let season ``number``, the last that ended, go on: the one that follows becomes a part of it.

        Returns the season as it was, None when it is not the last that ended. It goes on to the next turn of the month.
        """

    async def due(self, now: int) -> list[Due]:
        """Return the seasons that should have ended with a month, and when; only those something was played in."""

    async def untold(self, now: int) -> list[Season]:
        """Return the seasons that ended lately and whose final table has not been posted."""

    async def told(self, season: Season, channel: int | None, message: int) -> None:
        """Remember where the final table is; the message :data:`NOWHERE` if it could not be posted."""

    async def last_channel(self, season: Season) -> int | None:
        """Return the channel in which the season's last game was finished."""
