"""Moves everything from one database to another: from SQLite to PostgreSQL, or back (``python -m bot move``).

Both databases are kept for this process meanwhile, and nobody can write to the source, which stays as it is. Rows come
in the order of their keys, some thousands in a transaction. So what a move that was cut off leaves behind is the
beginning of each table. The next one compares that row by row, and goes on; where the source has changed in between, it
copies the table anew. At the end it reads both databases once more and compares every row.

Until then the stamp of the target says :data:`~db.connection.migrate.MOVING`, which no version of the bot starts on.
"""

import asyncio
import logging
import os
import re
import sqlite3
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

from sqlalchemy import Boolean, Connection, MetaData, Select, Table, delete, insert, inspect, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db import schema
from db.claims.holder import alone as alone_on_server
from db.connection import faults
from db.connection.engines import close, lock_file, migrating, parse, prepare, sqlite_file
from db.connection.faults import DatabaseError, DatabaseInUse, WrongDatabase
from db.connection.migrate import HEAD, MOVING, alembic_config, migrate, revision, thin_out
from db.connection.sqlite import SqliteThreads
from db.copies import MARK

log = logging.getLogger(__name__)

BATCH = 10_000
"""Rows that are read, written or compared at a time."""

FROM = "moving from"
"""What lies in ``meta`` of a target while it is incomplete: where its rows come from."""

TABLES = [table for table in schema.metadata.sorted_tables if table is not schema.meta]
"""Parents before children. ``meta`` comes last, with the stamp."""

_LOCK_SECONDS = 5
_Row: TypeAlias = tuple[Any, ...]

Progress: TypeAlias = Callable[[str, int, int], None]
"""Takes what happens to which table, how many rows more that is done with, and how many there are in all."""


class MoveError(DatabaseError):
    """The move has stopped; the source is as it was, and another try goes on from here."""


class Moved(NamedTuple):
    """What a move has brought over."""

    rows: int
    source: str
    target: str
    """Where they are, without a password."""


async def move(source: str, target: str, progress: Progress) -> Moved:
    """Copy everything from the database of one URL to that of the other, and compare every row.

    Raises WrongDatabase or DatabaseInUse before anything is written, MoveError or another DatabaseError later.
    """
    urls = parse(source), parse(target)
    here, there = (_where(url) for url in urls)
    if _same(*urls):
        raise WrongDatabase(f"{there} is the database that the settings name: there is nothing to move.")
    file = sqlite_file(urls[0])
    if file is not None and not file.is_file():
        raise WrongDatabase(f"There is no database {file}.")
    with _trouble(f"{here} could not be moved to {there}"):
        async with _alone(urls[0], here), _source(urls[0], here) as old:
            if (made := sqlite_file(urls[1])) is not None:
                prepare(made)
            async with _alone(urls[1], there):
                await _begin(urls[1], here, there)
                async with _target(urls[1]) as new:
                    rows = await _Move(old, new, progress).run()
                await _finish(urls[1], await old.meta())
    return Moved(rows, here, there)


def _where(url: URL) -> str:
    """Return the name of a database for its host, which is the same however its URL is written."""
    file = sqlite_file(url)
    if file is not None:
        return str(file.resolve())
    return url.set(drivername="postgresql", query={}).render_as_string(hide_password=True).replace(":***@", "@")


def _same(one: URL, other: URL) -> bool:
    return _where(one) == _where(other)


@asynccontextmanager
async def _alone(url: URL, where: str) -> AsyncIterator[None]:
    """Keep the database for this process. Raises DatabaseInUse, which says which of the two is in use."""
    file = sqlite_file(url)
    async with AsyncExitStack() as stack:
        try:
            if file is not None:
                stack.enter_context(lock_file(file))
            else:
                await stack.enter_async_context(alone_on_server(url))
        except DatabaseInUse as error:
            raise DatabaseInUse(f"{where}: {error}") from error
        yield


@contextmanager
def _trouble(what: str) -> Iterator[None]:
    try:
        yield
    except DatabaseError:
        raise
    except Exception as error:
        ours = isinstance(error, sqlite3.Error | SQLAlchemyError | OSError) or faults.name(error)
        if not ours:
            raise
        why = faults.reason(error) if isinstance(error, SQLAlchemyError) else f"{type(error).__name__}: {error}"
        raise MoveError(f"{what}: {why.rstrip('.')}. Run the command again to go on from here.") from error


# -- The two kinds of databases, read and written by their drivers: rows by the million are nothing for an engine -----


_POSTGRESQL = postgresql.dialect()  # type: ignore[no-untyped-call]


