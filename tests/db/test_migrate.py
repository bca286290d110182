"""Migrations: from nothing, from older versions, refused for newer ones; the copy before; unusable URLs."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, event, inspect, text

from bot.tables.model.table import TableId
from db import DatabaseError, DatabaseTooNew, moving, open_database
from db.connection import migrate
from db.connection.engines import migrating as migrate_engine
from db.connection.engines import parse, reading
from db.schema import metadata
from tests.postgres import Make


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_head_is_the_newest_step() -> None:
    assert ScriptDirectory.from_config(migrate.alembic_config()).get_current_head() == migrate.HEAD
    assert migrate.HEAD in migrate.known()


async def test_the_steps_lead_to_the_schema(storage: Any) -> None:
    def differences(connection: Any) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with storage.database.writing.connect() as connection:
        assert await connection.run_sync(differences) == []
    assert await storage.check()


async def test_a_database_that_is_up_to_date_is_opened_as_it_is(url: str, row: Any) -> None:
    async with open_database(url) as storage:
        await storage.tables.save(row(1))
    async with open_database(url) as storage:
        assert await storage.tables.live() == [1]


@pytest.mark.long
def test_a_start_on_an_up_to_date_file_is_quick_and_without_alembic(tmp_path: Path, database: Any) -> None:
    database(tmp_path / "g.db")
    program = (
        "import asyncio, sys, db\n"
        "async def main():\n"
        f"    async with db.open_database('sqlite:///{tmp_path}/g.db') as storage:\n"
        "        assert await storage.check()\n"
        "    print('alembic' in sys.modules)\n"
        f"    async with db.open_database('sqlite:///{tmp_path}/new.db') as storage:\n"
        "        assert await storage.check()\n"
        "    print('alembic' in sys.modules)\n"
        "asyncio.run(main())\n"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    assert done.stdout.split() == ["False", "True"]


async def test_opening_again_asks_the_database_little(tmp_path: Path) -> None:
    """So it takes milliseconds."""
    asked: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        asked.append(statement)

    url = f"sqlite:///{tmp_path}/g.db"
    event.listen(Engine, "before_cursor_execute", note)
    try:
        async with open_database(url):
            first = len(asked)
        async with open_database(url):
            again = len(asked) - first
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert again < 20 < first, asked[first:]
    assert _names(tmp_path) == ["g.db"]


async def _of_a_newer_version(url: str, serves: str) -> None:
    async with open_database(url) as storage, storage.database.writing.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        told = text("UPDATE meta SET value = :serves WHERE key = 'schema serves'")
        await connection.execute(told, {"serves": serves})
        await connection.execute(text("ALTER TABLE tables ADD COLUMN added INTEGER NOT NULL DEFAULT 7"))


async def test_a_newer_database_that_serves_this_version_is_used_as_it_is(url: str, row: Any) -> None:
    """While processes are replaced one by one, one of the old version may start again."""
    await _of_a_newer_version(url, migrate.HEAD)
    async with open_database(url) as storage:
        await storage.tables.save(row(1))
        assert await storage.tables.live() == [1]
        async with storage.database.reading.connect() as connection:
            assert await connection.scalar(text("SELECT added FROM tables")) == 7
            assert await connection.run_sync(migrate.revision) == "9999"


async def test_an_older_version_goes_on_while_a_newer_one_changes_the_schema(url: str, row: Any) -> None:
    async with open_database(url) as older:
        await older.tables.save(row(1))
        await _of_a_newer_version(url, migrate.HEAD)
        await older.tables.save(row(1, 2))
        await older.tables.save(row(2))
        assert await older.tables.live() == [1, 2]
        assert (await older.tables.load(TableId(1)))["version"] == 2


def test_the_schema_serves_older_code(tmp_path: Path) -> None:
    """What older code reads is there, of the same kind, and what it does not write has a default."""
    older, newer = (_columns(tmp_path / one, one) for one in (migrate.SERVES, migrate.HEAD))
    assert migrate.SERVES in migrate.known()
    assert migrate.SERVES <= migrate.HEAD
    for table, columns in older.items():
        for name, column in columns.items():
            assert str(newer[table][name]["type"]) == str(column["type"]), (table, name)
        for name in newer[table].keys() - columns.keys():
            added = newer[table][name]
            assert added["nullable"] or added["default"] is not None, (table, name)


def _columns(file: Path, revision: str) -> dict[str, dict[str, Any]]:
    """Return the columns of all tables at a revision."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        command.upgrade(migrate.alembic_config(connection), revision)
        looked = inspect(connection)
        found = {table: {one["name"]: one for one in looked.get_columns(table)} for table in looked.get_table_names()}
    engine.dispose()
    return found


