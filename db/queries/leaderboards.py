"""Pages of ``bot.tables.records.leaderboards``: each is one range of the key of standings, or of ratings."""

from collections.abc import Sequence

from sqlalchemy import Float, Integer, Subquery, and_, case, func, literal, or_, select
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
        ranked = _ranked(_rated(board) if board.by == "rating" else _lines(board))
        if offset is None:
            own = await self._some(ranked, ranked.c.user_id == user)
            offset = own[0].place // limit * limit if own else 0
        page = await self._page(ranked, board, user, offset, limit)
        if not page.lines and offset:
            last = await self._some(ranked, ranked.c.place == ranked.c.total - 1)
            page = await self._page(ranked, board, user, last[0].place // limit * limit if last else 0, limit)
        return page

    async def _page(
        self, ranked: Subquery, board: LeaderboardQuery, user: int, offset: int, limit: int
    ) -> LeaderboardPage:
        shown = and_(ranked.c.place >= offset, ranked.c.place < offset + limit)
        rows = await self._some(ranked, or_(shown, ranked.c.user_id == user))
        lines = [_line(row, board) for row in rows]
        return LeaderboardPage(
            tuple(line for line in lines if offset <= line.place < offset + limit),
            rows[0].total if rows else 0,
            next((line for line in lines if line.user == user), None),
        )

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

    async def _some(self, ranked: Subquery, which: Cell) -> Sequence[Found]:
        return await self._rows(select(ranked).where(which).order_by(ranked.c.place))


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


def _ranked(lines: Query) -> Subquery:
    every = lines.subquery()
    columns = every.c
    rank = func.rank().over(order_by=(columns.enough.desc(), columns.value.desc()))
    return select(
        every,
        rank.label("rank"),
        (func.row_number().over(order_by=(columns.enough.desc(), columns.value.desc(), columns.user_id)) - 1).label(
            "place"
        ),
        func.count().over().label("total"),
    ).subquery()


def _line(row: Found, board: LeaderboardQuery) -> LeaderboardLine:
    if board.by == "rating":
        rating, counts = Rating(row.mu, row.sigma, row.games), PlayerTotals(row.games, 0, 0, 0, None, None, 0, 0, 0)
    else:
        rating, counts = None, _counts(row)
    return LeaderboardLine(row.place, row.rank if row.enough else None, row.user_id, float(row.value), counts, rating)


def _counts(row: Found) -> PlayerTotals:
    return PlayerTotals(*(getattr(row, name) for name in _COUNTED))