class _Rows(Protocol):
    """The rows of a table in the order of their keys."""

    async def take(self, most: int) -> list[_Row]:
        """Return the next ones; none at the end."""
        ...


class _Side(Protocol):
    """An open database."""

    def rows(self, table: Table) -> AbstractAsyncContextManager[_Rows]:
        """Read a table from its beginning."""
        ...

    async def count(self, table: Table) -> int:
        """Return how many rows it has."""
        ...

    async def put(self, table: Table, rows: Sequence[_Row]) -> None:
        """Store rows, all or none."""
        ...

    async def empty(self, table: Table) -> None:
        """Delete all rows, and those that hang on them."""
        ...

    async def meta(self) -> dict[str, str]:
        """Return the facts that the program remembers."""
        ...


def _ordered(table: Table, collation: str = "") -> Select[Any]:
    """Select all columns, ordered by the key; text by its bytes, in whatever way the database would order it."""
    keys = [
        column.collate(collation) if collation and column.type.python_type is str else column
        for column in table.primary_key
    ]
    return select(*table.columns).order_by(*keys)


_META = select(schema.meta.c.key, schema.meta.c.value)


class _SqliteRows:
    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor

    async def take(self, most: int) -> list[_Row]:
        return await asyncio.to_thread(self._cursor.fetchmany, most)


class _Sqlite:
    """An SQLite file; each call goes to a thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @asynccontextmanager
    async def rows(self, table: Table) -> AsyncIterator[_Rows]:
        cursor = await asyncio.to_thread(self._connection.execute, _sqlite_text(_ordered(table)))
        with closing(cursor):
            yield _SqliteRows(cursor)

    async def count(self, table: Table) -> int:
        def counted() -> int:
            return int(self._connection.execute(f'SELECT count(*) FROM "{table.name}"').fetchone()[0])  # noqa: S608

        return await asyncio.to_thread(counted)

    async def put(self, table: Table, rows: Sequence[_Row]) -> None:
        statement = _sqlite_text(insert(table))
        await asyncio.to_thread(self._written, statement, rows)

    async def empty(self, table: Table) -> None:
        await asyncio.to_thread(self._written, _sqlite_text(delete(table)), [()])

    async def meta(self) -> dict[str, str]:
        return dict(self._connection.execute(_sqlite_text(_META)).fetchall())

    def _written(self, statement: str, rows: Sequence[_Row]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._connection.executemany(statement, rows)
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")


def _sqlite_text(statement: Any) -> str:
    return str(statement.compile(dialect=sqlite.dialect()))


class _PostgresRows:
    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor

    async def take(self, most: int) -> list[_Row]:
        return list(map(tuple, await self._cursor.fetch(most)))


class _Postgres:
    """A connection of PostgreSQL's driver."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    @asynccontextmanager
    async def rows(self, table: Table) -> AsyncIterator[_Rows]:
        statement = str(_ordered(table, "C").compile(dialect=_POSTGRESQL))
        async with self._driver.transaction():
            yield _PostgresRows(await self._driver.cursor(statement))

    async def count(self, table: Table) -> int:
        return int(await self._driver.fetchval(f'SELECT count(*) FROM "{table.name}"'))  # noqa: S608

    async def put(self, table: Table, rows: Sequence[_Row]) -> None:
        yes_or_no = [place for place, column in enumerate(table.columns) if isinstance(column.type, Boolean)]
        await self._driver.copy_records_to_table(
            table.name,
            records=_with_booleans(rows, yes_or_no) if yes_or_no else rows,
            columns=[column.name for column in table.columns],
        )

    async def empty(self, table: Table) -> None:
        await self._driver.execute(f'DELETE FROM "{table.name}"')  # noqa: S608

    async def meta(self) -> dict[str, str]:
        return dict(map(tuple, await self._driver.fetch(str(_META.compile(dialect=_POSTGRESQL)))))


def _with_booleans(rows: Sequence[_Row], places: Sequence[int]) -> Iterator[_Row]:
    """SQLite says 0 and 1."""
    for row in rows:
        values = list(row)
        for place in places:
            if values[place] is not None:
                values[place] = bool(values[place])
        yield tuple(values)


@asynccontextmanager
async def _engine(url: URL) -> AsyncIterator[AsyncEngine]:
    threads = SqliteThreads()
    engine = migrating(url, threads)
    try:
        yield engine
    finally:
        await close(engine)
        await threads.close()


@asynccontextmanager
async def _driver(url: URL) -> AsyncIterator[Any]:
    async with _engine(url) as engine, engine.connect() as connection:
        yield (await connection.get_raw_connection()).driver_connection


