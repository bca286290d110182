"""What the bot posts by itself, in servers that have chosen a channel for it: each post once, or not at all.

A process notes a post in the database before it sends it. If it ends in between, that post does not come: better none
than two. What was surely not sent is given back, and comes again as long as it is not late.
"""

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple, Protocol

from bot.engine.gate import JournalEntry
from bot.games import CATALOGUE
from bot.tables.daily import NO_DAILIES, Dailies, DailyGame, DailyLine, MonthBoard
from bot.tables.leagues import Leagues, LeagueTable
from bot.tables.model import days
from bot.tables.model.choices import HOUR, NOBODY, GuildChoices, GuildSettings, PlayerSettings, unnamed
from bot.tables.model.errors import TableError, translated_errors
from bot.tables.model.processes import Shards
from bot.tables.model.store import StoreError
from bot.tables.model.table import Table, TableId, code
from bot.tables.puzzles import PuzzleService
from bot.tables.records.leaderboards import (
    BOTH,
    EVERY,
    LeaderboardKind,
    LeaderboardPage,
    LeaderboardQuery,
    LeaderboardStore,
    SeasonStore,
    ranked_rules,
)
from bot.tables.records.profiles import BestGame, Feat, ProfileStore, Series
from bot.tables.records.reviews import GameReviews, story_of
from bot.tables.tournaments import Tournament

# -- Which posts are due ---------------------------------------------------------------------------------------------

MORNING, WEEK = "morning", "week"
"""The kinds of posts that have an hour."""

SEASON_END = "season"
"""The kind of the post that tells of a season that is over."""

LATE_HOURS = 3
"""So many hours after its own, or once its day is over, such a post is not sent any more."""

QUIET_DAYS = 7
"""After so many mornings in a row on which nobody has played what they told of, none comes until somebody does."""

_BEGUN = "begun"
"""In place of a kind: the first of these mornings since a server chose them."""

_APART = {MORNING: 12 * HOUR, WEEK: 3 * 24 * HOUR}
"""So many seconds lie between two posts at least: a server that chooses another zone has no day twice."""

_SUNDAY = 6

_BRINGS = frozenset({"daily", "puzzle"})
"""What a morning tells of, by the names under which servers switch it off."""


class Taken(NamedTuple):
    """A post that this process, and no other, is to send."""

    guild: int
    kind: str
    at: int
    """When it was noted, in unix seconds."""


class Posted(NamedTuple):
    """A post that was sent, and where it is."""

    guild: int
    kind: str
    at: int
    """When it was noted."""
    channel: int
    message: int
    table: TableId | None = None
    """The game of which a moment tells."""


class PostStore(Protocol):
    """When servers had their posts, as rows, and what a week brought. Every method raises StoreError."""

    async def zones(self, shards: Shards) -> list[str]:
        """Return the time zones of servers of ``shards`` that want posts."""

    async def due(self, kind: str, zone: str, hour: int, since: int, limit: int, shards: Shards) -> list[int]:
        """Return servers of a zone that want a post by ``hour`` and have had none since that unix second."""

    async def claim(self, guild: int, kind: str, at: int, since: int, others: Sequence[str] = ()) -> bool:
        """Note that a server gets a post at ``at``; return False where it has had one since ``since``.

        Likewise where it has one of the kinds ``others`` that was noted at ``at``: that is this very post. Of several
        processes that try these kinds in one order, one alone notes it.
        """

    async def release(self, guild: int, kind: str, at: int) -> None:
        """Take the note of ``at`` back: the post was not sent."""

    async def posted(self, post: "Posted") -> None:
        """Remember where a post is, unless another one of its kind has come since."""

    async def places(self, guild: int) -> list["Posted"]:
        """Return the latest post of each kind of a server, as far as anybody knows where it is."""

    async def taken(self, guild: int, kinds: Sequence[str]) -> list[int]:
        """Return when a server had its latest posts of these kinds."""

    async def week(self, asked: "WeekOf") -> "WeekFacts":
        """Return what the games and puzzles of a server since the beginning of a week tell."""

    async def played(self, guild: int, day: int) -> bool:
        """Return whether anybody in a server has begun a daily or answered the puzzle of that day or a later one."""

    async def climbs(self, asked: "WeekOf", users: Sequence[int]) -> list["Climb"]:
        """Return the places by wins of ``users``, now and before this week, if they had played before it."""


