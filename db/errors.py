"""Why a database cannot be used; each message is one sentence for whoever runs the bot."""

from __future__ import annotations


class DatabaseError(Exception):
    """The database cannot be opened."""


class DatabaseTooNew(DatabaseError):
    """A newer version of the bot has changed the database; this one must not touch it."""
