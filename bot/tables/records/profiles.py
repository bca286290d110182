"""What the finished games of one player say, and which of them are best."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from bot.engine import OptionValue
from bot.tables.model.choices import NOBODY
from bot.tables.model.store import Kind, ResultRow
from bot.tables.model.table import Occupant, TableId

# -- Questions about one player of a server, over finished games; ``db`` answers them --------------------------------
# Scores compare only within a :class:`GameSeries`: games of one kind, by one option set.


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
    without_day: int | None = None
    """A day whose daily is left out: its dice are secret from the reader."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One finished game of somebody's."""

    score: int
    won: bool
    left: bool
    seats: int
    kind: Kind = "together"


@dataclass(frozen=True, slots=True)
class CountedGame:
    """The counts of one finished game (:mod:`bot.tables.storage.results`)."""

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
    """JSON: decisions by the first word of the action (:data:`bot.tables.records.reviews.read_kinds`)."""


@dataclass(frozen=True, slots=True)
class ReviewedGames:
    """Somebody's reviewed games, oldest first, and how many others there are, without those they left."""

    games: tuple[GameSkill, ...]
    waiting: int
    """Games that wait for their review."""
    without: int
    """Games that can have none."""
    shared: int = 0
    """Games in which they did not make all decisions themselves: none of them counts."""


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
    """A finished game, as one of its players sees it."""

    table: TableId
    user: int
    """That player."""
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

    @property
    def people(self) -> frozenset[int]:
        """Everybody at the table who is not erased."""
        players = (self.user, *(other.user for other in self.others))
        return frozenset(player for player in players if isinstance(player, int) and player > 0)

    def without_names(self, unnamed: Collection[int]) -> "PastGame":
        """Return the game as somebody sees it whom nothing tells the names of these people."""
        others = tuple(replace(other, user=NOBODY) if other.user in unnamed else other for other in self.others)
        return replace(self, user=NOBODY if self.user in unnamed else self.user, others=others)


@dataclass(frozen=True, slots=True)
class PastPage:
    """Some games of a history, newest first, and the number of all games."""

    games: tuple[PastGame, ...]
    total: int


class ProfileStore(Protocol):
    """One player's games. Every method raises StoreError."""

    async def series(self, guild: int, user: int, *, without_day: int | None = None) -> list[GameSeries]:
        """Return everything that ``user`` has played, most played first; ``without_day`` as in :class:`Scope`."""

    async def played(self, scope: Scope) -> list[FinishedGame]:
        """Return the games of ``scope``, oldest first."""

    async def counted(self, scope: Scope, latest: int | None = None) -> list[CountedGame]:
        """Return the counts of the games of ``scope``, oldest first; of the ``latest`` alone, newest first."""

    async def reviewed(self, scope: Scope) -> ReviewedGames:
        """Return what reviews say of the games of ``scope``."""

    async def against(self, guild: int, user: int, game: str | None = None, limit: int = 10) -> list[HeadToHead]:
        """Return the people with whom ``user`` has played most, without games at which computers played."""

    async def against_computers(self, guild: int, user: int, game: str | None = None) -> list[HeadToHead]:
        """Return how ``user`` came out against each level of computers, the weakest first."""

    async def champions_beaten(self, guild: int, user: int) -> Mapping[str, int]:
        """Return when ``user`` first won against a computer of the highest level, by game, in unix seconds.

        Games with hints do not count, nor those in which the computer came out as well.
        """

    async def first_wins(self, guild: int, since: int, until: int | None = None) -> Sequence[tuple[int, str]]:
        """Return who first won such a game since that unix second, and which game."""

    async def history(self, scope: Scope, *, offset: int = 0, limit: int = 5) -> PastPage:
        """Return finished games ``offset`` to ``offset + limit``, newest first, voided ones too."""

    async def finished_in(
        self, guild: int, channel: int, *, days_before: int | None = None, offset: int = 0, limit: int = 5
    ) -> PastPage:
        """Return those of everybody in a channel, the last opened first; of dailies those of ``days_before`` this."""


