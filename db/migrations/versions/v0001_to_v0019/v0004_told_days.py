"""Remember which days have shown their dice.

Revision 0004, after 0003.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add ``told``. Days before this version show their dice again when somebody asks."""
    op.add_column("dailies", sa.Column("told", sa.Boolean, nullable=False, server_default=sa.false()))
