"""How the champion played a day that is over. Rows without a value wait for that.

Revision 0019, after 0018.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_TO_PLAY = sa.text("champion IS NULL")


def upgrade() -> None:
    """Add the column, and the index of days that wait."""
    op.add_column("dailies", sa.Column("champion", sa.Text))
    op.create_index("dailies_to_play", "dailies", ["ends"], sqlite_where=_TO_PLAY, postgresql_where=_TO_PLAY)
