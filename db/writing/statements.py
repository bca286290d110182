"""The statements of the writer. Each is built once; SQLAlchemy keeps its text by the statement."""

from collections.abc import Iterable, Sequence
from functools import cache
from operator import itemgetter

from sqlalchemy import (
    Dialect,
    Executable,
    Table,
    bindparam,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy import (
    Insert as AnyInsert,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.model.store import Row
from db import schema
from db.connection.sqlite import PipelinedStatement
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


class Bulk:
    """An insert as SQLite's driver takes it, with the values of many rows.

    SQLAlchemy would prepare the values of each row one by one and write the statement anew for each number of rows: 60
    microseconds for every save. SQLite needs no preparation of numbers, text and bytes.
    """

    def __init__(self, statement: AnyInsert, dialect: Dialect, columns: Sequence[str] | None = None) -> None:
        """Write ``statement`` once; ``columns`` (all by default) take a value of each row."""
        compiled = statement.compile(dialect=dialect, column_keys=columns)
        self.text = str(compiled)
        self._pick = itemgetter(*(compiled.positiontup or ()))

    def values(self, rows: Iterable[Row]) -> list[tuple[object, ...]]:
        """Return the values of ``rows`` in the order of the text."""
        return [self._pick(row) for row in rows]

    def with_other(self, rows: int, other: "Bulk", others: Iterable[Row]) -> PipelinedStatement:
        """Return the text for so many ``rows``, which takes along ``other`` for the rows ``others`` and a commit."""
        return PipelinedStatement(self.text, rows, other.text, other.values(others))


@cache
def bulks() -> tuple[Bulk, Bulk]:
    """Return how SQLite stores snapshots and rows of the journal. A process builds it once, which takes 10 ms."""
    dialect = sqlite.dialect()
    return Bulk(snapshots(dialect.name), dialect, SNAPSHOT), Bulk(JOURNAL, dialect)


async def write(connection: AsyncConnection, statement: Executable | Bulk, rows: Sequence[Row]) -> None:
    """Execute ``statement`` for each of ``rows``."""
    if isinstance(statement, Bulk):
        await connection.exec_driver_sql(statement.text, statement.values(rows))
    else:
        await connection.execute(statement, rows)


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
