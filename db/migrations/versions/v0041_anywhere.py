"""Tables in places where the bot is a guest.

Revision 0041, after 0036.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

_VISITING = sa.text("visiting")


def upgrade() -> None:
    """Add the mark of such tables; a place that is no server needs none of its own, its id is below zero."""
    op.add_column("tables", sa.Column("visiting", sa.Boolean))
    op.create_index("tables_visiting", "tables", ["guild"], sqlite_where=_VISITING, postgresql_where=_VISITING)
