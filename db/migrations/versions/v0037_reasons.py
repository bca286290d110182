"""Reasons in the managers' log, and reviews that people open to everybody.

Revision 0037, after 0036.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add why managers did something, and whether people open their reviews to those who did not play with them."""
    op.add_column("deeds", sa.Column("why", sa.Text))
    op.add_column("preferences", sa.Column("open_reviews", sa.Boolean))
