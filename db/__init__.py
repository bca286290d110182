"""Storage, for SQLite and PostgreSQL. Other code needs only :func:`open_database`.

``connection`` opens a database, ``claims`` keeps it for this process, ``writing`` is the one writer, ``queries`` reads,
``copies`` makes backups and looks for damage, ``moving`` takes everything to another database,
``migrations`` brings old databases to this version.
"""

from db.connection.faults import DatabaseError, DatabaseTooNew
from db.database import Storage, open_database

__all__ = ["DatabaseError", "DatabaseTooNew", "Storage", "open_database"]
