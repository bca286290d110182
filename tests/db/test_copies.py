"""Backups are sound and private; restoring never leaves less than there was before."""

from __future__ import annotations

import asyncio
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.tables.model.table import Status, TableId
from db import copies, open_database
from db.connection import engines
from db.connection.faults import DatabaseInUse, WrongDatabase
from db.connection.migrate import HEAD

ROOT = Path(__file__).parents[2]


def _ids(file: Path) -> list[int]:
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [id for (id,) in connection.execute("SELECT id FROM tables ORDER BY id")]


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def _scratch(file: Path) -> None:
    """Make the first page of the tables unreadable."""
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tables'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    file.write_bytes(content)


@pytest.fixture
def made(row: Any, database: Callable[[Path], Path]) -> Callable[..., Path]:
    """Make a database with these tables in it, as after a kill or after a clean stop."""

    def made(file: Path, *ids: int, killed: bool = False) -> Path:
        used = database(file.with_name("used") if killed else file)

        async def fill() -> None:
            async with open_database(f"sqlite:///{used}") as storage:
                for id in ids:
                    await storage.tables.save(row(id))
                if killed:
                    for end in ("", "-wal", "-shm"):
                        shutil.copyfile(f"{used}{end}", f"{file}{end}")

        asyncio.run(fill())
        if killed:
            used.unlink()
            assert Path(f"{file}-wal").stat().st_size > 0
        return file

    return made


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder for the database alone."""
    folder = tmp_path / "data"
    folder.mkdir()
    return folder / "gobelet.db"


# -- backups -----------------------------------------------------------------------------------------------------


async def test_a_backup_of_a_database_in_use_has_everything(place: Path, tmp_path: Path, row: Any) -> None:
    copy = tmp_path / "copy.db"
    async with open_database(f"sqlite:///{place}", alone=True) as storage:
        await storage.tables.save(row(1))
        async with storage.database.writing.begin():  # A transaction that has not ended does no harm.
            size = await asyncio.to_thread(copies.back_up, place, copy)
        await storage.tables.save(row(2))
    assert _ids(copy) == [1]
    assert copy.stat().st_size == size
    assert copy.stat().st_mode & 0o777 == 0o600
    assert _names(tmp_path) == {"data", "copy.db"}
    assert _names(place.parent) == {"gobelet.db"}


def test_a_backup_goes_to_a_stream_too(made: Any, place: Path, tmp_path: Path) -> None:
    made(place, 1, 2)
    stream = io.BytesIO()
    assert copies.back_up_to(place, stream) == len(stream.getvalue())
    (tmp_path / "copy.db").write_bytes(stream.getvalue())
    assert _ids(tmp_path / "copy.db") == [1, 2]
    assert _names(place.parent) == {"gobelet.db"}


def test_no_backup_is_overwritten(made: Any, place: Path, tmp_path: Path) -> None:
    made(place, 1)
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(WrongDatabase, match="exists already"):
        copies.back_up(place, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "precious"


def test_what_is_damaged_is_no_backup(made: Any, place: Path, tmp_path: Path) -> None:
    _scratch(made(place, 1))
    with pytest.raises(copies.CopyError, match=r"gobelet\.db is damaged"):
        copies.back_up(place, tmp_path / "copy.db")
    assert _names(tmp_path) == {"data"}


def test_a_backup_of_nothing_makes_nothing(tmp_path: Path) -> None:
    with pytest.raises(WrongDatabase, match="There is no database"):
        copies.back_up(tmp_path / "typo.db", tmp_path / "copy.db")
    assert _names(tmp_path) == set()


# -- restoring ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("killed", [False, True])
def test_what_was_there_is_kept(made: Any, place: Path, tmp_path: Path, killed: bool) -> None:
    copy = made(tmp_path / "copy.db", 1, 2)
    made(place, 3, killed=killed)
    kept = copies.restore(place, copy)
    assert _ids(place) == [1, 2]
    assert _ids(kept) == [3]
    assert kept.name.startswith("gobelet.db.replaced-2")
    assert _names(place.parent) == {"gobelet.db", kept.name}
    assert _names(tmp_path) == {"data", "copy.db"}
    assert place.stat().st_mode & 0o777 == 0o600


def test_restoring_twice_in_a_second_keeps_both(made: Any, place: Path, tmp_path: Path) -> None:
    copy = made(tmp_path / "copy.db", 1)
    made(place, 2)
    assert _ids(copies.restore(place, copy)) == [2]
    assert _ids(copies.restore(place, copy)) == [1]
    assert len(_names(place.parent)) == 3


def test_where_nothing_was_nothing_is_kept(made: Any, tmp_path: Path) -> None:
    copy = made(tmp_path / "copy.db", 1)
    assert copies.restore(tmp_path / "new" / "gobelet.db", copy) is None
    assert _ids(tmp_path / "new" / "gobelet.db") == [1]


def test_a_copy_comes_from_a_stream_too(made: Any, place: Path, tmp_path: Path) -> None:
    copy = made(tmp_path / "copy.db", 1)
    made(place, 2)
    kept = copies.restore_from(place, io.BytesIO(copy.read_bytes()))
    assert (_ids(place), _ids(kept)) == ([1], [2])
    assert len(_names(place.parent)) == 2


def test_a_copy_with_its_log_beside_it_is_taken_whole(made: Any, place: Path, tmp_path: Path) -> None:
    copies.restore(place, made(tmp_path / "copy.db", 1, 2, killed=True))
    assert _ids(place) == [1, 2]


def test_a_damaged_database_is_kept_with_its_log(made: Any, place: Path, tmp_path: Path) -> None:
    copy = made(tmp_path / "copy.db", 1)
    made(place, 3, killed=True)
    place.write_bytes(b"\0" * 4096)
    log = Path(f"{place}-wal").read_bytes()
    kept = copies.restore(place, copy)
    assert _ids(place) == [1]
    assert Path(f"{kept}-wal").read_bytes() == log
    assert _names(place.parent) == {"gobelet.db", kept.name, f"{kept.name}-wal"}


def _newer(file: Path, serves: str = "9998") -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.execute("UPDATE meta SET value = ? WHERE key = 'schema serves'", (serves,))


def _foreign(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE tables (id)")


def test_a_copy_of_a_newer_version_that_serves_this_one_is_restored(made: Any, place: Path, tmp_path: Path) -> None:
    made(place, 3)
    _newer(made(tmp_path / "copy.db", 1), HEAD)
    copies.restore(place, tmp_path / "copy.db")
    with closing(sqlite3.connect(place)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("spoilt", "why"),
    [
        (Path.unlink, "There is no database"),
        (_newer, "newer version"),
        (_foreign, "no database of this bot"),
        (_scratch, "is damaged"),
        (lambda file: file.write_text("SELECT " * 9999), "not a database"),
        (lambda file: file.write_text(""), "no database of this bot"),
        (lambda file: os.truncate(file, 8192), "malformed|damaged"),
    ],
)
def test_what_cannot_be_used_replaces_nothing(made: Any, place: Path, tmp_path: Path, spoilt: Any, why: str) -> None:
    made(place, 3)
    before = place.read_bytes()
    spoilt(made(tmp_path / "copy.db", 1))
    with pytest.raises((WrongDatabase, copies.CopyError), match=why) as refusal:
        copies.restore(place, tmp_path / "copy.db")
    assert "\n" not in str(refusal.value)
    assert place.read_bytes() == before
    assert _names(place.parent) == {"gobelet.db"}


def test_a_database_is_not_restored_from_itself(made: Any, place: Path) -> None:
    made(place, 1)
    with pytest.raises(WrongDatabase, match="is the database itself"):
        copies.restore(place, place.parent / ".." / "data" / "gobelet.db")
    assert _ids(place) == [1]


def test_nothing_is_restored_while_the_bot_runs(made: Any, place: Path, tmp_path: Path) -> None:
    copy = made(tmp_path / "copy.db", 1)
    made(place, 3)
    with engines.lock_file(place), pytest.raises(DatabaseInUse):
        copies.restore(place, copy)
    assert _ids(place) == [3]


@pytest.mark.parametrize("wanted", [True, False])
def test_who_restores_hears_first_what_that_undoes(
    made: Any, place: Path, tmp_path: Path, row: Any, line: Any, result: Any, wanted: bool
) -> None:
    """Moves and games that the copy has not; one that was taken back and made anew counts too."""
    made(place, 1, 2)

    async def play(at: int, *numbers: int) -> None:
        async with open_database(f"sqlite:///{place}") as storage:
            version = (await storage.tables.load(TableId(1)))["version"] + 1
            await storage.tables.save(row(1, version), [line(1, number, at=at) for number in numbers])

    asyncio.run(play(1000, 1, 2))
    copies.back_up(place, tmp_path / "copy.db")
    asyncio.run(play(2000, 3, 4, 5))

    async def end() -> None:
        async with open_database(f"sqlite:///{place}") as storage:
            ended = row(2, 2, status=Status.FINISHED)
            await storage.tables.save(ended, [line(2, 1, at=2001)], [result(2, 0, 5, 9), result(2, 1, 6, 7)])

    asyncio.run(end())
    told: list[Any] = []

    def may(since: Any) -> bool:
        told.append(since)
        return wanted

    if wanted:
        copies.restore(place, tmp_path / "copy.db", may)
    else:
        with pytest.raises(copies.NotWanted, match="is as it was"):
            copies.restore(place, tmp_path / "copy.db", may)
    assert told == [copies.Since(copied=1000, games=1, moves=4, tables=2)]
    with closing(sqlite3.connect(place)) as connection:
        assert connection.execute("SELECT count(*) FROM journal").fetchone() == (2 if wanted else 6,)


def test_where_nothing_was_nobody_is_asked_and_what_cannot_be_read_cannot_be_counted(
    made: Any, place: Path, tmp_path: Path
) -> None:
    copy = made(tmp_path / "copy.db", 1)
    copies.restore(place, copy, lambda _: False)
    told: list[Any] = []
    place.write_bytes(b"no database" * 999)
    copies.restore(place, copy, lambda since: not told.append(since))
    assert told == [None]
    assert _ids(place) == [1]


def test_the_command_asks_and_without_an_answer_restores_nothing(
    made: Any, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can be asked without a terminal, nor where the copy itself comes by standard input."""
    made(place, 1, 2)
    copy = made(tmp_path / "copy.db", 1)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{place}")
    asked: list[str] = []

    def restore(*more: str, terminal: bool, answer: bool = False, piped: bool = False) -> Any:
        def confirm(question: str, **_: Any) -> bool:
            asked.append(question)
            return answer

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bot.cli.click.confirm", confirm)
            patch.setattr("bot.cli._is_asked", lambda: terminal)
            given = {"input": copy.read_bytes()} if piped else {}
            return CliRunner().invoke(main, ["restore", "-" if piped else str(copy), *more], **given)

    for no in (
        restore(terminal=True),
        restore(terminal=False),
        restore(terminal=True, answer=True, piped=True),
        restore(terminal=False, piped=True),
    ):
        assert (no.exit_code, no.stderr.splitlines()[0]) == (1, "Nothing was played since the copy."), no.stderr
        assert no.stderr.splitlines()[-1].endswith("gobelet.db is as it was.")
        assert ("with --yes the copy is restored" in no.stderr) == (len(no.stderr.splitlines()) == 3)
        assert _ids(place) == [1, 2]
    assert len(asked) == 1
    for done in (
        restore(terminal=True, answer=True),
        restore("--yes", terminal=True),
        restore("--yes", terminal=False),
        restore("--yes", terminal=False, piped=True),
    ):
        assert done.exit_code == 0, done.stderr
    assert len(list(place.parent.glob("*.replaced-*"))) == 4
    assert _ids(place) == [1]
    assert len(asked) == 2


