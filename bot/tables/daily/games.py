"""The game of the day: the same dice for everybody on a server, alone, once per person.

A day's game and secret are one row, which the first request of the day draws. A player's game is a table of one seat
(``TableSettings.daily``) whose dice come from that secret. Throw n is the same for everybody, whatever they kept
before.
"""

import secrets
from asyncio import Lock
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from bot import games
from bot.engine import SECRET_BYTES, UNSTIRRED, AnyGame, OptionValue
from bot.tables.core.critical_section import translated_errors
from bot.tables.core.errors import DayTold, Played
from bot.tables.core.memory import Locks
from bot.tables.core.model import DiceSeed, Status, Table, TableId, TableSettings
from bot.tables.core.shards import Shards
from bot.tables.daily import daily_calendar
from bot.tables.people.choices import GuildSettings
from bot.tables.play.service import TableService
from bot.tables.records import periods

PAGE = 10
"""How many lines of a day's leaderboard to show at once."""

_MANY_DAYS = 100


@dataclass(frozen=True, slots=True)
class DailyGame:
    """The game, options and secret of a server's day."""

    guild: int
    day: int
    game: str
    options: Mapping[str, OptionValue]
    secret: bytes = field(repr=False)
    ends: int
    """Unix seconds. It stays as it was drawn, whatever time zone the server chooses meanwhile."""
    entropy: str = UNSTIRRED
    """The mix: nothing, since nobody sits here before the day. Days of version 0.1 have their name in it."""
    champion: str | None = None
    """How the champion played it, once the day is over (:mod:`bot.tables.daily.champion`)."""

    @property
    def seed(self) -> DiceSeed:
        """The source of everybody's dice."""
        return DiceSeed(self.secret, self.entropy)


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A player on a day's leaderboard; equal scores share a rank."""

    rank: int
    user: int
    score: int


@dataclass(frozen=True, slots=True)
class DailyBoard:
    """Some lines of a day's leaderboard, the reader's line, and how many have finished."""

    lines: tuple[DailyLine, ...]
    own: DailyLine | None
    total: int


@dataclass(frozen=True, slots=True)
class DailyResult:
    """The place of a finished game of the day among the others."""

    rank: int
    total: int
    streak: int
    """Days in a row up to this one that the player has finished."""
    over: bool
    """Whether the day is over: then this is final, and the bot may show the secret."""


@dataclass(frozen=True, slots=True)
class DailyToday:
    """The day for somebody who has not begun."""

    daily: DailyGame
    total: int
    """How many have finished."""
    streak: int
    """Days in a row up to yesterday."""
    before: int | None
    """The last day with a game here before this one."""


class DailyStore(Protocol):
    """Days and their leaderboards as rows. Every method raises StoreError."""

    async def find_or_add(self, wanted: DailyGame) -> DailyGame:
        """Store ``wanted`` unless the day has its dice already, and return what is stored."""

    async def find(self, guild: int, day: int) -> DailyGame | None:
        """Return the stored day; None if nobody has asked for it yet."""

    async def around(self, guild: int, day: int) -> tuple[int | None, int | None]:
        """Return the nearest stored days before and after ``day``."""

    async def table(self, guild: int, day: int, user: int) -> TableId | None:
        """Return the table of ``user`` on that day."""

    async def board(self, guild: int, day: int, user: int, *, offset: int = 0, limit: int = PAGE) -> DailyBoard:
        """Return who finished the daily of ``day``, best first."""

    async def unplayed(self, shards: Shards, now: int) -> DailyGame | None:
        """Return the latest day of ``shards`` over by ``now`` (unix seconds) that the champion has not played."""

    async def keep_champion(self, guild: int, day: int, played: str) -> None:
        """Remember how the champion played a day; an empty text if it cannot. Raises SaveFailed."""

    async def finished(self, guild: int, user: int, before: int, limit: int) -> list[tuple[int, int]]:
        """Return when ``user`` finished dailies before that unix second, each with its day, latest first."""


