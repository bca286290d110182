"""What the bot posts by itself, in servers that have chosen a channel for it: each post once, or not at all."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.tables.daily import Dailies, DailyGame, DailyLine
from bot.tables.model import days
from bot.tables.model.choices import GuildSettings, PlayerSettings
from bot.tables.model.errors import translated_errors
from bot.tables.model.processes import Shards
from bot.tables.puzzles import PuzzleService

LATE_HOURS = 3
"""So many hours after its own a post is not sent any more."""

STREAK = 3
"""Days without a gap that are worth a word."""

_AT_ONCE = 40
"""Posts that one look takes: where ten thousand servers have one zone, the others follow with the next looks."""


class PostStore(Protocol):
    """When servers had their posts, as rows. Every method raises StoreError."""

    async def zones(self, shards: Shards) -> list[str]:
        """Return the time zones of servers of ``shards`` that want posts."""

    async def due(self, kind: str, zone: str, hour: int, since: int, limit: int, shards: Shards) -> list[int]:
        """Return servers of a zone that want a post by ``hour`` and have had none since that unix second."""

    async def claim(self, guild: int, kind: str, at: int, since: int) -> bool:
        """Note that a server gets a post at ``at``; return False where it has had one since ``since``."""

    async def release(self, guild: int, kind: str, at: int) -> None:
        """Take the note of ``at`` back: the post was not sent."""


@dataclass(frozen=True, slots=True)
class Yesterday:
    """How the daily of the day before went."""

    daily: DailyGame
    best: Sequence[DailyLine]
    """The first of those who have finished."""
    finished: int


@dataclass(frozen=True, slots=True)
class Morning:
    """What a day brings to a server."""

    day: int
    game: str
    """That of the daily."""
    puzzle: str
    """The game of the puzzle."""
    yesterday: Yesterday | None
    """None where nobody has finished the daily of yesterday."""
    streaks: Mapping[int, int]
    """Days without a gap of those who finished it, from :data:`STREAK` on, most first."""
    unnamed: frozenset[int]
    """The people among all these whom no post may name."""


class Posts:
    """Says which posts are due, and what they tell. Every method raises TableError."""

    def __init__(
        self,
        store: PostStore,
        dailies: Dailies,
        puzzles: PuzzleService,
        settings: GuildSettings,
        preferences: PlayerSettings,
        clock: Callable[[], int],
    ) -> None:
        """Tell of ``dailies`` and ``puzzles`` by ``settings`` of servers and ``preferences`` of people."""
        self._store = store
        self._dailies = dailies
        self._puzzles = puzzles
        self._settings = settings
        self._preferences = preferences
        self._clock = clock

    async def take(self, shards: Shards) -> list[tuple[int, int]]:
        """Return some servers of ``shards`` whose morning has come, each with the moment that :meth:`give_back` takes.

        Nobody else gets them today. A morning that is long past is noted, and not returned.
        """
        now, taken = self._clock(), list[tuple[int, int]]()
        with translated_errors():
            for zone in await self._store.zones(shards):
                hour = datetime.fromtimestamp(now, days.zone_named(zone)).hour
                since = days.day_begins(days.day_of(now, zone), zone)
                for guild in await self._store.due("morning", zone, hour, since, _AT_ONCE, shards):
                    late = hour - (await self._settings.of(guild)).post_hour >= LATE_HOURS
                    if await self._store.claim(guild, "morning", now, since) and not late:
                        taken.append((guild, now))
        return taken

    async def give_back(self, guild: int, at: int) -> None:
        """Let the morning of a server that could not be sent come again."""
        with translated_errors():
            await self._store.release(guild, "morning", at)

    async def morning(self, guild: int) -> Morning:
        """Return what the day brings to a server."""
        with translated_errors():
            day = await self._dailies.day(guild)
            puzzle = await self._puzzles.puzzle_of(self._puzzles.day)
            before = days.day_before(day)
            known = await self._dailies.find(guild, before)
            yesterday = None if known is None else await self._yesterday(guild, known)
            best = () if yesterday is None else yesterday.best
            streaks = {line.user: await self._dailies.streak(guild, line.user, before) for line in best}
            long = {user: n for user, n in sorted(streaks.items(), key=lambda one: -one[1]) if n >= STREAK}
            unnamed = [user for user in streaks if user < 0 or not (await self._preferences.of(user)).named]
        return Morning(day, await self._dailies.game_of(guild, day), puzzle.game, yesterday, long, frozenset(unnamed))

    async def _yesterday(self, guild: int, daily: DailyGame) -> Yesterday | None:
        board = await self._dailies.board(guild, daily.day, 0)
        return Yesterday(daily, board.lines, board.total) if board.lines else None
