"""The game of the day: the same dice for everybody on a server, alone; and the champion's day beside one's own."""

import secrets
from asyncio import Lock
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from bot import games
from bot.engine import SECRET_BYTES, SHARED, AnyGame, OptionValue
from bot.engine.gate import JournalEntry, replay_entry
from bot.tables.model import days
from bot.tables.model.choices import GuildSettings
from bot.tables.model.days import DAYS_OFF
from bot.tables.model.errors import AlreadyPlayedToday, DiceRevealed, SecretDay, translated_errors
from bot.tables.model.memory import Locks
from bot.tables.model.processes import Shards
from bot.tables.model.table import NOBODY, DiceSeed, Status, Table, TableId, TableSettings
from bot.tables.records.champion import Unplayed, played_by_champion
from bot.tables.service.history import History
from bot.tables.service.service import TableService
from bot.tables.storage.journal import played_alone
from bot.thinker.answers import PlayedDay

# -- The game of the day: the same dice for everybody on a server, alone, once per person ----------------------------
# A day's game and secret are one row, which the first request of the day draws. A player's game is a table of one seat
# (``TableSettings.daily``) whose dice come from that secret. The throws of a turn are the same for everybody, whatever
# they kept before and however often they threw.

PAGE = 10
"""The number of lines of a leaderboard to show at once."""

PAST_DAYS = 25
"""The latest days that people may play for practice; a menu takes no more."""

_PRACTICE_SECONDS = 7 * 86_400
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
    entropy: str = SHARED
    """The mix: nothing, since nobody sits here before the day. Older days throw by the recipe that they began with."""
    champion: str | None = None
    """The champion's game of the day, once the day is over (:mod:`bot.tables.daily`)."""

    @property
    def seed(self) -> DiceSeed:
        """The source of everybody's dice."""
        return DiceSeed(self.secret, self.entropy)

    @property
    def par(self) -> int | None:
        """The champion's points, or turns, with its dice; None before it has played them, or where it cannot."""
        played = played_by_champion(self.champion)
        return None if played is None else abs(played.score)


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A player on a day's leaderboard; equal scores share a rank."""

    rank: int
    user: int
    score: int
    net: float | None = None
    """The score without luck; None until it is reviewed, or where it cannot be."""


@dataclass(frozen=True, slots=True)
class DailyBoard:
    """Some lines of a day's leaderboard, the reader's line, and how many have finished."""

    lines: tuple[DailyLine, ...]
    own: DailyLine | None
    total: int
    hidden: int = 0
    """Those among them whom the reader does not see; they keep their places."""


@dataclass(frozen=True, slots=True)
class MonthLine:
    """A player in the table of a month; equal points share a rank."""

    rank: int
    user: int
    points: float
    """The sum of what the days that count brought: of each the share of the others that the player beat, of 100."""
    days: int
    """Days that the player has finished."""


@dataclass(frozen=True, slots=True)
class MonthBoard:
    """Some lines of the table of a month, the reader's line, how many are in it, and its days with a result."""

    lines: tuple[MonthLine, ...]
    own: MonthLine | None
    total: int
    days: int


NO_DAILIES = MonthBoard((), None, 0, 0)


@dataclass(frozen=True, slots=True)
class DailyResult:
    """The place of a finished game of the day among the others; of a game for practice, where it would have been."""

    rank: int
    total: int
    streak: int
    """Days up to this one that the player has finished, with no more than ``DAYS_OFF`` missed in a month."""
    over: bool
    """Whether the day is over: then this is final, and the bot may show the secret."""
    net: float | None = None
    """The score without luck, where it is known."""
    par: int | None = None
    """What the champion made of the same dice, once it has played them."""
    tied: int = 0
    """The number of others with as many points."""


@dataclass(frozen=True, slots=True)
class DailyToday:
    """The day for somebody who has not begun."""

    daily: DailyGame
    total: int
    """The number of people who have finished."""
    streak: int
    """That up to yesterday, as :attr:`DailyResult.streak`."""
    before: int | None
    """The last day before this one that somebody here has finished."""
    week: Sequence[tuple[int, str]] = ()
    """This day and the six after it, each with its game."""
    ended: int = 0
    """The streak that a gap has ended since the player's last day; 0 without one."""