# -- Best games: whether a finished game is a player's best yet, or a record of its server ---------------------------
# Scores compare only within a series: games of one kind, by one option set.

ENOUGH = 5
"""The number of earlier games that a series needs, to have a record and not just something to beat."""


class Feat(Enum):
    """What a result is the highest score of."""

    RECORD = "record"
    """The whole server."""
    BEST_YET = "best yet"
    """Its player, after some games."""
    SO_FAR = "so far"
    """Its player, in one of the first games."""
    FIRST = "first"
    """Its player, in the very first game."""


@dataclass(frozen=True, slots=True)
class BestGame:
    """A result worth a line."""

    seat: int
    score: int
    feat: Feat
    other: "BestGame | None" = None
    """That of the next one, where few play."""


@dataclass(frozen=True, slots=True)
class Before:
    """The earlier games of somebody that reached their end with them."""

    games: int
    best: int


@dataclass(frozen=True, slots=True)
class Company:
    """The games of three people or more among themselves, without partners."""

    games: int
    won: Mapping[int, int]
    """The games that each of them has won; a shared victory counts for all who share it."""


@dataclass(frozen=True, slots=True)
class Series:
    """What was played before a game, in its series."""

    own: Mapping[int, Before]
    """By player of the game; without those who play their first one."""
    others: int | None
    """The highest score of everybody else on the server; None if there is none."""
    games: int
    """Games of the server, counted up to :data:`ENOUGH`."""
    met: "HeadToHead | Company | None" = None
    """Where people play alone: their games so far, this one too, by whatever house rules."""
    beat_champion: frozenset[int] = frozenset()
    """The players for whom this is the first of :meth:`ProfileStore.champions_beaten`."""
    flawless: frozenset[int] = frozenset()
    """The players who struck no box in it and missed no bonus, with the bot's dice and without help."""


class BestStore(Protocol):
    """Earlier games, as they are stored."""

    async def before(self, results: Sequence[ResultRow]) -> Series:
        """Return what was played before the stored game with these ``results``. Raises StoreError."""


_EACH = 4
"""Of so many players each may read of their best."""


def best_game(results: Sequence[ResultRow], series: Series) -> BestGame | None:
    """Return what to tell of a game, the highest score first; a record rather than somebody's best. None: nothing.

    Each of up to four players may have a line; of more, one alone has.

    Counts below 0, of which the fewest is best, compare like all scores. Games with hints tell nothing, and
    those with computers hold no records: their players compare with their own games with computers.
    """
    kinds = {result.kind for result in results}
    if "hints" in kinds:
        return None
    stayed = sorted(
        (result for result in results if result.user > 0 and not result.left),
        key=lambda result: (-result.score, result.seat),
    )
    earlier = [before.best for before in series.own.values()] + [
        score for score in (series.others,) if score is not None
    ]
    record = earlier and series.games >= ENOUGH and "computer" not in kinds
    best: dict[Feat, list[BestGame]] = {feat: [] for feat in Feat}
    for place, result in enumerate(stayed):
        before = series.own.get(result.user)
        if record and not place and result.score > max(earlier):
            feat = Feat.RECORD
        elif before is None or result.score > before.best:
            enough = Feat.FIRST if before is None else Feat.SO_FAR
            feat = Feat.BEST_YET if before is not None and before.games >= ENOUGH else enough
        else:
            continue
        best[feat].append(BestGame(result.seat, result.score, feat))
    told = [*best[Feat.RECORD], *best[Feat.BEST_YET], *best[Feat.SO_FAR], *best[Feat.FIRST]]
    chain: BestGame | None = None
    for one in reversed(told if len(results) <= _EACH else told[:1]):
        chain = replace(one, other=chain)
    return chain
