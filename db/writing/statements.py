"""The statements of the writer. Each is built once; SQLAlchemy keeps its text by the statement."""

from functools import cache

from sqlalchemy import (
    Executable,
    Table,
    bindparam,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import sqlite

from bot.tables.model.store import Row
from db import schema
from db.connection.sqlite import Bulk
from db.schema import Insert, into

JOURNAL = insert(schema.journal)
LOBBY = insert(schema.lobby)

_OUTSIDE_SNAPSHOT = ("number", "drawn")
"""The database fills these for new tables. :data:`NOTE_SHOWN` later notes which step a message shows."""

SNAPSHOT = tuple(column.name for column in schema.tables.c if column.name not in _OUTSIDE_SNAPSHOT)
"""The columns of a snapshot."""

_FIXED = ("id", "guild", "secret", "opened", "parent", *_OUTSIDE_SNAPSHOT)
"""Columns that no snapshot changes once a table is open."""

NOTE_SHOWN = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"), schema.tables.c.drawn != bindparam("shown"))
    .values(drawn=bindparam("shown"))
)


@cache
def bulks() -> tuple[Bulk, Bulk]:
    """Return how SQLite stores snapshots and rows of the journal. A process builds it once, which takes 10 ms."""
    dialect = sqlite.dialect()
    return Bulk(snapshots(dialect.name), dialect, SNAPSHOT), Bulk(JOURNAL, dialect)


@cache
def snapshots(dialect: str) -> Insert:
    """Return the statement that stores snapshots.

    Version 1 is a new row, version v replaces version v - 1. A row that fits neither stays as it is, in silence.
    """
    statement = _numbered(dialect, schema.tables)
    changing = {column.name: statement.excluded[column.name] for column in schema.tables.c if column.name not in _FIXED}
    return statement.on_conflict_do_update(
        index_elements=[schema.tables.c.id],
        set_=changing,
        where=schema.tables.c.version == statement.excluded.version - literal_column("1"),
    )


@cache
def results(dialect: str) -> Insert:
    """Return the statement that stores results."""
    return _numbered(dialect, schema.results)


def upsert(dialect: str, table: Table, key: str, values: Row) -> Executable:
    """Return the statement that stores one row of ``table``, replacing the row with the same ``key``."""
    statement = into(dialect)(table).values(values)
    return statement.on_conflict_do_update(
        index_elements=[table.c[key]], set_={name: statement.excluded[name] for name in values if name != key}
    )


@cache
def ratings(dialect: str) -> Insert:
    """Return the statement that stores ratings."""
    statement = into(dialect)(schema.ratings)
    return statement.on_conflict_do_update(
        index_elements=list(schema.ratings.primary_key),
        set_={name: statement.excluded[name] for name in ("mu", "sigma", "games")},
    )


def insert_if_absent(dialect: str, table: Table, values: Row) -> Executable:
    """Return the statement that stores one row of ``table``, unless there is one of the same key already."""
    return into(dialect)(table).values(values).on_conflict_do_nothing()


def _numbered(dialect: str, table: Table) -> Insert:
    """Return an insert whose rows get the next number. PostgreSQL counts by itself; SQLite has one writer at a time."""
    statement = into(dialect)(table)
    if dialect == "postgresql":
        return statement
    next_number = select(func.coalesce(func.max(table.c.number), literal_column("0")) + literal_column("1"))
    return statement.values(number=next_number.scalar_subquery())
