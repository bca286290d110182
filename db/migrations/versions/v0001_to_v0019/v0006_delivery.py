"""Which step the message of a table shows, and which call is pending.

Revision 0006, after 0005. Finished tables count as shown; live boards are drawn anew once.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_BEHIND = sa.text("(drawn < step OR owed > 0) AND daily IS NULL")


def upgrade() -> None:
    """Add the columns and their index."""
    for column in (
        sa.Column("since", sa.Integer, nullable=False, server_default="0"),
        sa.Column("owed", sa.Integer, nullable=False, server_default="0"),
        sa.Column("drawn", sa.Integer, nullable=False, server_default="-1"),
    ):
        op.add_column("tables", column)
    op.execute("UPDATE tables SET drawn = step WHERE status NOT IN ('lobby', 'playing')")
    op.create_index("tables_behind", "tables", ["id"], sqlite_where=_BEHIND, postgresql_where=_BEHIND)
