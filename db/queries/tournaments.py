"""Tournaments, who has entered them, their games, and leagues of them.

That is ``TournamentStore`` of ``bot.tables.tournaments``, and ``LeagueStore`` of ``bot.tables.leagues``.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Executable, Update, and_, case, func, insert, literal, or_, select, update

from bot.engine import OptionValue
from bot.engine.duplicate import Scoring
from bot.tables.hand import Did
from bot.tables.leagues import EveningReminder, League, LeagueStatus
from bot.tables.model.processes import EVERY_SHARD, Shards
from bot.tables.model.store import Kind, Row, SaveConflict, SaveFailed
from bot.tables.model.table import Status, TableId
from bot.tables.storage.rows import as_json
from bot.tables.storage.seals import Phase
from bot.tables.tournaments import Played, RoundGame, Tournament, TournamentEntry, TournamentPace, TournamentStatus
from db import schema
from db.queries.base import DatabaseStore, of_shards
from db.schema import Found, into
from db.writing import statements

_tournaments = schema.tournaments.c
_entries = schema.entries.c
_leagues = schema.leagues.c
_tables = schema.tables.c
_results = schema.results.c
_reviews = schema.reviews.c
_deeds = schema.deeds.c

_READ: Mapping[str, Callable[[Any], Any]] = {
    "pace": TournamentPace,
    "status": TournamentStatus,
    "scoring": Scoring,
    "rounds": lambda stored: tuple(
        RoundGame(game, options)
        for game, options in msgspec.json.decode(stored, type=list[tuple[str, dict[str, OptionValue]]])
    ),
    "stirred": msgspec.json.Decoder(tuple[int, ...]).decode,
    "calls": msgspec.json.Decoder(tuple[int, ...]).decode,
    "champions": lambda stored: () if stored is None else msgspec.json.decode(stored, type=tuple[str, ...]),
}

_REMINDER = msgspec.json.Decoder(EveningReminder)

_COUNTS = msgspec.json.Decoder(tuple[tuple[int, int | None], ...])

NET = case((_reviews.unit == "turns", -_reviews.start), else_=_reviews.start) - _reviews.lost
"""The score without luck: turns count below 0."""

_VOID: Kind = "void"

_OUTSIDE = ("message", "announced", "drawn", "called", "calls")
"""What no change of a tournament touches: where its messages are, and what they show."""

_NOBODY_GONE = as_json(())

_TRIES = 10

_TOGETHER = TournamentPace.TOGETHER.value


class DatabaseTournaments(DatabaseStore):
    """A tournament has its version, so that of two changes at once one is made again."""

    async def add(self, tournament: Tournament) -> None:
        """Store a new one."""
        dialect = self._readers.dialect.name
        await self._writer.execute(statements.insert_if_absent(dialect, schema.tournaments, _row(tournament)))
        stored = await self.find(tournament.id)
        if stored is None or stored.secret != tournament.secret:
            raise SaveConflict

    async def save(self, tournament: Tournament, tells: TableId | None = None) -> None:
        """Store it in place of the version before, and with it that the tournament it ``tells`` has changed too."""
        version = _tournaments.version + 1
        other = update(schema.tournaments).where(_tournaments.id == tells).values(version=version)
        await self._replace(_saved(tournament), *(() if tells is None else (other,)))

    async def _replace(self, change: Update, *rest: Executable) -> None:
        """Make a change, and with it the rest. Raises SaveConflict if its version is not there, and changes nothing."""
        if not await self._change_if_there(change, *rest):
            raise SaveConflict

    async def placed(self, id: TableId, message: int, *, announced: bool = False) -> None:
        """Remember its message."""
        await self._set(id, message=message, announced=announced)

    async def note_drawn(self, id: TableId, version: int) -> None:
        """Remember which version its message shows."""
        await self._set(id, drawn=version)

    async def note_calls(self, id: TableId, called: int, calls: Sequence[int]) -> None:
        """Remember to how many rounds people were called, and the messages that call them now."""
        await self._set(id, called=called, calls=as_json(calls))

    async def _set(self, id: TableId, **values: int | str) -> None:
        await self._writer.execute(update(schema.tournaments).where(_tournaments.id == id).values(values))

    async def find(self, id: TableId) -> Tournament | None:
        """Return it as it is stored."""
        row = await self._row(select(schema.tournaments).where(_tournaments.id == id))
        return None if row is None else _tournament(row)

    async def phase(self, tournament: int) -> Phase:
        """Return how far it is."""
        found = await self.find(TableId(tournament))
        return Phase(True, 0, None) if found is None else found.phase

    async def enter(
        self, tournament: Tournament, user: int, side: int | None, at: int, most: int
    ) -> TournamentEntry | None:
        """Add an entry, or return the one that there is; None where ``most`` have entered already."""
        count = func.coalesce(func.max(_entries.number), 0) + 1
        following = select(count.label("number")).where(_entries.tournament == tournament.id).subquery()
        values: Row = {"tournament": tournament.id, "guild": tournament.guild, "user_id": user, "side": side, "at": at}
        same = [literal(value, schema.entries.c[name].type) for name, value in values.items()]
        row = select(following.c.number, *same).where(following.c.number <= most)
        entries = into(self._readers.dialect.name)(schema.entries)
        add = entries.from_select(["number", *values], row).on_conflict_do_nothing()
        for _ in range(_TRIES):  # Two processes may want the same number.
            await self._writer.execute(add)
            known = await self.entry(tournament.id, user)
            if known is not None:
                return known
            if (await self._value(select(following.c.number)) or 0) > most:
                return None
        raise SaveFailed("an entry was stored and is not there")

    async def entry(self, id: TableId, user: int) -> TournamentEntry | None:
        """Return the entry of ``user``."""
        query = select(schema.entries).where(_entries.tournament == id, _entries.user_id == user)
        row = await self._row(query)
        return None if row is None else _entry(row)

    async def entries(self, id: TableId) -> list[TournamentEntry]:
        """Return everybody who has entered."""
        query = select(schema.entries).where(_entries.tournament == id).order_by(_entries.number)
        return [_entry(row) for row in await self._rows(query)]

    async def note_removed(self, id: TableId, users: Collection[int], *, removed: bool) -> None:
        """Note that a manager has removed these people, or has let them back in."""
        those = (_entries.tournament == id, _entries.user_id.in_(users))
        await self._writer.execute(update(schema.entries).where(*those).values(removed=removed))

    async def played(self, id: TableId) -> list[Played]:
        """Return all games; one that its player has left has no result."""
        query = (
            select(
                _tables.entry,
                _tables.round,
                _tables.id,
                _tables.status,
                _tables.gone,
                _tables.thrown,
                _results.score,
                NET.label("net"),
            )
            .select_from(
                schema.tables.outerjoin(
                    schema.results,
                    (_results.table_id == _tables.id) & ~_results.has_left & (_results.kind != _VOID),
                ).outerjoin(schema.reviews, _reviews.table_id == _tables.id)
            )
            .where(_tables.tournament == id)
            .order_by(_tables.entry, _tables.round)
        )
        return [
            Played(
                row.entry,
                row.round,
                TableId(row.id),
                row.status not in (Status.PLAYING, Status.LOBBY),
                row.score if row.status == Status.FINISHED else None,
                row.net if row.status == Status.FINISHED else None,
                row.status == Status.ENDED and row.gone != _NOBODY_GONE,
                row.thrown > 0,
            )
            for row in await self._rows(query)
        ]

    async def on(self, guild: int) -> list[TableId]:
        """Return the tournaments of ``guild`` that go on, oldest first."""
        query = select(_tournaments.id).where(_tournaments.guild == guild, schema.ON)
        return [TableId(id) for id in await self._values(query.order_by(_tournaments.opened, _tournaments.id))]

    async def due(self, now: int, shards: Shards = EVERY_SHARD) -> list[TableId]:
        """Return those of ``shards`` with something to do by ``now``: the end, a reminder, perhaps the next round."""
        playing, together = _tournaments.status == TournamentStatus.PLAYING.value, _tournaments.pace == _TOGETHER
        missing = _tournaments.reminded <= case((together, _tournaments.round), else_=0)
        late = _tournaments.ends - _tournaments.seconds / 4 <= now
        anything = or_(_tournaments.ends <= now, and_(playing, or_(together, and_(missing, late))))
        query = of_shards(select(_tournaments.id).where(schema.ON, anything), _tournaments.guild, shards)
        return [TableId(id) for id in await self._values(query)]

    async def to_draw(self, shards: Shards = EVERY_SHARD) -> list[TableId]:
        """Return the tournaments of ``shards`` whose message does not show their last change."""
        query = of_shards(select(_tournaments.id).where(schema.TO_DRAW), _tournaments.guild, shards)
        return [TableId(id) for id in await self._values(query)]

    async def unplayed(self, shards: Shards = EVERY_SHARD) -> TableId | None:
        """Return the latest tournament of which something is over that the champion has not played."""
        partly, playing = _tournaments.par_rounds.is_not(None), _tournaments.status == TournamentStatus.PLAYING.value
        over = and_(_tournaments.status == TournamentStatus.OVER.value, or_(_tournaments.champions.is_(None), partly))
        between = and_(
            schema.ON,
            playing,
            _tournaments.pace == _TOGETHER,
            _tournaments.round > func.coalesce(_tournaments.par_rounds, 0),
        )
        query = select(_tournaments.id).where(or_(over, between))
        latest = of_shards(query, _tournaments.guild, shards).order_by(_tournaments.ends.desc()).limit(1)
        found: TableId | None = await self._value(latest)
        return found

    # Two servers

    async def invited(self, invite: str) -> Tournament | None:
        """Return the tournament that another server enters by this code."""
        row = await self._row(select(schema.tournaments).where(_tournaments.invite == invite))
        return None if row is None else _tournament(row)

    async def invitations(self, user: int, guild: int, now: int, limit: int) -> list[Tournament]:
        """Return the latest that ``guild`` may enter by ``user``: theirs, and those of where they have played."""
        played = and_(_results.guild == _tournaments.guild, _results.user_id == user)
        let = (_deeds.guild == _tournaments.guild, _deeds.game_table == _tournaments.id, _deeds.manager_id == user)
        invited = and_(*let, _deeds.do == Did.INVITE.value)
        known = (select(literal(1)).where(how).correlate(schema.tournaments).exists() for how in (played, invited))
        query = select(schema.tournaments).where(
            _tournaments.invite.is_not(None),
            _tournaments.status == TournamentStatus.OPEN.value,
            _tournaments.ends > now,
            _tournaments.guild != guild,
            or_(_tournaments.host == user, *known),
        )
        rows = await self._rows(query.order_by(_tournaments.opened.desc(), _tournaments.id).limit(limit))
        return [_tournament(row) for row in rows]

    async def pair(self, theirs: Tournament, ours: Tournament) -> None:
        """Store ``theirs`` in place of the version before, and with it ``ours``, which is new."""
        await self._replace(_saved(theirs), insert(schema.tournaments).values(_row(ours)))

    # Leagues

    async def begin_league(self, league: League, first: Tournament) -> None:
        """Store a new one, and its first tournament in place of the version before."""
        await self._replace(_saved(first), insert(schema.leagues).values(_league_row(league)))

    async def save_league(self, league: League, opened: Tournament | None = None) -> None:
        """Store it in place of the version before, and with it the tournament that it has opened."""
        known = (_leagues.id == league.id, _leagues.version == league.version - 1)
        opening = () if opened is None else (insert(schema.tournaments).values(_row(opened)),)
        await self._replace(update(schema.leagues).where(*known).values(_league_row(league)), *opening)

    async def note_event(self, league: League, event: int | None) -> None:
        """Remember the event of its next evening, unless another evening is the next meanwhile."""
        same = _leagues.next.is_not_distinct_from(league.next)
        await self._writer.execute(update(schema.leagues).where(_leagues.id == league.id, same).values(event=event))

    async def league(self, id: TableId) -> League | None:
        """Return it as it is stored."""
        row = await self._row(select(schema.leagues).where(_leagues.id == id))
        return None if row is None else _league(row)

    async def leagues(self, guild: int) -> list[League]:
        """Return those of ``guild`` that nobody has ended, oldest first."""
        query = select(schema.leagues).where(_leagues.guild == guild, _leagues.status != LeagueStatus.ENDED.value)
        return [_league(row) for row in await self._rows(query.order_by(_leagues.began, _leagues.id))]

    async def leagues_due(self, now: int, shards: Shards = EVERY_SHARD) -> list[TableId]:
        """Return those of ``shards`` whose next evening has come."""
        query = of_shards(select(_leagues.id).where(schema.NEXT, _leagues.next <= now), _leagues.guild, shards)
        return [TableId(id) for id in await self._values(query)]

    async def leagues_to_remind(self, by: int, shards: Shards = EVERY_SHARD) -> list[TableId]:
        """Return those of ``shards`` whose next evening comes ``by`` that unix second, or that know of a reminder."""
        soon = or_(and_(schema.NEXT, _leagues.next <= by), _leagues.reminder.is_not(None))
        return [
            TableId(id) for id in await self._values(of_shards(select(_leagues.id).where(soon), _leagues.guild, shards))
        ]

    async def weeks(self, league: TableId, since: int, until: int | None) -> list[TableId]:
        """Return its tournaments with a result that ended in that time, oldest first."""
        query = select(_tournaments.id).where(
            schema.IN_LEAGUE,
            _tournaments.league == league,
            _tournaments.status == TournamentStatus.OVER.value,
            _tournaments.ends >= since,
            *(() if until is None else (_tournaments.ends < until,)),
        )
        return [TableId(id) for id in await self._values(query.order_by(_tournaments.ends, _tournaments.id))]


def _saved(tournament: Tournament) -> Update:
    """Return what stores it in place of the version before."""
    values = {name: value for name, value in _row(tournament).items() if name not in _OUTSIDE}
    known = (_tournaments.id == tournament.id, _tournaments.version == tournament.version - 1)
    return update(schema.tournaments).where(*known).values(values)


def _league_row(league: League) -> Row:
    values: Row = {column.name: getattr(league, column.name) for column in schema.leagues.columns}
    values["reminder"] = None if league.reminder is None else as_json(league.reminder)
    return values | {"status": league.status.value, "counts": as_json(league.counts) if league.counts else None}


def _league(row: Found) -> League:
    counts = () if row.counts is None else _COUNTS.decode(row.counts)
    reminder = None if row.reminder is None else _REMINDER.decode(row.reminder)
    return League(**dict(row._mapping) | {"status": LeagueStatus(row.status), "counts": counts, "reminder": reminder})


def _row(tournament: Tournament) -> Row:
    names = [column.name for column in schema.tournaments.columns if column is not _tournaments.par_rounds]
    values: Row = {name: getattr(tournament, name) for name in names}
    values["rounds"] = as_json([[game, dict(options)] for game, options in tournament.rounds])
    values["stirred"], values["calls"] = as_json(tournament.stirred), as_json(tournament.calls)
    values["champions"] = as_json(tournament.champions) if tournament.champions else None
    partly = 0 < len(tournament.champions) < len(tournament.rounds)
    values["par_rounds"] = len(tournament.champions) if partly else None
    return values | {name: getattr(tournament, name).value for name in ("pace", "status", "scoring")}


def _tournament(row: Found) -> Tournament:
    values = dict(row._mapping)
    del values["par_rounds"]
    return Tournament(**{name: _READ[name](value) if name in _READ else value for name, value in values.items()})


def _entry(row: Found) -> TournamentEntry:
    return TournamentEntry(row.number, row.user_id, row.side, bool(row.removed))
