"""Computers at tables: their seats, their pace, whether they give way to people, and how they came out.

Revision 0014, after 0013. Rows without these columns' values have no computers.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("computers", sa.Text))
    op.add_column("tables", sa.Column("computer_pace", sa.String(8)))
    op.add_column("tables", sa.Column("computers_yield", sa.Boolean))
    op.add_column("results", sa.Column("computers", sa.Text))
