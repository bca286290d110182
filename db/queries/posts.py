"""Which servers want posts of the bot, which process sends one, and what a week has brought (``bot.tables.posts``)."""

from collections.abc import Sequence
from typing import get_args

from sqlalchemy import ColumnElement, FromClause, and_, case, distinct, func, literal, or_, select, true, update

from bot.tables.model import days
from bot.tables.model.choices import UTC, GuildChoices
from bot.tables.model.processes import EVERY_SHARD, Shards
from bot.tables.model.store import RIVALRIES, Kind
from bot.tables.model.table import TableId
from bot.tables.posts import SCORING, SLIM, Climb, Met, MostSolved, Posted, Scored, SlimWin, Throw, WeekFacts, WeekOf
from bot.tables.puzzles import NO_DAY
from bot.tables.records.leaderboards import EVERY
from db import schema
from db.connection.reading import reader
from db.queries.base import DatabaseStore, of_shards
from db.schema import Cell, Found, Query

_settings, _posts, _results, _reviews = schema.settings.c, schema.posts.c, schema.results.c, schema.reviews.c
_answers = schema.puzzle_answers.c
_others_table = schema.results.alias("others")
_others = _others_table.c
_noted = schema.posts.alias("noted").c
_ever, _lately = schema.standings.alias("ever"), schema.standings.alias("lately")
"""Made once, as those of results (db/queries/profiles.py)."""

_ZONE = func.coalesce(_settings.zone, UTC)

_USUAL = GuildChoices()
_HOURS: dict[str, tuple[Cell, Cell]] = {
    "morning": (func.coalesce(_settings.post_morning, true()), func.coalesce(_settings.post_hour, _USUAL.post_hour)),
    "week": (func.coalesce(_settings.post_week, true()), func.coalesce(_settings.post_evening, _USUAL.post_evening)),
}
"""By its kind, whether a server wants a post, and its hour."""

_KINDS: tuple[Kind, ...] = tuple(kind for kind in get_args(Kind) if kind not in ("practice", "void"))
_SCORED: tuple[Kind, ...] = ("together", "solo")
"""The kinds whose scores compare, as far as their rules are standard; others of a kind may still be secret."""


_MET = 3
"""So many who met most."""


