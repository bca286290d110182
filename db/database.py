"""Opens a database with its engines, its writer and its queries. Leaving closes everything."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.model.processes import Notice, Notices
from bot.tables.model.store import StoreDamaged, StoreError
from db import schema
from db.claims.holder import Claims, Share, sharing
from db.claims.holder import alone as alone_on_server
from db.claims.session import LockSession
from db.connection import faults
from db.connection.engines import close, lock_file, migrating, parse, prepare, reading, sqlite_file, writing
from db.connection.faults import DatabaseDown, DatabaseError, WrongDatabase
from db.connection.listening import listening
from db.connection.migrate import is_current, migrate
from db.connection.reading import reader, reads_ended
from db.connection.sqlite import SqliteThreads
from db.copies import checked_after_crash, refuse_emptied
from db.moving import copy_before
from db.queries.archive import Packed, games_to_pack, shrink
from db.queries.base import DatabaseMeta
from db.queries.games import DatabaseDailies, DatabasePuzzles
from db.queries.hand import DatabaseHand
from db.queries.leaderboards import DatabaseLeaderboards
from db.queries.posts import DatabasePosts
from db.queries.privacy import DatabasePrivacy
from db.queries.profiles import DatabaseBests, DatabaseProfiles
from db.queries.reviews import DatabaseRatings, DatabaseReviews
from db.queries.seasons import DatabaseSeasons
from db.queries.settings import DatabasePreferences, DatabaseSettings
from db.queries.tables import DatabaseTables
from db.queries.tournaments import DatabaseTournaments
from db.queries.training import DatabaseTraining
from db.queries.trophies import DatabaseTrophies
from db.writing.writer import Writer, rebuild_standings, run_pending_rebuilds

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Database:
    """An open database: one connection that writes, a few that read."""

    url: URL
    file: Path | None
    writing: AsyncEngine
    reading: AsyncEngine
    session: LockSession | None = None
    """What keeps the database for this process, on PostgreSQL; nothing is saved without it."""
    claims: Claims | None = None
    """The shards of this process, where several share the database."""


@dataclass(frozen=True, slots=True)
class Storage:
    """All queries and saves, for callers that only use them."""

    tables: DatabaseTables
    profiles: DatabaseProfiles
    leaderboards: DatabaseLeaderboards
    bests: DatabaseBests
    ratings: DatabaseRatings
    reviews: DatabaseReviews
    seasons: DatabaseSeasons
    dailies: DatabaseDailies
    tournaments: DatabaseTournaments
    puzzles: DatabasePuzzles
    training: DatabaseTraining
    trophies: DatabaseTrophies
    posts: DatabasePosts
    hand: DatabaseHand
    settings: DatabaseSettings
    preferences: DatabasePreferences
    privacy: DatabasePrivacy
    meta: DatabaseMeta
    database: Database
    writer: Writer
    notices: Notices
    """What other processes tell, while :meth:`listening`."""

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Hear inside what other processes change. Where there can be none, this does nothing."""
        alone = self.database.session is not None and self.database.claims is None
        if not alone and self.database.url.get_backend_name() == "postgresql":
            async with listening(self.database.url, self.notices):
                yield
        else:
            yield

    async def rebuild_standings(self, guild: int | None = None) -> None:
        """Compute the standings of ``guild``, or of every server, from its results again. Raises SaveFailed."""
        await rebuild_standings(self.database.reading, self.writer, guild)

    async def shrink(self, before: int, progress: Callable[[int, int], None]) -> Packed:
        """Pack the journals of games that were over ``before`` that moment; PostgreSQL can use their room again.

        ``progress`` hears how many games more are done, of how many. Raises SaveFailed.
        """
        readers = self.database.reading
        games = await games_to_pack(readers, before)
        packed = await shrink(readers, self.writer, before, lambda more: progress(more, games))
        if self.database.file is None:
            async with readers.connect() as connection:
                await connection.execute(text(f"VACUUM (ANALYZE) {schema.journal.name}"))
        return packed

    async def check(self) -> bool:
        """Whether the database answers; never raises."""
        try:
            async with reader(self.database.reading) as connection:
                return bool(await connection.scalar(text("SELECT 1")))
        except StoreError as error:
            log.warning("the database does not answer: %s", error)
            return False


