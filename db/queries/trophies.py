"""The trophies of everybody, and what they follow from (``bot.tables.records.trophies.TrophyFacts``)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, Executable, bindparam, delete, literal, select

from bot.tables.model import days
from bot.tables.model.store import Kind, Row
from bot.tables.model.table import TableId
from bot.tables.puzzles import NO_DAY
from bot.tables.records.trophies import PUZZLES, SEASON, TOURNAMENT, WINS, Earned, Finished, People, SeatedGame
from db import schema
from db.queries.base import DatabaseStore
from db.queries.games import UNAIDED
from db.schema import Cell, Query
from db.writing import statements

_trophies, _results, _answers = schema.trophies.c, schema.results.c, schema.puzzle_answers.c
_seasons, _tournaments, _tables = schema.seasons.c, schema.tournaments.c, schema.tables.c
_VOID: Kind = "void"
_COLUMNS = (_trophies.guild, _trophies.user_id, _trophies.key, _trophies.at, _trophies.behind)

_GOES_ON = (
    select(_tables.id)
    .join(schema.tournaments, _tournaments.id == _tables.tournament)
    .where(_tables.id == _trophies.behind, _tournaments.status.in_(("open", "playing")))
    .correlate(schema.trophies)
)

_BROUGHT = (
    select(*_COLUMNS)
    .where(_trophies.guild == bindparam("of_guild"), _trophies.behind == bindparam("of"))
    .order_by(_trophies.user_id, _trophies.key)
)


class DatabaseTrophies(DatabaseStore):
    """Trophies as rows: the first of each stands."""

    async def of(self, guild: int, user: int) -> list[Earned]:
        """Return the trophies of ``user``, the latest first."""
        own = select(*_COLUMNS).where(_trophies.guild == guild, _trophies.user_id == user, ~_GOES_ON.exists())
        return await self._earned(own.order_by(_trophies.at.desc(), _trophies.key))

    async def behind(self, guild: int, behind: int) -> list[Earned]:
        """Return what a game, a tournament, a season or a puzzle has brought."""
        return await self._earned(_BROUGHT, {"of_guild": guild, "of": behind})

    async def all(self, guild: int, users: People = None) -> list[Earned]:
        """Return all trophies of a server."""
        return await self._earned(_of(users, _trophies.user_id, select(*_COLUMNS).where(_trophies.guild == guild)))

    async def add(self, *earned: Earned) -> None:
        """Keep these, unless somebody has one of them already."""
        if earned:
            await self._writer.execute(*kept(self._readers.dialect.name, earned))

    async def replace(self, guild: int, wrong: Sequence[Earned], right: Sequence[Earned]) -> None:
        """Forget ``wrong`` and keep ``right``."""
        gone = [delete(schema.trophies).where(*_is(earned)) for earned in (*wrong, *right)]
        await self._writer.execute(*gone, *kept(self._readers.dialect.name, right))

    # -- what they follow from -----------------------------------------------------------------------------------

    async def finished(self, guild: int, users: People = None, since: int = 0) -> Finished:
        """Return the games of a server that count, in the order in which their results were stored."""
        columns = (_results.table_id, _results.game, _results.seat, _results.user_id, _results.finished_at)
        counted = (_results.guild == guild, _results.finished_at >= since, _results.kind != _VOID)
        query = _of(users, _results.user_id, select(*columns).where(*counted).order_by(_results.number))
        games = dict[TableId, SeatedGame]()
        for row in await self._rows(query):
            played = games.setdefault(TableId(row.table_id), SeatedGame(row.game, []))
            played.seats.append((row.seat, row.user_id, row.finished_at))
        return games

    async def days_played(self, guild: int, users: People = None) -> Mapping[int, Sequence[tuple[int, int, int]]]:
        """Return for each person the dailies that they have finished, oldest first."""
        columns = (_results.user_id, _results.day, _results.finished_at, _results.table_id)
        dailies = select(*columns).where(_results.guild == guild, _results.kind == "daily", _results.user_id > 0)
        dailies = _of(users, _results.user_id, dailies)
        played = defaultdict[int, list[tuple[int, int, int]]](list)
        for row in await self._rows(dailies.order_by(_results.finished_at)):
            day = row.day or days.day_of(row.finished_at)
            played[row.user_id].append((day, row.finished_at, row.table_id))
        return played

    async def solved(self, guild: int) -> Mapping[int, Sequence[tuple[int, int, bool]]]:
        """Return for each person who solves here their puzzles of days, also of elsewhere, oldest first.

        Those before which they had a hint are none of them.
        """
        here = select(_answers.user_id).where(_answers.guild == guild, _answers.solved)
        columns = (_answers.user_id, _answers.day, _answers.at, _answers.guild)
        solved_here = (_answers.user_id.in_(here), _answers.day > NO_DAY, _answers.solved, UNAIDED)
        answers = select(*columns).where(*solved_here)
        solved = defaultdict[int, list[tuple[int, int, bool]]](list)
        for row in await self._rows(answers.order_by(_answers.day)):
            solved[row.user_id].append((row.day, row.at, row.guild == guild))
        return solved

    async def champions(self, guild: int) -> list[Earned]:
        """Return the champions of seasons who have won often enough."""
        champions = schema.champions.c
        columns = (champions.guild, champions.user_id, literal(SEASON.key), _seasons.ended, champions.season)
        season = (_seasons.guild == champions.guild) & (_seasons.number == champions.season)
        query = select(*columns).join(schema.seasons, season)
        crowned = (champions.guild == guild, champions.user_id > 0, champions.wins >= WINS, _seasons.ended.is_not(None))
        return await self._earned(query.where(*crowned).order_by(champions.season, champions.user_id))

    async def tournaments(self, guild: int) -> list[TableId]:
        """Return the tournaments of a server that are over, the first to end first."""
        over = select(_tournaments.id).where(_tournaments.guild == guild, _tournaments.status == "over")
        return [TableId(id) for id in await self._values(over.order_by(_tournaments.ends, _tournaments.id))]

    async def _earned(self, query: Query, values: Row | None = None) -> list[Earned]:
        return [Earned(*row) for row in await self._rows(query, values)]


def _of(users: People, column: Cell, query: Query) -> Query:
    return query if users is None else query.where(column.in_(users))


def kept(dialect: str, earned: Sequence[Earned]) -> list[Executable]:
    """Return the statements that keep trophies, unless somebody has one of them already."""
    names = ("guild", "user_id", "key", "at", "behind")
    rows = (dict(zip(names, one, strict=True)) for one in earned)
    return [statements.insert_if_absent(dialect, schema.trophies, row) for row in rows]


def brought_nothing(guild: int, table: TableId) -> Executable:
    """Return the statement that takes back what a game has brought."""
    of_game = _trophies.key.not_in((SEASON.key, PUZZLES.key, TOURNAMENT.key))  # Behind these are other numbers.
    return delete(schema.trophies).where(_trophies.guild == guild, _trophies.behind == table, of_game)


def _is(earned: Earned) -> tuple[ColumnElement[bool], ...]:
    return _trophies.guild == earned.guild, _trophies.user_id == earned.user, _trophies.key == earned.key
