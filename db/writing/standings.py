"""Standings: the numbers of every leaderboard. The transaction that stores a game's results keeps them up to date.

A result counts in several views at once: its own kind and option set, all option sets (``*``), all games (``*``), and,
with several players, all dice (``both``); each in its periods. So a board is one range of the primary key, and a run of
wins is right in every view. Of months only that of the server's last game stays; of weeks that and the one before it,
of which a post tells until the next Sunday; seasons stay.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from sqlalchemy import (
    ColumnElement,
    Executable,
    RowMapping,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    literal,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy import (
    cast as sql_cast,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.model import days
from bot.tables.model.store import RIVALRIES, Kind, Row
from bot.tables.records.leaderboards import BOTH, EVERY
from bot.thinker.answers import usual_unit
from db import schema
from db.connection.sqlite import Bulk, write
from db.schema import Cell, Insert, Into, into

_results = schema.results.c
_seasons = schema.seasons.c
_reviews = schema.reviews.c

_VOID: Kind = "void"

_SLICE = 500
"""Results that a rebuild reads at a time."""

_KEY = ("guild", "period", "kind", "game", "rules", "user_id")
_ORDER = ("guild", "given_period", *_KEY[2:])
_PERIOD = schema.standings.c.period.type

# Written into the statement: SQLite's driver takes no parameters but those of a row.
_ZERO: ColumnElement[int] = literal_column("0")
_ONE: ColumnElement[int] = literal_column("1")

_READ = (
    "guild",
    "user_id",
    "kind",
    "game",
    "rules",
    "options",
    "won",
    "has_left",
    "seats",
    "score",
    "finished_at",
    "day",
)
_SUMS = ("games", "wins", "stayed", "points", "reviewed", "lost")
_GIVEN = tuple(column.name for column in schema.standings.c if column.name != "period")


class Standings:
    """The statements that keep standings, for one kind of database."""

    def __init__(self, dialect: str) -> None:
        """Write them, or take those that were written before."""
        self._count, self._first_season = _statements(dialect)

    async def add(self, connection: AsyncConnection, results: Sequence[Row]) -> None:
        """Count ``results``, which were just inserted, without reading anything."""
        for guild, last in {result["guild"]: result for result in results}.items():
            await self._begin(connection, guild, last["finished_at"])
            day = _day(last)
            oldest = {"month": days.month_key(day), "week": days.week_key(days.week_before(day))}
            await connection.execute(_PAST, {"of_guild": guild, **oldest})
        rows = [row for result in results for row in counted(result)]
        if rows:
            # Processes that lock the same rows do so in the same order; a player's games stay in theirs.
            rows.sort(key=lambda row: tuple(str(row[name]) for name in _ORDER))
            await write(connection, self._count, rows)

    async def add_review(self, connection: AsyncConnection, result: RowMapping, games: int, lost: float) -> None:
        """Count a review by the usual unit in the lines in which its ``result`` counts, as far as they still stand."""
        lines, views = schema.standings.c, [view for view in _views(result) if view[1] != EVERY]
        periods_of = [period for period in _periods(result["kind"], _day(result)) if period is not None]
        season = _running_season(result["guild"], result["finished_at"])
        await connection.execute(
            update(schema.standings)
            .where(
                lines.guild == result["guild"],
                or_(lines.period.in_(periods_of), lines.period == season),
                lines.kind.in_(sorted({kind for kind, *_ in views})),
                lines.game == result["game"],
                lines.rules.in_(sorted({rules for _, _, rules, _ in views})),
                lines.user_id == result["user_id"],
            )
            .values(reviewed=lines.reviewed + games, lost=lines.lost + lost)
        )

    async def rebuild(self, connection: AsyncConnection, guild: int, users: Sequence[int] | None = None) -> None:
        """Compute the standings of ``guild`` from its results again, or those of some ``users`` alone."""
        results = select(_results.finished_at, _results.day).where(_results.guild == guild).limit(1)
        order = (_results.finished_at, _results.number)
        first = (await connection.execute(results.order_by(*order))).mappings().first()
        last = (await connection.execute(results.order_by(*(column.desc() for column in order)))).mappings().first()
        lines = schema.standings.c
        theirs = () if users is None else (lines.user_id.in_(users),)
        await connection.execute(delete(schema.standings).where(lines.guild == guild, *theirs))
        if first is None or last is None:
            return
        await self._begin(connection, guild, first["finished_at"])
        day = _day(last)
        present = (days.month_key(day), days.week_key(day), days.week_key(days.week_before(day)))
        kept = lambda period: (period or "-")[0] not in "mw" or period in present  # noqa: E731
        await self._again(connection, guild, 0, kept, users)

    async def rebuild_seasons(self, connection: AsyncConnection, guild: int, first: int) -> None:
        """Compute the standings of season ``first`` of ``guild`` and of those after it again."""
        seasons = (
            await connection.execute(
                select(_seasons.number, _seasons.started).where(_seasons.guild == guild, _seasons.number >= first)
            )
        ).all()
        gone = [days.season_key(number) for number in range(first, max(season.number for season in seasons) + 2)]
        table = schema.standings.c
        await connection.execute(delete(schema.standings).where(table.guild == guild, table.period.in_(gone)))
        # A server's first season also takes what is older than it.
        since = 0 if first == 1 else min(season.started for season in seasons)
        await self._again(connection, guild, since, lambda period: period is None)

    async def _again(
        self,
        connection: AsyncConnection,
        guild: int,
        since: int,
        kept: Callable[[str | None], bool],
        users: Sequence[int] | None = None,
    ) -> None:
        """Count the results of ``guild``, or of ``users`` there, from ``since`` on once more, in periods ``kept``."""
        review = and_(_reviews.table_id == _results.table_id, _reviews.seat == _results.seat)
        counted_reviews = and_(_results.reviewed, review, _reviews.kinds.is_not(None))
        query = (
            select(
                *(_results[name] for name in _READ),
                _reviews.unit.label("review_unit"),
                _reviews.games.label("review_games"),
                _reviews.lost.label("review_lost"),
            )
            .outerjoin_from(schema.results, schema.reviews, counted_reviews)
            .where(_results.guild == guild, _results.finished_at >= since)
            .order_by(_results.finished_at, _results.number)
        )
        if users is not None:
            query = query.where(_results.user_id.in_(users))
        async with connection.stream(query) as stream:
            async for some in stream.mappings().partitions(_SLICE):
                rows = [row for result in some for row in counted(result) if kept(row["given_period"])]
                if rows:
                    await write(connection, self._count, rows)

    async def _begin(self, connection: AsyncConnection, guild: int, at: int) -> None:
        """Start a season where none runs: the first one of a server begins with its first result."""
        await connection.execute(self._first_season, {"of_guild": guild, "at": at})


def counted(result: Row | RowMapping) -> list[Row]:
    """Return what a row of results adds to standings. The period None is the season at the time of its end.

    An erased person has an id below 0 and does not count; nor does a voided result.
    """
    if result["user_id"] < 0 or result["kind"] == _VOID:
        return []
    at, stayed, won = result["finished_at"], not result["has_left"], int(result["won"])
    score = result["score"] if stayed else None
    numbers = {
        "guild": result["guild"],
        "user_id": result["user_id"],
        "games": 1,
        "wins": won,
        "stayed": int(stayed),
        "points": score or 0,
        "highest": score,
        "lowest": score,
        "streak": won,
        "longest": won,
        "last": at,
        "season_guild": result["guild"],
        "season_at": at,
    }
    reviewed = _reviewed(result)
    return [
        {**numbers, **(_UNREVIEWED if game == EVERY else reviewed)}
        | {"given_period": period, "kind": kind, "game": game, "rules": rules, "options": options}
        for period in _periods(result["kind"], _day(result))
        for kind, game, rules, options in _views(result)
    ]


_UNREVIEWED: Row = {"reviewed": 0, "lost": 0.0}


def _reviewed(result: Row | RowMapping) -> Row:
    """Return what the review of ``result`` adds, if it has one and that is counted. Units do not mix."""
    unit = result.get("review_unit")
    if unit is None or unit != usual_unit(result["game"]):
        return _UNREVIEWED
    return {"reviewed": result["review_games"], "lost": result["review_lost"]}


def _day(result: Row | RowMapping) -> int:
    """Return the server's day on which ``result`` counts; version 0.1 stored none."""
    day: int | None = result["day"]
    return days.day_of(result["finished_at"]) if day is None else day


