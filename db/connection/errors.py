"""Why a database cannot be used; each message is one sentence for whoever runs the bot."""

from __future__ import annotations


class DatabaseError(Exception):
    """The database cannot be opened."""


class WrongDatabase(DatabaseError):
    """The database cannot be what is meant: its URL is wrong, or leads where no database can be used.

    Trying again will not help.
    """


class DatabaseInUse(DatabaseError):
    """Another process uses the database; two at once would disturb each other's games."""


class DatabaseTooNew(DatabaseError):
    """A newer version of the bot has changed the database; this one must not touch it."""
