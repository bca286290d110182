"""Storage: schema, the one writer, migrations and queries. :func:`open_database` is all that others need."""

from db.connection.errors import DatabaseError, DatabaseTooNew
from db.database import Storage, open_database

__all__ = ["DatabaseError", "DatabaseTooNew", "Storage", "open_database"]
