"""One player's games, and what is best in a series (``bot.tables.records.profiles``)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, get_args

from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, case, func, or_, select

from bot.engine import Level
from bot.tables.model import days
from bot.tables.model.store import Kind, ResultRow, Row
from bot.tables.model.table import Computer, TableId, read_results
from bot.tables.records.profiles import (
    ENOUGH,
    Before,
    Company,
    CountedGame,
    FinishedGame,
    GameSeries,
    GameSkill,
    HeadToHead,
    Opponent,
    PastGame,
    PastPage,
    ReviewedGames,
    Scope,
    Series,
)
from bot.tables.storage.results import is_flawless
from bot.tables.storage.rows import read_options
from db import schema
from db.connection.reading import Reader, reader
from db.queries.base import GOES_ON, DatabaseReads
from db.schema import Found, Query

# -- One player's games (``bot.tables.records.profiles``). Every query begins at an index: guild, player, time -------

_results, _reviews, _tables = schema.results.c, schema.reviews.c, schema.tables.c

_COUNTED = tuple(kind for kind in get_args(Kind) if kind != "void")

_opponents = schema.results.alias("other")
"""Made once: an alias refers to itself, so the collector, which never looks at all objects, would miss some of them."""

_COMPUTER: Kind = "computer"
_DAILY: Kind = "daily"
_HINTS: Kind = "hints"
_TOURNEY: Kind = "tourney"
_VOID: Kind = "void"

_game = _results.game + ""
"""Written so, the query does not lead SQLite to an index of all games of a server. The index of a player's games is far
smaller, but without fresh statistics SQLite would not take it.
"""


class DatabaseProfiles(DatabaseReads):
    """Profiles and histories, read on demand."""

    async def series(self, guild: int, user: int, *, without_day: int | None = None) -> list[GameSeries]:
        """Return everything that ``user`` has played, most played first; kinds of a later version are left out."""
        query = _all_series() if without_day is None else _all_series().where(*_but(without_day))
        return [_series(row) for row in await self._rows(query, {"guild": guild, "user": user})]

    async def played(self, scope: Scope) -> list[FinishedGame]:
        """Return the games of ``scope``, oldest first."""
        query = _in_order(_of(scope, _results.score, _results.won, _results.has_left, _results.seats, _results.kind))
        return [FinishedGame(*row) for row in await self._rows(query)]

    async def counted(self, scope: Scope, latest: int | None = None) -> list[CountedGame]:
        """Return the statistics of the games of ``scope``, oldest first; of the ``latest`` alone, newest first."""
        games = _of(scope, _results.kind, _results.has_left, _results.details, _results.real_dice)
        query = _in_order(games) if latest is None else _newest_first(games).limit(latest)
        return [CountedGame(*row) for row in await self._rows(query)]

    async def reviewed(self, scope: Scope) -> ReviewedGames:
        """Return what counted reviews say of the games of ``scope``."""
        numbers = (_reviews.unit, _reviews.luck, _reviews.lost, _reviews.games, _reviews.kinds)
        games = _of(scope, _results.reviewed, _game, _results.kind, _results.rules, *numbers)
        review = and_(_reviews.table_id == _results.table_id, _reviews.seat == _results.seat)
        games = games.outerjoin_from(schema.results, schema.reviews, review).where(_results.has_left.is_(False))
        rows = await self._rows(_in_order(games))
        waiting = sum(row.reviewed is None for row in rows)
        skills = tuple(GameSkill(*row[1:]) for row in rows if row.reviewed and row.kinds is not None)
        shared = sum(bool(row.reviewed and row.unit and row.kinds is None) for row in rows)
        return ReviewedGames(skills, waiting, len(rows) - waiting - len(skills) - shared, shared)

    async def against(self, guild: int, user: int, game: str | None = None, limit: int = 10) -> list[HeadToHead]:
        """Return the people with whom ``user`` has played most."""
        query = _against(guild, user, _opponents.c.user_id).group_by(_opponents.c.user_id)
        query = query.order_by(func.count().desc(), _opponents.c.user_id).limit(limit)
        if game is not None:
            query = query.where(_game == game)
        return [HeadToHead(row.user_id, row.games, int(row.won), int(row.lost)) for row in await self._rows(query)]

    async def against_computers(self, guild: int, user: int, game: str | None = None) -> list[HeadToHead]:
        """Return how ``user`` came out against each level of computers, the weakest first."""
        query = _of(Scope(guild, user, game), _results.rank, _results.side, _results.computers)
        query = query.where(_results.computers.is_not(None))
        ahead: dict[Level, list[int]] = {level: [] for level in Level}
        for row in await self._rows(query):
            for computer in read_results(row.computers):
                if computer.side is None or computer.side != row.side:
                    ahead[computer.level].append(computer.rank - row.rank)
        return [
            HeadToHead(Computer(1, level), len(by), sum(lead > 0 for lead in by), sum(lead < 0 for lead in by))
            for level, by in ahead.items()
            if by
        ]

    async def champions_beaten(self, guild: int, user: int) -> Mapping[str, int]:
        """Return when ``user`` first won against a champion, by game."""
        rows = await self._rows(_won_among_computers(guild, [user]))
        return {row.game: row.finished_at for row in reversed(rows) if _beats_champion(row)}

    async def first_wins(self, guild: int, since: int, until: int | None = None) -> Sequence[tuple[int, str]]:
        """Return who first won which game against a champion since that unix second."""
        lately = select(_results.user_id).where(_results.guild == guild, _results.finished_at >= since)
        lately = lately.where(_results.won.is_(True), _results.computers.is_not(None), _results.user_id > 0).distinct()
        rows = await self._rows(_won_among_computers(guild, await self._values(lately)))
        first = {(row.user_id, row.game): row.finished_at for row in reversed(rows) if _beats_champion(row)}
        return [whose for whose, at in first.items() if at >= since and (until is None or at <= until)]

    async def history(self, scope: Scope, *, offset: int = 0, limit: int = 5) -> PastPage:
        """Return finished games ``offset`` to ``offset + limit``, newest first."""
        page = _newest_first(_of(scope, schema.results, voided=True)).offset(offset).limit(limit)
        return await self._page(page, _of(scope, func.count(), voided=True))

    async def finished_in(
        self, guild: int, channel: int, *, days_before: int | None = None, offset: int = 0, limit: int = 5
    ) -> PastPage:
        """Return finished games of a channel, each as its first player sees it, the last opened first."""
        newest = _in(guild, channel, days_before, schema.results).order_by(_tables.number.desc())
        return await self._page(newest.offset(offset).limit(limit), _in(guild, channel, days_before, func.count()))

    async def _page(self, page: Query, count: Query) -> PastPage:
        async with reader(self._readers) as connection:
            total = await connection.scalar(count)
            rows = (await connection.execute(page)).all()
            ids = [row.table_id for row in rows]
            others = (await connection.execute(_others(ids))).all() if ids else []
            boards = (await connection.execute(_boards(ids))).all() if ids else []
        return PastPage(tuple(_pasts(rows, others, boards)), int(total or 0))


def _against(guild: int, user: int, *what: Any) -> Query:
    """Return a query for ``what`` and how ``user`` came out, from the games with others who were no partners."""
    met = and_(_opponents.c.table_id == _results.table_id, _opponents.c.seat != _results.seat)
    apart = or_(_results.side.is_(None), _opponents.c.side.is_(None), _results.side != _opponents.c.side)
    return (
        select(
            *what,
            func.count().label("games"),
            func.sum(case((_results.rank < _opponents.c.rank, 1), else_=0)).label("won"),
            func.sum(case((_results.rank > _opponents.c.rank, 1), else_=0)).label("lost"),
        )
        .select_from(schema.results.join(_opponents, met))
        .where(_results.guild == guild, _results.user_id == user, apart, _results.kind.not_in((_COMPUTER, _VOID)))
    )


_TOLD = or_(_results.kind != _TOURNEY, ~GOES_ON)
"""Results that everybody may see: not those of a tournament that goes on."""


def _but(without_day: int | None) -> tuple[ColumnElement[bool], ...]:
    """Return the condition for results other than those of the daily of a day."""
    if without_day is None:
        return ()
    return (or_(_results.kind != _DAILY, _results.day.is_(None), _results.day != without_day),)


def _of(scope: Scope, *what: Any, voided: bool = False) -> Query:
    """Return a query for ``what`` from the games of ``scope``, with those that are ``voided`` only for a list."""
    query = select(*what).where(_results.guild == scope.guild, _results.user_id == scope.user, _TOLD)
    query = query.where(*_but(scope.without_day))
    if not voided:
        query = query.where(_results.kind != _VOID)
    for column, wanted in ((_game, scope.game), (_results.kind, scope.kind), (_results.rules, scope.rules)):
        if wanted is not None:
            query = query.where(column == wanted)
    return query


def _won_among_computers(guild: int, users: Sequence[int]) -> Query:
    """Return a query for the games that ``users`` have won at tables with computers, oldest first."""
    columns = (_results.table_id, _results.user_id, _results.rank, _results.side, _results.computers)
    query = select(*columns, _game.label("game"), _results.finished_at)
    won = (_results.won.is_(True), _results.computers.is_not(None), _results.kind.not_in((_HINTS, _VOID)))
    return query.where(_results.guild == guild, _results.user_id.in_(users), *won).order_by(_results.number)


def _beats_champion(row: Found) -> bool:
    """Whether the best champion of another side came out behind."""
    champions = [met for met in read_results(row.computers) if met.level is Level.CHAMPION]
    ranks = [met.rank for met in champions if met.side is None or met.side != row.side]
    return bool(ranks) and min(ranks) > row.rank


_OF_ALL = (_tables.daily.is_(None), _tables.tournament.is_(None))
"""Tables that more than one person sees."""


def _in(guild: int, channel: int, days_before: int | None, *what: Any) -> Query:
    """Return a query for ``what`` from the games of a channel, of each from the result of its first player.

    Of dailies those of ``days_before`` this are among them, but none for practice.
    """
    seen: tuple[ColumnElement[bool], ...] = _OF_ALL
    if days_before is not None:
        of_a_day = and_(_tables.daily < days_before, _tables.practice == 0)
        seen = (or_(_tables.daily.is_(None), of_a_day), _tables.tournament.is_(None))
    first = select(func.min(_opponents.c.seat)).where(_opponents.c.table_id == _tables.id).scalar_subquery()
    result = and_(_results.table_id == _tables.id, _results.seat == first)
    query = select(*what).select_from(schema.tables.join(schema.results, result))
    return query.where(_tables.guild == guild, _tables.channel == channel, *seen)


def _in_order(query: Query) -> Query:
    return query.order_by(_results.finished_at, _results.number)


def _newest_first(query: Query) -> Query:
    return query.order_by(_results.finished_at.desc(), _results.number.desc())


def _others(ids: list[int]) -> Query:
    columns = (_results.table_id, _results.seat, _results.user_id, _results.rank, _results.score)
    return select(*columns).where(_results.table_id.in_(ids)).order_by(_results.rank, _results.seat)


def _boards(ids: list[int]) -> Query:
    """Return a query for the tables' messages; nobody else can look at a game of the day."""
    columns = (_tables.id, _tables.channel, _tables.message)
    return select(*columns).where(_tables.id.in_(ids), *_OF_ALL)