@asynccontextmanager
async def _source(url: URL, where: str) -> AsyncIterator[_Side]:
    """Open a database of this very version from which only we read, and to which nobody writes."""
    async with _engine(url) as engine, engine.connect() as connection:
        stamp = await connection.run_sync(revision)
    if stamp == MOVING:
        raise WrongDatabase(f"{where} holds a part of a move itself: finish that first.")
    if stamp is None:
        raise WrongDatabase(f"{where} is no database of this bot.")
    if stamp != HEAD:  # A newer one may have columns of which we know nothing.
        older = "start and stop the bot once, which brings it up to date" if stamp < HEAD else "use that version"
        raise WrongDatabase(f"{where} is of revision {stamp}, and this version moves {HEAD}: {older}.")
    file = sqlite_file(url)
    if file is not None:
        with closing(_opened(file)) as connection_:
            connection_.execute("BEGIN IMMEDIATE")
            yield _Sqlite(connection_)
            connection_.execute("ROLLBACK")
        return
    async with _driver(url) as driver, driver.transaction(isolation="repeatable_read"):
        await driver.execute(f"SET LOCAL lock_timeout = '{_LOCK_SECONDS}s'")
        names = ", ".join(f'"{table.name}"' for table in schema.metadata.sorted_tables)
        await driver.execute(f"LOCK TABLE {names} IN SHARE MODE")
        yield _Postgres(driver)


@asynccontextmanager
async def _target(url: URL) -> AsyncIterator[_Side]:
    file = sqlite_file(url)
    if file is not None:
        with closing(_opened(file)) as connection:
            # A power cut may undo the last transactions, but breaks nothing; the comparison would find it.
            connection.executescript("PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; PRAGMA cache_size=-65536")
            yield _Sqlite(connection)
    else:
        async with _driver(url) as driver:
            yield _Postgres(driver)


def _opened(file: Path) -> sqlite3.Connection:
    uri = f"{file.resolve().as_uri()}?mode=rw"
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=_LOCK_SECONDS)


# -- The target: empty at first, then incomplete, then a database ------------------------------------------------------


async def _begin(url: URL, here: str, there: str) -> None:
    """Make the tables, and stamp the target as incomplete. Raises WrongDatabase where something else lies there."""
    async with _engine(url) as engine:
        async with engine.connect() as connection:
            stamp = await connection.run_sync(revision)
            if stamp == MOVING:
                known = await connection.scalar(select(schema.meta.c.value).where(schema.meta.c.key == FROM))
                if known != here:
                    raise WrongDatabase(f"{there} holds a part of a move from {known}. Finish that, or empty it.")
                return
            free = await connection.run_sync(_is_empty, stamp)
        if not free:
            raise WrongDatabase(f"{there} is not empty: name another database, or make an empty one.")
        await migrate(engine, None)
        async with engine.begin() as connection:
            await connection.execute(delete(schema.meta))
            await connection.execute(insert(schema.meta).values(key=FROM, value=here))
            await _stamp(connection, MOVING)


def _is_empty(connection: Connection, stamp: str | None) -> bool:
    """Whether nothing lies there, or nothing but empty tables of this version."""
    names = inspect(connection).get_table_names()
    if not names:
        return True
    ours = {table.name for table in schema.metadata.sorted_tables} | {"alembic_version"}
    return (
        stamp == HEAD
        and ours == set(names)
        and all(connection.execute(select(*table.primary_key).limit(1)).first() is None for table in TABLES)
    )


async def _stamp(connection: AsyncConnection, revision: str) -> None:
    await connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})


async def _finish(url: URL, meta: dict[str, str]) -> None:
    """Make the target a database, in one transaction; then let it count its rows, so that it plans well."""
    async with _engine(url) as engine:
        async with engine.begin() as connection:
            await connection.execute(delete(schema.meta))
            # That another process did not stop cleanly says nothing about this database.
            facts = [{"key": key, "value": value} for key, value in meta.items() if key != MARK]
            await connection.execute(insert(schema.meta), facts)
            if connection.dialect.name == "postgresql":
                for table in TABLES:
                    for column in table.columns:
                        if column.identity is not None:
                            await connection.execute(_go_on_counting(table.name, column.name))
            await _stamp(connection, HEAD)
        async with engine.begin() as connection:
            await connection.execute(text("ANALYZE"))


def _go_on_counting(table: str, column: str) -> Any:
    counter = f"pg_get_serial_sequence('{table}', '{column}')"
    return text(f'SELECT setval({counter}, coalesce(max("{column}"), 1), max("{column}") IS NOT NULL) FROM {table}')  # noqa: S608