class DailyStore(Protocol):
    """Days and their leaderboards as rows. Every method raises StoreError."""

    async def find_or_add(self, wanted: DailyGame) -> DailyGame:
        """Store ``wanted`` unless the day has its dice already, and return what is stored."""

    async def find(self, guild: int, day: int) -> DailyGame | None:
        """Return the stored day; None if nobody has asked for it yet."""

    async def around(self, guild: int, day: int) -> tuple[int | None, int | None]:
        """Return the nearest day before ``day`` that somebody has finished, and the nearest with dice after it."""

    async def table(self, guild: int, day: int, user: int) -> TableId | None:
        """Return the table of ``user`` on that day."""

    async def practised(self, guild: int, day: int, user: int) -> tuple[int, TableId | None]:
        """Return how often ``user`` has played that day for practice, and the table of the last time."""

    async def net(self, table: TableId) -> float | None:
        """Return the points of a game of one seat without luck; None before its review."""

    async def past(self, guild: int, before: int, limit: int) -> list[tuple[int, str]]:
        """Return the latest stored days before that one, each with its game, latest first."""

    async def month(
        self, guild: int, begin: int, end: int, user: int, *, off: int = DAYS_OFF, offset: int = 0, limit: int = PAGE
    ) -> MonthBoard:
        """Return who finished dailies from the day ``begin`` on and before the day ``end``, most points first.

        So many days ``off`` as of a month do not count.
        """

    async def better(self, guild: int, day: int, score: int) -> int:
        """Return how many have more points than that on that day."""

    async def board(self, guild: int, day: int, user: int, *, offset: int = 0, limit: int = PAGE) -> DailyBoard:
        """Return who finished the daily of ``day``, best first."""

    async def unplayed(self, shards: Shards, now: int) -> DailyGame | None:
        """Return the latest day of ``shards`` over by ``now`` (unix seconds) that the champion has not played."""

    async def keep_champion(self, guild: int, day: int, played: str) -> None:
        """Remember how the champion played a day; an empty text if it cannot. Raises SaveFailed."""

    async def finished(self, guild: int, user: int, before: int, limit: int) -> list[tuple[int, int]]:
        """Return when ``user`` finished dailies before that unix second, each with its day, latest first."""


