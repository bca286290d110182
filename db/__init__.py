"""Storage: schema, the one writer, migrations and queries. :func:`open_database` is all that others need."""

from db.database import Storage, open_database
from db.errors import DatabaseError, DatabaseTooNew

__all__ = ["DatabaseError", "DatabaseTooNew", "Storage", "open_database"]