async def test_a_newer_database_is_refused_and_not_touched(url: str) -> None:
    await _of_a_newer_version(url, "9998")
    with pytest.raises(DatabaseTooNew, match="9999"):
        async with open_database(url):
            pass
    engine = reading(parse(url))
    async with engine.connect() as connection:
        assert await connection.run_sync(migrate.revision) == "9999"
    await engine.dispose()


async def test_a_database_between_two_releases_is_refused_and_not_touched(url: str) -> None:
    """Its steps are gone; what it says that it serves is not asked, since it lacks what later steps added."""
    async with open_database(url) as storage, storage.database.writing.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '0015'"))
    with pytest.raises(DatabaseError, match="revision 0015, between two releases"):
        async with open_database(url):
            pass
    engine = reading(parse(url))
    async with engine.connect() as connection:
        assert await connection.run_sync(migrate.revision) == "0015"
    await engine.dispose()


async def test_a_file_with_anything_in_it_is_copied_first(tmp_path: Path) -> None:
    file = tmp_path / "gobelet.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE older (name TEXT)")
        connection.execute("INSERT INTO older VALUES ('kept')")
        connection.commit()
    async with open_database(f"sqlite:///{file}"):
        pass
    copy = tmp_path / f"gobelet.db.before-{migrate.HEAD}"
    assert _names(tmp_path) == [file.name, copy.name]
    assert copy.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT name FROM older").fetchall() == [("kept",)]
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (1,)


async def test_an_empty_file_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / "gobelet.db").touch()
    async with open_database(f"sqlite:///{tmp_path}/gobelet.db"):
        pass
    assert _names(tmp_path) == ["gobelet.db"]


def test_three_copies_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "gobelet.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE older (name TEXT)")
    for number in range(7):
        old = tmp_path / f"gobelet.db.before-{number}"
        old.touch()
        os.utime(old, (number, number))
    migrate.back_up(file)
    kept = {path.name.rpartition("-")[2] for path in tmp_path.glob("*.before-*")}
    assert kept == {"5", "6", migrate.HEAD}


async def _at_the_revision_before(url: str) -> None:
    """Make a database of the last revision but one, with a table that was played at."""
    engine = migrate_engine(parse(url))
    async with engine.begin() as connection:
        await connection.run_sync(lambda opened: command.upgrade(migrate.alembic_config(opened), BEFORE))
        columns = await connection.run_sync(lambda opened: inspect(opened).get_columns("tables"))
        needed = [one for one in columns if not one["nullable"] and one["default"] is None and one["name"] != "number"]
        values = {one["name"]: _some(one["type"]) for one in needed}
        names, places = ", ".join(f'"{name}"' for name in values), ", ".join(f":{name}" for name in values)
        await connection.execute(text(f"INSERT INTO tables ({names}) VALUES ({places})"), values)  # noqa: S608
        line = "INSERT INTO journal (table_id, number, seat, \"do\", dice, at) VALUES (7, 1, 0, 'roll', '[[1]]', 5)"
        await connection.execute(text(line))
    await engine.dispose()


BEFORE = sorted(migrate.known())[-2]


