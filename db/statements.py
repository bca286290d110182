"""The statements of the writer. Each is built once; SQLAlchemy keeps its text by the statement."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Executable, insert
from sqlalchemy.dialects import postgresql, sqlite

from db import schema

JOURNAL = insert(schema.journal)
RESULTS = insert(schema.results)

_FIXED = ("id", "guild", "secret", "opened", "parent")
"""What never changes once a table is open."""


def snapshots(dialect: str) -> Executable:
    """Return the statement that stores snapshots and gives back the ids it stored.

    Version 1 is a new row, version v replaces version v - 1; a row that fits neither is left as it is, in silence.
    """
    statement = _insert(dialect)(schema.tables)
    changing = {column.name: statement.excluded[column.name] for column in schema.tables.c if column.name not in _FIXED}
    stored: Executable = statement.on_conflict_do_update(
        index_elements=[schema.tables.c.id],
        set_=changing,
        where=schema.tables.c.version == statement.excluded.version - 1,
    ).returning(schema.tables.c.id)
    return stored


def put(dialect: str, table: Any, key: str, values: dict[str, Any]) -> Executable:
    """Return the statement that stores one row of ``table``, replacing the row with the same ``key``."""
    statement = _insert(dialect)(table).values(values)
    changing = {name: statement.excluded[name] for name in values if name != key}
    stored: Executable = statement.on_conflict_do_update(index_elements=[table.c[key]], set_=changing)
    return stored


def _insert(dialect: str) -> Any:
    return postgresql.insert if dialect == "postgresql" else sqlite.insert
