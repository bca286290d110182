"""The tables of the database, for SQLite and PostgreSQL alike. Ids only, never names.

A query that means to use a partial index must name its condition (:data:`LIVE`, :data:`BEHIND`, ...) itself, because
SQLite compares the text.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Float,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    Select,
    String,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite

# -- Names for SQLAlchemy's types, where columns differ from query to query and from one kind of database to the
# other

Query: TypeAlias = Select[Any]
Found: TypeAlias = Row[*tuple[Any, ...]]
"""A row as a query has found it."""

Cell: TypeAlias = ColumnElement[Any]
AnyColumn: TypeAlias = Column[Any]
Insert: TypeAlias = postgresql.Insert | sqlite.Insert
Into: TypeAlias = Callable[[Table], Insert]


def into(dialect: str) -> Into:
    """Return what begins an insert that says what to do about rows that are there already."""
    return postgresql.insert if dialect == "postgresql" else sqlite.insert


# -- The tables of the database, for SQLite and PostgreSQL alike. Ids only, never names ------------------------------

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}

LIVE = text("status IN ('lobby', 'playing') AND parent IS NULL AND daily IS NULL AND tournament IS NULL")
"""Tables that people play at in a channel. A player's own table, of a simultaneous game, the day or a tournament, is
none of them.
"""

HOLDS = text(f"{LIVE.text} AND gave_way IS NULL")
"""Live tables that hold their channel: an idle table of one person has given way to somebody else's."""

DUE = text("due IS NOT NULL")
"""Tables whose clock has something to do at some time."""

CALL_DUE = text("call_due IS NOT NULL")
"""Tables whose player to act gets a call at some time."""

BEHIND = text("(drawn < step OR owed > 0) AND daily IS NULL AND tournament IS NULL")
"""Tables whose message does not show their last step, or with a pending call."""

_DAILY = text("daily IS NOT NULL")
_OWN = text("parent IS NOT NULL")
_IN_TOURNAMENT = text("tournament IS NOT NULL")
TO_RATE = text("to_rate")
"""Results that wait for their rating."""

TO_REVIEW = text("reviewed IS NULL")
"""Results of games that wait for their review."""

TO_PLAY = text("champion IS NULL")
"""Days that the champion has not played."""

RUNNING = text("ended IS NULL")
"""The running season of a server."""

ON = text("status IN ('open', 'playing')")
"""Tournaments that are not over."""

TO_DRAW = text("drawn < version")
"""Tournaments whose message does not show their last change."""

NEXT = text("next IS NOT NULL")
"""Leagues whose next evening comes at some time."""

IN_LEAGUE = text("league IS NOT NULL")
"""Tournaments that are a week of a league."""

WITH_POSTS = text("post_channel IS NOT NULL")
"""Settings of servers where the bot posts by itself."""

WITH_ROLE = text("champion_role IS NOT NULL")
"""Settings of servers that have chosen a role for their champion."""

UNLISTED = text("NOT listed")
"""People whom no leaderboard shows to others."""

UNREVIEWED = text("NOT reviews")
"""People of whom nobody else may see what decisions cost."""

VISITING = text("visiting")
"""Tables that were opened where the bot is a guest."""

INVITED = text("invite IS NOT NULL")
"""Tournaments that another server may enter."""

ONE = {"person": "one"}
"""Marks a column with the id of a person: ``/preferences`` exports and erases it (privacy.py)."""

MANY = {"person": "many"}
"""Marks a column that holds a JSON list of them."""

TYPED = {"typed": True}
"""Marks a column with text that a person typed, in a row of theirs. Export includes it, erasing empties it."""

metadata = MetaData(naming_convention=NAMES)


def _number() -> Column[int]:
    """Return a column that grows with each new row, because times are whole seconds and ids random.

    PostgreSQL counts by itself; in SQLite the insert statements do (statements.py).
    """
    return Column("number", BigInteger, Identity(), nullable=False)