@asynccontextmanager
async def open_database(url: str, *, alone: bool = False, share: Share | None = None) -> AsyncIterator[Storage]:
    """Open the database of ``url``, bring it to this version, and close it at the end.

    ``sqlite:///file`` and ``postgresql://…`` get their asynchronous drivers; the folder of a file is created. With
    ``alone`` no other process that asks for it may use it meanwhile. With ``share`` other processes that share it may;
    only PostgreSQL can be shared. Raises DatabaseError, whose message is one sentence without a password. Leaving
    writes what still waits.
    """
    async with (
        _connected(parse(url), alone, share) as database,
        Writer(database.writing, None if database.session is None else database.session.valid) as writer,
    ):
        meta = DatabaseMeta(database.reading, writer)
        with _opening(database.url, database.file):
            await run_pending_rebuilds(database.reading, writer)
        settings = DatabaseSettings(database.reading, writer)
        preferences = DatabasePreferences(database.reading, writer)
        notices = _notices(settings, preferences)
        async with checked_after_crash(database.file, meta) if alone and database.file is not None else nullcontext():
            yield Storage(
                # PostgreSQL ends a session on its own, and with it the claim to be alone; the lock of a file stays.
                tables=DatabaseTables(database.reading, writer, exclusive=alone and database.file is not None),
                leaderboards=DatabaseLeaderboards(database.reading),
                bests=DatabaseBests(database.reading),
                ratings=DatabaseRatings(database.reading, writer, settings),
                reviews=DatabaseReviews(database.reading, writer),
                seasons=DatabaseSeasons(database.reading, writer),
                profiles=DatabaseProfiles(database.reading),
                dailies=DatabaseDailies(database.reading, writer),
                tournaments=DatabaseTournaments(database.reading, writer),
                puzzles=DatabasePuzzles(database.reading, writer),
                training=DatabaseTraining(database.reading, writer),
                trophies=DatabaseTrophies(database.reading, writer),
                posts=DatabasePosts(database.reading, writer),
                hand=DatabaseHand(database.reading, writer),
                settings=settings,
                preferences=preferences,
                privacy=DatabasePrivacy(database.reading, writer, settings, preferences),
                meta=meta,
                database=database,
                writer=writer,
                notices=notices,
            )


def _notices(settings: DatabaseSettings, preferences: DatabasePreferences) -> Notices:
    """Return where notices arrive; they make memory forget choices that have changed."""
    notices = Notices()
    notices.on(Notice.SETTINGS, settings.forget)
    notices.on(Notice.PURGED, settings.forget)
    notices.on(Notice.PREFERENCES, preferences.forget)
    notices.on(Notice.ERASED, preferences.forget)
    notices.on_doubt(settings.forget_all)
    notices.on_doubt(preferences.forget_all)
    return notices


@asynccontextmanager
async def _connected(url: URL, alone: bool, share: Share | None) -> AsyncIterator[Database]:
    file = sqlite_file(url)
    if file is not None:
        await asyncio.to_thread(refuse_emptied, file)
        prepare(file)
    async with AsyncExitStack() as stack:
        with _opening(url, file):
            session, claims = await _claimed(stack, url, file, share) if alone or share else (None, None)
            await _migrated(url, file)
        threads = SqliteThreads()
        database = Database(url, file, writing(url, threads), reading(url, threads), session, claims)
        try:
            yield database
        finally:
            await reads_ended()
            await close(database.reading)
            await close(database.writing)
            await threads.close()
        if file is not None:
            await asyncio.to_thread(_tidy, file)


async def _claimed(
    stack: AsyncExitStack, url: URL, file: Path | None, share: Share | None
) -> tuple[LockSession | None, Claims | None]:
    """Keep the database for this process, or its share of it; on PostgreSQL, return what does so."""
    if share is not None:
        if file is not None:
            raise WrongDatabase("SHARDS needs PostgreSQL: several processes cannot share an SQLite file.")
        claims = await stack.enter_async_context(sharing(url, share))
        return claims.session, claims
    if file is None:
        return await stack.enter_async_context(alone_on_server(url)), None
    stack.enter_context(lock_file(file))
    return None, None


async def _migrated(url: URL, file: Path | None) -> None:
    if file is not None and is_current(file):
        return
    threads = SqliteThreads()
    engine = migrating(url, threads)
    try:
        await migrate(engine, file, partial(copy_before, url))
    finally:
        await close(engine)
        await threads.close()


@contextmanager
def _opening(url: URL, file: Path | None) -> Iterator[None]:
    """Say in one sentence why a database cannot be opened."""
    where = file or url.render_as_string(hide_password=True)
    try:
        yield
    except StoreDamaged as error:
        raise WrongDatabase(f"The database {where} is damaged: {error}. Restore a backup.") from error
    except (StoreError, SQLAlchemyError, OSError) as error:
        not_yet = file is None and faults.is_starting(error)
        kind = WrongDatabase if faults.is_permanent(error) else DatabaseDown if not_yet else DatabaseError
        origin = getattr(error, "orig", None) or error
        raise kind(f"The database {where} cannot be opened: {str(origin).rstrip('.')}.") from error
    except (TypeError, ValueError, OverflowError) as error:  # The URL asks the driver for something unknown.
        raise WrongDatabase(f"The database URL {where} cannot be used: {error}.") from error


def _tidy(file: Path) -> None:
    """Leave one SQLite file with everything in it and fresh statistics. If this fails, nothing is lost."""
    try:
        with closing(sqlite3.connect(file, timeout=1)) as connection:
            connection.execute("PRAGMA optimize")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        log.warning("the database file was not tidied: %s", error)