CUT_OFF = """
import json, os, shutil, sqlite3, sys
from pathlib import Path
from db import copies

template, place, copy = map(Path, sys.argv[1:])

def ids():
    return [id for (id,) in sqlite3.connect(place).execute("SELECT id FROM tables ORDER BY id")]

def cut(steps):
    def cutting(real):
        def step(*given, **named):
            nonlocal steps
            if not steps:
                os._exit(9)
            steps -= 1
            return real(*given, **named)
        return step
    for name in ("replace", "link", "open", "fsync"):
        setattr(os, name, cutting(getattr(os, name)))
    Path.unlink = cutting(Path.unlink)
    copies.restore(place, copy)
    os._exit(0)

found, status = [], 9
while status == 9:
    shutil.rmtree(place.parent, ignore_errors=True)
    shutil.copytree(template, place.parent)
    child = os.fork()
    if not child:
        cut(len(found))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left = ids()
    copies.restore(place, copy)
    found.append((left, ids()))
print(json.dumps([status, found]))
"""


@pytest.mark.long
@pytest.mark.parametrize("killed", [False, True])
def test_cut_off_anywhere_the_old_or_the_new_one_is_there(made: Any, tmp_path: Path, killed: bool) -> None:
    """And nothing left behind hinders the next try."""
    template = tmp_path / "template"
    template.mkdir()
    made(template / "gobelet.db", 3, killed=killed)
    copy = made(tmp_path / "copy.db", 1, 2)
    program = [sys.executable, "-c", CUT_OFF, template, tmp_path / "data" / "gobelet.db", copy]
    done = subprocess.run(program, check=True, cwd=ROOT, capture_output=True)
    status, found = json.loads(done.stdout)
    assert status == 0
    assert len(found) > 8
    assert all(left in ([3], [1, 2]) and again == [1, 2] for left, again in found)
    assert found[0][0] == [3]
    assert found[-1][0] == [1, 2]


