"""The message that was a table's board before.

Revision 0034, after 0033.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it, so that a start finds a board that a killed process has replaced, however far up it stands."""
    op.add_column("tables", sa.Column("old_message", sa.BigInteger))
