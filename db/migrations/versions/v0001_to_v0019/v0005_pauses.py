"""When a table went on after a pause; lobbies close a day after the last thing that happened in them.

Revision 0005, after 0004.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_DAY = 86_400


def upgrade() -> None:
    """Add the column, and give existing lobbies their deadline; for old ones it has passed."""
    op.add_column("tables", sa.Column("resumed", sa.BigInteger))
    tables = sa.table("tables", *map(sa.column, ("status", "due", "changed")))
    end = tables.c.changed + _DAY
    later = sa.or_(tables.c.due.is_(None), tables.c.due > end)
    op.get_bind().execute(tables.update().values(due=end).where(tables.c.status == "lobby", later))
