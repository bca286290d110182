"""Pages of ``bot.tables.records.leaderboards``: each is one range of the key of standings, or of ratings.

What people play is found by steps through that key, one for each game or option set: to read all its lines takes
100 ms in a server with 20,000 players. How often they play it lately says the index of results.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias

from sqlalchemy import (
    CTE,
    ColumnElement,
    Float,
    FromClause,
    Integer,
    Subquery,
    and_,
    case,
    func,
    literal,
    not_,
    or_,
    select,
    true,
    union_all,
)
from sqlalchemy import (
    cast as sql_cast,
)
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from bot.tables.model.store import Kind
from bot.tables.records.leaderboards import (
    EVERY,
    FEWEST_REVIEWED,
    MIDDLE,
    SETTLED,
    START_MU,
    UNIT,
    LeaderboardKind,
    LeaderboardLine,
    LeaderboardPage,
    LeaderboardQuery,
    PlayedRules,
    PlayerTotals,
    Rating,
    Season,
)
from bot.tables.storage.rows import read_options
from db import schema
from db.connection.reading import reader
from db.queries.base import DatabaseReads, is_listed, is_reviewed
from db.schema import AnyColumn, Cell, Found, Query

_Columns: TypeAlias = ReadOnlyColumnCollection[str, Any]

_standings, _results, _preferences = schema.standings.c, schema.results.c, schema.preferences.c
_KINDS: tuple[LeaderboardKind, ...] = ("together", "real", "solo", "daily")
_SKILLED: tuple[Kind, ...] = ("together", "real", "solo", "daily", "tourney")
"""The kinds that count for skill: all but those with help, with computers, or for practice."""
_COUNTED = ("games", "wins", "stayed", "points", "highest", "lowest", "streak", "longest", "last", "reviewed", "lost")
_RATED = ("mu", "sigma", "games")
_DIVIDED = ("average", "rate", "skill")
"""Orders by a quotient of two columns."""

_FAR = 2**30
"""Farther than any two numbers of a board are apart. A line without a rank has fewer than five games: its numbers
are quarters or thirds at most, which still differ after this is taken away; in skill they differ by a millionth at
least, or count as tied."""

_LATELY = 1_000
"""The number of latest results that say what people play most."""


class DatabaseLeaderboards(DatabaseReads):
    """Leaderboards, read from stored numbers."""

    async def page(
        self, board: LeaderboardQuery, user: int, offset: int | None = 0, limit: int = 10
    ) -> LeaderboardPage:
        """Return the lines of a page; lines without a rank come last, tied ones in order of user id.

        Without an ``offset`` it is the page with the line of ``user``. Past the end it is the last page.
        """
        everybody = (_rated(board) if board.by == "rating" else _lines(board)).subquery()
        seen = _seen_by(board, everybody.c, user)
        lines = everybody if seen is None else select(everybody).where(seen).subquery()
        async with reader(self._readers) as connection:
            own = (await connection.execute(select(lines).where(lines.c.user_id == user))).one_or_none()
            if own is None:
                offset = offset or 0
            keep = self._readers.dialect.name == "postgresql" or board.by in _DIVIDED
            part = (await connection.execute(_page(lines, own, offset, limit, keep=keep))).all()
            users = [row.user_id for row in part if row.user_id is not None]
            rows = {
                row.user_id: row for row in await connection.execute(select(lines).where(lines.c.user_id.in_(users)))
            }
            hidden = (
                [] if seen is None else [row.key for row in await connection.execute(_hidden(board, everybody, user))]
            )
        total, better, place, first, above = part[0][-5:]
        # The line above the page came too: a tie with it is all that keeps the first rank from being its place.
        shown = [rows[user] for user in users[min(first, 1) :] if user in rows]
        ranks = _ranks(shown, first, first if above is None else above)

        def line(row: Found, place: int, rank: int) -> LeaderboardLine:
            """Return a line with its rank among everybody: people whom the reader does not see keep their places."""
            return _line(row, board, place, rank + sum(key > row.key for key in hidden))

        page = tuple(line(row, first + number, ranks[number]) for number, row in enumerate(shown))
        return LeaderboardPage(page, total, None if own is None else line(own, place, better + 1))

    async def counts(self, guild: int, user: int, period: str = "all") -> dict[tuple[str, str, str], PlayerTotals]:
        """Return all counts of ``user``."""
        query = select(schema.standings).where(
            _standings.user_id == user, _standings.guild == guild, _standings.period == period
        )
        rows = await self._rows(query)
        return {(row.kind, row.game, row.rules): _counts(row) for row in rows}

    async def played(self, guild: int, game: str, season: Season | None = None) -> list[PlayedRules]:
        """Return the option sets in which people have played ``game``; of all games only the standard and all sets."""
        rows = await self._rows(_option_sets(guild, game, "all" if season is None else season.period))
        of_game = [] if game == EVERY else [_results.game == game]
        often = Counter[tuple[str, str]]()
        for row in await self._rows(_lately(guild, of_game, _results.kind, _results.rules)):
            often[row.kind, row.rules] += row.results
            often[row.kind, EVERY] += row.results
        sets = [row for row in rows if game == EVERY or row.rules != EVERY]
        sets.sort(key=lambda row: (-often[row.kind, row.rules], row.kind, row.rules))
        return [PlayedRules(row.kind, row.rules, read_options(row.options)) for row in sets]

    async def games(self, guild: int, season: Season | None = None) -> list[str]:
        """Return the games that people have played, the most popular first."""
        rows = await self._rows(_distinct(guild, "all" if season is None else season.period, _standings.game))
        span = []
        if season is not None:
            span = [_results.finished_at >= (season.started if season.number > 1 else 0)]
            span += [] if season.ended is None else [_results.finished_at < season.ended]
        often = {row.game: row.results for row in await self._rows(_lately(guild, span, _results.game))}
        return sorted({row.value for row in rows} - {EVERY}, key=lambda game: (-often.get(game, 0), game))


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
    values = select(kinds.c.kind, least(kinds.c.kind).label("value")).cte("found", recursive=True)
    following = least(values.c.kind, column > values.c.value)
    values = values.union_all(select(values.c.kind, following).where(values.c.value.is_not(None)))
    return select(values).where(values.c.value.is_not(None))


def _option_sets(guild: int, game: str, period: str) -> Query:
    """Return a query for the kinds and option sets in which people have played ``game`` in a period."""
    sets = _distinct(guild, period, _standings.rules, _standings.game == game).subquery()
    lines = (_standings.guild == guild, _standings.period == "all", _standings.kind == sets.c.kind)
    alike = select(_standings.options).where(*lines, _standings.game == game, _standings.rules == sets.c.value)
    return select(sets.c.kind, sets.c.value.label("rules"), alike.limit(1).scalar_subquery().label("options"))


def _seen_by(board: LeaderboardQuery, line: _Columns, reader: int) -> ColumnElement[bool] | None:
    """Return whether ``board`` shows a line to ``reader``; None for one of everybody."""
    if board.everybody:
        return None
    user: Cell = line.user_id
    listed = is_listed(user, reader)
    if board.by != "skill":
        return listed
    enough = or_(line.reviewed >= FEWEST_REVIEWED, user == reader)
    return and_(listed, is_reviewed(user, reader), enough)


def _hidden(board: LeaderboardQuery, everybody: Subquery, reader: int) -> Query:
    """Return a query for what sorts those whom ``reader`` does not see: they are few, and found by their id."""
    user = everybody.c.user_id
    marks = (schema.UNLISTED, schema.UNREVIEWED) if board.by == "skill" else (schema.UNLISTED,)
    left_out = or_(*(user.in_(select(_preferences.user_id).where(mark)) for mark in marks))
    return select(everybody.c.key).where(left_out, user != reader)


def _lines(board: LeaderboardQuery) -> Query:
    """Everybody on ``board``: their number, whether they have a rank, and what sorts them."""
    same = (
        _standings.guild == board.guild,
        _standings.period == board.period,
        _standings.game == board.game,
        _standings.rules == board.rules,
    )
    skill = board.by == "skill"
    columns: _Columns = _of_all_kinds(*same) if skill else _standings
    enough = columns[{"average": "stayed", "skill": "reviewed"}.get(board.by, "games")]
    value = {
        "wins": columns.wins,
        "games": columns.games,
        "best": columns.highest,
        "average": _ratio(columns.points, columns.stayed),
        "rate": _ratio(columns.wins, columns.games),
        "streak": columns.longest,
        "skill": _ratio(columns.lost, columns.reviewed),
    }[board.by]
    query = select(
        columns.user_id,
        *(columns[name] for name in _COUNTED),
        value.label("value"),
        *_sorted(-value if skill else value, enough >= board.least if board.least else None),
    )
    if skill:
        return query.where(columns.reviewed > 0)
    query = query.where(*same, _standings.kind == board.kind)
    return query.where(_standings.stayed > 0) if board.by in ("best", "average") else query


def _of_all_kinds(*given: ColumnElement[bool]) -> _Columns:
    """Return the numbers of everybody as ``given``: what decisions cost is no other together, alone, or in dailies."""
    most = ("highest", "streak", "longest", "last")
    summed = {name: func.max if name in most else func.min if name == "lowest" else func.sum for name in _COUNTED}
    numbers = (put(_standings[name]).label(name) for name, put in summed.items())
    query = select(_standings.user_id, *numbers).where(*given, _standings.kind.in_(_SKILLED))
    return query.group_by(_standings.user_id).subquery().c


def _ratio(part: Cell, whole: Cell) -> Cell:
    """Return ``part / whole``, null where ``whole`` is 0. Both are cast, since PostgreSQL divides decimals slowly."""
    return sql_cast(part, Float) / sql_cast(func.nullif(whole, 0), Float)


def _sorted(value: Cell, enough: ColumnElement[bool] | None) -> tuple[Cell, Cell]:
    """Return whether lines have a rank, and the key that sorts them: the most comes first, lines without come last."""
    if enough is None:
        return literal(1).label("enough"), value.label("key")
    return case((enough, 1), else_=0).label("enough"), case((enough, value), else_=value - _FAR).label("key")


def _rated(board: LeaderboardQuery) -> Query:
    """Everybody with a rating, by the number that people see."""
    columns = schema.ratings.c
    value = sql_cast(func.round(MIDDLE + UNIT * (columns.mu - literal(START_MU))), Integer)
    return select(
        columns.user_id,
        *(columns[name] for name in _RATED),
        value.label("value"),
        *_sorted(value, columns.games >= SETTLED),
    ).where(columns.guild == board.guild, columns.game == board.game)


def _page(wide: Subquery, own: Found | None, offset: int | None, limit: int, *, keep: bool) -> Query:
    """Return a query for the people of a page, the one above it first, if there is one.

    Behind each stand the same five numbers: how many lines there are, how many are better than ``own``, the place of
    ``own``, the place of the first line of the page, and how many are better than that, if it is tied with the line
    above the page. An empty page has one row with these numbers and nobody.

    ``keep`` says whether the database shall read the board once and keep two of its columns. With 20,000 scattered
    lines that spares PostgreSQL 20 ms each time. SQLite, whose lines lie together, reads them again in half the time
    that it takes to keep them, unless it divides for each of them: then keeping them spares up to 40 % of a page.
    """
    narrow = select(wide.c.user_id, wide.c.key)
    lines = narrow.cte("lines") if keep else narrow.subquery("lines")
    counts = _counted(lines, own, offset, limit).cte("counts")
    if own is not None and offset is None:
        pieces = _around(lines, counts, own, limit)
    elif offset:
        pieces = _from_the_nearer_end(lines, counts, limit)
    else:
        pieces = (select(lines).order_by(*_order(lines.c)).limit(limit),)
    page = union_all(*(select(piece.subquery()) for piece in pieces)).cte("page")
    two = select(page.c.key).order_by(*_order(page.c)).limit(2).subquery()
    tied = func.min(two.c.key) == func.max(two.c.key)
    head = select(tied.label("tied"), func.min(two.c.key).label("key")).cte("head")
    better: Cell = select(func.count()).select_from(lines.join(head, lines.c.key > head.c.key)).scalar_subquery()
    above = literal(0) if offset == 0 else case((head.c.tied, better))
    columns = select(page, *counts.c, above.label("above"))
    return columns.select_from(counts.join(head, true()).outerjoin(page, true())).order_by(*_order(page.c))


def _counted(lines: FromClause, own: Found | None, offset: int | None, limit: int) -> Query:
    every = func.count()
    better: Cell = literal(0) if own is None else every.filter(lines.c.key > own.key)
    place: Cell = literal(0) if own is None else every.filter(_before(lines.c, own))
    counted = select(every.label("total"), better.label("better"), place.label("place")).select_from(lines).subquery()
    total = counted.c.total
    first: Cell = (
        counted.c.place // limit * limit
        if offset is None
        else case((offset < total, offset), (total > 0, (total - 1) // limit * limit), else_=0)
    )
    return select(counted, first.label("first"))


def _around(lines: FromClause, counts: CTE, own: Found, limit: int) -> tuple[Query, ...]:
    """Return queries for the lines above ``own`` on its page, and for the others: nothing sorts more than a page."""
    above = counts.c.place % limit
    before = _before(lines.c, own)
    return (
        select(lines).where(before).order_by(*_upwards(lines.c)).limit(_number(above + 1)),
        select(lines).where(not_(before)).order_by(*_order(lines.c)).limit(_number(limit - above)),
    )


def _from_the_nearer_end(lines: FromClause, counts: CTE, limit: int) -> tuple[Query, ...]:
    """Return queries for a page: one walks down from the best line, one up from the worst, and one of them finds it."""
    total, first = counts.c.total, counts.c.first
    downwards, upwards = select(lines).order_by(*_order(lines.c)), select(lines).order_by(*_upwards(lines.c))
    begin = case((first > 0, first - 1), else_=0)
    below = case((first + limit < total, total - first - limit), else_=0)
    many, half = total - below - begin, total >= 2 * first
    return (
        downwards.limit(_number(case((half, many), else_=0))).offset(_number(begin)),
        upwards.limit(_number(case((half, 0), else_=many))).offset(_number(below)),
    )


def _number(number: Cell) -> Cell:
    return select(number).scalar_subquery()


def _order(columns: _Columns) -> tuple[Cell, ...]:
    """Return what sorts lines: the best first, those without a rank last, tied ones by user id."""
    return columns.key.desc(), columns.user_id


def _upwards(columns: _Columns) -> tuple[Cell, ...]:
    """Return what sorts lines the other way round."""
    return columns.key, columns.user_id.desc()


def _before(columns: _Columns, line: Found) -> ColumnElement[bool]:
    """Whether a line comes before ``line``: it is better, or tied with it and of a lower id."""
    return or_(columns.key > line.key, and_(columns.key == line.key, columns.user_id < line.user_id))


def _ranks(rows: Sequence[Found], offset: int, better: int) -> list[int]:
    """Return the rank of each line of a page, whose first has ``better`` lines above it. Tied lines share a rank."""
    ranks = list[int]()
    for number, row in enumerate(rows):
        tied = number > 0 and rows[number - 1].key == row.key
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
