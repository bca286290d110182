"""Backups of an SQLite database, and how to restore one. It checks each copy first and overwrites nothing.

SQLite itself takes a backup from a database in use, in one reading transaction. Restoring copies, checks, keeps the
replaced file with its date, and only then swaps, in this order. If it breaks off at any point, either the old database
or the new one is in place, whole.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from db.connection.errors import DatabaseError, WrongDatabase
from db.connection.migrate import HEAD, SERVES_KEY, known
from db.connection.single_process import lock_file
from db.copies.integrity import MARK

_FAULTS = 3


class CopyError(DatabaseError):
    """There is no copy, or it is not sound; what was there before still is."""


def back_up(file: Path, copy: Path) -> int:
    """Copy the database ``file`` to ``copy``, which must not exist, and check the copy. Returns its size in bytes.

    Works while the bot runs. Raises WrongDatabase or CopyError.
    """
    _present(file)
    if copy.exists():
        raise WrongDatabase(f"{copy} exists already: choose another name.")
    with _trouble(f"{file} could not be copied"), _part(copy) as part:
        _copied(f"{file.resolve().as_uri()}?mode=rw", part)
        _check(part, file)
        os.replace(part, copy)
        _settle(copy.parent)
        return copy.stat().st_size


def back_up_to(file: Path, stream: BinaryIO) -> int:
    """Write a checked copy of the database ``file`` to ``stream``. Returns its size in bytes."""
    passing = file.with_name(f"{file.name}.passing-{os.getpid()}")
    size = back_up(file, passing)
    try:
        with passing.open("rb") as content:
            shutil.copyfileobj(content, stream)
        stream.flush()
    finally:
        passing.unlink()
    return size


def restore(file: Path, copy: Path) -> Path | None:
    """Put a checked copy of ``copy`` in the place of the database ``file``. Returns where the replaced one is kept.

    Raises DatabaseInUse while the bot runs, WrongDatabase or CopyError.
    """
    _present(copy)
    if file.exists() and copy.samefile(file):
        raise WrongDatabase(f"{copy} is the database itself.")
    with _trouble(f"{file} could not be restored"):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with lock_file(file), _part(file) as part:
            # Without a log beside it SQLite need not write beside it either: it may lie where nobody can write.
            alone = not copy.with_name(f"{copy.name}-wal").exists()
            _copied(f"{copy.resolve().as_uri()}?mode=ro{'&immutable=1' if alone else ''}", part)
            _check(part, copy)
            _own(part, file)
            return _swap(part, file)


def restore_from(file: Path, stream: BinaryIO) -> Path | None:
    """Put the database read from ``stream`` in the place of ``file``; see :func:`restore`."""
    passing = file.with_name(f"{file.name}.passing-{os.getpid()}")
    with _trouble(f"{file} could not be restored"):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with os.fdopen(_opened(passing), "wb") as content:
                shutil.copyfileobj(stream, content)
            return restore(file, passing)
        finally:
            passing.unlink(missing_ok=True)


def _present(file: Path) -> None:
    if not file.is_file():
        raise WrongDatabase(f"There is no database {file}.")


@contextmanager
def _trouble(what: str) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise CopyError(f"{what}: {getattr(error, 'strerror', None) or error}.") from error


@contextmanager
def _part(whole: Path) -> Iterator[Path]:
    """Lend an empty file beside ``whole``, for this user only; delete it at the end unless it was moved."""
    part = whole.with_name(f"{whole.name}.part")
    part.unlink(missing_ok=True)
    os.close(_opened(part))
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def _opened(file: Path) -> int:
    return os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)


def _copied(source: str, part: Path) -> None:
    """Copy the database that the URI names into one file with nothing beside it."""
    with closing(sqlite3.connect(source, uri=True)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")


def _check(part: Path, source: Path) -> None:
    """Raise CopyError or WrongDatabase unless ``part`` is a sound database that this version can use."""
    with closing(sqlite3.connect(part)) as connection:
        try:
            lines = [str(line) for (line,) in connection.execute(f"PRAGMA integrity_check({_FAULTS})")]
        except sqlite3.DatabaseError as error:
            lines = [str(error)]
        if lines != ["ok"]:
            raise CopyError(f"{source} is damaged: {'; '.join(lines)}.")
        stamp = _stamp(connection)
        if stamp is None:
            raise WrongDatabase(f"{source} is no database of this bot.")
        if stamp not in known() and not _serves_this_version(connection):
            raise WrongDatabase(f"{source} is of a newer version of the bot (revision {stamp}): update first.")


def _serves_this_version(connection: sqlite3.Connection) -> bool:
    """Whether a database of a newer version says that this one can use it too."""
    try:
        found = connection.execute("SELECT value FROM meta WHERE key = ?", (SERVES_KEY,)).fetchone()
    except sqlite3.OperationalError:
        return False
    return found is not None and str(found[0]) <= HEAD


def _stamp(connection: sqlite3.Connection) -> str | None:
    """Return the revision of the database. It is sound, whatever became of the process that used it."""
    try:
        (stamp,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or (None,)
        with connection:
            connection.execute("DELETE FROM meta WHERE key = ?", (MARK,))
    except sqlite3.OperationalError:
        return None
    return stamp


def _own(part: Path, file: Path) -> None:
    """Give ``part`` to the owner of the database: root restores what another user runs."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = (file if file.exists() else file.parent).stat()
        os.chown(part, owner.st_uid, owner.st_gid)


def _swap(part: Path, file: Path) -> Path | None:
    """Put ``part`` in the place of ``file``, and return where the old file is now."""
    kept = _keep(file)
    try:
        os.replace(part, file)
    except OSError:
        if kept is not None:
            with suppress(FileNotFoundError):
                os.replace(f"{kept}-wal", f"{file}-wal")
            kept.unlink()
        raise
    _settle(file.parent)
    return kept


def _keep(file: Path) -> Path | None:
    """Give the database a second name with the date, and move its log away.

    Another database would take a log beside it for its own, which would ruin it.
    """
    if not file.exists():
        return None
    with suppress(sqlite3.Error), closing(sqlite3.connect(file)) as connection:  # Keep a damaged one as it is.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = _free(file)
    try:
        os.link(file, kept)
    except OSError:  # Not every file system has links.
        shutil.copy2(file, kept)
    with suppress(FileNotFoundError):
        os.replace(f"{file}-wal", f"{kept}-wal")
    Path(f"{file}-shm").unlink(missing_ok=True)
    _settle(file.parent)
    return kept


def _free(file: Path) -> Path:
    """Return a name that no file has."""
    name, number = f"{file.name}.replaced-{time.strftime('%Y-%m-%d-%H%M%S')}", 1
    kept = file.with_name(name)
    while kept.exists():
        number += 1
        kept = file.with_name(f"{name}-{number}")
    return kept


def _settle(folder: Path) -> None:
    """Write the names in ``folder`` to disk, where the system can do that."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