def test_a_disk_that_refuses_the_swap_leaves_the_old_one(
    made: Any, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = made(tmp_path / "copy.db", 1)
    made(place, 3)
    replace = os.replace

    def refuses(source: Any, target: Any) -> None:
        if Path(target) == place:
            raise OSError(5, "Input/output error")
        replace(source, target)

    monkeypatch.setattr(os, "replace", refuses)
    with pytest.raises(copies.CopyError, match="Input/output error"):
        copies.restore(place, copy)
    assert _ids(place) == [3]
    assert _names(place.parent) == {"gobelet.db"}


def test_where_names_cannot_be_linked_the_old_one_is_copied(
    made: Any, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: Any) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", refuses)
    made(place, 3)
    assert _ids(copies.restore(place, made(tmp_path / "copy.db", 1)) or place) == [3]
    assert _ids(place) == [1]


async def test_a_copy_of_a_bot_that_ran_is_not_checked_again_at_the_start(place: Path, tmp_path: Path) -> None:
    async with open_database(f"sqlite:///{place}", alone=True):
        await asyncio.to_thread(copies.back_up, place, tmp_path / "copy.db")
    await asyncio.to_thread(copies.restore, place, tmp_path / "copy.db")
    async with open_database(f"sqlite:///{place}") as storage:
        assert await storage.meta.get("in use since") is None
