"""Where a post of a rare moment or a week is, of which game a moment tells, and who has the role of a champion.

Revision 0035, after 0034.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

_WITH_ROLE = sa.text("champion_role IS NOT NULL")


def upgrade() -> None:
    """Add the message behind a post, the role that a server has chosen, and the people who have it by the bot."""
    op.add_column("posts", sa.Column("channel", sa.BigInteger))
    op.add_column("posts", sa.Column("message", sa.BigInteger))
    op.add_column("posts", sa.Column("game_table", sa.BigInteger))
    op.add_column("settings", sa.Column("champion_role", sa.BigInteger))
    op.add_column("settings", sa.Column("champion_refused", sa.Boolean))
    op.create_index(
        "settings_with_role", "settings", ["champion_role"], sqlite_where=_WITH_ROLE, postgresql_where=_WITH_ROLE
    )
    op.create_table(
        "crowns",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("role", sa.BigInteger, nullable=False),
        sa.Index("ix_crowns_user_id", "user_id"),
        sqlite_with_rowid=False,
    )
