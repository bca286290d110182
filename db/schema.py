"""The tables of the database, for SQLite and PostgreSQL alike. Ids only, never names.

The live part of a query's condition must be :data:`LIVE` itself: SQLite uses a partial index only for the same text.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}

LIVE = text("status IN ('lobby', 'playing') AND parent IS NULL")
"""Tables that hold their channel; a player's own table of a game played in parallel holds none."""

metadata = MetaData(naming_convention=NAMES)

_Id = BigInteger().with_variant(Integer, "sqlite")
"""In SQLite only INTEGER makes a primary key the row's own number; both have 64 bits."""

tables = Table(
    "tables",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),
    Column("call", BigInteger),
    Column("language", String(16), nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),  # JSON, keys in order: equal options are equal text
    Column("capacity", Integer, nullable=False),
    Column("players", Text, nullable=False),  # JSON list of user ids
    Column("gone", Text, nullable=False),  # JSON list of seats
    Column("status", String(16), nullable=False),
    Column("state", LargeBinary),
    Column("step", Integer, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("thrown", Integer, nullable=False),
    Column("undoable", Integer),
    Column("secret", LargeBinary, nullable=False),
    Column("entropy", Text, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("rematch", BigInteger),
    Column("real_dice", Boolean, nullable=False),
    Column("parallel", Boolean, nullable=False),
    Column("hidden_totals", Boolean, nullable=False),
    Column("parent", BigInteger),
    Index(
        "one_live_table_per_channel",
        "guild",
        "channel",
        unique=True,
        sqlite_where=LIVE,
        postgresql_where=LIVE,
    ),
    Index(None, "guild", "channel", "opened"),
    Index(None, "parent"),
)

journal = Table(
    "journal",
    metadata,
    Column("table_id", _Id, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("do", Text, nullable=False),
    Column("dice", Text, nullable=False),  # JSON list of throws
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    Column("table_id", _Id, primary_key=True, autoincrement=False),  # outlives its table
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("options_default", Boolean, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("score", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("has_left", Boolean, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("solo", Boolean, nullable=False),
    Column("real_dice", Boolean, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    Index(None, "guild", "game", "finished_at"),
    Index(None, "guild", "finished_at"),
    Index(None, "user_id"),
)

settings = Table(
    "settings",
    metadata,
    Column("guild", _Id, primary_key=True, autoincrement=False),
    Column("language", String(16)),
    Column("count_real_dice", Boolean),
)

meta = Table(
    "meta",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
