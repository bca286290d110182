"""Training by one's own mistakes, and ratings of puzzles that learn from answers.

Revision 0036, after 0035.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add exercises with what FSRS knows of them, how weeks went, and what puzzles are rated."""
    op.add_column("reviews", sa.Column("trained", sa.Boolean))
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(8), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "exercises",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("key", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("answers", sa.Text, nullable=False),
        sa.Column("done", sa.Text, nullable=False),
        sa.Column("unit", sa.String(8), nullable=False),
        sa.Column("theme", sa.String(16), nullable=False),
        sa.Column("leaning", sa.Integer, nullable=False),
        sa.Column("lost", sa.Float, nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        sa.Column("game_table", sa.BigInteger, nullable=False),
        sa.Column("move", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("phase", sa.Integer, nullable=False),
        sa.Column("step", sa.Integer),
        sa.Column("stability", sa.Float),
        sa.Column("difficulty", sa.Float),
        sa.Column("last", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("answer", sa.Text),
        sa.Index("ix_exercises_user_id_game_table", "user_id", "game_table"),
    )
    op.create_table(
        "training_weeks",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
