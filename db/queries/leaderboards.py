"""Pages of ``bot.tables.records.leaderboards``: each is one range of the key of standings, or of ratings."""

from collections.abc import Sequence

from sqlalchemy import Executable, Float, Integer, Subquery, and_, case, func, literal, or_, select
from sqlalchemy import cast as sql_cast

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
            total, better, before = (await connection.execute(_ahead(lines, own))).one()
            place = better + before
            if offset is None:
                offset = 0 if own is None else place // limit * limit
            offset = min(offset, max(total - 1, 0) // limit * limit)
            # The line above the page comes too: a tie with it is all that keeps the first rank from being its place.
            above = 1 if offset else 0
            page = select(lines).order_by(lines.c.enough.desc(), lines.c.value.desc(), lines.c.user_id)
            rows = (await connection.execute(page.limit(limit + above).offset(offset - above))).all()
            first = offset
            if above and len(rows) > 1 and _tied(*rows[:2]):
                first = (await connection.execute(_ahead(lines, rows[1]))).one()[1]
        ranks = _ranks(rows[above:], offset, first)
        shown = tuple(_line(row, board, offset + number, ranks[number]) for number, row in enumerate(rows[above:]))
        return LeaderboardPage(shown, total, None if own is None else _line(own, board, place, better + 1))

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


def _ahead(lines: Subquery, line: Found | None) -> Executable:
    """Return a query for how many ``lines`` there are, how many are better than ``line``, and tied before it.

    One look at each: to number all lines would mean to sort them, ten times as long on a board of 20,000.
    """
    columns, every = lines.c, func.count()
    if line is None:
        return select(every, literal(0), literal(0)).select_from(lines)
    alike = columns.enough == line.enough
    better = or_(columns.enough > line.enough, and_(alike, columns.value > line.value))
    before = and_(alike, columns.value == line.value, columns.user_id < line.user_id)
    return select(every, every.filter(better), every.filter(before))


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