class Dailies:
    """What people do with the daily; ``bot.tables.service.service`` plays it."""

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
            return days.server_day(await self._settings.of(guild), self._clock())

    def sharing(self, table: TableId) -> Lock:
        """Return the lock under which the result of ``table`` is shared, so that it is shared once."""
        return self._sharing.of(table)

    async def today(self, guild: int, user: int) -> DailyToday:
        """Return the day for ``user``; the first request draws its dice. Raises DiceRevealed."""
        day = await self.day(guild)
        with translated_errors():
            daily = await self._todays_game(guild, day)
            board = await self._store.board(guild, day, user, limit=0)
            before, _ = await self._store.around(guild, day)
            streak = await self._streak(guild, user, days.day_before(day), daily.ends)
            ended = await self._ended(daily, user, streak)
            week = await self._week(daily)
        return DailyToday(daily, board.total, streak, before, week, ended)

    async def game_of(self, guild: int, day: int) -> str:
        """Return the key of the game of ``day``: the one that it began with, or else will begin with."""
        with translated_errors():
            known = await self._store.find(guild, day)
            return days.scheduled_game(await self._settings.of(guild), day) if known is None else known.game

    async def _week(self, daily: DailyGame) -> Sequence[tuple[int, str]]:
        choices, week = await self._settings.of(daily.guild), [(daily.day, daily.game)]
        for _ in range(6):
            day = days.day_after(week[-1][0])
            week.append((day, days.scheduled_game(choices, day)))
        return week

    async def table(self, guild: int, day: int, user: int) -> Table | None:
        """Return the table of ``user`` on that day. Raises BrokenTable."""
        with translated_errors():
            id = await self._store.table(guild, day, user)
        return None if id is None else await self._tables.get(id)

    async def play(self, guild: int, channel: int, user: int, language: str) -> Table:
        """Return today's table of ``user``; opens and begins it if there is none. Raises DiceRevealed."""
        day = await self.day(guild)
        for _ in range(2):
            table = await self.table(guild, day, user)
            if table is not None:
                return table
            with translated_errors():
                daily = await self._todays_game(guild, day)
            with suppress(AlreadyPlayedToday):  # Another press of the same person did, at this very moment.
                return await self._opened(daily, channel, user, language, TableSettings(daily=day, ends=daily.ends))
        raise AlreadyPlayedToday

    async def _opened(self, daily: DailyGame, channel: int, user: int, language: str, settings: TableSettings) -> Table:
        """Return a table of ``user`` that begins with the dice of ``daily``. Raises AlreadyPlayedToday."""
        change = await self._tables.open_alone(
            daily.seed,
            guild=daily.guild,
            channel=channel,
            host=user,
            game=daily_game(daily),
            language=language,
            settings=settings,
        )
        return change.after

    async def past(self, guild: int) -> list[tuple[int, str]]:
        """Return the days that people may play for practice, each with its game, latest first."""
        today = await self.day(guild)
        with translated_errors():
            return await self._store.past(guild, today, PAST_DAYS)

    async def practise(self, daily: DailyGame, channel: int, user: int, language: str) -> Table:
        """Return the table on which ``user`` plays a past day, which counts nowhere; open one if there is none.

        Raises SecretDay before the end of that day.
        """
        if not await self.over(daily):
            raise SecretDay
        for _ in range(2):
            with translated_errors():
                times, last = await self._store.practised(daily.guild, daily.day, user)
            if last is not None and not (table := await self._tables.get(last)).over:
                return table
            ends = self._clock() + _PRACTICE_SECONDS
            settings = TableSettings(daily=daily.day, practice=times + 1, ends=ends)
            with suppress(AlreadyPlayedToday):  # As above.
                return await self._opened(daily, channel, user, language, settings)
        raise AlreadyPlayedToday

    async def result(self, table: Table) -> DailyResult | None:
        """Return the place of ``table`` among the others; None unless its player has finished."""
        day, ends = table.settings.daily, days.dice_end(table.settings)
        if day is None or ends is None or table.status is not Status.FINISHED:
            return None
        with translated_errors():
            board = await self._store.board(table.guild, day, table.host, limit=0)
            daily = await self._store.find(table.guild, day)
            par = None if daily is None else daily.par
            if table.settings.practice:
                better = await self._store.better(table.guild, day, table.game.scores(table.state)[0])
                return DailyResult(better + 1, board.total, 0, True, await self._store.net(table.id), par)
            least = 0 if board.own is None else await self._store.better(table.guild, day, board.own.score - 1)
            streak = await self._streak(table.guild, table.host, day, ends)
            over = await self._seals.reveal(table.guild, day, ends)
        if board.own is None:
            return None
        own, tied = board.own, least - board.own.rank
        return DailyResult(own.rank, board.total, streak, over, own.net, par if over else None, tied)

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
        return await self._finished(daily.guild, daily.day, user)

    async def hidden_from(self, guild: int, user: int) -> int | None:
        """Return the current day until ``user`` has finished it: they may not learn how others did there."""
        day = await self.day(guild)
        return None if await self._finished(guild, day, user) else day

    async def _finished(self, guild: int, day: int, user: int) -> bool:
        table = await self.table(guild, day, user)
        return table is not None and table.status is Status.FINISHED

    async def board(self, guild: int, day: int, user: int, page: int = 0) -> DailyBoard:
        """Return a page of a day's leaderboard; the caller must ask :meth:`may_see` first."""
        with translated_errors():
            return await self._store.board(guild, day, user, offset=page * PAGE)

    async def streak(self, guild: int, user: int, day: int) -> int:
        """Return how many days up to ``day``, which is over, the streak of ``user`` has."""
        with translated_errors():
            ends = days.server_day_ends(await self._settings.of(guild), day)
            return await self._streak(guild, user, day, ends)

    async def month(self, guild: int, day: int, user: int, page: int = 0) -> MonthBoard:
        """Return a page of the table of the month of ``day``: its days that are over, so that it tells of no other."""
        today = await self.day(guild)
        with translated_errors():
            begin, end = days.month_begin(day), min(days.next_month(day), today)
            return await self._store.month(guild, begin, end, user, offset=page * PAGE)

    async def week(self, guild: int, day: int) -> MonthBoard:
        """Return the first in the dailies of the seven days before ``day``, all of which count.

        They are over, and each is in the post of one Sunday.
        """
        with translated_errors():
            return await self._store.month(guild, days.week_before(day), day, NOBODY, off=0)

    async def around(self, guild: int, day: int) -> tuple[int | None, int | None]:
        """Return the nearest day before ``day`` that somebody has finished, and the nearest with dice after it."""
        with translated_errors():
            return await self._store.around(guild, day)

    async def unplayed(self, shards: Shards, now: int) -> Unplayed | None:
        """Return the latest day of ``shards`` that is over and that the champion has not played."""
        with translated_errors():
            daily = await self._store.unplayed(shards, now)
        if daily is None:
            return None

        async def keep(played: Sequence[str]) -> None:
            await self._store.keep_champion(daily.guild, daily.day, *played)

        return Unplayed([(daily_game(daily), daily.seed)], keep)

    async def _todays_game(self, guild: int, day: int) -> DailyGame:
        choices = await self._settings.of(guild)
        ends = days.server_day_ends(choices, day)
        if await self._seals.is_revealed(guild, day):
            raise DiceRevealed(ends)
        known = await self._store.find(guild, day)
        if known is not None:
            return known
        game = games.make(days.scheduled_game(choices, day), {})
        return await self._store.find_or_add(DailyGame(guild, day, game.key, game.written, self._secret(), ends))

    async def _ended(self, daily: DailyGame, user: int, streak: int) -> int:
        """Return the streak that ``user`` had on their last day, where there is less of it now: ``streak``."""
        last = await self._store.finished(daily.guild, user, daily.ends, 1)
        had = await self._streak(daily.guild, user, last[0][1], daily.ends) if last else 0
        return had if had > streak else 0

    async def _streak(self, guild: int, user: int, day: int, before: int) -> int:
        """Return how many days ``user`` has finished in a streak up to ``day``, all before ``before``."""
        known = list[int]()
        while True:
            part = await self._store.finished(guild, user, before, _MANY_DAYS)
            known += [finished for _, finished in part]
            streak, ended = days.streak_of(known, day)
            if ended or len(part) < _MANY_DAYS:
                return streak
            before, _ = part[-1]


