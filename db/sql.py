"""Names for SQLAlchemy's types, where columns differ from query to query and from one kind of database to the other."""

from collections.abc import Callable
from typing import Any, TypeAlias

from sqlalchemy import Column, ColumnElement, Row, Select, Table
from sqlalchemy.dialects import postgresql, sqlite

Query: TypeAlias = Select[Any]
Found: TypeAlias = Row[*tuple[Any, ...]]
"""A row as a query has found it."""

Cell: TypeAlias = ColumnElement[Any]
AnyColumn: TypeAlias = Column[Any]
Insert: TypeAlias = postgresql.Insert | sqlite.Insert
Into: TypeAlias = Callable[[Table], Insert]


def into(dialect: str) -> Into:
    """Return what begins an insert that says what to do about rows that are there already."""
    return postgresql.insert if dialect == "postgresql" else sqlite.insert
