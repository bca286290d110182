"""Backups of an SQLite database, their restoring, and a look for damage."""

import asyncio
import glob
import logging
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias

from bot.tables.model.store import StoreError
from db.connection.engines import lock_file
from db.connection.faults import DatabaseError, WrongDatabase
from db.connection.migrate import HEAD, MOVING, SERVES_KEY, known
from db.queries.base import DatabaseMeta

# -- Looks for damage after a power cut or a kill, and for a file that has lost everything ---------------------------
# SQLite survives a power cut and a kill; some disks do not.
#
# A mark lies in the database while a process uses it. If a start finds one, it checks the file beside the running bot.
# The mark stays until a check has reached its end and found nothing.

log = logging.getLogger(__name__)

MARK = "in use since"
"""What lies in ``meta`` while a process uses the database."""
_FAULTS = 5
"""The number of faults to look for: one is enough to act."""

_FAULTS_OF_COPY = 3

_MAGIC = b"SQLite format 3\0"
_COPIES = ("", "backup", "../backup")
"""Folders, seen from that of the database, where copies may lie (docs/hosting.md, Backups)."""


def refuse_emptied(file: Path) -> None:
    """Raise WrongDatabase if ``file`` is empty although copies or a log beside it say that it held a database.

    Where there is no file at all, somebody may have moved it away to begin anew; then the log names the copies.
    """
    # Before SQLite begins a log it has written the first page. A kill in the first start leaves both, and no tables.
    log_left = not _bytes(file) and _bytes(file.with_name(f"{file.name}-wal"))
    copies = [f"the copy {copy}" for copy in _copies(file)]
    signs = [*([f"its log {file}-wal"] if log_left else []), *copies]
    if not signs:
        return
    if not file.exists():
        log.warning("a new database %s begins, although there is still %s", file, signs[0])
    elif _is_empty(file):
        raise WrongDatabase(
            f"The database {file} is empty, but there is still {signs[0]}. Restore a backup (docs/hosting.md, "
            "Backups), or move the empty file and that away to begin anew."
        )


def _copies(file: Path) -> list[Path]:
    """Return the copies of the database whose names begin as its own does, the newest first."""
    try:
        folders = {(file.parent / name).resolve() for name in _COPIES}
        named = [
            path for folder in folders if folder.is_dir() for path in folder.glob(f"{glob.escape(file.stem)}[-._]*")
        ]
        copies = [copy for copy in named if copy != file.resolve() and _begins_as_database(copy)]
        return sorted(copies, key=lambda copy: -copy.stat().st_mtime)
    except (OSError, ValueError):  # Opening the file says what is wrong with its name or folder.
        return []


def _begins_as_database(file: Path) -> bool:
    with suppress(OSError), file.open("rb") as content:
        return content.read(len(_MAGIC)) == _MAGIC
    return False


def _is_empty(file: Path) -> bool:
    if not _bytes(file):
        return True
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection,
    ):
        return not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return False  # The code that opens it says what is wrong with it.


def _bytes(file: Path) -> int:
    with suppress(OSError, ValueError):  # Opening it says what is wrong with its name.
        return file.stat().st_size
    return 0


@asynccontextmanager
async def checked_after_crash(file: Path, meta: DatabaseMeta) -> AsyncIterator[None]:
    """Check ``file`` in the background if the last stop was not clean, and mark it as used while inside."""
    check = IntegrityCheck(file)
    try:
        if await meta.get(MARK) is not None:
            check.begin()
        await meta.set(MARK, str(int(time.time())))
    except StoreError as error:
        log.warning("whether the last stop was clean is not known: %s", error)
    try:
        yield
    finally:
        await check.stop()
        try:
            if check.sound:
                await meta.drop(MARK)
        except StoreError as error:
            log.warning("that this stop is clean could not be noted: %s", error)


class IntegrityCheck:
    """A check in a thread of its own that can be stopped."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._task: asyncio.Task[None] | None = None
        self._connection: sqlite3.Connection | None = None
        self._stopped = False
        self.sound = True
        """Whether no damage is known and no check broke off."""

    def begin(self) -> None:
        """Begin."""
        log.info("the last stop was not clean: checking %s", self._file)
        self.sound = False
        self._task = asyncio.create_task(asyncio.to_thread(self._run), name="check of the database")

    async def stop(self) -> None:
        """Break it off, if it still runs."""
        self._stopped = True
        with suppress(sqlite3.ProgrammingError):  # It closed at this very moment.
            if self._connection is not None:
                self._connection.interrupt()
        if self._task is not None:
            await self._task

    async def done(self) -> None:
        """Wait for its end."""
        if self._task is not None:
            await self._task

    def _run(self) -> None:
        begun = time.monotonic()
        try:
            with closing(sqlite3.connect(self._file, check_same_thread=False)) as connection:
                self._connection = connection
                faults = self._faults(connection)
        except sqlite3.Error as error:
            if self._stopped:
                log.info("the check of %s was broken off; the next start checks again", self._file)
                return
            faults = [str(error)]
        finally:
            self._connection = None
        if faults:
            log.critical(
                "the database %s is damaged: %s. Stop the bot and restore a backup (docs/hosting.md, Backups)",
                self._file,
                "; ".join(faults),
            )
            return
        self.sound = True
        log.info("%s is sound, checked in %.1f seconds", self._file, time.monotonic() - begun)

    def _faults(self, connection: sqlite3.Connection) -> list[str]:
        if self._stopped:
            raise sqlite3.OperationalError("stopped")
        connection.execute("PRAGMA query_only=ON")
        return _faults(connection, f"quick_check({_FAULTS})")


def _faults(connection: sqlite3.Connection, check: str) -> list[str]:
    """Return what this check of SQLite's says is wrong; nothing if all is well."""
    lines = [str(line) for (line,) in connection.execute(f"PRAGMA {check}")]
    return [] if lines == ["ok"] else lines


