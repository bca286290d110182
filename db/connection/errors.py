"""Why a database cannot be used; each message is one sentence for the host of the bot."""


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
