"""Reviews in the database (``bot.tables.records.game_reviews``). Finished games wait in ``results`` for theirs.

The transaction that stores a review notes that its game no longer waits, and counts it. So none counts twice.
"""

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from operator import attrgetter

from sqlalchemy import Executable, RowMapping, and_, func, not_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.core.model import TableId
from bot.tables.core.shards import Shards
from bot.tables.core.store import Row
from bot.tables.records.game_reviews import StoredReview
from bot.thinker.reviewed import usual_unit
from db import schema
from db.queries.base import DatabaseStore
from db.queries.of_shards import of_shards
from db.sql import into

_reviews, _results = schema.reviews.c, schema.results.c

_STORED_AS = {"table": "table_id", "user": "user_id"}
"""Columns with another name than their field."""

_NAMES = tuple(field.name for field in fields(StoredReview))
_COLUMNS = tuple(_reviews[_STORED_AS.get(name, name)] for name in _NAMES)
_values = attrgetter(*_NAMES)

_LONGEST_DAY = 26 * 3600
"""Seconds; a day has 25 hours where clocks go back, and some zones do more."""

_MOST_SEATS = 8
"""So many rows in a row may belong to one game; where they belong to more, the next look finds the others."""


class DatabaseReviews(DatabaseStore):
    """Reviews, by table and seat."""

    async def of_table(self, table: TableId) -> list[StoredReview]:
        """Return the reviews of the seats of ``table``; nothing before its first review."""
        query = select(*_COLUMNS).where(_reviews.table_id == table).order_by(_reviews.seat)
        return [StoredReview(*row) for row in await self._rows(query)]

    async def waiting(self, shards: Shards, now: int, limit: int) -> list[TableId]:
        """Return some finished games without a counted review, the latest first."""
        day_may_last = and_(_results.kind == "daily", _results.finished_at > now - _LONGEST_DAY)
        query = of_shards(select(_results.table_id).where(schema.TO_REVIEW, not_(day_may_last)), _results.guild, shards)
        rows = await self._values(query.order_by(_results.number.desc()).limit(limit * _MOST_SEATS))
        return [TableId(table) for table in dict.fromkeys(rows)][:limit]

    async def save(self, table: TableId, reviews: Sequence[StoredReview], *, count: bool = True) -> None:
        """Keep the reviews of ``table`` and count them, or note that there are none."""

        async def work(connection: AsyncConnection) -> None:
            # Erasing a person changes these rows first. The lock lets a review be stored before that, or not at all.
            found = select(schema.results).where(_results.table_id == table).with_for_update()
            seats = {row["seat"]: row for row in (await connection.execute(found)).mappings()}
            kept = [one for one in reviews if seats and (one.user is None or _is_there(seats.get(one.seat), one.user))]
            if kept:
                rows = [_row(one if count else replace(one, kinds=None)) for one in kept]
                await connection.execute(_insert(connection.dialect.name), rows)
            if not count or all(row["reviewed"] is not None for row in seats.values()):
                return
            for one in kept:
                if one.user is not None and one.unit == usual_unit(one.game):
                    await self._writer.standings.add_review(connection, seats[one.seat], one.games, one.lost)
            await connection.execute(
                update(schema.results).where(_results.table_id == table).values(reviewed=bool(reviews))
            )

        await self._writer.run_in_transaction(work)


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
