"""Tournaments call people to their rounds.

Revision 0045, after 0044.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add to how many rounds people were called, and the messages; nobody is called to a round that goes on already."""
    op.add_column("tournaments", sa.Column("called", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tournaments", sa.Column("calls", sa.Text, nullable=False, server_default="[]"))
    op.execute(sa.text("UPDATE tournaments SET called = round + 1 WHERE status = 'playing'"))
