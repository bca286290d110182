"""Leagues remind people of their evenings.

Revision 0047, after 0046.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what a league knows of its reminder."""
    op.add_column("leagues", sa.Column("reminder", sa.Text))