# -- The move ---------------------------------------------------------------------------------------------------------


class _Move:
    def __init__(self, old: _Side, new: _Side, progress: Progress) -> None:
        self._old, self._new = old, new
        self._progress = progress
        self._of = 0

    async def run(self) -> int:
        """Copy and compare; return how many rows there are."""
        rows = sum([await self._old.count(table) for table in TABLES])
        self._of = 2 * rows
        for table in TABLES:
            await self._copy(table)
        for table in TABLES:
            await self._compare(table)
        return rows

    async def _copy(self, table: Table) -> None:
        async with self._old.rows(table) as old:
            if await self._goes_on(table, old):
                await self._fill(table, old)
                return
        await self._new.empty(table)
        async with self._old.rows(table) as old:
            await self._fill(table, old)

    async def _goes_on(self, table: Table, old: _Rows) -> bool:
        """Whether what lies there is the beginning of ``table``; then take that from ``old``."""
        same = 0
        async with self._new.rows(table) as new:
            while found := await new.take(BATCH):
                if await old.take(len(found)) != found:
                    return False
                same += len(found)
        self._tell(f"{table.name}: copying", same)
        return True

    async def _fill(self, table: Table, old: _Rows) -> None:
        while rows := await old.take(BATCH):
            await self._new.put(table, rows)
            self._tell(f"{table.name}: copying", len(rows))

    async def _compare(self, table: Table) -> None:
        """Raise MoveError unless every row is the same in both."""
        self._tell(f"{table.name}: comparing", 0)
        async with self._old.rows(table) as old, self._new.rows(table) as new:
            while True:
                rows, others = await old.take(BATCH), await new.take(BATCH)
                if rows != others:
                    raise MoveError(f"A row of {table.name} is not as it was: run the command again.")
                if not rows:
                    return
                self._tell(f"{table.name}: comparing", len(rows))

    def _tell(self, what: str, more: int) -> None:
        self._progress(what, more, self._of)


# -- A copy of PostgreSQL's before an update changes it ---------------------------------------------------------------
# It is an SQLite file of the same revision. The older version runs on it as it is, or moves it back.

COPIES = Path("data")
"""The folder of these copies, seen from where the bot runs."""

LARGEST = 2 * 2**30
"""Bytes of a database that is copied. A larger one would hold up the start for long: its host has copies anyway."""


async def copy_before(url: URL, stamp: str) -> None:
    """Copy the database of revision ``stamp`` to a file; where that cannot be, a line in the log says so.

    Other processes may go on meanwhile: the copy is that of one moment.
    """
    name = re.sub(r"[^\w-]", "_", url.database or "postgresql")
    place = COPIES / f"{name}.db"
    copy = place.with_name(f"{place.name}.before-{HEAD}")
    try:
        async with _driver(url) as driver, driver.transaction(isolation="repeatable_read"):
            size = int(await driver.fetchval("SELECT pg_database_size(current_database())"))
            if size > LARGEST:
                log.warning("the database has %d MB: no copy is made before the update; is there one?", size >> 20)
                return
            began = time.monotonic()
            part = copy.with_name(f"{copy.name}.{uuid.uuid4().hex[:8]}.part")
            try:
                await _copied_at(url, stamp, _Postgres(driver), part)
                await asyncio.to_thread(os.replace, part, copy)
            finally:
                part.unlink(missing_ok=True)
        thin_out(place)
        log.info("copied the database to %s in %.1f s", copy, time.monotonic() - began)
    except Exception as error:
        log.warning("no copy could be made before the update (%s)", faults.reason(error))


async def _copied_at(url: URL, stamp: str, old: _Side, part: Path) -> None:
    """Make a file of revision ``stamp``, and put everything into it."""
    from alembic import command  # noqa: PLC0415 - slow to import, and hardly ever needed

    prepare(part)
    there = parse(f"sqlite:///{part}")
    async with _engine(there) as engine, engine.begin() as connection:
        await connection.run_sync(lambda opened: command.upgrade(alembic_config(opened), stamp))
    tables = MetaData()
    async with _engine(url) as engine, engine.connect() as connection:
        await connection.run_sync(tables.reflect)
    async with _target(there) as new:
        for table in tables.sorted_tables:
            if table.name == "alembic_version":
                continue
            await new.empty(table)
            async with old.rows(table) as rows:
                while some := await rows.take(BATCH):
                    await new.put(table, some)
    with closing(_opened(part)) as file:
        file.execute("PRAGMA journal_mode=DELETE")
