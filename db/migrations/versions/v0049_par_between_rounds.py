"""The champion plays the rounds of a tournament that are over while it goes on.

Revision 0049, after 0048.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the number of rounds that it has played of some; a process that does not know it shows what there is."""
    op.add_column("tournaments", sa.Column("par_rounds", sa.Integer))
