"""Reviews in the database (``bot.tables.records.game_reviews``)."""

from collections.abc import Sequence
from dataclasses import fields
from operator import attrgetter

from sqlalchemy import select

from bot.tables.core.model import TableId
from bot.tables.records.game_reviews import StoredReview
from db import schema
from db.queries.base import DatabaseStore
from db.writing import statements

_reviews = schema.reviews.c

_STORED_AS = {"table": "table_id", "user": "user_id"}
"""Columns with another name than their field."""

_NAMES = tuple(field.name for field in fields(StoredReview))
_COLUMNS = tuple(_reviews[_STORED_AS.get(name, name)] for name in _NAMES)
_values = attrgetter(*_NAMES)


class DatabaseReviews(DatabaseStore):
    """Reviews, by table and seat."""

    async def of_table(self, table: TableId) -> list[StoredReview]:
        """Return the reviews of the seats of ``table``; nothing before its first review."""
        query = select(*_COLUMNS).where(_reviews.table_id == table).order_by(_reviews.seat)
        return [StoredReview(*row) for row in await self._rows(query)]

    async def save(self, reviews: Sequence[StoredReview]) -> None:
        """Keep these, unless another process has done so."""
        rows = [dict(zip((column.name for column in _COLUMNS), _values(one), strict=True)) for one in reviews]
        dialect = self._readers.dialect.name
        if rows:
            await self._writer.execute(*(statements.insert_if_absent(dialect, schema.reviews, row) for row in rows))
