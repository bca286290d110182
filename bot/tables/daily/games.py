"""The game of the day: the same dice for everybody on a server, alone, once per person.

A day's game and secret are one row, which the first request of the day draws. A player's game is a table of one seat
(``Manner.daily``) whose dice come from that secret. Throw n is the same for everybody, whatever they kept before.
"""

from __future__ import annotations

import secrets
from asyncio import Lock
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from bot import games
from bot.engine.dice import SECRET_BYTES, UNSTIRRED
from bot.engine.types import AnyGame, OptionValue
from bot.tables.core.errors import DayTold, Played
from bot.tables.core.memory import Locks
from bot.tables.core.model import Fair, Manner, Status, Table, TableId
from bot.tables.core.press import storage
from bot.tables.daily import days
from bot.tables.play.service import TableService

PAGE = 10
"""How many lines of a day's leaderboard to show at once."""

_MANY_DAYS = 100


@dataclass(frozen=True, slots=True)
class Drawn:
    """The game, options and secret of a server's day."""

    guild: int
    day: int
    game: str
    options: Mapping[str, OptionValue]
    secret: bytes = field(repr=False)
    entropy: str = UNSTIRRED
    """The mix: nothing, since nobody sits here before the day. Days of version 0.1 have their name in it."""

    @property
    def fair(self) -> Fair:
        """The source of everybody's dice."""
        return Fair(self.secret, self.entropy)


@dataclass(frozen=True, slots=True)
class Line:
    """A player on a day's leaderboard; equal scores share a rank."""

    rank: int
    user: int
    score: int


@dataclass(frozen=True, slots=True)
class DayBoard:
    """Some lines of a day's leaderboard, the reader's line, and how many have finished."""

    lines: tuple[Line, ...]
    own: Line | None
    total: int


@dataclass(frozen=True, slots=True)
class DayResult:
    """The place of a finished game of the day among the others."""

    rank: int
    total: int
    streak: int
    """Days in a row up to this one that the player has finished."""
    over: bool
    """Whether the day is over: then this is final, and the bot may show the secret."""


@dataclass(frozen=True, slots=True)
class Today:
    """The day for somebody who has not begun."""

    drawn: Drawn
    total: int
    """How many have finished."""
    streak: int
    """Days in a row up to yesterday."""
    before: int | None
    """The last day with a game here before this one."""


class DailyStore(Protocol):
    """Days and their leaderboards as rows. Every method raises StoreError."""

    async def draw(self, wanted: Drawn) -> Drawn:
        """Store ``wanted`` unless the day has its dice already, and return what is stored."""

    async def drawn(self, guild: int, day: int) -> Drawn | None:
        """Return the stored day; None if nobody has asked for it yet."""

    async def around(self, guild: int, day: int) -> tuple[int | None, int | None]:
        """Return the nearest stored days before and after ``day``."""

    async def table(self, guild: int, day: int, user: int) -> TableId | None:
        """Return the table of ``user`` on that day."""

    async def board(
        self, guild: int, span: tuple[int, int], user: int, *, offset: int = 0, limit: int = PAGE
    ) -> DayBoard:
        """Return who finished a daily from the first to before the second of these unix seconds, best first."""

    async def finished(self, guild: int, user: int, before: int, limit: int) -> list[int]:
        """Return when ``user`` finished dailies before that unix second, latest first."""


