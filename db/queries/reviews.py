"""Ratings and reviews, which finished games in ``results`` wait for (``bot.tables.records``)."""

import logging
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from operator import attrgetter

from sqlalchemy import Executable, RowMapping, and_, delete, exists, false, func, not_, or_, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.engine.game import BOTH_WAYS
from bot.tables.model.choices import GuildChoices, GuildSettings
from bot.tables.model.processes import EVERY_SHARD, Shards
from bot.tables.model.store import RIVALRIES, Kind, Row, StoreError
from bot.tables.model.table import TableId
from bot.tables.records.leaderboards import NEW, Finish, Rating, counts_for_rating, update_ratings
from bot.tables.records.reviews import StoredReview
from bot.thinker.answers import usual_unit
from db import schema
from db.queries.base import GOES_ON, DatabaseStore, of_shards
from db.schema import Found, into
from db.writing import statements
from db.writing.writer import Writer

# -- Ratings in the database (``bot.tables.records.leaderboards``). Finished games wait in ``results`` for their
# rating
# The transaction that rates a game notes that it no longer waits. So a crash rates none twice and forgets none.

_results = schema.results.c
_ratings = schema.ratings.c

log = logging.getLogger(__name__)

_ROWS = 100
"""Results that one transaction rates, plus the rest of the last game; others wait a few milliseconds for it."""

_TURNS = 20
"""Transactions in a row for one server; a server with more to rate gets its turn later."""


class DatabaseRatings(DatabaseStore):
    """Ratings, and how games enter them."""

    def __init__(self, readers: AsyncEngine, writer: Writer, settings: GuildSettings) -> None:
        super().__init__(readers, writer)
        self._settings = settings

    async def catch_up(self, guild: int) -> None:
        """Rate what waits in ``guild``; if very much waits, the oldest part."""
        waiting = select(_results.game).where(_results.guild == guild, schema.TO_RATE).distinct()
        turns = _TURNS
        for game in sorted(await self._values(waiting)):
            while turns and await self._rate(guild, game):
                turns -= 1

    async def catch_up_everywhere(self, shards: Shards = EVERY_SHARD) -> None:
        """Rate what waits in all servers of ``shards``."""
        waiting = of_shards(select(_results.guild).where(schema.TO_RATE).distinct(), _results.guild, shards)
        for guild in sorted(await self._values(waiting)):
            try:
                await self.catch_up(guild)
            except StoreError as error:  # A fault of this server must not hold up the others.
                log.warning("server %s: games wait to be rated: %s", guild, error)

    async def of(self, guild: int, user: int) -> dict[str, Rating]:
        """Return the ratings of ``user`` by game."""
        query = select(_ratings.game, _ratings.mu, _ratings.sigma, _ratings.games).where(
            _ratings.user_id == user, _ratings.guild == guild
        )
        return {row.game: Rating(row.mu, row.sigma, row.games) for row in await self._rows(query)}

    async def recompute(self, guild: int) -> None:
        """Forget the ratings of ``guild`` and let all its games wait."""
        await self._writer.execute(*rate_again(guild))

    async def _rate(self, guild: int, game: str) -> bool:
        """Rate the games of ``game`` that have waited longest; return whether there were any."""

        async def work(connection: AsyncConnection) -> bool:
            games = await _waiting(connection, guild, game)
            if games:  # Ask for the server's choice here: it may have changed since the last transaction.
                await _rate(connection, guild, game, games, await self._settings.of(guild))
            return bool(games)

        return await self._writer.run_in_transaction(work)


def rate_again(guild: int, game: str | None = None) -> tuple[Executable, Executable]:
    """Return what forgets the ratings of a server, of one game if given, and lets its games wait to be rated."""
    ratings, results = [_ratings.guild == guild], [_results.guild == guild]
    if game is not None:
        ratings.append(_ratings.game == game)
        results.append(_results.game == game)
    results += [_results.kind.in_(RIVALRIES), _results.seats > 1]
    return delete(schema.ratings).where(*ratings), update(schema.results).where(*results).values(to_rate=true())


async def _waiting(connection: AsyncConnection, guild: int, game: str) -> list[list[Found]]:
    """Return the results of the games that have waited longest, by game; other processes wait for those.

    Rows of two games that two processes stored at once may mix, so this asks for whole games.
    """
    longest = (
        select(_results.table_id)
        .where(_results.guild == guild, _results.game == game, schema.TO_RATE)
        .order_by(_results.finished_at, _results.number)
        .limit(_ROWS)
    )
    tables = dict.fromkeys((await connection.execute(longest)).scalars())
    query = select(schema.results).where(_results.table_id.in_(tables), schema.TO_RATE)
    games: dict[int, list[Found]] = {table: [] for table in tables}
    for row in await connection.execute(query.order_by(_results.seat).with_for_update()):
        games[row.table_id].append(row)
    return [seats for seats in games.values() if seats]


