"""Reviews of finished games: a row for each seat. A game without rows has not been reviewed.

Revision 0017, after 0016.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "reviews",
        sa.Column("table_id", number, nullable=False, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("finished_at", sa.BigInteger, nullable=False),
        sa.Column("unit", sa.String(8), nullable=False),
        sa.Column("strength", sa.String(8), nullable=False),
        sa.Column("start", sa.Float, nullable=False),
        sa.Column("luck", sa.Float, nullable=False),
        sa.Column("lost", sa.Float, nullable=False),
        sa.Column("others", sa.Float, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("details", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_reviews"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_reviews_guild_game_user_id", "reviews", ["guild", "game", "user_id"])
    op.create_index("ix_reviews_user_id", "reviews", ["user_id"])
