"""Rematches: what they follow, whom they wait for, when they start, who won so far; since when a table waits.

Revision 0010, after 0009. Open tables wait since their last decision.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("waiting_from", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE tables SET waiting_from = changed")
    op.add_column("tables", sa.Column("follows", sa.BigInteger))
    op.add_column("tables", sa.Column("invited", sa.Text, nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("starts_at", sa.BigInteger))
    op.add_column("tables", sa.Column("evening", sa.Text, nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("evening_wins", sa.Text, nullable=False, server_default="[]"))