async def _rate(
    connection: AsyncConnection, guild: int, game: str, games: Sequence[Sequence[Found]], choices: GuildChoices
) -> None:
    users = sorted({seat.user_id for seats in games for seat in seats if seat.user_id > 0})
    known = select(schema.ratings).where(_ratings.guild == guild, _ratings.game == game, _ratings.user_id.in_(users))
    now = {row.user_id: Rating(row.mu, row.sigma, row.games) for row in await connection.execute(known)}
    changed: set[int] = set()
    for seats in games:
        if len(seats) < 2 or not counts_for_rating(choices, seats[0].kind, seats[0].rules):
            continue
        finishes = [Finish(seat.user_id, seat.rank, seat.has_left, seat.side) for seat in seats]
        after = update_ratings([now.get(finish.user, NEW) for finish in finishes], finishes)
        fresh = {finish.user: rating for finish, rating in zip(finishes, after, strict=True) if finish.user > 0}
        now |= fresh
        changed |= fresh.keys()
    if changed:
        await connection.execute(
            statements.ratings(connection.dialect.name),
            [
                {
                    "guild": guild,
                    "game": game,
                    "user_id": user,
                    "mu": now[user].mu,
                    "sigma": now[user].sigma,
                    "games": now[user].games,
                }
                for user in sorted(changed)
            ],
        )
    tables = [seats[0].table_id for seats in games]
    await connection.execute(update(schema.results).where(_results.table_id.in_(tables)).values(to_rate=false()))


# -- Reviews in the database (``bot.tables.records.reviews``). Finished games wait in ``results`` for theirs ----
# The transaction that stores a review notes that its game no longer waits, and counts it. So none counts twice.

_reviews = schema.reviews.c
_dailies = schema.dailies.c

_STORED_AS = {"table": "table_id", "user": "user_id"}
"""Columns with another name than their field."""

_NAMES = tuple(field.name for field in fields(StoredReview))
_COLUMNS = tuple(_reviews[_STORED_AS.get(name, name)] for name in _NAMES)
_values = attrgetter(*_NAMES)

_SHARED: tuple[Kind, ...] = ("daily", "tourney")
"""Kinds of games in which everybody throws the same dice."""

_EXCHANGED = f'"{BOTH_WAYS}"'
"""In the options of games in which two throw each other's."""

_MOST_SEATS = 8
"""So many rows in a row may belong to one game; where they belong to more, the next look finds the others."""


class DatabaseReviews(DatabaseStore):
    """Reviews, by table and seat."""

    async def of_table(self, table: TableId) -> list[StoredReview]:
        """Return the reviews of the seats of ``table``; nothing before its first review."""
        query = select(*_COLUMNS).where(_reviews.table_id == table).order_by(_reviews.seat)
        return [StoredReview(*row) for row in await self._rows(query)]

    async def waiting(self, shards: Shards, now: int, limit: int, *, shared: bool = False) -> list[TableId]:
        """Return some finished games without a counted review, the latest first; with ``shared``, of shared dice.

        Statistics count that of a day or a tournament only once it is over; until then it waits no longer than for the
        review itself.
        """
        lasts = exists().where(_dailies.guild == _results.guild, _dailies.day == _results.day, _dailies.ends > now)
        known = exists().where(_reviews.table_id == _results.table_id)
        kind = func.coalesce(_results.voided, _results.kind)  # A voided one has the dice that it had before.
        uncounted = and_(known, or_(and_(kind == "daily", lasts), and_(kind == "tourney", GOES_ON)))
        query = of_shards(
            select(_results.table_id).where(
                schema.TO_REVIEW,
                not_(uncounted),
                *([or_(_results.kind.in_(_SHARED), _results.options.contains(_EXCHANGED))] if shared else ()),
            ),
            _results.guild,
            shards,
        )
        rows = await self._values(query.order_by(_results.number.desc()).limit(limit * _MOST_SEATS))
        return [TableId(table) for table in dict.fromkeys(rows)][:limit]

    async def save(self, table: TableId, reviews: Sequence[StoredReview], *, count: bool = True) -> None:
        """Keep the reviews of ``table`` and count them, or note that there are none."""

        async def work(connection: AsyncConnection) -> None:
            # Erasing a person changes these rows first. The lock lets a review be stored before that, or not at all.
            results = select(schema.results).where(_results.table_id == table).with_for_update()
            seats = {row["seat"]: row for row in (await connection.execute(results)).mappings()}
            kept = [
                review
                for review in reviews
                if seats and (review.user is None or _is_there(seats.get(review.seat), review.user))
            ]
            if kept:
                rows = [_row(review if count else replace(review, kinds=None)) for review in kept]
                await connection.execute(_insert(connection.dialect.name), rows)
            if not count or all(row["reviewed"] is not None for row in seats.values()):
                return
            for review in kept:
                if review.user is not None and review.kinds and review.unit == usual_unit(review.game):
                    await self._writer.standings.add_review(connection, seats[review.seat], review.games, review.lost)
            await connection.execute(
                update(schema.results).where(_results.table_id == table).values(reviewed=bool(reviews))
            )

        await self._writer.run_in_transaction(work)

    async def note_lowest(self, table: TableId, seat: int, chance: float) -> None:
        """Remember how low the chance to win was that the player of a seat had."""
        same = (_reviews.table_id == table, _reviews.seat == seat)
        await self._writer.execute(update(schema.reviews).where(*same).values(lowest=chance))


def _is_there(result: RowMapping | None, user: int) -> bool:
    """Whether ``user`` has this result, and was not erased since."""
    return result is not None and result["user_id"] == user


def _row(review: StoredReview) -> Row:
    return dict(zip((column.name for column in _COLUMNS), _values(review), strict=True))


@cache
def _insert(dialect: str) -> Executable:
    """Return the statement that stores reviews. The first one of a seat stands; from older code it lacks ``kinds``."""
    statement = into(dialect)(schema.reviews)
    return statement.on_conflict_do_update(
        index_elements=list(schema.reviews.primary_key),
        set_={"kinds": func.coalesce(_reviews.kinds, statement.excluded.kinds)},
    )
