"""Leaderboards that keep count, ratings, seasons, dailies, deadlines, preferences.

Revision 0002, after 0001.
"""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_LIVE = sa.text("status IN ('lobby', 'playing') AND parent IS NULL AND daily IS NULL")
_DUE = sa.text("due IS NOT NULL")
_DAILY = sa.text("daily IS NOT NULL")
_TO_RATE = sa.text("to_rate")
_RUNNING = sa.text("ended IS NULL")


def upgrade() -> None:
    """Add columns to tables, results and settings; create what is new."""
    _tables()
    _results()
    _standings()
    _ratings_and_seasons()
    _settings()
    _owe_standings()


def _tables() -> None:
    for column in (
        sa.Column("absent", sa.String(8), nullable=False, server_default="wait"),
        sa.Column("patience", sa.Integer, nullable=False, server_default="0"),
        sa.Column("reminder", sa.Integer, nullable=False, server_default="0"),
        sa.Column("calls", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("due", sa.BigInteger),
        sa.Column("stage", sa.Integer, nullable=False, server_default="0"),
        sa.Column("skips", sa.Integer, nullable=False, server_default="0"),
        sa.Column("ballots", sa.Text),
        sa.Column("volunteer", sa.BigInteger),
        sa.Column("originals", sa.Text, nullable=False, server_default="[]"),
        sa.Column("daily", sa.Integer),
    ):
        op.add_column("tables", column)
    op.drop_index("one_live_table_per_channel", "tables")
    for name, columns, unique, where in (
        ("one_live_table_per_channel", ["guild", "channel"], True, _LIVE),
        ("one_daily_per_player", ["guild", "daily", "host"], True, _DAILY),
        ("tables_due", ["due"], False, _DUE),
    ):
        op.create_index(name, "tables", columns, unique=unique, sqlite_where=where, postgresql_where=where)


def _results() -> None:
    for column in (
        sa.Column("kind", sa.String(8), nullable=False, server_default="together"),
        sa.Column("rules", sa.String(16), nullable=False, server_default=""),
        sa.Column("side", sa.Integer),
        sa.Column("details", sa.Text),
        sa.Column("to_rate", sa.Boolean, nullable=False, server_default=sa.false()),
    ):
        op.add_column("results", column)
    _name_what_is_there()
    op.create_index("ix_results_guild_user_id_finished_at", "results", ["guild", "user_id", "finished_at"])
    op.create_index(
        "results_to_rate",
        "results",
        ["guild", "game", "finished_at"],
        sqlite_where=_TO_RATE,
        postgresql_where=_TO_RATE,
    )


def _name_what_is_there() -> None:
    """Give old results their kind and the name of their option set; results by default rules wait for a rating."""
    results = sa.table(
        "results",
        *map(sa.column, ("options", "options_default", "solo", "real_dice", "kind", "rules", "to_rate")),
    )
    columns, connection = results.c, op.get_bind()
    kind = sa.case((columns.real_dice, "real"), (columns.solo, "solo"), else_="together")
    connection.execute(results.update().values(kind=kind))
    connection.execute(
        results.update()
        .where(columns.options_default, columns.kind == "together")
        .values(to_rate=sa.literal(True, sa.Boolean))
    )
    for options in connection.execute(sa.select(columns.options).distinct()).scalars().all():
        if options != "{}":
            name = hashlib.sha256(options.encode()).hexdigest()[:8]
            connection.execute(results.update().where(columns.options == options).values(rules=name))


def _standings() -> None:
    op.create_table(
        "standings",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("period", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("stayed", sa.Integer, nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.Column("highest", sa.Integer),
        sa.Column("lowest", sa.Integer),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("longest", sa.Integer, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild", "period", "kind", "game", "rules", "user_id", name="pk_standings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_standings_user_id", "standings", ["user_id"])


def _ratings_and_seasons() -> None:
    op.create_table(
        "ratings",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", "user_id", name="pk_ratings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])
    op.create_table(
        "seasons",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("reopened", sa.BigInteger),
        sa.Column("channel", sa.BigInteger),
        sa.Column("message", sa.BigInteger),
        sa.PrimaryKeyConstraint("guild", "number", name="pk_seasons"),
    )
    op.create_index(
        "one_running_season",
        "seasons",
        ["guild"],
        unique=True,
        sqlite_where=_RUNNING,
        postgresql_where=_RUNNING,
    )
    op.create_table(
        "dailies",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("guild", "day", name="pk_dailies"),
    )


def _settings() -> None:
    for column in (
        sa.Column("channels", sa.Text),
        sa.Column("starters", sa.String(16)),
        sa.Column("starter_roles", sa.Text),
        sa.Column("presets", sa.Text),
        sa.Column("absent", sa.String(8)),
        sa.Column("patience", sa.Integer),
        sa.Column("reminder", sa.Integer),
        sa.Column("calls", sa.Boolean),
        sa.Column("pictures", sa.Boolean),
        sa.Column("ranked", sa.String(16)),
        sa.Column("seasons", sa.String(16)),
        sa.Column("season_channel", sa.BigInteger),
        sa.Column("left_at", sa.BigInteger),
    ):
        op.add_column("settings", column)
    op.create_table(
        "preferences",
        sa.Column("user_id", _Id, autoincrement=False, nullable=False),
        sa.Column("language", sa.String(16)),
        sa.Column("hold", sa.String(8)),
        sa.Column("confirm_strike", sa.Boolean),
        sa.Column("remind", sa.Boolean),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("zone", sa.String(64)),
        sa.Column("plain", sa.Boolean),
        sa.PrimaryKeyConstraint("user_id", name="pk_preferences"),
    )


def _owe_standings() -> None:
    """Let the next start count the games so far, by the statements that count new games."""
    connection = op.get_bind()
    if connection.execute(sa.text("SELECT 1 FROM results LIMIT 1")).first() is not None:
        connection.execute(sa.text("INSERT INTO meta (key, value) VALUES ('owed standings', 'yes')"))