class DatabasePosts(DatabaseStore):
    """Posts that are due, and what they need of all games of a server."""

    async def zones(self, shards: Shards = EVERY_SHARD) -> list[str]:
        """Return the time zones of servers of ``shards`` that want posts."""
        query = select(_ZONE).where(schema.WITH_POSTS, _settings.left_at.is_(None)).distinct()
        return await self._values(of_shards(query, _settings.guild, shards))

    async def due(
        self, kind: str, zone: str, hour: int, since: int, limit: int, shards: Shards = EVERY_SHARD
    ) -> list[int]:
        """Return servers of a zone that want a post by ``hour`` and have had none since that unix second."""
        had = select(_posts.guild).where(_posts.guild == _settings.guild, _posts.kind == kind, _posts.at >= since)
        wanted, its_hour = _HOURS[kind]
        query = select(_settings.guild).where(
            schema.WITH_POSTS, _settings.left_at.is_(None), _ZONE.in_([zone]), wanted, its_hour <= hour, ~had.exists()
        )
        return await self._values(of_shards(query, _settings.guild, shards).limit(limit))

    async def claim(self, guild: int, kind: str, at: int, since: int, others: Sequence[str] = ()) -> bool:
        """Note that a server gets a post at ``at``; return False where it has had one since ``since``.

        Likewise where one of the kinds ``others`` was noted at ``at``. A process that is refused a kind sees what
        another has noted there by its next statement, so that it takes no other kind for the same post.
        """
        noted = select(_noted.at).where(_noted.guild == guild, _noted.kind.in_(others), _noted.at == at)
        row = [literal(value, _posts[name].type) for name, value in (("guild", guild), ("kind", kind), ("at", at))]
        put = schema.into(self._readers.dialect.name)(schema.posts)
        claimed = put.from_select(["guild", "kind", "at"], select(*row).where(~noted.exists())).on_conflict_do_update(
            index_elements=list(schema.posts.primary_key),
            set_={"at": at, "channel": None, "message": None, "game_table": None},
            where=_posts.at < since,
        )
        return await self._change_if_there(claimed)

    async def release(self, guild: int, kind: str, at: int) -> None:
        """Take the note of ``at`` back: the post was not sent."""
        same = (_posts.guild == guild, _posts.kind == kind, _posts.at == at)
        await self._writer.execute(update(schema.posts).where(*same).values(at=0))

    async def posted(self, post: Posted) -> None:
        """Remember where a post is, unless another one of its kind has come since."""
        same = (_posts.guild == post.guild, _posts.kind == post.kind, _posts.at == post.at)
        place = {"channel": post.channel, "message": post.message, "game_table": post.table}
        await self._writer.execute(update(schema.posts).where(*same).values(place))

    async def places(self, guild: int) -> list[Posted]:
        """Return the latest post of each kind of a server, as far as anybody knows where it is."""
        columns = (_posts.guild, _posts.kind, _posts.at, _posts.channel, _posts.message, _posts.game_table)
        rows = await self._rows(select(*columns).where(_posts.guild == guild, _posts.message.is_not(None)))
        return [Posted(*row) for row in rows]

    async def taken(self, guild: int, kinds: Sequence[str]) -> list[int]:
        """Return when a server had its latest posts of these kinds."""
        return await self._values(select(_posts.at).where(_posts.guild == guild, _posts.kind.in_(kinds)))

    async def week(self, asked: WeekOf) -> WeekFacts:
        """Return what the games and puzzles of a server since the beginning of a week tell."""
        span = and_(_results.guild == asked.guild, _results.finished_at >= asked.since, _results.kind.in_(_KINDS))
        if asked.until is not None:
            span = and_(span, _results.finished_at <= asked.until)
        counts = select(
            func.count(distinct(_results.table_id)).label("games"),
            func.count(distinct(case((_results.user_id > 0, _results.user_id)))).label("players"),
        ).where(span)
        async with reader(self._readers) as connection:
            counted = (await connection.execute(counts)).one()
            best = (await connection.execute(_best(span))).one_or_none()
            back = (await connection.execute(_comeback(span))).one_or_none()
            throw = (await connection.execute(_luckiest(span))).one_or_none()
            solved = (await connection.execute(_solved(asked))).all()
            played = (await connection.execute(_played(span))).scalars().all()
            met = (await connection.execute(_met(span))).all()
        return WeekFacts(
            games=counted.games,
            players=counted.players,
            best=None if best is None else Scored(best.game, best.user_id, best.score),
            comeback=None if back is None else SlimWin(back.game, back.user_id, back.lowest),
            luckiest=None if throw is None else Throw(throw.game, throw.user_id, TableId(throw.table_id)),
            solved=_most_solved(solved),
            played=tuple(played),
            met=tuple(_winner_first(row) for row in met),
        )

    async def played(self, guild: int, day: int) -> bool:
        """Return whether anybody has begun a daily or answered the puzzle of that day or a later one."""
        tables = schema.tables.c
        begun = select(tables.id).where(tables.guild == guild, tables.daily >= day)
        answered = select(_answers.user_id).where(_answers.guild == guild, _answers.day >= day)
        return bool(await self._value(select(or_(begun.exists(), answered.exists()))))

    async def climbs(self, asked: WeekOf, users: Sequence[int]) -> list[Climb]:
        """Return the places by wins of ``users``, now and before this week, if they had played before it."""
        rows: Sequence[Found] = await self._rows(_places(asked, users))
        return [Climb(row.user_id, int(row.was) + 1, int(row.now) + 1) for row in rows]


def _best(span: ColumnElement[bool]) -> Query:
    """Return a query for the highest score of the most played game of those with points."""
    whole = (span, _results.kind.in_(_SCORED), _results.options_default, ~_results.has_left, _results.game.in_(SCORING))
    most = select(_results.game).where(*whole).group_by(_results.game).order_by(func.count().desc(), _results.game)
    best = select(_results.game, _results.user_id, _results.score).where(
        *whole, _results.user_id > 0, _results.game == most.limit(1).scalar_subquery()
    )
    return best.order_by(_results.score.desc(), _results.number).limit(1)


def _played(span: ColumnElement[bool]) -> Query:
    """Return a query for the games that people played, the most played first."""
    query = select(_results.game).where(span).group_by(_results.game)
    return query.order_by(func.count(distinct(_results.table_id)).desc(), _results.game)


