"""Pages of ``bot.tables.records.leaderboards``: each is one range of the key of standings, or of ratings.

What people play is found by steps through that key, one for each game or option set: to read all its lines takes
100 ms in a server with 20,000 players. How often they play it lately says the index of results.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Float,
    Integer,
    Subquery,
    and_,
    case,
    func,
    literal,
    or_,
    select,
    true,
    union_all,
)
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
from bot.tables.records.seasons import Season
from db import schema
from db.connection.reading import reader
from db.queries.base import DatabaseReads
from db.sql import AnyColumn, Cell, Found, Query

_Columns: TypeAlias = ReadOnlyColumnCollection[str, Any]

_standings, _results = schema.standings.c, schema.results.c
_KINDS: tuple[LeaderboardKind, ...] = ("together", "real", "solo", "daily")
_COUNTED = ("games", "wins", "stayed", "points", "highest", "lowest", "streak", "longest", "last")
_RATED = ("mu", "sigma", "games")

_LATELY = 1_000
"""How many of the latest results say what people play most."""


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

    async def played(self, guild: int, game: str) -> list[PlayedRules]:
        """Return the option sets in which people have played ``game``; of all games only the standard and all sets."""
        found = await self._rows(_option_sets(guild, game))
        of_game = [] if game == EVERY else [_results.game == game]
        often = Counter[tuple[str, str]]()
        for row in await self._rows(_lately(guild, of_game, _results.kind, _results.rules)):
            often[row.kind, row.rules] += row.results
            often[row.kind, EVERY] += row.results
        sets = [row for row in found if game == EVERY or row.rules != EVERY]
        sets.sort(key=lambda row: (-often[row.kind, row.rules], row.kind, row.rules))
        return [PlayedRules(row.kind, row.rules, read_options(row.options)) for row in sets]

    async def games(self, guild: int, season: Season | None = None) -> list[str]:
        """Return the games that people have played, the most popular first."""
        found = await self._rows(_distinct(guild, "all" if season is None else season.period, _standings.game))
        span = []
        if season is not None:
            span = [_results.finished_at >= (season.started if season.number > 1 else 0)]
            span += [] if season.ended is None else [_results.finished_at < season.ended]
        often = {row.game: row.results for row in await self._rows(_lately(guild, span, _results.game))}
        return sorted({row.value for row in found} - {EVERY}, key=lambda game: (-often.get(game, 0), game))


def _lately(guild: int, given: Sequence[ColumnElement[bool]], *by: AnyColumn) -> Query:
    """Return a query for how many of the latest results there are ``by`` these columns, where all is as ``given``."""
    counted = select(*by).where(_results.guild == guild, _results.kind.in_(_KINDS), *given)
    latest = counted.order_by(_results.finished_at.desc()).limit(_LATELY).subquery()
    return select(*latest.c, func.count().label("results")).group_by(*latest.c)


def _distinct(guild: int, period: str, column: AnyColumn, *given: ColumnElement[bool]) -> Query:
    """Return a query for each kind with each ``value`` of ``column`` in it, where all the key before it is ``given``.

    It steps from each value to the next one ("loose index scan").
    """

    def least(kind: Cell, *more: ColumnElement[bool]) -> Cell:
        lines = (_standings.guild == guild, _standings.period == period, _standings.kind == kind)
        return select(func.min(column)).where(*lines, *given, *more).scalar_subquery()

    kinds = union_all(*(select(literal(kind, _standings.kind.type).label("kind")) for kind in _KINDS)).cte("kinds")
    found = select(kinds.c.kind, least(kinds.c.kind).label("value")).cte("found", recursive=True)
    following = least(found.c.kind, column > found.c.value)
    found = found.union_all(select(found.c.kind, following).where(found.c.value.is_not(None)))
    return select(found).where(found.c.value.is_not(None))


def _option_sets(guild: int, game: str) -> Query:
    """Return a query for the kinds and option sets in which people have played ``game``."""
    found = _distinct(guild, "all", _standings.rules, _standings.game == game).subquery()
    lines = (_standings.guild == guild, _standings.period == "all", _standings.kind == found.c.kind)
    alike = select(_standings.options).where(*lines, _standings.game == game, _standings.rules == found.c.value)
    return select(found.c.kind, found.c.value.label("rules"), alike.limit(1).scalar_subquery().label("options"))


def _lines(board: LeaderboardQuery) -> Query:
    """Everybody on ``board`` with the number that sorts it, and whether they have played enough for a rank."""
    enough = _standings.stayed if board.by == "average" else _standings.games
    value = {
        "wins": _standings.wins,
        "games": _standings.games,
        "best": _standings.highest,
        "average": _ratio(_standings.points, _standings.stayed),
        "rate": _ratio(_standings.wins, _standings.games),
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


def _ratio(part: AnyColumn, whole: AnyColumn) -> Cell:
    """Return ``part / whole``, null where ``whole`` is 0. Both are cast, since PostgreSQL divides decimals slowly."""
    return sql_cast(part, Float) / sql_cast(func.nullif(whole, 0), Float)


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
    above: Cell = select(func.count()).select_from(lines.join(head, _better(lines.c, head.c))).scalar_subquery()
    if offset == 0:
        above = literal(0)  # Nothing is above the first page, so its lines need no more counting.
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
