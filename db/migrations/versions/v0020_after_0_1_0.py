"""All that the code after version 0.1.0 stores: order, delivery, fair dice, rematches, zones, computers, reviews.

Revision 0020, after 0002, which is version 0.1.0. The revisions between them were never released.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0002"
branch_labels = None
depends_on = None

_DAY = 86_400

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_BEHIND = sa.text("(drawn < step OR owed > 0) AND daily IS NULL")
_CALL_DUE = sa.text("call_due IS NOT NULL")
_OWN = sa.text("parent IS NOT NULL")
_TO_PLAY = sa.text("champion IS NULL")
_TO_REVIEW = sa.text("reviewed IS NULL")


def upgrade() -> None:
    """Add columns to what version 0.1.0 had, fill them for existing rows, and create what is new."""
    _tables()
    _results()
    _dailies()
    _choices()
    _lobby()
    _reviews()
    _puzzle_answers()


def _tables() -> None:
    """Live boards are drawn anew once. Tables keep recipe 1, wait since their last decision, and have no computers."""
    _numbered("tables", "id", ("opened", "id"))
    for column in (
        sa.Column("resumed", sa.BigInteger),
        sa.Column("since", sa.Integer, nullable=False, server_default="0"),
        sa.Column("owed", sa.Integer, nullable=False, server_default="0"),
        sa.Column("drawn", sa.Integer, nullable=False, server_default="-1"),
        sa.Column("throws", sa.Text, nullable=False, server_default="[]"),
        sa.Column("stirred", sa.Text, nullable=False, server_default="[]"),
        sa.Column("choosers", sa.Text, nullable=False, server_default="[]"),
        sa.Column("chosen_sides", sa.Text, nullable=False, server_default="[]"),
        sa.Column("call_due", sa.BigInteger),
        sa.Column("waiting_from", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("follows", sa.BigInteger),
        sa.Column("invited", sa.Text, nullable=False, server_default="[]"),
        sa.Column("starts_at", sa.BigInteger),
        sa.Column("evening", sa.Text, nullable=False, server_default="[]"),
        sa.Column("evening_wins", sa.Text, nullable=False, server_default="[]"),
        sa.Column("daily_ends", sa.BigInteger),
        sa.Column("hints", sa.String(8)),
        sa.Column("hinted", sa.Text),
        sa.Column("reminding", sa.BigInteger),
        sa.Column("computers", sa.Text),
        sa.Column("computer_pace", sa.String(8)),
        sa.Column("computers_yield", sa.Boolean),
        sa.Column("stands_in", sa.Boolean),
        sa.Column("stand_ins", sa.Text),
        sa.Column("stood_in", sa.Boolean),
    ):
        op.add_column("tables", column)
    op.execute("UPDATE tables SET waiting_from = changed")
    op.execute("UPDATE tables SET drawn = step WHERE status NOT IN ('lobby', 'playing')")
    # Lobbies close a day after the last thing that happened in them; for old ones that has passed.
    tables = sa.table("tables", *map(sa.column, ("status", "due", "changed")))
    end = tables.c.changed + _DAY
    later = sa.or_(tables.c.due.is_(None), tables.c.due > end)
    op.execute(tables.update().values(due=end).where(tables.c.status == "lobby", later))
    # The index of players' own tables no longer holds all others, so no query reads it for live tables.
    op.drop_index("ix_tables_guild_channel_opened", "tables")
    op.drop_index("ix_tables_parent", "tables")
    for name, columns, unique, where in (
        ("tables_number", ["number"], True, None),
        ("ix_tables_guild_channel_number", ["guild", "channel", "number"], False, None),
        ("tables_parent", ["parent"], False, _OWN),
        ("tables_behind", ["id"], False, _BEHIND),
        ("tables_call_due", ["call_due"], False, _CALL_DUE),
    ):
        op.create_index(name, "tables", columns, unique=unique, sqlite_where=where, postgresql_where=where)


def _numbered(name: str, id: str, order: tuple[str, ...]) -> None:
    """Add ``number`` and fill it by time, then by what told rows apart until now.

    PostgreSQL then goes on from the number of rows, which is the highest.
    """
    if op.get_bind().dialect.name == "sqlite":
        column = sa.Column("number", sa.BigInteger, nullable=False, server_default="0")
    else:
        column = sa.Column("number", sa.BigInteger, sa.Identity(), nullable=False)
    op.add_column(name, column)
    key = (id, "seat") if "seat" in order else (id,)
    table = sa.table(name, sa.column("number"), *map(sa.column, dict.fromkeys((*key, *order))))
    number = sa.func.row_number().over(order_by=[table.c[column] for column in order])
    ordered = sa.select(*(table.c[column] for column in key), number.label("place")).subquery()
    same = sa.and_(*(table.c[column] == ordered.c[column] for column in key))
    op.get_bind().execute(table.update().values(number=ordered.c.place).where(same))


def _results() -> None:
    """Rows without a day count by days of UTC. All games wait for a review."""
    _numbered("results", "table_id", ("finished_at", "table_id", "seat"))
    op.add_column("results", sa.Column("day", sa.Integer))
    op.add_column("results", sa.Column("computers", sa.Text))
    op.add_column("results", sa.Column("reviewed", sa.Boolean))
    op.create_index("results_number", "results", ["number"], unique=True)
    op.create_index("results_to_review", "results", ["number"], sqlite_where=_TO_REVIEW, postgresql_where=_TO_REVIEW)
    op.add_column("standings", sa.Column("reviewed", sa.Integer, nullable=False, server_default="0"))
    op.add_column("standings", sa.Column("lost", sa.Float, nullable=False, server_default="0"))


def _dailies() -> None:
    """Days show their dice again when somebody asks, keep what they mixed in, and wait for the champion's game."""
    for column in (
        sa.Column("told", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("entropy", sa.Text, nullable=False, server_default=""),
        sa.Column("ends", sa.BigInteger),
        sa.Column("champion", sa.Text),
    ):
        op.add_column("dailies", column)
    op.execute("UPDATE dailies SET entropy = 'daily:' || guild || ':' || day")
    op.create_index("dailies_to_play", "dailies", ["ends"], sqlite_where=_TO_PLAY, postgresql_where=_TO_PLAY)


def _choices() -> None:
    """Nobody has chosen anything of this."""
    for column in (
        sa.Column("zone", sa.String(64)),
        sa.Column("zone_from", sa.BigInteger),
        sa.Column("zone_day", sa.Integer),
        sa.Column("hints", sa.String(8)),
        sa.Column("count_computers", sa.Boolean),
    ):
        op.add_column("settings", column)
    op.add_column("preferences", sa.Column("coach", sa.Boolean))


def _lobby() -> None:
    """What happened in a lobby, in order: dice of recipe 2 mix in its words."""
    op.create_table(
        "lobby",
        sa.Column("table_id", _ID, nullable=False, autoincrement=False),
        sa.Column("step", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("do", sa.Text, nullable=False),
        sa.Column("words", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "step", name="pk_lobby"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_lobby_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_lobby_user_id", "lobby", ["user_id"])


def _reviews() -> None:
    """A row for each seat of a reviewed game."""
    op.create_table(
        "reviews",
        sa.Column("table_id", _ID, nullable=False, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("finished_at", sa.BigInteger, nullable=False),
        sa.Column("unit", sa.String(8), nullable=False),
        sa.Column("strength", sa.String(8), nullable=False),
        sa.Column("start", sa.Float, nullable=False),
        sa.Column("luck", sa.Float, nullable=False),
        sa.Column("lost", sa.Float, nullable=False),
        sa.Column("others", sa.Float, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("details", sa.Text, nullable=False),
        sa.Column("kinds", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_reviews"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_reviews_guild_game_user_id", "reviews", ["guild", "game", "user_id"])
    op.create_index("ix_reviews_user_id", "reviews", ["user_id"])


def _puzzle_answers() -> None:
    """What people answered to puzzles."""
    op.create_table(
        "puzzle_answers",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("puzzle", sa.String(8), primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_puzzle_answers_guild_day"), "puzzle_answers", ["guild", "day"])