def _met(span: ColumnElement[bool]) -> Query:
    """Return a query for the two who met most in ranked games, not as partners, and how they came out."""
    met = and_(_others.table_id == _results.table_id, _others.user_id > _results.user_id, _results.user_id > 0)
    apart = or_(_results.side.is_(None), _others.side.is_(None), _results.side != _others.side)
    won, lost = (
        func.sum(case((before < after, 1), else_=0)).label(name)
        for name, before, after in (("won", _results.rank, _others.rank), ("lost", _others.rank, _results.rank))
    )
    query = select(_results.user_id, _others.user_id.label("other"), won, lost)
    query = query.select_from(schema.results.join(_others_table, met)).where(span, _results.kind.in_(RIVALRIES), apart)
    query = query.group_by(_results.user_id, _others.user_id).having(won + lost > 0)
    return query.order_by(func.count().desc(), _results.user_id, _others.user_id).limit(_MET)


def _winner_first(row: Found) -> Met:
    met = Met(row.user_id, row.other, int(row.won), int(row.lost))
    return met if met.won >= met.lost else Met(met.other, met.player, met.lost, met.won)


def _reviewed(span: ColumnElement[bool], *what: Cell) -> Query:
    """Return a query for ``what`` of the results and their reviews."""
    review = and_(_reviews.table_id == _results.table_id, _reviews.seat == _results.seat)
    return select(*what).select_from(schema.results.join(schema.reviews, review)).where(span, _results.user_id > 0)


def _comeback(span: ColumnElement[bool]) -> Query:
    won = (_results.kind.in_(RIVALRIES), _results.won, _reviews.lowest <= SLIM)
    query = _reviewed(span, _results.game, _results.user_id, _reviews.lowest).where(*won)
    return query.order_by(_reviews.lowest, _results.number).limit(1)


def _luckiest(span: ColumnElement[bool]) -> Query:
    """Return a query for the luckiest throw of the game with most reviews: luck of two games does not compare."""
    lucky = (_results.kind.in_(_SCORED), _reviews.luckiest > 0)
    most = _reviewed(span, _results.game).where(*lucky).group_by(_results.game)
    most = most.order_by(func.count().desc(), _results.game).limit(1)
    query = _reviewed(span, _results.game, _results.user_id, _results.table_id).where(
        *lucky, _results.game == most.scalar_subquery()
    )
    return query.order_by(_reviews.luckiest.desc(), _results.number).limit(1)


def _solved(asked: WeekOf) -> Query:
    """Return a query for everybody who solved a puzzle, and how many they did, the most first."""
    # An index finds the puzzles of the days of the week, which are those of UTC, and those of no day.
    of_days = or_(_answers.day == NO_DAY, _answers.day >= days.day_of(asked.since))
    puzzles = func.count().label("puzzles")
    query = select(_answers.user_id, puzzles).where(_answers.guild == asked.guild, of_days, _answers.solved)
    query = query.where(_answers.at >= asked.since, _answers.user_id > 0)
    if asked.until is not None:
        query = query.where(_answers.at <= asked.until)
    return query.group_by(_answers.user_id).order_by(puzzles.desc(), _answers.user_id)


def _most_solved(rows: Sequence[Found]) -> MostSolved | None:
    if not rows:
        return None
    most = rows[0].puzzles
    return MostSolved(most, [row.user_id for row in rows if row.puzzles == most])


def _places(asked: WeekOf, users: Sequence[int]) -> Query:
    def of(lines: FromClause, period: str) -> ColumnElement[bool]:
        key = lines.c
        same = and_(key.guild == asked.guild, key.period == period, key.kind == asked.kind)
        return and_(same, key.game == EVERY, key.rules == asked.rules)

    this_week = and_(of(_lately, days.week_key(asked.day)), _lately.c.user_id == _ever.c.user_id)
    games, wins = (_ever.c[name] - func.coalesce(_lately.c[name], 0) for name in ("games", "wins"))
    columns = (_ever.c.user_id, _ever.c.wins, wins.label("before"), games.label("games"))
    board = select(*columns).select_from(_ever.outerjoin(_lately, this_week)).where(of(_ever, days.ALL)).cte("board")
    own = board.alias("own")
    ahead = (func.sum(case((board.c[name] > own.c[name], 1), else_=0)) for name in ("wins", "before"))
    now, was = ahead
    query = select(own.c.user_id, now.label("now"), was.label("was")).select_from(own.join(board, true()))
    return query.where(own.c.user_id.in_(users), own.c.games > 0).group_by(own.c.user_id)
