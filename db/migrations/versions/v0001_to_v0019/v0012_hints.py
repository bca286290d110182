"""Hints: which tables allow them, who had some, and who wants a coach.

Revision 0012, after 0011. Rows without these columns' values allow hints to who plays alone, and had none.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("hints", sa.String(8)))
    op.add_column("tables", sa.Column("hinted", sa.Text))
    op.add_column("settings", sa.Column("hints", sa.String(8)))
    op.add_column("preferences", sa.Column("coach", sa.Boolean))