# -- Backups of an SQLite database, and how to restore one. It checks each copy first and overwrites nothing ---------
# SQLite itself takes a backup from a database in use, in one reading transaction. Restoring copies, checks, keeps the
# replaced file with its date, and only then swaps, in this order. If it breaks off at any point, either the old
# database or the new one is in place, whole.


class CopyError(DatabaseError):
    """There is no copy, or it is not sound; what was there before still is."""


class NotWanted(DatabaseError):
    """The host would rather keep what is there."""


class Since(NamedTuple):
    """What a database has that a copy of it has not: what restoring the copy undoes."""

    copied: int
    """When the last move in the copy was made, in unix seconds; 0 if there is none."""
    games: int
    """Games that have ended."""
    moves: int
    tables: int
    """Tables with such a move."""


Asked: TypeAlias = Callable[[Since | None], bool]
"""Whether to go on although that is undone; None if it cannot be counted."""


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


def restore(file: Path, copy: Path, may: Asked | None = None) -> Path | None:
    """Put a checked copy of ``copy`` in the place of the database ``file``. Returns where the replaced one is kept.

    Where there is one, ``may`` is asked first. Raises DatabaseInUse while the bot runs, WrongDatabase, CopyError or
    NotWanted.
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
            if may is not None and file.exists() and not may(since(file, part)):
                raise NotWanted(f"{file} is as it was.")
            _own(part, file)
            return _swap(part, file)


_SINCE = """
    WITH newer AS (
        SELECT table_id FROM journal AS line WHERE NOT EXISTS (
            SELECT 1 FROM copy.journal AS old
            WHERE old.table_id = line.table_id AND old.number = line.number AND old.at = line.at
        )
    )
    SELECT
        (SELECT coalesce(max(at), 0) FROM copy.journal),
        (SELECT count(DISTINCT table_id) FROM results
         WHERE NOT EXISTS (SELECT 1 FROM copy.results AS old WHERE old.table_id = results.table_id)),
        count(*),
        count(DISTINCT table_id)
    FROM newer
"""


def since(file: Path, copy: Path) -> Since | None:
    """Return what ``file`` has beyond ``copy``; None if one of them cannot be read."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True)) as connection:
            connection.execute("ATTACH ? AS copy", (f"{copy.resolve().as_uri()}?mode=ro",))
            return Since(*connection.execute(_SINCE).fetchone())
    except sqlite3.Error:
        return None


def restore_from(file: Path, stream: BinaryIO, may: Asked | None = None) -> Path | None:
    """Put the database read from ``stream`` in the place of ``file``; see :func:`restore`."""
    passing = file.with_name(f"{file.name}.passing-{os.getpid()}")
    with _trouble(f"{file} could not be restored"):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with os.fdopen(_opened(passing), "wb") as content:
                shutil.copyfileobj(stream, content)
            return restore(file, passing, may)
        finally:
            passing.unlink(missing_ok=True)


def vacuum(file: Path) -> tuple[int, int]:
    """Give the room of deleted rows back to the disk. Returns the size before and after, in bytes.

    Needs as much room on the disk again meanwhile. Raises DatabaseInUse while the bot runs, WrongDatabase or CopyError.
    """
    _present(file)
    with _trouble(f"{file} could not be made smaller"), lock_file(file):
        before = file.stat().st_size
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return before, file.stat().st_size


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
            faults = _faults(connection, f"integrity_check({_FAULTS_OF_COPY})")
        except sqlite3.DatabaseError as error:
            faults = [str(error)]
        if faults:
            raise CopyError(f"{source} is damaged: {'; '.join(faults)}.")
        stamp = _stamp(connection)
        if stamp is None:
            raise WrongDatabase(f"{source} is no database of this bot.")
        if stamp == MOVING:
            raise WrongDatabase(f"{source} holds only a part of what is moved there: finish that move first.")
        if stamp not in known() and not _serves_this_version(connection):
            raise WrongDatabase(f"{source} is of a newer version of the bot (revision {stamp}): update first.")


def _serves_this_version(connection: sqlite3.Connection) -> bool:
    """Whether a database of a newer version says that this one can use it too."""
    try:
        row = connection.execute("SELECT value FROM meta WHERE key = ?", (SERVES_KEY,)).fetchone()
    except sqlite3.OperationalError:
        return False
    return row is not None and str(row[0]) <= HEAD


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
