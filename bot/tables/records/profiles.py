"""Questions about one player of a server, over finished games; ``db`` answers them.

Scores compare only within a :class:`GameSeries`: games of one kind, by one option set.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.engine import OptionValue
from bot.tables.core.model import TableId
from bot.tables.core.occupants import Occupant
from bot.tables.core.store import Kind


@dataclass(frozen=True, slots=True)
class GameSeries:
    """Somebody's games of one kind by one option set. Best and average skip games they left."""

    game: str
    kind: Kind
    rules: str
    options: Mapping[str, OptionValue]
    games: int
    wins: int
    rivalled: int
    """Games with several players: those that somebody can win."""
    stayed: int
    points: int
    highest: int | None

    @property
    def average(self) -> float | None:
        """Points per game that the player did not leave."""
        return self.points / self.stayed if self.stayed else None


@dataclass(frozen=True, slots=True)
class Scope:
    """A choice of somebody's games; None is any."""

    guild: int
    user: int
    game: str | None = None
    kind: Kind | None = None
    rules: str | None = None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One finished game of somebody's."""

    score: int
    won: bool
    left: bool
    seats: int


@dataclass(frozen=True, slots=True)
class CountedGame:
    """The counts of one finished game (:mod:`bot.tables.records.game_stats`)."""

    kind: Kind
    left: bool
    details: str | None
    real_dice: bool = False
    """Whether the players threw dice of their own."""


@dataclass(frozen=True, slots=True)
class GameSkill:
    """What the review of one finished game says of its player."""

    game: str
    kind: Kind
    rules: str
    unit: str
    """``points``, ``win`` or ``turns``; amounts are in that unit."""
    luck: float
    """What the dice brought beyond what was to be expected; more is better, whatever the unit."""
    lost: float
    """What decisions lost."""
    games: int
    """The games of the match; 1 where it is none."""
    kinds: str
    """JSON: decisions by the first word of the action (:data:`bot.tables.records.game_reviews.read_kinds`)."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Somebody's reviewed games, oldest first, and how many others there are, without those they left."""

    games: tuple[GameSkill, ...]
    waiting: int
    """Games that wait for their review."""
    without: int
    """Games that can have none."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Somebody's games with one other person, without games as partners; the higher rank won.

    The first computer of a level stands for all computers of that level.
    """

    user: Occupant
    games: int
    won: int
    lost: int

    @property
    def tied(self) -> int:
        """Games in which both had the same rank."""
        return self.games - self.won - self.lost


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody else at a table."""

    user: Occupant
    rank: int
    score: int


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game in somebody's history."""

    table: TableId
    game: str
    kind: Kind
    options: Mapping[str, OptionValue]
    """The house rules; empty for the standard ones."""
    score: int
    rank: int
    left: bool
    seats: int
    at: int
    """The time of its end, in unix seconds."""
    others: tuple[Opponent, ...]
    """Best first."""
    channel: int | None
    """The place of its board, if it still has one that others may see."""
    message: int | None


@dataclass(frozen=True, slots=True)
class PastPage:
    """Some games of a history, newest first, and the number of all games."""

    games: tuple[PastGame, ...]
    total: int


class ProfileStore(Protocol):
    """One player's games. Every method raises StoreError."""

    async def series(self, guild: int, user: int) -> list[GameSeries]:
        """Return everything that ``user`` has played, most played first."""

    async def played(self, scope: Scope) -> list[PlayedGame]:
        """Return the games of ``scope``, oldest first."""

    async def counted(self, scope: Scope, latest: int | None = None) -> list[CountedGame]:
        """Return the counts of the games of ``scope``, oldest first; of the ``latest`` alone, newest first."""

    async def reviewed(self, scope: Scope) -> Reviewed:
        """Return what reviews say of the games of ``scope``."""

    async def against(self, guild: int, user: int, game: str | None = None, limit: int = 10) -> list[HeadToHead]:
        """Return the people with whom ``user`` has played most, without games at which computers played."""

    async def against_computers(self, guild: int, user: int, game: str | None = None) -> list[HeadToHead]:
        """Return how ``user`` came out against each level of computers, the weakest first."""

    async def history(
        self, guild: int, user: int, game: str | None = None, *, offset: int = 0, limit: int = 5
    ) -> PastPage:
        """Return finished games ``offset`` to ``offset + limit``, newest first."""