def _series(row: Found) -> GameSeries:
    return GameSeries(
        game=row.game,
        kind=row.kind,
        rules=row.rules,
        options=read_options(row.options),
        games=row.games,
        wins=int(row.wins),
        rivalled=int(row.rivalled),
        stayed=row.stayed,
        points=int(row.points),
        highest=row.highest,
    )


def _pasts(rows: Iterable[Found], others: Iterable[Found], boards: Iterable[Found]) -> Iterable[PastGame]:
    seated: dict[int, list[Found]] = defaultdict(list)
    for other in others:
        seated[other.table_id].append(other)
    where = {board.id: (board.channel, board.message) for board in boards if board.message is not None}
    for row in rows:
        channel, message = where.get(row.table_id, (None, None))
        yield PastGame(
            table=TableId(row.table_id),
            user=row.user_id,
            game=row.game,
            kind=row.kind,
            options=read_options(row.options),
            score=row.score,
            rank=row.rank,
            left=row.has_left,
            seats=row.seats,
            at=row.finished_at,
            others=tuple(
                Opponent(other.user_id, other.rank, other.score)
                for other in seated[row.table_id]
                if other.seat != row.seat
            )
            + tuple(Opponent(met.computer, met.rank, met.score) for met in read_results(row.computers)),
            channel=channel,
            message=message,
        )


