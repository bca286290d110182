"""Leagues, and the one that a tournament is a week of.

Revision 0027, after 0026.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_NEXT = sa.text("next IS NOT NULL")
_IN_LEAGUE = sa.text("league IS NOT NULL")


def upgrade() -> None:
    """Add the table, and what a tournament says of its league."""
    op.create_table(
        "leagues",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("host", sa.BigInteger, nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("latest", sa.BigInteger, nullable=False),
        sa.Column("next", sa.BigInteger),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("event", sa.BigInteger),
    )
    op.create_index("ix_leagues_guild", "leagues", ["guild"])
    op.create_index("leagues_next", "leagues", ["next"], sqlite_where=_NEXT, postgresql_where=_NEXT)
    op.add_column("tournaments", sa.Column("league", sa.BigInteger))
    op.create_index(
        "tournaments_of_league",
        "tournaments",
        ["league", "ends"],
        sqlite_where=_IN_LEAGUE,
        postgresql_where=_IN_LEAGUE,
    )
