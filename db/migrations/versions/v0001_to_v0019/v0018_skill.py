"""Reviews count: which games wait for theirs, what standings know of them, and decisions by kind for statistics.

Revision 0018, after 0017. All games wait at first, also those with a review, which must still be counted.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_TO_REVIEW = sa.text("reviewed IS NULL")


def upgrade() -> None:
    """Add the columns and the index of games that wait."""
    op.add_column("results", sa.Column("reviewed", sa.Boolean))
    op.create_index("results_to_review", "results", ["number"], sqlite_where=_TO_REVIEW, postgresql_where=_TO_REVIEW)
    op.add_column("standings", sa.Column("reviewed", sa.Integer, nullable=False, server_default="0"))
    op.add_column("standings", sa.Column("lost", sa.Float, nullable=False, server_default="0"))
    op.add_column("reviews", sa.Column("kinds", sa.Text))
