"""Time zones of servers: from which day on they count, on which day a result counts, when a daily ends.

Revision 0011, after 0010. Rows without these columns' values count by days of UTC.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("settings", sa.Column("zone", sa.String(64)))
    op.add_column("settings", sa.Column("zone_from", sa.BigInteger))
    op.add_column("settings", sa.Column("zone_day", sa.Integer))
    op.add_column("results", sa.Column("day", sa.Integer))
    op.add_column("dailies", sa.Column("ends", sa.BigInteger))
    op.add_column("tables", sa.Column("daily_ends", sa.BigInteger))
