"""Managers remove people from tournaments.

Revision 0048, after 0047.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the mark of somebody who was removed; a process that does not know it lets them play on."""
    op.add_column("entries", sa.Column("removed", sa.Boolean))
