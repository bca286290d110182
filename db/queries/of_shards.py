"""The part of a query that concerns this process: rows of servers whose shards it holds."""

from typing import TypeVar

from sqlalchemy import ColumnElement, Select, literal_column

from bot.tables.core.shards import SHARD_BITS, Shards
from db.sql import AnyColumn

S = TypeVar("S", bound=Select[*tuple[object, ...]])

_BITS: ColumnElement[int] = literal_column(str(SHARD_BITS))
"""PostgreSQL shifts a BIGINT by an INTEGER only, and a parameter would be another BIGINT."""


def of_shards(query: S, guild: AnyColumn, shards: Shards) -> S:
    """Return ``query`` for the servers of ``shards``, by the column ``guild``; as it is if these are all shards."""
    if shards.all:
        return query
    count: ColumnElement[int] = literal_column(str(shards.count))
    shard = guild.bitwise_rshift(_BITS) % count
    return query.where(shard.in_(sorted(shards.held)))