# -- Earlier games of a series (``bot.tables.records.profiles``): players by their index, the server by its standings --

_stored = schema.results.alias("stored")
_standings = schema.standings.c


class DatabaseBests(DatabaseReads):
    """Earlier games, read on demand."""

    async def before(self, results: Sequence[ResultRow]) -> Series:
        """Return what was played before the stored game with these ``results``.

        The others' best may be of a later game, since standings are those of now.
        """
        game, players = results[0], [result.user for result in results]
        table: Row = {"table": game.table}
        series: Row = {"guild": game.guild, "kind": game.kind, "game": game.game, "rules": game.rules}
        async with reader(self._readers) as connection:
            own = (await connection.execute(_own(), series | table | {"players": players})).all()
            others = (await connection.execute(_best_of_others(), series | {"players": players})).scalar()
            games = (await connection.execute(_games(), series | table)).scalar()
            met = await _so_far(connection, game, players)
            among: Sequence[Found] = ()
            if game.computers:
                won = _won_among_computers(game.guild, players).where(_game == game.game)
                among = (await connection.execute(won)).all()
            sheets = (await connection.execute(_sheets(), table)).all()
        first = {row.user_id: row.table_id for row in reversed(among) if _beats_champion(row)}
        return Series(
            {row.user_id: Before(row.games, row.best) for row in own},
            others,
            int(games or 0),
            met,
            frozenset(user for user, table in first.items() if table == game.table),
            frozenset(row.user_id for row in sheets if is_flawless(row.details)),
        )


