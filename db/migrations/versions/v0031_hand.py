"""What managers and the host of the bot may do: blocks, results that count no more, a log, and what is switched off.

Revision 0031, after 0030.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add who is blocked, who was removed from a table, what a voided result counted as, and what managers do."""
    op.add_column("tables", sa.Column("removed", sa.Text))
    op.add_column("results", sa.Column("voided", sa.String(8)))
    op.add_column("settings", sa.Column("helper_roles", sa.Text))
    op.add_column("settings", sa.Column("switched_off", sa.Text))
    op.create_table(
        "blocks",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("why", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deeds",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), sa.Identity(), primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("manager_id", sa.BigInteger, nullable=False),
        sa.Column("do", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("game_table", sa.BigInteger),
    )
    op.create_index("ix_deeds_guild_number", "deeds", ["guild", "number"])
