"""Whether games with computers count in a server like others. Rows without a value do not count them.

Revision 0016, after 0015.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("settings", sa.Column("count_computers", sa.Boolean))
