"""Looks for damage after a power cut or a kill, and for a file that has lost everything.

SQLite survives a power cut and a kill; some disks do not.

A mark lies in the database while a process uses it. If a start finds one, it checks the file beside the running bot.
The mark stays until a check has reached its end and found nothing.
"""

import asyncio
import glob
import logging
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

from bot.tables.core.store import StoreError
from db.connection.errors import WrongDatabase
from db.queries.meta import DatabaseMeta

log = logging.getLogger(__name__)

MARK = "in use since"
"""What lies in ``meta`` while a process uses the database."""
_FAULTS = 5
"""How many faults to look for: one is enough to act."""

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
    found = [*([f"its log {file}-wal"] if log_left else []), *copies]
    if not found:
        return
    if not file.exists():
        log.warning("a new database %s begins, although there is still %s", file, found[0])
    elif _is_empty(file):
        raise WrongDatabase(
            f"The database {file} is empty, but there is still {found[0]}. Restore a backup (docs/hosting.md, "
            "Backups), or move the empty file and that away to begin anew."
        )


def _copies(file: Path) -> list[Path]:
    """Return the copies of the database whose names begin as its own does, the newest first."""
    try:
        folders = {(file.parent / name).resolve() for name in _COPIES}
        named = [one for folder in folders if folder.is_dir() for one in folder.glob(f"{glob.escape(file.stem)}[-._]*")]
        found = [one for one in named if one != file.resolve() and _begins_as_database(one)]
        return sorted(found, key=lambda one: -one.stat().st_mtime)
    except (OSError, ValueError):  # Whoever opens the file says what is wrong with its name or its folder.
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
    return False  # What is wrong with it, whoever opens it says.


def _bytes(file: Path) -> int:
    with suppress(OSError, ValueError):  # Whoever opens it says what is wrong with its name.
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
        lines = [str(line) for (line,) in connection.execute(f"PRAGMA quick_check({_FAULTS})")]
        return [] if lines == ["ok"] else lines
