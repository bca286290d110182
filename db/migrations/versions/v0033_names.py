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
    """Add how long the days of a server are."""
    op.add_column("settings", sa.Column("daily", sa.String(8)))
    op.add_column("settings", sa.Column("daily_from", sa.Integer))
