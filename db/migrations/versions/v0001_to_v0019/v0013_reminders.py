"""Reminders on their way: when the one was due that is being sent.

Revision 0013, after 0012. Rows without a value have none on its way.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("tables", sa.Column("reminding", sa.BigInteger))