# -- What a morning tells --------------------------------------------------------------------------------------------

STREAK = 3
"""A streak of so many dailies is worth a word."""


@dataclass(frozen=True, slots=True)
class Yesterday:
    """The daily of the day before, with its result."""

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
    """The streaks of those who finished it, from :data:`STREAK` on, longest first."""
    unnamed: frozenset[int]
    """The people among all these whom no post may name."""
    off: frozenset[str] = frozenset()
    """What the server has switched off where it is posted: the daily, puzzles."""
    paused: bool = False
    """As :meth:`Posts.paused`."""

    @property
    def worth_it(self) -> bool:
        """Whether it has something to say, and somebody to say it to."""
        return self.off != _BRINGS and not self.paused


# -- What a week tells -----------------------------------------------------------------------------------------------

SLIM = 0.2
"""A chance to win from which a winner has come back."""

_CLIMBERS = 10
"""Players with the most wins of a week, of whom some may have climbed."""

_TIED = 100
"""Lines to look at for those who share a step of the podium."""

SCORING = tuple(key for key, listing in CATALOGUE.items() if listing.unit == "points")
"""The games whose scores are points."""


class WeekOf(NamedTuple):
    """The week of a server, and how its leaderboard counts."""

    guild: int
    since: int
    """When it began, in unix seconds."""
    day: int
    """One of its days."""
    kind: LeaderboardKind
    rules: str
    until: int | None = None
    """When it is over, or when its post was made; None for now."""


class Scored(NamedTuple):
    """The best score of the game that people played most, of those with points."""

    game: str
    user: int
    score: int


class SlimWin(NamedTuple):
    """The smallest chance to win that somebody had who won."""

    game: str
    user: int
    chance: float


class Throw(NamedTuple):
    """The game with the luckiest throw, among those of the game with most reviews."""

    game: str
    user: int
    table: TableId


class Climb(NamedTuple):
    """The places of somebody on the leaderboard of all time, by wins."""

    user: int
    was: int
    now: int


class Met(NamedTuple):
    """Two people who played against each other, and how often each of them came before the other."""

    player: int
    other: int
    won: int
    lost: int


class MostSolved(NamedTuple):
    """The people who solved most puzzles, and how many each of them solved."""

    puzzles: int
    users: Sequence[int]


class WeekFacts(NamedTuple):
    """What the games and puzzles of a week tell."""

    games: int
    players: int
    best: Scored | None
    comeback: SlimWin | None
    luckiest: Throw | None
    solved: MostSolved | None = None
    """None where nobody has solved a puzzle."""
    played: Sequence[str] = ()
    """The games that people played, the most played first."""
    met: Sequence[Met] = ()
    """The two who met most first, each with the winner in front."""


class LuckyThrow(NamedTuple):
    """The luckiest throw, and the table where it fell."""

    user: int
    table: Table
    thrown: JournalEntry


@dataclass(frozen=True, slots=True)
class Week:
    """What a week brought to a server, up to now."""

    day: int
    """Today."""
    monday: int
    facts: WeekFacts
    page: LeaderboardPage
    """The leaderboard of the week by wins."""
    lucky: LuckyThrow | None
    first_wins: Sequence[tuple[int, str]]
    """The first wins against a champion: by whom and in which game."""
    climbs: Sequence[Climb]
    """Those who climbed, the highest place first."""
    leagues: Sequence[tuple[Tournament, LeagueTable]]
    unnamed: frozenset[int]
    """The people among all these whom no post may name."""
    dailies: MonthBoard = NO_DAILIES
    """The first in the dailies of the seven days before today."""

    @property
    def worth_it(self) -> bool:
        """Whether anybody has played or solved a puzzle, so that there is something to say.

        The daily of the Sunday before alone is worth it where several played it.
        """
        return self.facts.games > 0 or self.facts.solved is not None or self.dailies.total > 1


# -- Moments: what happens seldom, told once -------------------------------------------------------------------------

MOMENTS = ("moment 1", "moment 2", "moment 3")
"""The kinds of the latest moments of a server: as many as it may have in a week."""

_MOMENT_DAYS = 7 * 24 * HOUR


