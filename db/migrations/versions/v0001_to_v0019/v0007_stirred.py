"""Dice by recipe 2: what happened in a lobby, who stirred, how often each seat has thrown, what a day mixes in.

Revision 0007, after 0006. Open tables, lobbies too, and days that have begun keep recipe 1.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table and the columns; write out what days have mixed in so far."""
    big = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "lobby",
        sa.Column("table_id", big, nullable=False, autoincrement=False),
        sa.Column("step", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("do", sa.Text, nullable=False),
        sa.Column("words", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "step", name="pk_lobby"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_lobby_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_lobby_user_id", "lobby", ["user_id"])
    op.add_column("tables", sa.Column("throws", sa.Text, nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("stirred", sa.Text, nullable=False, server_default="[]"))
    op.add_column("dailies", sa.Column("entropy", sa.Text, nullable=False, server_default=""))
    op.execute("UPDATE dailies SET entropy = 'daily:' || guild || ':' || day")