class Dailies:
    """What people do with the daily; ``bot.tables.play.service`` plays it."""

    def __init__(
        self,
        tables: TableService,
        store: DailyStore,
        clock: Callable[[], int],
        secret: Callable[[], bytes] = lambda: secrets.token_bytes(SECRET_BYTES),
    ) -> None:
        """Open tables with ``tables``; ``clock`` gives unix seconds."""
        self._tables = tables
        self._seals = tables.seals
        self._store = store
        self._clock = clock
        self._secret = secret
        self._sharing = Locks()

    @property
    def day(self) -> int:
        """The current day."""
        return days.day_of(self._clock())

    def sharing(self, table: TableId) -> Lock:
        """Return the lock under which the result of ``table`` is shared, so that it is shared once."""
        return self._sharing.of(table)

    async def today(self, guild: int, user: int) -> Today:
        """Return the day for ``user``; the first request draws its dice. Raises DayTold."""
        day = self.day
        with storage():
            drawn = await self._drawn_now(guild, day)
            board = await self._store.board(guild, _span(day), user, limit=0)
            before, _ = await self._store.around(guild, day)
            streak = await self._streak(guild, user, days.day_before(day))
        return Today(drawn, board.total, streak, before)

    async def table(self, guild: int, day: int, user: int) -> Table | None:
        """Return the table of ``user`` on that day. Raises BrokenTable."""
        with storage():
            id = await self._store.table(guild, day, user)
        return None if id is None else await self._tables.get(id)

    async def play(self, guild: int, channel: int, user: int, language: str) -> Table:
        """Return today's table of ``user``; opens and begins it if there is none. Raises DayTold."""
        day = self.day
        for _ in range(2):
            table = await self.table(guild, day, user)
            if table is not None:
                return table
            with storage():
                drawn = await self._drawn_now(guild, day)
            try:
                change = await self._tables.open_alone(
                    drawn.fair,
                    guild=guild,
                    channel=channel,
                    host=user,
                    game=game_of(drawn),
                    language=language,
                    manner=Manner(daily=day),
                )
            except Played:  # Another press of the same person did, at this very moment.
                continue
            return change.after
        raise Played

    async def result(self, table: Table) -> DayResult | None:
        """Return the place of ``table`` among the others; None unless its player has finished."""
        day = table.manner.daily
        if day is None or table.status is not Status.FINISHED:
            return None
        with storage():
            board = await self._store.board(table.guild, _span(day), table.host, limit=0)
            streak = await self._streak(table.guild, table.host, day)
            over = await self._seals.open(table.guild, day)
        if board.own is None:
            return None
        return DayResult(board.own.rank, board.total, streak, over)

    async def drawn(self, guild: int, day: int) -> Drawn | None:
        """Return the stored day. The bot may show its secret when the day is over (:meth:`over`)."""
        with storage():
            return await self._store.drawn(guild, day)

    async def over(self, guild: int, day: int) -> bool:
        """Whether ``day`` is over, so that the bot may show its dice."""
        with storage():
            return await self._seals.open(guild, day)

    async def may_see(self, guild: int, day: int, user: int) -> bool:
        """Whether ``user`` may see the leaderboard of ``day``: after the day, or after their own game."""
        if await self.over(guild, day):
            return True
        table = await self.table(guild, day, user)
        return table is not None and table.status is Status.FINISHED

    async def board(self, guild: int, day: int, user: int, page: int = 0) -> DayBoard:
        """Return a page of a day's leaderboard; the caller must ask :meth:`may_see` first."""
        with storage():
            return await self._store.board(guild, _span(day), user, offset=page * PAGE)

    async def around(self, guild: int, day: int) -> tuple[int | None, int | None]:
        """Return the nearest days before and after ``day`` with a game."""
        with storage():
            return await self._store.around(guild, day)

    async def _drawn_now(self, guild: int, day: int) -> Drawn:
        if await self._seals.told(guild, day):
            raise DayTold(days.ends(day))
        known = await self._store.drawn(guild, day)
        if known is not None:
            return known
        game = games.make(days.game_of(day), {})
        return await self._store.draw(Drawn(guild, day, game.key, game.written, self._secret()))

    async def _streak(self, guild: int, user: int, day: int) -> int:
        """Return how many days in a row ``user`` has finished, up to ``day``."""
        streak, before = 0, days.ends(day)
        while True:
            times = await self._store.finished(guild, user, before, _MANY_DAYS)
            for before in times:
                if days.day_of(before) != day:
                    return streak
                streak, day = streak + 1, days.day_before(day)
            if len(times) < _MANY_DAYS:
                return streak


def game_of(drawn: Drawn) -> AnyGame:
    """Return the game of a day with its house rules, by the version of the rules when it was drawn."""
    return games.remake(drawn.game, drawn.options)


def _span(day: int) -> tuple[int, int]:
    return days.begins(day), days.ends(day)
