"""Leagues: a tournament that opens anew every week, and a table of everybody's best weeks in a season.

A league begins with a tournament whose host repeats it, and has its id. Each week its latest tournament opens once
more, with new dice, at the weekday and hour of the first. So what the host plans anew in the latest one goes on.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple, Protocol

from bot.engine import N_
from bot.engine.duplicate import Scoring
from bot.tables.model import days
from bot.tables.model.choices import NOBODY, GuildSettings
from bot.tables.model.days import zone_named
from bot.tables.model.errors import (
    AlreadyStarted,
    BadTournament,
    NoSuchChoice,
    NotAllowed,
    NotHost,
    NotSaved,
    TableError,
    TournamentGone,
    translated_errors,
)
from bot.tables.model.processes import Shards
from bot.tables.model.store import SaveConflict
from bot.tables.model.table import TableId
from bot.tables.records.leaderboards import Season, SeasonStore
from bot.tables.storage.repository import TRIES
from bot.tables.tournaments import (
    HOUR,
    MOST_AT_ONCE,
    OF_TWO_SERVERS,
    OPEN_SECONDS,
    Plan,
    Tournament,
    TournamentField,
    Tournaments,
    TournamentStatus,
    plan_of,
    ranked,
)

MOST_LEAGUES = 5
"""Leagues that may run in a server at the same time."""

END_HOUR = 20
"""The hour of the evenings that a host may choose for the end of a tournament."""

REMINDER_SECONDS = HOUR
"""So long before an evening of a league together its players are reminded."""

LATE_SECONDS = 24 * HOUR
"""After so many seconds an evening that nobody could open is skipped."""

WITHOUT = 2
"""Weeks that do not count, unless a league has chosen otherwise: everybody's worst ones, and those they have missed.

More than half of the weeks always count: so one visit does not decide a short season.
"""

SEASON_SECONDS = 4 * 7 * 24 * HOUR
"""Where less is left of a season when a league begins, its first season runs to the end of the next one."""

MISSED = 3
"""After so many missed weeks in a row nobody is called to the next one any more."""

MOST_WEEKS = 53
"""That many best weeks are all weeks of the longest season."""

LEAST_WEEKS = 2
"""A season of fewer weeks has no champion."""

_WEEK = 7 * 24 * HOUR

_QUARTER = HOUR // 4
"""The hour of a league is that of its first tournament, to a quarter at most."""

TOO_MANY = N_("Enough leagues run in this server: end or pause one of them first.")


# -- A league --------------------------------------------------------------------------------------------------------


class LeagueStatus(StrEnum):
    """Whether its next evening comes, and why it does not."""

    ON = "on"
    PAUSED = "paused"
    """The host or a manager has paused it."""
    ENDED = "ended"
    """One of them has ended it."""
    NO_CHANNEL = "channel"
    """It has paused itself, since nobody could post in its channel any more."""
    NO_HOST = "host"
    """It has paused itself, since its host was erased."""
    SWITCHED_OFF = "off"
    """It has paused itself, since the server wants no tournaments, or not what it plays."""


class EveningReminder(NamedTuple):
    """What reminds the players of a league of an evening."""

    evening: int
    """Unix seconds when it begins."""
    tried: int
    """Unix seconds since when somebody has tried to send it."""
    messages: tuple[int, ...] | None = None
    """None until they are known."""


@dataclass(frozen=True, slots=True)
class League:
    """A league at one moment."""

    id: TableId
    """That of its first tournament."""
    guild: int
    channel: int
    host: int
    """Negative once they are erased."""
    began: int
    """Unix seconds about when its first tournament opened: its weekday and hour, in the server's time zone."""
    latest: TableId
    """The tournament that its next one repeats."""
    next: int | None
    """Unix seconds of the next evening; None unless it is on."""
    status: LeagueStatus = LeagueStatus.ON
    event: int | None = None
    """That evening among the events of the server."""
    counts: tuple[tuple[int, int | None], ...] = ()
    """The best weeks that somebody has chosen to count, each with the unix second of the choice, one a season."""
    reminder: EveningReminder | None = None
    """Of the next evening, unless that has another hour since."""
    version: int = 1

    def reminds(self, now: int) -> bool:
        """Whether the players are to be reminded of the next evening, and nobody has tried that yet."""
        if self.next is None or not self.next - REMINDER_SECONDS <= now < self.next:
            return False
        return self.reminder is None or self.reminder.evening != self.next

    def best(self, until: int | None = None) -> int | None:
        """So many of everybody's best weeks count; None for all but :data:`WITHOUT`.

        A season that ended at ``until`` keeps what counted then.
        """
        chosen = [best for since, best in self.counts if until is None or since < until]
        return chosen[-1] if chosen else None


