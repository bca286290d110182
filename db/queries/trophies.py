"""Who has which trophy, and what it follows from (``bot.tables.records.trophies.TrophyFacts``)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, Executable, delete, literal, select

from bot.tables.model import days
from bot.tables.model.table import TableId
from bot.tables.puzzles import NO_DAY
from bot.tables.records.trophies import SEASON, WINS, Earned
from db import schema
from db.queries.base import DatabaseStore
from db.schema import Query
from db.writing import statements

_trophies, _results, _answers = schema.trophies.c, schema.results.c, schema.puzzle_answers.c
_seasons, _tournaments, _tables = schema.seasons.c, schema.tournaments.c, schema.tables.c
_COLUMNS = (_trophies.guild, _trophies.user_id, _trophies.key, _trophies.at, _trophies.behind)

_GOES_ON = (
    select(_tables.id)
    .join(schema.tournaments, _tournaments.id == _tables.tournament)
    .where(_tables.id == _trophies.behind, _tournaments.status.in_(("open", "playing")))
    .correlate(schema.trophies)
)


class DatabaseTrophies(DatabaseStore):
    """Trophies as rows: the first of each stands."""

    async def of(self, guild: int, user: int) -> list[Earned]:
        """Return the trophies of ``user``, the latest first."""
        own = select(*_COLUMNS).where(_trophies.guild == guild, _trophies.user_id == user, ~_GOES_ON.exists())
        return await self._earned(own.order_by(_trophies.at.desc(), _trophies.key))

    async def behind(self, guild: int, behind: int) -> list[Earned]:
        """Return what a game, a tournament, a season or a puzzle has brought."""
        brought = select(*_COLUMNS).where(_trophies.guild == guild, _trophies.behind == behind)
        return await self._earned(brought.order_by(_trophies.user_id, _trophies.key))

    async def all(self, guild: int) -> list[Earned]:
        """Return all trophies of a server."""
        return await self._earned(select(*_COLUMNS).where(_trophies.guild == guild))

    async def add(self, *earned: Earned) -> None:
        """Keep these, unless somebody has one of them already."""
        if earned:
            await self._writer.execute(*kept(self._readers.dialect.name, earned))

    async def replace(self, guild: int, wrong: Sequence[Earned], right: Sequence[Earned]) -> None:
        """Forget ``wrong`` and keep ``right``."""
        gone = [delete(schema.trophies).where(*_is(earned)) for earned in wrong]
        await self._writer.execute(*gone, *kept(self._readers.dialect.name, right))

    # -- what they follow from -----------------------------------------------------------------------------------

    async def finished(self, guild: int) -> Mapping[TableId, Sequence[tuple[int, int, int]]]:
        """Return the games of a server with results, in the order in which these were stored."""
        columns = (_results.table_id, _results.seat, _results.user_id, _results.finished_at)
        games = defaultdict[TableId, list[tuple[int, int, int]]](list)
        for row in await self._rows(select(*columns).where(_results.guild == guild).order_by(_results.number)):
            games[TableId(row.table_id)].append((row.seat, row.user_id, row.finished_at))
        return games

    async def days_played(self, guild: int) -> Mapping[int, Sequence[tuple[int, int, int]]]:
        """Return for each person the dailies that they have finished, oldest first."""
        columns = (_results.user_id, _results.day, _results.finished_at, _results.table_id)
        dailies = select(*columns).where(_results.guild == guild, _results.kind == "daily", _results.user_id > 0)
        played = defaultdict[int, list[tuple[int, int, int]]](list)
        for row in await self._rows(dailies.order_by(_results.finished_at)):
            day = row.day or days.day_of(row.finished_at)
            played[row.user_id].append((day, row.finished_at, row.table_id))
        return played

    async def solved(self, guild: int) -> Mapping[int, Sequence[tuple[int, int, bool]]]:
        """Return for each person who solves here their puzzles of days, also of elsewhere, oldest first."""
        here = select(_answers.user_id).where(_answers.guild == guild, _answers.solved)
        columns = (_answers.user_id, _answers.day, _answers.at, _answers.guild)
        answers = select(*columns).where(_answers.user_id.in_(here), _answers.day > NO_DAY, _answers.solved)
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

    async def _earned(self, query: Query) -> list[Earned]:
        return [Earned(*row) for row in await self._rows(query)]


def kept(dialect: str, earned: Sequence[Earned]) -> list[Executable]:
    """Return the statements that keep trophies, unless somebody has one of them already."""
    names = ("guild", "user_id", "key", "at", "behind")
    rows = (dict(zip(names, one, strict=True)) for one in earned)
    return [statements.insert_if_absent(dialect, schema.trophies, row) for row in rows]


def _is(earned: Earned) -> tuple[ColumnElement[bool], ...]:
    return _trophies.guild == earned.guild, _trophies.user_id == earned.user, _trophies.key == earned.key
