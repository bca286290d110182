"""Leaderboards: which there are, their lines, and who can tell them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from bot.engine.types import OptionValue
from bot.tables.records.rating import Rating

EVERY = "*"
"""In place of a game or an option set: all of them together."""

BOTH: Final = "both"
"""Games with several players, whatever the dice: ``together`` and ``real`` counted as one."""

STANDARD = ""
"""The option set of the standard rules."""

By = Literal["wins", "games", "best", "average", "rate", "streak", "rating"]
"""What a leaderboard is sorted by. ``rate`` is the share of games won, ``streak`` the longest run of wins."""

BoardKind = Literal["together", "both", "solo", "real", "daily"]

FULL_GAMES, WEEK_GAMES = 5, 3
"""Below so many games nobody has a rank by average or win rate; in one week fewer will do."""


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard: the games of a server that count for it, and what it is sorted by."""

    guild: int
    period: str
    """A key of :mod:`bot.tables.records.periods`."""
    kind: BoardKind
    game: str
    """A game's key, or :data:`EVERY`."""
    rules: str
    """What an option set is called (:func:`bot.tables.core.rows.rules_name`), or :data:`EVERY`."""
    by: By

    @property
    def least(self) -> int:
        """How many games a rank needs here."""
        if self.by not in ("average", "rate"):
            return 0
        return WEEK_GAMES if self.period.startswith("w") else FULL_GAMES


@dataclass(frozen=True, slots=True)
class Counts:
    """What the games of a player add up to. Best and average pass over games the player left."""

    games: int
    wins: int
    stayed: int
    points: int
    highest: int | None
    lowest: int | None
    streak: int
    """Wins in a row now."""
    longest: int
    last: int
    """When the last one was finished, in unix seconds."""

    @property
    def average(self) -> float | None:
        """Points per game that was not left."""
        return self.points / self.stayed if self.stayed else None


@dataclass(frozen=True, slots=True)
class Line:
    """A player on a leaderboard. Equal values share a rank; with too few games there is none."""

    place: int
    """Counts lines from 0, whatever the ranks."""
    rank: int | None
    user: int
    value: float
    counts: Counts
    rating: Rating | None = None
    """Where the board is one of ratings."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some lines of a leaderboard, how many there are in all, and the line of who asked, wherever it is."""

    lines: tuple[Line, ...]
    total: int
    own: Line | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """An option set that was played in a server, and how often."""

    kind: BoardKind
    rules: str
    options: Mapping[str, OptionValue]
    games: int
    """Seats at finished games."""


class Boards(Protocol):
    """The leaderboards of servers."""

    async def page(self, board: Board, user: int, offset: int | None = 0, limit: int = 10) -> Page:
        """Return lines ``offset`` to ``offset + limit``, best first; the last lines when there are not so many.

        An ``offset`` of None is the page with the line of ``user``.
        """

    async def counts(self, guild: int, user: int, period: str = "all") -> dict[tuple[str, str, str], Counts]:
        """Return everything that is counted of ``user``, by kind, game and option set (also :data:`EVERY`)."""

    async def played(self, guild: int, game: str, period: str = "all") -> list[Played]:
        """Return the option sets of ``game`` that were played, most played first."""

    async def games(self, guild: int, period: str = "all") -> dict[str, int]:
        """Return how often each game was played, whatever its option sets."""
