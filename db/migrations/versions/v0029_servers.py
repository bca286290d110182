"""Tournaments of two servers with the same dice.

Revision 0029, after 0028.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

_INVITED = sa.text("invite IS NOT NULL")


def upgrade() -> None:
    """Add the code by which another server enters, its tournament, and what a server is called there."""
    op.add_column("tournaments", sa.Column("server", sa.Text, nullable=False, server_default=""))
    op.add_column("tournaments", sa.Column("invite", sa.String(16)))
    op.add_column("tournaments", sa.Column("rival", sa.BigInteger))
    op.create_index(
        "tournaments_by_invite",
        "tournaments",
        ["invite"],
        unique=True,
        sqlite_where=_INVITED,
        postgresql_where=_INVITED,
    )
