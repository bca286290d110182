"""Tournaments, and the tables on which their players play.

Revision 0026, after 0025.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_LIVE = sa.text("status IN ('lobby', 'playing') AND parent IS NULL AND daily IS NULL AND tournament IS NULL")
_BEHIND = sa.text("(drawn < step OR owed > 0) AND daily IS NULL AND tournament IS NULL")
_IN_TOURNAMENT = sa.text("tournament IS NOT NULL")
_ON = sa.text("status IN ('open', 'playing')")
_TO_DRAW = sa.text("drawn < version")


def upgrade() -> None:
    """Add the tables, and what a player's table says of its tournament; such a table holds no channel."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("host", sa.BigInteger, nullable=False),
        sa.Column("rounds", sa.Text, nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("scoring", sa.String(16), nullable=False),
        sa.Column("sides", sa.Integer, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("entropy", sa.Text, nullable=False),
        sa.Column("stirred", sa.Text, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger),
        sa.Column("reminded", sa.Integer, nullable=False),
        sa.Column("champions", sa.Text),
        sa.Column("announced", sa.Boolean, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
    )
    op.create_index("tournaments_on", "tournaments", ["guild"], sqlite_where=_ON, postgresql_where=_ON)
    op.create_index("tournaments_to_draw", "tournaments", ["guild"], sqlite_where=_TO_DRAW, postgresql_where=_TO_DRAW)
    op.create_table(
        "entries",
        sa.Column("tournament", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("side", sa.Integer),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("one_entry_per_player", "entries", ["tournament", "user_id"], unique=True)
    op.create_index("ix_entries_user_id", "entries", ["user_id"])
    op.add_column("tables", sa.Column("tournament", sa.BigInteger))
    op.add_column("tables", sa.Column("entry", sa.Integer))
    op.add_column("tables", sa.Column("round", sa.Integer))
    op.add_column("settings", sa.Column("tournaments", sa.String(8)))
    op.drop_index("one_live_table_per_channel", "tables")
    op.drop_index("tables_behind", "tables")
    op.create_index(
        "one_live_table_per_channel",
        "tables",
        ["guild", "channel"],
        unique=True,
        sqlite_where=_LIVE,
        postgresql_where=_LIVE,
    )
    op.create_index("tables_behind", "tables", ["id"], sqlite_where=_BEHIND, postgresql_where=_BEHIND)
    op.create_index(
        "one_table_per_round",
        "tables",
        ["tournament", "entry", "round"],
        unique=True,
        sqlite_where=_IN_TOURNAMENT,
        postgresql_where=_IN_TOURNAMENT,
    )
