"""Reviews of Ambition between two count chances to win; what earlier ones lost was counted in turns.

Revision 0052, after 0051.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Begin to count anew what decisions of Ambition lose; earlier reviews stay, in their unit."""
    op.execute(sa.text("UPDATE standings SET reviewed = 0, lost = 0 WHERE game = 'ambition'"))