def evening_after(began: int, at: int, zone: str) -> int:
    """Return the first evening after ``at`` of a league that ``began`` then.

    The clocks of ``zone`` show the same weekday and hour at all evenings; an hour that they leave out comes an hour
    later.
    """
    first, weeks = datetime.fromtimestamp(began, zone_named(zone)), max((at - began) // _WEEK, 0)
    while (evening := int((first + timedelta(weeks=weeks)).timestamp())) <= at:
        weeks += 1
    return evening


def moved(began: int, weekday: int, hour: int, zone: str) -> int:
    """Return the first moment from the day of ``began`` on when clocks of ``zone`` show this hour of a weekday."""
    first = datetime.fromtimestamp(began, zone_named(zone))
    day = first + timedelta(days=(weekday - first.weekday()) % 7)
    moment = day.replace(hour=hour, minute=0, second=0, microsecond=0)
    while datetime.fromtimestamp(moment.timestamp(), moment.tzinfo).hour != hour:  # The clocks leave it out that day.
        moment += timedelta(weeks=1)
    return int(moment.timestamp())


def on_the_quarter(began: int) -> int:
    """Return the nearest quarter of an hour, by the clocks of all zones."""
    return (began + _QUARTER // 2) // _QUARTER * _QUARTER


def on_the_hour(began: int, zone: str) -> int:
    """Return the nearest full hour of the clocks of ``zone``."""
    later = datetime.fromtimestamp(began + HOUR // 2, zone_named(zone))
    return int(later.replace(minute=0, second=0, microsecond=0).timestamp())


def check_repeat(tournament: Tournament, user: int, manager: bool) -> None:
    """Refuse people who may not let a tournament open every week. Raises NotHost; after its end NotAllowed."""
    over = tournament.status is TournamentStatus.OVER
    if tournament.host != user and not (manager and over):
        raise NotAllowed if over else NotHost(tournament.host)


def _chosen(began: int, weekday: int, hour: int, zone: str) -> int:
    if weekday not in range(7) or hour not in range(24):
        raise NoSuchChoice
    return moved(began, weekday, hour, zone)


# -- Its table -------------------------------------------------------------------------------------------------------


class LeagueLine(NamedTuple):
    """Somebody in the table."""

    place: int
    user: int
    percent: float
    """The mean of the weeks that count."""
    weeks: int
    """Those in which they have played."""
    climbed: bool = False
    """Whether the latest week has brought them up from a place behind."""
    won: int = 0
    """The weeks that they have won, alone or together."""


class LeagueTable(NamedTuple):
    """The table of a season."""

    season: Season | None
    """None before the first of the server."""
    earlier: bool
    """Whether the league had weeks in the season before it."""
    weeks: int
    lines: Sequence[LeagueLine]
    best: int | None = None
    """As :meth:`League.best` of that season."""
    ends: int | None = None
    """Unix seconds when it ends; None once it is over, or where somebody ends it by hand."""

    @property
    def crowns(self) -> bool:
        """Whether it has enough weeks for a champion."""
        return self.weeks >= LEAST_WEEKS

    @property
    def counted(self) -> int:
        """So many weeks count."""
        return counted(self.weeks, self.best)

    def without_names(self, unnamed: Collection[int]) -> "LeagueTable":
        """Return it without the names of those who do not want to stand there; their places stay."""
        lines = [line._replace(user=NOBODY) if line.user in unnamed else line for line in self.lines]
        return self._replace(lines=lines)


class LeagueNews(NamedTuple):
    """What a new week of a league tells of those before it."""

    players: Sequence[int]
    """Everybody who has begun a game of one of the latest :data:`MISSED` weeks with a result, the latest first.

    So somebody who has missed as many in a row is not called any more.
    """
    winners: Sequence[int]
    """Those who share its first place; nobody where teams played, or where that is not known."""
    table: LeagueTable
    """Of the running season."""
    ended: LeagueTable | None = None
    """Of the season before, until the running one has a second week."""
    left: int = 0
    """The weeks that are left of the season with this one; 0 where nobody knows."""

    @property
    def people(self) -> set[int]:
        """Everybody whom it may name."""
        ended = () if self.ended is None else self.ended.lines
        return {*self.players, *self.winners, *(line.user for line in (*self.table.lines, *ended))}

    def without_names(self, unnamed: Collection[int]) -> "LeagueNews":
        """Return it without the names of those who do not want to stand there."""
        winners = [NOBODY if user in unnamed else user for user in self.winners]
        ended = None if self.ended is None else self.ended.without_names(unnamed)
        return self._replace(winners=winners, table=self.table.without_names(unnamed), ended=ended)


class LeagueWeek(NamedTuple):
    """A week of a league that goes on, among those of its season."""

    number: int
    """From 1; weeks without a result do not count."""
    of: int
    """The weeks of the season as far as it is known; 0 where nobody knows when it ends."""
    best: int | None
    """As :meth:`League.best`."""
    next: int | None
    """Unix seconds of the next evening; None while there is none."""
    ahead: bool = False
    """It may end only after the running season, in the next one."""


def counted(weeks: int, best: int | None = None) -> int:
    """Return how many of so many weeks count where the ``best`` ones do: one at least.

    Without a choice all but :data:`WITHOUT` do, and always more than half.
    """
    return max(weeks - WITHOUT, weeks // 2 + 1) if best is None else max(min(best, weeks), 1)


def league_lines(
    weeks: Sequence[Mapping[int, float]], counted: int, winners: Sequence[Sequence[int]] = ()
) -> list[LeagueLine]:
    """Return everybody's line, best first, by the percents and the ``winners`` of each week.

    A week that somebody missed beyond those that do not count brings 0. Of equal ones those who came more often are
    before, then those who have won more weeks: so what decided a week decides here too. Else they share a place.
    """
    played: dict[int, list[float]] = {}
    for week in weeks:
        for user, percent in week.items():
            played.setdefault(user, []).append(percent)
    won = Counter(user for week in winners for user in week)
    reached = {
        user: (round(sum(sorted(own)[-counted:]) / counted, 2), len(own), won[user]) for user, own in played.items()
    }
    place = {own: number for number, own in reversed([*enumerate(sorted(reached.values(), reverse=True), 1)])}
    lines = [LeagueLine(place[own], user, *own[:2], won=own[2]) for user, own in reached.items()]
    return sorted(lines, key=lambda line: line.place)


def table_lines(
    weeks: Sequence[Mapping[int, float]], best: int | None = None, winners: Sequence[Sequence[int]] = ()
) -> list[LeagueLine]:
    """Return the lines of so many weeks, of which the ``best`` ones count, and who has climbed by the latest."""
    earlier = league_lines(weeks[:-1], counted(len(weeks) - 1, best), winners[: len(weeks) - 1])
    before = {line.user: line.place for line in earlier}
    lines = league_lines(weeks, counted(len(weeks), best), winners)
    return [line._replace(climbed=line.place < before.get(line.user, 0)) for line in lines]


def percents(field: TournamentField) -> dict[int, float]:
    """Return the percent of everybody who has finished a round of a tournament."""
    return {
        place.player.user: place.percent
        for place in ranked(field)
        if any(score.result is not None for score in place.rounds)
    }


def _winners(field: TournamentField) -> list[int]:
    """Return the people on the first place of a tournament that is over, where several have finished a round."""
    places = [place for place in ranked(field) if any(score.result is not None for score in place.rounds)]
    waits = field.tournament.scoring is Scoring.NET
    if field.tournament.sides or len(places) < 2 or (waits and places[0].net is None):
        return []
    return [place.player.user for place in places if place.place == 1]


# -- What a storage must do ------------------------------------------------------------------------------------------


class LeagueStore(Protocol):
    """Leagues as rows, beside tournaments. Every method raises StoreError."""

    async def begin_league(self, league: League, first: Tournament) -> None:
        """Store a new one, and its first tournament in place of the version before, both or none.

        Raises SaveConflict where that version is not there any more.
        """

    async def save_league(self, league: League, opened: Tournament | None = None) -> None:
        """Store it in place of the version before, and with it the tournament that it has ``opened``, both or none.

        Raises SaveConflict where that version is not there any more: so two processes never open one evening twice.
        """

    async def note_event(self, league: League, event: int | None) -> None:
        """Remember the event of its next evening."""

    async def league(self, id: TableId) -> League | None:
        """Return it as it is stored."""

    async def leagues(self, guild: int) -> list[League]:
        """Return those of ``guild`` that nobody has ended, oldest first."""

    async def leagues_due(self, now: int, shards: Shards) -> list[TableId]:
        """Return those of ``shards`` whose next evening has come."""

    async def leagues_to_remind(self, by: int, shards: Shards) -> list[TableId]:
        """Return those of ``shards`` whose next evening comes ``by`` that unix second, or that know of a reminder."""

    async def weeks(self, league: TableId, since: int, until: int | None) -> list[TableId]:
        """Return its tournaments with a result that ended in that time, oldest first."""

    async def find(self, id: TableId) -> Tournament | None:
        """Return a tournament."""


# -- What people do, and what happens every week ---------------------------------------------------------------------


class Leagues:
    """The leagues of servers. Every method raises TableError for a refusal."""

    def __init__(
        self,
        tournaments: Tournaments,
        store: LeagueStore,
        seasons: SeasonStore,
        settings: GuildSettings,
        clock: Callable[[], int],
    ) -> None:
        """Open ``tournaments`` by ``clock`` (unix seconds), in the time zones that servers have in ``settings``."""
        self._tournaments = tournaments
        self._store = store
        self._seasons = seasons
        self._settings = settings
        self._clock = clock

    async def find(self, id: TableId, guild: int) -> League:
        """Return a league of ``guild``. Raises TournamentGone."""
        league = await self.by_id(id)
        if league is None or league.guild != guild:
            raise TournamentGone
        return league

    async def by_id(self, id: TableId) -> League | None:
        """Return a league of any server."""
        with translated_errors():
            return await self._store.league(id)

    async def of(self, guild: int) -> list[League]:
        """Return the leagues of ``guild`` that nobody has ended."""
        with translated_errors():
            return await self._store.leagues(guild)

    async def ends_of(self, tournament: Tournament) -> list[tuple[int, int]]:
        """Return the weekday (Monday is 0) and unix second of each coming evening on which a tournament may end.

        These are at :data:`END_HOUR` by the server's clocks, the next one first.
        """
        zone, now, least = await self._zone(tournament.guild), self._clock(), HOUR
        ends = [(moved(now, weekday, END_HOUR, zone), weekday) for weekday in range(7)]
        return [
            (weekday, end)
            for end, weekday in sorted(ends)
            if end >= now + least and tournament.opened + least <= end <= tournament.opened + OPEN_SECONDS[-1]
        ]

    async def first_evening(self, tournament: Tournament, weekday: int, hour: int) -> int:
        """Return when a tournament would open again that repeats at this weekday (Monday is 0) and hour.

        Raises NoSuchChoice for a day or an hour that there is not.
        """
        zone = await self._zone(tournament.guild)
        return evening_after(_chosen(tournament.opened, weekday, hour, zone), self._clock(), zone)

    async def own_evening(self, tournament: Tournament) -> tuple[int, int]:
        """Return the first evening of a league at the hour of a tournament, and the one after, that week not any more.

        That hour is the nearest quarter of one; of a tournament that is over, the nearest full hour.
        """
        zone, over = await self._zone(tournament.guild), tournament.status is TournamentStatus.OVER
        began = on_the_hour(tournament.opened, zone) if over else on_the_quarter(tournament.opened)
        return began, evening_after(began, max(self._clock(), tournament.opened + _WEEK // 2), zone)

    async def open(self, guild: int, channel: int, host: int, language: str, plan: Plan) -> tuple[Tournament, League]:
        """Open a tournament that opens again every week, at the weekday and hour of now."""
        await self._check_room(guild)
        tournament = await self._tournaments.open(guild, channel, host, language, plan)
        try:
            league = await self.repeat(tournament, host)
        except TableError:
            await self._tournaments.end(tournament, host, manager=False)
            raise
        return await self._tournaments.find(tournament.id, guild), league

    async def repeat(
        self, tournament: Tournament, user: int, evening: tuple[int, int] | None = None, *, manager: bool = False
    ) -> League:
        """Let a tournament open every week, before anybody has thrown there, or after its end. Again, it does nothing.

        It opens at the weekday and hour of the ``evening``; without one at those of the tournament. The host may do so,
        and after the end a ``manager``: the league has ``user`` for its host.
        """
        zone = await self._zone(tournament.guild)
        for _ in range(TRIES):
            now = await self._tournaments.find(tournament.id, tournament.guild)
            if now.league is not None:
                return await self.find(now.league, now.guild)
            over = now.status is TournamentStatus.OVER
            if now.rival is not None and over:
                raise BadTournament(OF_TWO_SERVERS)
            check_repeat(now, user, manager)
            if now.status not in (TournamentStatus.OPEN, TournamentStatus.OVER):
                raise AlreadyStarted
            await self._check_room(now.guild, now.id)
            if evening is not None:
                began = _chosen(now.opened, *evening, zone)
                following = evening_after(began, self._clock(), zone)
            else:
                began, following = await self.own_evening(now)
            league = League(now.id, now.guild, now.channel, user, began, now.id, following)
            with translated_errors(), suppress(SaveConflict):
                await self._store.begin_league(league, replace(now, league=now.id, version=now.version + 1))
                return league
        raise NotSaved

    async def choose(
        self, id: TableId, guild: int, user: int, manager: bool, status: LeagueStatus, channel: int
    ) -> League:
        """Pause a league, end it for good, or let it go on; host or manager.

        One that goes on after it could not be posted does so in ``channel``; without a host, with ``user``.
        """
        zone, soonest = await self._zone(guild), self._clock()
        if status is LeagueStatus.ON:
            await self._check_room(guild, id)
            latest = await self._tournaments.find((await self.find(id, guild)).latest, guild)
            soonest = max(soonest, latest.opened + HOUR)  # Its own evening may be minutes later, and has been.

        def chosen(now: League) -> League:
            if user != now.host and not manager:
                raise NotAllowed
            if now.status in (status, LeagueStatus.ENDED):
                return now
            if status is not LeagueStatus.ON:
                return replace(now, status=status, next=None)
            return replace(
                now,
                status=status,
                next=evening_after(now.began, soonest, zone),
                channel=channel if now.status is LeagueStatus.NO_CHANNEL else now.channel,
                host=user if now.host < 0 else now.host,
            )

        return await self._change(id, guild, chosen)

    async def move(self, id: TableId, guild: int, user: int, manager: bool, weekday: int, hour: int) -> League:
        """Choose the weekday (Monday is 0) and the hour of all evenings to come, by the server's clocks.

        Host or manager. Raises NoSuchChoice for a day or an hour that there is not.
        """
        zone = await self._zone(guild)

        def chosen(now: League) -> League:
            # What was chosen before may be days ahead: the next evening is the first of these, and none is left out.
            began = _chosen(min(now.began, self._clock()), weekday, hour, zone)
            if user != now.host and not manager:
                raise NotAllowed
            return replace(now, began=began, next=now.next and evening_after(began, self._clock(), zone))

        return await self._change(id, guild, chosen)

    async def count(self, id: TableId, guild: int, user: int, manager: bool, best: int | None) -> League:
        """Choose how many of everybody's best weeks count in the running season and those to come; host or manager.

        Raises NoSuchChoice for less than one, or more than :data:`MOST_WEEKS`.
        """
        if best is not None and best not in range(1, MOST_WEEKS + 1):
            raise NoSuchChoice
        seasons = await self._seasons_of(await self.find(id, guild))
        began = seasons[0].season.started if seasons else 0

        def chosen(now: League) -> League:
            if user != now.host and not manager:
                raise NotAllowed
            if now.best() == best:
                return now
            earlier = tuple(choice for choice in now.counts if choice[0] < began)
            return replace(now, counts=(*earlier, (self._clock(), best)))

        return await self._change(id, guild, chosen)

    async def clock_of(self, league: League) -> tuple[int, int, int]:
        """Return the weekday (Monday is 0), hour and minute of its evenings by the server's clocks."""
        return await self.clock_at(league.began, league.guild)

    async def clock_at(self, at: int, guild: int) -> tuple[int, int, int]:
        """Return the weekday (Monday is 0), hour and minute that the clocks of a server show at a unix second."""
        first = datetime.fromtimestamp(at, zone_named(await self._zone(guild)))
        return first.weekday(), first.hour, first.minute

    async def _check_room(self, guild: int, id: TableId | None = None) -> None:
        """Refuse one more league than may run beside that of ``id``. Raises BadTournament."""
        others = [league for league in await self.of(guild) if league.next is not None and league.id != id]
        if len(others) >= MOST_LEAGUES:
            raise BadTournament(TOO_MANY)

    # Every week

    async def due(self, shards: Shards) -> list[TableId]:
        """Return the leagues of ``shards`` whose next evening has come."""
        with translated_errors():
            return await self._store.leagues_due(self._clock(), shards)

    async def go_on(
        self,
        id: TableId,
        blocked: Callable[[int], bool] = lambda _: False,
        above: Callable[[int, int], int] = lambda _, channel: channel,
    ) -> League | None:
        """Open the tournament of an evening that has come; return the league if anything has changed.

        An evening that is past its day is skipped, and so is one of a server that is ``blocked``. One for which the
        server has too many tournaments waits. ``above`` tells the channel above a thread of a server.
        """
        league = await self.by_id(id)
        now = self._clock()
        if league is None or league.next is None or league.next > now:
            return None
        zone, evening = await self._zone(league.guild), league.next
        if blocked(league.guild):
            evening = evening_after(league.began, now, zone)
        elif now >= evening + LATE_SECONDS:
            evening = evening_after(league.began, now - LATE_SECONDS, zone)
        if evening > now:
            return await self._save(replace(league, next=evening, event=None))
        choices = await self._settings.of(league.guild)
        latest = await self._tournaments.find(league.latest, league.guild)
        places = league.channel, above(league.guild, league.channel)  # A thread is as the channel above it.
        if choices.tournaments == "off" or any(choices.is_off(one.game, *places) for one in latest.rounds):
            return await self._save(replace(league, next=None, status=LeagueStatus.SWITCHED_OFF))
        if league.host < 0:
            return await self._save(replace(league, next=None, status=LeagueStatus.NO_HOST))
        if len(await self._tournaments.on(league.guild)) >= MOST_AT_ONCE:
            return None
        opened = await self._repeated(league, latest, choices.language)
        # A server that has changed its time zone may have an hour of that day left; a week has one evening.
        following = evening_after(league.began, evening + _WEEK // 2, zone)
        after = replace(league, next=following, latest=opened.id, event=None, reminder=None)
        return await self._save(after, opened)

    async def _repeated(self, league: League, latest: Tournament, language: str | None) -> Tournament:
        """Return the tournament of an evening as the ``latest``; what has reminded of it goes with its calls.

        It speaks the ``language`` that the server has chosen for its boards; without a choice, that of the latest.
        """
        place = (league.guild, league.channel, league.host, language or latest.language)
        calls = () if league.reminder is None else league.reminder.messages or ()
        return replace(await self._tournaments.new(*place, plan_of(latest)), league=league.id, calls=calls)

    # The reminder before an evening

    async def to_remind(self, shards: Shards) -> list[TableId]:
        """Return the leagues of ``shards`` with a reminder to send or to take away, or that have sent theirs."""
        with translated_errors():
            return await self._store.leagues_to_remind(self._clock() + REMINDER_SECONDS, shards)

    async def take_reminder(self, league: League) -> League:
        """Note that somebody tries to send the reminder of the next evening, before it is sent."""

        def taken(now: League) -> League:
            if now.next is None or not now.reminds(self._clock()):
                return now
            return replace(now, reminder=EveningReminder(now.next, self._clock()))

        return await self._change(league.id, league.guild, taken)

    async def note_reminder(self, league: League, messages: Sequence[int] | None) -> League:
        """Remember the messages of a reminder; None: they are gone, and so is the reminder."""

        def noted(now: League) -> League:
            if now.reminder is None or league.reminder is None or now.reminder.evening != league.reminder.evening:
                return now
            return replace(now, reminder=None if messages is None else now.reminder._replace(messages=tuple(messages)))

        return await self._change(league.id, league.guild, noted)

    async def players(self, league: League) -> Sequence[int]:
        """Return everybody who has begun a round in one of the latest :data:`MISSED` weeks."""
        return _begun(await self._latest_weeks(league))

    async def close(self, id: TableId, guild: int) -> League:
        """Pause a league whose tournament nobody could post."""

        def closed(now: League) -> League:
            on = now.status is LeagueStatus.ON
            return replace(now, next=None, status=LeagueStatus.NO_CHANNEL) if on else now

        return await self._change(id, guild, closed)

    async def note_event(self, league: League, event: int | None) -> None:
        """Remember the event of its next evening."""
        with translated_errors():
            await self._store.note_event(league, event)

    async def _change(self, id: TableId, guild: int, change: Callable[[League], League]) -> League:
        """Make a change and save it; after a conflict make it again. The same league is no change."""
        for _ in range(TRIES):
            before = await self.find(id, guild)
            after = change(before)
            saved = before if after is before else await self._save(after)
            if saved is not None:
                return saved
        raise NotSaved

    async def _save(self, after: League, opened: Tournament | None = None) -> League | None:
        """Save what came of the version before, and return it; None where somebody was quicker."""
        after = replace(after, version=after.version + 1)
        with translated_errors(), suppress(SaveConflict):
            await self._store.save_league(after, opened)
            return after
        return None

    async def _zone(self, guild: int) -> str:
        return (await self._settings.of(guild)).zone

    # The table

    async def tables(self, season: Season) -> list[tuple[Tournament, LeagueTable]]:
        """Return the latest tournament and the table of each league with weeks in ``season`` that nobody has ended."""
        number = 0 if season.ended is None else season.number
        found = [(league, await self.table(league, number)) for league in await self.of(season.guild)]
        return [
            (await self._tournaments.find(league.latest, season.guild), table) for league, table in found if table.weeks
        ]

    async def table(self, league: League, number: int = 0) -> LeagueTable:
        """Return the table of season ``number``, or of the running one; an empty one where it has no such season."""
        seasons = await self._seasons_of(league)
        chosen = next((one for one in seasons if number in (0, one.season.number)), None)
        if chosen is None and number:
            return LeagueTable(None, earlier=False, weeks=0, lines=())
        return await self._table(league, chosen)

    async def table_after(self, week: Tournament) -> LeagueTable | None:
        """Return the table of a season as a week of a league left it; None where it is no week of a season."""
        if week.league is None or week.ends is None:
            return None
        league = await self.find(week.league, week.guild)
        for one in await self._seasons_of(league):
            if one.season.started <= week.ends and (one.season.ended is None or week.ends < one.season.ended):
                return await self._table(league, one, week.id)
        return None

    async def _table(self, league: League, chosen: "_LeagueSeason | None", last: TableId | None = None) -> LeagueTable:
        """Return the table of a season up to its ``last`` week."""
        season = None if chosen is None else chosen.season
        since, until = (0, None) if season is None else (season.started, season.ended)
        with translated_errors():
            ids = await self._store.weeks(league.id, since, until)
            earlier = bool(await self._store.weeks(league.id, 0, since))
        ids = ids if last not in ids else ids[: ids.index(last) + 1]
        weeks, winners = list[Mapping[int, float]](), list[list[int]]()
        for id in ids:
            field = await self._tournaments.field(await self._tournaments.find(id, league.guild))
            weeks.append(await asyncio.to_thread(percents, field))
            winners.append(await asyncio.to_thread(_winners, field))
        best = league.best(until)
        lines = await asyncio.to_thread(table_lines, weeks, best, winners)
        if until is not None and last is None:  # What the latest week of a past season changed is no news.
            lines = [line._replace(climbed=False) for line in lines]
        return LeagueTable(season, earlier, len(weeks), lines, best, None if chosen is None else chosen.ends)

    async def _seasons_of(self, league: League, *, unbegun: bool = False) -> list["_LeagueSeason"]:
        """Return the seasons of the server as they are those of a league, the running one first.

        Before the first one there is none; ``unbegun``: there is that which the next result begins.
        One of which less than :data:`SEASON_SECONDS` were left when the league began is a part of the next one, which
        may have still to begin.
        """
        with translated_errors():
            seasons = await self._seasons.of(league.guild)
        if not seasons and not unbegun:
            return []
        opened = (await self._tournaments.find(league.id, league.guild)).opened
        seasons = seasons or [Season(league.guild, 1, opened)]
        choices = await self._settings.of(league.guild)
        runs_until = days.season_ends(choices, self._clock())
        found = [_LeagueSeason(one, runs_until if one.ended is None else None) for one in seasons]
        at = next((at for at, one in enumerate(seasons) if one.started <= opened), len(seasons) - 1)
        founding = seasons[at]
        end = runs_until if founding.ended is None else founding.ended
        if end is None or end - opened >= SEASON_SECONDS:
            return found
        if at:
            following = found[at - 1]
        else:
            following = _LeagueSeason(Season(league.guild, founding.number + 1, end), days.season_ends(choices, end))
        longer = following._replace(season=replace(following.season, started=founding.started))
        return [*found[: max(at - 1, 0)], longer, *found[at + 1 :]]

    async def news(self, tournament: Tournament) -> LeagueNews:
        """Return what a tournament that a league has opened tells of the weeks before. Raises TournamentGone."""
        league = await self.find(tournament.league or tournament.id, tournament.guild)
        seasons, fields = await self._seasons_of(league), await self._latest_weeks(league)
        table = await self._table(league, seasons[0] if seasons else None)
        if not fields:
            return LeagueNews((), (), table)
        ended = None
        if table.weeks < LEAST_WEEKS and len(seasons) > 1:
            before = await self._table(league, seasons[1])
            ended = before if before.weeks else None
        winners = await asyncio.to_thread(_winners, fields[0])
        return LeagueNews(_begun(fields), winners, table, ended, _left(tournament, table.ends))

    async def week(self, tournament: Tournament) -> LeagueWeek:
        """Return which week of its season a tournament of a league is that goes on. Raises TournamentGone.

        One that may end only after the season is the first of the next one.
        """
        league = await self.find(tournament.league or tournament.id, tournament.guild)
        running, number = (await self._seasons_of(league, unbegun=True))[0], 1
        left = _left(tournament, running.ends)
        ahead = not left and running.ends is not None
        if not ahead:
            with translated_errors():
                number += len(await self._store.weeks(league.id, running.season.started, None))
            number += sum(  # One of seven days may end some minutes after the next one has begun.
                (one.league, one.status) == (league.id, TournamentStatus.PLAYING) and one.opened < tournament.opened
                for one in await self._tournaments.on(league.guild)
            )
        return LeagueWeek(number, number - 1 + left if left else 0, league.best(), league.next, ahead)

    async def _latest_weeks(self, league: League) -> list[TournamentField]:
        """Return the latest :data:`MISSED` weeks with a result, the latest first."""
        with translated_errors():
            weeks = await self._store.weeks(league.id, 0, None)
        return [
            await self._tournaments.field(await self._tournaments.find(id, league.guild))
            for id in reversed(weeks[-MISSED:])
        ]


class _LeagueSeason(NamedTuple):
    """A season of a server as a league counts it."""

    season: Season
    ends: int | None
    """Unix seconds when it ends; None once it is over, or where somebody ends it by hand."""


def _begun(fields: Sequence[TournamentField]) -> list[int]:
    """Return everybody who has begun a game of one of these tournaments, in their order."""
    found = dict[int, None]()
    for field in fields:
        begun = {line.entry for line in field.played}
        found |= dict.fromkeys(entry.user for entry in field.entries if entry.number in begun)
    return [*found]


def _left(week: Tournament, ends: int | None) -> int:
    """Return how many weeks may still end by then, this one among them; 0 where that is not known."""
    over = week.opened + week.seconds * (len(week.rounds) if week.together else 1)
    return 0 if ends is None else max((ends - over) // _WEEK + 1, 0)
