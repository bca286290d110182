"""Earlier games of a series (``bot.tables.records.bests``): players by their index, the server by its standings."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select

from bot.tables.core.store import ResultRow
from bot.tables.records import periods
from bot.tables.records.bests import ENOUGH, Before, Series
from db import schema
from db.connection.reading import reader
from db.queries.base import DatabaseReads
from db.sql import Query

_results = schema.results.c
_standings = schema.standings.c

_game = _results.game + ""
"""Written so, SQLite takes the index of a player's games (see profiles.py)."""


class DatabaseBests(DatabaseReads):
    """Earlier games, read on demand."""

    async def before(self, results: Sequence[ResultRow]) -> Series:
        """Return what was played before the stored game with these ``results``.

        The others' best may be of a later game, since standings are those of now.
        """
        game, players = results[0], [one.user for one in results]
        async with reader(self._readers) as connection:
            own = (await connection.execute(_own(game, players))).all()
            others = await connection.scalar(_others(game, players))
            games = await connection.scalar(_games(game))
        return Series({row.user_id: Before(row.games, row.best) for row in own}, others, int(games or 0))


def _own(game: ResultRow, players: list[int]) -> Query:
    return (
        _earlier(game, _results.user_id, func.count().label("games"), func.max(_results.score).label("best"))
        .where(_game == game.game, _results.user_id.in_(players))
        .group_by(_results.user_id)
    )


def _others(game: ResultRow, players: list[int]) -> Query:
    return select(func.max(_standings.highest)).where(
        _standings.guild == game.guild,
        _standings.period == periods.ALL,
        _standings.kind == game.kind,
        _standings.game == game.game,
        _standings.rules == game.rules,
        _standings.user_id.not_in(players),
    )


def _games(game: ResultRow) -> Query:
    """Count games of the server: of many only the first few."""
    few = _earlier(game, _results.table_id).where(_results.game == game.game).distinct().limit(ENOUGH).subquery()
    return select(func.count()).select_from(few)


def _earlier(game: ResultRow, *what: Any) -> Query:
    """Return a query for ``what`` from the games of the series that were stored before ``game``."""
    stored = schema.results.alias("stored")
    this = select(func.min(stored.c.number)).where(stored.c.table_id == game.table).scalar_subquery()
    return select(*what).where(
        _results.guild == game.guild,
        _results.kind == game.kind,
        _results.rules == game.rules,
        _results.has_left.is_(False),
        _results.number < this,
    )