@dataclass(frozen=True, slots=True)
class RareMoment:
    """What made a finished game worth a post."""

    guild: int
    game: str
    at: int
    """When it ended, in unix seconds."""
    kind: str = ""
    """One of :data:`MOMENTS`, once it is noted."""
    table: TableId | None = None
    channel: int | None = None
    message: int | None = None
    """Where its board is, if it is anywhere."""
    record: Scored | None = None
    """The best score of the server, by the standard rules."""
    before: int = 0
    """The best one until then."""
    first_wins: Sequence[int] = ()
    """The players who won against the champion for the first time."""
    flawless: Sequence[int] = ()
    """The players who struck no box and missed no bonus."""
    unnamed: frozenset[int] = frozenset()

    @property
    def people(self) -> set[int]:
        """Everybody whom it is about."""
        return {*([] if self.record is None else [self.record.user]), *self.first_wins, *self.flawless}


def moment_of(table: Table, series: Series, best: BestGame | None) -> RareMoment | None:
    """Return what makes a finished game a moment, by what was played before; None for most games."""
    found = RareMoment(
        table.guild, table.game.key, table.changed, table=table.id, channel=table.channel, message=table.message
    )
    earlier = [before.best for before in series.own.values()] + ([] if series.others is None else [series.others])
    if best is not None and best.feat is Feat.RECORD and earlier and not table.game.options:
        player = table.players[best.seat]
        if isinstance(player, int):
            found = replace(found, record=Scored(found.game, player, best.score), before=max(earlier))
    first_wins, flawless = tuple(sorted(series.beat_champion)), tuple(sorted(series.flawless))
    found = replace(found, first_wins=first_wins, flawless=flawless)
    return found if table.public_result and found.people else None


def board_kind(choices: GuildChoices) -> LeaderboardKind:
    """Return the kind of games that a server ranks: with several players, and with real dice where it wants that."""
    return BOTH if choices.count_real_dice else "together"


