"""Days with their boards, and answers to puzzles (``bot.tables.daily``, ``bot.tables.puzzles``)."""

from collections.abc import Mapping

import msgspec
from sqlalchemy import ColumnElement, Subquery, and_, case, func, or_, select, update

from bot.tables.daily import PAGE, DailyBoard, DailyGame, DailyLine, MonthBoard, MonthLine
from bot.tables.model import days
from bot.tables.model.days import DAYS_OFF, stored_end
from bot.tables.model.processes import Shards
from bot.tables.model.store import SaveFailed
from bot.tables.model.table import TableId
from bot.tables.puzzles import NO_DAY, PuzzleReply, Solvers
from bot.tables.records.leaderboards import NEW, Rating
from bot.tables.storage.rows import read_options
from db import schema
from db.connection.reading import reader
from db.queries.base import DatabaseStore, is_listed, is_reviewed, of_shards
from db.queries.tournaments import NET
from db.schema import Found, into
from db.writing import statements

# -- Days and their boards (``bot.tables.daily.DailyStore``) ---------------------------------------------------

_dailies = schema.dailies.c
_results = schema.results.c
_reviews = schema.reviews.c
_tables = schema.tables.c

_DAY = 86_400

_NOBODY = 0
"""In place of a reader."""


class DatabaseDailies(DatabaseStore):
    """Reads ``results`` of finished games; an index finds a day of a server."""

    async def find_or_add(self, wanted: DailyGame) -> DailyGame:
        """Store ``wanted`` unless the day has its dice already. Of two first presses, one gets what the other drew."""
        values = {
            "guild": wanted.guild,
            "day": wanted.day,
            "game": wanted.game,
            "options": msgspec.json.encode(dict(wanted.options)).decode(),
            "secret": wanted.secret,
            "told": False,
            "entropy": wanted.entropy,
            "ends": wanted.ends,
        }
        await self._writer.execute(statements.insert_if_absent(self._readers.dialect.name, schema.dailies, values))
        stored = await self.find(wanted.guild, wanted.day)
        if stored is None:
            raise SaveFailed("a day was drawn and is not there")
        return stored

    async def find(self, guild: int, day: int) -> DailyGame | None:
        """Return the dice and options of a day."""
        query = select(schema.dailies).where(_dailies.guild == guild, _dailies.day == day)
        row = await self._row(query)
        if row is None:
            return None
        ends = stored_end(day, row.ends)
        return DailyGame(guild, day, row.game, read_options(row.options), row.secret, ends, row.entropy, row.champion)

    async def unplayed(self, shards: Shards, now: int) -> DailyGame | None:
        """Return the latest day that is over and that the champion has not played; none of version 0.1."""
        query = select(_dailies.guild, _dailies.day).where(schema.TO_PLAY, _dailies.ends <= now)
        latest = of_shards(query, _dailies.guild, shards).order_by(_dailies.ends.desc()).limit(1)
        row = await self._row(latest)
        return None if row is None else await self.find(row.guild, row.day)

    async def keep_champion(self, guild: int, day: int, played: str) -> None:
        """Remember how the champion played a day."""
        where = (_dailies.guild == guild, _dailies.day == day)
        await self._writer.execute(update(schema.dailies).where(*where).values(champion=played))

    async def is_revealed(self, guild: int, day: int) -> bool:
        """Return whether that day has shown its dice (``bot.tables.storage.seals.SealStore``)."""
        return bool(await self._value(select(_dailies.told).where(_dailies.guild == guild, _dailies.day == day)))

    async def mark_revealed(self, guild: int, day: int) -> None:
        """Remember for ever that it has."""
        where = (_dailies.guild == guild, _dailies.day == day)
        await self._writer.execute(schema.dailies.update().where(*where).values(told=True))

    async def around(self, guild: int, day: int) -> tuple[int | None, int | None]:
        """Return the nearest day before ``day`` that somebody has finished, and the nearest with dice after it."""
        before = select(func.max(_dailies.day)).where(_dailies.guild == guild, _dailies.day < day, _FINISHED)
        after = select(func.min(_dailies.day)).where(_dailies.guild == guild, _dailies.day > day)
        async with reader(self._readers) as connection:
            return await connection.scalar(before), await connection.scalar(after)

    async def table(self, guild: int, day: int, user: int) -> TableId | None:
        """Return the table of ``user`` on that day."""
        query = select(_tables.id).where(*_of_day(guild, day, user), _tables.practice == 0)
        return await self._value(query)

    async def practised(self, guild: int, day: int, user: int) -> tuple[int, TableId | None]:
        """Return how often ``user`` has played that day for practice, and the table of the last time."""
        query = select(_tables.practice, _tables.id).where(*_of_day(guild, day, user), _tables.practice > 0)
        row = await self._row(query.order_by(_tables.practice.desc()).limit(1))
        return (0, None) if row is None else (row.practice, TableId(row.id))

    async def net(self, table: TableId) -> float | None:
        """Return the points of a game of one seat without luck."""
        return await self._value(select(NET).where(_reviews.table_id == table))

    async def past(self, guild: int, before: int, limit: int) -> list[tuple[int, str]]:
        """Return the latest stored days before that one, each with its game."""
        query = select(_dailies.day, _dailies.game).where(_dailies.guild == guild, _dailies.day < before)
        return [(row.day, row.game) for row in await self._rows(query.order_by(_dailies.day.desc()).limit(limit))]

    async def month(
        self, guild: int, begin: int, end: int, user: int, *, off: int = DAYS_OFF, offset: int = 0, limit: int = PAGE
    ) -> MonthBoard:
        """Return who finished dailies of these days, most points first; without erased people, and version 0.1."""
        async with reader(self._readers) as connection:
            days_played = await connection.scalar(
                select(func.count(_results.day.distinct())).where(*_of(guild, begin, end))
            )
            ranked = _months(guild, begin, end, max((days_played or 0) - off, 1), user)
            page = select(ranked).order_by(ranked.c.rank, ranked.c.days.desc(), ranked.c.user_id)
            total = await connection.scalar(select(func.count()).select_from(ranked))
            rows = (await connection.execute(page.offset(offset).limit(limit))).all()
            own = (await connection.execute(select(ranked).where(ranked.c.user_id == user))).one_or_none()
        return MonthBoard(
            tuple(map(_month_line, rows)), None if own is None else _month_line(own), total or 0, days_played or 0
        )

    async def better(self, guild: int, day: int, score: int) -> int:
        """Return how many have more points than that on that day."""
        ranked = _ranked(guild, day, _NOBODY)
        return await self._value(select(func.count()).select_from(ranked).where(ranked.c.score > score)) or 0

    async def board(self, guild: int, day: int, user: int, *, offset: int = 0, limit: int = PAGE) -> DailyBoard:
        """Return everybody with a finished daily of ``day``, best first, ties in order of finishing; without erased
        people."""
        ranked = _ranked(guild, day, user)
        shown = _shown(ranked, user)
        page = select(shown).order_by(shown.c.rank, shown.c.finished_at, shown.c.number)
        own = select(ranked).where(ranked.c.user_id == user).limit(1)
        total, listed = (select(func.count()).select_from(part).scalar_subquery() for part in (ranked, shown))
        async with reader(self._readers) as connection:
            finished, seen = (await connection.execute(select(total, listed))).one()
            rows = (await connection.execute(page.offset(offset).limit(limit))).all() if limit else ()
            own_row = (await connection.execute(own)).one_or_none()
        lines = tuple(map(_line, rows))
        return DailyBoard(lines, None if own_row is None else _line(own_row), finished, finished - seen)

    async def finished(self, guild: int, user: int, before: int, limit: int) -> list[tuple[int, int]]:
        """Return when ``user`` finished dailies before that unix second, each with its day, latest first."""
        query = (
            select(_results.finished_at, _results.day)
            .where(_results.guild == guild, _results.user_id == user, _results.kind == "daily")
            .where(_results.finished_at < before)
            .order_by(_results.finished_at.desc())
            .limit(limit)
        )
        rows = await self._rows(query)
        return [(row.finished_at, row.day or days.day_of(row.finished_at)) for row in rows]


