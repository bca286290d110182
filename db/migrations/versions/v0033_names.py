"""Short days, trophies, and what people want of posts, boards and reviews.

Revision 0033, after 0030.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add how long the days of a server are, and who has which trophy."""
    op.add_column("settings", sa.Column("daily", sa.String(8)))
    op.add_column("settings", sa.Column("daily_from", sa.Integer))
    op.create_table(
        "trophies",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("behind", sa.BigInteger, nullable=False),
        sa.Index("ix_trophies_guild_behind", "guild", "behind"),
        sa.Index("ix_trophies_user_id", "user_id"),
        sqlite_with_rowid=False,
    )
