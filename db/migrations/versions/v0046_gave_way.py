"""Idle tables of one person give their channel up.

Revision 0046, after 0045.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None

_LIVE = sa.text("status IN ('lobby', 'playing') AND parent IS NULL AND daily IS NULL AND tournament IS NULL")
_HOLDS = sa.text(f"{_LIVE.text} AND gave_way IS NULL")


def upgrade() -> None:
    """Add the mark of such a table, which is not one of the tables of which a channel has only one."""
    op.add_column("tables", sa.Column("gave_way", sa.Boolean))
    op.drop_index("one_live_table_per_channel", "tables")
    op.create_index(
        "one_live_table_per_channel",
        "tables",
        ["guild", "channel"],
        unique=True,
        sqlite_where=_HOLDS,
        postgresql_where=_HOLDS,
    )
    op.create_index("tables_live", "tables", ["guild", "channel"], sqlite_where=_LIVE, postgresql_where=_LIVE)
