"""Ratings in the database (``bot.tables.records.rating``). Finished games wait in ``results`` for their rating.

The transaction that rates a game notes that it no longer waits. So a crash rates none twice and forgets none.
"""

import logging
from collections.abc import Sequence

from sqlalchemy import delete, false, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.core.store import StoreError
from bot.tables.people.choices import GuildChoices, GuildSettings
from bot.tables.records.rating import NEW, Finish, Rating, counts_for_rating, update_ratings
from db import schema
from db.connection.reading import fetch, reader
from db.sql import Found
from db.writing import statements
from db.writing.writer import Writer

log = logging.getLogger(__name__)

_ROWS = 100
"""Results that one transaction rates, plus the rest of the last game; others wait a few milliseconds for it."""

_TURNS = 20
"""Transactions in a row for one server; a server with more to rate gets its turn later."""


class DatabaseRatings:
    """Ratings, and how games enter them."""

    def __init__(self, readers: AsyncEngine, writer: Writer, settings: GuildSettings) -> None:
        self._readers = readers
        self._writer = writer
        self._settings = settings

    async def catch_up(self, guild: int) -> None:
        """Rate what waits in ``guild``; if very much waits, the oldest part."""
        columns = schema.results.c
        waiting = select(columns.game).where(columns.guild == guild, schema.TO_RATE).distinct()
        async with reader(self._readers) as connection:
            games = sorted((await connection.execute(waiting)).scalars())
        if not games:
            return
        turns = _TURNS
        for game in games:
            while turns and await self._rate(guild, game):
                turns -= 1

    async def catch_up_everywhere(self) -> None:
        """Rate what waits in all servers."""
        waiting = select(schema.results.c.guild).where(schema.TO_RATE).distinct()
        async with reader(self._readers) as connection:
            guilds = sorted((await connection.execute(waiting)).scalars())
        for guild in guilds:
            try:
                await self.catch_up(guild)
            except StoreError as error:  # A fault of this server must not hold up the others.
                log.warning("server %s: games wait to be rated: %s", guild, error)

    async def of(self, guild: int, user: int) -> dict[str, Rating]:
        """Return the ratings of ``user`` by game."""
        columns = schema.ratings.c
        query = select(columns.game, columns.mu, columns.sigma, columns.games).where(
            columns.user_id == user, columns.guild == guild
        )
        return {row.game: Rating(row.mu, row.sigma, row.games) for row in await fetch(self._readers, query)}

    async def recompute(self, guild: int) -> None:
        """Forget the ratings of ``guild`` and let all its games wait."""
        columns = schema.results.c
        await self._writer.execute(
            delete(schema.ratings).where(schema.ratings.c.guild == guild),
            update(schema.results)
            .where(columns.guild == guild, columns.kind.in_(("together", "real")), columns.seats > 1)
            .values(to_rate=true()),
        )

    async def _rate(self, guild: int, game: str) -> bool:
        """Rate the games of ``game`` that have waited longest; return whether there were any."""
        found = False

        async def work(connection: AsyncConnection) -> None:
            nonlocal found
            games = await _waiting(connection, guild, game)
            found = bool(games)
            if found:  # Ask for the server's choice here: it may have changed since the last transaction.
                await _rate(connection, guild, game, games, await self._settings.of(guild))

        await self._writer.run_in_transaction(work)
        return found


async def _waiting(connection: AsyncConnection, guild: int, game: str) -> list[list[Found]]:
    """Return the results of the games that have waited longest, by game; other processes wait for those.

    Rows of two games that two processes stored at once may mix, so this asks for whole games.
    """
    columns = schema.results.c
    longest = (
        select(columns.table_id)
        .where(columns.guild == guild, columns.game == game, schema.TO_RATE)
        .order_by(columns.finished_at, columns.number)
        .limit(_ROWS)
    )
    tables = dict.fromkeys((await connection.execute(longest)).scalars())
    query = select(schema.results).where(columns.table_id.in_(tables), schema.TO_RATE)
    games: dict[int, list[Found]] = {table: [] for table in tables}
    for row in await connection.execute(query.order_by(columns.seat).with_for_update()):
        games[row.table_id].append(row)
    return [seats for seats in games.values() if seats]


async def _rate(
    connection: AsyncConnection, guild: int, game: str, games: Sequence[Sequence[Found]], choices: GuildChoices
) -> None:
    columns = schema.ratings.c
    users = sorted({seat.user_id for seats in games for seat in seats if seat.user_id > 0})
    known = select(schema.ratings).where(columns.guild == guild, columns.game == game, columns.user_id.in_(users))
    now = {row.user_id: Rating(row.mu, row.sigma, row.games) for row in await connection.execute(known)}
    changed: set[int] = set()
    for seats in games:
        if not counts_for_rating(choices, seats[0].kind, seats[0].rules):
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
    results = schema.results.c
    await connection.execute(update(schema.results).where(results.table_id.in_(tables)).values(to_rate=false()))