_Id = BigInteger().with_variant(Integer, "sqlite")
"""In SQLite only INTEGER makes a primary key the row's own number; both have 64 bits."""

tables = Table(
    "tables",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),
    Column("call", BigInteger),
    Column("language", String(16), nullable=False),
    Column("host", BigInteger, nullable=False, info=ONE),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),  # JSON, keys in order: equal options are equal text
    Column("capacity", Integer, nullable=False),
    Column("players", Text, nullable=False, info=MANY),  # JSON list of user ids, 0 where a computer sits
    Column("gone", Text, nullable=False),  # JSON list of seats
    Column("status", String(16), nullable=False),
    Column("state", LargeBinary),
    Column("step", Integer, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("thrown", Integer, nullable=False),
    Column("undoable", Integer),
    Column("secret", LargeBinary, nullable=False),
    Column("entropy", Text, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("rematch", BigInteger),
    Column("real_dice", Boolean, nullable=False),
    Column("parallel", Boolean, nullable=False),
    Column("hidden_totals", Boolean, nullable=False),
    Column("parent", BigInteger),
    Column("absent", String(8), nullable=False),
    Column("patience", Integer, nullable=False),
    Column("reminder", Integer, nullable=False),
    Column("calls", Boolean, nullable=False),
    Column("due", BigInteger),
    Column("stage", Integer, nullable=False),
    Column("skips", Integer, nullable=False),
    Column("ballots", Text),  # JSON list of seats with their wishes, during a vote
    Column("volunteer", BigInteger, info=ONE),
    Column("originals", Text, nullable=False, info=MANY),  # JSON list of user ids
    Column("daily", Integer),
    Column("resumed", BigInteger),  # when the table went on after a pause
    _number(),  # in the order of opening
    Column("since", Integer, nullable=False),
    Column("owed", Integer, nullable=False),
    Column(
        "drawn", Integer, nullable=False, server_default="-1"
    ),  # the step its message shows, or POSTING; not in snapshots
    Column("throws", Text, nullable=False),  # JSON list: how often each seat has thrown, in turns and for ties
    Column("stirred", Text, nullable=False, info=MANY),  # JSON list of user ids
    Column("choosers", Text, nullable=False, info=MANY),  # JSON list of user ids
    Column("chosen_sides", Text, nullable=False),  # JSON list: the side of each of them
    Column("call_due", BigInteger),
    Column("waiting_from", BigInteger, nullable=False),
    Column("follows", BigInteger),
    Column("invited", Text, nullable=False, info=MANY),  # JSON list of user ids
    Column("starts_at", BigInteger),
    Column("evening", Text, nullable=False, info=MANY),  # JSON list of user ids
    Column("evening_wins", Text, nullable=False),  # JSON list: how many games each of them won
    Column("daily_ends", BigInteger),  # version 0.1 knew days of UTC alone
    Column("practice", Integer, nullable=False, server_default="0"),  # games of a past day that count nowhere, from 1
    Column("hints", String(8)),
    Column("hinted", Text),  # JSON list: the seats that had hints
    Column("reminding", BigInteger),  # when the reminder was due that is on its way
    Column("computers", Text),  # JSON: column of ids to [place in its list, number, level] of each computer there
    Column("computer_pace", String(8)),
    Column("stands_in", Boolean),  # what happens to absent players: a computer plays; ``absent`` says wait then
    Column("stand_ins", Text),  # JSON list: the seats for which one plays now
    Column("stood_in", Boolean),  # one has
    Column("removed", Text),  # JSON: the seats of people who were removed, and may not come back
    Column("played_for", Text),  # JSON: the seats for which a computer or the clock has played
    Column("computers_yield", Boolean),  # a person who joins a full lobby takes the place of one
    Column("old_message", BigInteger),
    Column("tournament", BigInteger),
    Column("entry", Integer),  # the number of the player in it
    Column("round", Integer),  # of it, from 0
    Column("visiting", Boolean),
    Column("gave_way", Boolean),  # it holds its channel no more
    Column("computer_temper", String(8)),
    Index(
        "one_live_table_per_channel",
        "guild",
        "channel",
        unique=True,
        sqlite_where=HOLDS,
        postgresql_where=HOLDS,
    ),
    Index("tables_live", "guild", "channel", sqlite_where=LIVE, postgresql_where=LIVE),
    Index(
        "one_daily_per_player",
        "guild",
        "daily",
        "host",
        "practice",
        unique=True,
        sqlite_where=_DAILY,
        postgresql_where=_DAILY,
    ),
    Index(
        "one_table_per_round",
        "tournament",
        "entry",
        "round",
        unique=True,
        sqlite_where=_IN_TOURNAMENT,
        postgresql_where=_IN_TOURNAMENT,
    ),
    Index("tables_due", "due", sqlite_where=DUE, postgresql_where=DUE),
    Index("tables_call_due", "call_due", sqlite_where=CALL_DUE, postgresql_where=CALL_DUE),
    Index("tables_number", "number", unique=True),
    Index(None, "guild", "channel", "number"),
    Index("tables_parent", "parent", sqlite_where=_OWN, postgresql_where=_OWN),
    Index("tables_behind", "id", sqlite_where=BEHIND, postgresql_where=BEHIND),
    Index("tables_visiting", "guild", sqlite_where=VISITING, postgresql_where=VISITING),
)

journal = Table(
    "journal",
    metadata,
    Column("table_id", _Id, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("do", Text, nullable=False),
    Column("dice", Text, nullable=False),  # JSON list of throws
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

archive = Table(
    "archive",
    metadata,
    Column("table_id", _Id, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("lines", LargeBinary, nullable=False),  # of the journal of an old game, packed
)

lobby = Table(
    "lobby",
    metadata,
    Column("table_id", _Id, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False, info=ONE),
    Column("do", Text, nullable=False),
    Column("words", Text, info=TYPED),
    Column("at", BigInteger, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    Column("table_id", _Id, primary_key=True, autoincrement=False),  # outlives its table
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("options_default", Boolean, nullable=False),
    Column("user_id", BigInteger, nullable=False, info=ONE),
    Column("score", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("has_left", Boolean, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("solo", Boolean, nullable=False),
    Column("real_dice", Boolean, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    Column("kind", String(8), nullable=False),  # together, solo, real (dice), daily, tourney, hints, computer
    Column("rules", String(16), nullable=False),  # the name of the option set in keys; empty for the default
    Column("side", Integer),
    Column("details", Text),  # JSON: boxes, bonuses, faces thrown
    Column("to_rate", Boolean, nullable=False),  # waits for its rating
    Column("computers", Text),  # JSON list: number, level, rank, score and side of each computer there
    Column("day", Integer),  # 20261121, of the server; version 0.1 knew days of UTC alone
    Column("reviewed", Boolean),  # false where there can be no review
    Column("voided", String(8)),  # the kind as which it counted, and counts again once somebody lifts that
    _number(),  # orders games that finished in the same second
    Index("results_number", "number", unique=True),
    Index(None, "guild", "game", "finished_at"),
    Index(None, "guild", "finished_at"),
    Index(None, "guild", "user_id", "finished_at"),
    Index(None, "user_id"),
    Index("results_to_rate", "guild", "game", "finished_at", sqlite_where=TO_RATE, postgresql_where=TO_RATE),
    Index("results_to_review", "number", sqlite_where=TO_REVIEW, postgresql_where=TO_REVIEW),
)

standings = Table(
    "standings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("period", String(16), primary_key=True),  # all, m2026-11, w2026-47, s3, d2026-11-21
    Column("kind", String(8), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("rules", String(16), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=ONE),
    Column("options", Text, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("stayed", Integer, nullable=False),  # games played to their end; the next three count among these
    Column("points", BigInteger, nullable=False),
    Column("highest", Integer),
    Column("lowest", Integer),
    Column("streak", Integer, nullable=False),  # wins in a row up to now
    Column("longest", Integer, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("reviewed", Integer, nullable=False, server_default="0"),  # games; the next counts what these lost
    Column("lost", Float, nullable=False, server_default="0"),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=ONE),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

seasons = Table(
    "seasons",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("started", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("reopened", BigInteger),  # when somebody last reopened it
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Index("one_running_season", "guild", unique=True, sqlite_where=RUNNING, postgresql_where=RUNNING),
)

champions = Table(
    "champions",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=ONE),
    Column("wins", Integer, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

crowns = Table(
    "crowns",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=ONE),
    Column("role", BigInteger, nullable=False),  # that the bot has given to this champion, and takes again
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

dailies = Table(
    "dailies",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),  # 20261121
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("told", Boolean, nullable=False),  # so that nobody may play it any more, whatever the clock says
    Column("entropy", Text, nullable=False),
    Column("ends", BigInteger),  # version 0.1 knew days of UTC alone
    Column("champion", Text),  # JSON: how the champion played the day; empty where it cannot
    Index("dailies_to_play", "ends", sqlite_where=TO_PLAY, postgresql_where=TO_PLAY),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),
    Column("language", String(16), nullable=False),
    Column("host", BigInteger, nullable=False, info=ONE),
    Column("rounds", Text, nullable=False),  # JSON list: the game of each round and its options
    Column("pace", String(8), nullable=False),  # together, open
    Column("seconds", Integer, nullable=False),  # the most that a round, or the whole of it, lasts
    Column("scoring", String(16), nullable=False),
    Column("sides", Integer, nullable=False),
    Column("status", String(16), nullable=False),  # open, playing, over, ended
    Column("round", Integer, nullable=False),  # the one that is played together, from 0
    Column("secret", LargeBinary, nullable=False),
    Column("entropy", Text, nullable=False),
    Column("stirred", Text, nullable=False, info=MANY),  # JSON list of user ids
    Column("opened", BigInteger, nullable=False),
    Column("ends", BigInteger),
    Column("reminded", Integer, nullable=False),  # the rounds whose reminder is sent
    Column("champions", Text),  # JSON list: how the champion played each round
    Column("par_rounds", Integer),  # so many rounds it has played, if others are to come
    Column("announced", Boolean, nullable=False),  # its result has a message of its own
    Column("drawn", Integer, nullable=False),  # the version that its message shows
    Column("league", BigInteger),
    Column("server", Text, nullable=False),  # what its server is called where another one plays against it
    Column("invite", String(16)),  # the code by which another server enters
    Column("rival", BigInteger),  # the tournament of that server
    Column("called", Integer, nullable=False),  # the rounds to which people were called
    Column("calls", Text, nullable=False),  # JSON list: the messages that call them now
    Index("tournaments_by_invite", "invite", unique=True, sqlite_where=INVITED, postgresql_where=INVITED),
    Index("tournaments_on", "guild", sqlite_where=ON, postgresql_where=ON),
    Index("tournaments_to_draw", "guild", sqlite_where=TO_DRAW, postgresql_where=TO_DRAW),
    Index("tournaments_of_league", "league", "ends", sqlite_where=IN_LEAGUE, postgresql_where=IN_LEAGUE),
)

leagues = Table(
    "leagues",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=False),  # that of its first tournament
    Column("version", Integer, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("host", BigInteger, nullable=False, info=ONE),
    Column("began", BigInteger, nullable=False),  # its weekday and hour
    Column("latest", BigInteger, nullable=False),  # the tournament that the next one repeats
    Column("next", BigInteger),  # when that opens
    Column("status", String(8), nullable=False),  # on, paused, ended; channel, host, off: why it paused itself
    Column("event", BigInteger),  # that evening among the events of the server
    Column("counts", Text),  # JSON: how many best weeks count, [unix seconds, number or null], one choice a season
    Column("reminder", Text),  # JSON: of which evening, since when somebody has tried, the messages once they are known
    Index(None, "guild"),
    Index("leagues_next", "next", sqlite_where=NEXT, postgresql_where=NEXT),
)

entries = Table(
    "entries",
    metadata,
    Column("tournament", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1, in the order of entering
    Column("guild", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False, info=ONE),
    Column("side", Integer),
    Column("at", BigInteger, nullable=False),
    Column("removed", Boolean),  # by a manager
    Index("one_entry_per_player", "tournament", "user_id", unique=True),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

settings = Table(
    "settings",
    metadata,
    Column("guild", _Id, primary_key=True, autoincrement=False),
    Column("language", String(16)),
    Column("count_real_dice", Boolean),
    Column("count_computers", Boolean),
    Column("channels", Text),  # JSON list of channel ids
    Column("starters", String(16)),
    Column("starter_roles", Text),  # JSON list of role ids
    Column("tournaments", String(8)),
    Column("presets", Text),  # JSON: game to preset
    Column("absent", String(8)),
    Column("patience", Integer),
    Column("reminder", Integer),
    Column("calls", Boolean),
    Column("hints", String(8)),
    Column("pictures", Boolean),
    Column("sheets", String(8)),
    Column("remarks", Boolean),
    Column("ranked", String(16)),
    Column("seasons", String(16)),
    Column("season_channel", BigInteger),
    Column("daily", String(8)),
    Column("daily_from", Integer),  # the first day of that length
    Column("post_channel", BigInteger),
    Column("post_morning", Boolean),
    Column("post_hour", Integer),
    Column("helper_roles", Text),  # JSON list of role ids
    Column("switched_off", Text),  # JSON: channel, 0 for all, to a list of games and other things
    Column("post_week", Boolean),
    Column("post_evening", Integer),
    Column("post_season", Boolean),
    Column("post_moments", Boolean),
    Column("champion_role", BigInteger),
    Column("champion_refused", Boolean),  # Discord has
    Column("zone", String(64)),
    Column("zone_from", BigInteger),  # when the first day of that zone begins
    Column("zone_day", Integer),  # that day
    Column("left_at", BigInteger),  # when the server removed the bot
    Index("settings_with_posts", "zone", sqlite_where=WITH_POSTS, postgresql_where=WITH_POSTS),
    Index("settings_with_role", "champion_role", sqlite_where=WITH_ROLE, postgresql_where=WITH_ROLE),
)

posts = Table(
    "posts",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),  # when a process took the latest one
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Column("game_table", BigInteger),  # of which a moment tells
    sqlite_with_rowid=False,
)

preferences = Table(
    "preferences",
    metadata,
    Column("user_id", _Id, primary_key=True, autoincrement=False, info=ONE),
    Column("language", String(16)),
    Column("hold", String(8)),
    Column("confirm_strike", Boolean),
    Column("remind", Boolean),
    Column("mention", Boolean),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("zone", String(64)),
    Column("plain", Boolean),
    Column("spoken", Boolean),
    Column("guided", Text),  # JSON list of games whose guide they have begun
    Column("named", Boolean),
    Column("listed", Boolean),
    Column("reviews", Boolean),
    Column("away_until", BigInteger),
    Column("coach", Boolean),
    Column("open_reviews", Boolean),
    Index("preferences_unlisted", "user_id", sqlite_where=UNLISTED, postgresql_where=UNLISTED),
    Index("preferences_unreviewed", "user_id", sqlite_where=UNREVIEWED, postgresql_where=UNREVIEWED),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", _Id, primary_key=True, autoincrement=False),  # as in results
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("rules", String(16), nullable=False),
    Column("user_id", BigInteger, info=ONE),  # a computer has none
    Column("finished_at", BigInteger, nullable=False),
    Column("unit", String(8), nullable=False),  # points, win, turns
    Column("strength", String(8), nullable=False),  # exact, net, estimate
    Column("start", Float, nullable=False),
    Column("luck", Float, nullable=False),
    Column("lost", Float, nullable=False),
    Column("others", Float, nullable=False),
    Column("score", Float, nullable=False),
    Column("games", Integer, nullable=False),  # of a match
    Column("details", Text, nullable=False),  # JSON: decisions by kind, those that cost something, throws
    Column("kinds", Text),  # JSON: decisions by kind alone; nothing where the review does not count for skill
    Column("lowest", Float),  # the lowest chance to win after a turn of the player; nothing where nobody knows
    Column("luckiest", Float),  # the luck of the luckiest throw
    Column("trained", Boolean),  # whether its player's mistakes are exercises; nothing before they asked
    Index(None, "guild", "game", "user_id"),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=ONE),
    Column("day", Integer, primary_key=True, autoincrement=False),  # 20261121, of UTC; 0 for one more puzzle
    Column("puzzle", String(8), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("answer", Text, nullable=False),  # an action
    Column("solved", Boolean, nullable=False),
    Column("mu", Float, nullable=False),  # the person's rating after it, likewise the next two
    Column("sigma", Float, nullable=False),
    Column("number", Integer, nullable=False),  # of the person's answers
    Column("at", BigInteger, nullable=False),
    Index(None, "guild", "day"),
    sqlite_with_rowid=False,
)

puzzle_hints = Table(
    "puzzle_hints",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=ONE),
    Column("day", Integer, primary_key=True, autoincrement=False),  # likewise
    Column("puzzle", String(8), primary_key=True),
    sqlite_with_rowid=False,
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(8), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("number", Integer, nullable=False),  # of answers
    sqlite_with_rowid=False,
)

exercises = Table(
    "exercises",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=ONE),
    Column("key", String(16), primary_key=True),  # the same for the same choice
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("state", LargeBinary, nullable=False),
    Column("answers", Text, nullable=False),  # JSON list of actions with what each is worth
    Column("done", Text, nullable=False),  # the action in the game
    Column("unit", String(8), nullable=False),  # as in reviews
    Column("theme", String(16), nullable=False),
    Column("leaning", Integer, nullable=False),
    Column("lost", Float, nullable=False),
    Column("times", Integer, nullable=False),
    Column("game_table", BigInteger, nullable=False),  # where it happened first, likewise the next two
    Column("move", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),  # what FSRS knows of it, likewise the next five
    Column("phase", Integer, nullable=False),
    Column("step", Integer),
    Column("stability", Float),
    Column("difficulty", Float),
    Column("last", BigInteger),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("answer", Text),  # the action that they answered last
    Index(None, "user_id", "game_table"),
)

training_weeks = Table(
    "training_weeks",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=ONE),
    Column("day", Integer, primary_key=True, autoincrement=False),  # the Monday, 20261116, of UTC
    Column("answers", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    sqlite_with_rowid=False,
)

trophies = Table(
    "trophies",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=ONE),
    Column("key", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("behind", BigInteger, nullable=False),  # a table or tournament, the number of a season, the day of a puzzle
    Index(None, "guild", "behind"),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

blocks = Table(
    "blocks",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),  # 0: everywhere, by the host of the bot
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=ONE),  # 0: everybody there, likewise
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("why", Text),
    sqlite_with_rowid=False,
)

deeds = Table(
    "deeds",
    metadata,
    Column("number", _Id, Identity(), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("manager_id", BigInteger, nullable=False, info=ONE),
    Column("do", String(16), nullable=False),
    Column("user_id", BigInteger, info=ONE),
    Column("game_table", BigInteger),
    Column("why", Text),  # in the manager's words
    Index(None, "guild", "number"),
)

meta = Table(
    "meta",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
