"""People whom no message may notify.

Revision 0021, after 0020. Rows without a value let messages notify, outside quiet hours.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("preferences", sa.Column("mention", sa.Boolean))
