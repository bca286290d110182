"""People who want boards in words.

Revision 0022, after 0021. Rows without a value want tables.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("preferences", sa.Column("spoken", sa.Boolean))
