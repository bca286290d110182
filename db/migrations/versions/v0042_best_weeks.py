"""Leagues choose how many of everybody's best weeks count.

Revision 0042, after 0041.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what was chosen, and when; leagues without a choice count all but two."""
    op.add_column("leagues", sa.Column("counts", sa.Text))
