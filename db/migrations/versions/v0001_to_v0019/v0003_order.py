"""Number tables in the order in which they were opened, and results in the order in which games were finished.

Revision 0003, after 0002.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_OWN = sa.text("parent IS NOT NULL")


def upgrade() -> None:
    """Add ``number`` to both. Order existing rows by their time, then by what told them apart until now.

    The index of players' own tables no longer holds all others, so no query reads it for live tables.
    """
    _numbered("tables", "id", ("opened", "id"))
    op.create_index("tables_number", "tables", ["number"], unique=True)
    op.drop_index("ix_tables_guild_channel_opened", "tables")
    op.create_index("ix_tables_guild_channel_number", "tables", ["guild", "channel", "number"])
    op.drop_index("ix_tables_parent", "tables")
    op.create_index("tables_parent", "tables", ["parent"], sqlite_where=_OWN, postgresql_where=_OWN)
    _numbered("results", "table_id", ("finished_at", "table_id", "seat"))
    op.create_index("results_number", "results", ["number"], unique=True)


def _numbered(name: str, id: str, order: tuple[str, ...]) -> None:
    """Add the column and fill it. PostgreSQL then goes on from the number of rows, which is the highest."""
    if op.get_bind().dialect.name == "sqlite":
        column = sa.Column("number", sa.BigInteger, nullable=False, server_default="0")
    else:
        column = sa.Column("number", sa.BigInteger, sa.Identity(), nullable=False)
    op.add_column(name, column)
    key = (id, "seat") if "seat" in order else (id,)
    table = sa.table(name, sa.column("number"), *map(sa.column, dict.fromkeys((*key, *order))))
    number = sa.func.row_number().over(order_by=[table.c[one] for one in order])
    ordered = sa.select(*(table.c[one] for one in key), number.label("place")).subquery()
    same = sa.and_(*(table.c[one] == ordered.c[one] for one in key))
    op.get_bind().execute(table.update().values(number=ordered.c.place).where(same))