def _periods(kind: str, day: int) -> tuple[str | None, ...]:
    periods = (days.ALL, days.month_key(day), days.week_key(day), None)
    return (*periods, days.day_key(day)) if kind == "daily" else periods


def _views(result: Row | RowMapping) -> Iterable[tuple[str, str, str, str]]:
    """Yield kind, game, rules and options of every view of ``result``."""
    kind, game, rules = result["kind"], result["game"], result["rules"]
    whatever_dice = kind in RIVALRIES and result["seats"] > 1
    for counted_as in (kind, BOTH) if whatever_dice else (kind,):
        yield counted_as, game, rules, result["options"]
        yield counted_as, game, EVERY, "{}"
        yield counted_as, EVERY, EVERY, "{}"
        if not rules:
            yield counted_as, EVERY, rules, "{}"


@cache
def _statements(dialect: str) -> tuple[Executable | Bulk, Executable]:
    """Return the statement that counts games, and the one that starts the first season."""
    count = _count(into(dialect))
    return Bulk(count, sqlite.dialect(), _GIVEN) if dialect == "sqlite" else count, _first_season(into(dialect))


def _count(insert: Into) -> Insert:
    """Return the statement that adds one game to a line, or makes the line."""
    table = schema.standings.c
    season = _running_season(bindparam("season_guild"), bindparam("season_at"))
    period = func.coalesce(bindparam("given_period", type_=_PERIOD), season)
    statement = insert(schema.standings).values(period=period).inline()
    new = statement.excluded
    streak = case((new.wins > _ZERO, table.streak + _ONE), else_=_ZERO)
    changes: dict[str, Cell] = {name: table[name] + new[name] for name in _SUMS}
    changes |= {
        "highest": _better(table.highest, new.highest, new.highest > table.highest),
        "lowest": _better(table.lowest, new.lowest, new.lowest < table.lowest),
        "streak": streak,
        "longest": case((streak > table.longest, streak), else_=table.longest),
        "last": case((new.last > table.last, new.last), else_=table.last),
    }
    return statement.on_conflict_do_update(index_elements=[table[name] for name in _KEY], set_=changes)


