"""A table says what its computers like beside their level: throwing more dice, or fewer.

Revision 0051, after 0050.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the temper; computers of a process that does not know it are even."""
    op.add_column("tables", sa.Column("computer_temper", sa.String(8)))