class Dailies:
    """What people do with the daily; ``bot.tables.play.service`` plays it."""

    def __init__(
        self,
        tables: TableService,
        store: DailyStore,
        settings: GuildSettings,
        clock: Callable[[], int],
        secret: Callable[[], bytes] = lambda: secrets.token_bytes(SECRET_BYTES),
    ) -> None:
        """Open tables with ``tables``; ``settings`` know a server's time zone, ``clock`` gives unix seconds."""
        self._tables = tables
        self._seals = tables.seals
        self._store = store
        self._settings = settings
        self._clock = clock
        self._secret = secret
        self._sharing = Locks()

    async def day(self, guild: int) -> int:
        """Return the current day of ``guild``."""
        with translated_errors():
            return periods.server_day(await self._settings.of(guild), self._clock())

    def sharing(self, table: TableId) -> Lock:
        """Return the lock under which the result of ``table`` is shared, so that it is shared once."""
        return self._sharing.of(table)

    async def today(self, guild: int, user: int) -> DailyToday:
        """Return the day for ``user``; the first request draws its dice. Raises DayTold."""
        day = await self.day(guild)
        with translated_errors():
            daily = await self._todays_game(guild, day)
            board = await self._store.board(guild, day, user, limit=0)
            before, _ = await self._store.around(guild, day)
            streak = await self._streak(guild, user, periods.day_before(day), daily.ends)
        return DailyToday(daily, board.total, streak, before)

    async def table(self, guild: int, day: int, user: int) -> Table | None:
        """Return the table of ``user`` on that day. Raises BrokenTable."""
        with translated_errors():
            id = await self._store.table(guild, day, user)
        return None if id is None else await self._tables.get(id)

    async def play(self, guild: int, channel: int, user: int, language: str) -> Table:
        """Return today's table of ``user``; opens and begins it if there is none. Raises DayTold."""
        day = await self.day(guild)
        for _ in range(2):
            table = await self.table(guild, day, user)
            if table is not None:
                return table
            with translated_errors():
                daily = await self._todays_game(guild, day)
            try:
                change = await self._tables.open_alone(
                    daily.seed,
                    guild=guild,
                    channel=channel,
                    host=user,
                    game=daily_game(daily),
                    language=language,
                    settings=TableSettings(daily=day, daily_ends=daily.ends),
                )
            except Played:  # Another press of the same person did, at this very moment.
                continue
            return change.after
        raise Played

    async def result(self, table: Table) -> DailyResult | None:
        """Return the place of ``table`` among the others; None unless its player has finished."""
        day, ends = table.settings.daily, daily_calendar.table_day_ends(table.settings)
        if day is None or ends is None or table.status is not Status.FINISHED:
            return None
        with translated_errors():
            board = await self._store.board(table.guild, day, table.host, limit=0)
            streak = await self._streak(table.guild, table.host, day, ends)
            over = await self._seals.reveal(table.guild, day, ends)
        return None if board.own is None else DailyResult(board.own.rank, board.total, streak, over)

    async def find(self, guild: int, day: int) -> DailyGame | None:
        """Return the stored day. The bot may show its secret when the day is over (:meth:`over`)."""
        with translated_errors():
            return await self._store.find(guild, day)

    async def over(self, daily: DailyGame) -> bool:
        """Whether the day of ``daily`` is over, so that the bot may show its dice."""
        with translated_errors():
            return await self._seals.reveal(daily.guild, daily.day, daily.ends)

    async def may_see(self, daily: DailyGame, user: int) -> bool:
        """Whether ``user`` may see the leaderboard of ``daily``: after the day, or after their own game."""
        if await self.over(daily):
            return True
        table = await self.table(daily.guild, daily.day, user)
        return table is not None and table.status is Status.FINISHED

    async def board(self, guild: int, day: int, user: int, page: int = 0) -> DailyBoard:
        """Return a page of a day's leaderboard; the caller must ask :meth:`may_see` first."""
        with translated_errors():
            return await self._store.board(guild, day, user, offset=page * PAGE)

    async def around(self, guild: int, day: int) -> tuple[int | None, int | None]:
        """Return the nearest days before and after ``day`` with a game."""
        with translated_errors():
            return await self._store.around(guild, day)

    async def _todays_game(self, guild: int, day: int) -> DailyGame:
        ends = periods.server_day_ends(await self._settings.of(guild), day)
        if await self._seals.is_revealed(guild, day):
            raise DayTold(ends)
        known = await self._store.find(guild, day)
        if known is not None:
            return known
        game = games.make(daily_calendar.scheduled_game(day), {})
        return await self._store.find_or_add(DailyGame(guild, day, game.key, game.written, self._secret(), ends))

    async def _streak(self, guild: int, user: int, day: int, before: int) -> int:
        """Return how many days in a row ``user`` has finished, up to ``day``, all of them before ``before``."""
        streak = 0
        while True:
            found = await self._store.finished(guild, user, before, _MANY_DAYS)
            for _, finished in found:
                if finished < day:
                    return streak
                if finished == day:
                    streak, day = streak + 1, periods.day_before(day)
            if len(found) < _MANY_DAYS:
                return streak
            before, _ = found[-1]


def daily_game(daily: DailyGame) -> AnyGame:
    """Return the game of a day with its house rules, by the version of the rules when it was drawn."""
    return games.remake(daily.game, daily.options)
