"""Games of past days for practice, which count nowhere.

Revision 0028, after 0027. A person has one game of a day, and as many for practice as they like.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

_DAILY = sa.text("daily IS NOT NULL")


def upgrade() -> None:
    """Add the column, which says which of these games it is, to what is unique."""
    op.add_column("tables", sa.Column("practice", sa.Integer, nullable=False, server_default="0"))
    op.drop_index("one_daily_per_player", "tables")
    op.create_index(
        "one_daily_per_player",
        "tables",
        ["guild", "daily", "host", "practice"],
        unique=True,
        sqlite_where=_DAILY,
        postgresql_where=_DAILY,
    )
