"""Score sheets drawn on boards, where servers want that.

Revision 0024, after 0023. Rows without a value show them as text.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("settings", sa.Column("sheets", sa.String(8)))