class Posts:
    """Says which posts are due, and what they tell. Every method raises TableError."""

    def __init__(
        self,
        store: PostStore,
        dailies: Dailies,
        puzzles: PuzzleService,
        boards: LeaderboardStore,
        profiles: ProfileStore,
        seasons: SeasonStore,
        leagues: Leagues,
        reviews: GameReviews,
        settings: GuildSettings,
        preferences: PlayerSettings,
        clock: Callable[[], int],
    ) -> None:
        """Tell of what all these know, by ``settings`` of servers and ``preferences`` of people."""
        self._store = store
        self._dailies = dailies
        self._puzzles = puzzles
        self._boards = boards
        self._profiles = profiles
        self._seasons = seasons
        self._leagues = leagues
        self._reviews = reviews
        self._settings = settings
        self._preferences = preferences
        self._clock = clock
        self._owed = set[Taken]()
        """Posts to give back as soon as the storage takes that."""

    async def take(self, shards: Shards, room: int) -> list[Taken]:
        """Return at most ``room`` posts of servers of ``shards`` whose hour has come; nobody else gets them.

        Where ten thousand servers have one hour, the others follow with the next looks. One whose hour is long past is
        noted, and not returned.
        """
        taken = list[Taken]()
        with translated_errors():
            for owed in list(self._owed):
                await self._give_back(owed)
            try:
                async for post in self._due(shards, room):
                    taken.append(post)
            except StoreError:
                self._owed.update(taken)
                raise
        return taken

    async def _due(self, shards: Shards, room: int) -> AsyncIterator[Taken]:
        """Note posts that are due, and yield those that are not too late."""
        now = self._clock()
        for zone in await self._store.zones(shards):
            local = datetime.fromtimestamp(now, days.zone_named(zone))
            begins = days.day_begins(days.day_of(now, zone), zone)
            for kind in (MORNING, WEEK) if local.weekday() == _SUNDAY else (MORNING,):
                since = min(begins, now - _APART[kind])
                due = await self._store.due(kind, zone, local.hour, since, room, shards) if room else ()
                room -= len(due)
                for guild in due:
                    choices = await self._settings.of(guild)
                    late = local.hour - _hour(kind, choices) >= LATE_HOURS
                    # In a zone that a server has just chosen, the hour may come once more on the same day of it.
                    last = max(await self._store.taken(guild, (kind,)), default=0)
                    skipped = late or last >= days.server_day_began(choices, now)
                    post = Taken(guild, kind, begins if skipped else now)  # It keeps the next day's from nothing.
                    if await self._claimed(post, since) and not skipped:
                        yield post

    async def _claimed(self, post: Taken, since: int) -> bool:
        try:
            return await self._store.claim(*post, since)
        except StoreError:
            self._owed.add(post)  # It may have been noted all the same.
            raise

    async def begin(self, guild: int, chosen: GuildChoices) -> None:
        """Let a server that is about to choose this have no post whose hour is past today: it begins with the next.

        A post that has been sent today stays noted. Nothing is noted where the server wants no posts of a kind.
        Mornings that were paused begin anew.
        """
        now, before = self._clock(), await self._settings.of(guild)
        if chosen.post_channel is None or not _begins_anew(before, chosen):
            return
        local = datetime.fromtimestamp(now, days.zone_named(chosen.zone))
        begins = days.day_begins(days.day_of(now, chosen.zone), chosen.zone)
        with translated_errors():
            for kind in (MORNING, WEEK) if local.weekday() == _SUNDAY else (MORNING,):
                if local.hour >= _hour(kind, chosen):
                    await self._store.claim(guild, kind, begins, min(begins, now - _APART[kind]))
            await self._store.release(guild, _BEGUN, await self._begun(guild))

    async def take_season(self, guild: int, ended: int, league: TableId | None = None) -> tuple[Taken, bool]:
        """Note that the post of a season that ``ended`` then is about to be sent, before it is; or that of a league.

        Return the note, and whether it is new: any process may have sent the post of an older one already.
        """
        kind = SEASON_END if league is None else f"le {code(league)}"
        now = max(self._clock(), ended)
        with translated_errors():
            if await self._store.claim(guild, kind, now, ended):
                return Taken(guild, kind, now), True
            return Taken(guild, kind, max(await self._store.taken(guild, (kind,)), default=now)), False

    async def give_back(self, post: Taken) -> None:
        """Let a post that could not be sent come again; where the storage fails, as soon as it works again."""
        self._owed.add(post)
        with translated_errors():
            await self._give_back(post)

    async def _give_back(self, post: Taken) -> None:
        await self._store.release(*post)
        self._owed.discard(post)

    async def takes_turn(self, guild: int, kind: str, seconds: int) -> bool:
        """Whether this process, and no other for so many seconds, does something in a server now."""
        now = self._clock()
        with translated_errors():
            return await self._store.claim(guild, kind, now, now - seconds)

    async def morning(self, guild: int, at: int | None = None) -> Morning:
        """Return what the day brings to a server, or what an earlier day brought: ``at`` is a moment of it."""
        with translated_errors():
            now = self._clock() if at is None else at
            day = days.server_day(await self._settings.of(guild), now)
            puzzle = await self._puzzles.puzzle_of(day)
            before = days.day_before(day)
            known = await self._dailies.find(guild, before)
            yesterday = None if known is None else await self._yesterday(guild, known)
            best = () if yesterday is None else yesterday.best
            streaks = {line.user: await self._dailies.streak(guild, line.user, before) for line in best}
            long = {user: n for user, n in sorted(streaks.items(), key=lambda one: -one[1]) if n >= STREAK}
            off = _off(await self._settings.of(guild))
            unnamed = await self.unnamed(streaks)
            game, paused = await self._dailies.game_of(guild, day), await self.paused(guild)
        return Morning(day, game, puzzle.game, yesterday, long, unnamed, off, paused)

    async def paused(self, guild: int) -> bool:
        """Whether no morning comes, because for :data:`QUIET_DAYS` of them nobody has played what they told of."""
        with translated_errors():
            choices = await self._settings.of(guild)
            day = days.server_day(choices, self._clock())
            for _ in range(QUIET_DAYS):
                day = days.day_before(day)
            begun = await self._begun(guild)
            if not begun or begun >= days.server_day_ends(choices, day):
                return False
            return not await self._store.played(guild, day)

    async def _yesterday(self, guild: int, daily: DailyGame) -> Yesterday | None:
        board = await self._dailies.board(guild, daily.day, 0)
        return Yesterday(daily, board.lines, board.total) if board.lines else None

    async def posted(self, post: Posted) -> None:
        """Remember where a post is: what it tells may change; and of mornings which is the first."""
        with translated_errors():
            await self._store.posted(post)
            if post.kind == MORNING and not await self._begun(post.guild):
                await self._store.claim(post.guild, _BEGUN, post.at, 1)

    async def _begun(self, guild: int) -> int:
        """Return when the first morning came since a server chose them; 0 before it."""
        return max(await self._store.taken(guild, (_BEGUN,)), default=0)

    async def places(self, guild: int) -> list[Posted]:
        """Return the latest post of each kind of a server, as far as anybody knows where it is."""
        with translated_errors():
            return await self._store.places(guild)

    async def week(self, guild: int, at: int | None = None) -> Week:
        """Return what this week brought to a server so far, or an earlier one up to ``at``.

        Who climbed is known of this week alone: places are those of now.
        """
        with translated_errors():
            choices = await self._settings.of(guild)
            today = days.server_day(choices, self._clock() if at is None else at)
            monday = days.week_begins(today)
            since = days.server_day_begins(choices, monday)
            asked = WeekOf(guild, since, today, board_kind(choices), ranked_rules(choices), until=at)
            facts = await self._store.week(asked)
            board = LeaderboardQuery(guild, days.week_key(today), asked.kind, EVERY, asked.rules, "wins")
            page = await self._boards.page(board, 0, 0, _TIED)
            winners = [line.user for line in page.lines[:_CLIMBERS] if line.value]
            present = days.week_key(today) == days.week_key(days.server_day(choices, self._clock()))
            climbs = [climb for climb in await self._store.climbs(asked, winners) if climb.now < climb.was and present]
            first_wins = await self._profiles.first_wins(guild, since, at)
            season = await self._seasons.running(guild)
            leagues = () if season is None else await self._leagues.tables(season)
            lucky = None if facts.luckiest is None else await self._lucky(facts.luckiest)
            dailies = await self._dailies.week(guild, today)
            people = {*(line.user for line in page.lines), *winners, *(user for user, _ in first_wins)}
            people |= {line.user for _, table in leagues for line in table.lines}
            people |= {told.user for told in (facts.best, facts.comeback, lucky) if told is not None}
            people |= {user for met in facts.met for user in (met.player, met.other)}
            people |= {line.user for line in dailies.lines} | set(() if facts.solved is None else facts.solved.users)
            unnamed = await self.unnamed(people)
            if lucky is not None and lucky.user in unnamed:
                players = tuple(NOBODY if player == lucky.user else player for player in lucky.table.players)
                lucky = lucky._replace(table=replace(lucky.table, players=players))
        climbs.sort(key=lambda climb: climb.now)
        return Week(today, monday, facts, page, lucky, first_wins, climbs, leagues, unnamed, dailies)

    async def take_moment(self, moment: RareMoment) -> RareMoment | None:
        """Return a moment if this process is to post it, with the people whom it may not name.

        None where the server wants none, has had as many as a week may bring, or knows of one of that second; and when
        the game ended long ago.
        """
        guild, at = moment.guild, moment.at
        with translated_errors():
            choices = await self._settings.of(guild)
            late = self._clock() - at >= LATE_HOURS * HOUR
            if choices.post_channel is None or not choices.post_moments or late:
                return None
            for kind in MOMENTS:
                if await self._store.claim(guild, kind, at, at - _MOMENT_DAYS, MOMENTS):
                    return replace(moment, kind=kind, unnamed=await self.unnamed(moment.people))
        return None

    async def _lucky(self, known: Throw) -> LuckyThrow | None:
        """Return the luckiest throw of a game that has its review; None where its table cannot be read any more."""
        try:
            game = await self._reviews.of(known.table, known.user)
        except (TableError, StoreError):
            return None
        thrown = story_of(game).luckiest
        return None if thrown is None else LuckyThrow(known.user, game.table, thrown)

    async def unnamed(self, people: Collection[int], reader: int | None = None) -> frozenset[int]:
        """Return those among these people whom no post may name, nor a list that ``reader`` opens."""
        return await unnamed(self._preferences, people, reader)


def _hour(kind: str, choices: GuildChoices) -> int:
    return choices.post_evening if kind == WEEK else choices.post_hour


def _begins_anew(before: GuildChoices, after: GuildChoices) -> bool:
    """Return whether other posts are to come than before, or elsewhere, or at another hour."""
    fields = ("post_channel", "post_morning", "post_week", "post_hour", "post_evening", "zone")
    return any(getattr(before, field) != getattr(after, field) for field in fields)


def _off(choices: GuildChoices) -> frozenset[str]:
    """Return what of these a server has switched off where its posts are."""
    return frozenset(what for what in _BRINGS if choices.is_off(what, choices.post_channel or 0))