_FINISHED = (
    select(_results.table_id)
    .where(_results.guild == _dailies.guild, _results.day == _dailies.day)
    # An index finds them: a day lasts two at most, where its server chooses another zone.
    .where(_results.finished_at.between(_dailies.ends - 3 * _DAY, _dailies.ends + _DAY))
    .where(_results.kind == "daily", _results.user_id > 0)
    .correlate(schema.dailies)
    .exists()
)
"""Days that somebody has finished."""


def _of_day(guild: int, day: int, user: int) -> tuple[ColumnElement[bool], ...]:
    return _tables.guild == guild, _tables.daily == day, _tables.host == user


def _of(guild: int, begin: int, end: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for results of the dailies of these days; of ``end`` no more."""
    # No zone is a day away from UTC, so an index finds them.
    near = _results.finished_at.between(days.day_begins(begin) - _DAY, days.day_begins(end) + _DAY)
    of_days = (_results.day >= begin) & (_results.day < end)
    return _results.guild == guild, near, of_days, _results.kind == "daily", _results.user_id > 0


def _months(guild: int, begin: int, end: int, counted: int, reader: int) -> Subquery:
    """Return everybody's line of these days, of which as many as ``counted`` count, each person's best.

    People who want no line have none for others than themselves; their games count among those that others beat.

    A day brings hundredths of percent, as :func:`bot.engine.duplicate.matchpoints` has them: whole, so that equal is
    equal.
    """
    others = func.count().over(partition_by=_results.day) - 1
    won = (
        2 * (func.rank().over(partition_by=_results.day, order_by=_results.score) - 1)
        + func.count().over(partition_by=(_results.day, _results.score))
        - 1
    )
    share = case((others == 0, 5000), else_=(10_000 * won + others) // func.nullif(2 * others, 0))
    by_day = select(_results.user_id, share.label("share")).where(*_of(guild, begin, end)).subquery()
    best_first = func.row_number().over(partition_by=by_day.c.user_id, order_by=by_day.c.share.desc())
    numbered = select(by_day, best_first.label("number")).subquery()
    points = func.sum(case((numbered.c.number <= counted, numbered.c.share), else_=0))
    everybody = (
        select(
            numbered.c.user_id,
            points.label("points"),
            func.count().label("days"),
            func.rank().over(order_by=points.desc()).label("rank"),
        )
        .group_by(numbered.c.user_id)
        .subquery()
    )
    return _shown(everybody, reader)


def _shown(everybody: Subquery, reader: int) -> Subquery:
    """Return the lines that ``reader`` may see; ranks stay those among everybody."""
    return select(everybody).where(is_listed(everybody.c.user_id, reader)).subquery()


def _month_line(row: Found) -> MonthLine:
    return MonthLine(row.rank, row.user_id, int(row.points) / 100, row.days)


def _ranked(guild: int, day: int, reader: int) -> Subquery:
    """Return everybody who finished the daily of ``day``, with the net scores that ``reader`` may see."""
    begin, end = days.day_begins(day), days.day_ends(day)
    # No zone is a day away from UTC, so an index finds the day; without one stored it is a day of UTC.
    near = _results.finished_at.between(begin - _DAY, end + _DAY)
    of_utc = _results.day.is_(None) & (_results.finished_at >= begin) & (_results.finished_at < end)
    return (
        select(
            _results.user_id,
            _results.score,
            _results.finished_at,
            _results.number,
            func.rank().over(order_by=_results.score.desc()).label("rank"),
            case((is_reviewed(_results.user_id, reader), NET)).label("net"),
        )
        .select_from(
            schema.results.outerjoin(
                schema.reviews, and_(_reviews.table_id == _results.table_id, _reviews.seat == _results.seat)
            )
        )
        .where(_results.guild == guild, near, or_(_results.day == day, of_utc))
        .where(_results.kind == "daily", _results.user_id > 0)
        .subquery()
    )


def _line(row: Found) -> DailyLine:
    return DailyLine(row.rank, row.user_id, row.score, row.net)


# -- Answers to puzzles (``bot.tables.puzzles.PuzzleStore``) -------------------------------------------------

_answers, _hints = schema.puzzle_answers.c, schema.puzzle_hints.c

UNAIDED = ~(
    select(_hints.user_id)
    .where(_hints.user_id == _answers.user_id, _hints.day == _answers.day, _hints.puzzle == _answers.puzzle)
    .correlate(schema.puzzle_answers)
    .exists()
)
"""Answers before which there was no hint."""

_NAMED = 20
"""People whom a page names."""


class DatabasePuzzles(DatabaseStore):
    """Answers as rows; the last one of a person holds their rating."""

    async def find(self, user: int, day: int, puzzle: str) -> PuzzleReply | None:
        """Return what ``user`` answered."""
        where = (_answers.user_id == user, _answers.day == day, _answers.puzzle == puzzle)
        row = await self._row(select(schema.puzzle_answers, UNAIDED.label("unaided")).where(*where))
        if row is None:
            return None
        hinted = not row.unaided
        return PuzzleReply(user, day, puzzle, row.guild, row.answer, row.solved, _rating(row), row.at, hinted)

    async def hinted(self, user: int, day: int, puzzle: str) -> bool:
        """Return whether ``user`` had a hint."""
        where = (_hints.user_id == user, _hints.day == day, _hints.puzzle == puzzle)
        return await self._row(select(_hints.user_id).where(*where)) is not None

    async def add_hint(self, user: int, day: int, puzzle: str) -> None:
        """Store that ``user`` had a hint."""
        values, dialect = {"user_id": user, "day": day, "puzzle": puzzle}, self._readers.dialect.name
        await self._change_if_there(statements.insert_if_absent(dialect, schema.puzzle_hints, values))

    async def add(self, reply: PuzzleReply, puzzle: Rating, before: Rating | None = None) -> None:
        """Store an answer and what the puzzle has learnt from it, unless there is one already.

        Another answer may have come since it was rated ``before``: both count.
        """
        values = {
            "user_id": reply.user,
            "day": reply.day,
            "puzzle": reply.puzzle,
            "guild": reply.guild,
            "answer": reply.do,
            "solved": reply.solved,
            "mu": reply.rating.mu,
            "sigma": reply.rating.sigma,
            "number": reply.rating.games,
            "at": reply.at,
        }
        dialect, was, now = self._readers.dialect.name, before or puzzle, schema.puzzle_ratings.c
        rated = into(dialect)(schema.puzzle_ratings).values(
            puzzle=reply.puzzle, mu=puzzle.mu, sigma=puzzle.sigma, number=puzzle.games
        )
        learnt = {
            "mu": now.mu + (puzzle.mu - was.mu),
            "sigma": now.sigma * (puzzle.sigma / was.sigma),
            "number": now.number + (puzzle.games - was.games),
        }
        await self._change_if_there(
            statements.insert_if_absent(dialect, schema.puzzle_answers, values),
            rated.on_conflict_do_update(index_elements=list(schema.puzzle_ratings.primary_key), set_=learnt),
        )

    async def puzzle_rating(self, puzzle: str) -> Rating | None:
        """Return the rating of a puzzle."""
        row = await self._row(select(schema.puzzle_ratings).where(schema.puzzle_ratings.c.puzzle == puzzle))
        return None if row is None else _rating(row)

    async def replies(self, user: int, days: Mapping[int, str]) -> Mapping[int, bool]:
        """Return whether ``user`` solved the puzzles of ``days``; the answer of the day itself comes first."""
        since = and_(_answers.day == NO_DAY, _answers.puzzle.in_(days.values()))
        query = select(_answers.day, _answers.puzzle, _answers.solved).where(
            _answers.user_id == user, or_(_answers.day.in_(days), since)
        )
        solved = {(row.day, row.puzzle): row.solved for row in await self._rows(query)}
        known = {day: solved.get((day, name), solved.get((NO_DAY, name))) for day, name in days.items()}
        return {day: was for day, was in known.items() if was is not None}

    async def rating(self, user: int) -> Rating:
        """Return the rating of ``user``."""
        query = select(schema.puzzle_answers).where(_answers.user_id == user)
        row = await self._row(query.order_by(_answers.number.desc(), _answers.at.desc()).limit(1))
        return NEW if row is None else _rating(row)

    async def answered(self, user: int) -> set[str]:
        """Return the puzzles of no day that ``user`` has answered."""
        return set(await self._values(select(_answers.puzzle).where(_answers.user_id == user, _answers.day == NO_DAY)))

    async def solved_days(self, user: int, before: int, limit: int, *, unaided: bool = False) -> list[int]:
        """Return days whose puzzle ``user`` solved."""
        days = select(_answers.day).where(_answers.user_id == user, _answers.day > NO_DAY, _answers.day < before)
        days = days.where(UNAIDED) if unaided else days
        return await self._values(days.where(_answers.solved).order_by(_answers.day.desc()).distinct().limit(limit))

    async def solvers(self, guild: int, day: int) -> Solvers:
        """Return who answered in ``guild``."""
        where = (_answers.guild == guild, _answers.day == day)
        solved = select(_answers.user_id).where(*where, _answers.solved, is_listed(_answers.user_id, _NOBODY))
        async with reader(self._readers) as connection:
            answered = await connection.scalar(select(func.count()).where(*where))
            total = await connection.scalar(select(func.count()).where(*where, _answers.solved))
            named = (await connection.execute(solved.order_by(_answers.at, _answers.user_id).limit(_NAMED))).scalars()
        return Solvers(tuple(named), int(total or 0), int(answered or 0))


def _rating(row: Found) -> Rating:
    return Rating(row.mu, row.sigma, row.number)
