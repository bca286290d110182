"""Pages of ``bot.tables.records.leaderboards``: each is one range of the key of standings, or of ratings."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Float, Integer, Subquery, and_, case, func, literal, or_, select, true
from sqlalchemy import cast as sql_cast
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from bot.tables.core.rows import read_options
from bot.tables.records.leaderboards import (
    EVERY,
    LeaderboardKind,
    LeaderboardLine,
    LeaderboardPage,
    LeaderboardQuery,
    PlayedRules,
    PlayerTotals,
)
from bot.tables.records.rating import MIDDLE, SETTLED, START_MU, UNIT, Rating
from db import schema
from db.connection.reading import reader
from db.queries.base import DatabaseReads
from db.sql import Cell, Found, Query

_Columns: TypeAlias = ReadOnlyColumnCollection[str, Any]

_standings = schema.standings.c
_KINDS: tuple[LeaderboardKind, ...] = ("together", "real", "solo", "daily")
_COUNTED = ("games", "wins", "stayed", "points", "highest", "lowest", "streak", "longest", "last")
_RATED = ("mu", "sigma", "games")


class DatabaseLeaderboards(DatabaseReads):
    """Leaderboards, read from stored numbers."""

    async def page(
        self, board: LeaderboardQuery, user: int, offset: int | None = 0, limit: int = 10
    ) -> LeaderboardPage:
        """Return the lines of a page; lines without a rank come last, tied ones in order of user id."""
        lines = (_rated(board) if board.by == "rating" else _lines(board)).subquery()
        async with reader(self._readers) as connection:
            own = (await connection.execute(select(lines).where(lines.c.user_id == user))).one_or_none()
            found = (await connection.execute(_page(lines, own, offset, limit))).all()
            users = [row.user_id for row in found]
            rows = {
                row.user_id: row for row in await connection.execute(select(lines).where(lines.c.user_id.in_(users)))
            }
        total, better, before, first, above = found[0][-5:] if found else (0,) * 5
        # The line above the page came too: a tie with it is all that keeps the first rank from being its place.
        shown = [rows[user] for user in users[min(first, 1) :][:limit] if user in rows]
        ranks = _ranks(shown, first, above if first else 0)
        page = tuple(_line(row, board, first + number, ranks[number]) for number, row in enumerate(shown))
        return LeaderboardPage(page, total, None if own is None else _line(own, board, better + before, better + 1))

    async def counts(self, guild: int, user: int, period: str = "all") -> dict[tuple[str, str, str], PlayerTotals]:
        """Return all counts of ``user``."""
        query = select(schema.standings).where(
            _standings.user_id == user, _standings.guild == guild, _standings.period == period
        )
        rows = await self._rows(query)
        return {(row.kind, row.game, row.rules): _counts(row) for row in rows}

    async def played(self, guild: int, game: str, period: str = "all") -> list[PlayedRules]:
        """Return the option sets in which people have played ``game``; of all games only the standard and all sets."""
        query = _most_played(guild, period, _standings.kind, _standings.rules, _standings.options)
        query = query.where(_standings.game == game)
        rows = await self._rows(query if game == EVERY else query.where(_standings.rules != EVERY))
        return [PlayedRules(row.kind, row.rules, read_options(row.options), row.games) for row in rows]

    async def games(self, guild: int, period: str = "all") -> dict[str, int]:
        """Return how often people have played each game, the most popular first."""
        query = _most_played(guild, period, _standings.game).where(_standings.game != EVERY, _standings.rules == EVERY)
        return {row.game: row.games for row in await self._rows(query)}


def _most_played(guild: int, period: str, *by: Cell) -> Query:
    """Return a query for how many games there were ``by`` these columns, the most first."""
    games = func.sum(_standings.games)
    query = select(*by, games.label("games")).group_by(*by).order_by(games.desc(), *by)
    return query.where(_standings.guild == guild, _standings.period == period, _standings.kind.in_(_KINDS))


def _lines(board: LeaderboardQuery) -> Query:
    """Everybody on ``board`` with the number that sorts it, and whether they have played enough for a rank."""
    enough = _standings.stayed if board.by == "average" else _standings.games
    value = {
        "wins": _standings.wins,
        "games": _standings.games,
        "best": _standings.highest,
        "average": sql_cast(_standings.points, Float) / func.nullif(_standings.stayed, 0),
        "rate": sql_cast(_standings.wins, Float) / _standings.games,
        "streak": _standings.longest,
    }[board.by]
    query = select(
        _standings.user_id,
        *(_standings[name] for name in _COUNTED),
        value.label("value"),
        case((enough >= board.least, 1), else_=0).label("enough"),
    ).where(
        _standings.guild == board.guild,
        _standings.period == board.period,
        _standings.kind == board.kind,
        _standings.game == board.game,
        _standings.rules == board.rules,
    )
    return query.where(_standings.stayed > 0) if board.by in ("best", "average") else query


def _rated(board: LeaderboardQuery) -> Query:
    """Everybody with a rating, by the number that people see; provisional ones have no rank."""
    columns = schema.ratings.c
    value = sql_cast(func.round(MIDDLE + UNIT * (columns.mu - literal(START_MU))), Integer)
    return select(
        columns.user_id,
        *(columns[name] for name in _RATED),
        value.label("value"),
        case((columns.games >= SETTLED, 1), else_=0).label("enough"),
    ).where(columns.guild == board.guild, columns.game == board.game)


def _page(wide: Subquery, own: Found | None, offset: int | None, limit: int) -> Query:
    """Return a query for the people of a page, the one above it first, if there is one.

    Behind each stand the same five numbers: how many lines there are, how many are better than ``own``, how many tied
    with it come before it, where the page begins, and how many lines are better than its first one.

    The board is read once, and only three of its columns are kept and sorted: that is half as long as to read it again
    for each number, with 20,000 lines on PostgreSQL.
    """
    lines = select(wide.c.user_id, wide.c.enough, wide.c.value).cte("lines")
    every, none = func.count(), literal(0)
    better, before = (
        (none, none) if own is None else (every.filter(_better(lines.c, own)), every.filter(_before(lines.c, own)))
    )
    ahead = select(every.label("total"), better.label("better"), before.label("before")).select_from(lines).cte("ahead")
    numbers = ahead.c
    wanted = (numbers.better + numbers.before) // limit * limit if offset is None else literal(offset)
    last = (numbers.total - 1) // limit * limit
    first = case((wanted < last, wanted), else_=last)
    begin = select(case((first > 0, first - 1), else_=0)).select_from(ahead).scalar_subquery()
    chosen = select(lines, *numbers, first.label("first")).join_from(lines, ahead, true())
    page = chosen.order_by(*_order(lines.c)).limit(limit + 1).offset(begin).cte("page")
    head = select(page.c.enough, page.c.value).order_by(*_order(page.c)).limit(1).offset(1).cte("head")
    above = select(func.count()).select_from(lines.join(head, _better(lines.c, head.c))).scalar_subquery()
    return select(page, above.label("above")).order_by(*_order(page.c))


def _order(columns: _Columns) -> tuple[Cell, ...]:
    """Return what sorts lines: the best first, those without a rank last, tied ones by user id.

    The first number tells most lines apart. ``enough`` would not, since it is 1 on most of them.
    """
    ranked = case((columns.enough == 1, columns.value))
    return ranked.desc().nulls_last(), columns.value.desc(), columns.user_id


def _better(columns: _Columns, line: Found | _Columns) -> ColumnElement[bool]:
    alike = columns.enough == line.enough
    return or_(columns.enough > line.enough, and_(alike, columns.value > line.value))


def _before(columns: _Columns, line: Found) -> ColumnElement[bool]:
    """Whether a line is tied with ``line`` and comes before it."""
    return and_(columns.enough == line.enough, columns.value == line.value, columns.user_id < line.user_id)


def _tied(one: Found, other: Found) -> bool:
    return bool(one.enough == other.enough and one.value == other.value)


def _ranks(rows: Sequence[Found], offset: int, better: int) -> list[int]:
    """Return the rank of each line of a page, whose first has ``better`` lines above it. Tied lines share a rank."""
    ranks = list[int]()
    for number, row in enumerate(rows):
        tied = number > 0 and _tied(rows[number - 1], row)
        ranks.append(ranks[-1] if tied else offset + number + 1 if number else better + 1)
    return ranks


def _line(row: Found, board: LeaderboardQuery, place: int, rank: int) -> LeaderboardLine:
    if board.by == "rating":
        rating, counts = Rating(row.mu, row.sigma, row.games), PlayerTotals(row.games, 0, 0, 0, None, None, 0, 0, 0)
    else:
        rating, counts = None, _counts(row)
    return LeaderboardLine(place, rank if row.enough else None, row.user_id, float(row.value), counts, rating)


def _counts(row: Found) -> PlayerTotals:
    return PlayerTotals(*(getattr(row, name) for name in _COUNTED))
