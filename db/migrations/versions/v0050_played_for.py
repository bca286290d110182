"""A table remembers for whose seats a computer or the clock has played: nobody trains by the mistakes of those.

Revision 0050, after 0049.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the seats; a process that does not know them takes all decisions for those of the players."""
    op.add_column("tables", sa.Column("played_for", sa.Text))