# Every game asks these when it is over. They are made once: to make one takes SQLAlchemy longer than SQLite takes to
# answer it.

_GUILD: BindParameter[Any] = bindparam("guild")
_USER: BindParameter[Any] = bindparam("user")
_KIND: BindParameter[Any] = bindparam("kind")
_GAME: BindParameter[Any] = bindparam("game")
_RULES: BindParameter[Any] = bindparam("rules")
_TABLE: BindParameter[Any] = bindparam("table")
_PLAYERS: BindParameter[Any] = bindparam("players", expanding=True)


@cache
def _all_series() -> Query:
    stayed = case((_results.has_left.is_(False), _results.score))
    return (
        select(
            _game.label("game"),
            _results.kind,
            _results.rules,
            func.min(_results.options).label("options"),
            func.count().label("games"),
            func.sum(case((_results.won, 1), else_=0)).label("wins"),
            func.sum(case((_results.seats > 1, 1), else_=0)).label("rivalled"),
            func.count(stayed).label("stayed"),
            func.coalesce(func.sum(stayed), 0).label("points"),
            func.max(stayed).label("highest"),
        )
        .where(_results.guild == _GUILD, _results.user_id == _USER, _results.kind.in_(_COUNTED), _TOLD)
        .group_by(_game, _results.kind, _results.rules)
        .order_by(func.count().desc(), _game, _results.kind.desc(), _results.rules)
    )


@cache
def _sheets() -> Query:
    stayed = (_results.has_left.is_(False), _results.user_id > 0, _results.kind.in_(("together", "solo")))
    return select(_results.user_id, _results.details).where(_results.table_id == _TABLE, *stayed)


@cache
def _own() -> Query:
    return (
        _earlier(_results.user_id, func.count().label("games"), func.max(_results.score).label("best"))
        .where(_game == _GAME, _results.user_id.in_(_PLAYERS))
        .group_by(_results.user_id)
    )


@cache
def _best_of_others() -> Query:
    return select(func.max(_standings.highest)).where(
        _standings.guild == _GUILD,
        _standings.period == days.ALL,
        _standings.kind == _KIND,
        _standings.game == _GAME,
        _standings.rules == _RULES,
        _standings.user_id.not_in(_PLAYERS),
    )


@cache
def _games() -> Query:
    """Count games of the server: of many only the first few."""
    few = _earlier(_results.table_id).where(_results.game == _GAME).distinct().limit(ENOUGH).subquery()
    return select(func.count()).select_from(few)


async def _so_far(connection: Reader, game: ResultRow, players: list[int]) -> HeadToHead | Company | None:
    """Return the games of these people among themselves up to this one; None where others or computers play too."""
    if len(players) != game.seats or len(players) < 2:
        return None
    if len(players) == 2:
        met = (await connection.execute(_met(game, players))).one()
        return HeadToHead(players[1], met.games, int(met.won or 0), int(met.lost or 0))
    rows = (await connection.execute(_among(game, players))).all()
    return Company(max(row.games for row in rows), {row.user_id: int(row.won) for row in rows}) if rows else None


def _among(game: ResultRow, players: list[int]) -> Query:
    """Return a query for the games of all of ``players`` and nobody else, up to this one, and what each has won."""
    last = select(func.max(_stored.c.number)).where(_stored.c.table_id == game.table).scalar_subquery()
    tables = (
        select(_results.table_id)
        .where(_results.guild == game.guild, _results.user_id.in_(players), _results.number <= last)
        .where(_game == game.game, _results.seats == len(players), _results.side.is_(None))
        .where(_results.kind.not_in((_COMPUTER, _VOID)))
        .group_by(_results.table_id)
        .having(func.count() == len(players))
    )
    won = func.sum(case((_stored.c.won, 1), else_=0)).label("won")
    counted = select(_stored.c.user_id, func.count().label("games"), won)
    return counted.where(_stored.c.table_id.in_(tables)).group_by(_stored.c.user_id)


def _met(game: ResultRow, players: list[int]) -> Query:
    """Return a query for the games of two players up to this one, and how the first of them came out."""
    last = select(func.max(_stored.c.number)).where(_stored.c.table_id == game.table).scalar_subquery()
    first, second = players
    return _against(game.guild, first).where(
        _game == game.game, _opponents.c.user_id == second, _results.number <= last
    )


def _earlier(*what: Any) -> Query:
    """Return a query for ``what`` from the games of a series that were stored before the one of a table."""
    number = select(func.min(_stored.c.number)).where(_stored.c.table_id == _TABLE).scalar_subquery()
    return select(*what).where(
        _results.guild == _GUILD,
        _results.kind == _KIND,
        _results.rules == _RULES,
        _results.has_left.is_(False),
        _results.number < number,
    )
