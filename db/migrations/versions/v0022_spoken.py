"""People who want boards in words, and those who have begun guided games.

Revision 0022, after 0021. Rows without a value want tables, and have begun none.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("preferences", sa.Column("spoken", sa.Boolean))
    op.add_column("preferences", sa.Column("guided", sa.Text))
