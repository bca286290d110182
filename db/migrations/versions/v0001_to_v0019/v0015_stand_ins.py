"""Computers that play for absent people: whether a table chose that, for which seats now, and whether one has played.

Revision 0015, after 0014. Rows without these columns' values have none. The choice has a column of its own, because
code of revision 0014 and before does not know its word in ``absent``.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("stands_in", sa.Boolean))
    op.add_column("tables", sa.Column("stand_ins", sa.Text))
    op.add_column("tables", sa.Column("stood_in", sa.Boolean))