def _some(type: Any) -> Any:
    kinds = {bool: True, int: 7, float: 0.5, bytes: b"\0\xff"}
    return kinds.get(type.python_type, "é")


async def test_a_database_of_postgres_is_copied_first_and_the_older_version_runs_on_the_copy(
    postgres: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres(empty=True)
    await _at_the_revision_before(url)
    monkeypatch.setattr(moving, "COPIES", tmp_path / "data")
    async with open_database(url) as storage:
        assert await storage.check()
    [copy] = (tmp_path / "data").iterdir()
    assert copy.name == f"{parse(url).database}.db.before-{migrate.HEAD}"
    assert copy.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(BEFORE,)]
        assert connection.execute("SELECT id, real_dice, secret, language FROM tables").fetchall() == [
            (7, 1, b"\0\xff", "é")
        ]
        assert connection.execute("SELECT * FROM journal").fetchall() == [(7, 1, 0, "roll", "[[1]]", 5)]
    async with open_database(f"sqlite:///{copy}") as storage:  # This version brings it up to date too.
        assert await storage.check()


@pytest.mark.parametrize("hindrance", ["large", "closed"])
async def test_where_no_copy_can_be_made_the_log_says_so_and_the_update_goes_on(
    hindrance: str, postgres: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    url = postgres(empty=True)
    await _at_the_revision_before(url)
    (tmp_path / "file").touch()
    monkeypatch.setattr(moving, "COPIES", tmp_path / ("data" if hindrance == "large" else "file"))
    monkeypatch.setattr(moving, "LARGEST", 1 if hindrance == "large" else 2**40)
    async with open_database(url) as storage:
        assert await storage.check()
    assert not (tmp_path / "data").exists()
    [said] = [record.getMessage() for record in caplog.records if record.name == "db.moving"]
    assert said.startswith("the database has" if hindrance == "large" else "no copy could be made before the update")


async def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "gobelet.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE journal (name TEXT)")
    with pytest.raises(DatabaseError, match="already exists"):
        async with open_database(f"sqlite:///{file}"):
            pass
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("journal",)]


@pytest.mark.parametrize(
    ("text", "driver"),
    [
        ("sqlite:///a.db", "sqlite+aiosqlite"),
        ("sqlite+pysqlite:///a.db", "sqlite+aiosqlite"),
        ("postgresql://u@h/d", "postgresql+asyncpg"),
        ("postgres://u@h/d", "postgresql+asyncpg"),
        (" postgresql+psycopg2://u@h/d ", "postgresql+asyncpg"),
    ],
)
def test_a_url_gets_its_driver(text: str, driver: str) -> None:
    assert parse(text).drivername == driver


@pytest.mark.parametrize(
    "text", ["", "gobelet.db", "mysql://u@h/d", "sqlite://", "sqlite:///:memory:", "postgresql://u:pw@h:port/d"]
)
def test_a_url_that_cannot_be_used_is_told_in_one_sentence(text: str) -> None:
    with pytest.raises(DatabaseError) as refusal:
        parse(text)
    assert str(refusal.value).endswith(".")
    assert "\n" not in str(refusal.value)
    assert "pw" not in str(refusal.value)


async def test_a_place_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no database, but long enough to be taken for one" * 50)
    for place in ("file", "file/gobelet.db", "."):
        with pytest.raises(DatabaseError) as refusal:
            async with open_database(f"sqlite:///{tmp_path}/{place}"):
                pass
        assert str(tmp_path) in str(refusal.value)
    with pytest.raises(DatabaseError) as refusal:
        async with open_database("postgresql://u:passwort@127.0.0.1:1/d"):
            pass
    assert "passwort" not in str(refusal.value)


async def test_the_folder_is_made(tmp_path: Path) -> None:
    async with open_database(f"sqlite:///{tmp_path}/a/b/g.db") as storage:
        assert await storage.check()
    assert (tmp_path / "a/b").stat().st_mode & 0o077 == 0
