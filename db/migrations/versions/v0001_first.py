"""The first schema: tables, journal, results, settings, meta.

Revision 0001, after nothing.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_LIVE = sa.text("status IN ('lobby', 'playing') AND parent IS NULL")


def upgrade() -> None:
    """Create everything."""
    _tables()
    _results()
    op.create_table(
        "settings",
        sa.Column("guild", _Id, autoincrement=False, nullable=False),
        sa.Column("language", sa.String(16)),
        sa.Column("count_real_dice", sa.Boolean),
        sa.PrimaryKeyConstraint("guild", name="pk_settings"),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", _Id, autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.Column("call", sa.BigInteger),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("host", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("capacity", sa.Integer, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("gone", sa.Text, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("state", sa.LargeBinary),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("thrown", sa.Integer, nullable=False),
        sa.Column("undoable", sa.Integer),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("entropy", sa.Text, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("rematch", sa.BigInteger),
        sa.Column("real_dice", sa.Boolean, nullable=False),
        sa.Column("parallel", sa.Boolean, nullable=False),
        sa.Column("hidden_totals", sa.Boolean, nullable=False),
        sa.Column("parent", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index(
        "one_live_table_per_channel",
        "tables",
        ["guild", "channel"],
        unique=True,
        sqlite_where=_LIVE,
        postgresql_where=_LIVE,
    )
    op.create_index("ix_tables_guild_channel_opened", "tables", ["guild", "channel", "opened"])
    op.create_index("ix_tables_parent", "tables", ["parent"])
    op.create_table(
        "journal",
        sa.Column("table_id", _Id, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("do", sa.Text, nullable=False),
        sa.Column("dice", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_journal"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_journal_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", _Id, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("options_default", sa.Boolean, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("has_left", sa.Boolean, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("solo", sa.Boolean, nullable=False),
        sa.Column("real_dice", sa.Boolean, nullable=False),
        sa.Column("finished_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
    )
    op.create_index("ix_results_guild_game_finished_at", "results", ["guild", "game", "finished_at"])
    op.create_index("ix_results_guild_finished_at", "results", ["guild", "finished_at"])
    op.create_index("ix_results_user_id", "results", ["user_id"])
