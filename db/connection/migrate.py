"""Brings a database to the schema of this version, at the start.

A stamp identifies an up-to-date database; then Alembic is not even imported. Otherwise the bot first copies an SQLite
file that holds anything, then runs all steps in one transaction. So a failed start leaves the file as it was.
"""

import asyncio
import glob
import logging
import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from db.connection.faults import DatabaseError, DatabaseTooNew, WrongDatabase

if TYPE_CHECKING:
    from alembic.config import Config


log = logging.getLogger(__name__)

HEAD = "0052"
"""The newest step in migrations/versions; a test compares them."""

SERVES = "0020"
"""The oldest version of the code that works with the schema of HEAD, by its own HEAD.

While processes are replaced one by one, both versions use one schema. So a step only adds what older code does without
(expand). What no version in use needs any more goes in a step of a later release (contract), which sets this to the
version that ceased to need it. CONTRIBUTING.md says more, and a test compares the schemas.
"""

SERVES_KEY = "schema serves"
"""The key in ``meta`` under which the database tells older code."""

MOVING = "moving"
"""The stamp of a database to which ``python -m bot move`` has not copied everything: no version starts on it."""

MIGRATIONS = Path(__file__).parent.parent / "migrations"
BACKUPS = 3
"""The number of copies to keep from before updates."""

_LOCK = 0x676F62656C6574  # "gobelet": PostgreSQL's advisory lock, so that two processes do not migrate at once


def is_current(file: Path) -> bool:
    """Return whether an SQLite file is at HEAD. An engine of its own would take ten times as long to find out."""
    try:
        with closing(sqlite3.connect(file, timeout=0)) as connection:
            return bool(connection.execute("SELECT version_num FROM alembic_version").fetchone() == (HEAD,))
    except sqlite3.Error:  # The caller that opens it says why.
        return False


async def migrate(
    engine: AsyncEngine, file: Path | None, before: Callable[[str], Awaitable[None]] | None = None
) -> None:
    """Bring the database of ``engine`` to HEAD, unless it is newer and serves this version too.

    A copy of ``file`` is made first; ``before`` makes that of a server's database of the revision that it is given.

    Raises DatabaseTooNew, or DatabaseError when a step fails or the database is of no release.
    """
    async with engine.connect() as connection:
        stamp = await connection.run_sync(revision)
        if stamp == HEAD:
            return
        serves = await connection.run_sync(_serves)
    if stamp == MOVING:
        raise WrongDatabase(
            "The database holds only a part of what is moved there: run `python -m bot move` again, with the old "
            "DATABASE_URL, to finish it."
        )
    if stamp is not None and stamp not in known():
        if stamp < HEAD:
            raise DatabaseError(
                f"The database is of revision {stamp}, between two releases, which this version cannot read: "
                "start the code that made it once in its last version (revision 0020), or restore a backup."
            )
        if serves is not None and serves <= HEAD:
            log.info("the database is that of a newer version (revision %s), which serves this one too", stamp)
            return
        raise DatabaseTooNew(
            f"The database was changed by a newer version of the bot (revision {stamp}, this one knows {HEAD}): "
            "start that version, or restore a backup."
        )
    if file is not None:
        await asyncio.to_thread(back_up, file)
    elif stamp is not None and before is not None:
        await before(stamp)
    log.info("bringing the database from %s to %s", stamp or "nothing", HEAD)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade)
    except SQLAlchemyError as error:
        raise DatabaseError(f"The database could not be brought to revision {HEAD}: {error}.") from error


def revision(connection: Connection) -> str | None:
    """Return the stamp of the database; None if it has none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    stamp = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return None if stamp is None else str(stamp)


def _serves(connection: Connection) -> str | None:
    if not inspect(connection).has_table("meta"):
        return None
    return connection.execute(text("SELECT value FROM meta WHERE key = :key"), {"key": SERVES_KEY}).scalar_one_or_none()


def known() -> set[str]:
    """Return every revision this version knows."""
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - slow to import, and hardly ever needed

    return {script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()}


def alembic_config(connection: Connection | None = None) -> "Config":
    """Return what Alembic needs to know of the steps, and of a ``connection`` to take them on."""
    from alembic.config import Config  # noqa: PLC0415 - slow to import, and hardly ever needed

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - slow to import, and hardly ever needed

    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    command.upgrade(alembic_config(connection), HEAD)
    connection.execute(text("DELETE FROM meta WHERE key = :key"), {"key": SERVES_KEY})
    connection.execute(
        text("INSERT INTO meta (key, value) VALUES (:key, :value)"), {"key": SERVES_KEY, "value": SERVES}
    )


def back_up(file: Path) -> Path | None:
    """Copy an SQLite file that holds anything to ``<file>.before-<HEAD>``, and delete the oldest copies."""
    copy = file.with_name(f"{file.name}.before-{HEAD}")
    part = copy.with_name(copy.name + ".part")
    with closing(sqlite3.connect(file)) as source:
        if source.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
            return None
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        with closing(sqlite3.connect(part)) as target:
            source.backup(target)
    os.replace(part, copy)
    log.info("copied the database to %s", copy)
    thin_out(file)
    return copy


def thin_out(file: Path) -> None:
    """Delete the oldest copies of ``file`` from before updates."""
    copies = sorted(file.parent.glob(f"{glob.escape(file.name)}.before-*"), key=lambda path: path.stat().st_mtime)
    for old in [path for path in copies if path.suffix != ".part"][:-BACKUPS]:
        old.unlink()