def daily_game(daily: DailyGame) -> AnyGame:
    """Return the game of a day with its house rules, by the version of the rules when it was drawn."""
    return games.remake(daily.game, daily.options)


# -- A day that is over, as the champion plays it with the day's dice, and how somebody's own game compares ----------
# Two games with the same dice are the same as long as the decisions are. From then on they meet again only where the
# positions are equal once more.


class Differed(NamedTuple):
    """A decision in which two players of the same position did not agree."""

    state: Any
    own: str
    champion: str


class Comparison(NamedTuple):
    """The decisions that somebody took in positions where the champion stood too."""

    met: int
    differed: tuple[Differed, ...]


def compare(game: AnyGame, seed: DiceSeed, entries: Sequence[JournalEntry], champion: PlayedDay) -> Comparison:
    """Compare a game of one seat, by its journal, with that of the champion. Raises GameError for other rules."""
    stood = {state: entry.do for state, entry, _ in played_alone(game, seed, champion.actions)}
    met, differed, state = 0, list[Differed](), game.new(1)
    for entry in entries:
        other = stood.get(state)
        if other is not None and len(game.legal_actions(state)) > 1:
            met += 1
            if other != entry.do:
                differed.append(Differed(state, entry.do, other))
        state = replay_entry(game, state, entry)
    return Comparison(met, tuple(differed))


class Beside(NamedTuple):
    """A day that is over, as the champion played it, beside somebody's own game."""

    champion: PlayedDay
    own: Comparison | None
    """None for a player who has not finished the day."""


async def beside(history: History, daily: DailyGame, table: Table | None, user: int) -> Beside | None:
    """Return the champion's game of a day that is over beside ``table``, that of ``user``; None before there is one.

    Raises what :meth:`History.replay` raises.
    """
    champion = played_by_champion(daily.champion)
    if champion is None or table is None or table.status is not Status.FINISHED:
        return champion and Beside(champion, None)
    _, replay = await history.replay(table.id, user)
    return Beside(champion, compare(table.game, table.seed, replay.entries, champion))
