"""Why a database cannot be used, and what the errors of its driver mean for a read or a save."""

from typing import Any

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.tables.model.store import StoreDamaged

# -- Why a database cannot be used; each message is one sentence for the host of the bot -----------------------------


class DatabaseError(Exception):
    """The bot cannot open the database."""


class DatabaseDown(DatabaseError):
    """The server of the database does not answer, or not yet."""


class WrongDatabase(DatabaseError):
    """The URL is wrong, or leads where no database can be.

    Trying again will not help.
    """


class DatabaseInUse(DatabaseError):
    """Another process uses the database; two at once would disturb each other's games."""


class DatabaseTooNew(DatabaseError):
    """A newer version of the bot has changed the database; this one must not touch it."""


# -- The errors of database drivers, and what they mean for a read or a save -----------------------------------------

_UNIQUE = frozenset(
    {"SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_ROWID", "23505"},
)
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "XX001", "XX002")
"""The beginnings of error names that mean broken data: SQLite's names, PostgreSQL's codes."""

_HOPELESS = ("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "28", "3D000")
"""Those for files without write access, and for names, passwords and databases unknown to PostgreSQL."""


_STARTING = ("57P", "53300", "08")
"""The beginnings of PostgreSQL's codes while it starts, recovers or stops, is full, or loses a connection."""


def name(error: BaseException) -> str:
    """Return what the driver calls ``error``: a name of SQLite's, a code of PostgreSQL's, or nothing."""
    origin: Any = getattr(error, "orig", None) or error
    return str(getattr(origin, "sqlite_errorname", None) or getattr(origin, "sqlstate", None) or "")


def is_permanent(error: BaseException) -> bool:
    """Whether trying again will not open the database either."""
    return damaged(error) or name(error).startswith(_HOPELESS)


def unique(error: BaseException) -> bool:
    """Whether a unique index refused."""
    return name(error) in _UNIQUE


def damaged(error: BaseException) -> bool:
    """Whether stored data is broken; then trying again will not help."""
    return name(error).startswith(_DAMAGED)


def is_down(error: BaseException) -> bool:
    """Whether the database itself does not work now, whatever the request."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return isinstance(error, OperationalError | InterfaceError | PoolTimeout | OSError)


def is_starting(error: BaseException) -> bool:
    """Whether a server does not answer, or not yet, so that trying again may help."""
    return not is_permanent(error) and (is_down(error) or name(error).startswith(_STARTING))


OUTAGE = {"outage": "storage"}
"""A logger gets this with every line that is part of an outage (bot/logs.py)."""


def reason(error: BaseException) -> str:
    """Say what went wrong, without the parameters, which hold secrets."""
    origin = getattr(error, "orig", None) or error
    informative = isinstance(error, OperationalError | OSError) or damaged(error)
    return f"{type(origin).__name__}: {origin}" if informative and str(origin) else type(origin).__name__


def damage(error: BaseException) -> StoreDamaged:
    """Return the error for damaged data."""
    return StoreDamaged(reason(error))
