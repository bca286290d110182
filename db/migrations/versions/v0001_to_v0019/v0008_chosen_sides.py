"""Who chose which side. At older tables nobody did: all sides were drawn.

Revision 0008, after 0007.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("choosers", sa.Text, nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("chosen_sides", sa.Text, nullable=False, server_default="[]"))
