"""One process per SQLite file: a second one would move boards and call players behind the first one's back.

Beside the file lies a lock. The system lets go of it when its process ends, however it ends; that the file exists means
nothing. PostgreSQL has claims instead (db/claims).
"""

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from db.connection.errors import DatabaseInUse, WrongDatabase

log = logging.getLogger(__name__)

_NO_LOCKS = (errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK)


@contextmanager
def lock_file(file: Path) -> Iterator[None]:
    """Be the only process that uses an SQLite file. Raises DatabaseInUse or WrongDatabase."""
    path = file.resolve()
    path = path.with_name(path.name + ".lock")
    lock = FileLock(path, mode=0o600, fallback_to_soft=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise DatabaseInUse(f"Another process uses the database {file}; stop it first.") from None
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise WrongDatabase(f"The database file {file} cannot be locked: {error.strerror or error}.") from error
        log.warning("files cannot be locked where %s lies: see to it that only one bot uses it", file)
    try:
        yield
    finally:
        if lock.is_locked:
            # A process that has opened the file by now notices that it is gone, and makes another one.
            path.unlink(missing_ok=True)
            lock.release()
