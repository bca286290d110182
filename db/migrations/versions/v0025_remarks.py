"""What computers say, where servers want that.

Revision 0025, after 0024. In rows without a value they speak.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("settings", sa.Column("remarks", sa.Boolean()))
