"""Puzzles know who had a hint before they answered.

Revision 0044, after 0043.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add who had a hint to which puzzle of which day."""
    op.create_table(
        "puzzle_hints",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("puzzle", sa.String(8), primary_key=True),
        sqlite_with_rowid=False,
    )