def _better(old: Cell, new: Cell, is_better: ColumnElement[bool]) -> Cell:
    return case((or_(old.is_(None), is_better), new), else_=old)


def _running_season(guild: Cell | int, at: Cell | int) -> Cell:
    """The key of the season of ``guild`` at the end of the game; the first one takes what is older than it."""
    number = (
        select(func.coalesce(func.max(_seasons.number), _ONE))
        .where(_seasons.guild == guild, _seasons.started <= at)
        .scalar_subquery()
    )
    return literal_column("'s'", _PERIOD).concat(sql_cast(number, _PERIOD))


def _first_season(insert: Into) -> Executable:
    guild, at = bindparam("of_guild", type_=_seasons.guild.type), bindparam("at", type_=_seasons.started.type)
    values = select(guild, literal(1), at).where(~exists().where(_seasons.guild == guild))
    return insert(schema.seasons).from_select(["guild", "number", "started"], values).on_conflict_do_nothing()


def _past(oldest: str) -> ColumnElement[bool]:
    columns = schema.standings.c
    first = and_(columns.guild == bindparam("of_guild"), columns.period >= oldest[0])
    return and_(first, columns.period < bindparam(oldest))


_PAST = delete(schema.standings).where(or_(_past("month"), _past("week")))
"""Deletes months and weeks before the oldest ones that stay."""
