"""Guided games that people have begun.

Revision 0023, after 0022. Rows without a value have begun none.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("preferences", sa.Column("guided", sa.Text))
