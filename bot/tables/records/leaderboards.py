"""Leaderboards: their kinds and their lines, and the interface that reads them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from bot.engine import OptionValue
from bot.tables.people.choices import GuildChoices
from bot.tables.records.rating import Rating
from bot.tables.records.seasons import Season

EVERY = "*"
"""In place of a game or an option set: all of them together."""

BOTH: Final = "both"
"""Games with several players, whatever the dice: ``merge`` and ``real`` counted as one."""

STANDARD = ""
"""The option set of the standard rules."""

SortKey = Literal["wins", "games", "best", "average", "rate", "streak", "rating", "skill"]
"""The numbers that can sort a leaderboard. ``rate`` is the share of wins, ``streak`` the longest run of wins, ``skill``
what decisions lose in a game; the least of that is best."""

LeaderboardKind = Literal["together", "both", "solo", "real", "daily"]

FULL_GAMES, WEEK_GAMES = 5, 3
"""With fewer games nobody has a rank by average or win rate; in a single week fewer will do."""


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """A leaderboard: the games of a server that count for it, and the number that sorts it."""

    guild: int
    period: str
    """A key of :mod:`bot.tables.records.periods`."""
    kind: LeaderboardKind
    game: str
    """A game's key, or :data:`EVERY`."""
    rules: str
    """The name of an option set (:func:`bot.tables.core.rows.rules_name`), or :data:`EVERY`."""
    by: SortKey

    @property
    def least(self) -> int:
        """How many games a rank needs here; by skill, how many with a review."""
        if self.by == "skill":
            return FULL_GAMES
        if self.by not in ("average", "rate"):
            return 0
        return WEEK_GAMES if self.period.startswith("w") else FULL_GAMES


@dataclass(frozen=True, slots=True)
class PlayerTotals:
    """The sums of a player's games. Best and average skip games that the player left."""

    games: int
    wins: int
    stayed: int
    points: int
    highest: int | None
    lowest: int | None
    streak: int
    """The current run of wins."""
    longest: int
    last: int
    """When the player finished the last one, in unix seconds."""
    reviewed: int = 0
    """Games with a review by the usual unit (:func:`bot.thinker.reviewed.usual_unit`)."""
    lost: float = 0.0
    """What decisions lost in these, in that unit."""

    @property
    def average(self) -> float | None:
        """Points per game that the player did not leave."""
        return self.points / self.stayed if self.stayed else None


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """A player on a leaderboard. Equal values share a rank; with too few games there is none."""

    place: int
    """Counts lines from 0, whatever the ranks."""
    rank: int | None
    user: int
    value: float
    counts: PlayerTotals
    rating: Rating | None = None
    """On a board of ratings."""


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """Some lines of a leaderboard, the number of all lines, and the reader's line, wherever it is."""

    lines: tuple[LeaderboardLine, ...]
    total: int
    own: LeaderboardLine | None = None


def tied_behind(lines: Sequence[LeaderboardLine], shown: int) -> int:
    """Return how many of ``lines``, the first of a board, share the rank of the last that is ``shown``."""
    rank = lines[shown - 1].rank if 0 < shown <= len(lines) else None
    return sum(rank is not None and line.rank == rank for line in lines[shown:])


@dataclass(frozen=True, slots=True)
class PlayedRules:
    """An option set that people have played in a server."""

    kind: LeaderboardKind
    rules: str
    options: Mapping[str, OptionValue]


class LeaderboardStore(Protocol):
    """The leaderboards of servers."""

    async def page(
        self, board: LeaderboardQuery, user: int, offset: int | None = 0, limit: int = 10
    ) -> LeaderboardPage:
        """Return lines ``offset`` to ``offset + limit``, best first; if there are fewer, the last lines.

        An ``offset`` of None is the page with the line of ``user``.
        """

    async def counts(self, guild: int, user: int, period: str = "all") -> dict[tuple[str, str, str], PlayerTotals]:
        """Return all counts of ``user`` by kind, game and option set (also :data:`EVERY`)."""

    async def played(self, guild: int, game: str) -> list[PlayedRules]:
        """Return the option sets in which people have played ``game``; those of the latest results come first.

        Of all games there are two: the standard rules, and :data:`EVERY`.
        """

    async def games(self, guild: int, season: Season | None = None) -> list[str]:
        """Return the games that people have played, ever or in ``season``, with any option set.

        What they played most often comes first, as far as the latest thousand results tell.
        """


def ranked_rules(choices: GuildChoices) -> str:
    """Return the option sets that a server ranks by default."""
    return EVERY if choices.ranked == "all" else STANDARD
