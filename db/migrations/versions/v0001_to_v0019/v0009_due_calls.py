"""When the player to act gets a call. At older tables nothing is due; their pending calls stay.

Revision 0009, after 0008.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_CALL_DUE = sa.text("call_due IS NOT NULL")


def upgrade() -> None:
    """Add the column and its index."""
    op.add_column("tables", sa.Column("call_due", sa.BigInteger))
    op.create_index("tables_call_due", "tables", ["call_due"], sqlite_where=_CALL_DUE, postgresql_where=_CALL_DUE)
