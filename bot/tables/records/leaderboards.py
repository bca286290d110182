"""Leaderboards, the seasons they count by, and the ratings of players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias

from bot.engine import OptionValue
from bot.tables.model import days
from bot.tables.model.choices import GuildChoices
from bot.tables.model.processes import Shards
from bot.tables.model.store import RIVALRIES

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


# -- Seasons of a server, numbered from 1. After the first result one always runs; each begins where another ends ----

NOWHERE = 0
"""In place of a message: the final table was not posted."""

OLD = 31 * 24 * 3600
"""So many seconds after its end the bot announces a season no more."""


SeasonDays: TypeAlias = tuple[int, int]
"""The first and the last day (20261121) of a season that is over: its name comes from them."""

_ZONES = 15 * 3600
"""No zone is so many seconds from UTC: this far within a season, its days and months are those of its server."""


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
        """The key of its standings (:mod:`bot.tables.model.days`)."""
        return days.season_key(self.number)

    @property
    def days(self) -> SeasonDays | None:
        """Its first and its last day; None while it runs."""
        if self.ended is None:
            return None
        last = days.day_of(self.ended - _ZONES)
        return min(days.day_of(min(self.started + _ZONES, self.ended)), last), last


@dataclass(frozen=True, slots=True)
class SeasonChampion:
    """Somebody with the most wins of a season; several may share that."""

    season: int
    user: int
    wins: int


@dataclass(frozen=True, slots=True)
class DueSeason:
    """A season that should end with a past month."""

    season: Season
    at: int


def crowned(champions: Sequence[SeasonChampion], seasons: Sequence[Season]) -> dict[int, SeasonDays]:
    """Return the champions of the season that ended last, and its days: the title lasts until the next has one."""
    last = max((season for season in seasons if season.ended is not None), key=lambda one: one.number, default=None)
    if last is None or last.days is None:
        return {}
    return {champion.user: last.days for champion in champions if champion.season == last.number}


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
        """Remember where the final table is; the message is :data:`NOWHERE` if it was not posted."""

    async def crown(self, season: Season, champions: Sequence[SeasonChampion]) -> None:
        """Keep the champions of ``season`` in place of earlier ones, unless it has been reopened."""

    async def champions(self, guild: int) -> list[SeasonChampion]:
        """Return the champions of all seasons of ``guild``, the latest first."""

    async def roles_due(self, shards: Shards) -> list[int]:
        """Return the servers of ``shards`` where a champion lacks the role of champions, or somebody else has it.

        Those where Discord has refused it wait.
        """

    async def roles(self, guild: int) -> dict[int, int]:
        """Return who has which role in ``guild`` by the bot."""

    async def roles_of(self, user: int) -> dict[int, int]:
        """Return in which servers ``user`` has which role by the bot."""

    async def note_role(self, guild: int, user: int, role: int | None) -> None:
        """Remember that ``user`` has that role now by the bot, or none."""


# -- Ratings: how strong a player is at a game in a server, and how sure that is (OpenSkill, Plackett-Luce; no clock) --
# Inside, strength is ``mu`` and its uncertainty ``sigma``, from 25 and 25/3. People see :func:`shown`, a number around
# 1500, plus or minus :func:`spread`: 19 times in 20 the strength lies within.

SETTLED = 5
"""After so many games a rating is no longer provisional."""

MIDDLE, UNIT = 1500, 30
START_MU, START_SIGMA = 25.0, 25.0 / 3.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength at a game."""

    mu: float = START_MU
    sigma: float = START_SIGMA
    games: int = 0

    @property
    def shown(self) -> int:
        """The number that people see; 1500 for a new player."""
        return round(MIDDLE + UNIT * (self.mu - START_MU))

    @property
    def spread(self) -> int:
        """The margin that holds the true strength 19 times in 20; 500 for a new player."""
        return round(2 * UNIT * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether too few games say much."""
        return self.games < SETTLED


NEW = Rating()


@dataclass(frozen=True, slots=True)
class Finish:
    """The outcome of one seat, as far as ratings care."""

    user: int
    """Below 0 for an erased person; such a person counts as an unknown opponent."""
    rank: int
    left: bool
    side: int | None


def counts_for_rating(choices: GuildChoices, kind: str, rules: str) -> bool:
    """Return whether a game of this kind, by these rules, counts for ratings in a server with these ``choices``."""
    dice = kind in RIVALRIES and (kind != "real" or choices.count_real_dice)
    return dice and (not rules or choices.ranked == "all")


def update_ratings(before: Sequence[Rating], finishes: Sequence[Finish]) -> list[Rating]:
    """Return the ratings after a game; ``before`` are those of ``finishes``, in their order.

    Partners are one team, with the rank of the best of them. A player who left comes last, alone, and equal to others
    who left.
    """
    teams: dict[tuple[str, int], list[int]] = {}
    for seat, finish in enumerate(finishes):
        key = ("seat", seat) if finish.left or finish.side is None else ("side", finish.side)
        teams.setdefault(key, []).append(seat)
    if len(teams) < 2:
        return list(before)
    model = _model()
    last = len(finishes) + 1
    ranks = [
        float(min(last if finishes[seat].left else finishes[seat].rank for seat in team)) for team in teams.values()
    ]
    entered = [[model.rating(mu=before[seat].mu, sigma=before[seat].sigma) for seat in team] for team in teams.values()]
    after = list(before)
    for team, results in zip(teams.values(), model.rate(entered, ranks=ranks), strict=True):
        for seat, result in zip(team, results, strict=True):
            after[seat] = Rating(result.mu, result.sigma, before[seat].games + 1)
    return after


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # noqa: PLC0415 - only who rates needs it

    return PlackettLuce(mu=START_MU, sigma=START_SIGMA)


class RatingStore(Protocol):
    """The ratings of servers."""

    async def catch_up(self, guild: int) -> None:
        """Rate finished games that wait, in the order of their ends. Raises StoreError."""

    async def catch_up_everywhere(self, shards: Shards) -> None:
        """Bring all servers of ``shards`` up to date; of very many games only some at a time. Raises StoreError."""

    async def of(self, guild: int, user: int) -> dict[str, Rating]:
        """Return the current ratings of ``user`` by game (call :meth:`catch_up` first)."""

    async def recompute(self, guild: int) -> None:
        """Forget the ratings of ``guild``, so that the next :meth:`catch_up` rates all its games afresh."""


# -- Leaderboards: their kinds and their lines, and the interface that reads them ------------------------------------

EVERY = "*"
"""In place of a game or an option set: all of them together."""

BOTH: Final = "both"
"""Games with several players, whatever the dice: ``merge`` and ``real`` counted as one."""

STANDARD = ""
"""The option set of the standard rules."""

SortKey = Literal["wins", "games", "best", "average", "rate", "streak", "rating", "skill"]
"""The numbers that can sort a leaderboard. ``rate`` is the share of wins, ``streak`` the longest run of wins, ``skill``
what decisions lose in a game; the least of that is best."""

FEWEST_REVIEWED = 3
"""With fewer reviewed games nobody else learns how somebody plays: one bad day would tell it."""

LeaderboardKind = Literal["together", "both", "solo", "real", "daily"]

FULL_GAMES, WEEK_GAMES = 5, 3
"""With fewer games nobody has a rank by average or win rate; in a single week fewer will do."""


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """A leaderboard: the games of a server that count for it, and the number that sorts it."""

    guild: int
    period: str
    """A key of :mod:`bot.tables.model.days`."""
    kind: LeaderboardKind
    game: str
    """A game's key, or :data:`EVERY`."""
    rules: str
    """The name of an option set (:func:`bot.tables.storage.rows.rules_name`), or :data:`EVERY`."""
    by: SortKey
    everybody: bool = False
    """It leaves nobody out: it decides something, and nobody sees it."""

    @property
    def least(self) -> int:
        """The number of games that a rank needs here; by skill, the number with a review."""
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
    """Games with a review by the usual unit (:func:`bot.thinker.answers.usual_unit`)."""
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


class RankedLine(Protocol):
    """A line of a board, with its place."""

    @property
    def rank(self) -> int | None:
        """From 1; the same for tied players."""


def tied_behind(lines: Sequence[RankedLine], shown: int) -> int:
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

    async def played(self, guild: int, game: str, season: Season | None = None) -> list[PlayedRules]:
        """Return the option sets in which people have played ``game``, ever or in ``season``.

        Those of the latest results come first. Of all games there are two: the standard rules, and :data:`EVERY`.
        """

    async def games(self, guild: int, season: Season | None = None) -> list[str]:
        """Return the games that people have played, ever or in ``season``, with any option set.

        What they played most often comes first, as far as the latest thousand results tell.
        """


def ranked_rules(choices: GuildChoices) -> str:
    """Return the option sets that a server ranks by default."""
    return EVERY if choices.ranked == "all" else STANDARD
