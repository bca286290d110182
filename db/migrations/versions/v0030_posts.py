"""What the bot posts by itself.

Revision 0030, after 0029.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

_WITH_POSTS = sa.text("post_channel IS NOT NULL")


def upgrade() -> None:
    """Add what servers and people choose of it, and when each server had its latest."""
    op.add_column("settings", sa.Column("post_channel", sa.BigInteger))
    op.add_column("settings", sa.Column("post_morning", sa.Boolean))
    op.add_column("settings", sa.Column("post_hour", sa.Integer))
    op.create_index("settings_with_posts", "settings", ["zone"], sqlite_where=_WITH_POSTS, postgresql_where=_WITH_POSTS)
    op.add_column("preferences", sa.Column("named", sa.Boolean))
    op.create_table(
        "posts",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
