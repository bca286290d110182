"""Short days, trophies, and what people want of posts, boards and reviews.

Revision 0033, after 0032.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


_UNLISTED, _UNREVIEWED = sa.text("NOT listed"), sa.text("NOT reviews")


def upgrade() -> None:
    """Add how long the days of a server are, who has which trophy, and what people want to be left out of."""
    op.add_column("preferences", sa.Column("listed", sa.Boolean))
    op.add_column("preferences", sa.Column("reviews", sa.Boolean))
    op.add_column("preferences", sa.Column("away_until", sa.BigInteger))
    op.create_index(
        "preferences_unlisted", "preferences", ["user_id"], sqlite_where=_UNLISTED, postgresql_where=_UNLISTED
    )
    op.create_index(
        "preferences_unreviewed", "preferences", ["user_id"], sqlite_where=_UNREVIEWED, postgresql_where=_UNREVIEWED
    )
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
