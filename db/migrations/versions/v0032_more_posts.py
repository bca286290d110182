"""The digest of a week, moments, and the champions of seasons.

Revision 0032, after 0031.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what servers choose of these posts, what reviews know for them, and who won which season."""
    op.add_column("settings", sa.Column("post_week", sa.Boolean))
    op.add_column("settings", sa.Column("post_evening", sa.Integer))
    op.add_column("settings", sa.Column("post_season", sa.Boolean))
    op.add_column("settings", sa.Column("post_moments", sa.Boolean))
    op.add_column("reviews", sa.Column("lowest", sa.Float))
    op.add_column("reviews", sa.Column("luckiest", sa.Float))
    op.create_table(
        "champions",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("season", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_champions_user_id", "champions", ["user_id"])
