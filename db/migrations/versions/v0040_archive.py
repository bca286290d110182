"""Journals of old games as one row each, where a host wants that.

Revision 0040, after 0036.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table of packed journals."""
    op.create_table(
        "archive",
        sa.Column(
            "table_id",
            sa.BigInteger().with_variant(sa.Integer, "sqlite"),
            sa.ForeignKey("tables.id", name="fk_archive_table_id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("lines", sa.LargeBinary, nullable=False),
    )
